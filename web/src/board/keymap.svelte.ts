/** The keys as they are bound here, kept for the next visit, and who acts on them. */
import {
  ACTS,
  actOf,
  bound,
  firstKeys,
  unbound,
  type Act,
  type Keymap,
  type Pressed,
} from './keys';

const KEPT = 'defilade.keys';

function kept(): Keymap {
  const first = firstKeys();
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, unknown>;
    for (const act of ACTS) {
      const keys = found[act];
      if (Array.isArray(keys) && keys.every((key) => typeof key === 'string')) first[act] = keys;
    }
  } catch {
    // what cannot be read is as if it were not there
  }
  return first;
}

type Doer = (event: KeyboardEvent) => boolean | void;

export class Keys {
  map = $state.raw<Keymap>(kept());
  private doers = new Map<Act, Doer[]>();

  bind(act: Act, key: string): void {
    this.keep(bound(this.map, act, key));
  }

  clear(act: Act): void {
    this.keep(unbound(this.map, act));
  }

  /** Have the keys as they were at first. */
  reset(): void {
    this.keep(firstKeys());
  }

  /** Do something on an act; the last one to ask is tried first, and says false to pass it on. */
  on(act: Act, doer: Doer): () => void {
    this.doers.set(act, [doer, ...(this.doers.get(act) ?? [])]);
    return () =>
      this.doers.set(
        act,
        (this.doers.get(act) ?? []).filter((each) => each !== doer),
      );
  }

  actOf(event: Pressed): Act | null {
    return actOf(this.map, event);
  }

  /** Do what a pressed key is bound to; tells whether anything was done. */
  press(event: KeyboardEvent): boolean {
    const act = this.actOf(event);
    if (act === null) return false;
    return (this.doers.get(act) ?? []).some((doer) => doer(event) !== false);
  }

  private keep(map: Keymap): void {
    this.map = map;
    localStorage.setItem(KEPT, JSON.stringify(map));
  }
}

export const keys = new Keys();
