/** The measuring tape: from base to base, or over bends. */
import type { Scene, XY } from '../api/types';
import { shown } from '../state/shown.svelte';
import { baseOf, gapOf, pointBase, type Base, type Gap } from './gaps';

/** An end or a bend of the tape: a spot of the plane, on a piece or not. */
export interface Stop {
  at: XY;
  id: string | null;
}

export class Measuring {
  stops = $state.raw<Stop[]>([]);
  /** Where the hand is, while the tape is being drawn. */
  live = $state.raw<Stop | null>(null);
  done = $state(false);

  all = $derived<Stop[]>(
    this.live !== null && !this.done && this.stops.length ? [...this.stops, this.live] : this.stops,
  );
  legs = $derived<Gap[]>(this.measured());
  /** The way along all legs, from middle to middle but for the first and last base. */
  total = $derived(this.legs.reduce((sum, leg) => sum + (leg.hexes ?? leg.edge), 0));

  /** Begin, bend or end; `bends` goes on after this stop. */
  stop(stop: Stop, bends: boolean): void {
    if (this.done || this.stops.length === 0) {
      this.stops = [stop];
      this.done = false;
      this.live = null;
      return;
    }
    this.stops = [...this.stops, stop];
    this.done = !bends;
  }

  /** Lay the tape from one stop to the other at once. */
  lay(from: Stop, to: Stop): void {
    this.stops = [from];
    this.live = to;
    this.done = false;
  }

  finish(): void {
    if (this.live !== null && !this.done && this.stops.length) {
      this.stops = [...this.stops, this.live];
      this.done = true;
    }
  }

  back(): void {
    this.stops = this.stops.slice(0, -1);
    this.done = false;
  }

  clear(): void {
    this.stops = [];
    this.live = null;
    this.done = false;
  }

  private measured(): Gap[] {
    const scene = shown.scene;
    if (scene === null) return [];
    const bases = this.all.map((stop) => based(scene, stop));
    return bases.slice(1).map((base, at) => gapOf(bases[at] ?? base, base, scene.hexes));
  }
}

function based(scene: Scene, { at, id }: Stop): Base {
  const piece = scene.pieces.find((each) => each.id === id);
  return piece ? baseOf(scene, piece) : pointBase(at);
}

export const measuring = new Measuring();
