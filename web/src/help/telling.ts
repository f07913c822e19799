/** A scene in words: where a piece stands, and what it stands in. */
import type { Ground, Piece, Scene, XY } from '../api/types';
import { hexName } from './hexname';

/** A place as players read it: inches from the lower left corner, or the hex's printed name. */
export function placeName(scene: Scene, at: readonly number[]): string {
  const [x = 0, y = 0] = at;
  if (!scene.hexes) return `${rounded(x)}″, ${rounded(y)}″`;
  return hexName(scene, [x, y]);
}

/** The grounds that the middle of a piece is in. */
export function within(scene: Scene, piece: Piece): string[] {
  const [x = 0, y = 0] = piece.position;
  return scene.grounds.filter((each) => holds(scene, each, [x, y])).map((each) => each.id);
}

function holds(scene: Scene, ground: Ground, at: XY): boolean {
  if (scene.hexes) return ground.outline.some(([q, r]) => q === at[0] && r === at[1]);
  const [middle] = ground.outline;
  if (ground.round_radius !== null && ground.round_radius !== undefined && middle) {
    return Math.hypot(at[0] - (middle[0] ?? 0), at[1] - (middle[1] ?? 0)) <= ground.round_radius;
  }
  return inside(ground.outline, at) && !ground.holes.some((hole) => inside(hole, at));
}

/** Whether a point is inside a ring, by how often a ray from it crosses the ring. */
function inside(ring: readonly (readonly number[])[], [x, y]: XY): boolean {
  let found = false;
  ring.forEach(([ax = 0, ay = 0], at) => {
    const [bx = 0, by = 0] = ring[(at + 1) % ring.length] ?? [];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  });
  return found;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
