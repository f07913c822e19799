/** Dice that were typed in but not given yet, kept so that one can leave in the middle of it. */
import type { Face } from './dice';

export interface Held {
  /** The head of the log that they answer. */
  head: string;
  faces: Face[];
}

const KEPT = 'defilade.faces';

/** What was typed in last; nothing where it cannot be read. */
export function keptFaces(store: Pick<Storage, 'getItem'>): Held {
  try {
    const read = JSON.parse(store.getItem(KEPT) ?? 'null') as Partial<Held> | null;
    if (typeof read?.head === 'string' && Array.isArray(read.faces))
      return { head: read.head, faces: read.faces };
  } catch {
    // what somebody else wrote there is nothing of ours
  }
  return { head: '', faces: [] };
}

export function keepFaces(store: Pick<Storage, 'setItem'>, held: Held): void {
  store.setItem(KEPT, JSON.stringify(held));
}
