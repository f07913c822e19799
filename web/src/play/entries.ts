/** Entries of a session's log: what was done, thrown, chosen, and taken back. */

export type Entry = { digest: string } & (
  | { kind: 'act'; action: string }
  | { kind: 'throw'; clause: string; faces: (number | string)[]; origin: string }
  | { kind: 'pick'; clause: string; index: number; label: string }
  | { kind: 'undo' | 'redo'; entry: number }
  | { kind: 'commit'; sha256: string }
  | { kind: 'reveal'; seed: string }
);

/** The entries known so far with those that were told now, which end at the `count`-th. */
export function joined(known: readonly Entry[], told: readonly Entry[], count: number): Entry[] {
  return [...known.slice(0, Math.max(0, count - told.length)), ...told];
}

/** Numbers of the entries that are undone and were not done again. */
export function undone(entries: readonly Entry[]): Set<number> {
  const found = new Set<number>();
  for (const each of entries) {
    if (each.kind === 'undo') found.add(each.entry);
    if (each.kind === 'redo') found.delete(each.entry);
  }
  return found;
}

/** The entry that an undo would take back now, if there is one. */
export function lastLive(entries: readonly Entry[]): Entry | null {
  const gone = undone(entries);
  const plays = ['act', 'throw', 'pick'];
  return entries.findLast((each, i) => plays.includes(each.kind) && !gone.has(i)) ?? null;
}
