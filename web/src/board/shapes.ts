/** Pieces as drawn: the shape of a footprint in pixels around its middle, and how far it reaches. */
import type { Piece, XY } from '../api/types';
import { circle, closed, rect, regular } from './paths';

/** Half the width of the shape that stands for a piece too small to be seen, in pixels. */
export const SMALLEST = 7;
/** How far a counter reaches, as a share of the distance of two neighbouring hexes. */
export const COUNTER = 0.285;
const MOST_RINGS = 6;
export const RING_GAP = 3.2;

export interface Shape {
  /** The outline around 0, 0, y down. */
  d: string;
  /** The furthest it reaches, and how far it reaches the way it faces. */
  reach: number;
  front: number;
  /** Left, top, right and bottom of it. */
  box: [number, number, number, number];
  /** Its upper right, where signs go. */
  corner: XY;
}

type Print = { kind?: unknown; radius?: unknown; half_length?: unknown; half_width?: unknown } & {
  corners?: unknown;
};

function num(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** The corners of a footprint before it is turned, in inches. */
export function cornersOf(print: Print): XY[] {
  if (!Array.isArray(print.corners)) return [];
  return print.corners
    .filter((each): each is unknown[] => Array.isArray(each))
    .map(([x, y]) => [num(x), num(y)]);
}

/** A corner turned clockwise by degrees, y up. */
export function turned([x, y]: XY, degrees: number): XY {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos + y * sin, y * cos - x * sin];
}

/** The shape of a piece at so many pixels to the inch; `number` is that of its side. */
export function shapeOf(
  piece: Pick<Piece, 'footprint' | 'facing'>,
  number: number,
  scale: number,
): Shape {
  const print: Print = piece.footprint;
  const facing = piece.facing ?? 0;
  switch (print.kind) {
    case 'round': {
      const r = num(print.radius) * scale;
      if (r >= SMALLEST) return even(circle(0, 0, r), r);
      break;
    }
    case 'ellipse': {
      const [long, wide] = [num(print.half_length) * scale, num(print.half_width) * scale];
      const reach = Math.max(long, wide);
      if (reach >= SMALLEST) return { ...even(oval(wide, long, facing), reach), front: long };
      break;
    }
    case 'shaped': {
      const corners = cornersOf(print);
      const points = corners.map((corner): XY => {
        const [x, y] = turned(corner, facing);
        return [x * scale, -y * scale];
      });
      const reach = Math.max(0, ...points.map(([x, y]) => Math.hypot(x, y)));
      const front = Math.max(...corners.map(([, y]) => y * scale), 0);
      if (reach >= SMALLEST) return { d: closed(points), reach, front, ...around(points) };
      break;
    }
    case 'hex': {
      const r = scale * COUNTER;
      return even(emblem(number, r), r);
    }
  }
  return even(emblem(number, SMALLEST), SMALLEST);
}

function even(d: string, r: number): Shape {
  return { d, reach: r, front: r, box: [-r, -r, r, r], corner: [0.72 * r, -0.72 * r] };
}

function around(points: XY[]): Pick<Shape, 'box' | 'corner'> {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const far = ([x, y]: XY) => x - y;
  return {
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    corner: points.reduce((best, each) => (far(each) > far(best) ? each : best), [0, 0]),
  };
}

function oval(rx: number, ry: number, facing: number): string {
  const [x, y] = turned([rx, 0], facing);
  const arc = `A${rx} ${ry} ${facing} 1 0`;
  return `M${x} ${-y}${arc} ${-x} ${y}${arc} ${x} ${-y}Z`;
}

/** The shape that stands for a side where a footprint says nothing. */
export function emblem(number: number, r: number): string {
  switch (number % 6) {
    case 0:
      return circle(0, 0, r);
    case 1:
      return rect(-r * 0.92, -r * 0.92, r * 1.84, r * 1.84);
    case 2:
      return closed(regular([0, 0], r * 1.2, 4));
    case 3:
      return closed(regular([0, 0], r * 1.25, 3));
    case 4:
      return closed(regular([0, 0], r * 1.1, 5));
    default:
      return closed(regular([0, 0], r * 1.1, 6));
  }
}

/** The radii of the rings around a piece that tell a number, such as a layer. */
export function ringsOf(piece: Piece, reach: number): number[] {
  const count = Math.min(piece.rings ?? 0, MOST_RINGS);
  return Array.from({ length: count }, (_, at) => reach + RING_GAP * (at + 1));
}

/** The nose that tells where a piece faces, ahead of it; empty where it faces nowhere. */
export function noseOf(piece: Piece, shape: Shape): string {
  if (piece.facing === null) return '';
  const inner = shape.front + 1.5 + RING_GAP * Math.min(piece.rings ?? 0, MOST_RINGS);
  const corners: XY[] = [
    [5, inner],
    [0, inner + 9.5],
    [-5, inner],
  ];
  return closed(
    corners.map((corner): XY => {
      const [x, y] = turned(corner, piece.facing ?? 0);
      return [x, -y];
    }),
  );
}
