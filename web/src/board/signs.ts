/** Signs for what lies on a hex: bridges, wire, craters, sandbags, objectives. */
import type { XY } from '../api/types';
import { circle, n, open, rect, type Stroke } from './paths';

/** The signs of a hex of radius `r` around 0, 0; `turn` is the way of a bridge in degrees. */
export interface Sign {
  word: string;
  strokes: Stroke[];
  at: XY;
  turn: number;
}

const SLOTS: XY[] = [
  [-0.64, -0.3],
  [0.64, -0.3],
  [0.64, 0.34],
  [-0.64, 0.34],
];

/** All signs of some tags; the first tag is what the hex is itself. */
export function signsOf(tags: readonly string[], r: number, turn: number): Sign[] {
  const found: Sign[] = [];
  tags.forEach((word, place) => {
    const drawn = place === 0 && word === 'shell crater' ? scattered : SPANNING[word];
    if (drawn) {
      const way = word.includes('bridge') ? turn : 0;
      found.push({ word, strokes: drawn(r), at: [0, 0], turn: way });
    }
  });
  const small = tags.slice(1).filter((word) => word in SMALL);
  small.slice(0, SLOTS.length).forEach((word, place) => {
    const [dx, dy] = SLOTS[place] ?? [0, 0];
    found.push({ word, strokes: SMALL[word] ?? [], at: [dx * r, dy * r], turn: 0 });
  });
  return found;
}

/** How far to turn a bridge that lies along x, so that it crosses what joins its neighbours. */
export function across(at: XY, neighbours: readonly XY[]): number {
  let [x, y] = [0, 0];
  for (const to of neighbours) {
    const angle = 2 * Math.atan2(to[1] - at[1], to[0] - at[0]);
    x += Math.cos(angle);
    y += Math.sin(angle);
  }
  if (Math.hypot(x, y) < 1e-6) return 0;
  return (((Math.atan2(y, x) * 90) / Math.PI + 90) % 180) + 0;
}

function bridge(r: number): Stroke[] {
  const [w, h] = [r * 0.84, r * 0.3];
  const planks = [-0.8, -0.4, 0, 0.4, 0.8].map((x) => `M${n(x * w)} ${n(-h)}V${n(h)}`).join('');
  const rails = [-h, h].map((side) => {
    const [out, far, near] = [side * 1.35, w + 0.2 * h, w - 0.3 * h];
    return open([
      [-far, out],
      [-near, side],
      [near, side],
      [far, out],
    ]);
  });
  return [
    { d: rect(-w, -h, 2 * w, 2 * h), kind: 'plate' },
    { d: planks, kind: 'texture' },
    { d: rails.join(''), kind: 'sign' },
  ];
}

function damaged(r: number): Stroke[] {
  const [w, h] = [r * 0.84, r * 0.3];
  return [-1, 1].flatMap((side) => {
    const inner = side * w * 0.34;
    const path = open([
      [side * w, -h],
      [inner, -h],
      [inner + side * 4, -h / 3],
      [inner - side * 2, h / 4],
      [inner + side * 3, h],
      [side * w, h],
    ]);
    return [
      { d: `${path}Z`, kind: 'plate' },
      { d: path, kind: 'sign' },
    ];
  });
}

function wire(r: number): Stroke[] {
  const w = r * 0.66;
  const rows = [-0.5 * r, 0.5 * r].map((y) => {
    const barbs = [-0.75, -0.25, 0.25, 0.75].map(
      (x) => `M${n(x * w - 3)} ${n(y - 4)}l6 8m0-8l-6 8`,
    );
    return `M${n(-w)} ${n(y)}H${n(w)}${barbs.join('')}`;
  });
  return [{ d: rows.join(''), kind: 'sign' }];
}

function pit(x: number, y: number, r: number): Stroke[] {
  const shadow = `M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r)} ${n(y)}Z`;
  return [
    { d: circle(x, y, r), kind: 'sign' },
    { d: shadow, kind: 'inked' },
  ];
}

function scattered(r: number): Stroke[] {
  const spots: [number, number, number][] = [
    [-0.5, -0.22, 0.2],
    [0.42, -0.42, 0.15],
    [0.5, 0.3, 0.22],
    [-0.3, 0.46, 0.16],
  ];
  return spots.flatMap(([x, y, k]) => pit(x * r, y * r, k * r));
}

function mine(r: number): Stroke[] {
  const spikes = Array.from({ length: 16 }, (_, i) => {
    const angle = ((22.5 * i + 11.25) * Math.PI) / 180;
    const [inner, outer] = [0.7 * r, (i % 2 ? 0.84 : 0.78) * r];
    return open([inner, outer].map((k): XY => [k * Math.sin(angle), -k * Math.cos(angle)]));
  });
  return [
    { d: circle(0, 0, 0.62 * r), kind: 'hollow' },
    { d: circle(0, 0, 0.46 * r), kind: 'texture' },
    { d: spikes.join(''), kind: 'sign' },
  ];
}

function sandbags(r: number): Stroke[] {
  const k = 0.72 * r;
  const walls = [
    [168, 118],
    [62, 12],
  ].map((ends) => {
    const [from, to] = ends.map((deg): XY => {
      const turn = (deg * Math.PI) / 180;
      return [k * Math.cos(turn), k * Math.sin(turn)];
    });
    return from && to
      ? `M${n(from[0])} ${n(from[1])}A${n(k)} ${n(k)} 0 0 0 ${n(to[0])} ${n(to[1])}`
      : '';
  });
  return [{ d: walls.join(''), kind: 'bags' }];
}

const SPANNING: Record<string, (r: number) => Stroke[]> = {
  bridge,
  'damaged bridge': damaged,
  wire,
  'mine crater': mine,
  'fortified position': sandbags,
};

const SMALL: Record<string, Stroke[]> = {
  'shell crater': pit(0, 0, 5),
  objective: [
    {
      d: 'M0-7L1.9-2.2L7-2L3 1.2L4.4 6.2L0 3.4L-4.4 6.2L-3 1.2L-7-2L-1.9-2.2Z',
      kind: 'cast',
    },
  ],
};
