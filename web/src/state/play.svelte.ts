/**
 * A session that is played: where it stands, what may be done, and the key to take it a step on.
 * The server holds the game; a step names the head that was seen, and one that comes too late is
 * refused and explained. Moves of others come by the session's feed.
 */
import { get, post } from '../api/client';
import type { Body, Failed, How, Reply } from '../api/client';
import type { BattleRef } from '../api/editing';
import type { components } from '../api/schema';
import type { Session } from '../api/types';
import { type Entry, joined } from '../play/entries';
import { forget, rekey, type Seat, seats, sit } from '../play/seats';

export interface Happening {
  code: string;
  clause: string;
  says?: string;
}

export type Seats = Omit<components['schemas']['Seated'], 'seat'>;

const AGAIN_MS = 5000;
const FEED_CLOSED = 2;

export class Playing {
  session = $state.raw<Session | null>(null);
  key = $state<string | null>(null);
  /** The keys of the sides, where this browser began the session. */
  keys = $state.raw<Record<string, string>>({});
  /** The side that this browser plays, or `host`; null where it looks on. */
  seat = $state<string | null>(null);
  seated = $state.raw<Seats | null>(null);
  /** What may be done now, and all that happened, in words. */
  actions = $state.raw<string[]>([]);
  events = $state.raw<Happening[]>([]);
  entries = $state.raw<Entry[]>([]);
  busy = $state(false);
  /** Whether the last change was a step of this browser's own. */
  moved = $state(false);
  /** Whether moves of others are heard of. */
  listening = $state(false);
  failed = $state.raw<Failed | null>(null);
  /** What others did since this browser's own last step. */
  news = $state.raw<Entry[]>([]);
  seats = $state.raw<Seat[]>([]);

  watching = $derived(this.session !== null && this.key === null);
  /** Dice that somebody wants to take back now, and who has not agreed yet. */
  undoing = $derived(
    this.seated?.undo?.head === this.session?.head ? (this.seated?.undo ?? null) : null,
  );
  private feed: EventSource | null = null;
  private asked = 0;

  /** Begin to play a table as it is set up. */
  async begin(battle: BattleRef, seed: string | null = null): Promise<boolean> {
    this.busy = true;
    const reply = await post('/sessions', { battle, seed } as Body<'/sessions'>);
    this.busy = false;
    this.failed = reply.ok ? null : reply;
    if (!reply.ok) return false;
    const { session, key, keys } = reply.value;
    this.enter(session, key, keys);
    this.moved = true;
    return true;
  }

  /** Come to a session that is under way: with its key to play, without to look on. */
  async join(id: string, key: string | null = null): Promise<boolean> {
    this.seats = seats(localStorage);
    const known = this.seats.find((each) => each.id === id);
    const reply = await get('/sessions/{session}', { at: { session: id } });
    this.failed = reply.ok ? null : reply;
    if (!reply.ok) return false;
    this.enter(reply.value, key ?? known?.key ?? null, known?.keys ?? {});
    return true;
  }

  /** Go back to setting up. The session stays where it is, and can be joined again. */
  leave(): void {
    this.feed?.close();
    this.feed = null;
    if (this.session !== null && location.pathname.startsWith('/play/'))
      history.replaceState(null, '', '/');
    this.session = null;
    this.key = this.seat = this.seated = null;
    this.keys = {};
    this.actions = this.events = this.entries = this.news = [];
    this.failed = null;
    this.seats = seats(localStorage);
  }

  act(action: string): Promise<boolean> {
    return this.step((head, how) => post('/sessions/{session}/act', { head, action }, how));
  }

  answer(faces: (number | string)[]): Promise<boolean> {
    return this.step((head, how) => post('/sessions/{session}/answer', { head, faces }, how));
  }

  roll(): Promise<boolean> {
    return this.step((head, how) => post('/sessions/{session}/roll', { head }, how));
  }

  choose(index: number): Promise<boolean> {
    return this.step((head, how) => post('/sessions/{session}/choose', { head, index }, how));
  }

  /** Take back the last step. Dice are only taken back once everybody pressed this. */
  undo(): Promise<boolean> {
    const agreed = true;
    return this.step((head, how) => post('/sessions/{session}/undo', { head, agreed }, how));
  }

  redo(): Promise<boolean> {
    return this.step((head, how) => post('/sessions/{session}/redo', { head }, how));
  }

  reveal(): Promise<boolean> {
    return this.step((head, how) => post('/sessions/{session}/reveal', { head }, how));
  }

  /** The address by which others come to this table; with a key they can play. */
  link(key: string | null): string {
    const path = `${location.origin}/play/${this.session?.id ?? ''}`;
    return key === null ? path : `${path}#${key}`;
  }

  forget(id: string): void {
    forget(localStorage, id);
    this.seats = seats(localStorage);
  }

  private enter(session: Session, key: string | null, keys: Record<string, string>): void {
    this.feed?.close();
    this.news = this.entries = [];
    const { id, title, system } = session;
    const before = seats(localStorage).find((each) => each.id === id)?.key ?? null;
    const seat = sit(localStorage, { id, title, system, key, keys, time: Date.now() });
    [this.key, this.keys] = [seat.key, seat.keys];
    this.take(session);
    history.replaceState(null, '', `/play/${id}${seat.key === null ? '' : `#${seat.key}`}`);
    this.listen(id);
    void this.come(id, before === seat.key ? null : before);
  }

  /** Tell the others who came; the key says as whom. One that is wrong costs no other its place. */
  private async come(id: string, before: string | null): Promise<void> {
    this.seat = this.seated = null;
    if (this.key === null) return;
    const reply = await post('/sessions/{session}/join', {}, this.how(id));
    if (this.session?.id !== id) return;
    if (reply.ok) [this.seat, this.seated] = [reply.value.seat, reply.value];
    else if (reply.status === 403) {
      [this.key, this.failed] = [before, reply];
      rekey(localStorage, id, before);
      history.replaceState(null, '', this.link(before));
      if (before !== null) await this.come(id, null);
    }
  }

  private how(id: string): How {
    return { key: this.key, at: { session: id } };
  }

  private async step(put: (head: string, how: How) => Promise<Reply<Session>>) {
    const session = this.session;
    if (session === null || this.busy) return false;
    this.busy = true;
    const reply = await put(session.head, this.how(session.id));
    this.busy = false;
    this.failed = reply.ok ? null : reply;
    if (reply.ok) {
      this.moved = true;
      this.news = [];
      this.take(reply.value);
    } else if (reply.problem?.code === 'stale') {
      this.tell((reply.problem['since'] ?? []) as Entry[]);
      await this.refresh();
    }
    return reply.ok;
  }

  /** Add what others did to the news, each once. */
  private tell(entries: readonly Entry[]): void {
    const known = new Set(this.news.map((each) => each.digest));
    this.news = [...this.news, ...entries.filter((each) => !known.has(each.digest))];
  }

  /** See where the session stands now, and what may be done there. */
  private take(session: Session): void {
    if (this.failed?.problem?.code === 'both-needed') this.failed = null;
    this.session = session;
    const now = (this.asked += 1);
    void this.learn(session, now);
  }

  private async learn(session: Session, now: number): Promise<void> {
    const at = { session: session.id };
    const [events, actions] = await Promise.all([
      get('/sessions/{session}/events', { at }),
      session.pending === null ? post('/actions', { battle: { session: session.id } }) : null,
    ]);
    if (now !== this.asked) return;
    if (events.ok) this.events = events.value.events as Happening[];
    this.actions = actions?.ok ? actions.value.actions : [];
  }

  private async refresh(): Promise<void> {
    const id = this.session?.id;
    if (id === undefined) return;
    const reply = await get('/sessions/{session}', { at: { session: id } });
    if (reply.ok && this.session?.id === id && reply.value.head !== this.session.head)
      this.take(reply.value);
  }

  private listenAgain(old: EventSource, id: string): void {
    if (this.feed === old && this.session?.id === id) this.listen(id);
  }

  private listen(id: string): void {
    const feed = new EventSource(`/api/v1/sessions/${id}/feed`);
    this.feed = feed;
    feed.onopen = () => (this.listening = true);
    feed.onerror = () => {
      this.listening = false;
      // a server that refused a listener is not asked again by the browser itself
      if (feed.readyState === FEED_CLOSED) setTimeout(() => this.listenAgain(feed, id), AGAIN_MS);
    };
    feed.addEventListener('seats', (event: MessageEvent<string>) => {
      this.seated = JSON.parse(event.data) as Seats;
    });
    feed.addEventListener('moved', (event: MessageEvent<string>) => {
      const told = JSON.parse(event.data) as { head: string; count: number; entries: Entry[] };
      const fresh = told.count - Math.max(this.entries.length, this.session?.entries ?? 0);
      this.entries = joined(this.entries, told.entries, told.count);
      if (this.busy || told.head === this.session?.head || fresh <= 0) return;
      this.moved = false;
      this.tell(told.entries.slice(-fresh));
      void this.refresh();
    });
  }
}

export const playing = new Playing();
