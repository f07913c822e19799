import { describe, expect, it } from 'vitest';
import { facesOf, needsOf, type Pending, pips, typed } from './dice';

const roll = (more: object): Pending =>
  ({ ask: 'roll', clause: 'c', says: '', ...more }) as Pending;

describe('dice', () => {
  it('show the faces of a die, each once', () => {
    expect(facesOf(roll({ sides: 3 }))).toEqual([1, 2, 3]);
    expect(facesOf(roll({ sides: ['soldier', 'soldier', 'flag'] }))).toEqual(['soldier', 'flag']);
  });

  it('say their needs as players do', () => {
    expect(needsOf(roll({ bands: [2, 6] }))).toEqual(['2+', '6+']);
    expect(needsOf(roll({ bands: [['flag', 'hq']] }))).toEqual(['flag, hq']);
    expect(needsOf(roll({}))).toEqual([]);
  });

  it('are typed by digit or first letter, where that is one face', () => {
    expect(typed([1, 2, 3], '2')).toBe(2);
    expect(typed([1, 2, 3], '4')).toBeNull();
    expect(typed(['soldier', 'flag'], 'F')).toBe('flag');
    expect(typed(['burst', 'bolt'], 'b')).toBeNull();
    expect(typed([1, 2], 'Enter')).toBeNull();
  });

  it('have as many pips as they show', () => {
    for (const face of [1, 2, 3, 4, 5, 6]) expect(pips(face)).toHaveLength(face);
  });
});
