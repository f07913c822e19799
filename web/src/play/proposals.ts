/**
 * From a piece that was dragged to actions in the game's notation. Of the actions that the server
 * offers those are found that name the piece and lead nearest to the spot; no rule is known here,
 * and what is written is for the server to judge.
 */
import type { XY } from '../api/types';

export interface Move {
  id: string;
  to: XY;
}

const NUMBER = '(-?\\d+(?:\\.\\d+)?)';

function spotOf(id: string): RegExp {
  const name = id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[\\s:;])(${name}(?: to| at)? )${NUMBER}([ ,]+)${NUMBER}(?=$|[\\s;,])`);
}

/** How far from the spot an action puts the piece; null where it names no place for it. */
function miss(action: string, { id, to }: Move): number | null {
  const found = spotOf(id).exec(action);
  if (found === null) return null;
  return Math.hypot(Number(found[3]) - to[0], Number(found[5]) - to[1]);
}

/** The offered actions that lead nearest to where a piece was dragged, the nearest first. */
export function nearest(actions: readonly string[], move: Move, most = 3): string[] {
  const far = actions.flatMap((action) => {
    const distance = miss(action, move);
    return distance === null ? [] : [{ action, distance }];
  });
  far.sort((a, b) => a.distance - b.distance);
  return far.slice(0, most).map((each) => each.action);
}

/** The offered actions that name the piece and a place such as a hex; those that end there first. */
export function leadingTo(actions: readonly string[], id: string, place: string): string[] {
  const found = actions.filter(
    (action) => action.includes(` ${id} `) && action.split(/[\s,;]+/).includes(place),
  );
  const ending = found.filter((action) => action.endsWith(` ${place}`));
  return [...ending, ...found.filter((action) => !ending.includes(action))];
}

/** An action with the dragged pieces put exactly where they were dragged. */
export function written(action: string, moves: readonly Move[]): string {
  return moves.reduce(
    (text, { id, to }) =>
      text.replace(
        spotOf(id),
        (_, before: string, name: string, __, comma: string) =>
          `${before}${name}${short(to[0])}${comma}${short(to[1])}`,
      ),
    action,
  );
}

/** The actions about a unit: those that name it or one of its pieces. */
export function about(actions: readonly string[], names: readonly string[]): string[] {
  const spaced = (text: string): string => ` ${text.replace(/[:;,]/g, ' ')} `;
  return actions.filter((action) => names.some((name) => spaced(action).includes(` ${name} `)));
}

/** Actions by their first word, in the order in which they are offered. */
export function byVerb(actions: readonly string[]): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const action of actions) {
    const verb = action.split(' ', 1)[0] ?? action;
    found.set(verb, [...(found.get(verb) ?? []), action]);
  }
  return [...found];
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
