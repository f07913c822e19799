/** Short messages to the player, shown for a while and read aloud. */
import type { Failed } from '../api/client';
import type { Problem } from '../api/types';
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
    this.shown = [...this.shown.slice(-2), notice];
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
  const told = failed.problem.detail || failed.problem.title || t('problem.title');
  const { path, line } = firstFault(failed.problem);
  if (path.length) return `${path.join(' › ')}: ${told}`;
  return line === null ? told : t('problem.line', { line, told });
}

/** Where the first fault of a file is, as far as that is told. */
function firstFault(problem: Problem): { path: (string | number)[]; line: number | null } {
  const first = problem.faults?.faults[0];
  return { path: first?.path ?? [], line: first?.line ?? null };
}

export const notices = new Notices();
