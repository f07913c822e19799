/** The shapes that the server sends, under short names. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type XY = [number, number];

export type Piece = Schemas['Piece'];
export type Ground = Schemas['Ground'];
export type Scene = Schemas['Scene'];
export type Ruling = Schemas['Ruling'];
export type Problem = Schemas['Problem'];
export type View = Schemas['View'];
export type Odds = Schemas['Odds'];
export type SystemInfo = Schemas['System'];
export type Clause = Schemas['Clause'];
export type Session = Schemas['Session'];
export type Faults = Schemas['Faults'];
