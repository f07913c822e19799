/**
 * The odds of actions, asked when they are looked at and kept as long as the table stays. Where
 * exact odds take too much, a sample is asked for, and says that it is one.
 */
import type { Reply } from '../api/client';
import type { Odds } from '../api/types';

export interface Sample {
  trials: number;
  seed: string;
}

/** Asks the server for the odds of an action: exact ones, or those of a sample. */
export type Ask = (
  action: string,
  sample: Sample | null,
  signal: AbortSignal,
) => Promise<Reply<Odds>>;

const TOO_MUCH = new Set(['too-many-states', 'too-slow', 'too-much-memory']);
const SAMPLE: Sample = { trials: 200_000, seed: 'board' };
const MOST = 200;

export class Chances {
  private readonly known = new Map<string, Odds | null>();

  constructor(private readonly ask: Ask) {}

  /** What is known already: odds, null where there are none, undefined where nobody asked. */
  peek(table: string, action: string): Odds | null | undefined {
    return this.known.get(`${table}\n${action}`);
  }

  /** The odds of an action, or null where it has none. Throws where `signal` was aborted. */
  async of(table: string, action: string, signal: AbortSignal): Promise<Odds | null> {
    const known = this.peek(table, action);
    if (known !== undefined) return known;
    let reply = await this.ask(action, null, signal);
    if (!reply.ok && TOO_MUCH.has(reply.problem?.code ?? ''))
      reply = await this.ask(action, SAMPLE, signal);
    const odds = reply.ok ? reply.value : null;
    if (reply.ok || reply.status === 422) this.keep(`${table}\n${action}`, odds);
    return odds;
  }

  private keep(key: string, odds: Odds | null): void {
    this.known.set(key, odds);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST) return;
      this.known.delete(oldest);
    }
  }
}
