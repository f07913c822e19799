/** What the keys of the board do. */
import { shown } from '../state/shown.svelte';
import { table } from '../state/table.svelte';
import { view } from '../state/view.svelte';
import { playing } from '../state/play.svelte';
import { drawing } from './drawing.svelte';
import { hands } from './hands.svelte';
import { keys } from './keymap.svelte';
import type { Act } from './keys';
import { measuring } from './measuring.svelte';
import { moving } from './moving.svelte';

const PAN = 60;
const NEARER = 1.25;

type Doer = (event: KeyboardEvent) => boolean | void;

/** Move the crosshair, else the chosen things, else look about. */
function arrow(dx: number, dy: number, far: boolean): Doer {
  return () => {
    if (hands.steer(dx, dy, far) || moving.nudge(dx, dy, far)) return;
    view.pan(-dx * PAN, dy * PAN);
  };
}

function back(): boolean | void {
  if (drawing.corners.length) drawing.back();
  else if (view.tool === 'measure' && measuring.stops.length) measuring.back();
  else if (moving.able('remove').length === 0) return false;
  else void moving.remove();
}

const DOERS: Partial<Record<Act, Doer>> = {
  fit: () => view.fit(),
  nearer: () => view.zoom(NEARER),
  farther: () => view.zoom(1 / NEARER),
  panUp: () => view.pan(0, PAN),
  panLeft: () => view.pan(PAN, 0),
  panDown: () => view.pan(0, -PAN),
  panRight: () => view.pan(-PAN, 0),
  all: () => view.choose(...(shown.scene?.pieces.map((piece) => piece.id) ?? [])),
  unit: () => {
    const [id = view.hovered] = view.chosen;
    if (id === null || shown.piece(id) === null) return false;
    view.choose(...shown.idsOf(shown.unit(id)));
  },
  nothing: () => (moving.grip === null ? hands.letGo() : hands.cancel()),
  up: arrow(0, 1, false),
  left: arrow(-1, 0, false),
  down: arrow(0, -1, false),
  right: arrow(1, 0, false),
  farUp: arrow(0, 1, true),
  farLeft: arrow(-1, 0, true),
  farDown: arrow(0, -1, true),
  farRight: arrow(1, 0, true),
  turnLeft: () => moving.turn(-1, false),
  turnRight: () => moving.turn(1, false),
  finelyLeft: () => moving.turn(-1, true),
  finelyRight: () => moving.turn(1, true),
  copy: () => void moving.copy(),
  remove: back,
  undo: () => (playing.session === null ? table.undo() : void playing.undo()),
  redo: () => (playing.session === null ? table.redo() : void playing.redo()),
  select: () => hands.take('select'),
  measure: () => hands.take(view.tool === 'measure' ? 'select' : 'measure'),
  measureHeld: (event) => {
    if (event.repeat || hands.pointer === null || measuring.stops.length) return;
    measuring.stop(hands.pointer, false);
    measuring.live = hands.pointer;
  },
  draw: () => {
    if (shown.played || table.stock.length === 0) return false;
    view.panel = 'setup';
    hands.take(view.tool === 'draw' ? 'select' : 'draw');
  },
  snap: () => void (view.snap = !view.snap),
  sight: () => {
    if (view.chosen.length === 0 && view.hovered !== null) view.choose(view.hovered);
    if (view.panel === 'setup') view.panel = 'ask';
  },
  target: () => {
    if (view.hovered === null) return false;
    hands.aim(view.hovered);
  },
};

/** Let the keys work on the board; returns how to stop. */
export function actOnKeys(): () => void {
  const stops = Object.entries(DOERS).map(([act, doer]) => keys.on(act as Act, doer));
  return () => stops.forEach((stop) => stop());
}

/** Whether a key belongs to a field that is typed in, or to a dialog, and so not to the board. */
export function typedIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
