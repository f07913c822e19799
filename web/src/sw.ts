/// <reference lib="webworker" />
/**
 * Keeps the page, so that it opens without a network, and what was looked up: systems, clauses,
 * examples. Every file of the page is in `files.json`, which the build writes.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

const SHELL = 'shell';
const LOOKED_UP = 'looked-up';
const LOOK_UP = /^\/api\/v1\/(systems|schemas)(\/|$)/;
const PAGES = /^\/((play|s)\/[\w-]+)?$/;

worker.addEventListener('install', (event) => {
  event.waitUntil(renew().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (LOOK_UP.test(url.pathname)) event.respondWith(freshest(LOOKED_UP, event.request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(held(event.request));
  else if (event.request.mode === 'navigate' && PAGES.test(url.pathname)) {
    event.respondWith(page(event));
  } else if (!url.pathname.startsWith('/api/')) event.respondWith(freshest(SHELL, event.request));
});

/** The page itself: the newest one there is; with a new one come its files. */
async function page(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(SHELL);
  try {
    const fresh = await fetch(event.request);
    if (fresh.ok) event.waitUntil(cache.put('/', fresh.clone()).then(renew));
    return fresh;
  } catch {
    return (await cache.match('/')) ?? Response.error();
  }
}

/** A file whose name changes with it: never asked for twice. */
async function held(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

/** The newest answer, or the last one where there is no network. */
async function freshest(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}

/** Have every file of the page as it is now, and none that it no longer has. */
async function renew(): Promise<void> {
  const cache = await caches.open(SHELL);
  const reply = await fetch('/files.json', { cache: 'no-cache' });
  if (!reply.ok) return;
  const files = (await reply.json()) as string[];
  for (const each of await cache.keys()) {
    const { pathname } = new URL(each.url);
    if (pathname.startsWith('/assets/') && !files.includes(pathname)) await cache.delete(each);
  }
  const there = await Promise.all(files.map((file) => cache.match(file)));
  const missing = files.filter((_, at) => there[at] === undefined);
  await cache.addAll([...new Set(['/', ...missing])]);
}
