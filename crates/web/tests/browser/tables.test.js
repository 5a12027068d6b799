// Several people: a table, a race, phrases, a rematch; and a house that is killed under them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, gotIt, guest, juniorMoves, launch, playTicket, result, trouble } from "./house.js";

let house, browser;
before(async () => {
  house = await House.open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** The invitation of the table that a page shows. */
const invitation = (page) => page.getByRole("textbox", { name: /Whoever has this link/ }).inputValue();

test("two browsers at a Junior table play to the end, talk, and play once more", async () => {
  const [ann, ben] = [await guest(browser, house), await guest(browser, house, { viewport: { width: 390, height: 800 } })];
  await ann.goto(`${house.url}/new/junior?board=toys`);
  await ann.getByLabel("Player 2").selectOption("");
  await ann.getByRole("button", { name: "Begin" }).click();
  await ann.waitForURL("**/table/**");
  assert.ok(await ann.getByRole("button", { name: "Start" }).isDisabled(), "a seat is free");
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  await ben.getByRole("button", { name: "Good luck!" }).click();
  await ann.getByText(/: Good luck!$/).first().waitFor();
  await ann.getByRole("button", { name: "Start" }).click();
  await Promise.all([gotIt(ann), gotIt(ben)]);
  await Promise.all([juniorMoves(ann), juniorMoves(ben)]);
  const [a, b] = await Promise.all([result(ann), result(ben)]);
  assert.ok([a, b].some((head) => /win/i.test(head)), `${a} and ${b}`);
  await ann.getByRole("button", { name: "Once more" }).click();
  await ben.locator("lx-scene:not([data-over])").waitFor();
  await ann.locator("lx-scene:not([data-over])").waitFor();
  assert.deepEqual([...trouble(ann), ...trouble(ben)], []);
  await ann.context().close();
  await ben.context().close();
});

test("the title counts what waits", async () => {
  const [ann, ben] = [await guest(browser, house), await guest(browser, house)];
  await ann.goto(`${house.url}/new/junior?board=toys`);
  await ann.getByLabel("Player 2").selectOption("");
  await ann.getByRole("button", { name: "Begin" }).click();
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await ann.locator("lx-scene[data-mine]").waitFor();
  await ann.goto(house.url);
  await ann.getByRole("heading", { name: "Waiting for you (1)" }).waitFor();
  assert.match(await ann.title(), /^\(1\) /);
  await ann.getByRole("link", { name: /Your turn/ }).click();
  await ann.locator("lx-scene[data-mine]").waitFor();
  assert.deepEqual([...trouble(ann), ...trouble(ben)], []);
  await ann.context().close();
  await ben.context().close();
});

test("a race: the same word for two, each sees only how far the other is", async () => {
  const [ann, ben] = [await guest(browser, house), await guest(browser, house)];
  await ann.goto(`${house.url}/play/wordle/1/word=crane/en-1/0000000000000`);
  await ann.getByRole("button", { name: "Race somebody on it" }).click();
  await ann.waitForURL("**/table/**");
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await Promise.all([gotIt(ann), gotIt(ben)]);
  const guess = async (page, word, rows) => {
    await page.locator("lx-scene[data-mine]").waitFor();
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await page.locator('[data-pane="rows"] .row').nth(rows - 1).locator('[data-tone="good"], [data-tone="near"], [data-tone="off"]').first().waitFor();
  };
  await guess(ann, "trace", 1);
  await ben.locator(".race tr", { hasText: "1" }).first().waitFor();
  assert.doesNotMatch(await ben.locator("body").innerText(), /TRACE/, "Ben does not see the guess");
  await guess(ann, "crane", 2);
  assert.equal(await result(ann), "Well done!");
  assert.equal(await ann.locator(".race a").count(), 0, "nothing can be looked at before all are done");
  await guess(ben, "brain", 1);
  await guess(ben, "crane", 2);
  await result(ben);
  await ann.locator(".race td", { hasText: /won/ }).first().waitFor();
  await ben.locator(".race td", { hasText: /won/ }).first().waitFor();
  assert.deepEqual([...trouble(ann), ...trouble(ben)], []);
  await ann.context().close();
  await ben.context().close();
});

test("the house is killed and started again: the page comes back, and the move that was under way is made once", async () => {
  const page = await guest(browser, house);
  await playTicket(page, house, "wordle/1/word=crane/en-1/0000000000000");
  await page.keyboard.type("trace");
  await page.keyboard.press("Enter");
  await page.locator("#said", { hasText: "Guess 1" }).waitFor({ state: "attached" });
  await house.kill();
  await page.keyboard.type("grace");
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "does not answer" }).waitFor();
  await house.start();
  await page.locator("#said", { hasText: "Guess 2, GRACE" }).waitFor({ state: "attached", timeout: 60_000 });
  await page.getByRole("status").filter({ hasText: "does not answer" }).waitFor({ state: "hidden" });
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  assert.equal(await result(page), "Well done!");
  assert.equal(await page.locator('[data-pane="rows"] .row:has([data-tone="good"])').count(), 3, "three guesses and no more");
  assert.deepEqual(trouble(page), []);
  await page.context().close();
});
