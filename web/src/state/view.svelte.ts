/** How the table is looked at: which part, with which tool, and what is chosen on it. */
import type { Stock } from '../api/editing';
import type { XY } from '../api/types';

export type Tool = 'select' | 'measure' | 'draw';
export type Panel = 'ask' | 'play' | 'setup';
export type Theme = 'light' | 'dark';

/** Something from the library that the next click puts on the table, for a side. */
export interface Placing {
  stock: Stock;
  side: string | null;
}

const KEPT = 'defilade.theme';
const MOST_SCALE = 400;
/** Pixels left free at each edge when the whole table is seen: tools lie there. */
interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
const WIDE: Room = { left: 74, top: 22, right: 26, bottom: 38 };
const NARROW: Room = { left: 26, top: 14, right: 14, bottom: 80 };
const NARROWEST = 620;

function firstTheme(): Theme {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export class View {
  /** The part of the plane that is seen: its middle, y up, and pixels to one unit. */
  centre = $state.raw<XY>([0, 0]);
  scale = $state(1);
  /** Pixels of the board, and the corners of what there is to see; the board says both. */
  size = $state.raw<XY>([0, 0]);
  bounds = $state.raw<{ low: XY; high: XY }>({ low: [0, 0], high: [1, 1] });
  tool = $state<Tool>('select');
  panel = $state<Panel>('ask');
  /** What is put on the table by the next click, or drawn on it with the tool `draw`. */
  placing = $state.raw<Placing | null>(null);
  /** Ids of pieces and grounds that are chosen, the last one first. */
  chosen = $state.raw<string[]>([]);
  /** The id that the pointer or the keyboard is at, and the target that is locked. */
  hovered = $state<string | null>(null);
  target = $state<string | null>(null);
  snap = $state(true);
  theme = $state<Theme>(firstTheme());

  choose(...ids: string[]): void {
    this.chosen = ids;
    this.target = null;
  }

  /** Let go of what is not on the table any more. */
  keep(there: (id: string) => boolean): void {
    if (!this.chosen.every(there)) this.chosen = this.chosen.filter(there);
    if (this.target !== null && !there(this.target)) this.target = null;
    if (this.hovered !== null && !there(this.hovered)) this.hovered = null;
  }

  toggle(id: string): void {
    this.chosen = this.chosen.includes(id)
      ? this.chosen.filter((each) => each !== id)
      : [id, ...this.chosen];
  }

  /** Let the next click on the table put something there. */
  place(stock: Stock, side: string | null = null): void {
    this.placing = { stock, side };
    this.tool = 'select';
  }

  /** Draw something from the library corner by corner, or hex by hex. */
  draw(stock: Stock): void {
    this.placing = { stock, side: null };
    this.tool = 'draw';
  }

  private get room(): Room {
    return this.size[0] < NARROWEST ? NARROW : WIDE;
  }

  /** Pixels to one unit when the whole table is just seen. */
  get fitting(): number {
    const { low, high } = this.bounds;
    const { left, top, right, bottom } = this.room;
    const across = (this.size[0] - left - right) / Math.max(high[0] - low[0], 1e-6);
    const up = (this.size[1] - top - bottom) / Math.max(high[1] - low[1], 1e-6);
    return Math.max(Math.min(across, up), 0.01);
  }

  /** See the whole table. */
  fit(): void {
    const { low, high } = this.bounds;
    const { left, top, right, bottom } = this.room;
    this.scale = this.fitting;
    const [x, y] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    this.centre = [x + (right - left) / 2 / this.scale, y + (top - bottom) / 2 / this.scale];
  }

  /** Look about by pixels. */
  pan(dx: number, dy: number): void {
    this.lookAt([this.centre[0] - dx / this.scale, this.centre[1] + dy / this.scale]);
  }

  /** Have a spot of the plane in the middle, as near as the table's edges allow. */
  lookAt([x, y]: XY): void {
    const { low, high } = this.bounds;
    this.centre = [Math.min(Math.max(x, low[0]), high[0]), Math.min(Math.max(y, low[1]), high[1])];
  }

  /** Come nearer by a factor; the spot under a pixel of the board stays there. */
  zoom(factor: number, [px, py]: XY = [this.size[0] / 2, this.size[1] / 2]): void {
    const least = Math.min(this.fitting / 2, MOST_SCALE);
    const next = Math.min(Math.max(this.scale * factor, least), MOST_SCALE);
    const off: XY = [px - this.size[0] / 2, this.size[1] / 2 - py];
    const [x, y] = this.centre;
    const gain = 1 / this.scale - 1 / next;
    this.scale = next;
    this.lookAt([x + off[0] * gain, y + off[1] * gain]);
  }

  wear(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem(KEPT, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}

export const view = new View();
