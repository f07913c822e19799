/**
 * What hands do on the board, told from pointer events: taps, drags, pans, pinches, twists, boxes.
 * Moves come at most once a frame. Nothing here knows what is dragged.
 */
import type { XY } from '../api/types';

/** What lies under a pointer. */
export interface Hit {
  kind: 'piece' | 'ground' | 'handle' | 'corner' | 'side';
  id: string;
  /** The number of a corner or side of an outline. */
  index: number;
}

export interface How {
  shift: boolean;
  /** Ctrl, or the command key. */
  mod: boolean;
  alt: boolean;
  touch: boolean;
}

export interface Hands {
  /** What a press means that has this under it: a finger is not as exact as a pointer. */
  meant(hit: Hit | null, at: XY, how: How): Hit | null;
  /** Whether a press on this begins a drag of it, rather than a look about. */
  drags(hit: Hit | null, how: How): boolean;
  /** Whether a press here begins a stroke: a box, or a line of painted hexes. */
  strokes(hit: Hit | null, how: How): boolean;
  tap(hit: Hit | null, at: XY, how: How): void;
  twice(hit: Hit | null, at: XY): void;
  hover(hit: Hit | null, at: XY): void;
  grab(hit: Hit, at: XY, how: How): void;
  drag(at: XY, how: How): void;
  drop(at: XY, how: How): void;
  stroke(from: XY, at: XY, how: How): void;
  stroked(from: XY, at: XY, how: How): void;
  cancel(): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: XY): void;
  twist(degrees: number): void;
  /** The wheel while something is dragged: steps of turning. */
  wheel(steps: number, how: How): void;
  leave(): void;
}

interface Pointer {
  start: XY;
  at: XY;
}

type Mode = 'idle' | 'pressed' | 'pan' | 'drag' | 'stroke' | 'pinch' | 'twist';

const SLACK = { mouse: 4, touch: 9 };
const LONG_MS = 500;
const TWICE_MS = 350;
const WHEEL_STEP = 100;

export function hitOf(target: EventTarget | null): Hit | null {
  if (!(target instanceof Element)) return null;
  const found = target.closest<SVGElement>(
    '[data-piece],[data-ground],[data-handle],[data-corner],[data-side-of]',
  );
  if (found === null) return null;
  const { piece, ground, handle, corner, sideOf, index } = found.dataset;
  const number = Number(index ?? 0);
  if (piece !== undefined) return { kind: 'piece', id: piece, index: 0 };
  if (ground !== undefined) return { kind: 'ground', id: ground, index: 0 };
  if (handle !== undefined) return { kind: 'handle', id: handle, index: 0 };
  if (corner !== undefined) return { kind: 'corner', id: corner, index: number };
  return { kind: 'side', id: sideOf ?? '', index: number };
}

export class Gestures {
  private mode: Mode = 'idle';
  private readonly pointers = new Map<number, Pointer>();
  private hit: Hit | null = null;
  private how: How = { shift: false, mod: false, alt: false, touch: false };
  private latest: PointerEvent | null = null;
  private frame = 0;
  private long: ReturnType<typeof setTimeout> | undefined;
  private lastTap = { time: -Infinity, at: [0, 0] as XY };
  private wheeled = 0;
  private apart = { far: 0, angle: 0, middle: [0, 0] as XY };

  constructor(
    private readonly node: SVGSVGElement,
    private readonly hands: Hands,
  ) {}

  /** Listen; returns how to stop. */
  attach(): () => void {
    const stop = new AbortController();
    const on = <K extends keyof SVGElementEventMap>(
      name: K,
      act: (event: SVGElementEventMap[K]) => void,
    ) => this.node.addEventListener(name, act, { signal: stop.signal, passive: false });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.moved(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', (event) => this.lost(event));
    on('pointerleave', () => this.mode === 'idle' && this.hands.leave());
    on('contextmenu', (event) => event.preventDefault());
    on('wheel', (event) => this.wheel(event));
    return () => {
      stop.abort();
      cancelAnimationFrame(this.frame);
      clearTimeout(this.long);
    };
  }

  /** Let go of everything without doing it. */
  release(): void {
    clearTimeout(this.long);
    if (this.mode === 'drag' || this.mode === 'twist' || this.mode === 'stroke')
      this.hands.cancel();
    this.mode = 'idle';
  }

  private spot(event: MouseEvent): XY {
    const box = this.node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private hows(event: PointerEvent | WheelEvent): How {
    const touch = 'pointerType' in event && event.pointerType === 'touch';
    const mod = event.ctrlKey || event.metaKey;
    return { shift: event.shiftKey, mod, alt: event.altKey, touch };
  }

  private down(event: PointerEvent): void {
    if (this.pointers.size >= 2) return;
    const at = this.spot(event);
    this.pointers.set(event.pointerId, { start: at, at });
    this.node.setPointerCapture(event.pointerId);
    this.how = this.hows(event);
    if (this.pointers.size === 2) return this.second();
    this.hit = this.hands.meant(hitOf(event.target), at, this.how);
    if (event.button !== 0) {
      event.preventDefault();
      this.mode = 'pan';
      return;
    }
    this.mode = 'pressed';
    if (this.how.touch) this.long = setTimeout(() => this.pressedLong(at), LONG_MS);
  }

  /** A second finger: turns what is dragged, else comes nearer. */
  private second(): void {
    clearTimeout(this.long);
    if (this.mode === 'stroke') this.hands.cancel();
    this.mode = this.mode === 'drag' ? 'twist' : 'pinch';
    this.apart = this.spread();
  }

  private pressedLong(at: XY): void {
    if (this.mode !== 'pressed') return;
    if (this.hit !== null) {
      this.hands.tap(this.hit, at, { ...this.how, shift: true });
      this.mode = 'idle';
    } else {
      this.mode = 'stroke';
      this.hands.stroke(at, at, { ...this.how, shift: true });
    }
    navigator.vibrate?.(10);
  }

  private moved(event: PointerEvent): void {
    const pointer = this.pointers.get(event.pointerId);
    if (pointer) pointer.at = this.spot(event);
    this.latest = event;
    this.frame ||= requestAnimationFrame(() => this.tick());
  }

  private tick(): void {
    this.frame = 0;
    const event = this.latest;
    if (event === null) return;
    this.latest = null;
    const pointer = this.pointers.get(event.pointerId);
    if (pointer === undefined) {
      if (this.mode === 'idle') this.hands.hover(hitOf(event.target), this.spot(event));
      return;
    }
    this.how = { ...this.hows(event), touch: event.pointerType === 'touch' };
    if (this.mode === 'pressed') this.begin(pointer);
    this.follow(pointer, event);
  }

  /** Far enough from where it was pressed, a press becomes something else. */
  private begin({ start, at }: Pointer): void {
    const far = Math.hypot(at[0] - start[0], at[1] - start[1]);
    if (far < (this.how.touch ? SLACK.touch : SLACK.mouse)) return;
    clearTimeout(this.long);
    if (this.hands.strokes(this.hit, this.how)) this.mode = 'stroke';
    else if (this.hit !== null && this.hands.drags(this.hit, this.how)) {
      this.mode = 'drag';
      this.hands.grab(this.hit, start, this.how);
    } else {
      this.mode = 'pan';
      this.last = start;
    }
  }

  private last: XY | null = null;

  private follow({ start, at }: Pointer, event: PointerEvent): void {
    switch (this.mode) {
      case 'drag':
        return this.hands.drag(at, this.how);
      case 'stroke':
        return this.hands.stroke(start, at, this.how);
      case 'pan': {
        const [x, y] = this.last ?? start;
        this.last = at;
        return this.hands.pan(at[0] - x, at[1] - y);
      }
      case 'pinch':
      case 'twist':
        return this.together();
      case 'idle':
        return this.hands.hover(hitOf(event.target), at);
    }
  }

  private together(): void {
    const now = this.spread();
    const { far, angle, middle } = this.apart;
    this.apart = now;
    if (this.mode === 'twist') return this.hands.twist(turnOf(now.angle - angle));
    this.hands.pan(now.middle[0] - middle[0], now.middle[1] - middle[1]);
    if (far > 0 && now.far > 0) this.hands.zoom(now.far / far, now.middle);
  }

  private spread(): { far: number; angle: number; middle: XY } {
    const [one, two] = [...this.pointers.values()].map(({ at }) => at);
    if (one === undefined || two === undefined) return this.apart;
    const [dx, dy] = [two[0] - one[0], two[1] - one[1]];
    return {
      far: Math.hypot(dx, dy),
      angle: (Math.atan2(dy, dx) * 180) / Math.PI,
      middle: [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2],
    };
  }

  private up(event: PointerEvent): void {
    clearTimeout(this.long);
    const pointer = this.pointers.get(event.pointerId);
    if (pointer === undefined) return;
    if (this.latest !== null) {
      cancelAnimationFrame(this.frame);
      this.tick();
    }
    this.pointers.delete(event.pointerId);
    const at = this.spot(event);
    if (this.pointers.size > 0) {
      // The first finger goes on with what it drags; a pinch is over with one of its fingers.
      this.mode = this.mode === 'twist' ? 'drag' : 'pan';
      this.last = [...this.pointers.values()][0]?.at ?? null;
      return;
    }
    const mode = this.mode;
    this.mode = 'idle';
    this.last = null;
    const how = this.how;
    if (mode === 'pressed') this.tapped(at, how);
    else if (mode === 'drag' || mode === 'twist') this.hands.drop(at, how);
    else if (mode === 'stroke') this.hands.stroked(pointer.start, at, how);
  }

  private tapped(at: XY, how: How): void {
    const { time, at: before } = this.lastTap;
    const now = performance.now();
    const near = Math.hypot(at[0] - before[0], at[1] - before[1]) < 12;
    this.lastTap = { time: now, at };
    if (near && now - time < TWICE_MS) this.hands.twice(this.hit, at);
    else this.hands.tap(this.hit, at, how);
  }

  private lost(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.release();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const how = this.hows(event);
    if (this.mode === 'drag') {
      this.wheeled += event.deltaY || event.deltaX;
      const steps = Math.trunc(this.wheeled / WHEEL_STEP);
      this.wheeled -= steps * WHEEL_STEP;
      if (steps !== 0) this.hands.wheel(steps, how);
      return;
    }
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
    const delta = Math.max(-240, Math.min(240, event.deltaY * lines));
    this.hands.zoom(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0018)), this.spot(event));
  }
}

/** An angle between -180 and 180. */
function turnOf(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
