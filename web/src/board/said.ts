/** Things of a table in words, for those who do not see it. */
import type { Piece, XY } from '../api/types';
import type { Tone } from '../ask/rows';
import { shown } from '../state/shown.svelte';
import { num, t } from '../words/words.svelte';
import type { Gap } from './gaps';

/** A hex by its printed name, else a place by its numbers. */
export function placeSaid(at: readonly number[]): string {
  const [x = 0, y = 0] = at;
  return shown.nameOf(at) ?? `${num(x)}, ${num(y)}`;
}

const TONES = {
  yes: 'tone.yes',
  partly: 'tone.partly',
  no: 'tone.no',
  unsettled: 'tone.unsettled',
} as const;

/** How each tone is marked. */
export const MARK_OF = {
  yes: 'clear',
  partly: 'partly',
  no: 'blocked',
  unsettled: 'unsettled',
} as const satisfies Record<Tone, string>;

/** A piece: its name, side, place and state. */
export function saidOf(piece: Piece, hexes: boolean, tone: Tone | null = null): string {
  const parts = [
    piece.label || piece.id,
    piece.kind ?? '',
    piece.side,
    t(hexes ? 'piece.atHex' : 'piece.at', { place: placeSaid(piece.position) }),
    piece.facing === null ? '' : t('piece.facing', { degrees: num(piece.facing, 0) }),
    piece.level && !shown.layered ? t('piece.up', { inches: num(piece.level) }) : '',
    piece.strength
      ? t('piece.strength', { now: piece.strength[0] ?? 0, full: piece.strength[1] ?? 0 })
      : '',
    ...piece.notes,
    tone === null ? '' : t(TONES[tone]),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Where something was moved to, to be read aloud. */
export function movedSaid(id: string, at: XY, facing: number | null): string {
  const place = t('piece.moved', { name: id, place: placeSaid(at) });
  return facing === null ? place : `${place}, ${t('piece.facing', { degrees: num(facing, 0) })}`;
}

/** A gap: between the edges of bases, and where it is another, between the middles. */
export function gapSaid(gap: Gap): [string, string] {
  if (gap.hexes !== null) return [t('ruler.hexes', { count: gap.hexes }), ''];
  const same = Math.abs(gap.edge - gap.centre) < 0.005;
  const centre = same ? '' : t('ruler.centre', { inches: num(gap.centre, 2) });
  return [`${num(gap.edge, 2)}"`, centre];
}
