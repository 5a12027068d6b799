// Puzzles for several people: dailies and their leaderboard, tickets, challenges with a secret word, and
// shared results.

import assert from "node:assert/strict";
import { playTicket, result, stories, TICKETS, start } from "./server.js";

const story = stories();

/** Types words one after the other. */
async function guess(page, ...words) {
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await page.locator("#announcements", { hasText: word.toUpperCase() }).waitFor({ state: "attached" });
  }
}

story(
  "a daily is the same for two players, counts once, and shows its leaderboard to those who played it",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit(), await visit()];
    const today = "Hunt the Wampus";
    for (const page of [ann, ben]) {
      await page.goto(server.url);
      await page.getByRole("button", { name: `Play today's ${today}` }).click();
      await page.waitForURL("**/match/**");
      await page.getByRole("table", { name: "Cave" }).waitFor();
    }
    const heading = (await ann.getByRole("heading", { level: 1 }).textContent()) ?? "";
    assert.match(heading, /^Daily Hunt the Wampus, \d+ \w+$/);
    const { day } = await ann.evaluate(async () => (await fetch("/api/v1/dailies")).json());
    const cave = (page) => page.getByRole("table", { name: "Cave" }).ariaSnapshot();
    assert.equal(await cave(ann), await cave(ben), "the same cave");
    assert.equal(
      await ann.getByRole("button", { name: "Cancel game" }).count(),
      0,
      "a daily can't be cancelled",
    );

    // Ben hasn't played it yet, so he isn't shown how others did, at the new address or the old one.
    for (const path of ["leaderboard", "honours"]) {
      await ben.goto(`${server.url}/${path}/wampus/${day}`);
      await ben.getByRole("heading", { name: "Something went wrong" }).waitFor();
      await ben.goBack();
    }

    for (const page of [ann, ben]) {
      await page.getByRole("button", { name: "Give up" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
      await result(page);
    }
    await ann.goto(server.url);
    await ann.getByRole("link", { name: "Leaderboard" }).click();
    await ann.getByRole("row").filter({ hasText: "(you)" }).waitFor();
    assert.equal(await ann.getByRole("row").count(), 3, "a header and two players");
    // The second time, it is the same match.
    await ann.goto(server.url);
    await ann.getByRole("button", { name: `View today's ${today}` }).click();
    await result(ann);
  },
);

story(
  "the link to a ticket plays the same puzzle, and a shared result has the link but not the word",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit({ permissions: ["clipboard-read", "clipboard-write"] }), await visit()];
    await ann.goto(`${server.url}/new/wordle`);
    await start(ann);
    await ann.waitForURL("**/match/**");
    await ann.locator("lx-scene[data-my-turn]").waitFor();
    await guess(ann, "trace", "lions");
    await ann.getByRole("button", { name: "Give up" }).click();
    await ann.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
    await result(ann);
    const word = await ann.evaluate(
      async () =>
        (await (await fetch(`/api/v1${location.pathname.replace("match", "matches")}`)).json()).view.answer,
    );
    assert.match(word, /^[a-z]{5}$/i);
    for (const button of ["Share", "Share in words"]) {
      await ann.getByRole("button", { name: button, exact: true }).click();
      await ann.locator("#announcements", { hasText: "Copied." }).last().waitFor({ state: "attached" });
      const text = await ann.evaluate(() => navigator.clipboard.readText());
      assert.ok(!text.toLowerCase().includes(word.toLowerCase()), text);
      assert.match(text, /X\/6/);
      assert.equal(/[🟩🟨⬜]/u.test(text), button === "Share", text);
      const link = /http\S+/.exec(text)?.[0] ?? "";
      await ben.goto(link);
      await ben.getByRole("button", { name: "Play", exact: true }).waitFor();
    }
    await ben.getByRole("button", { name: "Play", exact: true }).click();
    await ben.waitForURL("**/match/**");
    await ben.locator("lx-scene[data-my-turn]").waitFor();
    await guess(ben, word);
    assert.equal(await result(ben), "Solved in 1!");
  },
);

story("the date of a past daily is neither remembered nor part of a challenge", async ({ server, visit }) => {
  const page = await visit();
  await page.goto(`${server.url}/new/wordle`);
  await page.getByLabel("Play a past daily").fill("2026-01-02");
  await page.getByRole("group", { name: "Challenge a friend" }).getByLabel("Secret word").fill("plumb");
  await page.getByRole("button", { name: "Create link" }).click();
  assert.doesNotMatch(
    (await page.getByRole("group", { name: "Challenge a friend" }).getByRole("link").getAttribute("href")) ??
      "",
    /day=/,
  );
  await start(page);
  await page.waitForURL("**/match/**");
  await page.goto(`${server.url}/new/wordle`);
  assert.equal(await page.getByLabel("Play a past daily").inputValue(), "");
});

story(
  "a challenge hides its word in the link, in the server's answers, and on the page",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit(), await visit()];
    await ann.goto(`${server.url}/new/wordle`);
    const form = ann.getByRole("group", { name: "Challenge a friend" });
    await form.getByLabel("Secret word").fill("ab");
    await form.getByRole("button", { name: "Create link" }).click();
    await ann.locator("#alerts").filter({ hasText: /\w/ }).waitFor();
    await form.getByLabel("Secret word").fill("plumb");
    await form.getByRole("button", { name: "Create link" }).click();
    const link = (await form.getByRole("link").getAttribute("href")) ?? "";
    assert.doesNotMatch(decodeURIComponent(link), /plumb/i);
    /** @type {string[]} */
    const heard = [];
    ben.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
    ben.on("response", async (response) => {
      if (response.url().includes("/api/")) heard.push(await response.text().catch(() => ""));
    });
    await ben.goto(link);
    await ben.getByRole("button", { name: "Play", exact: true }).click();
    await ben.waitForURL("**/match/**");
    await ben.locator("lx-scene[data-my-turn]").waitFor();
    await guess(ben, "trace", "lions", "humid");
    assert.ok(
      heard.some((text) => text.includes('"type":"update"')),
      "the test listens to the socket",
    );
    assert.deepEqual(
      heard.filter((text) => /plumb/i.test(text)),
      [],
    );
    assert.doesNotMatch(await ben.content(), /plumb/i);
    await guess(ben, "plumb");
    assert.equal(await result(ben), "Solved in 4!");
  },
);

story("a finished match is replayed and downloaded", async ({ server, visit }) => {
  const page = await visit();
  await playTicket(page, server, TICKETS.wordle);
  await guess(page, "trace", "crane");
  await result(page);
  await page.getByRole("link", { name: "Replay" }).click();
  const step = page.getByRole("slider", { name: "Step" });
  await step.waitFor();
  const marked = page.locator(
    '[data-pane="rows"] .row:has([data-tone="good"], [data-tone="near"], [data-tone="off"])',
  );
  assert.equal(await marked.count(), 0);
  await page.getByRole("button", { name: "Next step" }).click();
  assert.equal(await marked.count(), 1);
  await page.keyboard.press("ArrowRight");
  assert.equal(await marked.count(), 2);
  await page.getByRole("button", { name: "Previous step" }).click();
  assert.equal(await marked.count(), 1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.play$/);
  await page.goto(`${server.url}/stats`);
  await page.getByRole("img", { name: /2: 1/ }).waitFor();
});
