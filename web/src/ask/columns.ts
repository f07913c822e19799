/**
 * Odds made ready for a chart: the series on one axis, long tails and many outcomes drawn
 * together. Counting only; what an outcome means is the game's.
 */
import type { Odds } from '../api/types';

export type Measure = Odds['measures'][number];

export interface Column {
  label: string;
  /** The smallest and the greatest outcome in it. */
  low: number;
  high: number;
  /** For each series the chance of exactly this, and of at least this. */
  exactly: number[];
  atLeast: number[];
}

const MOST = 26;
/** Outcomes rarer than this at the end of the axis share its last column. */
const TAIL = 0.0005;
/** Measures that say that the target is gone. */
const ENDS = ['destroyed', 'eliminated'];

/** Whether outcomes are numbers, so that a mean and `at least` make sense. */
export function isNumeric(measure: Measure): boolean {
  return measure.mean !== undefined && measure.outcomes.every((o) => typeof o.value === 'number');
}

/** Measures of numbers, which have a chart, and the others, which are told in words. */
export function parted(odds: Odds): { charts: Measure[]; said: Measure[] } {
  const charts = odds.measures.filter(isNumeric);
  return { charts, said: odds.measures.filter((each) => !isNumeric(each)) };
}

/** The chance that a measure of yes and no is yes; null of other measures. */
export function chanceOfYes(measure: Measure): number | null {
  if (!measure.outcomes.every((each) => typeof each.value === 'boolean')) return null;
  return measure.outcomes.find((each) => each.value === true)?.p ?? 0;
}

/** The columns of one axis for all series; none where a series has no numbers. */
export function columns(series: readonly Measure[]): Column[] {
  if (!series.length || !series.every(isNumeric)) return [];
  const chances = series.map(
    (each) => new Map(each.outcomes.map((one) => [one.value as number, one.p])),
  );
  const values = [...new Set(chances.flatMap((each) => [...each.keys()]))].sort((a, b) => a - b);
  const axis = values.every(Number.isInteger) ? between(values) : values;
  const rest = (from: number) =>
    chances.map((each) => Math.min(1, sum([...each].filter(([v]) => v >= from))));
  const cut = axis.findIndex((value, i) => i > 0 && rest(value).every((p) => p < TAIL));
  const last = cut > 0 && cut < axis.length - 1 ? cut : axis.length;
  const step = Math.max(1, Math.ceil(last / MOST));
  const found: Column[] = [];
  for (let i = 0; i < last; i += step) {
    const part = axis.slice(i, Math.min(i + step, last));
    const open = i + step >= last && last < axis.length;
    found.push(column(part, open ? axis.slice(last) : [], chances, rest));
  }
  return found;
}

function column(
  part: number[],
  tail: number[],
  chances: Map<number, number>[],
  rest: (from: number) => number[],
): Column {
  const [low, high] = [part[0] ?? 0, tail.at(-1) ?? part.at(-1) ?? 0];
  const exactly = chances.map((each) => sum([...each].filter(([v]) => v >= low && v <= high)));
  const label = tail.length ? `${low}+` : part.length > 1 ? `${low}–${high}` : String(low);
  return { label, low, high, exactly, atLeast: rest(low) };
}

function between(values: readonly number[]): number[] {
  const [low, high] = [values[0] ?? 0, values.at(-1) ?? 0];
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

function sum(rows: readonly (readonly [number, number])[]): number {
  return rows.reduce((total, [, p]) => total + p, 0);
}

/** The names of the measures that all odds have and that a chart can show. */
export function common(all: readonly Odds[]): string[] {
  const [first, ...others] = all.map((odds) => parted(odds).charts.map((each) => each.name));
  return (first ?? []).filter((name) => others.every((each) => each.includes(name)));
}

/** Whether the last outcome is the end of the target: it is as likely as that it is gone. */
export function endsIt(measure: Measure, odds: Odds): boolean {
  const gone = odds.measures.find((each) => ENDS.includes(each.name));
  const chance = gone === undefined ? null : chanceOfYes(gone);
  const last = measure.outcomes.at(-1)?.p ?? 0;
  return chance !== null && chance > 0 && Math.abs(chance - last) < 1e-9;
}

/** The axis of a chart goes up to this chance: the next of some round ones. */
export function ceiling(most: number): number {
  return [0.1, 0.2, 0.25, 0.5, 0.75].find((each) => each >= most) ?? 1;
}
