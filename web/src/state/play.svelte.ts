/** A session that is played: where it stands, and the key to take it a step on. */
import type { Session } from '../api/types';

export class Playing {
  session = $state.raw<Session | null>(null);
  key = $state<string | null>(null);
}

export const playing = new Playing();
