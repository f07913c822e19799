/** Short messages to the player, shown for a while and read aloud. */
import { untrack } from 'svelte';
import type { Failed } from '../api/client';
import type { Fault } from '../api/editing';
import { t } from '../words/words.svelte';

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

const SHOWN_MS = 6000;

class Notices {
  shown = $state.raw<Notice[]>([]);
  private count = 0;

  tell(text: string, bad = false): void {
    const notice = { id: (this.count += 1), text, bad };
    // effects tell too, and must not run again because of what they told
    this.shown = [...untrack(() => this.shown).slice(-2), notice];
    setTimeout(() => this.drop(notice.id), bad ? SHOWN_MS * 2 : SHOWN_MS);
  }

  drop(id: number): void {
    this.shown = this.shown.filter((each) => each.id !== id);
  }

  /** What went wrong with a question, in the server's words where it has any. */
  failed(failed: Failed): void {
    this.tell(said(failed), true);
  }
}

/** A failed question as a sentence. */
export function said(failed: Failed): string {
  if (failed.problem === null) return t('state.offline');
  const [first] = failed.problem.faults?.faults ?? [];
  if (first !== undefined) return placed(first);
  return failed.problem.detail || failed.problem.title || t('problem.title');
}

/** A fault of a file with where it is, as far as that is told. */
function placed({ message, path, line }: Fault): string {
  if (path.length) return `${path.join(' › ')}: ${message}`;
  return line === null ? message : t('problem.line', { line, told: message });
}

export const notices = new Notices();
