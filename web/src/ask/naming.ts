/** Codes of questions, verdicts and numbers in the words of the page. */
import { LANGUAGES, num, t, type Word } from '../words/words.svelte';
import type { Datum } from './numbers';
import { unitOf } from './numbers';
import type { Question, Row } from './rows';

/** The word for a code, such as `num.scan`; the code itself, made readable, where there is none. */
export function named(area: string, code: string): string {
  const word = `${area}.${code}`;
  if (word in LANGUAGES.en.words) return t(word as Word);
  return code.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
}

/** A question as a short heading: `Heron at Anvil with Lance`. */
export function titleOf(question: Question): string {
  switch (question.kind) {
    case 'movement':
      return t('question.movement', { piece: question.piece });
    case 'entry':
      return t('question.entry', { piece: question.piece, place: question.place });
    case 'sight':
    case 'cover':
      return t(`question.${question.kind}`, { by: question.by, at: question.at });
    case 'firing': {
      const { by, at, weapon } = question;
      return weapon === null
        ? t('question.firing', { by, at })
        : t('question.firing.weapon', { by, at, weapon });
    }
  }
}

/** What a row of a list says of itself within its target: the weapon, or the kind of question. */
export function shortOf(question: Question): string {
  if (question.kind === 'firing' && question.weapon !== null) return question.weapon;
  return t(`kind.${question.kind}`);
}

/** The verdict of a ruling in words. */
export function verdictOf({ ruling }: Pick<Row, 'ruling'>): string {
  const { kind } = ruling.question;
  if (ruling.verdict_of === 'covered' && ruling.verdict === 'no') return t('verdict.uncovered');
  const special = `verdict.${kind}.${ruling.verdict}`;
  return special in LANGUAGES.en.words ? t(special as Word) : t(`verdict.${ruling.verdict}`);
}

/** A length in inches, or a plain number on a table of hexes. */
export function length(value: number, hexes: boolean): string {
  return hexes ? num(value) : `${num(value)}"`;
}

/** A number of a ruling as it is read. */
export function told(name: string, value: Datum, hexes: boolean): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(value ? 'card.yes' : 'card.no');
  if (typeof value === 'number') return num(value) + unitOf(name, hexes);
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.length ? value.map((each) => told(name, each, hexes)).join(', ') : t('card.none');
  if ('fraction' in value) return value.fraction;
  if ('number' in value) return value.number === 'inf' ? '∞' : value.number;
  return Object.entries(value.record)
    .map(([inner, one]) => `${named('num', inner)} ${told(inner, one, hexes)}`)
    .join(', ');
}
