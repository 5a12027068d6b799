// Slips: a touch that is cancelled, letters typed too soon, a page that is loaded again, a question that is not read. None of them
// costs anything.

import assert from "node:assert/strict";
import { TICKETS, gotIt, playTicket, result, stories } from "./house.js";

const story = stories();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

story("Wampus: a touch that was cancelled makes no later tap walk", async ({ house, come }) => {
  const page = await come(PHONE);
  await playTicket(page, house, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
  const touch = await page.context().newCDPSession(page);
  const cells = page.locator('[data-pane="cave"] .cell');
  const middle = async (cell) => {
    const { x, y, width, height } = await cell.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const own = page.locator('[data-pane="cave"] .cell[data-tone="here"]');
  await own.scrollIntoViewIfNeeded();
  const [row, col] = [Number(await own.getAttribute("data-row")), Number(await own.getAttribute("data-col"))];
  const width = Math.sqrt(await cells.count());
  const far = page.locator(`[data-pane="cave"] [data-row="${row}"][data-col="${col + 2 < width ? col + 2 : col - 2}"]`);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await middle(own)] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
  const lines = sent(page);
  await far.tap();
  // The button after it is answered in its turn: had the tap walked, it would have been before.
  await page.getByRole("button", { name: "Shoot up" }).tap();
  await page.locator("#said", { hasText: "is dead" }).waitFor({ state: "attached" });
  assert.deepEqual(lines, ["shoot up"]);
});

/** The lines that a page sends from now on. @param {import("playwright-core").Page} page */
function sent(page) {
  /** @type {string[]} */
  const lines = [];
  page.on("console", (message) => {
    if (message.text().startsWith("sent ")) lines.push(message.text().slice(5));
  });
  void page.evaluate(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      const frame = JSON.parse(String(text));
      if (frame.do === "act") console.log(`sent ${frame.line}`);
      return send.call(this, text);
    };
  });
  return lines;
}

/** Lets the house answer only when it is asked to: what it sends to a page is held back till then. @param {import("playwright-core").Page} page */
async function slow(page) {
  await page.evaluate(() => {
    if (window.answer) return (window.slow = true);
    /** @type {(() => void)[]} */
    const held = [];
    const on = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      const hear = this.onmessage;
      // What comes from here on waits, in its order.
      if (!this.held) {
        this.held = true;
        on?.set?.call(this, (/** @type {MessageEvent} */ event) => (window.slow ? held.push(() => hear?.call(this, event)) : hear?.call(this, event)));
      }
      return send.call(this, text);
    };
    window.slow = true;
    window.answer = () => {
      window.slow = false;
      for (const say of held.splice(0)) say();
    };
  });
}

const answer = (/** @type {import("playwright-core").Page} */ page) => page.evaluate(() => window.answer());

story("letters typed before the house has answered belong to the next word", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, TICKETS.wizards);
  const field = page.getByRole("textbox", { name: "Guess" });
  await field.focus();
  await slow(page);
  await page.keyboard.type("gibes");
  await page.keyboard.press("Enter");
  await page.keyboard.type("b");
  assert.equal(await field.inputValue(), "b");
  await answer(page);
  await page.locator("#said", { hasText: /gibes/i }).waitFor({ state: "attached" });
  assert.equal(await field.inputValue(), "b");

  // What is refused comes back to be mended, unless something else has been begun.
  await playTicket(page, house, TICKETS.wordle);
  const row = page.locator('[data-pane="rows"] .row').first();
  await slow(page);
  await page.keyboard.type("zzzzz");
  await page.keyboard.press("Enter");
  assert.equal(await row.textContent(), "ZZZZZ", "what is under way is still seen");
  await answer(page);
  await page.locator("#urgent", { hasText: /word list/i }).waitFor();
  assert.equal(await row.textContent(), "ZZZZZ");
  await page.keyboard.press("Escape");
  await slow(page);
  await page.keyboard.type("yyyyy");
  await page.keyboard.press("Enter");
  await page.keyboard.type("tr");
  await answer(page);
  await page.waitForFunction(() => document.querySelector('[data-pane="rows"] .row')?.textContent === "TR");
  // A whole word and its Enter wait for their turn.
  await page.keyboard.type("ace");
  await slow(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  assert.equal(await row.textContent(), "TRACE");
  await answer(page);
  assert.equal(await result(page), "Well done!");
});

story("what is typed or chosen outlives a refresh, until it is sent", async ({ house, come }) => {
  const page = await come();
  const again = async () => {
    await page.reload();
    await page.locator("lx-scene[data-mine]").waitFor();
  };
  await playTicket(page, house, TICKETS.wordle);
  const rows = page.locator('[data-pane="rows"] .row');
  await page.keyboard.type("cra");
  await again();
  assert.equal(await rows.first().textContent(), "CRA");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint:not([hidden])").waitFor();
  await again();
  assert.equal(await rows.first().textContent(), "CRA", "a hint makes no difference");
  await page.keyboard.type("te");
  await page.keyboard.press("Enter");
  await page.locator("#said", { hasText: "Guess 1, CRATE" }).waitFor({ state: "attached" });
  await again();
  assert.equal(await rows.nth(1).textContent(), "", "what was sent is not typed again");
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  await result(page);
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);

  await playTicket(page, house, TICKETS.hand);
  await page.getByRole("button", { name: "Keep" }).click();
  const play = page.getByRole("textbox", { name: "Play" });
  await play.waitFor();
  await page.keyboard.type("part");
  await again();
  assert.equal(await play.inputValue(), "part");
  assert.equal(await page.locator('[data-pane="hand"] [data-used]').count(), 4);

  await playTicket(page, house, TICKETS.builder);
  await page.getByRole("gridcell", { name: "Bb, empty" }).click();
  await page.getByRole("textbox", { name: "Word" }).fill("cat");
  await page.getByRole("button", { name: /Direction: across/ }).click();
  await again();
  assert.equal(await page.getByRole("textbox", { name: "Word" }).inputValue(), "CAT");
  await page.getByText("At Bb, down.").waitFor();

  await page.goto(`${house.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Begin" }).click();
  await gotIt(page);
  const tile = page.locator('.stage [data-pane^="rack"] button').nth(2);
  await tile.click();
  await again();
  assert.equal(await tile.getAttribute("aria-pressed"), "true");
});

story("who presses Enter without reading gives nothing up, and Escape closes the question", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, TICKETS.wampus);
  const dialog = page.getByRole("dialog");
  for (const key of ["Enter", "Escape"]) {
    await page.getByRole("button", { name: "Give up" }).press("Enter");
    await dialog.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "No");
    await page.keyboard.press(key);
    await dialog.waitFor({ state: "detached" });
    assert.ok(await page.locator("lx-scene[data-mine]").isVisible(), "it goes on");
  }
});

story("a match is offered to be called off only while it can be", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, TICKETS.wordle);
  const off = page.getByRole("button", { name: "Call off" });
  const guess = async (word) => {
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await page.locator("#said", { hasText: new RegExp(`Guess \\d, ${word}`, "i") }).waitFor({ state: "attached" });
  };
  await off.waitFor();
  // The button keeps the focus, and yet Enter is for the word that is typed then.
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint:not([hidden])").waitFor();
  await guess("trace");
  assert.ok(await off.isVisible(), "after one move, and a hint");
  await guess("bacon");
  assert.ok(!(await off.isVisible()), "after two");
  await page.reload();
  await page.locator("lx-scene[data-mine]").waitFor();
  assert.ok(!(await off.isVisible()), "nor when it is looked at again");
  await playTicket(page, house, TICKETS.wordle);
  await guess("trace");
  await page.reload();
  await off.click();
  assert.equal(await result(page), "Called off");
});
