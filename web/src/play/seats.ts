/** Sessions that this browser knows, with the keys it was given: kept so that one can go on. */

export interface Seat {
  id: string;
  title: string;
  system: string;
  /** The key this browser plays with; null where it only looks on. */
  key: string | null;
  /** The keys of the sides, for whoever began the session. */
  keys: Record<string, string>;
  time: number;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const KEPT = 'defilade.sessions';
const MOST = 8;

/** What is kept, the last used first; nothing where it cannot be read. */
export function seats(store: Store): Seat[] {
  try {
    const read: unknown = JSON.parse(store.getItem(KEPT) ?? '[]');
    return Array.isArray(read) ? read.filter(isSeat) : [];
  } catch {
    return [];
  }
}

/** Keep a seat as the last used; a key that is known already is not lost by looking on. */
export function sit(store: Store, seat: Seat): Seat {
  const all = seats(store);
  const known = all.find((each) => each.id === seat.id);
  const merged = { ...seat, key: seat.key ?? known?.key ?? null };
  const keys = Object.keys(seat.keys).length ? seat.keys : (known?.keys ?? {});
  const others = all.filter((each) => each.id !== seat.id);
  store.setItem(KEPT, JSON.stringify([{ ...merged, keys }, ...others].slice(0, MOST)));
  return { ...merged, keys };
}

/** Have another key for a session that is known, or none. */
export function rekey(store: Store, id: string, key: string | null): void {
  const all = seats(store).map((each) => (each.id === id ? { ...each, key } : each));
  store.setItem(KEPT, JSON.stringify(all));
}

/** Forget a session. */
export function forget(store: Store, id: string): void {
  store.setItem(KEPT, JSON.stringify(seats(store).filter((each) => each.id !== id)));
}

function isSeat(value: unknown): value is Seat {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, system, key, keys } = value as Partial<Record<keyof Seat, unknown>>;
  return (
    [id, title, system].every((each) => typeof each === 'string') &&
    (key === null || typeof key === 'string') &&
    typeof keys === 'object' &&
    keys !== null
  );
}
