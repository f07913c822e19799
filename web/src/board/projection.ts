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

const EDGE = 1e-6;
const MOST_HEXES = 1200;

/** The hexes of the board: centres in the box between its two corners, and all that is stood on. */
export function boardHexes(scene: Scene): XY[] {
  const found = new Map<string, XY>();
  const add = (q: number, r: number) => {
    if (found.size < MOST_HEXES) found.set(`${q},${r}`, [q, r]);
  };
  const [low, high] = [spot(scene, scene.low), spot(scene, scene.high)];
  const [left, right] = [Math.min(low[0], high[0]), Math.max(low[0], high[0])];
  const rows = [low[1], high[1]].map((y) => Math.round((-y * 2) / ROOT3));
  for (let r = Math.min(...rows); r <= Math.max(...rows); r += 1) {
    const last = Math.floor(right + EDGE - r / 2);
    for (let q = Math.ceil(left - EDGE - r / 2); q <= last; q += 1) add(q, r);
  }
  for (const [q = 0, r = 0] of scene.grounds.flatMap((ground) => ground.outline)) add(q, r);
  for (const { position } of scene.pieces) add(position[0] ?? 0, position[1] ?? 0);
  return [...found.values()];
}

/** The corners of all that there is to see, in the plane. */
export function boundsOf(scene: Scene): { low: XY; high: XY } {
  const [low, high] = [spot(scene, scene.low), spot(scene, scene.high)];
  const corners = scene.hexes
    ? boardHexes(scene).flatMap((cell) => hexCorners(spot(scene, cell)))
    : [low, high];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  if (corners.length === 0 || Math.min(...xs) === Math.max(...xs)) {
    return { low: [low[0] - 0.5, low[1] - 0.5], high: [low[0] + 0.5, low[1] + 0.5] };
  }
  return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
}

/** A place of the scene in pixels at a scale, y down, from the plane's origin. */
export function pixel(scene: Pick<Scene, 'hexes'>, at: readonly number[], scale: number): XY {
  const [x, y] = spot(scene, at);
  return [x * scale, -y * scale];
}
