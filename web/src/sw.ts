/// <reference lib="webworker" />
/** Keeps the page itself, so that it opens without a network. Answers of the API are not its. */
const worker = self as unknown as ServiceWorkerGlobalScope;

const SHELL = 'shell-1';

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest']))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/')) return;
  event.respondWith(answer(event.request, url));
});

/** Hashed assets from the cache first; pages from the network first. */
async function answer(request: Request, url: URL): Promise<Response> {
  const cache = await caches.open(SHELL);
  const key = request.mode === 'navigate' ? '/' : request;
  if (url.pathname.startsWith('/assets/')) {
    const held = await cache.match(key);
    if (held) return held;
  }
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(key, fresh.clone());
    return fresh;
  } catch (error) {
    const held = await cache.match(key);
    if (held) return held;
    throw error;
  }
}
