/** The library in groups, and what of it fits some letters. */
import type { Stock } from '../api/editing';

export interface Group {
  group: string;
  entries: Stock[];
}

/** Entries by group, both in the order they were given. */
export function grouped(stock: readonly Stock[]): Group[] {
  const found = new Map<string, Stock[]>();
  for (const each of stock) found.set(each.group, [...(found.get(each.group) ?? []), each]);
  return [...found].map(([group, entries]) => ({ group, entries }));
}

/** The entries whose label or group has every word that was typed. */
export function matching(stock: readonly Stock[], typed: string): Stock[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return stock.filter((each) => {
    const text = `${each.label} ${each.group}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
