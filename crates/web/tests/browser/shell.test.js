// The page without its house: what it is made of is kept, and a new version takes the place of the old.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { playTicket, result, stories, TICKETS } from "./house.js";

const story = stories();

/** Waits until a worker looks after the page; gives what it keeps. @param {import("playwright-core").Page} page */
const kept = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  const names = await caches.keys();
  const shells = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
  return { names, files: shells.flat().sort() };
});

story("the shell opens without a network after one visit, says what is wrong, and goes on when the house is back", async ({ house, come }) => {
  const page = await come();
  await page.goto(house.url);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  const { names, files } = await kept(page);
  assert.equal(names.length, 1);
  for (const file of ["/", "/js/main.js", "/js/pages/lobby.js", "/skins/wampus.js", "/css/base.css", "/icon.svg"]) assert.ok(files.includes(file), file);
  assert.ok(files.every((file) => !file.startsWith("/api/")), "nothing of what is played is kept");
  await house.kill();
  await page.goto(`${house.url}/new/wordle`);
  await page.getByRole("heading", { name: "That did not work" }).waitFor();
  await page.getByText("The house cannot be reached just now.").first().waitFor();
  await house.start();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Begin" }).waitFor();
  await playTicket(page, house, TICKETS.wordle);
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  assert.equal(await result(page), "Well done!");
});

story("a new version of the page replaces the old one, whole", async ({ house, come }) => {
  // The house as it is now, and after an upgrade: the same files but for one.
  let upgraded = false;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(house.url + request.url, { headers: { cookie: request.headers.cookie ?? "" } });
    let text = await answer.text();
    if (upgraded && request.url === "/js/words.js") text += "\n// of the new version";
    if (upgraded && request.url === "/sw.js") text = text.replace(/"version":"/, '"version":"NEW');
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain", "cache-control": "no-cache" }).end(text);
  });
  await new Promise((listening) => proxy.listen(0, "127.0.0.1", () => listening(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  const page = await come({ baseURL: `http://127.0.0.1:${port}` });
  try {
    await page.goto(`http://127.0.0.1:${port}/settings`);
    const before = await kept(page);
    upgraded = true;
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const fresh = registration.installing ?? registration.waiting ?? registration.active;
      await new Promise((done) => {
        const look = () => fresh?.state === "activated" && done(undefined);
        fresh?.addEventListener("statechange", look);
        look();
      });
    });
    const after = await kept(page);
    assert.equal(after.names.length, 1);
    assert.notEqual(after.names[0], before.names[0]);
    assert.deepEqual(after.files, before.files);
    const text = await page.evaluate(async () => (await caches.match("/js/words.js"))?.text());
    assert.ok(text?.endsWith("// of the new version"));
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});

story("it can be installed: a name, an icon, a page to begin with", async ({ house, come }) => {
  const page = await come();
  await page.goto(house.url);
  const link = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await page.evaluate(async (href) => (await fetch(href)).json(), link);
  assert.equal(manifest.start_url, "/");
  assert.equal(manifest.display, "standalone");
  for (const { src, type } of manifest.icons) {
    const of = await page.evaluate(async (src) => (await fetch(src)).headers.get("content-type"), src);
    assert.ok(of?.startsWith(type), `${src} is ${of}`);
  }
});
