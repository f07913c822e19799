/**
 * The numbers of a ruling made ready to be read: sums laid out as sums, lengths with their unit,
 * margins. Knows how numbers are named, not what they decide.
 */
import type { Ruling } from '../api/types';

export type Datum = Ruling['numbers'][string];
export type Numbers = Record<string, Datum>;

export interface Sum {
  total: string;
  value: number;
  parts: { name: string; value: number }[];
}

/** Numbers that are the sum of others of the same ruling. */
const SUMS: Record<string, string[]> = { weapon_range: ['scan', 'signature', 'spike'] };

const LENGTHS = new Set(
  (
    'distance range weapon_range scan signature spike limit gap opening reach base height ' +
    'distance_left moved allowance length clearance lane'
  ).split(' '),
);
const ANGLES = new Set(['bearing', 'turn', 'facing']);
const LIMITS = ['weapon_range', 'range', 'limit'];
/** Told elsewhere on the card, or drawn on the board. */
const ELSEWHERE = new Set(['anchor', 'anchor_target', 'weapon']);

export type Unit = '"' | '°' | '';

/** The unit of a number by its name; tables of hexes have no lengths in inches. */
export function unitOf(name: string, hexes: boolean): Unit {
  if (ANGLES.has(name)) return '°';
  return LENGTHS.has(name) && !hexes ? '"' : '';
}

/** How far inside the limit a distance is; negative beyond it; null where there is no such pair. */
export function marginOf(numbers: Numbers): number | null {
  const distance = numbers['distance'];
  if (typeof distance !== 'number') return null;
  const limits = LIMITS.map((name) => numbers[name]).filter((each) => typeof each === 'number');
  return limits[0] === undefined ? null : limits[0] - distance;
}

/** Sums whose parts are there and add up. */
export function sumsOf(numbers: Numbers): Sum[] {
  return Object.entries(SUMS).flatMap(([total, names]) => {
    const value = numbers[total];
    const parts = names.map((name) => ({ name, value: numbers[name] }));
    if (typeof value !== 'number' || !parts.every(isNumber)) return [];
    const adds = parts.reduce((all, part) => all + part.value, 0);
    return Math.abs(adds - value) < 1e-9 ? [{ total, value, parts }] : [];
  });
}

function isNumber<P extends { value: unknown }>(part: P): part is P & { value: number } {
  return typeof part.value === 'number';
}

/** The numbers that are told one by one: neither part of a sum nor told elsewhere. */
export function plainOf(numbers: Numbers): [string, Datum][] {
  const inSums = new Set(sumsOf(numbers).flatMap((s) => [s.total, ...s.parts.map((p) => p.name)]));
  return Object.entries(numbers).filter(
    ([name, value]) =>
      !inSums.has(name) && !ELSEWHERE.has(name) && value !== null && recordOf(value) === null,
  );
}

/** Numbers that are tables of their own: what each order would give, and the like. */
export function tablesOf(numbers: Numbers): [string, Numbers][] {
  return Object.entries(numbers).flatMap(([name, value]) => {
    const record = recordOf(value);
    return record === null ? [] : [[name, record] as [string, Numbers]];
  });
}

function recordOf(value: Datum | undefined): Numbers | null {
  return typeof value === 'object' && value !== null && 'record' in value
    ? (value.record as Numbers)
    : null;
}

/** The numbers of a second ruling that differ from those of the first. */
export function differing(numbers: Numbers, others: Numbers): string[] {
  const names = new Set([...Object.keys(numbers), ...Object.keys(others)]);
  return [...names].filter(
    (name) => JSON.stringify(numbers[name]) !== JSON.stringify(others[name]) && told(name),
  );
}

function told(name: string): boolean {
  return !name.startsWith('anchor');
}
