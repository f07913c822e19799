/** The shapes that the server sends, under short names. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type XY = [number, number];

/** A stretch of a ground's edge that is told apart, such as an entrance. */
export interface Trim {
  kind: string;
  line: number[][];
  label: string;
}

export type Piece = Schemas['Piece'] & {
  label?: string;
  unit?: string;
  kind?: string;
  strength?: number[] | null;
  rings?: number;
};
export type Ground = Schemas['Ground'] & {
  label?: string | null;
  look?: string;
  trims?: Trim[];
};
export type Scene = Omit<Schemas['Scene'], 'pieces' | 'grounds'> & {
  pieces: Piece[];
  grounds: Ground[];
  places?: { at: number[]; name: string }[];
  remarks?: string[];
  sides?: string[];
};
export type Ruling = Schemas['Ruling'];
export type Problem = Schemas['Problem'];
export type View = Schemas['View'];
export type Odds = Schemas['Odds'];
export type SystemInfo = Schemas['System'];
export type Clause = Schemas['Clause'];
export type Session = Schemas['Session'];
export type Faults = Schemas['Faults'];
