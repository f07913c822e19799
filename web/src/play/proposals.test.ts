import { describe, expect, it } from 'vitest';
import { about, byVerb, leadingTo, nearest, written } from './proposals';

const MOVES = [
  'move rifles: R1 14,7; R2 15.5,7 then enter Bank',
  'move rifles: R1 12,4; R2 13.5,4',
  'move rifles: R1 17,4.5; R2 18.5,4.5',
  'fire R1 -> W1 with Rifles',
];

describe('moves that were dragged', () => {
  it('find the offered actions that lead nearest', () => {
    const found = nearest(MOVES, { id: 'R1', to: [12.2, 4.1] }, 2);
    expect(found).toEqual([MOVES[1], MOVES[0]]);
    expect(nearest(MOVES, { id: 'R', to: [0, 0] })).toEqual([]);
  });

  it('read the words `to` and `at`, and negative numbers', () => {
    const own = ['move A: A1 to -7 0', 'leave Crossbows at 18.5, 19.9 facing 270 files 4'];
    expect(nearest(own, { id: 'A1', to: [0, 0] })).toEqual([own[0]]);
    expect(nearest(own, { id: 'Crossbows', to: [0, 0] })).toEqual([own[1]]);
  });

  it('write every dragged piece where it was put, and leave the others', () => {
    const moves = [{ id: 'R1', to: [12.34567, 4] as [number, number] }];
    expect(written(MOVES[1] ?? '', moves)).toBe('move rifles: R1 12.346,4; R2 13.5,4');
    const own = 'leave Crossbows at 18.5, 19.9 facing 270';
    expect(written(own, [{ id: 'Crossbows', to: [1, 2] }])).toBe(
      'leave Crossbows at 1, 2 facing 270',
    );
  });

  it('lead to a hex by its name', () => {
    const own = ['move MG3 I5 J5', 'move MG3 I5', 'move MG3 I50', 'move MG33 I5'];
    expect(leadingTo(own, 'MG3', 'I5')).toEqual(['move MG3 I5', 'move MG3 I5 J5']);
  });
});

describe('actions', () => {
  it('are about a unit where they name it whole', () => {
    expect(about([...MOVES, 'order R10'], ['R1'])).toEqual(MOVES);
    expect(about(MOVES, ['rifles'])).toHaveLength(3);
    expect(about(MOVES, [])).toEqual([]);
  });

  it('are grouped by their verb, and none is lost', () => {
    const groups = byVerb([...MOVES, 'end']);
    expect(groups.map(([verb]) => verb)).toEqual(['move', 'fire', 'end']);
    expect(groups.flatMap(([, all]) => all).sort()).toEqual([...MOVES, 'end'].sort());
  });
});
