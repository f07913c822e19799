/** Every key of the page in one table: what it does, its words, and the keys it has at first. */
import type { Word } from '../words/words.svelte';

export const GROUPS = ['look', 'choose', 'change', 'tool', 'ask'] as const;
export type Group = (typeof GROUPS)[number];

export interface Key {
  word: Word;
  group: Group;
  keys: readonly string[];
}

/** Modifiers in the order Mod, Alt, Shift; Mod is Ctrl, and the command key on a Mac. */
export const KEYS = {
  fit: { word: 'key.fit', group: 'look', keys: ['0', 'Home'] },
  nearer: { word: 'key.nearer', group: 'look', keys: ['+', '='] },
  farther: { word: 'key.farther', group: 'look', keys: ['-'] },
  panUp: { word: 'key.panUp', group: 'look', keys: ['w'] },
  panLeft: { word: 'key.panLeft', group: 'look', keys: ['a'] },
  panDown: { word: 'key.panDown', group: 'look', keys: ['s'] },
  panRight: { word: 'key.panRight', group: 'look', keys: ['d'] },
  all: { word: 'key.all', group: 'choose', keys: ['Mod+a'] },
  unit: { word: 'key.unit', group: 'choose', keys: ['u'] },
  nothing: { word: 'key.nothing', group: 'choose', keys: ['Escape'] },
  up: { word: 'key.up', group: 'change', keys: ['ArrowUp'] },
  left: { word: 'key.left', group: 'change', keys: ['ArrowLeft'] },
  down: { word: 'key.down', group: 'change', keys: ['ArrowDown'] },
  right: { word: 'key.right', group: 'change', keys: ['ArrowRight'] },
  farUp: { word: 'key.farUp', group: 'change', keys: ['Shift+ArrowUp'] },
  farLeft: { word: 'key.farLeft', group: 'change', keys: ['Shift+ArrowLeft'] },
  farDown: { word: 'key.farDown', group: 'change', keys: ['Shift+ArrowDown'] },
  farRight: { word: 'key.farRight', group: 'change', keys: ['Shift+ArrowRight'] },
  turnLeft: { word: 'key.turnLeft', group: 'change', keys: ['q'] },
  turnRight: { word: 'key.turnRight', group: 'change', keys: ['e'] },
  finelyLeft: { word: 'key.finelyLeft', group: 'change', keys: ['Shift+q'] },
  finelyRight: { word: 'key.finelyRight', group: 'change', keys: ['Shift+e'] },
  copy: { word: 'key.copy', group: 'change', keys: ['Mod+d'] },
  remove: { word: 'key.remove', group: 'change', keys: ['Delete', 'Backspace'] },
  undo: { word: 'key.undo', group: 'change', keys: ['Mod+z'] },
  redo: { word: 'key.redo', group: 'change', keys: ['Mod+y', 'Mod+Shift+z'] },
  select: { word: 'key.select', group: 'tool', keys: ['v'] },
  measure: { word: 'key.measure', group: 'tool', keys: ['m'] },
  measureHeld: { word: 'key.measureHeld', group: 'tool', keys: ['r'] },
  draw: { word: 'key.draw', group: 'tool', keys: ['p'] },
  snap: { word: 'key.snap', group: 'tool', keys: ['g'] },
  sight: { word: 'key.sight', group: 'ask', keys: ['l'] },
  target: { word: 'key.target', group: 'ask', keys: ['t'] },
  help: { word: 'key.help', group: 'ask', keys: ['?'] },
} as const satisfies Record<string, Key>;

export type Act = keyof typeof KEYS;
export const ACTS = Object.keys(KEYS) as Act[];
export type Keymap = Record<Act, readonly string[]>;

/** The keys as they are before anything is bound anew. */
export function firstKeys(): Keymap {
  const map = {} as Record<Act, readonly string[]>;
  for (const act of ACTS) map[act] = KEYS[act].keys;
  return map;
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A pressed key as the table writes it, such as `Mod+Shift+z`; null of a modifier alone. */
export function written(event: Pressed): string | null {
  const { key } = event;
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead'].includes(key)) return null;
  const letter = key.length === 1 ? key.toLowerCase() : key;
  // The sign that a key with Shift gives already says Shift, but a letter does not.
  const shifted = event.shiftKey && (key.length > 1 || letter !== letter.toUpperCase());
  const parts = [
    event.ctrlKey || event.metaKey ? 'Mod' : '',
    event.altKey ? 'Alt' : '',
    shifted ? 'Shift' : '',
    letter === ' ' ? 'Space' : letter,
  ];
  return parts.filter((part) => part !== '').join('+');
}

/** What a pressed key does, or null. */
export function actOf(map: Keymap, event: Pressed): Act | null {
  const name = written(event);
  return name === null ? null : (ACTS.find((act) => map[act].includes(name)) ?? null);
}

/** The map with one more key for an act, which no other act has any longer. */
export function bound(map: Keymap, act: Act, key: string): Keymap {
  const next = { ...map };
  for (const each of ACTS) next[each] = map[each].filter((held) => held !== key);
  next[act] = [...next[act], key];
  return next;
}

/** The map with an act's keys taken away. */
export function unbound(map: Keymap, act: Act): Keymap {
  return { ...map, [act]: [] };
}

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
};

/** A key as people read it: `Ctrl+Shift+Z`. */
export function readable(key: string, mac = false): string {
  if (key === '+') return '+';
  return key
    .split(/\+(?=.)/)
    .map((part) => {
      if (part === 'Mod') return mac ? '⌘' : 'Ctrl';
      return SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    })
    .join(mac ? '' : '+');
}
