/** Small helpers to write SVG paths. */
import type { XY } from '../api/types';

/** A drawn stroke: a path, and the class that says how it is drawn. */
export interface Stroke {
  d: string;
  kind: string;
}

/** A number short enough for a path. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function closed(points: readonly XY[]): string {
  return points.length ? `${open(points)}Z` : '';
}

export function open(points: readonly XY[]): string {
  return points.map(([x, y], at) => `${at ? 'L' : 'M'}${n(x)} ${n(y)}`).join('');
}

export function circle(x: number, y: number, r: number): string {
  const turn = `a${n(r)} ${n(r)} 0 1 0`;
  return `M${n(x - r)} ${n(y)}${turn} ${n(2 * r)} 0${turn} ${n(-2 * r)} 0Z`;
}

export function rect(x: number, y: number, wide: number, tall: number): string {
  return `M${n(x)} ${n(y)}h${n(wide)}v${n(tall)}h${n(-wide)}Z`;
}

/** A regular polygon around a point, its first corner up. */
export function regular([x, y]: XY, r: number, corners: number): XY[] {
  return Array.from({ length: corners }, (_, at) => {
    const turn = (2 * Math.PI * at) / corners;
    return [x + r * Math.sin(turn), y - r * Math.cos(turn)];
  });
}

export function distance([ax, ay]: XY, [bx, by]: XY): number {
  return Math.hypot(bx - ax, by - ay);
}
