// Plays every game to the end with the keyboard alone, in Chromium and in Firefox (PLAY_IN=Firefox). A story
// reaches everything by Tab and arrow keys, as a player without a mouse does, and checks that the focus is
// always visible.

import assert from "node:assert/strict";
import { TICKETS, result, stories } from "./server.js";

/** The most Tab stops that a page may have. */
const STOPS = 80;
/** The hidden words of the Wizards ticket. */
const WORDS = [
  "binges",
  "beings",
  "begins",
  "begin",
  "singe",
  "binge",
  "being",
  "gibes",
  "gibe",
  "nibs",
  "bins",
  "gins",
  "sign",
  "sing",
  "begs",
  "sine",
  "ins",
  "sin",
  "bin",
  "nib",
  "big",
];

const tell = stories();

/**
 * A story of a player without a mouse.
 * @param {string} name
 * @param {(at: { server: import("./server.js").Server, page: import("playwright-core").Page }) =>
 * Promise<void>} plays
 */
const story = (name, plays) =>
  tell(name, async ({ server, visit }) => {
    const page = await visit();
    // An error in the console fails the story.
    await page.addInitScript(() =>
      addEventListener("pointerdown", () => console.error("a pointer was used"), { capture: true }),
    );
    await plays({ server, page });
  });

/**
 * The focused element: its name, its role and whether the focus is visible.
 * @param {import("playwright-core").Page} page
 */
const focused = (page) =>
  page.evaluate(() => {
    const el = /** @type {HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }} */ (
      document.activeElement ?? document.body
    );
    // The shortcut shown on a button isn't part of its name.
    const text = [...el.childNodes]
      .filter((part) => !(part instanceof Element && part.matches("[aria-hidden]")))
      .map((part) => part.textContent)
      .join("");
    const name =
      el === document.body ? "" : (el.getAttribute("aria-label") ?? el.labels?.[0]?.textContent ?? text);
    return {
      name,
      role: el.getAttribute("role") ?? el.tagName.toLowerCase(),
      seen: el === document.body || getComputedStyle(el).outlineStyle !== "none",
    };
  });

/**
 * Moves the focus to the element with this name by Tab or Shift+Tab, not beyond the end of the page.
 * @param {import("playwright-core").Page} page
 * @param {RegExp} name
 * @param {{ key?: "Tab" | "Shift+Tab", role?: RegExp }} [how]
 */
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

/**
 * Reaches an element and presses it.
 * @param {import("playwright-core").Page} page
 * @param {RegExp} name
 * @param {{ key?: "Tab" | "Shift+Tab" }} [how]
 */
async function press(page, name, how) {
  await reach(page, name, how);
  await page.keyboard.press("Enter");
}

/** Waits for the match, and dismisses the tips. @param {import("playwright-core").Page} page */
async function started(page) {
  await page.waitForURL("**/match/**");
  // The heading gets the focus when the page is complete.
  await page.locator("main:not([aria-busy]) h1:focus").waitFor();
  await press(page, /^Got it$/);
  await page.locator(".tips").waitFor({ state: "hidden" });
}

/**
 * Starts the puzzle of a ticket.
 * @param {import("playwright-core").Page} page
 * @param {import("./server.js").Server} server
 * @param {string} ticket
 */
async function begin(page, server, ticket) {
  await page.goto(`${server.url}/play/${ticket}`);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await press(page, /^Play$/);
  await started(page);
}

/**
 * Types a word, sends it, and waits until the next one can be typed.
 * @param {import("playwright-core").Page} page
 * @param {string} word
 */
async function send(page, word) {
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  await page.locator("lx-ask[data-sending]").waitFor({ state: "detached" });
}

/**
 * Makes a move, and waits until it is in the game log.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} does
 */
async function step(page, does) {
  const said = await page.locator(".log li").count();
  await does();
  await page.locator(".log li").nth(said).waitFor({ state: "attached" });
}

/**
 * Moves the focus from one cell to another with the arrow keys.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} cell
 */
async function walk(page, cell) {
  const place = (/** @type {import("playwright-core").Locator} */ at) =>
    at.evaluate((el) => [Number(el.dataset.row), Number(el.dataset.col)]);
  const [[row, col], [toRow, toCol]] = [await place(page.locator("[data-row]:focus")), await place(cell)];
  for (let n = 0; n < Math.abs(toRow - row); n += 1)
    await page.keyboard.press(toRow > row ? "ArrowDown" : "ArrowUp");
  for (let n = 0; n < Math.abs(toCol - col); n += 1)
    await page.keyboard.press(toCol > col ? "ArrowRight" : "ArrowLeft");
  assert.ok(await cell.evaluate((el) => el === document.activeElement), "the arrows lead there");
}

story("a game from the lobby to the end", async ({ server, page }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play Wordle" }).waitFor();
  await press(page, /^Options for .*Wampus$/);
  await page.waitForURL("**/new/wampus");
  await page.getByRole("button", { name: "Start" }).waitFor();
  await press(page, /^Start$/);
  await started(page);
  await press(page, /^Give up$/);
  await page.getByRole("dialog").waitFor();
  // Enter alone would keep playing.
  await press(page, /^Give up$/, { key: "Shift+Tab" });
  await result(page);
});

story(
  "Wordle: an invalid word is refused and deleted, the hidden word is found",
  async ({ server, page }) => {
    await begin(page, server, TICKETS.wordle);
    await send(page, "zzzzz");
    await page.locator("#alerts", { hasText: /word list/i }).waitFor();
    for (let n = 0; n < 5; n += 1) await page.keyboard.press("Backspace");
    await step(page, () => send(page, "trace"));
    await page.getByRole("cell", { name: "T, absent" }).waitFor();
    await step(page, () => send(page, "crane"));
    assert.equal(await result(page), "Solved in 2!");
  },
);

story(
  "Wizards: letters are shuffled, one is revealed, a hint is played, every word is found",
  async ({ server, page }) => {
    await begin(page, server, TICKETS.wizards);
    await page.keyboard.press("Space");
    await page.locator("#announcements", { hasText: "Your letters" }).waitFor({ state: "attached" });
    await step(page, () => page.keyboard.press("F2"));
    await press(page, /^Hint$/);
    const move = (await page.locator(".hint:not([hidden]) strong").textContent()) ?? "";
    await step(page, () => press(page, /^(Guess \w|Reveal a letter$)/, { key: "Shift+Tab" }));
    await page.locator(".hint").waitFor({ state: "hidden" });
    await reach(page, /^Guess$/, { role: /input/ });
    const over = page.locator(".result h2");
    for (const word of WORDS)
      if (!move.endsWith(` ${word.toUpperCase()}.`) && !(await over.isVisible()))
        await step(page, () => send(page, word));
    assert.equal(await result(page), "You found every word!");
  },
);

story(
  "Hand: letters are kept and swapped, words are played, a hand is replayed",
  async ({ server, page }) => {
    await begin(page, server, "hand/1/deals=aci*prt:dd*lout,swaps=a/en-1/0000000000000");
    const word = page.getByRole("textbox", { name: "Word" });
    await press(page, /^Keep all letters$/);
    await word.waitFor();
    for (const played of ["part", "ic*"]) await step(page, () => send(page, played));
    await press(page, /^Next hand$/);
    await page.getByRole("textbox", { name: "Letter to swap" }).waitFor();
    await step(page, () => send(page, "l"));
    await word.waitFor();
    await step(page, () => send(page, "out"));
    await press(page, /^End this hand$/);
    await page.getByRole("button", { name: "Replay" }).waitFor();
    await press(page, /^Replay this hand$/);
    await word.waitFor();
    for (const again of ["d*d", "out"]) await step(page, () => send(page, again));
    await press(page, /^End this hand$/);
    assert.equal(await result(page), "288 points");
  },
);

story(
  "Wampus: a cell is marked, the wampus is shot, the player escapes with the gold",
  async ({ server, page }) => {
    await begin(page, server, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
    await page.keyboard.press("n");
    await page.getByRole("grid", { name: "Cave" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("p");
    await page.locator(".cell-note", { hasText: "pit?" }).waitFor();
    await page.keyboard.press("Escape");
    for (const key of [
      "Shift+ArrowUp",
      "ArrowUp",
      "ArrowUp",
      "ArrowRight",
      "g",
      "ArrowUp",
      "ArrowRight",
      "ArrowRight",
    ])
      await step(page, () => page.keyboard.press(key));
    assert.equal(await result(page), "You escaped with the gold!");
    assert.match((await page.locator(".result").textContent()) ?? "", /Score 1092\./);
  },
);

story("Junior: the board is covered, and tiles are exchanged", async ({ server, page }) => {
  await page.goto(`${server.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Start" }).waitFor();
  await press(page, /^Start$/);
  await started(page);
  const over = page.locator(".result h2");
  const exchange = page.getByRole("button", { name: /^Exchange/ });
  let onBoard = false;
  for (let n = 0; n < 120; n += 1) {
    await page.locator("lx-scene[data-my-turn]").or(over).first().waitFor();
    if (await over.isVisible()) break;
    await step(page, async () => {
      if (await exchange.isVisible()) {
        // The first tile, and the one beside it if two have to go.
        const many = (await exchange.textContent())?.includes("these") ? 2 : 1;
        for (let t = 0; t < many; t += 1) {
          await reach(page, /^[A-Z](,|$)/, { role: /button/ });
          await page.keyboard.press("Space");
        }
        onBoard = false;
        return press(page, /^Exchange/);
      }
      // The focus stays on the board while the others play.
      if (!onBoard) await reach(page, /^[A-Z][a-z],/, { role: /gridcell/ });
      onBoard = true;
      await walk(page, page.locator('[data-pane="board"] [data-clickable]').first());
      await page.keyboard.press("Enter");
    });
  }
  await result(page);
});

story(
  "The Builder: a word is placed, random words are added, the board is saved",
  async ({ server, page }) => {
    await begin(page, server, TICKETS.builder);
    await reach(page, /^Aa,/, { role: /gridcell/ });
    await walk(page, page.getByRole("gridcell", { name: "Bb, empty" }));
    await page.keyboard.press("Enter");
    await page.keyboard.type("camels");
    await page.locator(".reason").filter({ hasText: /\w/ }).waitFor();
    for (let n = 0; n < 6; n += 1) await page.keyboard.press("Backspace");
    await page.keyboard.type("cat");
    await page.keyboard.press("Enter");
    await page.getByRole("gridcell", { name: "Bb, C" }).waitFor();
    // The field gets the focus again when it is empty.
    await page.locator(".strip").waitFor({ state: "hidden" });
    await reach(page, /^Random words to add$/);
    await step(page, () => page.keyboard.press("Enter"));
    await press(page, /^Save/, { key: "Shift+Tab" });
    assert.equal(await result(page), "Board saved");
  },
);
