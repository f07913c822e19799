/** Units of several models: which of the chosen models are one whole, and how it turns. */
import type { XY } from '../api/types';
import { shown } from '../state/shown.svelte';
import { table } from '../state/table.svelte';
import { fine } from './snapping';

export interface Whole {
  /** The id of the unit itself, and those of all its models. */
  id: string;
  models: string[];
  middle: XY;
}

/** The units of which every model is chosen. In play a unit is moved by its actions alone. */
export function wholesOf(chosen: readonly string[]): Whole[] {
  if (shown.played) return [];
  return table.things.flatMap(({ id, kind }) => {
    const models = kind === 'unit' ? shown.idsOf(id) : [];
    const all = models.length > 0 && models.every((model) => chosen.includes(model));
    return all ? [{ id, models, middle: middleOf(models) }] : [];
  });
}

/** What is chosen, with the unit itself in the place of all its models. */
export function asWholes(chosen: readonly string[]): string[] {
  const wholes = wholesOf(chosen);
  const parts = new Set(wholes.flatMap((each) => each.models));
  return [...wholes.map((each) => each.id), ...chosen.filter((id) => !parts.has(id))];
}

/** The mean of the models' places, by which the server places a unit too. */
export function middleOf(models: readonly string[]): XY {
  const places = models.flatMap((id) => shown.piece(id)?.position ?? []);
  const n = Math.max(places.length / 2, 1);
  const sum = (odd: number) => places.reduce((all, x, at) => (at % 2 === odd ? all + x : all), 0);
  return [fine(sum(0) / n), fine(sum(1) / n)];
}

/** How far apart the middles of the outermost models are, from left to right. */
export function widthOf(models: readonly string[]): number {
  const xs = models.flatMap((id) => shown.piece(id)?.position[0] ?? []);
  return xs.length ? Math.max(...xs) - Math.min(...xs) : 0;
}

/** A place turned clockwise about another by degrees. */
export function around([x, y]: XY, [mx, my]: XY, degrees: number): XY {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - mx, y - my];
  return [fine(mx + dx * cos + dy * sin), fine(my + dy * cos - dx * sin)];
}
