/** What taps, drags and strokes mean on the board, by the tool in hand. */
import type { XY } from '../api/types';
import { asking } from '../state/asking.svelte';
import { shown } from '../state/shown.svelte';
import { view, type Tool } from '../state/view.svelte';
import { drawing } from './drawing.svelte';
import { pixelAt, spotAt } from './frame';
import type { Hands, Hit, How } from './gestures';
import { measuring, type Stop } from './measuring.svelte';
import { moving } from './moving.svelte';
import { place, spot } from './projection';
import { shaping } from './shaping.svelte';
import { bearing, fine, hexStep, placed, TURN } from './snapping';

/** How far above the finger a piece is held, so that it can be seen. */
const ABOVE = 46;
/** How long the table has to lie still before it needs no layer of its own. */
const PAN_REST_MS = 400;
/** How far from its middle a finger still means a piece, in pixels. */
const FINGER = 24;

export class BoardHands implements Hands {
  /** The corners of the box that chooses, in pixels. */
  box = $state.raw<[XY, XY] | null>(null);
  /** Where the pointer was last, as a stop of the tape. */
  pointer = $state.raw<Stop | null>(null);
  /** The crosshair that the keyboard moves, a spot of the plane. */
  cursor = $state.raw<XY | null>(null);
  /** Whether the table is being shifted: then it is worth a layer of its own. */
  panning = $state(false);
  private rest: ReturnType<typeof setTimeout> | undefined;
  private held: { hit: Hit; index: number; from: XY } | null = null;

  /** Whether what is drawn or put is shown at the pointer. */
  get making(): boolean {
    return view.tool === 'draw' || view.placing !== null;
  }

  /** Take another tool in hand, or the same one out of it; what was begun with the last is gone. */
  take(tool: Tool): void {
    measuring.clear();
    drawing.clear();
    this.cursor = null;
    view.placing = null;
    view.tool = tool;
  }

  meant(hit: Hit | null, at: XY, how: How): Hit | null {
    const exact = hit?.kind === 'handle' || hit?.kind === 'corner' || hit?.kind === 'side';
    return how.touch && !exact ? (this.under(at) ?? hit) : hit;
  }

  drags(hit: Hit, how: How): boolean {
    if (view.tool !== 'select' || how.mod) return false;
    if (hit.kind === 'ground') return view.chosen.includes(hit.id) && shown.can(hit.id, 'place');
    if (hit.kind === 'piece') return view.placing === null && shown.can(hit.id, 'place');
    return true;
  }

  strokes(hit: Hit | null, how: How): boolean {
    if (view.tool === 'draw') return this.hexes && !how.mod;
    if (view.tool === 'measure') return how.touch;
    return how.shift && hit?.kind !== 'handle' && hit?.kind !== 'corner';
  }

  tap(hit: Hit | null, at: XY, how: How): void {
    if (view.tool === 'measure') measuring.stop(this.stopAt(hit, at), how.shift || how.mod);
    else if (view.tool === 'draw') this.corner(at, how);
    else if (view.placing !== null) void drawing.put(this.placeAt(at, how), how.shift);
    else if (hit === null) this.letGo();
    else if (hit.kind === 'piece' || hit.kind === 'ground') this.choose(hit, how);
    else if (hit.kind === 'side') void shaping.insert(hit.index);
  }

  twice(hit: Hit | null, at: XY): void {
    if (view.tool === 'measure') measuring.finish();
    else if (view.tool === 'draw') void drawing.finish();
    else if (hit?.kind === 'piece') view.choose(...shown.idsOf(shown.unit(hit.id)));
    else if (hit?.kind === 'corner') void shaping.remove(hit.index);
    else this.tap(hit, at, { shift: false, mod: false, alt: false, touch: false });
  }

  hover(hit: Hit | null, at: XY): void {
    const id = hit?.kind === 'piece' || hit?.kind === 'ground' ? hit.id : null;
    if (view.hovered !== id) view.hovered = id;
    this.follow(hit, at);
  }

  /** Let what is measured, drawn or put follow the pointer. */
  private follow(hit: Hit | null, at: XY): void {
    this.pointer = this.stopAt(hit, at);
    if (measuring.stops.length && !measuring.done) measuring.live = this.pointer;
    if (this.making) drawing.live = this.placeAt(at, PLAIN);
  }

  leave(): void {
    view.hovered = null;
    drawing.live = null;
    if (!measuring.done) measuring.live = null;
  }

  grab(hit: Hit, at: XY, how: How): void {
    const from = spotAt(at);
    this.held = { hit, index: hit.index, from };
    if (hit.kind === 'corner' || hit.kind === 'side') {
      this.held.index = shaping.grab(hit.index, hit.kind === 'side');
    } else if (hit.kind !== 'handle') {
      const alone = view.chosen.length === 0 || view.panel === 'setup';
      if (!how.shift && alone && !view.chosen.includes(hit.id)) view.choose(hit.id);
      moving.grab(hit.id, from);
    }
  }

  drag(at: XY, how: How): void {
    if (this.held === null) return;
    const { hit, index, from } = this.held;
    if (hit.kind === 'handle') return this.turnTo(hit.id, at, how);
    if (hit.kind === 'corner' || hit.kind === 'side') {
      return shaping.drag(index, this.placeAt(at, how));
    }
    const [x, y] = spotAt(at);
    const [fx, fy] = pixelAt(from);
    const far = Math.hypot(at[0] - fx, at[1] - fy);
    const lift = how.touch ? Math.min(ABOVE, far) / view.scale : 0;
    moving.drag([x, y + lift], view.snap && !how.alt);
  }

  drop(): void {
    const held = this.held;
    this.held = null;
    if (held?.hit.kind === 'handle') void moving.settle();
    else if (held?.hit.kind === 'corner' || held?.hit.kind === 'side') void shaping.drop();
    else void moving.drop();
  }

  stroke(from: XY, at: XY, how: How): void {
    if (view.tool === 'draw') drawing.paint(this.placeAt(at, how));
    else if (view.tool === 'measure') {
      measuring.lay(this.stopAt(this.under(from), from), this.stopAt(this.under(at), at));
    } else this.box = [from, at];
  }

  stroked(from: XY, at: XY): void {
    if (view.tool === 'measure') measuring.finish();
    const box = this.box;
    this.box = null;
    if (box === null) return;
    const [[ax, ay], [bx, by]] = [spotAt(from), spotAt(at)];
    const within = ([x, y]: XY) =>
      x >= Math.min(ax, bx) &&
      x <= Math.max(ax, bx) &&
      y >= Math.min(ay, by) &&
      y <= Math.max(ay, by);
    const scene = shown.scene;
    if (scene === null) return;
    const ids = scene.pieces
      .filter((piece) => within(spot(scene, piece.position)))
      .map((piece) => piece.id);
    view.choose(...new Set([...ids, ...view.chosen]));
  }

  cancel(): void {
    this.held = null;
    this.box = null;
    moving.cancel();
    shaping.cancel();
  }

  pan(dx: number, dy: number): void {
    view.pan(dx, dy);
    this.panning = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.panning = false), PAN_REST_MS);
  }

  zoom(factor: number, at: XY): void {
    view.zoom(factor, at);
    this.panning = false;
  }

  twist(degrees: number): void {
    moving.spin(degrees);
  }

  wheel(steps: number, how: How): void {
    moving.spin(steps * (how.shift ? 1 : TURN));
  }

  /** Choose a piece or ground, or aim at it where the chosen piece may do something to it. */
  choose(hit: Pick<Hit, 'kind' | 'id'>, how: Pick<How, 'shift' | 'mod'>): void {
    const { id, kind } = hit;
    const aims = view.panel !== 'setup' && asking.tones.has(id) && !view.chosen.includes(id);
    if (how.shift || how.mod) view.toggle(id);
    else if (aims && view.target !== id) this.aim(id);
    else if (kind === 'piece' || view.panel === 'setup') view.choose(id);
    else this.letGo();
  }

  /** Lock something as the target. */
  aim(id: string): void {
    asking.lock(null);
    view.target = id;
  }

  /** Let go of one thing after the other: what is made, the tape, the target, the choice. */
  letGo(): void {
    if (drawing.corners.length) drawing.clear();
    else if (view.placing !== null) view.placing = null;
    else if (measuring.stops.length) measuring.clear();
    else if (view.tool !== 'select') this.take('select');
    else if (shown.proposed.length) shown.proposed = [];
    else if (view.target !== null || asking.locked !== null) asking.lock(null);
    else view.choose();
  }

  /** Move the crosshair by steps, where a tool wants a place; tells whether it does. */
  steer(dx: number, dy: number, far: boolean): boolean {
    const scene = shown.scene;
    if (scene === null || !(this.making || view.tool === 'measure')) return false;
    const at = place(scene, this.cursor ?? view.centre);
    const step = far ? 3 : 0.5;
    const [x, y] = scene.hexes ? at : placed(scene, at, { snap: true, scale: 1 });
    const to: XY = scene.hexes
      ? hexStep([x, y], dx, dy)
      : [fine(x + dx * step), fine(y + dy * step)];
    this.cursor = spot(scene, to);
    this.follow(null, pixelAt(this.cursor));
    return true;
  }

  /** Use the tool where the crosshair is, or on a piece. */
  use(id: string | null, how: How): boolean {
    if (id !== null && view.tool === 'measure') {
      measuring.stop(this.stopAt({ kind: 'piece', id, index: 0 }, [0, 0]), how.shift);
      return true;
    }
    if (this.cursor === null || !(this.making || view.tool === 'measure')) return false;
    const at = pixelAt(this.cursor);
    if (how.mod) this.twice(null, at);
    else this.tap(null, at, how);
    return true;
  }

  stopAt(hit: Hit | null, at: XY): Stop {
    if (hit?.kind === 'piece') {
      const piece = shown.piece(hit.id);
      if (piece && shown.scene) return { at: spot(shown.scene, piece.position), id: piece.id };
    }
    const scene = shown.scene;
    const here = spotAt(at);
    return { at: scene?.hexes ? spot(scene, this.placeAt(at, PLAIN)) : here, id: null };
  }

  placeAt(at: XY, how: Pick<How, 'alt'>): XY {
    const scene = shown.scene ?? { hexes: false };
    return placed(scene, spotAt(at), { snap: view.snap && !how.alt, scale: view.scale });
  }

  private corner(at: XY, how: How): void {
    const place = this.placeAt(at, how);
    if (this.hexes && view.placing === null && shaping.ground) void shaping.toggle(place);
    else drawing.add(place);
  }

  private turnTo(id: string, at: XY, how: How): void {
    const stand = moving.stand(id);
    const scene = shown.scene;
    if (stand === null || scene === null || this.held === null) return;
    const from = spot(scene, stand.at);
    const to = spotAt(at);
    const pointed = bearingOf(from, to);
    const facing = stand.ground ? pointed - bearingOf(from, this.held.from) : pointed;
    const step = how.shift ? 1 : TURN;
    moving.face(id, view.snap && !how.alt ? bearing(Math.round(facing / step) * step) : facing);
  }

  /** The piece nearest to a pixel, if any is about a finger's width from it. */
  private under(at: XY): Hit | null {
    const scene = shown.scene;
    if (scene === null) return null;
    const [x, y] = spotAt(at);
    let nearest: Hit | null = null;
    let least = FINGER / view.scale;
    for (const piece of scene.pieces) {
      const [px, py] = spot(scene, piece.position);
      const far = Math.hypot(px - x, py - y);
      if (far < least) [least, nearest] = [far, { kind: 'piece', id: piece.id, index: 0 }];
    }
    return nearest;
  }

  private get hexes(): boolean {
    return shown.scene?.hexes ?? false;
  }
}

const PLAIN: How = { shift: false, mod: false, alt: false, touch: false };

/** The bearing from one spot to another, clockwise from straight up. */
function bearingOf([ax, ay]: XY, [bx, by]: XY): number {
  return (Math.atan2(bx - ax, by - ay) * 180) / Math.PI;
}

export const hands = new BoardHands();
