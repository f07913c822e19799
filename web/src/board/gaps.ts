/** How far things are from each other: between middles, and between the edges of bases. */
import type { Piece, Scene, XY } from '../api/types';
import { spot } from './projection';
import { cornersOf, turned } from './shapes';

/** A base where it stands: a circle, or a polygon around it (an ellipse is one of many corners). */
export interface Base {
  at: XY;
  radius: number;
  corners: XY[];
}

export interface Gap {
  centre: number;
  edge: number;
  /** Steps from hex to hex, on a board of hexes. */
  hexes: number | null;
  /** Where the line between the edges starts and ends, in the plane. */
  ends: [XY, XY];
}

const OVAL_CORNERS = 120;

export function pointBase(at: XY): Base {
  return { at, radius: 0, corners: [] };
}

/** The base of a piece in the plane; on hexes the middle of its hex. */
export function baseOf(scene: Pick<Scene, 'hexes'>, piece: Piece): Base {
  const at = spot(scene, piece.position);
  const print = piece.footprint as Record<string, unknown>;
  const facing = piece.facing ?? 0;
  const put = (corner: XY): XY => {
    const [x, y] = turned(corner, facing);
    return [at[0] + x, at[1] + y];
  };
  switch (print['kind']) {
    case 'round':
      return { at, radius: Number(print['radius']) || 0, corners: [] };
    case 'ellipse': {
      const [long, wide] = [Number(print['half_length']) || 0, Number(print['half_width']) || 0];
      const corners = Array.from({ length: OVAL_CORNERS }, (_, step) => {
        const angle = (2 * Math.PI * step) / OVAL_CORNERS;
        return put([wide * Math.cos(angle), long * Math.sin(angle)]);
      });
      return { at, radius: 0, corners };
    }
    case 'shaped':
      return { at, radius: 0, corners: cornersOf(print).map(put) };
    default:
      return pointBase(at);
  }
}

/** The way between two bases. Hexes are counted, not measured. */
export function gapOf(one: Base, two: Base, hexes: boolean): Gap {
  const centre = Math.hypot(two.at[0] - one.at[0], two.at[1] - one.at[1]);
  if (hexes) {
    return { centre, edge: centre, hexes: steps(one.at, two.at), ends: [one.at, two.at] };
  }
  const [from, to] = nearest(edges(one), edges(two));
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const edge = overlap(one, two) ? 0 : Math.max(0, far - one.radius - two.radius);
  if (edge === 0) return { centre, edge, hexes: null, ends: [one.at, two.at] };
  const [ux, uy] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
  const ends: [XY, XY] = [
    [from[0] + ux * one.radius, from[1] + uy * one.radius],
    [to[0] - ux * two.radius, to[1] - uy * two.radius],
  ];
  return { centre, edge, hexes: null, ends };
}

/** Hexes from one to the other, by spots of the plane. */
function steps(one: XY, two: XY): number {
  const r = Math.round(((one[1] - two[1]) * 2) / Math.sqrt(3));
  const q = Math.round(two[0] - one[0] - r / 2);
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}

type Segment = [XY, XY];

/** The edges of a polygon; a circle is its middle, and its radius is taken off afterwards. */
function edges(base: Base): Segment[] {
  if (base.corners.length === 0) return [[base.at, base.at]];
  return base.corners.map((corner, at) => [
    corner,
    base.corners[(at + 1) % base.corners.length] ?? corner,
  ]);
}

function overlap(one: Base, two: Base): boolean {
  return inside(one.at, two.corners) || inside(two.at, one.corners) || crossing(one, two);
}

function crossing(one: Base, two: Base): boolean {
  if (one.corners.length === 0 || two.corners.length === 0) return false;
  return edges(one).some((a) => edges(two).some((b) => cross(a, b)));
}

function cross([a, b]: Segment, [c, d]: Segment): boolean {
  const side = (p: XY, q: XY, r: XY) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Whether a spot is within a polygon. */
export function inside([x, y]: XY, corners: readonly XY[]): boolean {
  let within = false;
  corners.forEach(([ax, ay], at) => {
    const [bx, by] = corners[(at + corners.length - 1) % corners.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}

/** The nearest spots of two sets of edges: one of them is a corner, unless they cross. */
function nearest(one: Segment[], two: Segment[]): [XY, XY] {
  let best: [XY, XY] = [one[0]?.[0] ?? [0, 0], two[0]?.[0] ?? [0, 0]];
  let least = Infinity;
  const meet = (from: XY, to: XY) => {
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (far < least) [least, best] = [far, [from, to]];
  };
  for (const a of one) {
    for (const b of two) {
      meet(a[0], onto(a[0], b));
      meet(onto(b[0], a), b[0]);
    }
  }
  return best;
}

/** The spot of a segment nearest to a point. */
export function onto([x, y]: XY, [[ax, ay], [bx, by]]: Segment): XY {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  if (square === 0) return [ax, ay];
  const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return [ax + share * dx, ay + share * dy];
}
