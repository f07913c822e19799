/**
 * The table being set up: steps that lead to it, and the scene now. Each step holds what the
 * server made of the battle and the edits since, so that a step is there at once, undo and redo
 * only look at another one, and what is done without a server is sent when it is back.
 */
import type { BattleRef, Edit, Edited, Fault, Stock, Thing } from '../api/editing';
import { loose } from '../api/client';
import type { Failed } from '../api/client';
import type { Ground, Piece, Scene, XY } from '../api/types';

export interface Step {
  edited: Edited;
  /** Edits after `edited` that the server has not folded in yet. */
  unsent: Edit[];
  /** Names of faults that are overlooked; none where left out. */
  waive?: string[];
}

/** Nudges of the same things within this time are one step. */
const ONE_STEP_MS = 700;
/** How long to wait before the server is asked again that was not there. */
const AGAIN_MS = 5000;

export class Table {
  steps = $state.raw<Step[]>([]);
  at = $state(-1);
  /** Edits that are being made with the pointer, shown and asked about but not yet a step. */
  held = $state.raw<Edit[]>([]);
  busy = $state(0);
  failed = $state.raw<Failed | null>(null);
  /** Why the last edit that was taken back meant nothing. */
  refused = $state.raw<Failed | null>(null);
  offline = $state(false);
  private lastEdit = { ids: '', time: 0 };
  private openings = 0;
  private settling: Promise<void> | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;

  now = $derived(this.steps[this.at] ?? null);
  /** The scene of this step, and the same with what is held just now. */
  standing = $derived<Scene | null>(drawn(this.now?.edited.scene ?? null, this.now?.unsent ?? []));
  scene = $derived<Scene | null>(drawn(this.standing, this.held));
  things = $derived<Thing[]>(this.now?.edited.things ?? []);
  stock = $derived<Stock[]>(this.now?.edited.stock ?? []);
  faults = $derived<Fault[]>(this.now?.edited.faults.faults ?? []);
  canUndo = $derived(this.at > 0);
  canRedo = $derived(this.at < this.steps.length - 1);
  private byId = $derived(new Map(this.things.map((thing) => [thing.id, thing])));

  /** How a question names the table as it is shown, held edits and all. */
  ref(): BattleRef | null {
    const step = this.now;
    return step === null ? null : { kept: step.edited.kept, ...since(step, this.held) };
  }

  /** The same with the whole document, for a server that does not have it at hand. */
  wholeRef(): BattleRef | null {
    const step = this.now;
    return step === null ? null : { document: step.edited.document, ...since(step, this.held) };
  }

  thing(id: string): Thing | null {
    return this.byId.get(id) ?? null;
  }

  /** The unit of several models that a thing is one of, if it is. */
  unitOf(thing: Thing): Thing | null {
    return this.things.find((each) => each.kind === 'unit' && each.id === thing.unit) ?? null;
  }

  piece(id: string): Piece | null {
    return this.scene?.pieces.find((each) => each.id === id) ?? null;
  }

  /**
   * Put another battle on the table; undoing that brings back the one before it. Of several that
   * are asked for, the last one comes to lie there, whichever is answered first; the others count
   * as done.
   */
  open(ref: BattleRef): Promise<boolean> {
    return this.put(ref, (edited) => this.add({ edited, unsent: [], ...waived(ref) }));
  }

  /** Have a step that was kept elsewhere as the server sees it now; there is none before it. */
  renew(step: Step): Promise<boolean> {
    const ref = { document: step.edited.document, ...since(step, []) };
    return this.put(ref, (edited) => this.restore({ ...step, edited, unsent: [] }));
  }

  /** Overlook faults from now on, and no others; a step that can be undone. */
  overlook(waive: string[]): Promise<boolean> {
    const step = this.now;
    if (step === null) return Promise.resolve(false);
    return this.open({ document: step.edited.document, ...since({ ...step, waive }, []) });
  }

  private async put(ref: BattleRef, then: (edited: Edited) => void): Promise<boolean> {
    const turn = (this.openings += 1);
    const edited = await this.ask(ref);
    if (turn !== this.openings) return true;
    if (edited !== null) then(edited);
    return edited !== null;
  }

  /** Go on from a step that was kept elsewhere. */
  restore(step: Step): void {
    this.openings += 1;
    this.steps = [step];
    this.at = 0;
    this.held = [];
    this.lastEdit = { ids: '', time: 0 };
    void this.settle();
  }

  /** Make edits, all of them one step; returns once the server said what it makes of them. */
  make(...edits: Edit[]): Promise<void> {
    const step = this.now;
    if (step === null || edits.length === 0) return Promise.resolve();
    const next = { ...step, unsent: [...step.unsent, ...edits] };
    const before = this.steps.slice(0, this.joins(edits) ? this.at : this.at + 1);
    this.steps = [...before, next];
    this.at = before.length;
    this.held = [];
    return this.settle();
  }

  undo(): void {
    if (this.canUndo) this.go(this.at - 1);
  }

  redo(): void {
    if (this.canRedo) this.go(this.at + 1);
  }

  /** Ask about what was not sent yet, if anything. */
  settle(): Promise<void> {
    this.settling ??= this.settled().finally(() => (this.settling = null));
    return this.settling;
  }

  private add(step: Step): void {
    this.openings += 1;
    this.steps = [...this.steps.slice(0, this.at + 1), step];
    this.go(this.steps.length - 1);
  }

  private go(at: number): void {
    this.at = at;
    this.held = [];
    this.lastEdit = { ids: '', time: 0 };
    void this.settle();
  }

  /** Whether edits are a nudge of what was nudged just before, and so no step of their own. */
  private joins(edits: Edit[]): boolean {
    const nudges = edits.every((each) => each.do === 'place');
    const ids = nudges ? JSON.stringify(edits.map((each) => each.do === 'place' && each.id)) : '';
    const { ids: last, time } = this.lastEdit;
    this.lastEdit = { ids, time: Date.now() };
    return ids !== '' && ids === last && Date.now() - time < ONE_STEP_MS && this.at > 0;
  }

  /** Settle the step that is looked at, until it is; steps that were passed by wait. */
  private async settled(): Promise<void> {
    clearTimeout(this.again);
    for (let step = this.now; step !== null && step.unsent.length > 0; step = this.now) {
      const edited = await this.asked({ kept: step.edited.kept, ...since(step, []) }, step);
      if (edited !== null) this.swap(step, { ...step, edited, unsent: [] });
      else if (this.lasting) {
        this.again = setTimeout(() => void this.settle(), AGAIN_MS);
        return;
      } else this.refuse(step);
    }
  }

  /** Whether asking the same again later may help: no server, or one with too much to do. */
  private get lasting(): boolean {
    const status = this.failed?.status ?? 0;
    return this.offline || status === 429 || status > 500;
  }

  private swap(step: Step, next: Step): void {
    this.steps = this.steps.map((each) => (each === step ? next : each));
  }

  /** Take an edit that means nothing, or the last ones, out of every step. */
  private refuse(step: Step): void {
    this.refused = this.failed;
    const at = this.steps.indexOf(step);
    const index = this.failed?.problem?.['index'];
    const bad = typeof index === 'number' ? step.unsent.slice(index, index + 1) : [];
    const known = this.steps[at - 1]?.unsent ?? [];
    const gone = new Set(bad.length ? bad : step.unsent.filter((each) => !known.includes(each)));
    if (gone.size === 0) step.unsent.forEach((each) => gone.add(each));
    const left = this.steps.map((each) => {
      const unsent = each.unsent.filter((edit) => !gone.has(edit));
      return unsent.length === each.unsent.length ? each : { ...each, unsent };
    });
    const empty = at > 0 && this.steps[at]?.edited === this.steps[at - 1]?.edited;
    const same = empty && left[at]?.unsent.length === left[at - 1]?.unsent.length;
    this.steps = same ? left.filter((_, each) => each !== at) : left;
    if (same && this.at >= at) this.at -= 1;
  }

  private async asked(ref: BattleRef, step: Step): Promise<Edited | null> {
    const found = await this.ask(ref);
    if (found !== null || this.failed?.problem?.code !== 'unknown-battle') return found;
    return this.ask({ document: step.edited.document, ...since(step, []) });
  }

  private async ask(battle: BattleRef): Promise<Edited | null> {
    this.busy += 1;
    const reply = await loose<Edited>('/edit', { battle, fields_of: [] });
    this.busy -= 1;
    this.offline = !reply.ok && reply.problem === null;
    this.failed = reply.ok ? null : reply;
    return reply.ok ? reply.value : null;
  }
}

/** What a question adds to the battle of a step: edits since, and what is overlooked. */
function since(step: Step, held: Edit[]): { edits?: Edit[]; waive?: string[] } {
  const edits = [...step.unsent, ...held];
  return { ...(edits.length ? { edits } : {}), ...(step.waive?.length ? waived(step) : {}) };
}

function waived(from: Step | BattleRef): { waive?: string[] } {
  return 'waive' in from && from.waive ? { waive: from.waive } : {};
}

function drawn(scene: Scene | null, edits: Edit[]): Scene | null {
  return scene === null ? null : edits.reduce(moved, scene);
}

/** A scene after an edit, as far as the page can tell: moves, turns and removals. */
export function moved(scene: Scene, edit: Edit): Scene {
  switch (edit.do) {
    case 'place':
      return {
        ...scene,
        pieces: changed(scene.pieces, edit.id, (each) => ({
          ...each,
          position: edit.to ?? each.position,
          facing: edit.facing ?? each.facing,
        })),
        grounds: changed(scene.grounds, edit.id, (each) => shifted(each, edit.to, edit.facing)),
      };
    case 'remove':
      return {
        ...scene,
        pieces: scene.pieces.filter((each) => each.id !== edit.id),
        grounds: scene.grounds.filter((each) => each.id !== edit.id),
      };
    case 'outline':
      return {
        ...scene,
        grounds: changed(scene.grounds, edit.id, (each) => ({
          ...each,
          outline: edit.corners,
          trims: [],
        })),
      };
    default:
      return scene;
  }
}

/** A list with one entry changed; the rest are the very same, so that they need no new drawing. */
function changed<T extends { id: string }>(all: T[], id: string, change: (each: T) => T): T[] {
  return all.some((each) => each.id === id)
    ? all.map((each) => (each.id === id ? change(each) : each))
    : all;
}

/** The middle of a ground's outline, by which it is placed: the mean of its corners. */
export function middle(outline: readonly (readonly number[])[]): XY {
  const n = Math.max(outline.length, 1);
  const sum = outline.reduce<XY>((at, [x = 0, y = 0]) => [at[0] + x, at[1] + y], [0, 0]);
  return [sum[0] / n, sum[1] / n];
}

/** A ground turned clockwise about its middle by some degrees, and moved. */
function shifted(ground: Ground, to: XY | null, turn: number | null): Ground {
  const [x, y] = middle(ground.outline);
  const [tx, ty] = to ?? [x, y];
  const angle = ((turn ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const move = ([px = 0, py = 0]: number[]): XY => {
    const [dx, dy] = [px - x, py - y];
    return [tx + dx * cos + dy * sin, ty + dy * cos - dx * sin];
  };
  return {
    ...ground,
    outline: ground.outline.map(move),
    holes: ground.holes.map((hole) => hole.map(move)),
    trims: ground.trims?.map((trim) => ({ ...trim, line: trim.line.map(move) })),
  };
}

export const table = new Table();
