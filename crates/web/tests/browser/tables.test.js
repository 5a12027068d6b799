// Several people: a table, a race, phrases, a rematch; and a house that is killed under them.

import assert from "node:assert/strict";
import { House, begin, gotIt, guest, invitation, juniorMoves, move, openTable, playTicket, result, stories, turn } from "./house.js";

const story = stories();

story("two browsers at a Junior table play to the end, talk, and play once more", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come({ viewport: { width: 390, height: 800 } })];
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
});

story("the title counts what waits", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
  await ann.goto(`${house.url}/new/junior?board=toys`);
  await ann.getByLabel("Player 2").selectOption("");
  await ann.getByRole("button", { name: "Begin" }).click();
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await ann.locator("lx-scene[data-mine]").waitFor();
  await gotIt(ann);
  await ann.goto(house.url);
  await ann.getByRole("heading", { name: "Waiting for you (1)" }).waitFor();
  await ann.waitForFunction(() => document.title.startsWith("(1) "));
  await ann.getByRole("link", { name: /Your turn/ }).click();
  await ann.locator("lx-scene[data-mine]").waitFor();
  // The count goes over with the turn.
  await turn(ann);
  await ben.locator("lx-scene[data-mine]").waitFor();
  await ben.waitForFunction(() => document.title.startsWith("(1) "));
  await ann.waitForFunction(() => !document.title.startsWith("("));
});

story("a race: the same word for two, each sees only how far the other is", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
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
  const [again, close] = [await ann.getByRole("button", { name: "Once more" }).boundingBox(), await ann.getByRole("button", { name: "Close the table" }).boundingBox()];
  const apart = close.x - again.x - again.width;
  assert.ok(apart > 0 && apart < 24, `the buttons stand together: ${apart}`);
});

story("the house is killed and started again: the page comes back, and the move that was under way is made once", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, "wordle/1/word=crane/en-1/0000000000000");
  await page.keyboard.type("trace");
  await page.keyboard.press("Enter");
  await page.locator("#said", { hasText: "Guess 1" }).waitFor({ state: "attached" });
  await house.kill();
  await page.keyboard.type("grace");
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "does not answer" }).waitFor();
  await house.start();
  await page.locator("#said", { hasText: "Guess 2, GRACE" }).waitFor({ state: "attached" });
  await page.getByRole("status").filter({ hasText: "does not answer" }).waitFor({ state: "hidden" });
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  assert.equal(await result(page), "Well done!");
  assert.equal(await page.locator('[data-pane="rows"] .row:has([data-tone="good"])').count(), 3, "three guesses and no more");
});

/** What a page hears from the house from now on. @param {import("playwright-core").Page} page */
function hear(page) {
  /** @type {string[]} */
  const heard = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  return heard;
}

/** The newest view that was heard of a match. @param {string[]} heard */
const newest = (heard) => heard.map((text) => JSON.parse(text)).findLast((frame) => frame.type === "update");

story("who watches a table with hidden racks sees the board, the talk and no rack before the end", async ({ house, come }) => {
  const [ann, ben, cem] = [await come(), await come(), await come()];
  await ann.goto(`${house.url}/new/junior?board=toys&racks=hidden`);
  assert.equal(await ann.getByLabel("Racks").inputValue(), "hidden");
  await ann.getByLabel("Player 2").selectOption("");
  await ann.getByRole("button", { name: "Begin" }).click();
  const link = await invitation(ann);
  await ben.goto(link);
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  const heard = hear(cem);
  await cem.goto(link);
  await cem.getByRole("button", { name: "Watch" }).click();
  await cem.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await cem.getByText(/^You watch\./).waitFor();
  await ann.locator("lx-scene[data-mine]").waitFor();
  const rack = await ann.locator('.stage [data-pane^="rack"] button').allTextContents();
  assert.ok(rack.length >= 5);
  await gotIt(ann);
  await ann.locator('[data-pane="board"] [data-acts]').first().or(ann.getByRole("button", { name: /^Exchange/ })).first().waitFor();
  await cem.getByRole("button", { name: "Well played!" }).or(cem.getByRole("group", { name: "Say something" }).getByRole("button")).first().click();
  await ann.getByRole("list", { name: "Said at the table" }).getByRole("listitem").first().waitFor();
  const { view, scene, viewer } = newest(heard);
  assert.equal(viewer, -1);
  assert.deepEqual(scene.choices, []);
  const racks = scene.panes.filter(({ id }) => id.startsWith("rack")).flatMap(({ tiles }) => tiles?.flat() ?? []);
  assert.ok(racks.every(({ text }) => !/^[A-Z]$/i.test(text)), `no tile is shown: ${JSON.stringify(racks)}`);
  assert.ok(!JSON.stringify(view).includes(JSON.stringify(rack)), "nor is it in the view");
  // What is given up is over, and then everything is shown.
  await ben.getByRole("button", { name: "Resign" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await Promise.all([result(ann), result(ben), result(cem)]);
});

story("more time is given to somebody else, by those who may", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
  await openTable(ann, house, { game: "junior", set: { board: "toys" }, seats: 2, limit: 3600 });
  await begin(ann, ben);
  const more = (/** @type {import("playwright-core").Page} */ page) => page.getByRole("button", { name: "Give more time" });
  await ann.getByText(/^Your turn\./).waitFor();
  // Ann is the host and to move: others can give her time, she cannot.
  await more(ben).click();
  for (const page of [ann, ben]) await page.locator("#said", { hasText: "There is more time." }).waitFor({ state: "attached" });
  assert.ok(await more(ann).isHidden());
  // It stands in one line with what is said about the time.
  const [status, button] = [await ben.locator(".turn .status").boundingBox(), await more(ben).boundingBox()];
  assert.ok(Math.abs(status.y + status.height / 2 - button.y - button.height / 2) < 4, "beside the status");
  await turn(ann);
  await more(ann).waitFor();
  await more(ben).waitFor({ state: "hidden" });
  // In a race everybody is to move until they are done.
  await openTable(ann, house, { game: "wordle", set: { tries: 1 }, seats: 2, race: true, limit: 3600 });
  await begin(ann, ben);
  await Promise.all([ann, ben].map((page) => page.locator("lx-scene[data-mine]").waitFor()));
  assert.ok((await more(ann).isHidden()) && (await more(ben).isHidden()));
  await ben.getByRole("button", { name: "Give up" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(ben);
  await more(ben).click();
  await ann.locator("#said", { hasText: "There is more time." }).waitFor({ state: "attached" });
  assert.ok(await more(ann).isHidden());
  // Nobody has won, and that is said.
  await ann.getByRole("button", { name: "Give up" }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  for (const page of [ann, ben]) {
    await page.getByText("This round is over: nobody has won.").first().waitFor();
    await page.locator(".rounds li", { hasText: "nobody won" }).waitFor();
    await more(page).waitFor({ state: "hidden" });
  }
});

story("who takes too long leaves the match, as the host chose", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
  // The page offers a minute and more; programs may choose ten seconds.
  await openTable(ann, house, { game: "junior", set: { board: "toys" }, seats: 2, race: false, limit: 10 });
  await ann.getByText("10 seconds for a move.").waitFor();
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await ann.getByText(/Your turn\. \d+ seconds? left\./).waitFor();
  await ben.getByText(/Waiting for .* \d+ seconds? left\./).waitFor();
  assert.equal(await result(ben), "You win!");
  await result(ann);
  await ann.locator("#said", { hasText: "10 seconds left." }).first().waitFor({ state: "attached" });
});

story("an invitation that was taken back leads nowhere, and a match is called off before it has begun", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
  await ann.goto(`${house.url}/new/junior?board=toys`);
  await ann.getByLabel("Player 2").selectOption("");
  await ann.getByRole("button", { name: "Begin" }).click();
  const old = await invitation(ann);
  await ann.getByRole("button", { name: "Another link" }).click();
  await ann.waitForFunction((old) => /** @type {HTMLInputElement | null} */ (document.getElementById("invitation"))?.value !== old, old);
  await ben.goto(old);
  await ben.getByRole("heading", { name: "That did not work" }).waitFor();
  await ann.getByRole("button", { name: "+ Sensible" }).or(ann.getByRole("button", { name: "Put the bot sensible on seat 2" })).first().click();
  await ann.getByRole("button", { name: "Start" }).click();
  await ann.getByRole("button", { name: "Call off" }).click();
  await ann.locator("#said", { hasText: "called off" }).first().waitFor({ state: "attached" });
});

story("who uses keys stays where they were when the table changes, and invites others while it is played", async ({ house, come }) => {
  const [ann, ben] = [await come(), await come()];
  await ann.goto(`${house.url}/new/junior?board=toys`);
  await ann.getByLabel("How many").selectOption("3");
  await ann.getByLabel("Player 2").selectOption("");
  await ann.getByLabel("Player 3").selectOption("");
  await ann.getByRole("button", { name: "Begin" }).click();
  const focus = () => ann.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  await ann.getByRole("button", { name: "Put the bot greedy on seat 2" }).press("Enter");
  await ann.getByRole("button", { name: "Free seat 2" }).waitFor();
  assert.equal(await focus(), "Free seat 2");
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL("**/table/**");
  await ben.getByRole("button", { name: "Good luck!" }).click();
  await ann.getByText(/: Good luck!$/).first().waitFor();
  assert.equal(await focus(), "Free seat 2");
  await ann.getByRole("button", { name: "Start" }).press("Enter");
  await ann.locator("lx-scene").waitFor();
  assert.notEqual(await ann.evaluate(() => document.activeElement?.tagName), "BODY");
  const cem = await come();
  await ann.getByText("Seats and invitation").click();
  await cem.goto(await invitation(ann));
  await cem.getByRole("button", { name: "Watch" }).click();
  await cem.getByText(/^You watch\./).waitFor();
  await ann.getByRole("button", { name: "No link any more" }).click();
  await ann.getByRole("textbox", { name: /Whoever has this link/ }).waitFor({ state: "detached" });
  // Who has resigned has nothing left to do; the others go on.
  await ben.getByRole("button", { name: "Resign" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await ben.getByRole("button", { name: "Resign" }).waitFor({ state: "detached" });
});

story("who is signed out in another tab is told so", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, "wordle/1/word=crane/en-1/0000000000000");
  const other = await page.context().newPage();
  await other.goto(`${house.url}/account`);
  await other.getByRole("button", { name: "Sign out" }).click();
  // A guest's name is not kept: it is asked first.
  await other.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  await page.locator("#urgent", { hasText: "You are signed out in this browser." }).waitFor({ state: "attached" });
  await page.getByRole("status").filter({ hasText: "does not answer" }).waitFor({ state: "hidden" });
});

story("a house with a code lets in who has its link, says it, or is invited", async ({ browser }) => {
  const house = await House.open(["--code", "kitchen"]);
  const [ann, ben, cem] = [await guest(browser, house), await guest(browser, house), await guest(browser, house)];
  try {
    await ann.goto(`${house.url}/?code=kitchen`);
    await ann.getByRole("button", { name: "Play Wordle" }).click();
    await ann.waitForURL("**/match/**");
    await ben.goto(house.url);
    await ben.getByRole("button", { name: "Play Wordle" }).click();
    for (const code of ["cellar", "Kitchen"]) {
      await ben.getByRole("textbox", { name: "Code" }).fill(code);
      await ben.getByRole("button", { name: "Come in" }).click();
    }
    await ben.waitForURL("**/match/**");
    await ann.goto(`${house.url}/new/junior?board=toys`);
    await ann.getByLabel("Player 2").selectOption("");
    await ann.getByRole("button", { name: "Begin" }).click();
    await cem.goto(await invitation(ann));
    await cem.getByRole("button", { name: "Sit down" }).click();
    await cem.waitForURL("**/table/**");
    // And the host can show him the door.
    await ann.getByRole("button", { name: /^Show .* the door$/ }).click();
    await ann.getByRole("dialog").getByRole("button", { name: "Show the door" }).click();
    await ann.getByRole("button", { name: "Put the bot sensible on seat 2" }).waitFor();
  } finally {
    await Promise.all([ann, ben, cem].map((page) => page.context().close()));
    await house.close();
  }
});

story("a bot plays on for who is away, and all call the match off together", async ({ browser }) => {
  const house = await House.open(["--patience", "1"]);
  const [ann, ben] = [await guest(browser, house), await guest(browser, house)];
  try {
    await ann.goto(`${house.url}/new/junior?board=toys`);
    await ann.getByLabel("Player 2").selectOption("");
    await ann.getByRole("button", { name: "Begin" }).click();
    await ben.goto(await invitation(ann));
    await ben.getByRole("button", { name: "Sit down" }).click();
    await ben.waitForURL("**/table/**");
    await ann.getByRole("button", { name: "Start" }).click();
    await ann.locator("lx-scene[data-mine]").waitFor();
    await Promise.all([gotIt(ann), gotIt(ben)]);
    // Ann does not move, and Ben does not wait for ever.
    await ben.getByRole("button", { name: /^Let a bot play on for / }).click();
    await ben.getByText(/^A bot plays on for Guest .*\.$/).first().waitFor();
    await ben.locator("lx-scene[data-mine]").waitFor();
    // After two moves a match is called off together; the bot may have made only one.
    const before = await ben.locator(".log li").count();
    await move(ben);
    await ben.locator(".log li").nth(before).waitFor({ state: "attached" });
    await ben.locator("lx-scene[data-mine]").waitFor();
    const on = ann.getByRole("region", { name: "Playing on" });
    await on.getByText("A bot plays on for you.").waitFor();
    // That is said once.
    await ann.locator(".turn .status:empty").waitFor({ state: "attached" });
    // The seat keeps its name on every page.
    for (const page of [ann, ben]) {
      await page.getByText(/^Tiles of Guest /).nth(1).waitFor();
      assert.equal(await page.getByText("(bot)").count(), 0);
    }
    assert.equal(await ann.getByRole("button", { name: "Resign" }).count(), 0, "nothing is to be done");
    await on.getByRole("button", { name: "Come back" }).click();
    await on.getByRole("button", { name: "Come back" }).waitFor({ state: "detached" });
    await ann.getByRole("button", { name: "Resign" }).waitFor();
    await ann.getByText(/^Waiting for /).waitFor();
    // Ann asks; Ben plays on, and that is that.
    await ann.getByRole("button", { name: "Ask to call off" }).click();
    const agree = ben.getByRole("button", { name: "Agree" });
    await agree.waitFor();
    await on.getByText("You want to call the match off. The others are asked.").waitFor();
    const said = await ben.locator(".log li").count();
    await move(ben);
    await ben.locator(".log li").nth(said).waitFor({ state: "attached" });
    await agree.waitFor({ state: "detached" });
    await on.getByText("You want to call the match off.").waitFor({ state: "detached" });
    // She asks once more, and he agrees.
    await ann.getByRole("button", { name: "Ask to call off" }).click();
    await agree.click();
    assert.deepEqual(await Promise.all([result(ann), result(ben)]), ["Called off", "Called off"]);
    await ann.getByText("You have called the match off; nobody has won.").first().waitFor();
    // A cancelled match keeps its puzzle to itself. One that was given up is stepped through as a file.
    assert.equal(await ben.getByRole("link", { name: "Step through", exact: true }).count(), 0);
    const id = await ben.evaluate(async () => {
      const post = async (/** @type {string} */ path, /** @type {object} */ body) => {
        const headers = { "content-type": "application/json", "x-lexicade": "1" };
        return (await fetch(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
      };
      const opened = await post("/matches", { game: "wordle" });
      await post(`/matches/${opened.match}/leave`, {});
      return opened.match;
    });
    await ben.goto(`${house.url}/match/${id}/steps`);
    const [download] = await Promise.all([ben.waitForEvent("download"), ben.getByRole("link", { name: "As a file" }).click()]);
    await ben.goto(house.url);
    const [chooser] = await Promise.all([ben.waitForEvent("filechooser"), ben.getByRole("button", { name: "Step through a file" }).click()]);
    await chooser.setFiles(await download.path());
    await ben.waitForURL("**/steps");
    await ben.getByRole("heading", { name: /step by step/ }).waitFor();
  } finally {
    await Promise.all([ann, ben].map((page) => page.context().close()));
    await house.close();
  }
});

story("who gives up Hand has not won", async ({ house, come }) => {
  const ann = await come();
  await playTicket(ann, house, "hand/1/deals=aci*prt:dd*lout/en-1/0000000000000");
  await ann.getByRole("button", { name: "Give up" }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  assert.equal(await result(ann), "You gave up");
});
