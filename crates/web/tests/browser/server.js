// A server and browsers for the tests: the real program, and Debian's Chromium or Firefox.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium, firefox } from "playwright-core";

const PROGRAM =
  process.env.LEXICADE ?? new URL("../../../../target/debug/lexicade", import.meta.url).pathname;
const CHROMIUM = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const FIREFOX = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];
/**
 * The timeout of every step, in milliseconds. It is long because machines are slow at times; only a failing
 * test waits this long.
 */
const PATIENCE = 60_000;

/** A running server, which can be killed and started again at the same address. */
export class Server {
  /** @param {string[]} [more] further arguments @returns {Promise<Server>} */
  static async open(more = []) {
    const server = new Server();
    server.more = more;
    server.data = mkdtempSync(join(tmpdir(), "lexicade-"));
    server.port = 0;
    await server.start();
    return server;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    // All players of a story have the same address.
    const args = [
      "--data",
      this.data,
      "serve",
      "--listen",
      `127.0.0.1:${this.port}`,
      "--per-address",
      "1024",
      ...this.more,
    ];
    this.program = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"] });
    let [output, errors] = ["", ""];
    this.program.stderr.on("data", (text) => (errors += text));
    for await (const text of this.program.stdout) {
      output += text;
      const open = /running at http:\/\/127\.0\.0\.1:(\d+)\//.exec(output);
      if (!open) continue;
      this.port = Number(open[1]);
      return;
    }
    throw new Error(`the server did not start: ${errors}`);
  }

  /** Kills the server without a shutdown, as a power failure would. */
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

/** The browser for all stories of a file: Chromium, or Firefox with PLAY_IN=Firefox. */
export function launch() {
  const there = (/** @type {(string | undefined)[]} */ paths) =>
    paths.find((path) => path && existsSync(path));
  if (process.env.PLAY_IN !== "Firefox")
    return chromium.launch({ executablePath: there(CHROMIUM), args: ["--no-sandbox", "--disable-gpu"] });
  // The moz-firefox channel runs an unpatched Firefox over WebDriver BiDi, which can't emulate reduced
  // motion: a preference sets it. Another keeps downloads out of the home folder.
  const preferences = {
    "ui.prefersReducedMotion": 1,
    "browser.download.folderList": 2,
    "browser.download.dir": tmpdir(),
  };
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: there(FIREFOX),
    firefoxUserPrefs: preferences,
  });
}

/**
 * The stories of a file share a server and a browser. A story fails if a page throws, logs an error or sends
 * a request to another host.
 * @returns {(name: string, tell: (at: { server: Server, browser: import("playwright-core").Browser, visit:
 * (options?: import("playwright-core").BrowserContextOptions) => Promise<import("playwright-core").Page> })
 * => Promise<void>) => void}
 */
export function stories() {
  /** @type {Server} */
  let server;
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    server = await Server.open();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return (name, tell) =>
    void test(name, async () => {
      /** @type {import("playwright-core").Page[]} */
      const pages = [];
      const visit = async (options = {}) => {
        const page = await guest(browser, server, options);
        pages.push(page);
        return page;
      };
      try {
        await tell({ server, browser, visit });
        assert.deepEqual(pages.flatMap(problems), []);
      } catch (error) {
        for (const page of pages)
          console.error([page.url(), await snapshot(page), ...problems(page)].join("\n"));
        throw error;
      } finally {
        await Promise.all(pages.map((page) => page.context().close()));
      }
    });
}

/** The errors and foreign requests of each page. */
const allProblems = new WeakMap();

/**
 * A page in a browser context of its own, as a new visitor has.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function guest(browser, server, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const found = [];
  allProblems.set(page, found);
  page.on("pageerror", (error) => found.push(`it threw: ${error.stack ?? error}`));
  page.on("console", (message) => {
    // Lost connections during a restart and refusals are expected.
    if (
      message.type() === "error" &&
      !/ERR_CONNECTION|WebSocket connection|status of 4\d\d/.test(message.text())
    )
      found.push(`it logged: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (
      new URL(request.url()).host !== new URL(options.baseURL ?? server.url).host &&
      !request.url().startsWith("data:")
    )
      found.push(`it requested ${request.url()}`);
  });
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/** What the page shows, for the log of a failed test. @param {import("playwright-core").Page} page */
const snapshot = (page) => page.locator("body").ariaSnapshot({ timeout: 5000 }).catch(String);

/** @param {import("playwright-core").Page} page @returns {string[]} */
function problems(page) {
  return allProblems.get(page) ?? [];
}

/** A puzzle of each game for one player. */
export const TICKETS = {
  wordle: "wordle/1/word=crane/en-1/0000000000000",
  wizards: "wizards/1/-/en-1/0000000000004",
  hand: "hand/1/deals=aci*prt:dd*lout/en-1/0000000000000",
  wampus: "wampus/1/cave=classic/en-1/0000000000000",
  builder: "builder/1/name=pets,rows=6,cols=6/en-1/0000000000000",
};

/**
 * Starts the puzzle of a ticket.
 * @param {import("playwright-core").Page} page
 * @param {Server} server
 * @param {string} ticket
 */
export async function playTicket(page, server, ticket) {
  await page.goto(`${server.url}/play/${ticket}`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL("**/match/**");
  await page.locator("lx-scene .stage > *").first().waitFor();
  await gotIt(page);
}

/** Starts the match or opens the table on the setup page. @param {import("playwright-core").Page} page */
export async function start(page) {
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/(match|table)\//);
}

/** The invitation of the table that a page shows. @param {import("playwright-core").Page} page */
export const invitation = (page) => page.getByRole("textbox", { name: /Anyone with this link/ }).inputValue();

/**
 * Opens a table through the API, and goes to it.
 * @param {import("playwright-core").Page} page
 * @param {Server} server
 * @param {unknown} options
 */
export async function openTable(page, server, options) {
  await page.goto(server.url);
  const table = await page.evaluate(async (options) => {
    const post = async (path, body) =>
      (
        await fetch(`/api/v1${path}`, {
          method: "POST",
          headers: { "X-Lexicade": "1", "Content-Type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json();
    await post("/me", {});
    return (await post("/tables", options)).table;
  }, options);
  await page.goto(`${server.url}/table/${table}`);
}

/**
 * A second player joins a table, and the host starts the match.
 * @param {import("playwright-core").Page} ann
 * @param {import("playwright-core").Page} ben
 */
export async function begin(ann, ben) {
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Take a seat" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await Promise.all([gotIt(ann), gotIt(ben)]);
}

/** Dismisses the tips of a game. @param {import("playwright-core").Page} page */
export async function gotIt(page) {
  // They appear with the first scene, or not at all.
  await page.locator("lx-scene .stage > *").first().waitFor();
  const button = page.getByRole("button", { name: "Got it" });
  if (await button.isVisible()) await button.click();
}

/**
 * Waits until the match is over; resolves to the heading of the result.
 * @param {import("playwright-core").Page} page
 */
export async function result(page) {
  const head = page.locator(".result h2");
  await head.waitFor();
  return head.textContent();
}

/**
 * Makes a move in Junior: covers a letter, or exchanges tiles if no letter can be covered.
 * @param {import("playwright-core").Page} page
 */
export async function move(page, { drag = false } = {}) {
  const exchange = page.getByRole("button", { name: /^Exchange/ });
  const tiles = page.locator('.stage [data-pane^="rack"] button');
  if (await exchange.isVisible()) {
    const many = (await exchange.textContent())?.includes("these") ? 2 : 1;
    for (let t = 0; t < many; t += 1) await tiles.nth(t).click();
    return exchange.click();
  }
  const cell = page.locator('[data-pane="board"] [data-clickable]').first();
  if (!drag) return cell.click();
  const letter = await cell.locator(".face").textContent();
  await tiles
    .filter({ hasText: new RegExp(`^${letter}$`) })
    .first()
    .hover();
  await page.mouse.down();
  const box = await cell.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

/**
 * Plays a turn in Junior: two moves, or one exchange.
 * @param {import("playwright-core").Page} page
 */
export async function turn(page) {
  const mine = page.locator("lx-scene[data-my-turn]");
  await mine.waitFor();
  while (await mine.count()) {
    const said = await page.locator(".log li").count();
    await move(page);
    await page.locator(".log li").nth(said).waitFor({ state: "attached" });
  }
}

/** Plays Junior to the end, whenever it is this page's turn. */
export async function juniorMoves(page, { drag = false } = {}) {
  let drags = drag ? 2 : 0;
  const mine = page.locator("lx-scene[data-my-turn]");
  const over = page.locator(".result h2");
  for (let n = 0; n < 120; n += 1) {
    await mine.or(over).first().waitFor();
    if (await over.count()) if (await over.isVisible()) return;
    const seq = await page.locator(".log li").count();
    const dragged = drags > 0 && (await page.locator('[data-pane="board"] [data-clickable]').count()) > 0;
    if (dragged) drags -= 1;
    await move(page, { drag: dragged });
    await page.locator(".log li").nth(seq).waitFor({ state: "attached" });
  }
  throw new Error("Junior did not end");
}
