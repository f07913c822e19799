/** The names of hexes, as the board prints them. */
export function hexName(
  places: readonly { at: readonly number[]; name: string }[],
  [q, r]: readonly number[],
): string | null {
  return places.find((each) => each.at[0] === q && each.at[1] === r)?.name ?? null;
}
