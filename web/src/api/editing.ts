/** What may be done to a battle that is being set up, and what the server makes of it. */
import type { Problem, Scene, XY } from './types';

export type Edit =
  | { do: 'place'; id: string; to: XY | null; facing: number | null }
  | { do: 'copy'; id: string; to: XY; as: string | null }
  | { do: 'remove'; id: string }
  | { do: 'outline'; id: string; corners: XY[] }
  | {
      do: 'add';
      stock: string;
      to: XY;
      side: string | null;
      as: string | null;
      corners: XY[] | null;
    }
  | { do: 'set'; id: string; field: string; value: unknown }
  | { do: 'take'; entries: unknown };

export type Can = 'place' | 'turn' | 'copy' | 'remove' | 'outline';

export interface Field {
  field: string;
  label: string;
  type: 'text' | 'number' | 'flag' | 'choice' | 'list';
  value: unknown;
  choices: { value: unknown; label: string }[];
  help: string;
}

export interface Thing {
  id: string;
  kind: 'piece' | 'ground' | 'battle';
  label: string;
  unit: string;
  can: Can[];
  fields: Field[];
}

export interface Stock {
  id: string;
  kind: 'piece' | 'ground';
  label: string;
  group: string;
  needs_side: boolean;
  /** What to show while it is placed: a footprint of a piece, or an outline around 0, 0. */
  footprint?: Record<string, unknown> | null;
  outline?: number[][];
}

export interface Fault {
  says?: string;
  code?: string;
  line?: number;
  [more: string]: unknown;
}

export interface Edited {
  system: string;
  title: string;
  document: Record<string, unknown>;
  kept: string;
  playable: boolean;
  faults: { faults: Fault[] };
  waivable: string[];
  scene: Scene | null;
  things: Thing[];
  stock: Stock[];
}

/** How a question names the table it is about. */
export type BattleRef =
  | { example: string; edits?: Edit[] }
  | { text: string; edits?: Edit[] }
  | { document: Record<string, unknown>; edits?: Edit[] }
  | { kept: string; edits?: Edit[] }
  | { share: string; edits?: Edit[] }
  | { session: string };

export type { Problem };
