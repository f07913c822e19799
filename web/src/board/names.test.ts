import { describe, expect, it } from 'vitest';
import type { Scene } from '../api/types';
import type { Box } from './labels';
import { namesOf, runs } from './names';

type Odd = Partial<Scene['pieces'][number]> & { id: string };

function scene(pieces: Odd[], grounds: Partial<Scene['grounds'][number]>[] = []): Scene {
  const plain = {
    side: 'red',
    position: [10, 10],
    footprint: { kind: 'round', radius: 0.6 },
    facing: null,
    notes: [],
    rings: 0,
    strength: null,
    kind: '',
  };
  return {
    title: 'A table',
    low: [0, 0],
    high: [48, 48],
    hexes: false,
    places: [],
    remarks: [],
    sides: ['red'],
    pieces: pieces.map((piece) => ({ ...plain, label: piece.id, unit: piece.id, ...piece })),
    grounds: grounds.map((ground) => ({ holes: [], tags: [], trims: [], ...ground })),
  } as unknown as Scene;
}

function common([al, at, ar, ab]: Box, [bl, bt, br, bb]: Box): number {
  const [wide, tall] = [Math.min(ar, br) - Math.max(al, bl), Math.min(ab, bb) - Math.max(at, bt)];
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

describe('names', () => {
  it('keep off each other where there is room, at any scale', () => {
    const pieces = Array.from({ length: 25 }, (_, at) => ({
      id: `${'ABCDE'[at % 5]}-ship ${'abcde'[Math.floor(at / 5)]}`,
      position: [4 + 9 * (at % 5), 4 + 9 * Math.floor(at / 5)],
      notes: ['high', '4/4'],
    }));
    for (const scale of [12, 17, 30, 80]) {
      const { labels } = namesOf(scene(pieces), scale);
      expect(labels).toHaveLength(25);
      for (const [at, one] of labels.entries()) {
        for (const two of labels.slice(at + 1)) expect(common(one.box, two.box)).toBe(0);
      }
    }
  });

  it('stay on the table at its edge', () => {
    const { labels } = namesOf(scene([{ id: 'A long name', position: [47.5, 0.5] }]), 16);
    const [, , right, bottom] = labels[0]?.box ?? [0, 0, 1e9, 1e9];
    expect(right).toBeLessThanOrEqual(48 * 16);
    expect(bottom).toBeLessThanOrEqual(0);
  });

  it('are told once for pieces that differ in a number, which stands on each', () => {
    const { labels, figures } = namesOf(
      scene([1, 2, 4].map((n) => ({ id: `Gunner ${n}`, position: [10 + n, 10] }))),
      16,
    );
    expect(labels.map((label) => label.text)).toEqual(['Gunner 1–2, 4']);
    expect(figures.map((figure) => figure.text)).toEqual(['1', '2', '4']);
  });

  it('of a unit are its own, and not mixed with those of another', () => {
    const unit = (name: string, from: number) =>
      [0, 1, 2].map((n) => ({ id: `Raider ${from + n}`, unit: name, position: [n * 2, from] }));
    const { labels } = namesOf(scene([...unit('Reds', 1), ...unit('Greens', 20)]), 16);
    expect(labels.map((label) => label.text).sort()).toEqual(['Greens', 'Reds']);
  });

  it('tell the notes that all share, and none where the table is small', () => {
    const pieces = [
      { id: 'Gunner 1', notes: ['hidden', '2/2'] },
      { id: 'Gunner 2', notes: ['hidden', '1/2'], position: [12, 10] },
      { id: 'Gunner 3', notes: ['hidden', '2/2'], position: [14, 10] },
    ];
    expect(namesOf(scene(pieces), 16).labels[0]?.below).toBe('hidden');
    expect(namesOf(scene(pieces), 6).labels[0]?.below).toBe('');
  });

  it('of ground stand inside of it, or nowhere', () => {
    const outline = (half: number) =>
      [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
      ].map(([x = 0, y = 0]) => [24 + x, 24 + y]);
    const ground = (half: number) =>
      scene([], [{ id: 'wood', outline: outline(half), label: 'Wood', round_radius: null }]);
    const [label] = namesOf(ground(4), 16).labels;
    expect(
      common(label?.box ?? [0, 0, 0, 0], [20 * 16, -28 * 16, 28 * 16, -20 * 16]),
    ).toBeGreaterThan(0);
    expect(namesOf(ground(0.5), 16).labels).toEqual([]);
  });
});

it('numbers that follow each other are runs', () => {
  expect(runs([1, 2, 3, 7, 9, 10])).toBe('1–3, 7, 9–10');
});
