/** Where things come to lie: on marks of the table, or exactly where they are put. */
import type { Scene, XY } from '../api/types';
import { place } from './projection';

/** Steps of turning while snapping, in degrees. */
export const TURN = 15;

/** Inches between marks: finer ones the nearer the table is. */
export function stepAt(scale: number): number {
  if (scale >= 90) return 0.1;
  return scale >= 36 ? 0.25 : 0.5;
}

/** A place of the scene for a spot of the plane. Hexes always snap. */
export function placed(
  scene: Pick<Scene, 'hexes'>,
  [x, y]: XY,
  { snap, scale }: { snap: boolean; scale: number },
): XY {
  if (scene.hexes) return place(scene, [x, y]);
  return snap ? [onMark(x, stepAt(scale)), onMark(y, stepAt(scale))] : [fine(x), fine(y)];
}

function onMark(value: number, step: number): number {
  return fine(Math.round(value / step) * step);
}

/** A coordinate as the table keeps it, in thousandths. */
export function fine(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}

/** A bearing from 0 up to 360. */
export function bearing(degrees: number): number {
  return fine(((degrees % 360) + 360) % 360);
}

/** A bearing turned by steps: onto the next mark of `TURN`, or by single degrees. */
export function turnedBy(facing: number, steps: number, finely: boolean): number {
  if (finely) return bearing(facing + steps);
  const mark = facing / TURN;
  const next = steps > 0 ? Math.floor(mark + 1e-6) : Math.ceil(mark - 1e-6);
  return bearing((next + steps) * TURN);
}

/** The hex one step away: up and down keep to one column by going left and right in turn. */
export function hexStep([q, r]: XY, dx: number, dy: number): XY {
  if (dx !== 0) return [q + dx, r];
  const odd = Math.abs(r) % 2 === 1;
  if (dy > 0) return odd ? [q + 1, r - 1] : [q, r - 1];
  return odd ? [q, r + 1] : [q - 1, r + 1];
}
