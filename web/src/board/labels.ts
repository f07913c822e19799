/** Where names go, so that they do not lie on each other or on what they name. */
import type { XY } from '../api/types';

/** Left, top, right, bottom. */
export type Box = [number, number, number, number];

/** A name to be placed; `below` is smaller and stands under it. */
export interface Name {
  id: string;
  text: string;
  size: number;
  below?: string;
  kind: string;
}

export interface Placed extends Name {
  /** The middle of the box that the name fills. */
  at: XY;
  box: Box;
  /** Where a thin line back to its thing starts and ends, if it is far. */
  tie: [XY, XY] | null;
}

/** A box that is covered; `round` is the last count that it was part of. */
interface Taken {
  box: Box;
  weight: number;
  round: number;
}

/** A place for a name, and how many square pixels it would cover, by weight. */
export interface Found extends Placed {
  covered: number;
}

const GAPS = [4, 13, 26, 44, 68];
/** Names further than this from their thing are tied to it by a line. */
const TIED = 20;
/** What a pixel of distance costs, in covered square pixels. */
const WAY = 2;
const CELL = 48;
const COLUMN = 1e6;
/** What a pixel beyond the frame costs. */
const OUT = 50;
const NAME_WEIGHT = 3;
const DIRECTIONS = [180, 0, 90, 270, 135, 45, 225, 315, 157.5, 202.5, 22.5, 337.5].map(
  (deg): XY => [Math.sin((deg * Math.PI) / 180), -Math.cos((deg * Math.PI) / 180)],
);
const NARROW = new Set("iljtfrI.,:;'|·()[]! ");
const WIDE = new Set('mwMW@%');

/** About how wide a text is drawn, in pixels. */
export function widthOf(text: string, size: number): number {
  let share = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) share += 0.35;
    else if (WIDE.has(letter)) share += 0.88;
    else if (letter > '\u2e7f') share += 1;
    else share += letter === letter.toLowerCase() ? 0.58 : 0.66;
  }
  return share * size;
}

/** How wide and tall a name is. */
export function sizeOf({ text, size, below = '' }: Name): XY {
  const small = size * 0.84;
  const wide = Math.max(widthOf(text, size), widthOf(below, small));
  return [wide + 2, size * 1.2 + (below ? small * 1.25 : 0)];
}

/** Boxes already taken; places each name where it covers least of them. */
export class Labels {
  private readonly cells = new Map<number, Taken[]>();
  private round = 0;

  /** Names keep within the frame where they can. */
  constructor(private readonly frame: Box) {}

  block(box: Box, weight = 1): void {
    const taken = { box, weight, round: 0 };
    spanned(box, (key) => {
      const held = this.cells.get(key);
      if (held) held.push(taken);
      else this.cells.set(key, [taken]);
    });
  }

  /** The best place for a name beside a thing of some half sizes, and how much it covers there. */
  look(name: Name, at: XY, half: XY): Found {
    const size = sizeOf(name);
    let best = { cost: Infinity, covered: 0, box: boxAround(at, size), gap: 0 };
    for (const gap of GAPS) {
      if (best.cost <= WAY * gap) break;
      for (const way of DIRECTIONS) {
        const box = besideBox(at, [half[0] + gap, half[1] + gap], way, size);
        const covered = this.covered(box);
        const cost = covered + WAY * gap;
        if (cost < best.cost) best = { cost, covered, box, gap };
      }
    }
    const { box, gap, covered } = best;
    const line = gap > TIED ? tie(at, Math.min(...half), box) : null;
    return { ...name, box, at: middleOf(box), tie: line, covered };
  }

  /** Put a name where it was found to go. */
  take(found: Found): Placed {
    this.block(found.box, NAME_WEIGHT);
    return found;
  }

  /** A name inside of a room if it finds a place there that covers nothing, else null. */
  within(name: Name, room: Box): Placed | null {
    const [wide, tall] = sizeOf(name);
    const [left, top, right, bottom] = room;
    const spare: XY = [right - left - wide - 4, bottom - top - tall - 4];
    if (spare[0] < 0 || spare[1] < 0) return null;
    for (const [i, j] of WITHIN) {
      const [x, y] = [left + 2 + spare[0] * i, top + 2 + spare[1] * j];
      const box: Box = [x, y, x + wide, y + tall];
      if (this.covered(box) > 0.5) continue;
      this.block(box, NAME_WEIGHT);
      return { ...name, box, at: middleOf(box), tie: null };
    }
    return null;
  }

  /** A name at the first of some spots where it covers nothing, or null. */
  atFirstFree(name: Name, spots: readonly XY[]): Placed | null {
    for (const at of spots) {
      const box = boxAround(at, sizeOf(name));
      if (this.covered(box) > 0.5) continue;
      this.block(box, NAME_WEIGHT);
      return { ...name, box, at, tie: null };
    }
    return null;
  }

  private outside([left, top, right, bottom]: Box): number {
    const [low, high, far, deep] = this.frame;
    return Math.max(0, low - left, right - far) + Math.max(0, high - top, bottom - deep);
  }

  covered(box: Box): number {
    const round = (this.round += 1);
    let sum = OUT * this.outside(box);
    spanned(box, (key) => {
      for (const each of this.cells.get(key) ?? []) {
        if (each.round === round) continue;
        each.round = round;
        sum += each.weight * common(box, each.box);
      }
    });
    return sum;
  }
}

/** Shares of the spare room, the middle first, then outwards. */
const WITHIN: XY[] = [0, 1, 2, 3, 4]
  .flatMap((i) => [0, 1, 2, 3, 4].map((j): XY => [i / 4, j / 4]))
  .sort((a, b) => Math.hypot(a[0] - 0.5, a[1] - 0.5) - Math.hypot(b[0] - 0.5, b[1] - 0.5));

/** The cells of a coarse grid that a box touches, as numbers. */
function spanned([left, top, right, bottom]: Box, visit: (key: number) => void): void {
  const [low, high] = [Math.floor(top / CELL), Math.floor(bottom / CELL)];
  for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x += 1) {
    for (let y = low; y <= high; y += 1) visit(x * COLUMN + y);
  }
}

export function boxAround([x, y]: XY, [wide, tall]: XY): Box {
  return [x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2];
}

function besideBox(at: XY, half: XY, way: XY, size: XY): Box {
  const x = at[0] + way[0] * (half[0] + size[0] / 2);
  const y = at[1] + way[1] * (half[1] + size[1] / 2);
  return boxAround([x, y], size);
}

function middleOf([left, top, right, bottom]: Box): XY {
  return [(left + right) / 2, (top + bottom) / 2];
}

function tie(at: XY, reach: number, [left, top, right, bottom]: Box): [XY, XY] {
  const end: XY = [Math.max(left, Math.min(at[0], right)), Math.max(top, Math.min(at[1], bottom))];
  const long = Math.hypot(end[0] - at[0], end[1] - at[1]) || 1;
  const start: XY = [
    at[0] + ((end[0] - at[0]) * reach) / long,
    at[1] + ((end[1] - at[1]) * reach) / long,
  ];
  return [start, end];
}

function common(one: Box, two: Box): number {
  const wide = Math.min(one[2], two[2]) - Math.max(one[0], two[0]);
  const tall = Math.min(one[3], two[3]) - Math.max(one[1], two[1]);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}
