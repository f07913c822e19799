/**
 * What the chosen piece can see, reach and shoot: a survey that follows every change of the table
 * and of the choice. The newest question wins; older ones are stopped, also at the server.
 */
import { loose } from '../api/client';
import type { Failed } from '../api/client';
import type { BattleRef } from '../api/editing';
import type { Ruling, View as Row } from '../api/types';
import { playing } from './play.svelte';
import { table } from './table.svelte';

export type Tone = 'yes' | 'partly' | 'no' | 'unsettled';

export interface SurveyRow extends Omit<Row, 'ruling'> {
  ruling: Ruling;
  tone: Tone;
  target: string | null;
  action: string | null;
}

export class Asking {
  /** The unit that was asked about, and the rows about it. */
  unit = $state<string | null>(null);
  rows = $state.raw<SurveyRow[]>([]);
  busy = $state(false);
  failed = $state.raw<Failed | null>(null);
  /** Milliseconds from the last question to its answer. */
  took = $state(0);
  private stop: AbortController | null = null;

  /** Ask what a unit can do on the table as it is shown now. */
  async survey(unit: string | null): Promise<void> {
    this.stop?.abort();
    this.unit = unit;
    if (unit === null) {
      this.rows = [];
      return;
    }
    const stop = new AbortController();
    this.stop = stop;
    this.busy = true;
    const began = performance.now();
    try {
      const reply = await asked<{ views: SurveyRow[] }>(
        '/survey',
        { piece: unit, odds: false },
        stop.signal,
      );
      this.failed = reply.ok ? null : reply;
      if (reply.ok) this.rows = reply.value.views;
      this.took = performance.now() - began;
      this.busy = false;
    } catch {
      // stopped by a newer question
    }
  }
}

/** How questions name the table now: the session when one is played, else what is set up. */
export function tableRef(): BattleRef | null {
  return playing.session !== null ? { session: playing.session.id } : table.ref();
}

/** Post a question about the table now, with the whole document where the server lacks it. */
export async function asked<T>(path: string, question: object, signal?: AbortSignal) {
  const reply = await loose<T>(path, { battle: tableRef(), ...question }, { signal });
  if (reply.ok || reply.problem?.code !== 'unknown-battle') return reply;
  return loose<T>(path, { battle: table.wholeRef(), ...question }, { signal });
}

export const asking = new Asking();
