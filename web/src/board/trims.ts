/** Stretches of a ground's edge that are told apart: entrances, blind walls, walkways. */
import type { XY } from '../api/types';
import { distance, n, open, rect, type Stroke } from './paths';

/** Half the width of the door that stands for a point, in pixels. */
const DOOR = 6;

/** The strokes of a trim through pixels; `middle` is inside of the ground, so doors open outward. */
export function trimStrokes(kind: string, points: readonly XY[], middle: XY): Stroke[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  switch (kind) {
    case 'entrance':
      return door(first, last, middle);
    case 'blind':
      return blind(points, middle);
    case 'walkway':
      return [
        { d: open(points), kind: 'walkway' },
        { d: open(points), kind: 'walked' },
      ];
    case 'edge':
      return [first, last].map(([x, y]) => ({ d: rect(x - 2.5, y - 2.5, 5, 5), kind: 'inked' }));
    default:
      return [{ d: open(points), kind: 'dotted' }];
  }
}

function door(first: XY, last: XY, middle: XY): Stroke[] {
  let ends: [XY, XY] = [first, last];
  const long = distance(first, last);
  if (long < 2 * DOOR) {
    const [x, y] = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
    const out = distance([x, y], middle) || 1;
    const [ux, uy] =
      long > 0
        ? [(last[0] - first[0]) / long, (last[1] - first[1]) / long]
        : [-(y - middle[1]) / out, (x - middle[0]) / out];
    ends = [
      [x - ux * DOOR, y - uy * DOOR],
      [x + ux * DOOR, y + uy * DOOR],
    ];
  }
  return [
    { d: open(ends), kind: 'gap' },
    { d: open(ends), kind: 'sill' },
  ];
}

function blind(points: readonly XY[], middle: XY): Stroke[] {
  const ticks: string[] = [];
  points.slice(1).forEach((end, at) => {
    const [x0, y0] = points[at] ?? end;
    const long = distance([x0, y0], end);
    if (long === 0) return;
    const [ux, uy] = [(end[0] - x0) / long, (end[1] - y0) / long];
    const side = (middle[0] - x0) * -uy + (middle[1] - y0) * ux > 0 ? 1 : -1;
    for (let step = 1; step < Math.max(2, Math.min(200, long / 7)); step += 1) {
      const [dx, dy] = [(-uy * side + ux) * 5, (ux * side + uy) * 5];
      ticks.push(`M${n(x0 + ux * step * 7)} ${n(y0 + uy * step * 7)}l${n(dx)} ${n(dy)}`);
    }
  });
  return [
    { d: open(points), kind: 'blind' },
    { d: ticks.join(''), kind: 'tick' },
  ];
}
