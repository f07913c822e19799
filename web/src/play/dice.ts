/** What a pending roll asks for, and how the faces of a die are written and typed. */
import type { Session } from '../api/types';

export type Pending = NonNullable<Session['pending']>;
export type Face = number | string;

/** The faces that a die of the pending roll can show, each once. */
export function facesOf(pending: Pending): Face[] {
  const sides = pending.sides ?? 6;
  return typeof sides === 'number'
    ? Array.from({ length: sides }, (_, i) => i + 1)
    : [...new Set(sides)];
}

/** The bands of a roll as players write needs: `2+`, `6+`, or the names of faces. */
export function needsOf(pending: Pending): string[] {
  const bands: unknown = pending['bands'];
  if (!Array.isArray(bands)) return [];
  return bands.map((band: unknown) =>
    Array.isArray(band) ? band.join(', ') : typeof band === 'number' ? `${band}+` : String(band),
  );
}

/** The face that a typed key stands for, or null: digits, or the first letter of a name. */
export function typed(faces: readonly Face[], key: string): Face | null {
  const number = Number(key);
  if (/^\d$/.test(key)) return faces.includes(number) ? number : null;
  const letter = key.toLowerCase();
  const named = faces.filter((face) => typeof face === 'string' && face.startsWith(letter));
  return key.length === 1 && named.length === 1 ? (named[0] ?? null) : null;
}

/** Where the pips of a six-sided die are, on a field from -1 to 1. */
export function pips(face: number): [number, number][] {
  const all: Record<number, [number, number][]> = {
    1: [[0, 0]],
    2: [
      [-1, -1],
      [1, 1],
    ],
    3: [
      [-1, -1],
      [0, 0],
      [1, 1],
    ],
    4: [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ],
    5: [
      [-1, -1],
      [1, -1],
      [0, 0],
      [-1, 1],
      [1, 1],
    ],
    6: [
      [-1, -1],
      [1, -1],
      [-1, 0],
      [1, 0],
      [-1, 1],
      [1, 1],
    ],
  };
  return all[face] ?? [];
}
