// Every game to its end by keys alone, in Chromium and in Firefox (PLAY_IN=Firefox). A story presses keys, reads and waits: what it
// wants it reaches by Tab and arrows, as somebody without a mouse does, and on the way the focus is always seen.

import assert from "node:assert/strict";
import { TICKETS, result, stories } from "./house.js";

/** The most stops that a page may have. */
const STOPS = 80;
/** What hides in the letters of the ticket of Wizards. */
const WORDS = ["binges", "beings", "begins", "begin", "singe", "binge", "being", "gibes", "gibe", "nibs", "bins", "gins", "sign", "sing", "begs", "sine", "ins", "sin", "bin", "nib", "big"];

const tell = stories();

/**
 * A story of somebody who has no mouse.
 * @param {string} name @param {(at: { house: import("./house.js").House, page: import("playwright-core").Page }) => Promise<void>} plays
 */
const story = (name, plays) => tell(name, async ({ house, come }) => {
  const page = await come();
  // What complains fails, in any story.
  await page.addInitScript(() => addEventListener("pointerdown", () => console.error("that was no key"), { capture: true }));
  await plays({ house, page });
});

/** What has the focus: its name, its role and whether that is seen. @param {import("playwright-core").Page} page */
const focused = (page) => page.evaluate(() => {
  const el = /** @type {HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }} */ (document.activeElement ?? document.body);
  // What is written on a button about its key is for eyes only.
  const text = [...el.childNodes].filter((part) => !(part instanceof Element && part.matches("[aria-hidden]"))).map((part) => part.textContent).join("");
  const name = el === document.body ? "" : (el.getAttribute("aria-label") ?? el.labels?.[0]?.textContent ?? text);
  return { name, role: el.getAttribute("role") ?? el.tagName.toLowerCase(), seen: el === document.body || getComputedStyle(el).outlineStyle !== "none" };
});

/** Goes to what has this name by Tab, or backwards; not beyond the end of the page. @param {import("playwright-core").Page} page @param {RegExp} name @param {{ key?: "Tab" | "Shift+Tab", role?: RegExp }} [how] */
async function reach(page, name, { key = "Tab", role = /./ } = {}) {
  const passed = [];
  for (let n = 0; n < STOPS; n += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    assert.ok(at.seen, `the focus is seen on ${at.name}`);
    if (name.test(at.name) && role.test(at.role)) return;
    if (at.role === "body") break;
    passed.push(at.name);
  }
  throw new Error(`no way to ${name} by ${key}: ${passed.join(", ")}`);
}

/** Reaches something and presses it. @param {import("playwright-core").Page} page @param {RegExp} name @param {{ key?: "Tab" | "Shift+Tab" }} [how] */
async function press(page, name, how) {
  await reach(page, name, how);
  await page.keyboard.press("Enter");
}

/** Waits for the match, and reads its first words away. @param {import("playwright-core").Page} page */
async function begun(page) {
  await page.waitForURL("**/match/**");
  // The heading has the focus when the page is whole.
  await page.locator("main:not([aria-busy]) h1:focus").waitFor();
  await press(page, /^Got it$/);
  await page.locator(".intro").waitFor({ state: "hidden" });
}

/** Begins the puzzle of a ticket. @param {import("playwright-core").Page} page @param {import("./house.js").House} house @param {string} ticket */
async function begin(page, house, ticket) {
  await page.goto(`${house.url}/play/${ticket}`);
  await page.getByRole("button", { name: "Play it" }).waitFor();
  await press(page, /^Play it$/);
  await begun(page);
}

/** Types a word and sends it; when it is taken, the next can be typed. @param {import("playwright-core").Page} page @param {string} word */
async function send(page, word) {
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  await page.locator("lx-ask[data-sending]").waitFor({ state: "detached" });
}

/** Does something, and waits until it is in the log. @param {import("playwright-core").Page} page @param {() => Promise<unknown>} does */
async function step(page, does) {
  const said = await page.locator(".log li").count();
  await does();
  await page.locator(".log li").nth(said).waitFor({ state: "attached" });
}

/** Walks from the cell that has the focus to another by arrows. @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} cell */
async function walk(page, cell) {
  const place = (/** @type {import("playwright-core").Locator} */ at) => at.evaluate((el) => [Number(el.dataset.row), Number(el.dataset.col)]);
  const [[row, col], [toRow, toCol]] = [await place(page.locator("[data-row]:focus")), await place(cell)];
  for (let n = 0; n < Math.abs(toRow - row); n += 1) await page.keyboard.press(toRow > row ? "ArrowDown" : "ArrowUp");
  for (let n = 0; n < Math.abs(toCol - col); n += 1) await page.keyboard.press(toCol > col ? "ArrowRight" : "ArrowLeft");
  assert.ok(await cell.evaluate((el) => el === document.activeElement), "the arrows lead there");
}

story("from the lobby to the end", async ({ house, page }) => {
  await page.goto(house.url);
  await page.getByRole("button", { name: "Play Wordle" }).waitFor();
  await press(page, /^Set up .*Wampus$/);
  await page.waitForURL("**/new/wampus");
  await page.getByRole("button", { name: "Begin" }).waitFor();
  await press(page, /^Begin$/);
  await begun(page);
  await press(page, /^Give up$/);
  await page.getByRole("dialog").waitFor();
  // Enter alone would answer no.
  await press(page, /^Give up$/, { key: "Shift+Tab" });
  await result(page);
});

story("Wordle: a word is refused and taken back, the next is found", async ({ house, page }) => {
  await begin(page, house, TICKETS.wordle);
  await send(page, "zzzzz");
  await page.locator("#urgent", { hasText: /word list/i }).waitFor();
  for (let n = 0; n < 5; n += 1) await page.keyboard.press("Backspace");
  await step(page, () => send(page, "trace"));
  await page.getByRole("cell", { name: "T, absent" }).waitFor();
  await step(page, () => send(page, "crane"));
  assert.equal(await result(page), "Well done!");
});

story("Wizards: letters are shuffled, one is revealed, a hint is taken, and every word is found", async ({ house, page }) => {
  await begin(page, house, TICKETS.wizards);
  await page.keyboard.press("Space");
  await page.locator("#said", { hasText: "The letters are" }).waitFor({ state: "attached" });
  await step(page, () => page.keyboard.press("F2"));
  await press(page, /^Hint$/);
  const line = (await page.locator(".hint:not([hidden]) strong").textContent()) ?? "";
  await step(page, () => press(page, /^Do it$/, { key: "Shift+Tab" }));
  await page.locator(".hint").waitFor({ state: "hidden" });
  await reach(page, /^Guess$/, { role: /input/ });
  const over = page.locator(".result h2");
  for (const word of WORDS) if (!line.endsWith(` ${word}`) && !(await over.isVisible())) await step(page, () => send(page, word));
  assert.equal(await result(page), "Well done!");
});

story("Hand: letters are kept and given, words are played, a hand is played again", async ({ house, page }) => {
  await begin(page, house, "hand/1/deals=aci*prt:dd*lout,swaps=a/en-1/0000000000000");
  const word = page.getByRole("textbox", { name: "Play" });
  await press(page, /^Keep$/);
  await word.waitFor();
  for (const played of ["part", "ic*"]) await step(page, () => send(page, played));
  await press(page, /^Go on$/);
  await page.getByRole("textbox", { name: /Swap/ }).waitFor();
  await step(page, () => send(page, "l"));
  await word.waitFor();
  await step(page, () => send(page, "out"));
  await press(page, /^Done$/);
  await page.getByRole("button", { name: "Replay" }).waitFor();
  await press(page, /^Replay$/);
  await word.waitFor();
  for (const again of ["d*d", "out"]) await step(page, () => send(page, again));
  await press(page, /^Done$/);
  await result(page);
  assert.match((await page.locator(".result").textContent()) ?? "", /288/);
});

story("Wampus: a cell is noted on, the wampus is shot, the gold is brought out", async ({ house, page }) => {
  await begin(page, house, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
  await page.keyboard.press("n");
  await page.getByRole("grid", { name: "Cave" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("p");
  await page.locator(".cell-note", { hasText: "pit?" }).waitFor();
  await page.keyboard.press("Escape");
  for (const key of ["Shift+ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight", "g", "ArrowUp", "ArrowRight", "ArrowRight"]) await step(page, () => page.keyboard.press(key));
  assert.equal(await result(page), "Well done!");
  assert.match((await page.locator(".result").textContent()) ?? "", /1092/);
});

story("Junior: the board is covered, and tiles are exchanged", async ({ house, page }) => {
  await page.goto(`${house.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Begin" }).waitFor();
  await press(page, /^Begin$/);
  await begun(page);
  const over = page.locator(".result h2");
  const exchange = page.getByRole("button", { name: /^Exchange/ });
  let onBoard = false;
  for (let n = 0; n < 120; n += 1) {
    await page.locator("lx-scene[data-mine]").or(over).first().waitFor();
    if (await over.isVisible()) break;
    await step(page, async () => {
      if (await exchange.isVisible()) {
        // The first tile, and the one beside it when two are to go.
        const many = (await exchange.textContent())?.includes("these") ? 2 : 1;
        for (let t = 0; t < many; t += 1) {
          await reach(page, /^[A-Z](,|$)/, { role: /button/ });
          await page.keyboard.press("Space");
        }
        onBoard = false;
        return press(page, /^Exchange/);
      }
      // Once on the board, one stays where one was while the others play.
      if (!onBoard) await reach(page, /^[A-Z][a-z],/, { role: /gridcell/ });
      onBoard = true;
      await walk(page, page.locator('[data-pane="board"] [data-acts]').first());
      await page.keyboard.press("Enter");
    });
  }
  await result(page);
});

story("The Builder: a word is placed, others are filled in, the board is saved", async ({ house, page }) => {
  await begin(page, house, TICKETS.builder);
  await reach(page, /^Aa,/, { role: /gridcell/ });
  await walk(page, page.getByRole("gridcell", { name: "Bb, empty" }));
  await page.keyboard.press("Enter");
  await page.keyboard.type("camels");
  await page.locator(".reason").filter({ hasText: /\w/ }).waitFor();
  for (let n = 0; n < 6; n += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("cat");
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: "Bb, C" }).waitFor();
  // The field takes the focus again when it is empty.
  await page.locator(".strip").waitFor({ state: "hidden" });
  await reach(page, /^Words to fill in$/);
  await step(page, () => page.keyboard.press("Enter"));
  await press(page, /^Save/, { key: "Shift+Tab" });
  assert.equal(await result(page), "The board is saved");
});
