import { describe, expect, it } from 'vitest';
import { grouped, keyOf, otherEnd, renewed, type Row, type Tone, toneOf, tonesOf } from './rows';

type Given = Partial<Row['ruling']['question']> & { kind: string };

function row(question: Given, tone: Tone): Row {
  const ruling = { question: { detail: {}, ...question } } as unknown as Row['ruling'];
  const summary = { verdict: '', against: [], odds: [] };
  return { ruling, odds: null, tone, target: null, action: null, summary };
}

const fire = (by: string, at: string, weapon: string, tone: Tone): Row =>
  row({ kind: 'firing', by, at, weapon } as Given, tone);
const see = (by: string, at: string, tone: Tone): Row =>
  row({ kind: 'sight', by, at } as Given, tone);

describe('rows of a survey', () => {
  const rows = [
    fire('Heron', 'Anvil', 'Missiles', 'no'),
    fire('Heron', 'Anvil', 'Lance', 'yes'),
    fire('Heron', 'Tack', 'Lance', 'no'),
    see('Heron', 'Tack', 'partly'),
    see('Anvil', 'Heron', 'yes'),
    see('Wren', 'Heron', 'no'),
    row({ kind: 'movement', piece: 'Heron', path: [] } as Given, 'yes'),
  ];
  const groups = grouped(rows, 'Heron');

  it('are grouped by who is at the other end, in the order of the server', () => {
    expect(groups.map((each) => each.target)).toEqual(['Anvil', 'Tack', 'Wren', null]);
    expect(groups[0]?.out).toHaveLength(2);
    expect(groups[0]?.back).toHaveLength(1);
  });

  it('have the best attack first', () => {
    expect(groups[0]?.best.ruling.question).toMatchObject({ weapon: 'Lance' });
    expect(groups[1]?.best.ruling.question).toMatchObject({ kind: 'sight' });
  });

  it('tint a target by its best attack, and partly where it is only seen', () => {
    expect(tonesOf(groups)).toEqual(
      new Map([
        ['Anvil', 'yes'],
        ['Tack', 'partly'],
      ]),
    );
    expect(toneOf([fire('a', 'b', 'w', 'no'), see('a', 'b', 'no')])).toBe('no');
    expect(toneOf([fire('a', 'b', 'w', 'unsettled'), see('a', 'b', 'yes')])).toBe('unsettled');
    expect(toneOf([see('a', 'b', 'yes')])).toBe('yes');
  });

  it('are told apart by their question, not by the path of a move', () => {
    const keys = rows.map((each) => keyOf(each.ruling.question));
    expect(new Set(keys).size).toBe(rows.length);
    const moved = { kind: 'movement', piece: 'Heron', path: [[1, 2]], detail: {} } as const;
    expect(keyOf({ ...moved, path: [[1, 2]] })).toBe(keys.at(-1));
    const order = { order: 'max_thrust' };
    expect(keyOf({ ...moved, path: [], detail: order })).not.toBe(keys.at(-1));
  });

  it('are renewed in their place', () => {
    const newer = fire('Heron', 'Anvil', 'Lance', 'no');
    const found = renewed(rows, [newer, fire('Heron', 'Nobody', 'Lance', 'yes')]);
    expect(found).toHaveLength(rows.length);
    expect(found[1]).toBe(newer);
    expect(found[0]).toBe(rows[0]);
  });

  it('know the other end of an entry from both sides', () => {
    const entry = { kind: 'entry', piece: 'Pikes', place: 'Mill', detail: {} } as const;
    expect(otherEnd(entry, 'Pikes')).toBe('Mill');
    expect(otherEnd(entry, 'Mill')).toBe('Pikes');
  });
});
