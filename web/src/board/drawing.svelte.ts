/** Drawing and putting things on the table: corner by corner, hex by hex, or from the library. */
import type { Edit, Stock } from '../api/editing';
import type { XY } from '../api/types';
import { shown } from '../state/shown.svelte';
import { middle, table } from '../state/table.svelte';
import { view, type Placing } from '../state/view.svelte';
import { moving } from './moving.svelte';

const FEWEST_CORNERS = 3;

export class Drawing {
  /** Corners so far, or hexes, in places of the scene; and where the hand is. */
  corners = $state.raw<XY[]>([]);
  live = $state.raw<XY | null>(null);

  /** What is drawn: what was taken from the library, else the first ground there. */
  stock = $derived<Stock | null>(
    view.tool === 'draw' && view.placing === null
      ? (table.stock.find((each) => each.kind === 'ground') ?? null)
      : (view.placing?.stock ?? null),
  );

  /** Add a corner, or a hex that is taken away again the second time. */
  add(at: XY): void {
    const same = this.corners.findIndex((each) => each[0] === at[0] && each[1] === at[1]);
    if (shown.scene?.hexes) {
      this.corners =
        same < 0 ? [...this.corners, at] : this.corners.filter((_, number) => number !== same);
      return;
    }
    if (same === 0 && this.corners.length >= FEWEST_CORNERS) void this.finish();
    else if (same < 0) this.corners = [...this.corners, at];
  }

  /** Paint a hex, however often the brush goes over it. */
  paint(at: XY): void {
    if (!this.corners.some((each) => each[0] === at[0] && each[1] === at[1])) this.add(at);
  }

  back(): void {
    this.corners = this.corners.slice(0, -1);
  }

  clear(): void {
    this.corners = [];
    this.live = null;
  }

  get ready(): boolean {
    return this.corners.length >= (shown.scene?.hexes ? 1 : FEWEST_CORNERS);
  }

  /** Put what was drawn on the table. */
  async finish(): Promise<void> {
    const stock = this.stock;
    if (!this.ready || stock === null) return;
    const corners = this.corners;
    this.clear();
    const to = shown.scene?.hexes ? (corners[0] ?? [0, 0]) : middle(corners);
    await moving.anew([this.added({ stock, side: null }, to, corners)]);
  }

  /** Put something from the library on a place; `more` keeps it in hand. */
  async put(at: XY, more: boolean): Promise<void> {
    const placing = view.placing;
    if (placing === null) return;
    if (!more) view.placing = null;
    await moving.anew([this.added(placing, at, null)]);
  }

  private added({ stock, side }: Placing, to: XY, corners: XY[] | null): Edit {
    return { do: 'add', stock: stock.id, to, side, as: null, corners };
  }
}

export const drawing = new Drawing();
