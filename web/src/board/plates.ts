/** What a counter in a hex has room to say of itself. */
import type { Piece } from '../api/types';
import { widthOf } from './labels';
import { COUNTER } from './shapes';

/** Below so many pixels of reach a counter has no room for letters. */
const FEWEST = 17;

export function titleOf(piece: Piece): string {
  return piece.label || piece.id;
}

/** The name on a counter, or nothing where it does not fit. */
export function plateText(piece: Piece, scale: number): string {
  const reach = scale * COUNTER;
  const title = titleOf(piece);
  return reach >= FEWEST && widthOf(title, 11) <= 2 * reach ? title : '';
}
