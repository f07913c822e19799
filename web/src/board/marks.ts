/** Facts of a ruling as drawn: strokes under and over the pieces, signs, and what is told. */
import type { Ruling, Scene, XY } from '../api/types';
import { circle, closed, distance, n, open } from './paths';
import { hexCorners, pixel, spot } from './projection';

export type Fact = Ruling['facts'][number];
export type Mark = Fact['mark'];

/** A path drawn in the colour of its mark; `how` says with which stroke. */
export interface Drawn {
  d: string;
  how: 'line' | 'solid' | 'tint' | 'fill' | 'bar' | 'edge' | 'cell' | 'under';
}

export interface Shown {
  mark: Mark;
  under: Drawn[];
  over: Drawn[];
  sign: XY | null;
  told: { text: string; at: XY } | null;
  /** Whether it is a line, whose length is what a margin is about. */
  measured: boolean;
}

/** How far pieces reach around their middles in pixels, by `rimKey`. */
export type Rims = ReadonlyMap<string, number>;

export function rimKey([x, y]: XY): string {
  return `${Math.round(x * 10)},${Math.round(y * 10)}`;
}

/** Endless ranges reach past every edge of the board. */
const ENDLESS = 1e5;
const JUDGED: readonly Mark[] = ['clear', 'partly', 'blocked'];

/** A fact at so many pixels to the unit. */
export function shownFact(
  fact: Fact,
  scene: Pick<Scene, 'hexes'>,
  scale: number,
  rims: Rims,
): Shown {
  const at = (place: readonly number[]): XY => pixel(scene, place, scale);
  const long = (length: unknown) => Math.min(finite(length, ENDLESS) * scale, ENDLESS);
  const shape = fact.shape;
  const text = toldOf(fact);
  const measured = shape.kind === 'line';
  const { mark } = fact;
  const found: Shown = { mark, under: [], over: [], sign: null, told: null, measured };
  const tell = (spot: XY | undefined) => {
    if (text && spot) found.told = { text, at: spot };
  };
  switch (shape.kind) {
    case 'line': {
      const ends = trimmed(at(shape.start), at(shape.end), rims);
      const stop = shape.blocked_at ? at(shape.blocked_at) : null;
      line(found, ends, fact.mark === 'blocked' ? stop : null);
      tell(between(ends[0], ends[1], found.sign ? 0.72 : 0.5));
      break;
    }
    case 'disc': {
      const [middle, r] = [at(shape.centre), long(shape.radius)];
      limit(found, circle(middle[0], middle[1], r));
      tell([middle[0], middle[1] - r]);
      break;
    }
    case 'wedge': {
      const [middle, r] = [at(shape.centre), long(shape.radius)];
      const [from, to] = [finite(shape.start, 0), finite(shape.end, 0)];
      limit(found, sector(middle, r, from, to));
      tell(around(middle, r * 0.8, from + sweepOf(from, to) / 2));
      break;
    }
    case 'outline': {
      const points = shape.points.map(at);
      limit(found, closed(points), true);
      tell(topmost(points));
      break;
    }
    case 'route': {
      const points = shape.points.map(at);
      const dots = points.map(([x, y]) => circle(x, y, 2.6)).join('');
      found.over.push(
        { d: open(points), how: 'under' },
        { d: open(points), how: 'line' },
        { d: dots, how: 'fill' },
      );
      const [last, before] = [points.at(-1), points.at(-2)];
      if (last && before) found.sign = between(before, last, 0.5);
      tell(last);
      break;
    }
    case 'cells': {
      const corners = shape.hexes.map((cell) => hexCorners(spot(scene, cell)));
      const d = corners.map((hex) => closed(hex.map(([x, y]) => [x * scale, -y * scale]))).join('');
      found.under.push({ d, how: 'tint' }, { d, how: 'cell' });
      tell(topmost(shape.hexes.map(at)));
      break;
    }
  }
  if (!JUDGED.includes(fact.mark)) found.sign = null;
  return found;
}

/** A line, cut off at the rims of the pieces whose middles it joins; stopped where it is. */
function line(found: Shown, [start, end]: [XY, XY], stop: XY | null): void {
  found.over.push({ d: open([start, end]), how: 'under' });
  if (stop === null) {
    found.over.push({ d: open([start, end]), how: 'line' });
    found.sign = between(start, end, 0.5);
    return;
  }
  const angle = Math.atan2(stop[1] - start[1], stop[0] - start[0]);
  const [dx, dy] = [-8 * Math.sin(angle), 8 * Math.cos(angle)];
  found.over.push(
    { d: open([start, stop]), how: 'solid' },
    { d: open([stop, end]), how: 'line' },
    {
      d: open([
        [stop[0] - dx, stop[1] - dy],
        [stop[0] + dx, stop[1] + dy],
      ]),
      how: 'bar',
    },
  );
  if (distance(stop, end) > 24) found.sign = between(stop, end, 0.5);
}

/** The edge of an area; what is judged is tinted too. */
function limit(found: Shown, d: string, edge = false): void {
  const judged = JUDGED.includes(found.mark);
  if (judged || found.mark === 'arc' || edge) found.under.push({ d, how: 'tint' });
  found.under.push({ d, how: judged && edge ? 'edge' : 'line' });
}

function trimmed(start: XY, end: XY, rims: Rims): [XY, XY] {
  const [first, last] = [rims.get(rimKey(start)) ?? 0, rims.get(rimKey(end)) ?? 0];
  const long = distance(start, end);
  if (first + last + 12 > long || long === 0) return [start, end];
  return [between(start, end, first / long), between(start, end, 1 - last / long)];
}

export function between(a: XY, b: XY, share: number): XY {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

function around([x, y]: XY, r: number, bearing: number): XY {
  const turn = (bearing * Math.PI) / 180;
  return [x + r * Math.sin(turn), y - r * Math.cos(turn)];
}

/** How many degrees clockwise from one bearing to the other; once around is 360. */
function sweepOf(from: number, to: number): number {
  return (((to - from) % 360) + 360) % 360 || (to === from ? 0 : 360);
}

function sector(middle: XY, r: number, from: number, to: number): string {
  const sweep = sweepOf(from, to);
  if (sweep === 360) return circle(middle[0], middle[1], r);
  const [a, b] = [around(middle, r, from), around(middle, r, from + sweep)];
  const arc = `A${n(r)} ${n(r)} 0 ${sweep > 180 ? 1 : 0} 1 ${n(b[0])} ${n(b[1])}`;
  return `M${n(middle[0])} ${n(middle[1])}L${n(a[0])} ${n(a[1])}${arc}Z`;
}

function topmost(points: readonly XY[]): XY | undefined {
  return points.reduce<XY | undefined>(
    (best, point) => (best === undefined || point[1] < best[1] ? point : best),
    undefined,
  );
}

function finite(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** What is written beside a fact: the name of its arc, or how long it is. */
function toldOf(fact: Fact): string {
  const params = fact.params as Record<string, unknown>;
  if (typeof params['arc'] === 'string') return params['arc'];
  for (const key of ['margin', 'distance', 'range', 'mv', 'cost']) {
    const length = params[key];
    if (typeof length === 'number') return `${n(length)}"`;
  }
  return '';
}
