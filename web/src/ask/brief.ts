/** Odds in a few characters, for a row of a list. */
import type { Odds } from '../api/types';
import { num } from '../words/words.svelte';
import { parted } from './columns';

/** The mean of the first measure with its unit: `⌀ 2.1 hull`. */
export function brief(odds: Odds): string {
  const first = parted(odds).charts[0];
  if (first?.mean === undefined) return '';
  return `⌀ ${num(first.mean, 1)}${first.unit ? ` ${first.unit}` : ''}`;
}
