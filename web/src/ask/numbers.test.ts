import { describe, expect, it } from 'vitest';
import { differing, marginOf, type Numbers, plainOf, sumsOf, tablesOf, unitOf } from './numbers';

const heron: Numbers = {
  distance: 15.5,
  weapon_range: 26,
  scan: 6,
  signature: 14,
  spike: 6,
  in_range: true,
  lock: '3+',
  critical_save: null,
  anchor: [20, 12],
  now: { record: { may: true } },
};

describe('numbers of a ruling', () => {
  it('lay a range out as Scan and Signature and spike', () => {
    expect(sumsOf(heron)).toEqual([
      {
        total: 'weapon_range',
        value: 26,
        parts: [
          { name: 'scan', value: 6 },
          { name: 'signature', value: 14 },
          { name: 'spike', value: 6 },
        ],
      },
    ]);
  });

  it('show no sum that does not add up', () => {
    expect(sumsOf({ ...heron, spike: 5 })).toEqual([]);
    expect(sumsOf({ weapon_range: 26 })).toEqual([]);
  });

  it('tell what is in no sum, no table and not drawn', () => {
    expect(plainOf(heron).map(([name]) => name)).toEqual(['distance', 'in_range', 'lock']);
    expect(tablesOf(heron)).toEqual([['now', { may: true }]]);
  });

  it('have a margin where there is a distance and a limit', () => {
    expect(marginOf(heron)).toBe(10.5);
    expect(marginOf({ distance: 20, range: 18 })).toBe(-2);
    expect(marginOf({ distance: 20 })).toBeNull();
    expect(marginOf({ range: 18 })).toBeNull();
  });

  it('have inches only where the table has', () => {
    expect(unitOf('distance', false)).toBe('"');
    expect(unitOf('distance', true)).toBe('');
    expect(unitOf('bearing', true)).toBe('°');
    expect(unitOf('shots', false)).toBe('');
  });

  it('differ by name between readings', () => {
    expect(differing({ a: 1, b: 2, anchor: 1 }, { a: 1, b: 3, c: 4, anchor: 2 })).toEqual([
      'b',
      'c',
    ]);
  });
});
