/**
 * What the chosen piece can see, reach and shoot: a survey that follows every change of the table
 * and of the choice. One question is under way at a time, and the newest is asked next. While
 * something is dragged with a target locked, only the questions about that target are asked again.
 */
import { untrack } from 'svelte';
import { post } from '../api/client';
import type { Body, Failed, PostPath } from '../api/client';
import type { BattleRef } from '../api/editing';
import type { Odds, Ruling } from '../api/types';
import { Chances } from '../ask/chances';
import { Latest } from '../ask/latest';
import { bestOf, grouped, keyOf, renewed, tonesOf } from '../ask/rows';
import type { Group, Question, Row, Tone } from '../ask/rows';
import { playing } from './play.svelte';
import { shown } from './shown.svelte';
import { table } from './table.svelte';
import { view } from './view.svelte';

export type { Group, Question, Row, Tone } from '../ask/rows';

/** Odds that were put aside to be compared with others. */
export interface Pinned {
  title: string;
  odds: Odds;
}

/** What is asked about a unit: everything, with odds or without, or some questions again. */
interface Asked {
  unit: string;
  what: 'survey' | 'odds' | Question[];
}

type Fact = Ruling['facts'][number];

/** The table rests this long before the odds of all rows are asked for. */
const ODDS_AFTER_MS = 350;
const AGAIN_MS = 250;
/** A server that is still getting ready may be too slow for the first answers. */
const MOST_SLOW = 2;

export class Asking {
  /** The unit that was asked about, and the rows about it. */
  unit = $state<string | null>(null);
  rows = $state.raw<Row[]>([]);
  busy = $state(false);
  failed = $state.raw<Failed | null>(null);
  /** Milliseconds from the last question to its answer. */
  took = $state(0);
  /** Keys of the rows that the pointer or the focus is at in a list, and that is locked. */
  pointed = $state<string | null>(null);
  locked = $state<string | null>(null);
  /** The answer to a question put by hand. */
  free = $state.raw<Row | null>(null);
  pinned = $state.raw<Pinned[]>([]);

  groups = $derived<Group[]>(this.unit === null ? [] : grouped(this.rows, this.unit));
  /** The row whose card is open and whose facts are drawn. */
  row = $derived<Row | null>(this.current());
  facts = $derived<readonly Fact[]>(this.row?.ruling.facts ?? []);
  /** The tone of every piece and ground that the unit can do something to, by id. */
  tones = $derived<Map<string, Tone>>(this.toned());

  /** Whether the odds of all rows are asked for, which anything newer stops. */
  private reckoning = false;
  private slow = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly latest = new Latest<Asked>((asked, signal) => this.put(asked, signal));

  /** Keep up with the choice and the table. `dragging` asks the locked question alone. */
  follow(unit: string | null, dragging: boolean): void {
    clearTimeout(this.resting);
    if (this.reckoning) this.latest.stop();
    if (unit !== this.unit) {
      this.latest.stop();
      this.unit = unit;
      this.rows = [];
      this.pointed = this.locked = this.free = null;
    }
    this.failed = null;
    if (unit === null) return;
    const locked = dragging ? this.lockedRow() : null;
    this.latest.ask({ unit, what: locked === null ? 'survey' : [locked.ruling.question] });
    if (!dragging)
      this.resting = setTimeout(() => this.latest.ask({ unit, what: 'odds' }), ODDS_AFTER_MS);
  }

  /** Look at a row for now. */
  point(row: Row): void {
    this.pointed = keyOf(row.ruling.question);
  }

  /** Go back to the row that is locked; without one, what was looked at last stays. */
  rest(): void {
    if (this.locked !== null || this.free !== null) this.pointed = null;
  }

  /** Lock the row of a question, or let go of it. */
  lock(row: Row | null): void {
    this.locked = row === null ? null : keyOf(row.ruling.question);
    const group = row === null ? null : this.groupOf(row);
    view.target = group?.target == null ? null : (shown.idsOf(group.target)[0] ?? null);
    this.free = this.pointed = null;
  }

  /** Lock the best row about a piece or a ground, as a click on the board does. */
  aim(id: string): void {
    const row = this.rowOf(id);
    if (row !== null) this.lock(row);
    view.target = id;
  }

  /** The group that a row is in. */
  groupOf(row: Row): Group | null {
    return this.groups.find((each) => each.out.includes(row) || each.back.includes(row)) ?? null;
  }

  /** Put a question that was made by hand. */
  async ask(question: Body<'/ruling'>['question']): Promise<Failed | null> {
    const reply = await asked('/ruling', { question });
    if (!reply.ok) return reply;
    this.free = bare(reply.value);
    this.pointed = null;
    return null;
  }

  pin(one: Pinned): void {
    this.pinned = [...this.pinned.filter((each) => each.title !== one.title), one].slice(-3);
  }

  unpin(title: string): void {
    this.pinned = this.pinned.filter((each) => each.title !== title);
  }

  private async put(asked: Asked, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const { unit, what } = asked;
    const some = Array.isArray(what);
    this.busy = true;
    this.reckoning = what === 'odds';
    try {
      const rows = some ? await ruled(what, signal) : await surveyed(unit, what === 'odds', signal);
      if (unit !== this.unit) return;
      if (!Array.isArray(rows)) {
        await this.missed(rows, asked, signal);
        return;
      }
      this.failed = null;
      this.slow = 0;
      this.rows = some ? renewed(this.rows, rows) : rows;
      if (what !== 'odds') this.took = performance.now() - began;
    } finally {
      this.busy = this.reckoning = false;
    }
  }

  /** Where the server had too much to do it is asked again a little later; else that is told. */
  private async missed(failed: Failed, asked: Asked, signal: AbortSignal): Promise<void> {
    const slow = failed.problem?.code === 'too-slow' && asked.what !== 'odds';
    this.slow += slow ? 1 : 0;
    const again = slow && this.slow <= MOST_SLOW;
    if (failed.status !== 429 && failed.status !== 503 && !again) {
      if (asked.what !== 'odds') this.failed = failed;
      return;
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    if (!signal.aborted) this.latest.again(asked);
  }

  private current(): Row | null {
    const byKey = (key: string | null) =>
      key === null ? null : (this.rows.find((row) => keyOf(row.ruling.question) === key) ?? null);
    const pointed = byKey(this.pointed) ?? this.rowOf(view.hovered);
    return pointed ?? this.free ?? byKey(this.locked) ?? this.rowOf(view.target);
  }

  private rowOf(id: string | null): Row | null {
    if (id === null || this.unit === null) return null;
    const unit = shown.unit(id);
    const group = this.groups.find((each) => each.target === unit || each.target === id);
    return group === undefined ? null : group.best;
  }

  private lockedRow(): Row | null {
    const row = this.rows.find((each) => keyOf(each.ruling.question) === this.locked);
    return row ?? this.rowOf(view.target);
  }

  private toned(): Map<string, Tone> {
    const tones = [...tonesOf(this.groups)];
    return new Map(tones.flatMap(([unit, tone]) => shown.idsOf(unit).map((id) => [id, tone])));
  }
}

async function surveyed(piece: string, odds: boolean, signal: AbortSignal) {
  const reply = await asked('/survey', { piece, odds }, signal);
  return reply.ok ? reply.value.views : reply;
}

async function ruled(questions: Question[], signal: AbortSignal): Promise<Row[] | Failed> {
  // what a ruling says was asked may be asked again as it stands
  const again = questions as Body<'/rulings'>['questions'];
  const reply = await asked('/rulings', { questions: again }, signal);
  return reply.ok ? reply.value.rulings.map(bare) : reply;
}

/** A row of a ruling by itself. */
function bare(ruling: Ruling): Row {
  const summary = { verdict: ruling.verdict, against: [], odds: [] };
  return {
    ruling,
    odds: null,
    tone: ruling.tone ?? 'unsettled',
    target: null,
    action: null,
    summary,
  };
}

/** How questions name the table now: the session when one is played, else what is set up. */
export function tableRef(): BattleRef | null {
  return playing.session !== null ? { session: playing.session.id } : table.ref();
}

/** A text that is another one whenever the table is. */
export function tableKey(): string {
  const session = playing.session;
  return session !== null ? `${session.id} ${session.head}` : JSON.stringify(table.ref());
}

/** What is thought of in play is about one state of one session, or about none. */
function stateOfPlay(): string {
  return playing.session === null ? '' : tableKey();
}

/** Post a question about the table now, with the whole document where the server lacks it. */
export async function asked<S extends PostPath>(
  path: S,
  question: Omit<Body<S>, 'battle'>,
  signal?: AbortSignal,
) {
  const put = (battle: BattleRef | null) =>
    post(path, { battle, ...question } as Body<S>, { signal });
  const reply = await put(tableRef());
  if (reply.ok || playing.session !== null || reply.problem?.code !== 'unknown-battle')
    return reply;
  return put(table.wholeRef());
}

export const asking = new Asking();
export const chances = new Chances((action, sample, signal) =>
  asked('/odds', { action, sample, policy: 'default', exact: false }, signal),
);

$effect.root(() => {
  $effect(() => {
    const chosen = view.chosen[0];
    const unit = chosen !== undefined && shown.piece(chosen) ? shown.unit(chosen) : null;
    const dragging = table.held.length > 0;
    tableKey();
    untrack(() => asking.follow(unit, dragging));
  });
  $effect(() => {
    if (shown.proposed.length) view.panel = 'play';
  });
  $effect(() => {
    stateOfPlay();
    shown.proposed = [];
  });
});
