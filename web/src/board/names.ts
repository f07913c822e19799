/** All names on the board: pieces first, then grounds and their trims; where room is short, fewer. */
import type { Ground, Piece, Scene, XY } from '../api/types';
import { Labels, sizeOf, type Box, type Found, type Name, type Placed } from './labels';
import { plateText, titleOf } from './plates';
import { boundsOf, pixel } from './projection';
import { noseOf, ringsOf, shapeOf } from './shapes';

/** A name, and the place it belongs to: names go with what they name. */
export interface Label extends Placed {
  /** Pixels of what it belongs to, when it was placed. */
  anchor: XY;
  /** The id of the piece or ground that it moves with. */
  owner: string;
}

/** A number on a piece whose name is told together with others. */
export interface Figure {
  owner: string;
  text: string;
}

export interface Names {
  labels: Label[];
  figures: Figure[];
}

interface Stand {
  piece: Piece;
  at: XY;
  box: Box;
  told: boolean;
}

const PIECE_WEIGHT = 4;
const EDGE_WEIGHT = 1.2;
const NUMBERED = /^(.*\S)\s+(\d{1,2})$/;
const FEWEST = 3;
/** Below so many pixels to the inch, numbers would lie on each other. */
const FIGURES_FROM = 9;
/** Below so many, only names are told, and no notes. */
const NOTES_FROM = 8.5;
const LONGEST = 40;
/** Pieces further apart than so many inches are not named in their middle, but at the first. */
const FARTHEST = 14;
/** Up to this share of itself a name may cover; where it would cover more than the most, it is
    left out. */
const FREELY = 0.3;
const MOST_COVERED = 1.4;

/** Where all names of a scene go at so many pixels to the unit. */
export function namesOf(scene: Scene, scale: number): Names {
  const labels = new Labels(frameOf(scene, scale));
  const stands = scene.pieces.map((piece) => standOf(piece, scene, scale));
  for (const { box } of stands) labels.block(box, PIECE_WEIGHT);
  for (const ground of scene.grounds) block(labels, ground, scene, scale);
  const found: Label[] = places(scene, scale, labels);
  const { together, figures } = flocks(stands);
  const counted = new Set(figures.map(({ owner }) => owner));
  const legible = scale >= FIGURES_FROM;
  for (const flock of together) found.push(...told(labels, flock.stands, flock.name, scale));
  for (const stand of stands) {
    if (scene.hexes || counted.has(stand.piece.id)) continue;
    found.push(...told(labels, [stand], titleOf(stand.piece), scale));
  }
  for (const ground of scene.grounds) found.push(...grounded(labels, ground, scene, scale));
  return { labels: found, figures: legible ? figures : [] };
}

/** The box of a piece as drawn, with its rings, and half of its nose. */
function standOf(piece: Piece, scene: Scene, scale: number): Stand {
  const shape = shapeOf(piece, 0, scale);
  const rings = (ringsOf(piece, shape.reach).at(-1) ?? shape.reach) - shape.reach;
  const more = rings + (noseOf(piece, shape) ? 4 : 0);
  const [x, y] = pixel(scene, piece.position, scale);
  const [left, top, right, bottom] = shape.box;
  const box: Box = [x + left - more, y + top - more, x + right + more, y + bottom + more];
  const told = scene.hexes && plateText(piece, scale) !== '';
  return { piece, at: [x, y], box, told };
}

/** The box of the whole table, in which names are to stay. */
function frameOf(scene: Scene, scale: number): Box {
  const { low, high } = boundsOf(scene);
  return [low[0] * scale, -high[1] * scale, high[0] * scale, -low[1] * scale];
}

function around([x, y]: XY, [w, h]: XY): Box {
  return [x - w, y - h, x + w, y + h];
}

/** The name of a piece or of several, with the notes they share where there is room. */
function told(labels: Labels, stands: Stand[], text: string, scale: number): Label[] {
  const first = stands[0];
  if (first === undefined) return [];
  const whole = union(stands.map((stand) => stand.box));
  const far = Math.hypot(whole[2] - whole[0], whole[3] - whole[1]) > FARTHEST * scale;
  const box = far ? first.box : whole;
  const at: XY = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const half: XY = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const { piece } = first;
  const shared = piece.notes.filter(
    (note) => note !== text && stands.every((stand) => stand.piece.notes.includes(note)),
  );
  const notes = scale < NOTES_FROM ? '' : shortened(shared.join(' · '));
  const size = scale < NOTES_FROM ? 10.5 : 12;
  const name: Name = { id: piece.id, text: shortened(text), size, below: notes, kind: 'piece' };
  const placed = best(labels, [name, { ...name, below: '' }], at, half);
  return placed === null ? [] : [{ ...placed, anchor: first.at, owner: piece.id }];
}

/** The first of some names, from the fullest to the shortest, that covers little. */
function best(labels: Labels, names: Name[], at: XY, half: XY): Placed | null {
  let last: Found | null = null;
  for (const name of names) {
    const found = labels.look(name, at, half);
    const [wide, tall] = sizeOf(name);
    if (found.covered <= FREELY * wide * tall) return labels.take(found);
    last = found.covered <= MOST_COVERED * wide * tall ? found : null;
  }
  return last === null ? null : labels.take(last);
}

interface Flock {
  name: string;
  stands: Stand[];
}

/** Pieces told together: three or more whose names differ in a number alone. */
function flocks(stands: Stand[]): { together: Flock[]; figures: Figure[] } {
  const groups = new Map<string, { stem: string; members: Map<number, Stand> }>();
  const sizes = new Map<string, number>();
  for (const { piece } of stands) sizes.set(piece.unit, (sizes.get(piece.unit) ?? 0) + 1);
  const unitOf = (stand?: Stand) =>
    stand && (sizes.get(stand.piece.unit) ?? 0) > 1 ? stand.piece.unit : '';
  for (const stand of stands) {
    const said = NUMBERED.exec(titleOf(stand.piece));
    if (said === null || stand.told) continue;
    const [, stem = '', number = ''] = said;
    const key = JSON.stringify([stand.piece.side, stem, unitOf(stand)]);
    const group = groups.get(key) ?? { stem, members: new Map<number, Stand>() };
    group.members.set(Number(number), stand);
    groups.set(key, group);
  }
  const together: Flock[] = [];
  const figures: Figure[] = [];
  for (const { stem, members } of groups.values()) {
    if (members.size < FEWEST) continue;
    const numbers = [...members.keys()].sort((a, b) => a - b);
    const all = [...members.values()];
    together.push({ name: unitOf(all[0]) || `${stem} ${runs(numbers)}`, stands: all });
    for (const [number, { piece }] of members) {
      figures.push({ owner: piece.id, text: String(number) });
    }
  }
  return { together, figures };
}

/** Numbers, with those that follow each other as runs. */
export function runs(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(', ');
}

function places(scene: Scene, scale: number, labels: Labels): Label[] {
  if (scale < 26) return [];
  return (scene.places ?? []).map(({ at, name }) => {
    const anchor = pixel(scene, at, scale);
    const spot: XY = [anchor[0], anchor[1] - (scene.hexes ? 0.42 * scale : 0)];
    const box: Box = [spot[0] - 9, spot[1] - 5, spot[0] + 9, spot[1] + 4];
    labels.block(box);
    const own = { id: name, text: name, size: 8.5, kind: 'place' };
    return { ...own, at: spot, box, tie: null, anchor, owner: '' };
  });
}

function groundTitle(ground: Ground): string {
  if (ground.label !== null && ground.label !== undefined) {
    return ground.label.replaceAll('_', ' ');
  }
  const plain = ground.id.slice(ground.id.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return ground.height ? `${plain} ${Math.round(ground.height * 100) / 100}"` : plain;
}

function boxOf(ground: Ground, scene: Scene, scale: number): Box {
  const points = ground.outline.map((corner) => pixel(scene, corner, scale));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const more = (ground.round_radius ?? 0) * scale;
  return [
    Math.min(...xs) - more,
    Math.min(...ys) - more,
    Math.max(...xs) + more,
    Math.max(...ys) + more,
  ];
}

/** Mark the outline of a ground that stops sight, so that names keep off it. */
function block(labels: Labels, ground: Ground, scene: Scene, scale: number): void {
  if (!ground.opaque || scene.hexes || ground.outline.length < 2) return;
  const points = ground.outline.map((corner) => pixel(scene, corner, scale));
  points.forEach(([x0, y0], at) => {
    const [x1, y1] = points[(at + 1) % points.length] ?? [x0, y0];
    const count = Math.min(100, Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0) / 9)));
    for (let step = 0; step < count; step += 1) {
      const [x, y] = [x0 + ((x1 - x0) * step) / count, y0 + ((y1 - y0) * step) / count];
      labels.block([x - 2, y - 2, x + 2, y + 2], EDGE_WEIGHT);
    }
  });
}

function grounded(labels: Labels, ground: Ground, scene: Scene, scale: number): Label[] {
  if (ground.outline.length === 0) return [];
  const box = boxOf(ground, scene, scale);
  const middle: XY = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const text = shortened(groundTitle(ground));
  const own = { anchor: middle, owner: ground.id };
  if (scene.hexes) {
    if (text === '' || scale < 34) return [];
    const at: XY = [middle[0], middle[1] + 0.47 * scale];
    const name: Name = { id: ground.id, text, size: 9, kind: 'figure' };
    return [{ ...name, at, box: around(at, [9, 5]), tie: null, ...own }];
  }
  const found: Label[] = [];
  for (const trim of ground.trims ?? []) {
    const name: Name = {
      id: `${ground.id} ${trim.label}`,
      text: trim.label,
      size: 9,
      kind: 'trim',
    };
    const line = trim.line.map((each) => pixel(scene, each, scale));
    const placed = trim.label ? labels.atFirstFree(name, inward(line, middle)) : null;
    if (placed) found.push({ ...placed, ...own });
  }
  const name: Name = { id: ground.id, text, size: 10.5, kind: 'ground' };
  const placed = text === '' ? null : labels.within(name, box);
  if (placed) found.push({ ...placed, ...own });
  return found;
}

/** Just inside of a stretch of edge, its middle first. */
function inward(line: XY[], middle: XY): XY[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [0.5, 0.35, 0.65, 0.2, 0.8].map((share) => {
    const [x, y] = [
      first[0] + (last[0] - first[0]) * share,
      first[1] + (last[1] - first[1]) * share,
    ];
    const long = Math.hypot(x - middle[0], y - middle[1]) || 1;
    return [x + ((middle[0] - x) * 11) / long, y + ((middle[1] - y) * 11) / long];
  });
}

function union(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

function shortened(text: string): string {
  const flat = text.split(/\s+/).join(' ').trim();
  return flat.length <= LONGEST ? flat : `${flat.slice(0, LONGEST - 1)}…`;
}
