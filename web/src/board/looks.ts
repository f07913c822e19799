/** What a ground looks like, by the words that tell it: a tint and a pattern for each look. */
import type { Ground } from '../api/types';

export interface Look {
  name: string;
  /** A name for `var(--ground-…)`. */
  tint: string;
  size: [number, number];
  /** Drawn, and filled in, on each tile. */
  lines: string;
  solids: string;
}

function look(
  name: string,
  tint: string,
  size: [number, number],
  lines: string,
  solids = '',
): Look {
  return { name, tint, size, lines, solids };
}

const ALL: Look[] = [
  look(
    'forest',
    'green',
    [24, 22],
    'M6.5 9.5v2.5M18.5 20v2',
    'M6.5 1L10.5 9.5H2.5ZM18.5 11.5L22.5 20H14.5Z',
  ),
  look(
    'building',
    'stone',
    [26, 22],
    'M2 10V5.5L6.5 1.5L11 5.5V10ZM15 21V16.5L19.5 12.5L24 16.5V21Z',
    'M5.5 10V7h2.5V10ZM18.5 21V18h2.5V21Z',
  ),
  look(
    'rubble',
    'stone',
    [24, 20],
    'M3 8l2-4l4 1l-1 4ZM14 17l1-3l4-1l2 4Z',
    'M12 5l2-2l2 2l-1 2ZM4 16l3-1l1 2l-3 1Z',
  ),
  look(
    'hill',
    'sand',
    [28, 20],
    'M1 9Q7.5-2 14 9M4.5 9Q7.5 3 10.5 9M15 19Q21.5 8 28 19M18.5 19Q21.5 13 24.5 19',
  ),
  look('trench', 'clay', [20, 14], 'M0 4H5V10H15V4H20M0 7H2V13H18V7H20'),
  look('bunker', 'concrete', [16, 12], 'M0 .6H16M0 6.6H16M4 .6V6.6M12 6.6V12'),
  look('ford', 'water', [24, 16], 'M1 4q3-3 6 0t6 0M13 12q3-3 6 0t6 0'),
  look('deep water', 'deep', [24, 9], 'M0 2.5q3-3 6 0t6 0t6 0t6 0M0 7q3-3 6 0t6 0t6 0t6 0'),
  look('wire', 'plain', [22, 20], 'M4 7h3M15 17h3'),
  look('crater', 'ash', [20, 20], '', 'M4 5h1.6v1.6h-1.6ZM14 13h1.6v1.6h-1.6Z'),
  look('road', 'concrete', [22, 22], 'M3 5.5h8M14 16.5h8'),
  look(
    'rough',
    'meadow',
    [22, 18],
    'M5 8l-2.5-4.5M5 8v-6M5 8l2.5-4.5M16 17l-2.5-4.5M16 17v-6M16 17l2.5-4.5',
  ),
  look('wall', 'stone', [12, 8], 'M0 .5H12M0 4.5H12M3 .5V4.5M9 4.5V8'),
  look('shack', 'clay', [9, 24], 'M.5 0V24M5 0V6M5 9V20'),
  look('city', 'stone', [14, 14], 'M2 2h4v4h-4ZM9 8h3v5h-3Z', 'M9 2h3v2h-3Z'),
  look(
    'debris',
    'ash',
    [26, 22],
    'M4 8l2-5l5 1l1 4l-4 3Z',
    'M17 17l3-3l3 2l-2 3ZM19 5l2-1l1 2l-2 1ZM4 18l2-1l1 2l-2 1Z',
  ),
  look(
    'moon',
    'concrete',
    [36, 32],
    'M5 8a4.5 3.8 0 1 0 9 0a4.5 3.8 0 1 0-9 0M22 23a6 5 0 1 0 12 0a6 5 0 1 0-12 0' +
      'M26 6a2.2 2 0 1 0 4.4 0a2.2 2 0 1 0-4.4 0M8 25a2.6 2.2 0 1 0 5.2 0a2.6 2.2 0 1 0-5.2 0',
  ),
  look('lava', 'clay', [24, 16], 'M1 5q3-4 6 0t6 0M13 13q3-4 6 0t6 0', 'M18 4h2v2h-2Z'),
];

const WORDS: Record<string, string> = {
  forest: 'forest wood woods copse jungle',
  building: 'building house village garrison',
  rubble: 'rubble ruin ruins',
  hill: 'hill hills ridge',
  trench: 'trench trenches',
  bunker: 'bunker fort fortress',
  ford: 'ford fordable river water stream waterway bridge',
  'deep water': 'deep_water lake sea pond',
  wire: 'wire',
  crater: 'crater craters hole',
  road: 'road street',
  rough: 'rough park field tough broken_ground',
  wall: 'wall barricade fence hedge',
  shack: 'shack hut',
  city: 'sector city town yard',
  debris: 'debris ring asteroids',
  moon: 'lso moon planet',
  lava: 'lava',
};

const PLAIN = [
  'M0 12L12 0',
  'M3 6a1.5 1.5 0 1 0 .01 0M9 12a1.5 1.5 0 1 0 .01 0',
  'M0 4q3-3 6 0t6 0M0 10q3-3 6 0t6 0',
  'M0 0L12 12',
  'M6 3v6M3 6h6',
];

const BY_WORD = new Map<string, Look>();
for (const each of ALL) {
  for (const word of (WORDS[each.name] ?? '').split(' ')) {
    BY_WORD.set(word.replaceAll('_', ' '), each);
  }
}

function told(said: string): Look | null {
  const whole = BY_WORD.get(said.toLowerCase());
  if (whole) return whole;
  const words = said.toLowerCase().match(/\p{L}+/gu) ?? [];
  const word = words.reverse().find((each) => BY_WORD.has(each));
  return word === undefined ? null : (BY_WORD.get(word) ?? null);
}

/** The look that a ground's own word, its tags or its name tell, or null. */
function lookOf(ground: Ground): Look | null {
  for (const said of [ground.look ?? '', ...ground.tags, ground.id]) {
    const found = told(said);
    if (found) return found;
  }
  return null;
}

/** The words a ground is listed under: its look, else its first tag. */
export function kindOf(ground: Ground): string {
  return ground.look || ground.tags[0] || '';
}

/** The look of each ground by its id; kinds without a known word get plain patterns in turn. */
export function looksOf(grounds: readonly Ground[]): Map<string, Look> {
  const plain = new Map<string, Look>();
  const looks = new Map<string, Look>();
  for (const ground of grounds) {
    const known = lookOf(ground);
    if (known) looks.set(ground.id, known);
    else {
      const kind = kindOf(ground);
      const at = plain.size % PLAIN.length;
      const own = plain.get(kind) ?? look(`plain${at}`, String(at), [12, 12], PLAIN[at] ?? '');
      plain.set(kind, own);
      looks.set(ground.id, own);
    }
  }
  return looks;
}

/** The id of a look's pattern. */
export function patternOf(each: Look): string {
  return `look-${each.name.replace(' ', '-')}`;
}
