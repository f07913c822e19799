/** Entries of a log in the words of the page. */
import { t } from '../words/words.svelte';
import type { Entry } from './entries';

/** One entry in a line: `Dice: 6, 4, 3 (from the seed)`. */
export function said(entry: Entry): string {
  switch (entry.kind) {
    case 'act':
      return entry.action;
    case 'throw':
      return t(entry.origin === 'seed' ? 'said.rolled' : 'said.thrown', {
        faces: entry.faces.join(', '),
      });
    case 'pick':
      return t('said.pick', { label: entry.label });
    case 'undo':
      return t('said.undo', { entry: entry.entry + 1 });
    case 'redo':
      return t('said.redo', { entry: entry.entry + 1 });
    case 'commit':
      return t('said.commit', { hash: entry.sha256.slice(0, 12) });
    case 'reveal':
      return t('said.reveal', { seed: entry.seed });
  }
}
