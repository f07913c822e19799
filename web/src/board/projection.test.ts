import { describe, expect, it } from 'vitest';
import { place, spot } from './projection';

describe('hexes', () => {
  it('come back from the plane where they were', () => {
    for (let q = -5; q <= 5; q += 1)
      for (let r = -5; r <= 5; r += 1) {
        const scene = { hexes: true };
        expect(place(scene, spot(scene, [q, r]))).toEqual([q, r]);
      }
  });
});
