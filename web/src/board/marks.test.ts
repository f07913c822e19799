import { describe, expect, it } from 'vitest';
import { rimKey, shownFact, type Fact, type Mark } from './marks';

const PLANE = { hexes: false };

function fact(shape: object, mark: Mark, params: object = {}): Fact {
  return { code: 'any', shape, mark, params } as unknown as Fact;
}
const LINE = { kind: 'line', start: [0, 0], end: [10, 0], blocked_at: null };
const show = (one: Fact, rims = new Map<string, number>()) => shownFact(one, PLANE, 10, rims);

describe('a line', () => {
  it('that is clear is drawn whole, with its sign in the middle', () => {
    const { over, sign } = show(fact(LINE, 'clear'));
    expect(over.map(({ how }) => how)).toEqual(['under', 'line']);
    expect(sign).toEqual([50, 0]);
  });

  it('that is blocked is solid up to a bar, and broken behind it', () => {
    const { over, sign } = show(fact({ ...LINE, blocked_at: [4, 0] }, 'blocked'));
    expect(over.map(({ how }) => how)).toEqual(['under', 'solid', 'line', 'bar']);
    expect(over[1]?.d).toBe('M0 0L40 0');
    expect(over[2]?.d).toBe('M40 0L100 0');
    expect(sign?.[0]).toBe(70);
  });

  it('that is clear past something that could have stopped it is drawn whole', () => {
    const { over } = show(fact({ ...LINE, blocked_at: [4, 0] }, 'clear'));
    expect(over.map(({ how }) => how)).toEqual(['under', 'line']);
  });

  it('from the middle of a piece starts at its rim', () => {
    const rims = new Map([[rimKey([0, -0]), 12]]);
    expect(show(fact(LINE, 'clear'), rims).over[1]?.d).toBe('M12 0L100 0');
  });

  it('tells its length', () => {
    expect(show(fact(LINE, 'clear', { distance: 15.524 })).told?.text).toBe('15.52"');
  });
});

describe('every mark', () => {
  const marks: Mark[] = ['clear', 'partly', 'blocked', 'reach', 'arc', 'note'];

  it('that judges has a sign, and no other has', () => {
    for (const mark of marks) {
      const judged = ['clear', 'partly', 'blocked'].includes(mark);
      expect(show(fact(LINE, mark)).sign !== null).toBe(judged);
    }
  });

  it('draws any shape with finite numbers, endless ones too', () => {
    const shapes = [
      LINE,
      { ...LINE, end: [0, 0] },
      { kind: 'disc', centre: [1, 1], radius: { number: 'inf' } },
      { kind: 'wedge', centre: [1, 1], radius: 5, start: 350, end: 10 },
      { kind: 'wedge', centre: [1, 1], radius: 5, start: 0, end: 360 },
      { kind: 'outline', points: [] },
      {
        kind: 'route',
        points: [
          [1, 1],
          [2, 2],
        ],
      },
      { kind: 'cells', hexes: [[0, 0]] },
    ];
    for (const mark of marks) {
      for (const shape of shapes) {
        for (const hexes of [true, false]) {
          const { under, over } = shownFact(fact(shape, mark), { hexes }, 10, new Map());
          for (const { d } of [...under, ...over]) expect(d).not.toMatch(/NaN|Infinity|undefined/);
        }
      }
    }
  });
});

it('an arc is named in its middle, also across straight up', () => {
  const wedge = { kind: 'wedge', centre: [0, 0], radius: 10, start: 350, end: 10 };
  const { told } = show(fact(wedge, 'arc', { arc: 'F(N)' }));
  expect(told?.text).toBe('F(N)');
  expect(told?.at[0]).toBeCloseTo(0);
  expect(told?.at[1]).toBeCloseTo(-80);
});
