// Slips that must not cost anything: a cancelled touch, letters typed too soon, a reloaded page, a question
// answered without reading.

import assert from "node:assert/strict";
import { TICKETS, gotIt, playTicket, result, stories, start } from "./server.js";

const story = stories();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

story("Wampus: after a cancelled touch, a tap elsewhere doesn't walk", async ({ server, visit }) => {
  const page = await visit(PHONE);
  await playTicket(page, server, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
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
  const far = page.locator(
    `[data-pane="cave"] [data-row="${row}"][data-col="${col + 2 < width ? col + 2 : col - 2}"]`,
  );
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await middle(own)] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
  const lines = sent(page);
  await far.tap();
  // The server answers in order: if the tap had walked, its line would come first.
  await page.getByRole("button", { name: "Shoot up" }).tap();
  await page.locator("#announcements", { hasText: "kills the wampus" }).waitFor({ state: "attached" });
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

/**
 * Holds back the server's messages to a page until `answer` is called.
 * @param {import("playwright-core").Page} page
 */
async function slow(page) {
  await page.evaluate(() => {
    if (window.answer) return (window.slow = true);
    /** @type {(() => void)[]} */
    const held = [];
    const on = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      const hear = this.onmessage;
      // Messages from here on wait, in order.
      if (!this.held) {
        this.held = true;
        on?.set?.call(this, (/** @type {MessageEvent} */ event) =>
          window.slow ? held.push(() => hear?.call(this, event)) : hear?.call(this, event),
        );
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

story("letters typed before the server has answered belong to the next word", async ({ server, visit }) => {
  const page = await visit();
  await playTicket(page, server, TICKETS.wizards);
  const field = page.getByRole("textbox", { name: "Guess" });
  await field.focus();
  await slow(page);
  await page.keyboard.type("gibes");
  await page.keyboard.press("Enter");
  await page.keyboard.type("b");
  assert.equal(await field.inputValue(), "b");
  await answer(page);
  await page.locator("#announcements", { hasText: /gibes/i }).waitFor({ state: "attached" });
  assert.equal(await field.inputValue(), "b");

  // A refused word comes back for editing, unless the player has started another one.
  await playTicket(page, server, TICKETS.wordle);
  const row = page.locator('[data-pane="rows"] .row').first();
  await slow(page);
  await page.keyboard.type("zzzzz");
  await page.keyboard.press("Enter");
  assert.equal(await row.textContent(), "ZZZZZ", "the word that is being sent stays visible");
  await answer(page);
  await page.locator("#alerts", { hasText: /word list/i }).waitFor();
  assert.equal(await row.textContent(), "ZZZZZ");
  await page.keyboard.press("Escape");
  await slow(page);
  await page.keyboard.type("yyyyy");
  await page.keyboard.press("Enter");
  await page.keyboard.type("tr");
  await answer(page);
  await page.waitForFunction(() => document.querySelector('[data-pane="rows"] .row')?.textContent === "TR");
  // A whole word and its Enter wait for the answer.
  await page.keyboard.type("ace");
  await slow(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  assert.equal(await row.textContent(), "TRACE");
  await answer(page);
  assert.equal(await result(page), "Solved in 2!");
});

story("typed text and selected tiles survive a reload until they are sent", async ({ server, visit }) => {
  const page = await visit();
  const again = async () => {
    await page.reload();
    await page.locator("lx-scene[data-my-turn]").waitFor();
  };
  await playTicket(page, server, TICKETS.wordle);
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
  await page.locator("#announcements", { hasText: "Guess 1, CRATE" }).waitFor({ state: "attached" });
  await again();
  assert.equal(await rows.nth(1).textContent(), "", "a sent word isn't restored");
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  await result(page);
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);

  await playTicket(page, server, TICKETS.hand);
  await page.getByRole("button", { name: "Keep all letters" }).click();
  const play = page.getByRole("textbox", { name: "Word" });
  await play.waitFor();
  await page.keyboard.type("part");
  await again();
  assert.equal(await play.inputValue(), "part");
  assert.equal(await page.locator('[data-pane="hand"] [data-used]').count(), 4);

  await playTicket(page, server, TICKETS.builder);
  await page.getByRole("gridcell", { name: "Bb, empty" }).click();
  await page.getByRole("textbox", { name: "Word" }).fill("cat");
  await page.getByRole("button", { name: /Direction: across/ }).click();
  await again();
  assert.equal(await page.getByRole("textbox", { name: "Word" }).inputValue(), "CAT");
  await page.getByText("At Bb, down.").waitFor();

  await page.goto(`${server.url}/new/junior?board=toys`);
  await start(page);
  await gotIt(page);
  const tile = page.locator('.stage [data-pane^="rack"] button').nth(2);
  await tile.click();
  await again();
  assert.equal(await tile.getAttribute("aria-pressed"), "true");
});

story("Enter without reading doesn't give up, and Escape closes the question", async ({ server, visit }) => {
  const page = await visit();
  await playTicket(page, server, TICKETS.wampus);
  const dialog = page.getByRole("dialog");
  for (const key of ["Enter", "Escape"]) {
    await page.getByRole("button", { name: "Give up" }).press("Enter");
    await dialog.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Keep playing");
    await page.keyboard.press(key);
    await dialog.waitFor({ state: "detached" });
    assert.ok(await page.locator("lx-scene[data-my-turn]").isVisible(), "the match continues");
  }
});

story("the page offers to cancel a match only while that is possible", async ({ server, visit }) => {
  const page = await visit();
  await playTicket(page, server, TICKETS.wordle);
  const cancel = page.getByRole("button", { name: "Cancel game" });
  const guess = async (word) => {
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await page
      .locator("#announcements", { hasText: new RegExp(`Guess \\d, ${word}`, "i") })
      .waitFor({ state: "attached" });
  };
  await cancel.waitFor();
  // The hint button keeps the focus, but Enter submits the word that is typed then.
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint:not([hidden])").waitFor();
  await guess("trace");
  assert.ok(await cancel.isVisible(), "after one move, and a hint");
  await guess("bacon");
  assert.ok(!(await cancel.isVisible()), "after two");
  await page.reload();
  await page.locator("lx-scene[data-my-turn]").waitFor();
  assert.ok(!(await cancel.isVisible()), "nor after a reload");
  await playTicket(page, server, TICKETS.wordle);
  await guess("trace");
  await page.reload();
  await cancel.click();
  assert.equal(await result(page), "Game cancelled");
});
