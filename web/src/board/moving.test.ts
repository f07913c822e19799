import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Edit, Edited } from '../api/editing';
import type { Scene } from '../api/types';

const CAN = ['place', 'turn', 'copy', 'remove'];
const SCENE = {
  title: 'A table',
  low: [0, 0],
  high: [48, 48],
  hexes: false,
  pieces: [
    { id: 'Heron', label: 'Heron', unit: 'Heron', position: [10, 10], facing: 20, notes: [] },
    { id: 'Wren', label: 'Wren', unit: 'Wren', position: [12, 10], facing: null, notes: [] },
  ],
  grounds: [
    {
      id: 'Bank',
      outline: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
      holes: [],
      trims: [],
      tags: [],
    },
  ],
} as unknown as Scene;

type Modules = {
  moving: (typeof import('./moving.svelte'))['moving'];
  table: (typeof import('../state/table.svelte'))['table'];
  view: (typeof import('../state/view.svelte'))['view'];
};
let m: Modules;
let moved: (typeof import('../state/table.svelte'))['moved'];

beforeAll(async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('fetch', async (_: string, how: RequestInit) => {
    const { battle } = JSON.parse(String(how.body)) as { battle: { edits?: Edit[] } };
    return Response.json(edited((battle.edits ?? []).reduce(moved, SCENE)));
  });
  const [one, two, three] = await Promise.all([
    import('./moving.svelte'),
    import('../state/table.svelte'),
    import('../state/view.svelte'),
  ]);
  m = { moving: one.moving, table: two.table, view: three.view };
  moved = two.moved;
});
afterAll(() => vi.unstubAllGlobals());

function edited(scene: Scene): Edited {
  const things = [...scene.pieces, ...scene.grounds].map(({ id }) => ({
    id,
    can: CAN,
    kind: 'piece',
  }));
  const faults = { faults: [] };
  return { scene, things, stock: [], faults, kept: 'k', document: {} } as unknown as Edited;
}

beforeEach(() => {
  m.table.restore({ edited: edited(SCENE), unsent: [] });
  m.view.choose();
  m.view.scale = 14;
});

const at = (id: string) => m.table.piece(id)?.position;

describe('a drag', () => {
  it('shows what is held where the hand is, on marks, and is a step when it is let go', async () => {
    m.moving.grab('Heron', [10, 10]);
    m.moving.drag([13.3, 11.1], true);
    expect(at('Heron')).toEqual([13.5, 11]);
    expect(m.table.steps).toHaveLength(1);
    await m.moving.drop();
    expect(m.table.steps).toHaveLength(2);
    expect(at('Heron')).toEqual([13.5, 11]);
  });

  it('without snapping is exact, wherever the hand took hold', () => {
    m.moving.grab('Heron', [10.4, 9.7]);
    m.moving.drag([11.4, 9.7], false);
    expect(at('Heron')).toEqual([11, 10]);
  });

  it('takes all that is chosen along, but nothing else', () => {
    m.view.choose('Heron', 'Wren');
    m.moving.grab('Wren', [12, 10]);
    m.moving.drag([12, 15], true);
    expect([at('Heron'), at('Wren')]).toEqual([
      [10, 15],
      [12, 15],
    ]);
    m.moving.cancel();
    m.view.choose('Heron');
    m.moving.grab('Wren', [12, 10]);
    m.moving.drag([12, 15], true);
    expect(at('Heron')).toEqual([10, 10]);
  });

  it('that is let go where it began is no step, and one that is cancelled neither', async () => {
    m.moving.grab('Heron', [10, 10]);
    m.moving.drag([14, 10], true);
    m.moving.drag([10, 10], true);
    await m.moving.drop();
    m.moving.grab('Heron', [10, 10]);
    m.moving.drag([14, 10], true);
    m.moving.cancel();
    await m.moving.drop();
    expect(m.table.steps).toHaveLength(1);
    expect(at('Heron')).toEqual([10, 10]);
  });

  it('turns what is held', async () => {
    m.moving.grab('Heron', [10, 10]);
    m.moving.spin(-30);
    await m.moving.drop();
    expect(m.table.piece('Heron')?.facing).toBe(350);
  });
});

describe('keys', () => {
  it('nudge by tenths and inches what is chosen, and nothing where nothing is', () => {
    expect(m.moving.nudge(1, 0, false)).toBe(false);
    m.view.choose('Heron');
    m.moving.nudge(1, 0, false);
    m.moving.nudge(0, -1, true);
    expect(at('Heron')).toEqual([10.1, 9]);
  });

  it('turn pieces onto marks, and ground by as much', async () => {
    m.view.choose('Heron', 'Bank');
    m.moving.turn(1, false);
    expect(m.table.piece('Heron')?.facing).toBe(30);
    const [corner] = m.table.scene?.grounds[0]?.outline ?? [];
    const turn = (Math.atan2((corner?.[1] ?? 0) - 2, (corner?.[0] ?? 0) - 2) * 180) / Math.PI;
    expect(turn).toBeCloseTo(-135 - 15);
    await m.table.settle();
  });

  it('remove what is chosen', async () => {
    m.view.choose('Wren');
    await m.moving.remove();
    expect(m.table.piece('Wren')).toBeNull();
    expect(m.view.chosen).toEqual([]);
  });
});

describe('a whole unit', () => {
  const pieces = SCENE.pieces.map((each) => ({ ...each, unit: 'Pair', facing: 0 }));

  beforeEach(() => {
    const found = edited({ ...SCENE, pieces });
    const unit = { id: 'Pair', can: CAN, kind: 'unit' };
    const things = [...found.things, unit] as typeof found.things;
    m.table.restore({ edited: { ...found, things }, unsent: [] });
  });

  it('turns about its middle, and every model with it', () => {
    m.view.choose('Heron', 'Wren');
    m.moving.turn(6, false);
    expect([at('Heron'), at('Wren')]).toEqual([
      [11, 11],
      [11, 9],
    ]);
    expect(m.table.piece('Heron')?.facing).toBe(90);
  });

  it('of which a part is chosen turns model by model', () => {
    m.view.choose('Heron');
    m.moving.turn(6, false);
    expect(at('Heron')).toEqual([10, 10]);
  });

  it('is copied and removed as the unit, a part of it as models', () => {
    m.view.choose('Heron', 'Wren');
    expect(m.moving.able('copy')).toMatchObject([{ id: 'Pair', at: [11, 10] }]);
    expect(m.moving.able('place')).toHaveLength(2);
    m.view.choose('Wren');
    expect(m.moving.able('remove').map((each) => each.id)).toEqual(['Wren']);
  });
});
