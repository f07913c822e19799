/** How sides are told apart: a colour, a hatch and a shape each, in order of appearance. */
import type { Scene } from '../api/types';

const COLOURS = ['blue', 'red', 'green', 'purple', 'orange', 'teal', 'yellow', 'grey'] as const;
type Colour = (typeof COLOURS)[number];

const ALIASES: Record<string, Colour> = {
  gray: 'grey',
  black: 'grey',
  white: 'grey',
  gold: 'yellow',
  violet: 'purple',
};

export interface SideStyle {
  name: string;
  /** A name for `var(--piece-…)`. */
  colour: Colour;
  /** The number of its shape and hatch. */
  number: number;
}

/** A style for each side; a side called red is drawn in red. */
export function sideStyles(scene: Pick<Scene, 'pieces' | 'sides'>): Map<string, SideStyle> {
  const names = [...new Set([...(scene.sides ?? []), ...scene.pieces.map((piece) => piece.side)])];
  const wanted = names.map((name) => {
    const word = name.toLowerCase();
    return COLOURS.find((each) => each === word) ?? ALIASES[word] ?? null;
  });
  const free = COLOURS.filter((colour) => !wanted.includes(colour));
  let next = 0;
  const styles = new Map<string, SideStyle>();
  names.forEach((name, number) => {
    const spare = free.length ? free : COLOURS;
    const colour = wanted[number] ?? spare[next++ % spare.length] ?? 'grey';
    styles.set(name, { name, colour, number });
  });
  return styles;
}

/** How many hatches there are before they come again. */
export const HATCHES = 6;

/** The strokes of a hatch on a tile of 6 pixels; the first is a full cover. */
export function hatchOf(number: number): string {
  const full = 'M0 0H6V6H0Z';
  const bar = 'M0 0H2.2V6H0Z';
  const dot = 'M1.5 3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0';
  const across = 'M0 0H6V1.4H0Z';
  const thin = 'M0 0H1.4V6H0Z';
  return [full, bar, dot, thin + across, across, across + dot][number % HATCHES] ?? full;
}
