/**
 * Rows of a survey put in order: which question each one is, who stands at its other end, and
 * what the board shows of each target. No rule is judged here: tones are the server's.
 */
import type { Ruling, View } from '../api/types';

export type Row = View;
export type Tone = View['tone'];
export type Question = Ruling['question'];

/** All rows about one other thing, or about the unit alone (`target` null). */
export interface Group {
  target: string | null;
  tone: Tone;
  best: Row;
  /** What the unit does there, and what is done to it from there. */
  out: Row[];
  back: Row[];
}

const RANK: Record<Tone, number> = { yes: 0, partly: 1, unsettled: 2, no: 3 };

/** A name for a question that stays the same while the table changes. */
export function keyOf(question: Question): string {
  const named = { by: '', at: '', piece: '', place: '', weapon: '', ...question };
  const { kind, by, at, piece, place, weapon, detail } = named;
  return JSON.stringify([kind, by, at, piece, place, weapon, Object.entries(detail).sort()]);
}

/** Who or what stands at the other end of a question that `unit` is part of. */
export function otherEnd(question: Question, unit: string): string | null {
  switch (question.kind) {
    case 'movement':
      return null;
    case 'entry':
      return question.piece === unit ? question.place : question.piece;
    case 'sight':
    case 'cover':
    case 'firing':
      return question.by === unit ? question.at : question.by;
  }
}

/** Whether `unit` is the one that acts in a question. */
export function acts(question: Question, unit: string): boolean {
  return 'by' in question ? question.by === unit : question.piece === unit;
}

/** Rows grouped by target, in the order in which the server tells them. */
export function grouped(rows: readonly Row[], unit: string): Group[] {
  const found = new Map<string | null, Row[]>();
  for (const row of rows) {
    const end = otherEnd(row.ruling.question, unit);
    found.set(end, [...(found.get(end) ?? []), row]);
  }
  return [...found].map(([target, all]) => group(target, all, unit));
}

function group(target: string | null, rows: Row[], unit: string): Group {
  const out = rows.filter((row) => acts(row.ruling.question, unit));
  const back = rows.filter((row) => !acts(row.ruling.question, unit));
  const best = bestOf(out.length ? out : back) as Row;
  return { target, tone: toneOf(out.length ? out : back), best, out, back };
}

/** The first row of the best tone; attacks come before what leads to them. */
export function bestOf(rows: readonly Row[]): Row | null {
  const attacks = rows.filter((row) => row.ruling.question.kind === 'firing');
  const among = attacks.some((row) => row.tone !== 'no') ? attacks : rows;
  return among.reduce<Row | null>(
    (best, row) => (best === null || RANK[row.tone] < RANK[best.tone] ? row : best),
    null,
  );
}

/** The tone of a target: of the best attack; seen without being attackable is partly. */
export function toneOf(rows: readonly Row[]): Tone {
  const best = (some: readonly Row[]): Tone =>
    some.reduce<Tone>((tone, row) => (RANK[row.tone] < RANK[tone] ? row.tone : tone), 'no');
  const attacks = rows.filter((row) => row.ruling.question.kind === 'firing');
  if (!attacks.length || best(attacks) !== 'no') return best(attacks.length ? attacks : rows);
  return best(rows) === 'no' ? 'no' : 'partly';
}

/** The tone of each target that the unit itself can do something to. */
export function tonesOf(groups: readonly Group[]): Map<string, Tone> {
  const found = new Map<string, Tone>();
  for (const each of groups)
    if (each.target !== null && each.out.length) found.set(each.target, each.tone);
  return found;
}

/** Newer rulings in the place of those on the same questions; other rows stay. */
export function renewed(rows: readonly Row[], newer: readonly Row[]): Row[] {
  const byKey = new Map(newer.map((row) => [keyOf(row.ruling.question), row]));
  return rows.map((row) => byKey.get(keyOf(row.ruling.question)) ?? row);
}
