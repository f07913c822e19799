import { describe, expect, it } from 'vitest';
import type { Ground, Piece } from '../api/types';
import { looksOf } from './looks';
import { boardHexes } from './projection';
import { emblem, noseOf, shapeOf } from './shapes';
import { sideStyles } from './sides';
import { across, signsOf } from './signs';
import type { Scene } from '../api/types';

function ground(id: string, tags: string[], look = ''): Ground {
  return { id, tags, look, outline: [], holes: [], trims: [] } as unknown as Ground;
}

describe('looks', () => {
  it('are told by the ground’s own word, then its tags, then its name', () => {
    const looks = looksOf([
      ground('a', ['ruin'], 'forest'),
      ground('b', ['ruin', 'wood']),
      ground('Old mill pond', ['odd']),
    ]);
    expect([...looks.values()].map((each) => each.name)).toEqual([
      'forest',
      'rubble',
      'deep water',
    ]);
  });

  it('without a known word differ by kind', () => {
    const looks = looksOf([ground('x1', ['qqq']), ground('x2', ['qqq']), ground('x3', ['zzz'])]);
    expect(looks.get('x1')).toBe(looks.get('x2'));
    expect(looks.get('x1')).not.toBe(looks.get('x3'));
  });
});

describe('sides', () => {
  it('differ in colour and in number, and a side called red is red', () => {
    const styles = sideStyles({ sides: ['Crown', 'red', 'Clans'], pieces: [] });
    expect(styles.get('red')?.colour).toBe('red');
    expect(new Set([...styles.values()].map((each) => each.colour)).size).toBe(3);
    expect([...styles.values()].map((each) => each.number)).toEqual([0, 1, 2]);
  });
});

describe('shapes', () => {
  const piece = (footprint: object, facing: number | null = null) =>
    ({ footprint, facing, rings: 0 }) as unknown as Piece;

  it('are drawn to scale, and as the side’s emblem where they are too small', () => {
    expect(shapeOf(piece({ kind: 'round', radius: 1 }), 0, 20).reach).toBe(20);
    expect(shapeOf(piece({ kind: 'round', radius: 0.1 }), 1, 20).d).toBe(emblem(1, 7));
    expect(shapeOf(piece({ kind: 'unheard of' }), 2, 20).d).toBe(emblem(2, 7));
  });

  it('turn clockwise with their facing', () => {
    const corners = [
      [-1, 0],
      [1, 0],
      [1, -4],
      [-1, -4],
    ];
    const { box } = shapeOf(piece({ kind: 'shaped', corners }, 90), 0, 10);
    expect(box.map((each) => Math.round(each) + 0)).toEqual([-40, -10, 0, 10]);
  });

  it('have a nose only where they face somewhere', () => {
    const round = { kind: 'round', radius: 1 };
    expect(noseOf(piece(round), shapeOf(piece(round), 0, 20))).toBe('');
    expect(noseOf(piece(round, 0), shapeOf(piece(round, 0), 0, 20))).not.toBe('');
  });
});

describe('hexes', () => {
  it('of a board are set in by half a hex in turn', () => {
    const scene = { hexes: true, low: [0, 0], high: [1, 2], pieces: [], grounds: [] };
    const rows = boardHexes(scene as unknown as Scene).map(([, r]) => r);
    expect([0, 1, 2].map((r) => rows.filter((each) => each === r).length)).toEqual([3, 2, 3]);
  });

  it('carry the signs of their tags; a bridge crosses what joins its neighbours', () => {
    const signs = signsOf(['waterway', 'bridge', 'objective'], 40, 90);
    expect(signs.map(({ word, turn }) => [word, turn])).toEqual([
      ['bridge', 90],
      ['objective', 0],
    ]);
    expect(
      across(
        [0, 0],
        [
          [-1, 0],
          [1, 0],
        ],
      ),
    ).toBeCloseTo(90);
    expect(across([0, 0], [])).toBe(0);
  });
});
