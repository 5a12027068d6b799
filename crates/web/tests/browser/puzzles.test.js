// Puzzles that several people play: today's, with its board of honour; one by its link; one that somebody made, whose word
// nobody can read; and what is shared of them.

import assert from "node:assert/strict";
import { playTicket, result, stories, TICKETS } from "./house.js";

const story = stories();

/** Types words until the match is over. */
async function guess(page, ...words) {
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await page.locator("#said", { hasText: word.toUpperCase() }).waitFor({ state: "attached" });
  }
}

story("today's hunt is the same for two, counts once, and has a board of honour for those who played it", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
  const today = "Hunt the Wampus";
  for (const page of [ann, ben]) {
    await page.goto(house.url);
    await page.getByRole("button", { name: `Play today's ${today}` }).click();
    await page.waitForURL("**/match/**");
    await page.getByRole("table", { name: "Cave" }).waitFor();
  }
  const day = /\d{4}-\d\d-\d\d/.exec((await ann.getByRole("heading", { level: 1 }).textContent()) ?? "")?.[0];
  assert.ok(day, "the heading says which day it is of");
  const cave = (page) => page.getByRole("table", { name: "Cave" }).ariaSnapshot();
  assert.equal(await cave(ann), await cave(ben), "the same cave");
  assert.equal(await ann.getByRole("button", { name: "Call off" }).count(), 0, "a daily is not called off");

  // Who has not played it yet is not shown how others did.
  await ben.goto(`${house.url}/honours/wampus/${day}`);
  await ben.getByText("The board of honour is shown when you have played it.").waitFor();
  await ben.goBack();

  for (const page of [ann, ben]) {
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
    await result(page);
  }
  await ann.goto(house.url);
  await ann.getByRole("link", { name: "Honours" }).click();
  await ann.getByRole("row").filter({ hasText: "(you)" }).waitFor();
  assert.equal(await ann.getByRole("row").count(), 3, "a head and two who played");
  // The second time it is the same match.
  await ann.goto(house.url);
  await ann.getByRole("button", { name: `Look today's ${today}` }).click();
  await result(ann);
});

story("a link to a ticket plays the same puzzle, and what is shared has the link and not the word", async ({ house, come }) => {
  const [ann, ben] = [await come({ permissions: ["clipboard-read", "clipboard-write"] }), await come()];
  await ann.goto(`${house.url}/new/wordle`);
  await ann.getByRole("button", { name: "Begin" }).click();
  await ann.waitForURL("**/match/**");
  await ann.locator("lx-scene[data-mine]").waitFor();
  await guess(ann, "trace", "lions");
  await ann.getByRole("button", { name: "Give up" }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(ann);
  const word = await ann.evaluate(async () => (await (await fetch(`/api/v1${location.pathname.replace("match", "matches")}`)).json()).view.answer);
  assert.match(word, /^[a-z]{5}$/i);
  for (const button of ["Share", "Share in words"]) {
    await ann.getByRole("button", { name: button, exact: true }).click();
    await ann.locator("#said", { hasText: "Copied." }).last().waitFor({ state: "attached" });
    const text = await ann.evaluate(() => navigator.clipboard.readText());
    assert.ok(!text.toLowerCase().includes(word.toLowerCase()), text);
    assert.match(text, /X\/6/);
    assert.equal(/[🟩🟨⬜]/u.test(text), button === "Share", text);
    const link = /http\S+/.exec(text)?.[0] ?? "";
    await ben.goto(link);
    await ben.getByRole("button", { name: "Play it" }).waitFor();
  }
  await ben.getByRole("button", { name: "Play it" }).click();
  await ben.waitForURL("**/match/**");
  await ben.locator("lx-scene[data-mine]").waitFor();
  await guess(ben, word);
  assert.equal(await result(ben), "Well done!");
});

story("a day is chosen once, and neither remembered nor put into a challenge", async ({ house, come }) => {
  const page = await come();
  await page.goto(`${house.url}/new/wordle`);
  await page.getByLabel("Day").fill("2026-01-02");
  await page.getByRole("group", { name: "A challenge for a friend" }).getByLabel("Word").fill("plumb");
  await page.getByRole("button", { name: "Make a link" }).click();
  assert.doesNotMatch((await page.getByRole("group", { name: "A challenge for a friend" }).getByRole("link").getAttribute("href")) ?? "", /day=/);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL("**/match/**");
  await page.goto(`${house.url}/new/wordle`);
  assert.equal(await page.getByLabel("Day").inputValue(), "");
});

story("a challenge hides its word: in the link, in what the house sends, and on the page", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
  await ann.goto(`${house.url}/new/wordle`);
  const form = ann.getByRole("group", { name: "A challenge for a friend" });
  await form.getByLabel("Word").fill("ab");
  await form.getByRole("button", { name: "Make a link" }).click();
  await ann.locator("#urgent").filter({ hasText: /\w/ }).waitFor();
  await form.getByLabel("Word").fill("plumb");
  await form.getByRole("button", { name: "Make a link" }).click();
  const link = (await form.getByRole("link").getAttribute("href")) ?? "";
  assert.doesNotMatch(decodeURIComponent(link), /plumb/i);
  /** @type {string[]} */
  const heard = [];
  ben.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  ben.on("response", async (response) => {
    if (response.url().includes("/api/")) heard.push(await response.text().catch(() => ""));
  });
  await ben.goto(link);
  await ben.getByRole("button", { name: "Play it" }).click();
  await ben.waitForURL("**/match/**");
  await ben.locator("lx-scene[data-mine]").waitFor();
  await guess(ben, "trace", "lions", "humid");
  assert.ok(heard.some((text) => text.includes('"type":"update"')), "the house was heard");
  assert.deepEqual(heard.filter((text) => /plumb/i.test(text)), []);
  assert.doesNotMatch(await ben.content(), /plumb/i);
  await guess(ben, "plumb");
  assert.equal(await result(ben), "Well done!");
});

story("a finished match is stepped through, and taken along as a file", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, TICKETS.wordle);
  await guess(page, "trace", "crane");
  await result(page);
  await page.getByRole("link", { name: "Step through" }).click();
  const step = page.getByRole("slider", { name: "Step" });
  await step.waitFor();
  const marked = page.locator('[data-pane="rows"] .row:has([data-tone="good"], [data-tone="near"], [data-tone="off"])');
  assert.equal(await marked.count(), 0);
  await page.getByRole("button", { name: "One step on" }).click();
  assert.equal(await marked.count(), 1);
  await page.keyboard.press("ArrowRight");
  assert.equal(await marked.count(), 2);
  await page.getByRole("button", { name: "One step back" }).click();
  assert.equal(await marked.count(), 1);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "As a file" }).click()]);
  assert.match(file.suggestedFilename(), /\.play$/);
  await page.goto(`${house.url}/stats`);
  await page.getByRole("img", { name: /2: 1/ }).waitFor();
});
