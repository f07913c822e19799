/** Which things of the table faults are about. */
import type { Fault } from '../api/editing';
import type { Scene } from '../api/types';

/** How many faults name each piece or ground, by id. */
export function countFaults(faults: readonly Fault[], scene: Scene): Map<string, number> {
  const counts = new Map<string, number>();
  if (faults.length === 0) return counts;
  const things = [...scene.pieces, ...scene.grounds];
  for (const fault of faults) {
    const words = wordsOf(fault);
    for (const thing of things) {
      const unit = 'unit' in thing ? thing.unit : '';
      const named = words.has(thing.id) || (!!unit && words.has(unit) && !others(words, thing.id));
      if (named) counts.set(thing.id, (counts.get(thing.id) ?? 0) + 1);
    }
  }
  return counts;

  /** Whether a fault names a piece of its own, so that its whole unit is not meant. */
  function others(words: Set<string>, id: string): boolean {
    return scene.pieces.some((piece) => piece.id !== id && words.has(piece.id));
  }
}

function wordsOf({ path, params }: Fault): Set<string> {
  const words = [...path, ...Object.values(params).flat()];
  return new Set(words.filter((word) => typeof word === 'string'));
}
