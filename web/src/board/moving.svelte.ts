/**
 * Moving things by hand: what is held and where to, nudges, turns, copies, removals. On a table
 * that is set up these are edits; in play a moved piece is only a proposal.
 */
import type { Edit } from '../api/editing';
import type { XY } from '../api/types';
import { shown } from '../state/shown.svelte';
import { middle, table } from '../state/table.svelte';
import { view } from '../state/view.svelte';
import { spot } from './projection';
import { movedSaid } from './said';
import { bearing, fine, hexStep, placed, TURN, turnedBy } from './snapping';
import { around, asWholes, middleOf, widthOf, wholesOf } from './units';

/** Where a thing is: in places of the scene, and how it faces; ground faces nowhere. */
export interface Stand {
  id: string;
  at: XY;
  facing: number | null;
  ground: boolean;
}

interface Grip {
  id: string;
  stands: Stand[];
  /** The spots of the plane where the hand took hold, and where it is. */
  from: XY;
  now: XY;
  turn: number;
  snap: boolean;
}

/** How far from a thing its copy lies, in inches. */
const BESIDE = 1.5;

export class Moving {
  /** What the hand holds; null while it is empty. */
  grip = $state.raw<Grip | null>(null);
  /** What was done last, to be read aloud. */
  said = $state('');

  /** Where something stands in the scene as it is shown now. */
  stand(id: string): Stand | null {
    const piece = shown.piece(id);
    if (piece) {
      const [x = 0, y = 0] = piece.position;
      return { id, at: [x, y], facing: piece.facing, ground: false };
    }
    const ground = shown.scene?.grounds.find((each) => each.id === id);
    if (ground) return { id, at: middle(ground.outline), facing: null, ground: true };
    const models = table.thing(id)?.kind === 'unit' ? shown.idsOf(id) : [];
    return models.length ? { id, at: middleOf(models), facing: null, ground: false } : null;
  }

  /** The chosen things that something may be done to by hand; whole units are copied as such. */
  able(what: 'place' | 'turn' | 'copy' | 'remove'): Stand[] {
    const ids = what === 'copy' || what === 'remove' ? asWholes(view.chosen) : view.chosen;
    return this.those(ids.filter((id) => shown.can(id, what)));
  }

  grab(id: string, from: XY): void {
    const ids = view.chosen.includes(id) ? view.chosen : [id];
    const movable = shown.played ? [id] : ids.filter((each) => shown.can(each, 'place'));
    this.grip = { id, stands: this.those(movable), from, now: from, turn: 0, snap: view.snap };
  }

  drag(now: XY, snap: boolean): void {
    if (this.grip === null) return;
    this.grip = { ...this.grip, now, snap };
    this.show(this.edits(this.grip));
  }

  /** Turn what is held by steps of the wheel, or what fingers twist by degrees. */
  spin(degrees: number): void {
    if (this.grip === null) return;
    this.grip = { ...this.grip, turn: this.grip.turn + degrees };
    this.show(this.edits(this.grip));
  }

  async drop(): Promise<void> {
    const grip = this.grip;
    this.grip = null;
    if (grip === null) return;
    const edits = this.edits(grip);
    const first = grip.stands[0];
    const same = first !== undefined && edits.every((edit) => this.still(edit, grip));
    await this.commit(same ? [] : edits);
  }

  cancel(): void {
    this.grip = null;
    this.show([]);
  }

  /** Move the chosen things by steps of the keyboard: tenths of an inch, inches, or hexes. */
  nudge(dx: number, dy: number, far: boolean): boolean {
    const stands = this.able('place');
    const hexes = shown.scene?.hexes ?? false;
    if (stands.length === 0) return false;
    const step = far ? 1 : 0.1;
    const to = ([x, y]: XY): XY =>
      hexes ? hexStep([x, y], dx, dy) : [fine(x + dx * step), fine(y + dy * step)];
    void this.commit(
      stands.map(({ id, at }) => ({ do: 'place', id, to: to(at), facing: null }) as const),
    );
    return true;
  }

  /** Turn the chosen things: pieces onto marks, ground by as much, units about their middle. */
  turn(steps: number, finely: boolean): boolean {
    const stands = this.able('turn');
    if (stands.length === 0) return false;
    const by = steps * (finely ? 1 : TURN);
    const units = wholesOf(view.chosen).filter((each) => each.models.length > 1);
    void this.commit(
      stands.map(({ id, at, facing, ground }): Edit => {
        const unit = units.find((each) => each.models.includes(id));
        if (unit !== undefined) {
          const faced = facing === null ? null : bearing(facing + by);
          return { do: 'place', id, to: around(at, unit.middle, by), facing: faced };
        }
        const faced = ground ? by : turnedBy(facing ?? 0, steps, finely);
        return { do: 'place', id, to: at, facing: faced };
      }),
    );
    return true;
  }

  /** Face a bearing while a handle is dragged. */
  face(id: string, degrees: number): void {
    const stand = this.stand(id);
    if (stand === null) return;
    this.show([{ do: 'place', id, to: stand.at, facing: bearing(degrees) }]);
  }

  /** Keep what a handle was dragged to. */
  async settle(): Promise<void> {
    await this.commit(shown.played ? shown.proposed : table.held);
  }

  /** Put another of each chosen thing beside it, and choose those. */
  async copy(): Promise<void> {
    if (shown.played) return;
    const hexes = shown.scene?.hexes ?? false;
    const edits = this.able('copy').map(({ id, at: [x, y] }): Edit => {
      const aside = BESIDE + widthOf(shown.idsOf(id));
      const to: XY = hexes ? [x + 1, y] : [fine(x + aside), fine(y - BESIDE)];
      return { do: 'copy', id, to, as: null };
    });
    await this.anew(edits);
  }

  /** Make edits that bring something new, and choose it. */
  async anew(edits: Edit[]): Promise<void> {
    if (edits.length === 0) return;
    const before = new Set(table.things.map((thing) => thing.id));
    await table.make(...edits);
    const fresh = table.things
      .filter(({ id, kind }) => !before.has(id) && (kind === 'piece' || kind === 'ground'))
      .map(({ id }) => id);
    const whole = fresh.filter((id) => !fresh.some((other) => id.startsWith(`${other}/`)));
    if (whole.length > 0) view.choose(...whole);
  }

  async remove(): Promise<void> {
    if (shown.played) return;
    const ids = this.able('remove').map(({ id }) => id);
    if (ids.length === 0) return;
    view.choose();
    await table.make(...ids.map((id): Edit => ({ do: 'remove', id })));
  }

  private those(ids: readonly string[]): Stand[] {
    return ids.flatMap((id) => this.stand(id) ?? []);
  }

  /** The edits that bring what is held to where the hand is now. */
  private edits({ id, stands, from, now, turn, snap }: Grip): Edit[] {
    const scene = shown.scene;
    const grip = stands.find((each) => each.id === id) ?? stands[0];
    if (scene === null || grip === undefined) return [];
    const [x, y] = spot(scene, grip.at);
    const wanted: XY = [x + now[0] - from[0], y + now[1] - from[1]];
    const still = now[0] === from[0] && now[1] === from[1];
    const to = still ? grip.at : placed(scene, wanted, { snap, scale: view.scale });
    const [dx, dy] = [to[0] - grip.at[0], to[1] - grip.at[1]];
    return stands.map((each): Edit => {
      const turns = turn !== 0 && shown.can(each.id, 'turn');
      const facing = each.ground ? turn : bearing((each.facing ?? 0) + turn);
      const at: XY = [fine(each.at[0] + dx), fine(each.at[1] + dy)];
      return { do: 'place', id: each.id, to: at, facing: turns ? facing : null };
    });
  }

  private still(edit: Edit, grip: Grip): boolean {
    if (edit.do !== 'place' || edit.to === null || edit.facing !== null) return false;
    const stand = grip.stands.find((each) => each.id === edit.id);
    return stand !== undefined && stand.at[0] === edit.to[0] && stand.at[1] === edit.to[1];
  }

  private show(edits: Edit[]): void {
    if (shown.played) shown.proposed = edits;
    else table.held = edits;
  }

  private async commit(edits: Edit[]): Promise<void> {
    this.show(edits);
    if (edits.length === 0) return;
    const made = shown.played ? null : table.make(...edits);
    const [first] = edits;
    if (first?.do === 'place' && first.to !== null) {
      this.said = movedSaid(first.id, first.to, this.stand(first.id)?.facing ?? null);
    }
    await made;
  }
}

export const moving = new Moving();
