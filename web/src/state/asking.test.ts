import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Edited } from '../api/editing';
import type { Row, Tone } from '../ask/rows';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('matchMedia', () => ({ matches: false }));
vi.stubGlobal('navigator', { languages: ['en'] });
afterAll(() => vi.unstubAllGlobals());

const { Asking } = await import('./asking.svelte');
const { table } = await import('./table.svelte');
const { view } = await import('./view.svelte');

const SCENE = {
  pieces: ['Heron', 'Anvil 1', 'Anvil 2', 'Tack'].map((id) => ({
    id,
    unit: id.split(' ')[0],
    position: [0, 0],
    facing: 0,
  })),
  grounds: [{ id: 'Bank', outline: [], holes: [] }],
};

function row(by: string, at: string, tone: Tone): Row {
  const question = { kind: 'firing', by, at, weapon: 'Lance', detail: {} };
  const ruling = { question, tone, numbers: {}, facts: [{ code: `${by} ${at}` }] };
  return { ruling, tone, target: at, action: null, odds: null } as unknown as Row;
}

const ROWS = [
  row('Heron', 'Anvil', 'yes'),
  row('Heron', 'Tack', 'no'),
  row('Heron', 'Bank', 'partly'),
];

type Body = Record<string, unknown>;
let asked: { path: string; body: Body }[] = [];
let answer: (path: string, body: Body) => Response | undefined = () => undefined;
/** Whether odds take for ever, until they are stopped. */
let endless = false;
let asking = new Asking();

function reply(url: string, init: RequestInit): Promise<Response> {
  const path = url.replace('/api/v1', '');
  const body = JSON.parse(init.body as string) as Body;
  asked.push({ path, body });
  if (endless && body['odds'])
    return new Promise((_, fail) =>
      init.signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))),
    );
  const own = answer(path, body);
  if (own) return Promise.resolve(own);
  if (path === '/survey') return Promise.resolve(Response.json({ views: ROWS }));
  const questions = body['questions'] as { at: string }[];
  const rulings = questions.map(({ at }) => row('Heron', at, 'no').ruling);
  return Promise.resolve(Response.json({ rulings }));
}

const settle = (ms = 5) => vi.advanceTimersByTimeAsync(ms);
const paths = () => asked.map((each) => each.path);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', reply);
  const edited = { scene: SCENE, kept: 'k', document: { d: 1 }, things: [], stock: [] };
  table.restore({ edited: edited as unknown as Edited, unsent: [] });
  view.choose();
  view.hovered = null;
  asked = [];
  answer = () => undefined;
  endless = false;
  asking = new Asking();
  asking.follow('Heron', false);
  await settle();
});

afterEach(() => {
  asking.follow(null, false);
  vi.useRealTimers();
});

describe('asking about the chosen unit', () => {
  it('surveys it, and tints every piece of a target', () => {
    expect(asked[0]).toMatchObject({ path: '/survey', body: { piece: 'Heron', odds: false } });
    expect(asking.tones).toEqual(
      new Map([
        ['Anvil 1', 'yes'],
        ['Anvil 2', 'yes'],
        ['Tack', 'no'],
        ['Bank', 'partly'],
      ]),
    );
  });

  it('shows what is hovered before what is locked, and what is pointed at before both', () => {
    asking.aim('Tack');
    expect(asking.row?.ruling.question).toMatchObject({ at: 'Tack' });
    view.hovered = 'Anvil 2';
    expect(asking.facts).toEqual([{ code: 'Heron Anvil' }]);
    const bank = ROWS[2];
    if (bank) asking.point(bank);
    expect(asking.row?.ruling.question).toMatchObject({ at: 'Bank' });
    asking.rest();
    view.hovered = null;
    expect(asking.row?.ruling.question).toMatchObject({ at: 'Tack' });
    asking.lock(null);
    expect([asking.row, view.target]).toEqual([null, null]);
  });

  it('asks about the locked target alone while something is dragged', async () => {
    asking.aim('Anvil 1');
    asking.follow('Heron', true);
    await settle();
    expect(paths()).toEqual(['/survey', '/rulings']);
    expect(asked[1]?.body['questions']).toHaveLength(1);
    expect(asking.tones.get('Anvil 1')).toBe('no');
    expect(asking.tones.get('Bank')).toBe('partly');
  });

  it('asks for the odds of all rows once the table rests', async () => {
    await settle(400);
    expect(asked.map((each) => each.body['odds'])).toEqual([false, true]);
    asking.follow('Heron', false);
    asking.follow(null, false);
    await settle(400);
    expect(asking.rows).toEqual([]);
    expect(asked).toHaveLength(3);
  });

  it('stops the odds of all rows for anything newer', async () => {
    endless = true;
    await settle(400);
    asking.follow('Heron', false);
    await settle();
    expect(asked.map((each) => each.body['odds'])).toEqual([false, true, false]);
    expect(asking.rows).toHaveLength(3);
  });

  it('sends the whole battle where the server has not got it', async () => {
    answer = (_, body) =>
      'kept' in (body['battle'] as object)
        ? Response.json({ code: 'unknown-battle' }, { status: 404 })
        : undefined;
    asking.follow('Heron', false);
    await settle();
    expect(asked.slice(1).map((each) => each.body['battle'])).toEqual([
      { kept: 'k' },
      { document: { d: 1 } },
    ]);
    expect(asking.failed).toBeNull();
  });

  it('asks again where there were too many questions, and tells any other failure', async () => {
    let left = 1;
    answer = () => (left-- > 0 ? Response.json({ code: 'too-many' }, { status: 429 }) : undefined);
    asking.follow('Heron', false);
    await settle(330);
    expect(paths()).toEqual(['/survey', '/survey', '/survey']);
    expect(asking.failed).toBeNull();
    answer = () => Response.json({ code: 'faulty-battle' }, { status: 422 });
    asking.follow('Heron', false);
    await settle();
    expect(asking.failed?.problem?.code).toBe('faulty-battle');
    expect(asking.rows).toHaveLength(3);
  });
});
