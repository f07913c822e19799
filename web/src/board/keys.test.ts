import { describe, expect, it } from 'vitest';
import de from '../words/de.json';
import en from '../words/en.json';
import { ACTS, actOf, bound, firstKeys, KEYS, readable, unbound, written } from './keys';

function press(key: string, held: Partial<Record<'ctrl' | 'meta' | 'alt' | 'shift', true>> = {}) {
  return {
    key,
    ctrlKey: held.ctrl ?? false,
    metaKey: held.meta ?? false,
    altKey: held.alt ?? false,
    shiftKey: held.shift ?? false,
  };
}

describe('the table of keys', () => {
  it('has no key twice', () => {
    const all = ACTS.flatMap((act) => KEYS[act].keys as readonly string[]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('has words for every act in every language', () => {
    for (const act of ACTS) {
      expect(en[KEYS[act].word]).toBeTruthy();
      expect(de[KEYS[act].word]).toBeTruthy();
    }
  });

  it('finds the act of every key that it writes', () => {
    const map = firstKeys();
    for (const act of ACTS) {
      for (const key of map[act]) {
        const name =
          key.endsWith('+') && key.length === 1 ? '+' : (key.split(/\+(?=.)/).at(-1) ?? '');
        const event = press(name, {
          ...(key.includes('Mod+') && { ctrl: true as const }),
          ...(key.includes('Shift+') && { shift: true as const }),
        });
        expect(actOf(map, event), key).toBe(act);
      }
    }
  });
});

describe('a pressed key', () => {
  it('is written with its modifiers, the command key as Ctrl', () => {
    expect(written(press('Z', { meta: true, shift: true }))).toBe('Mod+Shift+z');
    expect(written(press('ArrowUp', { shift: true }))).toBe('Shift+ArrowUp');
    expect(written(press(' '))).toBe('Space');
    expect(written(press('Shift', { shift: true }))).toBeNull();
  });

  it('says nothing of the Shift that its sign already says', () => {
    expect(written(press('?', { shift: true }))).toBe('?');
    expect(written(press('+', { shift: true }))).toBe('+');
  });
});

describe('binding anew', () => {
  it('takes a key from the act that had it', () => {
    const map = bound(firstKeys(), 'measure', 'v');
    expect(map.measure).toContain('v');
    expect(map.select).toEqual([]);
    expect(actOf(map, press('v'))).toBe('measure');
    expect(actOf(unbound(map, 'measure'), press('v'))).toBeNull();
  });
});

it('keys are read as people write them', () => {
  expect(readable('Mod+Shift+z')).toBe('Ctrl+Shift+Z');
  expect(readable('Mod+z', true)).toBe('⌘Z');
  expect(readable('ArrowUp')).toBe('↑');
  expect(readable('+')).toBe('+');
});
