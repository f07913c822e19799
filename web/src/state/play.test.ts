import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../api/types';
import { Playing } from './play.svelte';

/** A server with one session: every step adds an entry, if it names the head. */
class Server {
  entries: { kind: string; action: string; digest: string }[] = [];
  asked: { path: string; body: Record<string, unknown>; key: string | null }[] = [];

  get head(): string {
    return `h${this.entries.length}`;
  }

  session(): Session {
    const pending = null;
    return {
      id: 's',
      title: 'T',
      system: 'x',
      head: this.head,
      entries: this.entries.length,
      pending,
    } as unknown as Session;
  }

  add(action: string): void {
    this.entries = [
      ...this.entries,
      { kind: 'act', action, digest: `h${this.entries.length + 1}` },
    ];
  }

  fetch = (url: string, init: RequestInit): Promise<Response> => {
    const path = url.replace('/api/v1', '');
    const body = JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>;
    const key = new Headers(init.headers).get('Authorization');
    this.asked.push({ path, body, key });
    return Promise.resolve(this.answer(path, body, key));
  };

  private answer(path: string, body: Record<string, unknown>, key: string | null): Response {
    if (path === '/sessions')
      return Response.json({ session: this.session(), key: 'host', keys: { red: 'r' } });
    if (path === '/actions') return Response.json({ actions: ['end'] });
    if (path.endsWith('/events')) return Response.json({ events: [] });
    if (key === 'Bearer wrong') return Response.json({ code: 'wrong-key' }, { status: 403 });
    if (path.endsWith('/join')) return Response.json({ seat: 'host', seats: [], undo: null });
    if (path === '/sessions/s') return Response.json(this.session());
    if (body['head'] !== this.head) {
      const since = this.entries.slice(Number(String(body['head']).slice(1)));
      return Response.json({ code: 'stale', since }, { status: 409 });
    }
    this.add(String(body['action'] ?? path));
    return Response.json(this.session());
  }
}

class Feed {
  static last: Feed | null = null;
  closed = false;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  private readonly heard = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {
    Feed.last = this;
  }

  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.heard.set(name, listener);
  }

  tell(name: string, data: object): void {
    this.heard.get(name)?.({ data: JSON.stringify(data) });
  }

  close(): void {
    this.closed = true;
  }
}

const settle = () => new Promise((done) => setTimeout(done, 5));
let server = new Server();
let playing = new Playing();

beforeEach(() => {
  server = new Server();
  const kept = new Map<string, string>();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('EventSource', Feed);
  vi.stubGlobal('location', { origin: 'http://here', pathname: '/' });
  vi.stubGlobal('history', { replaceState: vi.fn() });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  playing = new Playing();
});

afterEach(() => vi.unstubAllGlobals());

describe('a session', () => {
  it('is begun with the keys of the sides, and its steps carry head and key', async () => {
    expect(await playing.begin({ example: 'x' })).toBe(true);
    expect(playing.keys).toEqual({ red: 'r' });
    expect(await playing.act('fire')).toBe(true);
    const step = server.asked.find((each) => each.path === '/sessions/s/act');
    expect(step).toMatchObject({ body: { head: 'h0', action: 'fire' }, key: 'Bearer host' });
    expect(playing.session?.head).toBe('h1');
    await settle();
    expect(playing.actions).toEqual(['end']);
  });

  it('refuses a stale step, tells what is new, and stands where the game stands', async () => {
    await playing.begin({ example: 'x' });
    server.add('theirs');
    expect(await playing.act('mine')).toBe(false);
    expect(playing.failed?.problem?.code).toBe('stale');
    expect(playing.news.map((each) => each.kind === 'act' && each.action)).toEqual(['theirs']);
    expect(playing.session?.head).toBe('h1');
    expect(await playing.act('mine')).toBe(true);
    expect(playing.news).toEqual([]);
  });

  it('hears of moves of others once, and not of its own', async () => {
    await playing.begin({ example: 'x' });
    await playing.act('mine');
    Feed.last?.tell('moved', { head: 'h1', count: 1, entries: server.entries });
    expect(playing.news).toEqual([]);
    server.add('theirs');
    const told = { head: 'h2', count: 2, entries: server.entries.slice(1) };
    Feed.last?.tell('moved', told);
    Feed.last?.tell('moved', told);
    await settle();
    expect(playing.news.map((each) => each.digest)).toEqual(['h2']);
    expect(playing.entries).toHaveLength(2);
    expect(playing.session?.head).toBe('h2');
  });

  it('shows a wish to take back dice only while they are the last', async () => {
    await playing.begin({ example: 'x' });
    await settle();
    const undo = { head: 'h0', agreed: ['red'], waiting: ['blue'] };
    Feed.last?.tell('seats', { seats: [], undo });
    expect(playing.undoing).toEqual(undo);
    await playing.act('fire');
    expect(playing.undoing).toBeNull();
  });

  it('is looked at without a key, and played with the one that is known', async () => {
    await playing.join('s');
    expect(playing.watching).toBe(true);
    await playing.join('s', 'secret');
    playing.leave();
    expect(Feed.last?.closed).toBe(true);
    expect(playing.session).toBeNull();
    await playing.join('s');
    expect(playing.key).toBe('secret');
    expect(playing.link(playing.key)).toBe('http://here/play/s#secret');
  });

  it('keeps the key that is known when a link with a wrong one is followed', async () => {
    await playing.begin({ example: 'x' });
    await settle();
    await playing.join('s', 'wrong');
    await settle();
    expect(playing.key).toBe('host');
    expect(playing.seat).toBe('host');
    expect(playing.failed?.status).toBe(403);
    await playing.join('s');
    expect(playing.key).toBe('host');
  });

  it('is only looked at with a wrong key, and that one is not kept', async () => {
    await playing.join('s', 'wrong');
    await settle();
    expect(playing.watching).toBe(true);
    await playing.join('s');
    expect(playing.watching).toBe(true);
  });
});
