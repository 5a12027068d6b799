// Keeps the files of the page, one version at a time, for when the server doesn't answer. Matches are never
// cached: they come from the server or not at all.

/** @type {any} */
const worker = self;

/**
 * The version and the files of the page, which the server writes in front of this script.
 * @type {{ version: string, files: string[] }}
 */
const { version, files } = worker.shell;
const SHELL = `shell-${version}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const paths = files.map((name) => (name === "index.html" ? "/" : `/${name}`));
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(paths)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  const api = /^\/(api\/|healthz$|readyz$|metrics$|openapi\.json$)/.test(url.pathname);
  if (request.method !== "GET" || url.origin !== location.origin || api) return;
  // Every address that isn't a file is the same page.
  event.respondWith(answer(request, request.mode === "navigate" ? "/" : url.pathname));
});

/** The server's answer, or the cached file if there is none. @param {Request} request @param {string} key */
async function answer(request, key) {
  const cached = async () => (await caches.open(SHELL)).match(key);
  try {
    const fresh = await fetch(request);
    // A proxy answers with an error while the server is down.
    return fresh.status < 500 ? fresh : ((await cached()) ?? fresh);
  } catch (error) {
    const old = await cached();
    if (old) return old;
    throw error;
  }
}
