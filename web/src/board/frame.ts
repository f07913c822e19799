/** Between pixels of the board and spots of the plane, as it is looked at now. */
import type { XY } from '../api/types';
import { view } from '../state/view.svelte';

/** The spot of the plane under a pixel of the board. */
export function spotAt([px, py]: XY): XY {
  const [w, h] = view.size;
  return [view.centre[0] + (px - w / 2) / view.scale, view.centre[1] - (py - h / 2) / view.scale];
}

/** The pixel of the board over a spot of the plane. */
export function pixelAt([x, y]: XY): XY {
  const [w, h] = view.size;
  return [(x - view.centre[0]) * view.scale + w / 2, (view.centre[1] - y) * view.scale + h / 2];
}
