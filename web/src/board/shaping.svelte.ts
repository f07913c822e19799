/** Changing the outline of one chosen ground by its corners. */
import type { Ground, XY } from '../api/types';
import { shown } from '../state/shown.svelte';
import { table } from '../state/table.svelte';
import { view } from '../state/view.svelte';
import { fine } from './snapping';

const FEWEST = 3;

function xy([x = 0, y = 0]: readonly number[]): XY {
  return [x, y];
}

export class Shaping {
  /** The ground whose corners are shown: the only chosen thing, if its outline may change. */
  ground = $derived<Ground | null>(this.shaped());
  corners = $derived<XY[]>(this.ground?.outline.map(xy) ?? []);
  private before: XY[] | null = null;

  /** Take hold of a corner, or of a new one in the middle of a side. */
  grab(index: number, side: boolean): number {
    this.before = this.corners;
    if (!side) return index;
    const [one, two] = [this.corners[index], this.corners[(index + 1) % this.corners.length]];
    if (one === undefined || two === undefined) return index;
    const middle: XY = [fine((one[0] + two[0]) / 2), fine((one[1] + two[1]) / 2)];
    this.before = this.corners.toSpliced(index + 1, 0, middle);
    return index + 1;
  }

  drag(index: number, to: XY): void {
    if (this.before !== null) this.show(this.before.with(index, to));
  }

  async drop(): Promise<void> {
    this.before = null;
    if (table.held.length > 0) await table.make(...table.held);
  }

  cancel(): void {
    this.before = null;
    table.held = [];
  }

  /** Put a new corner in the middle of a side. */
  async insert(index: number): Promise<void> {
    const at = this.grab(index, true);
    const corners = this.before;
    this.before = null;
    if (corners !== null && at !== index) await this.make(corners);
  }

  async move(index: number, dx: number, dy: number): Promise<void> {
    const corner = this.corners[index];
    if (corner === undefined) return;
    await this.make(this.corners.with(index, [fine(corner[0] + dx), fine(corner[1] + dy)]));
  }

  async remove(index: number): Promise<void> {
    if (this.corners.length > FEWEST) await this.make(this.corners.toSpliced(index, 1));
  }

  /** Take a hex to the ground or from it. */
  async toggle([q, r]: XY): Promise<void> {
    const at = this.corners.findIndex((cell) => cell[0] === q && cell[1] === r);
    if (at < 0) await this.make([...this.corners, [q, r]]);
    else if (this.corners.length > 1) await this.make(this.corners.toSpliced(at, 1));
  }

  private show(corners: XY[]): void {
    const id = this.ground?.id;
    if (id !== undefined) table.held = [{ do: 'outline', id, corners }];
  }

  private async make(corners: XY[]): Promise<void> {
    this.show(corners);
    await table.make(...table.held);
  }

  private shaped(): Ground | null {
    const [id, more] = view.chosen;
    if (id === undefined || more !== undefined || view.panel !== 'setup') return null;
    if (shown.played || !shown.can(id, 'outline')) return null;
    const ground = shown.scene?.grounds.find((each) => each.id === id) ?? null;
    return ground?.round_radius === null ? ground : null;
  }
}

export const shaping = new Shaping();
