/** From table units (inches, y up; or axial hexes, rows down) to pixels of the board and back. */
import type { Scene, XY } from '../api/types';

const ROOT3 = Math.sqrt(3);

/** The plane spot of a place of the scene: hexes are pointy-top, one unit from side to side. */
export function spot(scene: Pick<Scene, 'hexes'>, [x = 0, y = 0]: readonly number[]): XY {
  return scene.hexes ? [x + y / 2, (-y * ROOT3) / 2] : [x, y];
}

/** The place of the scene nearest to a spot of the plane: hexes are rounded. */
export function place(scene: Pick<Scene, 'hexes'>, [x, y]: XY): XY {
  if (!scene.hexes) return [x, y];
  const r = (-y * 2) / ROOT3;
  return rounded(x - r / 2, r);
}

function rounded(q: number, r: number): XY {
  const s = -q - r;
  let [a, b] = [Math.round(q), Math.round(r)];
  const c = Math.round(s);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c - s)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0];
}

/** The corners of a hex around a spot of the plane. */
export function hexCorners([x, y]: XY): XY[] {
  const r = 1 / ROOT3;
  return [90, 30, -30, -90, -150, 150].map((deg) => {
    const turn = (deg * Math.PI) / 180;
    return [x + r * Math.cos(turn), y + r * Math.sin(turn)];
  });
}

/** Corners as the value of an SVG `points`, y turned over. */
export function points(corners: readonly (readonly number[])[]): string {
  return corners.map(([x = 0, y = 0]) => `${x},${-y}`).join(' ');
}
