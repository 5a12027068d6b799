// For everybody: names and roles as they were agreed, a small window, high contrast, and a live region that outlives what is
// drawn anew. What axe-core finds is in faults.test.js; keys alone are in keys.test.js.

import assert from "node:assert/strict";
import { readFileSync, existsSync, writeFileSync } from "node:fs";
import { TICKETS, gotIt, playTicket, stories } from "./house.js";

const story = stories();

story("high contrast wins over light and dark, by the system's wish or by one's own", async ({ house, come }) => {
  const page = await come();
  await page.goto(`${house.url}/settings`);
  const good = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--good").trim());
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.getByLabel("Contrast").selectOption("system");
    await page.emulateMedia({ colorScheme, contrast: "more" });
    assert.equal(await good(), "#f5793a", `${colorScheme}, the system's`);
    await page.emulateMedia({ colorScheme, contrast: "no-preference" });
    assert.notEqual(await good(), "#f5793a", `${colorScheme}, nobody's`);
    await page.getByLabel("Contrast").selectOption("high");
    assert.equal(await good(), "#f5793a", `${colorScheme}, one's own`);
  }
});

story("names and roles are as agreed", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, TICKETS.wordle);
  await page.keyboard.type("trace");
  await page.keyboard.press("Enter");
  await page.getByRole("cell", { name: "T, absent" }).waitFor();
  agreed("wordle", await page.locator("lx-scene").ariaSnapshot());
  await playTicket(page, house, TICKETS.wampus);
  agreed("wampus", await page.locator("lx-scene").ariaSnapshot());
  await playTicket(page, house, TICKETS.hand);
  agreed("hand", await page.locator("lx-scene").ariaSnapshot());
  await playTicket(page, house, TICKETS.builder);
  agreed("builder", await page.locator("lx-scene").ariaSnapshot());
});

/** What differs from house to house and from day to day is not agreed. @param {string} now */
const lasting = (now) => now.replace(/(textbox "Whoever has this link may come to the table": ).*/, "$1a link").replace(/come in [\d:]+ \w+/, "come in some hours");

story("the lobby, the setup, a table, Junior and Wizards are as agreed", async ({ house, come }) => {
  const page = await come();
  const main = async () => lasting(await page.locator("main:not([aria-busy])").ariaSnapshot());
  // A guest is called by chance: a name is taken.
  await page.goto(house.url);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await page.evaluate(async () => {
    const ask = (/** @type {string} */ method, /** @type {unknown} */ body) => fetch("/api/v1/me", { method, headers: { "X-Lexicade": "1", "Content-Type": "application/json" }, body: JSON.stringify(body) });
    await ask("POST", {});
    await ask("PUT", { name: "Ann" });
  });
  await page.goto(house.url);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await page.getByText("the next ones come in").waitFor();
  agreed("lobby", await main());
  await page.goto(`${house.url}/new/wordle`);
  await page.getByRole("button", { name: "Begin" }).waitFor();
  agreed("setup", await main());
  await playTicket(page, house, TICKETS.wizards);
  agreed("wizards", await page.locator("lx-scene").ariaSnapshot());
  // With this seed the racks are the same each time.
  const open = (/** @type {string} */ path, /** @type {unknown} */ body) => page.evaluate(async ([path, body]) => (await fetch(`/api/v1${path}`, { method: "POST", headers: { "X-Lexicade": "1", "Content-Type": "application/json" }, body: JSON.stringify(body) })).json(), /** @type {const} */ ([path, body]));
  const { match } = await open("/matches", { game: "junior", set: { board: "toys" }, seats: 2, seed: "0000000000007", bots: [{ seat: 1, name: "sensible" }] });
  await page.goto(`${house.url}/match/${match}`);
  await page.locator("lx-scene[data-mine]").waitFor();
  agreed("junior", await page.locator("lx-scene").ariaSnapshot());
  await page.goto(`${house.url}/new/junior`);
  await page.getByLabel("Player 2").selectOption("");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("button", { name: "Start" }).waitFor();
  agreed("table", await main());
});

/** Compares with what was agreed; AGREE=1 writes it anew. @param {string} name @param {string} now */
function agreed(name, now) {
  const file = new URL(`./aria/${name}.yml`, import.meta.url);
  if (process.env.AGREE || !existsSync(file)) {
    assert.ok(process.env.AGREE, `${file.pathname} is missing`);
    return writeFileSync(file, `${now}\n`);
  }
  assert.equal(`${now}\n`, readFileSync(file, "utf8").replaceAll("\r\n", "\n"), name);
}

story("what is said stays in the same region, whatever is drawn anew", async ({ house, come }) => {
  const page = await come();
  await page.goto(house.url);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await page.evaluate(() => (window.region = document.getElementById("said")));
  await page.getByRole("button", { name: "Play Wordle" }).click();
  await page.waitForURL("**/match/**");
  await page.locator("lx-scene[data-mine]").waitFor();
  await page.keyboard.type("trace");
  await page.keyboard.press("Enter");
  await page.locator("#said", { hasText: "Guess 1, TRACE" }).waitFor({ state: "attached" });
  assert.ok(await page.evaluate(() => window.region.isConnected && window.region === document.getElementById("said") && window.region.getAttribute("aria-live") === "polite"));
});

story("at 400 % everything is there without scrolling sideways", async ({ house, come }) => {
  const page = await come({ viewport: { width: 320, height: 256 } });
  for (const path of ["/", "/settings", "/rules/wordle", "/new/junior", "/boards", "/board/toys", "/account", "/stats"]) {
    await page.goto(house.url + path);
    await page.locator("main:not([aria-busy]) h1").first().waitFor({ state: "attached" });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), path);
  }
  const junior = async () => {
    await page.goto(`${house.url}/new/junior?board=animals`);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator("lx-scene[data-mine]").waitFor();
    await gotIt(page);
  };
  const table = async () => {
    await page.goto(`${house.url}/new/junior`);
    await page.getByLabel("Player 2").selectOption("");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("button", { name: "Start" }).waitFor();
  };
  const scenes = [...Object.entries(TICKETS).map(([game, ticket]) => /** @type {const} */ ([game, () => playTicket(page, house, ticket)])), /** @type {const} */ (["junior", junior]), /** @type {const} */ (["table", table])];
  for (const [game, open] of scenes) {
    await open();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), game);
    const small = await page.evaluate(() => [...document.querySelectorAll("main button, main a.button, main input")].filter((el) => {
      const { width, height } = el.getBoundingClientRect();
      // The field of Wordle is in its row: it is there for keys and voices only.
      const unseen = (el.parentElement?.getBoundingClientRect().width ?? 0) <= 1;
      return !unseen && width > 0 && (width < 24 || height < 24);
    }).map((el) => el.outerHTML.slice(0, 120)));
    assert.deepEqual(small, [], `${game}: every target is 24 wide and high`);
  }
});
