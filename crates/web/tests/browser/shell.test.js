// The page without its server: the files are cached, and a new version replaces the old one.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { playTicket, result, stories, TICKETS } from "./server.js";

const story = stories();

/**
 * Waits for the service worker; resolves to the files in its caches.
 * @param {import("playwright-core").Page} page
 */
const cached = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const shells = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    );
    return { names, files: shells.flat().sort() };
  });

story(
  "the page opens offline after one visit, and works again when the server is back",
  async ({ server, visit }) => {
    const page = await visit();
    await page.goto(server.url);
    await page.getByRole("heading", { name: "Games" }).waitFor();
    const { names, files } = await cached(page);
    assert.equal(names.length, 1);
    for (const file of [
      "/",
      "/js/main.js",
      "/js/pages/lobby.js",
      "/skins/wampus.js",
      "/css/base.css",
      "/icon.svg",
    ])
      assert.ok(files.includes(file), file);
    assert.ok(
      files.every((file) => !file.startsWith("/api/")),
      "no match is cached",
    );
    await server.kill();
    await page.goto(`${server.url}/new/wordle`);
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    await page.getByText("The server can't be reached.").first().waitFor();
    await server.start();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Start" }).waitFor();
    await playTicket(page, server, TICKETS.wordle);
    await page.keyboard.type("crane");
    await page.keyboard.press("Enter");
    assert.equal(await result(page), "Solved in 1!");
  },
);

story("a new version of the page replaces the old one, whole", async ({ server, visit }) => {
  // A proxy shows the server as it is, and then with one changed file, as after an upgrade.
  let upgraded = false;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(server.url + request.url, {
      headers: { cookie: request.headers.cookie ?? "" },
    });
    let text = await answer.text();
    if (upgraded && request.url === "/js/format.js") text += "\n// of the new version";
    if (upgraded && request.url === "/sw.js") text = text.replace(/"version":"/, '"version":"NEW');
    response
      .writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "text/plain",
        "cache-control": "no-cache",
      })
      .end(text);
  });
  await new Promise((listening) => proxy.listen(0, "127.0.0.1", () => listening(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  const page = await visit({ baseURL: `http://127.0.0.1:${port}` });
  try {
    await page.goto(`http://127.0.0.1:${port}/settings`);
    const before = await cached(page);
    upgraded = true;
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const fresh = registration.installing ?? registration.waiting ?? registration.active;
      await new Promise((done) => {
        const check = () => fresh?.state === "activated" && done(undefined);
        fresh?.addEventListener("statechange", check);
        check();
      });
    });
    const after = await cached(page);
    assert.equal(after.names.length, 1);
    assert.notEqual(after.names[0], before.names[0]);
    assert.deepEqual(after.files, before.files);
    const text = await page.evaluate(async () => (await caches.match("/js/format.js"))?.text());
    assert.ok(text?.endsWith("// of the new version"));
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});

story("the page can be installed: it has a name, an icon and a start page", async ({ server, visit }) => {
  const page = await visit();
  await page.goto(server.url);
  const link = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await page.evaluate(async (href) => (await fetch(href)).json(), link);
  assert.equal(manifest.start_url, "/");
  assert.equal(manifest.display, "standalone");
  for (const { src, type } of manifest.icons) {
    const of = await page.evaluate(async (src) => (await fetch(src)).headers.get("content-type"), src);
    assert.ok(of?.startsWith(type), `${src} is ${of}`);
  }
});
