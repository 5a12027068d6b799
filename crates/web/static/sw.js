// The shell without a network. All files of the page are kept, of one version at a time; they are shown only when the house
// does not answer. What is played is never kept here: it comes from the house or not at all.

/** @type {any} */
const worker = self;

/** What the page is made of: the house writes it in front of this. @type {{ version: string, files: string[] }} */
const { version, files } = worker.shell;
const SHELL = `shell-${version}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const paths = files.map((name) => (name === "index.html" ? "/" : `/${name}`));
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(paths)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  const api = /^\/(api\/|healthz$|readyz$|metrics$|openapi\.json$)/.test(url.pathname);
  if (request.method !== "GET" || url.origin !== location.origin || api) return;
  // Every address that is no file is the same page.
  event.respondWith(answer(request, request.mode === "navigate" ? "/" : url.pathname));
});

/** The house's own answer; what is kept when there is none. @param {Request} request @param {string} key */
async function answer(request, key) {
  const kept = async () => (await caches.open(SHELL)).match(key);
  try {
    const fresh = await fetch(request);
    // A proxy whose house is closed answers in its place.
    return fresh.status < 500 ? fresh : ((await kept()) ?? fresh);
  } catch (error) {
    const old = await kept();
    if (old) return old;
    throw error;
  }
}
