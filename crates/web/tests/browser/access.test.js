// For everybody: every page without serious faults by axe-core, names and roles as they were agreed, keys alone, a small
// window, and a live region that outlives what is drawn anew.

import assert from "node:assert/strict";
import { readFileSync, existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { House, gotIt, guest, launch, playTicket, result, trouble } from "./house.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let house, browser;
before(async () => {
  house = await House.open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** What axe-core finds that is serious. The page's own rules forbid foreign scripts, so it is run from outside of them. */
async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" | ")}`);
}

const TICKETS = {
  wordle: "wordle/1/word=crane/en-1/0000000000000",
  wizards: "wizards/1/-/en-1/0000000000004",
  hand: "hand/1/deals=aci*prt:dd*lout/en-1/0000000000000",
  wampus: "wampus/1/cave=classic/en-1/0000000000000",
  builder: "builder/1/name=pets,rows=6,cols=6/en-1/0000000000000",
};

test("high contrast wins over light and dark, by the system's wish or by one's own", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const wished of [true, false]) {
      const page = await guest(browser, house, { colorScheme, contrast: wished ? "no-preference" : "more" });
      await page.goto(`${house.url}/settings`);
      if (wished) await page.getByLabel("Contrast").selectOption("high");
      else await page.getByLabel("Contrast").waitFor();
      const good = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--good").trim());
      assert.equal(good, "#f5793a", `${colorScheme}, ${wished ? "one's own" : "the system's"}`);
      await page.context().close();
    }
  }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no page has serious faults (${colorScheme})`, async () => {
    const page = await guest(browser, house, { colorScheme });
    /** @type {string[]} */
    const found = [];
    const look = async (name) => found.push(...(await faults(page)).map((fault) => `${name}: ${fault}`));
    for (const [game, ticket] of Object.entries(TICKETS)) {
      await playTicket(page, house, ticket);
      await look(game);
    }
    await page.goto(`${house.url}/new/junior?board=toys`);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator("lx-scene[data-mine]").waitFor();
    await look("junior");
    await page.goto(`${house.url}/new/junior`);
    await page.getByLabel("Player 2").selectOption("");
    await look("setup");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("button", { name: "Start" }).waitFor();
    await look("table");
    for (const path of ["/", "/stats", "/boards", "/board/toys", "/settings", "/account", "/rules/wordle", "/new/wordle", "/no-such-page"]) {
      await page.goto(house.url + path);
      await page.locator("main:not([aria-busy]) h1").first().waitFor({ state: "attached" });
      await look(path);
    }
    assert.deepEqual(found, []);
    assert.deepEqual(trouble(page), []);
    await page.context().close();
  });
}

test("names and roles are as agreed", async () => {
  const page = await guest(browser, house);
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
  await page.context().close();
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

test("from the lobby to the end by keys alone", async () => {
  const page = await guest(browser, house);
  await page.goto(house.url);
  await page.getByRole("button", { name: "Play Wordle" }).waitFor();
  const focus = async (name) => {
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const el = document.activeElement;
        const style = el ? getComputedStyle(el) : null;
        if (el === document.body) return { name: "", seen: false };
        return { name: el?.getAttribute("aria-label") ?? el?.textContent ?? "", seen: style ? style.outlineStyle !== "none" : false };
      });
      assert.ok(at.seen || at.name === "", `the focus is seen on ${at.name}`);
      if (name.test(at.name)) return;
    }
    throw new Error(`no way to ${name} by Tab`);
  };
  await focus(/^Set up .*Wampus$/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/new/wampus");
  await page.getByRole("button", { name: "Begin" }).waitFor();
  await focus(/^Begin$/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/match/**");
  await page.locator("lx-scene[data-mine]").waitFor();
  await focus(/^Give up$/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await result(page);
  assert.deepEqual(trouble(page), []);
  await page.context().close();
});

/** Walks with arrows from the cell of a board that is a stop of Tab to another, and presses Enter. */
async function walk(page, board, cell) {
  const place = async (locator) => [Number(await locator.getAttribute("data-row")), Number(await locator.getAttribute("data-col"))];
  const stop = board.locator('[tabindex="0"]');
  const [[row, col], [toRow, toCol]] = [await place(stop), await place(cell)];
  await stop.focus();
  for (let n = row; n !== toRow; n += Math.sign(toRow - row)) await page.keyboard.press(toRow > row ? "ArrowDown" : "ArrowUp");
  for (let n = col; n !== toCol; n += Math.sign(toCol - col)) await page.keyboard.press(toCol > col ? "ArrowRight" : "ArrowLeft");
  await page.keyboard.press("Enter");
}

test("Junior to its end by keys alone", async () => {
  const page = await guest(browser, house);
  await page.goto(`${house.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Begin" }).press("Enter");
  await gotIt(page);
  const board = page.locator('[data-pane="board"] [role="grid"], [data-pane="board"] [role="table"]');
  const over = page.locator(".result h2");
  for (let n = 0; n < 120; n += 1) {
    await page.locator("lx-scene[data-mine]").or(over).first().waitFor({ timeout: 60_000 });
    if (await over.isVisible()) break;
    const said = await page.locator(".log li").count();
    const exchange = page.getByRole("button", { name: /^Exchange/ });
    if (await exchange.isVisible()) {
      const many = (await exchange.textContent()).includes("these") ? 2 : 1;
      for (let t = 0; t < many; t += 1) await page.locator('.stage [data-pane^="rack"] button').nth(t).press("Space");
      await exchange.press("Enter");
    } else await walk(page, board, board.locator("[data-acts]").first());
    await page.locator(".log li").nth(said).waitFor({ state: "attached" });
  }
  await result(page);
  assert.deepEqual(trouble(page), []);
  await page.context().close();
});

test("Wizards and the Builder to their ends by keys alone", async () => {
  const page = await guest(browser, house);
  await playTicket(page, house, TICKETS.wizards);
  await page.keyboard.press("Space");
  await page.locator("#said", { hasText: "The letters are" }).waitFor({ state: "attached" });
  for (let n = 0; n < 4; n += 1) {
    await page.getByRole("button", { name: "Hint" }).press("Enter");
    const line = await page.locator(".hint:not([hidden]) strong").textContent();
    await page.getByRole("textbox", { name: "Guess" }).focus();
    if (line.startsWith("guess ")) {
      await page.keyboard.type(line.slice(6));
      await page.keyboard.press("Enter");
    } else await page.keyboard.press("F2");
    await page.locator(".hint").waitFor({ state: "hidden" });
  }
  await page.getByRole("button", { name: "Give up" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).press("Enter");
  await result(page);

  await playTicket(page, house, TICKETS.builder);
  const word = page.getByRole("textbox", { name: "Word" });
  const board = page.getByRole("grid", { name: "pets" });
  await walk(page, board, board.getByRole("gridcell", { name: "Bb, empty" }));
  await word.focus();
  await page.keyboard.type("camels");
  await page.locator(".reason").filter({ hasText: /\w/ }).waitFor();
  for (let n = 0; n < 6; n += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("cat");
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: "Bb, C" }).waitFor();
  await page.getByRole("spinbutton", { name: "Words to fill in" }).press("Enter");
  await page.getByRole("button", { name: /^Save/ }).press("Enter");
  assert.equal(await result(page), "The board is saved");
  assert.deepEqual(trouble(page), []);
  await page.context().close();
});

test("what is said stays in the same region, whatever is drawn anew", async () => {
  const page = await guest(browser, house);
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
  await page.context().close();
});

test("at 400 % everything is there without scrolling sideways", async () => {
  const page = await guest(browser, house, { viewport: { width: 320, height: 256 } });
  for (const path of ["/", "/settings", "/rules/wordle", "/new/junior"]) {
    await page.goto(house.url + path);
    await page.locator("main:not([aria-busy]) h1").first().waitFor({ state: "attached" });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), path);
  }
  for (const [game, ticket] of Object.entries(TICKETS)) {
    await playTicket(page, house, ticket);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), game);
    const small = await page.evaluate(() => [...document.querySelectorAll("main button, main a.button, main input")].filter((el) => {
      const { width, height } = el.getBoundingClientRect();
      // The field of Wordle is in its row: it is there for keys and voices only.
      const unseen = (el.parentElement?.getBoundingClientRect().width ?? 0) <= 1;
      return !unseen && width > 0 && (width < 24 || height < 24);
    }).map((el) => el.outerHTML.slice(0, 120)));
    assert.deepEqual(small, [], `${game}: every target is 24 wide and high`);
  }
  await page.context().close();
});
