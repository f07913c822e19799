/**
 * The table as it is seen: the session that is played, else what is set up. A move that is only
 * being thought of in play is drawn too, and is no more than that.
 */
import type { Can, Edit } from '../api/editing';
import type { Piece, Scene } from '../api/types';
import { playing } from './play.svelte';
import { moved, table } from './table.svelte';

export class Shown {
  /** Where pieces of a session would be moved to; an action has to be made of it. */
  proposed = $state.raw<Edit[]>([]);

  played = $derived(playing.session !== null);
  /** The scene before what is held or proposed; ghosts stand where things stand in it. */
  base = $derived<Scene | null>(playing.session === null ? table.standing : playing.session.scene);
  scene = $derived<Scene | null>(
    playing.session === null ? table.scene : this.proposed.reduce(moved, playing.session.scene),
  );

  /** Whether pieces are in layers, which are not inches above the table. */
  layered = $derived(this.scene?.pieces.some((each) => each.rings > 0) ?? false);
  private places = $derived(this.scene?.places ?? []);
  private names = $derived(new Map(this.places.map(({ at, name }) => [at.join(), name])));

  /** The printed name of a hex, where it has one. */
  nameOf(at: readonly number[]): string | null {
    return this.names.get(at.join()) ?? null;
  }

  piece(id: string): Piece | null {
    return this.scene?.pieces.find((each) => each.id === id) ?? null;
  }

  /** The name that questions take for a piece. */
  unit(id: string): string {
    const piece = this.piece(id);
    return piece?.unit || table.thing(id)?.unit || id;
  }

  /** The pieces of a unit, or the ground of that name; none where nothing has it. */
  idsOf(unit: string): string[] {
    const found = this.scene?.pieces.filter((each) => each.unit === unit || each.id === unit) ?? [];
    if (found.length) return found.map((each) => each.id);
    return this.scene?.grounds.some((each) => each.id === unit) ? [unit] : [];
  }

  /** Whether something may be done to a thing by hand. */
  can(id: string, what: Can): boolean {
    if (this.played) return (what === 'place' || what === 'turn') && this.piece(id) !== null;
    return table.thing(id)?.can.includes(what) ?? false;
  }
}

export const shown = new Shown();
