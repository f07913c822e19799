/**
 * The table being set up: steps that lead to it, and the scene now. Each step holds what the
 * server made of the battle, so that undo and redo only look at another step. What was moved
 * while the server could not be asked is shown at once and sent later.
 */
import type { BattleRef, Edit, Edited, Stock, Thing } from '../api/editing';
import { loose } from '../api/client';
import type { Failed } from '../api/client';
import type { Piece, Scene, XY } from '../api/types';

export interface Step {
  edited: Edited;
  /** Edits after `edited` that the server has not folded in yet. */
  unsent: Edit[];
}

/** Nudges of one piece within this time are one step. */
const ONE_STEP_MS = 700;

export class Table {
  steps = $state.raw<Step[]>([]);
  at = $state(-1);
  /** An edit that is being made with the pointer, shown and asked about but not yet a step. */
  held = $state.raw<Edit[]>([]);
  busy = $state(0);
  failed = $state.raw<Failed | null>(null);
  offline = $state(false);
  private lastEdit = { id: '', time: 0 };
  private queue: Promise<void> = Promise.resolve();

  now = $derived(this.steps[this.at] ?? null);
  scene = $derived.by<Scene | null>(() => this.shown());
  things = $derived<Thing[]>(this.now?.edited.things ?? []);
  stock = $derived<Stock[]>(this.now?.edited.stock ?? []);
  canUndo = $derived(this.at > 0);
  canRedo = $derived(this.at < this.steps.length - 1);

  /** How a question names the table as it is shown, held edits and all. */
  ref(): BattleRef | null {
    const step = this.now;
    if (step === null) return null;
    const edits = [...step.unsent, ...this.held];
    return { kept: step.edited.kept, ...(edits.length ? { edits } : {}) };
  }

  /** The same with the whole document, for a server that does not have it at hand. */
  wholeRef(): BattleRef | null {
    const step = this.now;
    if (step === null) return null;
    const edits = [...step.unsent, ...this.held];
    return { document: step.edited.document, ...(edits.length ? { edits } : {}) };
  }

  thing(id: string): Thing | null {
    return this.things.find((each) => each.id === id) ?? null;
  }

  piece(id: string): Piece | null {
    return this.scene?.pieces.find((each) => each.id === id) ?? null;
  }

  /** Put another battle on the table; the steps before it are gone. */
  async open(ref: BattleRef): Promise<boolean> {
    const edited = await this.ask(ref);
    if (edited === null) return false;
    this.steps = [{ edited, unsent: [] }];
    this.at = 0;
    this.held = [];
    return true;
  }

  /** Make edits, one after the other; returns once they are steps. */
  make(...edits: Edit[]): Promise<void> {
    this.queue = this.queue.then(() => this.fold(edits));
    return this.queue;
  }

  undo(): void {
    if (this.canUndo) this.at -= 1;
  }

  redo(): void {
    if (this.canRedo) this.at += 1;
  }

  private async fold(edits: Edit[]): Promise<void> {
    const step = this.now;
    if (step === null) return;
    const all = [...step.unsent, ...edits];
    const reply = await this.asked({ kept: step.edited.kept, edits: all }, step, all);
    if (reply !== null) {
      this.push({ edited: reply, unsent: [] }, edits);
    } else if (this.offline) {
      this.push({ edited: step.edited, unsent: all }, edits);
    }
    this.held = [];
  }

  private push(step: Step, edits: Edit[]): void {
    const first = edits[0];
    const id = first?.do === 'place' && edits.length === 1 ? first.id : '';
    const time = Date.now();
    const joins =
      id !== '' &&
      id === this.lastEdit.id &&
      time - this.lastEdit.time < ONE_STEP_MS &&
      this.at > 0;
    this.lastEdit = { id, time };
    const before = this.steps.slice(0, joins ? this.at : this.at + 1);
    this.steps = [...before, step];
    this.at = before.length;
  }

  private async asked(ref: BattleRef, step: Step, edits: Edit[]): Promise<Edited | null> {
    const found = await this.ask(ref);
    if (found !== null || this.failed?.problem?.code !== 'unknown-battle') return found;
    return this.ask({ document: step.edited.document, edits });
  }

  private async ask(battle: BattleRef): Promise<Edited | null> {
    this.busy += 1;
    const reply = await loose<Edited>('/edit', { battle });
    this.busy -= 1;
    this.offline = !reply.ok && reply.problem === null;
    this.failed = reply.ok ? null : reply;
    return reply.ok ? reply.value : null;
  }

  /** The scene of this step with what was moved since drawn where it was put. */
  private shown(): Scene | null {
    const step = this.now;
    const scene = step?.edited.scene ?? null;
    if (step === null || scene === null) return null;
    const edits = [...step.unsent, ...this.held];
    return edits.length ? edits.reduce(moved, scene) : scene;
  }
}

/** A scene after an edit, as far as the page can tell: moves, turns and removals. */
export function moved(scene: Scene, edit: Edit): Scene {
  switch (edit.do) {
    case 'place': {
      const pieces = scene.pieces.map((each) =>
        each.id === edit.id
          ? { ...each, position: edit.to ?? each.position, facing: edit.facing ?? each.facing }
          : each,
      );
      const grounds = scene.grounds.map((each) =>
        each.id === edit.id && edit.to !== null ? shifted(each, edit.to) : each,
      );
      return { ...scene, pieces, grounds };
    }
    case 'remove':
      return {
        ...scene,
        pieces: scene.pieces.filter((each) => each.id !== edit.id),
        grounds: scene.grounds.filter((each) => each.id !== edit.id),
      };
    case 'outline':
      return {
        ...scene,
        grounds: scene.grounds.map((each) =>
          each.id === edit.id ? { ...each, outline: edit.corners } : each,
        ),
      };
    default:
      return scene;
  }
}

/** The middle of a ground's outline, by which it is placed: the mean of its corners. */
export function middle(outline: readonly (readonly number[])[]): XY {
  const n = Math.max(outline.length, 1);
  const sum = outline.reduce<XY>((at, [x = 0, y = 0]) => [at[0] + x, at[1] + y], [0, 0]);
  return [sum[0] / n, sum[1] / n];
}

function shifted<G extends Scene['grounds'][number]>(ground: G, to: XY): G {
  const [x, y] = middle(ground.outline);
  const move = ([px = 0, py = 0]: number[]): XY => [px + to[0] - x, py + to[1] - y];
  return {
    ...ground,
    outline: ground.outline.map(move),
    holes: ground.holes.map((h) => h.map(move)),
  };
}

export const table = new Table();
