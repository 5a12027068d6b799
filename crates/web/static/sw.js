// The shell without a network: what the page is made of is kept, and asked for anew whenever the house answers.
// What is played is never kept here: it comes from the house or not at all.

const SHELL = "shell-1";

/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(["/", "/icon.svg", "/app.webmanifest"])));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  const api = /^\/(api\/|healthz$|readyz$|metrics$)/.test(url.pathname);
  if (request.method !== "GET" || url.origin !== location.origin || api) return;
  // Every address that is no file is the same page.
  const key = request.mode === "navigate" ? "/" : url.pathname;
  event.respondWith(answer(request, key));
});

/** The house's own answer; what was kept when there is none. @param {Request} request @param {string} key */
async function answer(request, key) {
  const shell = await caches.open(SHELL);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await shell.put(key, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await shell.match(key);
    if (kept) return kept;
    throw error;
  }
}
