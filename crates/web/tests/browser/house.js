// A house and browsers for the tests: the real program, Debian's Chromium or Firefox, nothing made up between them.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium, firefox } from "playwright-core";

const PROGRAM = process.env.LEXICADE ?? new URL("../../../../target/debug/lexicade", import.meta.url).pathname;
const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FIREFOX = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];
/** How long anything is waited for. Machines are slow at times; what is right comes soon, and only what is wrong takes this long. */
const PATIENCE = 60_000;

/** The program, serving; it can be killed and started again at the same address. */
export class House {
  /** @param {string[]} [more] what else is said to open it @returns {Promise<House>} */
  static async open(more = []) {
    const house = new House();
    house.more = more;
    house.data = mkdtempSync(join(tmpdir(), "lexicade-"));
    house.port = 0;
    await house.start();
    return house;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    // Everybody in a story comes from one address.
    const args = ["--data", this.data, "serve", "--listen", `127.0.0.1:${this.port}`, "--per-address", "1024", ...this.more];
    this.program = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"] });
    let [told, wrong] = ["", ""];
    this.program.stderr.on("data", (text) => (wrong += text));
    for await (const text of this.program.stdout) {
      told += text;
      const open = /open at http:\/\/127\.0\.0\.1:(\d+)\//.exec(told);
      if (!open) continue;
      this.port = Number(open[1]);
      return;
    }
    throw new Error(`the house did not open: ${wrong}`);
  }

  /** No farewell: as if the power had failed. */
  async kill() {
    const gone = once(this.program, "exit");
    this.program.kill("SIGKILL");
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** One browser for all stories of a file: Chromium, or Firefox with PLAY_IN=Firefox. */
export function launch() {
  const there = (/** @type {(string | undefined)[]} */ paths) => paths.find((path) => path && existsSync(path));
  if (process.env.PLAY_IN !== "Firefox") return chromium.launch({ executablePath: there(CHROMIUM), args: ["--no-sandbox", "--disable-gpu"] });
  // With Mozilla's channel it is any Firefox as people have it, over WebDriver BiDi. That has no way to ask for reduced motion, so it is a wish of the
  // browser; and it shall not make a folder for downloads in anybody's home.
  const wishes = { "ui.prefersReducedMotion": 1, "browser.download.folderList": 2, "browser.download.dir": tmpdir() };
  return firefox.launch({ channel: "moz-firefox", executablePath: there(FIREFOX), firefoxUserPrefs: wishes });
}

/**
 * The stories of a file: one house, one browser, and people who come. No page may break, complain or ask another host in any of them.
 * @returns {(name: string, tell: (at: { house: House, browser: import("playwright-core").Browser, come: (options?: import("playwright-core").BrowserContextOptions) => Promise<import("playwright-core").Page> }) => Promise<void>) => void}
 */
export function stories() {
  /** @type {House} */
  let house;
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    house = await House.open();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await house?.close();
  });
  return (name, tell) => void test(name, async () => {
    /** @type {import("playwright-core").Page[]} */
    const pages = [];
    const come = async (options = {}) => {
      const page = await guest(browser, house, options);
      pages.push(page);
      return page;
    };
    try {
      await tell({ house, browser, come });
      assert.deepEqual(pages.flatMap(trouble), []);
    } catch (error) {
      for (const page of pages) console.error(`${page.url()}\n${await page.locator("body").ariaSnapshot({ timeout: 5000 }).catch(String)}\n${trouble(page).join("\n")}`);
      throw error;
    } finally {
      await Promise.all(pages.map((page) => page.context().close()));
    }
  });
}

/** What a page must never do: break, or ask another host. */
const troubles = new WeakMap();

/**
 * Somebody with a browser of their own: a page at the house.
 * @param {import("playwright-core").Browser} browser @param {House} house @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function guest(browser, house, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const trouble = [];
  troubles.set(page, trouble);
  page.on("pageerror", (error) => trouble.push(`it broke: ${error.stack ?? error}`));
  page.on("console", (message) => {
    // A house that is being restarted refuses connections, and a refusal is an answer.
    if (message.type() === "error" && !/ERR_CONNECTION|WebSocket connection|status of 4\d\d/.test(message.text())) trouble.push(`it complained: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(options.baseURL ?? house.url).host && !request.url().startsWith("data:")) trouble.push(`it asked ${request.url()}`);
  });
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/** @param {import("playwright-core").Page} page @returns {string[]} */
function trouble(page) {
  return troubles.get(page) ?? [];
}

/** A puzzle of each game for one. */
export const TICKETS = {
  wordle: "wordle/1/word=crane/en-1/0000000000000",
  wizards: "wizards/1/-/en-1/0000000000004",
  hand: "hand/1/deals=aci*prt:dd*lout/en-1/0000000000000",
  wampus: "wampus/1/cave=classic/en-1/0000000000000",
  builder: "builder/1/name=pets,rows=6,cols=6/en-1/0000000000000",
};

/** Opens the puzzle of a ticket. @param {import("playwright-core").Page} page @param {House} house @param {string} ticket */
export async function playTicket(page, house, ticket) {
  await page.goto(`${house.url}/play/${ticket}`);
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForURL("**/match/**");
  await page.locator("lx-scene .stage > *").first().waitFor();
  await gotIt(page);
}

/** The invitation of the table that a page shows. @param {import("playwright-core").Page} page */
export const invitation = (page) => page.getByRole("textbox", { name: /Whoever has this link/ }).inputValue();

/** Opens a table over the network, as a program would. @param {import("playwright-core").Page} page @param {House} house @param {unknown} wanted */
export async function openTable(page, house, wanted) {
  await page.goto(house.url);
  const table = await page.evaluate(async (wanted) => {
    const post = async (path, body) => (await fetch(`/api/v1${path}`, { method: "POST", headers: { "X-Lexicade": "1", "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    await post("/me", {});
    return (await post("/tables", wanted)).table;
  }, wanted);
  await page.goto(`${house.url}/table/${table}`);
}

/** Two people sit down at a table, and it begins. @param {import("playwright-core").Page} ann @param {import("playwright-core").Page} ben */
export async function begin(ann, ben) {
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await Promise.all([gotIt(ann), gotIt(ben)]);
}

/** Reads the first words of a game away. @param {import("playwright-core").Page} page */
export async function gotIt(page) {
  // They come with the first scene, or not at all.
  await page.locator("lx-scene .stage > *").first().waitFor();
  const read = page.getByRole("button", { name: "Got it" });
  if (await read.isVisible()) await read.click();
}

/** Waits until the match is over; gives the headline. @param {import("playwright-core").Page} page */
export async function result(page) {
  const head = page.locator(".result h2");
  await head.waitFor();
  return head.textContent();
}

/** Makes a move in Junior: covers a letter, or exchanges when there is none. @param {import("playwright-core").Page} page */
export async function move(page, { drag = false } = {}) {
  const exchange = page.getByRole("button", { name: /^Exchange/ });
  const tiles = page.locator('.stage [data-pane^="rack"] button');
  if (await exchange.isVisible()) {
    const many = (await exchange.textContent())?.includes("these") ? 2 : 1;
    for (let t = 0; t < many; t += 1) await tiles.nth(t).click();
    return exchange.click();
  }
  const cell = page.locator('[data-pane="board"] [data-acts]').first();
  if (!drag) return cell.click();
  const letter = await cell.locator(".face").textContent();
  await tiles.filter({ hasText: new RegExp(`^${letter}$`) }).first().hover();
  await page.mouse.down();
  const box = await cell.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

/** Plays a turn in Junior: two moves, or one when both tiles are exchanged at once. @param {import("playwright-core").Page} page */
export async function turn(page) {
  const mine = page.locator("lx-scene[data-mine]");
  await mine.waitFor();
  while (await mine.count()) {
    const said = await page.locator(".log li").count();
    await move(page);
    await page.locator(".log li").nth(said).waitFor({ state: "attached" });
  }
}

/** Plays Junior until it is over, whenever it is this page's turn. */
export async function juniorMoves(page, { drag = false } = {}) {
  let drags = drag ? 2 : 0;
  const mine = page.locator("lx-scene[data-mine]");
  const over = page.locator(".result h2");
  for (let n = 0; n < 120; n += 1) {
    await mine.or(over).first().waitFor();
    if (await over.count()) if (await over.isVisible()) return;
    const seq = await page.locator(".log li").count();
    const dragged = drags > 0 && (await page.locator('[data-pane="board"] [data-acts]').count()) > 0;
    if (dragged) drags -= 1;
    await move(page, { drag: dragged });
    await page.locator(".log li").nth(seq).waitFor({ state: "attached" });
  }
  throw new Error("Junior did not come to its end");
}
