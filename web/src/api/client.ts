/**
 * Asks the server. A refusal is a value (`Failed`), as in the engine; so is a server that is not
 * there. Typed by the OpenAPI document, which a check in CI keeps in step with the server.
 */
import type { paths } from './schema';
import type { Problem } from './types';

const BASE = '/api/v1';

export interface Answered<T> {
  ok: true;
  value: T;
}

export interface Failed {
  ok: false;
  /** The problem document, or null where no answer came. */
  problem: Problem | null;
  status: number;
}

export type Reply<T> = Answered<T> | Failed;

type Paths = keyof paths & string;
type Short<P extends string> = P extends `/api/v1${infer Rest}` ? Rest : never;
type Full<S extends string> = `/api/v1${S}` & Paths;
type Json<R> = R extends { content: { 'application/json': infer T } } ? T : never;
type Good<O> = O extends { responses: infer R }
  ? 200 extends keyof R
    ? Json<R[200]>
    : 201 extends keyof R
      ? Json<R[201]>
      : never
  : never;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined;
type Post<S extends string> = paths[Full<S>] extends { post: infer O } ? O : never;
type Get<S extends string> = paths[Full<S>] extends { get: infer O } ? O : never;

export type PostPath = {
  [P in Paths]: paths[P] extends { post: object } ? Short<P> : never;
}[Paths];
export type GetPath = { [P in Paths]: paths[P] extends { get: object } ? Short<P> : never }[Paths];

/** What a path takes and what it answers. */
export type Body<S extends PostPath> = BodyOf<Post<S>>;
export type Answer<S extends PostPath> = Good<Post<S>>;

export interface How {
  signal?: AbortSignal;
  key?: string | null;
  /** Values of the `{names}` in a path. */
  at?: Record<string, string>;
}

function filled(path: string, at: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ''));
}

async function send(method: string, path: string, body: unknown, how: How): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (how.key) headers['Authorization'] = `Bearer ${how.key}`;
  return fetch(BASE + filled(path, how.at), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: how.signal,
  });
}

async function reply<T>(asked: Promise<Response>, read: (found: Response) => Promise<T>) {
  let found: Response;
  try {
    found = await asked;
    if (found.ok) return { ok: true, value: await read(found) } satisfies Answered<T>;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return { ok: false, problem: null, status: 0 } satisfies Failed;
  }
  const problem = (await found.json().catch(() => null)) as Problem | null;
  return { ok: false, problem, status: found.status } satisfies Failed;
}

/** Post JSON values, and read JSON values. Throws only where `how.signal` was aborted. */
export function post<S extends PostPath>(path: S, body: BodyOf<Post<S>>, how: How = {}) {
  return reply<Good<Post<S>>>(send('POST', path, body, how), (found) => found.json());
}

/** Post JSON values, and read text, such as SVG. */
export function postText<S extends PostPath>(path: S, body: BodyOf<Post<S>>, how: How = {}) {
  return reply<string>(send('POST', path, body, how), (found) => found.text());
}

/** Read JSON values. */
export function get<S extends GetPath>(path: S, how: How = {}) {
  return reply<Good<Get<S>>>(send('GET', path, undefined, how), (found) => found.json());
}

/** Post to a path whose shapes are given by hand. */
export function loose<T>(path: string, body: unknown, how: How = {}): Promise<Reply<T>> {
  return reply<T>(send('POST', path, body, how), (found) => found.json() as Promise<T>);
}
