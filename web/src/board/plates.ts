/** What a counter in a hex has room to say of itself. */
import type { Piece } from '../api/types';
import { widthOf } from './labels';
import { COUNTER } from './shapes';

/** Below so many pixels of reach a counter has no room for letters, or for a second line. */
const FEWEST = 11;
const TWO_LINES = 17;

export function titleOf(piece: Piece): string {
  return piece.label || piece.id;
}

/** The name on a counter, or nothing where it does not fit. */
export function plateText(piece: Piece, scale: number): string {
  const title = titleOf(piece);
  const room = (2.2 * scale * COUNTER) / plateSize(scale);
  return scale * COUNTER >= FEWEST && widthOf(title, 11) <= room ? title : '';
}

/** Whether there is room for what the piece is, below its name. */
export function hasKind(scale: number): boolean {
  return scale * COUNTER >= TWO_LINES;
}

/** How much larger than usual the letters are. */
export function plateSize(scale: number): number {
  return Math.min(1.5, Math.max(0.75, (scale * COUNTER) / 22));
}
