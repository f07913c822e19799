/** What may be done to a battle that is being set up, and what the server makes of it. */
import type { components } from './schema';
import type { Problem, XY } from './types';

type Schemas = components['schemas'];

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

export type Edited = Schemas['Edited'];
export type Thing = Schemas['Thing'];
export type Can = Thing['can'][number];
export type Field = Schemas['ThingField'];
export type Stock = Omit<Schemas['Stock'], 'footprint' | 'outline'> &
  Partial<Pick<Schemas['Stock'], 'footprint' | 'outline'>>;
export type Fault = Schemas['Faults']['faults'][number];

/** How a question names the table it is about. */
export type BattleRef =
  | { example: string; edits?: Edit[] }
  | { text: string; edits?: Edit[]; waive?: string[] }
  | { document: Record<string, unknown>; edits?: Edit[]; waive?: string[] }
  | { kept: string; edits?: Edit[]; waive?: string[] }
  | { share: string; edits?: Edit[] }
  | { session: string };

export type { Problem };
