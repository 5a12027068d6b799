// A house and browsers for the tests: the real program, Debian's Chromium, nothing made up between them.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PROGRAM = process.env.LEXICADE ?? new URL("../../../../target/debug/lexicade", import.meta.url).pathname;
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser that is here, or nothing. */
export const browserPath = BROWSERS.find((path) => path && existsSync(path));

/** A port that is free now. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** The program, serving; it can be killed and started again at the same address. */
export class House {
  /** @returns {Promise<House>} */
  static async open() {
    const house = new House();
    house.data = mkdtempSync(join(tmpdir(), "lexicade-"));
    house.port = await freePort();
    await house.start();
    return house;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    this.program = spawn(PROGRAM, ["--data", this.data, "serve", "--listen", `127.0.0.1:${this.port}`], { stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    this.program.stderr.on("data", (text) => (told += text));
    for await (const text of this.program.stdout) if (String(text).includes("open at")) return;
    throw new Error(`the house did not open: ${told}`);
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

/** One browser for all tests of a file. */
export function launch() {
  return chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });
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
    if (new URL(request.url()).host !== new URL(house.url).host && !request.url().startsWith("data:")) trouble.push(`it asked ${request.url()}`);
  });
  page.setDefaultTimeout(20_000);
  return page;
}

/** @param {import("playwright-core").Page} page */
export function trouble(page) {
  return troubles.get(page) ?? [];
}

/** Opens the puzzle of a ticket. @param {import("playwright-core").Page} page @param {House} house @param {string} ticket */
export async function playTicket(page, house, ticket) {
  await page.goto(`${house.url}/play/${ticket}`);
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForURL("**/match/**");
  await page.locator("lx-scene .stage > *").first().waitFor();
  await gotIt(page);
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
  await head.waitFor({ timeout: 60_000 });
  return head.textContent();
}

/** Plays Junior until it is over, whenever it is this page's turn. */
export async function juniorMoves(page, { drag = false } = {}) {
  let drags = drag ? 2 : 0;
  const mine = page.locator("lx-scene[data-mine]");
  const over = page.locator(".result h2");
  for (let n = 0; n < 120; n += 1) {
    await mine.or(over).first().waitFor({ timeout: 60_000 });
    if (await over.count()) if (await over.isVisible()) return;
    const seq = await page.locator(".log li").count();
    const exchange = page.getByRole("button", { name: /^Exchange/ });
    if (await exchange.isVisible()) {
      const tiles = page.locator('.stage [data-pane^="rack"] button');
      const many = (await exchange.textContent()).includes("these") ? 2 : 1;
      for (let t = 0; t < many; t += 1) await tiles.nth(t).click();
      await exchange.click();
    } else {
      const cell = page.locator('[data-pane="board"] [data-acts]').first();
      if (drags > 0) {
        drags -= 1;
        const letter = await cell.locator(".face").textContent();
        await page.locator('.stage [data-pane^="rack"] button').filter({ hasText: new RegExp(`^${letter}$`) }).first().hover();
        await page.mouse.down();
        const box = await cell.boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
        await page.mouse.up();
      } else await cell.click();
    }
    await page.locator(".log li").nth(seq).waitFor({ state: "attached" });
  }
  throw new Error("Junior did not come to its end");
}
