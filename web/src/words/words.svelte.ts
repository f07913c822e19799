/** The words of the page, in the language that was chosen. No other file holds a sentence. */
import de from './de.json';
import en from './en.json';

export type Word = keyof typeof en;
export type Language = 'en' | 'de';

/** Every language by its own name; a language that lacks a word does not compile. */
export const LANGUAGES: Record<Language, { name: string; words: Record<Word, string> }> = {
  en: { name: 'English', words: en },
  de: { name: 'Deutsch', words: de },
};

const KEPT = 'defilade.language';

function first(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept !== null && kept in LANGUAGES) return kept as Language;
  return navigator.languages.some((each) => each.startsWith('en')) ||
    !navigator.languages[0]?.startsWith('de')
    ? 'en'
    : 'de';
}

let chosen = $state<Language>(first());

/** The language in use. */
export function language(): Language {
  return chosen;
}

/** Use another language from now on, here and at the next visit. */
export function speak(next: Language): void {
  chosen = next;
  localStorage.setItem(KEPT, next);
  document.documentElement.lang = next;
}

/** Whether there is a word of that name: for names that come from elsewhere. */
export function has(word: string): word is Word {
  return Object.hasOwn(en, word);
}

/** A word or sentence, with `{names}` filled in. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  return LANGUAGES[chosen].words[word].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}

/** Formats take long to make, and the board writes many numbers. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/** A number as the chosen language writes it. */
export function num(value: number, digits = 2): string {
  const key = `${chosen} ${digits}`;
  let format = FORMATS.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(chosen, { maximumFractionDigits: digits });
    FORMATS.set(key, format);
  }
  return format.format(value);
}

/** A chance as players read it: whole percents, `<1 %` rather than nothing. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return '<1 %';
  if (chance < 1 && chance > 0.99) return '>99 %';
  return `${Math.round(chance * 100)} %`;
}
