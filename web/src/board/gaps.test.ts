import { describe, expect, it } from 'vitest';
import type { Piece, XY } from '../api/types';
import { baseOf, gapOf, inside, pointBase, type Base } from './gaps';

const PLANE = { hexes: false };

function piece(footprint: object, position: XY, facing: number | null = null): Base {
  return baseOf(PLANE, { footprint, position, facing } as unknown as Piece);
}
const round = (x: number, y: number, radius: number) => piece({ kind: 'round', radius }, [x, y]);
const box = (x: number, y: number, half: number, facing = 0) =>
  piece(
    {
      kind: 'shaped',
      corners: [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
      ],
    },
    [x, y],
    facing,
  );

const SHAPES: Base[] = [0, 3, 7, 12].flatMap((at) => [
  pointBase([at, at / 2]),
  round(at, 2 - at, 0.5 + at / 10),
  box(at / 2, at, 1 + at / 20, at * 11),
  piece({ kind: 'ellipse', half_length: 1.5, half_width: 0.8 }, [-at, 2], at * 25),
]);

describe('the gap between any two bases', () => {
  it('is the same both ways, never negative, and at most the distance of the middles', () => {
    for (const one of SHAPES) {
      for (const two of SHAPES) {
        const [gap, back] = [gapOf(one, two, false), gapOf(two, one, false)];
        expect(gap.edge).toBeCloseTo(back.edge, 9);
        expect(gap.edge).toBeGreaterThanOrEqual(0);
        expect(gap.edge).toBeLessThanOrEqual(gap.centre + 1e-9);
      }
    }
  });

  it('is as long as the line that is drawn for it', () => {
    for (const one of SHAPES) {
      for (const two of SHAPES) {
        const { edge, ends } = gapOf(one, two, false);
        if (edge === 0) continue;
        const [[ax, ay], [bx, by]] = ends;
        expect(Math.hypot(bx - ax, by - ay)).toBeCloseTo(edge, 9);
      }
    }
  });
});

describe('bases', () => {
  it('that are round are measured from rim to rim', () => {
    expect(gapOf(round(0, 0, 1), round(5, 0, 0.5), false).edge).toBeCloseTo(3.5);
    expect(gapOf(round(0, 0, 1), round(1.2, 0, 0.5), false).edge).toBe(0);
  });

  it('with corners are measured from the nearest ones, as they are turned', () => {
    expect(gapOf(box(0, 0, 1), round(4, 0, 1), false).edge).toBeCloseTo(2);
    expect(gapOf(box(0, 0, 1, 45), round(4, 0, 1), false).edge).toBeCloseTo(3 - Math.SQRT2);
    expect(gapOf(box(0, 0, 1), box(1.5, 1.5, 1), false).edge).toBe(0);
    expect(gapOf(box(0, 0, 2), round(0.5, 0, 0.2), false).edge).toBe(0);
  });

  it('that cross without a corner in the other touch', () => {
    const bar = (facing: number) =>
      piece(
        {
          kind: 'shaped',
          corners: [
            [-4, -0.5],
            [4, -0.5],
            [4, 0.5],
            [-4, 0.5],
          ],
        },
        [0, 0],
        facing,
      );
    expect(gapOf(bar(0), bar(90), false).edge).toBe(0);
  });

  it('on hexes are counted by steps', () => {
    const at = (q: number, r: number) =>
      baseOf({ hexes: true }, { footprint: { kind: 'hex' }, position: [q, r] } as unknown as Piece);
    expect(gapOf(at(0, 0), at(3, 0), true).hexes).toBe(3);
    expect(gapOf(at(0, 0), at(-2, 5), true).hexes).toBe(5);
    expect(gapOf(at(1, 1), at(2, 3), true).hexes).toBe(3);
  });
});

it('a spot is within a polygon or not', () => {
  const corners: XY[] = [
    [0, 0],
    [4, 0],
    [4, 4],
    [2, 1],
    [0, 4],
  ];
  expect(inside([1, 1], corners)).toBe(true);
  expect(inside([2, 3], corners)).toBe(false);
  expect(inside([5, 1], corners)).toBe(false);
});
