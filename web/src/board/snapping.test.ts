import { describe, expect, it } from 'vitest';
import type { XY } from '../api/types';
import { pixel, spot } from './projection';
import { bearing, hexStep, placed, turnedBy } from './snapping';

const PLANE = { hexes: false };
const HEXES = { hexes: true };

describe('putting things down', () => {
  it('snaps to marks that are finer the nearer the table is', () => {
    expect(placed(PLANE, [3.3, 4.8], { snap: true, scale: 14 })).toEqual([3.5, 5]);
    expect(placed(PLANE, [3.3, 4.8], { snap: true, scale: 40 })).toEqual([3.25, 4.75]);
    expect(placed(PLANE, [3.3, 4.84], { snap: true, scale: 100 })).toEqual([3.3, 4.8]);
  });

  it('without snapping is exact to a thousandth', () => {
    expect(placed(PLANE, [3.33333, -0.0001], { snap: false, scale: 14 })).toEqual([3.333, 0]);
  });

  it('is on a hex whether it snaps or not', () => {
    for (const snap of [true, false]) {
      expect(placed(HEXES, spot(HEXES, [3.2, -1.9]), { snap, scale: 50 })).toEqual([3, -2]);
    }
  });
});

describe('turning', () => {
  it('goes on to the next mark from between two', () => {
    expect(turnedBy(20, 1, false)).toBe(30);
    expect(turnedBy(20, -1, false)).toBe(15);
    expect(turnedBy(350, 1, false)).toBe(0);
    expect(turnedBy(0, -1, false)).toBe(345);
  });

  it('goes by single degrees when it is to be fine', () => {
    expect(turnedBy(359.5, 1, true)).toBe(0.5);
  });

  it('keeps bearings from 0 up to 360', () => {
    expect(bearing(-90)).toBe(270);
    expect(bearing(720)).toBe(0);
  });
});

describe('steps on hexes', () => {
  const seen = (place: XY) => pixel(HEXES, place, 1);

  it('go one hex on, and up and down keep to their column', () => {
    let at: XY = [2, 3];
    const x = seen(at)[0];
    for (const dy of [1, 1, 1, 1, -1, -1, -1]) {
      const next = hexStep(at, 0, dy);
      const [from, to] = [seen(at), seen(next)];
      expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeCloseTo(1);
      expect(Math.abs(to[0] - x)).toBeLessThanOrEqual(0.5 + 1e-9);
      expect(Math.sign(from[1] - to[1])).toBe(dy);
      at = next;
    }
  });

  it('up and down again are back', () => {
    for (const place of [
      [0, 0],
      [3, -2],
      [-4, 5],
    ] as XY[]) {
      expect(hexStep(hexStep(place, 0, 1), 0, -1)).toEqual(place);
      expect(hexStep(hexStep(place, 1, 0), -1, 0)).toEqual(place);
    }
  });
});
