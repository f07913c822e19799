import { describe, expect, it } from 'vitest';
import type { Odds } from '../api/types';
import { ceiling, chanceOfYes, columns, common, endsIt, type Measure, parted } from './columns';

function measure(name: string, chances: Record<string, number>): Measure {
  const outcomes = Object.entries(chances).map(([value, p]) => ({ value: Number(value), p }));
  return { name, unit: '', kind: 'exact', outcomes, mean: 1, mode: 0, median: 0 } as Measure;
}

function flag(name: string, p: number): Measure {
  const outcomes = [
    { value: false, p: 1 - p },
    { value: true, p },
  ];
  return { name, unit: '', kind: 'exact', outcomes } as Measure;
}

const odds = (...measures: Measure[]): Odds => ({ measures }) as unknown as Odds;

describe('columns of a chart', () => {
  it('have gaps filled, and say exactly and at least', () => {
    const found = columns([measure('hull', { 0: 0.5, 2: 0.3, 3: 0.2 })]);
    expect(found.map((each) => each.label)).toEqual(['0', '1', '2', '3']);
    expect(found.map((each) => each.exactly[0])).toEqual([0.5, 0, 0.3, 0.2]);
    expect(found[0]?.atLeast[0]).toBeCloseTo(1);
    expect(found[2]?.atLeast[0]).toBeCloseTo(0.5);
  });

  it('put two series on one axis', () => {
    const found = columns([measure('a', { 0: 1 }), measure('a', { 2: 1 })]);
    expect(found.map((each) => each.exactly)).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
    ]);
  });

  it('draw a long tail together and lose nothing of it', () => {
    const chances = Object.fromEntries(
      Array.from({ length: 21 }, (_, n) => [n, 0.5 ** (n + 1) + (n === 20 ? 0.5 ** 21 : 0)]),
    );
    const found = columns([measure('damage', chances)]);
    const total = found.reduce((all, each) => all + (each.exactly[0] ?? 0), 0);
    expect(found.at(-1)?.label).toMatch(/^\d+\+$/);
    expect(found.length).toBeLessThan(15);
    expect(total).toBeCloseTo(1, 12);
  });

  it('draw many outcomes together', () => {
    const chances = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n, 0.01]));
    const found = columns([measure('wounds', chances)]);
    expect(found.length).toBeLessThanOrEqual(26);
    expect(found[0]?.label).toBe('0–3');
    expect(found.reduce((all, each) => all + (each.exactly[0] ?? 0), 0)).toBeCloseTo(1, 12);
  });

  it('are none of what is no number', () => {
    expect(columns([flag('destroyed', 0.5)])).toEqual([]);
    expect(columns([])).toEqual([]);
  });
});

describe('measures', () => {
  const lost = measure('lost', { 0: 0.9, 3: 0.1 });

  it('are charts or said', () => {
    const { charts, said } = parted(odds(lost, flag('destroyed', 0.1)));
    expect([charts.length, said.length]).toEqual([1, 1]);
    expect(chanceOfYes(flag('x', 0.25))).toBe(0.25);
    expect(chanceOfYes(lost)).toBeNull();
  });

  it('end where the last outcome is as likely as being gone', () => {
    expect(endsIt(lost, odds(lost, flag('destroyed', 0.1)))).toBe(true);
    expect(endsIt(lost, odds(lost, flag('eliminated', 0.1)))).toBe(true);
    expect(endsIt(lost, odds(lost, flag('destroyed', 0.2)))).toBe(false);
    expect(endsIt(lost, odds(lost))).toBe(false);
    const safe = measure('lost', { 0: 1, 3: 0 });
    expect(endsIt(safe, odds(safe, flag('destroyed', 0)))).toBe(false);
  });

  it('are compared where all have them', () => {
    const other = measure('other', { 0: 1 });
    expect(common([odds(lost, other), odds(other)])).toEqual(['other']);
    expect(common([])).toEqual([]);
  });

  it('reach up to a round chance', () => {
    expect([0.05, 0.2, 0.21, 0.6, 0.9].map(ceiling)).toEqual([0.1, 0.2, 0.25, 0.75, 1]);
  });
});
