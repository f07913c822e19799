import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gestures, type Hands } from './gestures';

class FakeElement extends EventTarget {
  constructor(private readonly data: Record<string, string> | null = null) {
    super();
  }
  closest(): { dataset: Record<string, string> } | null {
    return this.data === null ? null : { dataset: this.data };
  }
  setPointerCapture(): void {}
  getBoundingClientRect() {
    return { left: 0, top: 0 };
  }
}

let frames: (() => void)[] = [];
let done: string[] = [];
let board: FakeElement;
let dragged = true;
let stroked = false;

function hands(): Hands {
  const say =
    (name: string) =>
    (...what: unknown[]) =>
      void done.push(`${name} ${what.map((each) => JSON.stringify(each)).join(' ')}`.trim());
  return {
    meant: (hit) => hit,
    drags: (hit) => hit !== null && dragged,
    strokes: () => stroked,
    tap: (hit, at) => say('tap')(hit?.id ?? null, at),
    twice: (hit, at) => say('twice')(hit?.id ?? null, at),
    hover: (hit) => say('hover')(hit?.id ?? null),
    grab: (hit, at) => say('grab')(hit.id, at),
    drag: (at) => say('drag')(at),
    drop: (at) => say('drop')(at),
    stroke: (from, at) => say('stroke')(from, at),
    stroked: (from, at) => say('stroked')(from, at),
    cancel: say('cancel'),
    pan: (dx, dy) => say('pan')(dx, dy),
    zoom: (factor, at) => say('zoom')(Math.round(factor * 100) / 100, at),
    twist: (degrees) => say('twist')(Math.round(degrees)),
    wheel: (steps) => say('wheel')(steps),
    leave: say('leave'),
  };
}

const HERON = { piece: 'Heron' };

function fire(
  type: string,
  [x, y]: [number, number],
  more: { id?: number; touch?: true; button?: number; on?: Record<string, string> } = {},
): void {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, {
    clientX: x,
    clientY: y,
    pointerId: more.id ?? 1,
    pointerType: more.touch ? 'touch' : 'mouse',
    button: more.button ?? 0,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
  });
  Object.defineProperty(event, 'target', { value: new FakeElement(more.on ?? null) });
  board.dispatchEvent(event);
}

function frame(): void {
  const now = frames;
  frames = [];
  now.forEach((each) => each());
}

beforeEach(() => {
  [frames, done, dragged, stroked] = [[], [], true, false];
  vi.useFakeTimers();
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('requestAnimationFrame', (each: () => void) => frames.push(each));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  vi.stubGlobal('navigator', {});
  board = new FakeElement();
  new Gestures(board as unknown as SVGSVGElement, hands()).attach();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a press', () => {
  it('that does not move is a tap', () => {
    fire('pointerdown', [10, 10], { on: HERON });
    fire('pointermove', [12, 11]);
    frame();
    fire('pointerup', [12, 11]);
    expect(done).toEqual(['tap "Heron" [12,11]']);
  });

  it('twice at one place is told as such', () => {
    for (const at of [1, 2]) {
      fire('pointerdown', [10, at], { on: HERON });
      fire('pointerup', [10, at]);
    }
    expect(done).toEqual(['tap "Heron" [10,1]', 'twice "Heron" [10,2]']);
  });

  it('that moves drags what is under it, once a frame, and ends where it ended', () => {
    fire('pointerdown', [10, 10], { on: HERON });
    for (const x of [20, 30, 40]) fire('pointermove', [x, 10]);
    frame();
    fire('pointermove', [50, 10]);
    fire('pointerup', [50, 10]);
    expect(done).toEqual(['grab "Heron" [10,10]', 'drag [40,10]', 'drag [50,10]', 'drop [50,10]']);
  });

  it('on nothing looks about, and so does one with another button', () => {
    fire('pointerdown', [10, 10]);
    fire('pointermove', [20, 15]);
    frame();
    fire('pointerup', [20, 15]);
    fire('pointerdown', [0, 0], { on: HERON, button: 2 });
    fire('pointermove', [3, 0]);
    frame();
    fire('pointerup', [3, 0]);
    expect(done).toEqual(['pan 10 5', 'pan 3 0']);
  });

  it('that strokes goes from where it began', () => {
    stroked = true;
    fire('pointerdown', [10, 10]);
    fire('pointermove', [40, 40]);
    frame();
    fire('pointerup', [40, 40]);
    expect(done).toEqual(['stroke [10,10] [40,40]', 'stroked [10,10] [40,40]']);
  });

  it('that the system takes away is undone', () => {
    fire('pointerdown', [10, 10], { on: HERON });
    fire('pointermove', [40, 10]);
    frame();
    fire('pointercancel', [40, 10]);
    expect(done.at(-1)).toBe('cancel');
  });
});

describe('two fingers', () => {
  const touch = true as const;

  it('come nearer and look about at once', () => {
    fire('pointerdown', [100, 100], { touch });
    fire('pointerdown', [200, 100], { id: 2, touch });
    fire('pointermove', [300, 100], { id: 2, touch });
    frame();
    fire('pointerup', [300, 100], { id: 2, touch });
    fire('pointerup', [100, 100], { touch });
    expect(done).toEqual(['pan 50 0', 'zoom 2 [200,100]']);
  });

  it('twist what the first one drags', () => {
    fire('pointerdown', [100, 100], { touch, on: HERON });
    fire('pointermove', [120, 100], { touch });
    frame();
    fire('pointerdown', [220, 100], { id: 2, touch });
    fire('pointermove', [120, 200], { id: 2, touch });
    frame();
    fire('pointerup', [120, 200], { id: 2, touch });
    fire('pointerup', [120, 100], { touch });
    expect(done).toEqual([
      'grab "Heron" [100,100]',
      'drag [120,100]',
      'twist 90',
      'drop [120,100]',
    ]);
  });
});

describe('a finger that rests', () => {
  it('on nothing begins a box, and on a piece chooses one more', () => {
    fire('pointerdown', [10, 10], { touch: true });
    vi.advanceTimersByTime(600);
    fire('pointermove', [50, 50], { touch: true });
    frame();
    fire('pointerup', [50, 50], { touch: true });
    fire('pointerdown', [10, 10], { touch: true, on: HERON });
    vi.advanceTimersByTime(600);
    fire('pointerup', [10, 10], { touch: true });
    expect(done).toEqual([
      'stroke [10,10] [10,10]',
      'stroke [10,10] [50,50]',
      'stroked [10,10] [50,50]',
      'tap "Heron" [10,10]',
    ]);
  });
});
