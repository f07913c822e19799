/** The printed name of a hex, where the scene has one. */
import type { Scene, XY } from '../api/types';

interface Named {
  at: readonly number[];
  name: string;
}

/** A hex by its printed name, else by its axial numbers. */
export function hexName(scene: Scene, [q, r]: XY): string {
  const places = ((scene as { places?: unknown }).places ?? []) as Named[];
  const found = places.find((each) => each.at[0] === q && each.at[1] === r);
  return found?.name ?? `${q}, ${r}`;
}
