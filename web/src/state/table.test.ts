import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Edit, Edited } from '../api/editing';
import type { Scene } from '../api/types';
import { moved, Table } from './table.svelte';

const SCENE = {
  title: 'A table',
  low: [0, 0],
  high: [48, 48],
  hexes: false,
  pieces: [
    { id: 'Heron', position: [10, 10], facing: 0 },
    { id: 'Anvil', position: [20, 20], facing: null },
  ],
  grounds: [
    {
      id: 'Bank',
      outline: [
        [0, 0],
        [2, 0],
        [2, 4],
        [0, 4],
      ],
      holes: [],
      trims: [{ kind: 'entrance', line: [[1, 0]], label: '' }],
    },
  ],
} as unknown as Scene;

let asked: { kept?: string; document?: unknown; edits?: Edit[]; waive?: string[] }[] = [];
let answer: (edits: Edit[]) => Response;

/** A server that folds edits as the page does. */
function fold(edits: Edit[]): Response {
  const scene = edits.reduce(moved, SCENE);
  const edited = { scene, kept: `kept ${asked.length}`, things: [], stock: [], document: {} };
  return Response.json(edited as unknown as Edited);
}

const place = (id: string, x: number, y = 10): Edit => ({
  do: 'place',
  id,
  to: [x, y],
  facing: null,
});
const at = (table: Table, id: string) => table.piece(id)?.position;

beforeEach(() => {
  asked = [];
  answer = fold;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_: string, how: RequestInit) => {
    const { battle } = JSON.parse(String(how.body)) as { battle: (typeof asked)[number] };
    asked.push(battle);
    return answer(battle.edits ?? []);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<Table> {
  const table = new Table();
  await table.open({ example: 'dropfleet' });
  return table;
}

describe('an edit', () => {
  it('is shown before the server answers, and is a step to undo and redo', async () => {
    const table = await opened();
    const made = table.make(place('Heron', 12));
    expect(at(table, 'Heron')).toEqual([12, 10]);
    expect(table.now?.unsent).toHaveLength(1);
    await made;
    expect(table.now?.unsent).toEqual([]);
    table.undo();
    expect(at(table, 'Heron')).toEqual([10, 10]);
    table.redo();
    expect(at(table, 'Heron')).toEqual([12, 10]);
    table.redo();
    expect(table.canRedo).toBe(false);
  });

  it('drops the steps that were undone', async () => {
    const table = await opened();
    await table.make(place('Heron', 12));
    table.undo();
    await table.make(place('Anvil', 30));
    expect(table.steps).toHaveLength(2);
    expect(at(table, 'Heron')).toEqual([10, 10]);
  });

  it('of one thing again and again is one step', async () => {
    const table = await opened();
    await table.make(place('Heron', 11));
    await table.make(place('Heron', 12));
    expect(table.steps).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    await table.make(place('Heron', 13));
    await table.make(place('Anvil', 13));
    expect(table.steps).toHaveLength(4);
  });

  it('waits for the newest one when many come at once', async () => {
    const table = await opened();
    const all = [11, 12, 13, 14, 15].map((x) => table.make(place('Heron', x)));
    await Promise.all(all);
    expect(asked.length).toBeLessThan(5);
    expect(at(table, 'Heron')).toEqual([15, 10]);
    expect(table.now?.unsent).toEqual([]);
  });
});

describe('of two battles that are opened', () => {
  it('the last one stays, also where the first is answered last', async () => {
    const table = new Table();
    let late = (_: Response): void => undefined;
    const slow = new Promise<Response>((resolve) => (late = resolve));
    let count = 0;
    vi.stubGlobal('fetch', async () => ((count += 1) === 1 ? slow : fold([])));
    const first = table.open({ example: 'wh40k' });
    await table.open({ example: 'conquest' });
    late(Response.json({ scene: { ...SCENE, title: 'Another' }, things: [] }));
    expect(await first).toBe(true);
    expect(table.scene?.title).toBe('A table');
  });
});

describe('without a server', () => {
  it('edits pile up, and are sent when it is back', async () => {
    const table = await opened();
    answer = () => {
      throw new TypeError('no network');
    };
    await table.make(place('Heron', 12));
    await table.make(place('Anvil', 30));
    expect(table.offline).toBe(true);
    expect(table.now?.unsent).toHaveLength(2);
    table.undo();
    expect(at(table, 'Anvil')).toEqual([20, 20]);
    table.redo();
    answer = fold;
    await vi.advanceTimersByTimeAsync(6000);
    expect(table.offline).toBe(false);
    expect(table.now?.unsent).toEqual([]);
    expect(at(table, 'Heron')).toEqual([12, 10]);
    expect(at(table, 'Anvil')).toEqual([30, 10]);
  });
});

describe('an edit that is refused', () => {
  it('is taken back, and the rest stays', async () => {
    const table = await opened();
    await table.make(place('Heron', 12));
    answer = () => Response.json({ code: 'wrong-edit', index: 0, detail: '' }, { status: 422 });
    await table.make(place('Anvil', -5));
    expect(table.steps).toHaveLength(2);
    expect(table.at).toBe(1);
    expect(at(table, 'Anvil')).toEqual([20, 20]);
    expect(at(table, 'Heron')).toEqual([12, 10]);
    expect(table.refused?.problem?.code).toBe('wrong-edit');
  });

  it('is found among edits that were not sent', async () => {
    const table = await opened();
    answer = () => {
      throw new TypeError('no network');
    };
    await table.make(place('Anvil', -5));
    await table.make(place('Heron', 12));
    answer = (edits) => {
      const index = edits.findIndex((each) => each.do === 'place' && each.id === 'Anvil');
      return index < 0 ? fold(edits) : Response.json({ index, detail: '' }, { status: 422 });
    };
    await table.settle();
    expect(at(table, 'Anvil')).toEqual([20, 20]);
    expect(at(table, 'Heron')).toEqual([12, 10]);
    expect(table.now?.unsent).toEqual([]);
  });
});

describe('another battle', () => {
  it('is a step: undoing it brings back the table before it', async () => {
    const table = await opened();
    await table.make(place('Heron', 12));
    await table.open({ example: 'wh40k' });
    expect(at(table, 'Heron')).toEqual([10, 10]);
    table.undo();
    expect(at(table, 'Heron')).toEqual([12, 10]);
  });

  it('in which faults are overlooked is asked about so, until that is undone', async () => {
    const table = await opened();
    await table.overlook(['over_the_edge']);
    await table.make(place('Heron', 12));
    expect(asked.at(-1)?.waive).toEqual(['over_the_edge']);
    expect(table.ref()).toMatchObject({ waive: ['over_the_edge'] });
    table.undo();
    table.undo();
    expect(table.ref()).not.toHaveProperty('waive');
  });
});

describe('a server that forgot the battle', () => {
  it('is sent the whole document', async () => {
    const table = await opened();
    answer = (edits) =>
      asked.at(-1)?.kept === undefined
        ? fold(edits)
        : Response.json({ code: 'unknown-battle', detail: '' }, { status: 404 });
    await table.make(place('Heron', 12));
    expect(asked.at(-1)?.document).toEqual({});
    expect(at(table, 'Heron')).toEqual([12, 10]);
    expect(table.failed).toBeNull();
  });
});

describe('the scene after an edit', () => {
  it('keeps everything that did not change', () => {
    const next = moved(SCENE, place('Heron', 12));
    expect(next.pieces[1]).toBe(SCENE.pieces[1]);
    expect(next.grounds).toBe(SCENE.grounds);
  });

  it('has a ground turned clockwise about the mean of its corners', () => {
    const edit: Edit = { do: 'place', id: 'Bank', to: [10, 10], facing: 90 };
    const [bank] = moved(SCENE, edit).grounds;
    const corners = bank?.outline.map((corner) => corner.map((x) => Math.round(x * 1e6) / 1e6));
    expect(corners).toEqual([
      [8, 11],
      [8, 9],
      [12, 9],
      [12, 11],
    ]);
    expect(bank?.trims?.[0]?.line[0]?.map(Math.round)).toEqual([8, 10]);
  });
});
