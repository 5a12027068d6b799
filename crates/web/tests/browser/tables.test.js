// Several people: tables, races, chat, rematches, and a server that is killed during a match.

import assert from "node:assert/strict";
import {
  Server,
  begin,
  gotIt,
  guest,
  invitation,
  juniorMoves,
  move,
  openTable,
  playTicket,
  result,
  stories,
  start,
  turn,
} from "./server.js";

const story = stories();

story(
  "two browsers at a Junior table play to the end, chat, and start a rematch",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit(), await visit({ viewport: { width: 390, height: 800 } })];
    await ann.goto(`${server.url}/new/junior?board=toys`);
    await ann.getByLabel("Player 2").selectOption("");
    await start(ann);
    await ann.waitForURL("**/table/**");
    assert.ok(await ann.getByRole("button", { name: "Start" }).isDisabled(), "a seat is open");
    await ben.goto(await invitation(ann));
    await ben.getByRole("button", { name: "Take a seat" }).click();
    await ben.waitForURL("**/table/**");
    await ben.getByRole("button", { name: "Good luck!" }).click();
    await ann
      .getByText(/: Good luck!$/)
      .first()
      .waitFor();
    await ann.getByRole("button", { name: "Start" }).click();
    await Promise.all([gotIt(ann), gotIt(ben)]);
    await Promise.all([juniorMoves(ann), juniorMoves(ben)]);
    const [a, b] = await Promise.all([result(ann), result(ben)]);
    assert.ok(
      [a, b].some((head) => /win/i.test(head)),
      `${a} and ${b}`,
    );
    await ann.getByRole("button", { name: "Rematch" }).click();
    await ben.locator("lx-scene:not([data-over])").waitFor();
    await ann.locator("lx-scene:not([data-over])").waitFor();
  },
);

story("the title counts the games that wait for the player", async ({ server, visit }) => {
  const [ann, ben] = [await visit(), await visit()];
  await ann.goto(`${server.url}/new/junior?board=toys`);
  await ann.getByLabel("Player 2").selectOption("");
  await start(ann);
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Take a seat" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await ann.locator("lx-scene[data-my-turn]").waitFor();
  await gotIt(ann);
  await ann.goto(server.url);
  await ann.getByRole("heading", { name: "Waiting for you (1)" }).waitFor();
  await ann.waitForFunction(() => document.title.startsWith("(1) "));
  await ann.getByRole("link", { name: /Your turn/ }).click();
  await ann.locator("lx-scene[data-my-turn]").waitFor();
  // The count moves with the turn.
  await turn(ann);
  await ben.locator("lx-scene[data-my-turn]").waitFor();
  await ben.waitForFunction(() => document.title.startsWith("(1) "));
  await ann.waitForFunction(() => !document.title.startsWith("("));
});

story(
  "a race: two players get the same word, and each sees only the other's progress",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit(), await visit()];
    await ann.goto(`${server.url}/play/wordle/1/word=crane/en-1/0000000000000`);
    await ann.getByRole("button", { name: "Race a friend" }).click();
    await ann.waitForURL("**/table/**");
    await ben.goto(await invitation(ann));
    await ben.getByRole("button", { name: "Take a seat" }).click();
    await ben.waitForURL("**/table/**");
    await ann.getByRole("button", { name: "Start" }).click();
    await Promise.all([gotIt(ann), gotIt(ben)]);
    const guess = async (page, word, rows) => {
      await page.locator("lx-scene[data-my-turn]").waitFor();
      await page.keyboard.type(word);
      await page.keyboard.press("Enter");
      await page
        .locator('[data-pane="rows"] .row')
        .nth(rows - 1)
        .locator('[data-tone="good"], [data-tone="near"], [data-tone="off"]')
        .first()
        .waitFor();
    };
    await guess(ann, "trace", 1);
    await ben.locator(".race tr", { hasText: "1" }).first().waitFor();
    assert.doesNotMatch(await ben.locator("body").innerText(), /TRACE/, "Ben does not see the guess");
    await guess(ann, "crane", 2);
    assert.equal(await result(ann), "Solved in 2!");
    assert.equal(await ann.locator(".race a").count(), 0, "no replay before everyone has finished");
    await guess(ben, "brain", 1);
    await guess(ben, "crane", 2);
    await result(ben);
    await ann.locator(".race td", { hasText: /won/ }).first().waitFor();
    await ben.locator(".race td", { hasText: /won/ }).first().waitFor();
    const [again, close] = [
      await ann.getByRole("button", { name: "Rematch" }).boundingBox(),
      await ann.getByRole("button", { name: "Close table" }).boundingBox(),
    ];
    const apart = close.x - again.x - again.width;
    assert.ok(apart > 0 && apart < 24, `the buttons stand together: ${apart}`);
  },
);

story(
  "the server is killed and restarted: the page reconnects, and the pending move is made once",
  async ({ server, visit }) => {
    const page = await visit();
    await playTicket(page, server, "wordle/1/word=crane/en-1/0000000000000");
    await page.keyboard.type("trace");
    await page.keyboard.press("Enter");
    await page.locator("#announcements", { hasText: "Guess 1" }).waitFor({ state: "attached" });
    await server.kill();
    await page.keyboard.type("grace");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Reconnecting" }).waitFor();
    await server.start();
    await page.locator("#announcements", { hasText: "Guess 2, GRACE" }).waitFor({ state: "attached" });
    await page.getByRole("status").filter({ hasText: "Reconnecting" }).waitFor({ state: "hidden" });
    await page.keyboard.type("crane");
    await page.keyboard.press("Enter");
    assert.equal(await result(page), "Solved in 3!");
    assert.equal(
      await page.locator('[data-pane="rows"] .row:has([data-tone="good"])').count(),
      3,
      "three guesses and no more",
    );
  },
);

/** The messages that a page receives from now on. @param {import("playwright-core").Page} page */
function hear(page) {
  /** @type {string[]} */
  const heard = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  return heard;
}

/** The newest update in the messages. @param {string[]} heard */
const newest = (heard) => heard.map((text) => JSON.parse(text)).findLast((frame) => frame.type === "update");

story(
  "a spectator at a table with private racks sees the board and the chat but no rack",
  async ({ server, visit }) => {
    const [ann, ben, cem] = [await visit(), await visit(), await visit()];
    await ann.goto(`${server.url}/new/junior?board=toys&racks=hidden`);
    assert.equal(await ann.getByLabel("Racks").inputValue(), "hidden");
    await ann.getByLabel("Player 2").selectOption("");
    await start(ann);
    const link = await invitation(ann);
    await ben.goto(link);
    await ben.getByRole("button", { name: "Take a seat" }).click();
    await ben.waitForURL("**/table/**");
    const heard = hear(cem);
    await cem.goto(link);
    await cem.getByRole("button", { name: "Watch" }).click();
    await cem.waitForURL("**/table/**");
    await ann.getByRole("button", { name: "Start" }).click();
    await cem.getByText(/^Watching · /).waitFor();
    await ann.locator("lx-scene[data-my-turn]").waitFor();
    const rack = await ann.locator('.stage [data-pane^="rack"] button').allTextContents();
    assert.ok(rack.length >= 5);
    await gotIt(ann);
    await ann
      .locator('[data-pane="board"] [data-clickable]')
      .first()
      .or(ann.getByRole("button", { name: /^Exchange/ }))
      .first()
      .waitFor();
    await cem
      .getByRole("button", { name: "Well played!" })
      .or(cem.getByRole("group", { name: "Send a message" }).getByRole("button"))
      .first()
      .click();
    await ann.getByRole("list", { name: "Messages" }).getByRole("listitem").first().waitFor();
    const { view, scene, viewer } = newest(heard);
    assert.equal(viewer, -1);
    assert.deepEqual(scene.choices, []);
    const racks = scene.panes
      .filter(({ id }) => id.startsWith("rack"))
      .flatMap(({ tiles }) => tiles?.flat() ?? []);
    assert.ok(
      racks.every(({ text }) => !/^[A-Z]$/i.test(text)),
      `no tile is shown: ${JSON.stringify(racks)}`,
    );
    assert.ok(!JSON.stringify(view).includes(JSON.stringify(rack)), "nor is it in the view");
    // After Ben resigns, the match is over for all.
    await ben.getByRole("button", { name: "Resign" }).click();
    await ben.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await Promise.all([result(ann), result(ben), result(cem)]);
  },
);

story("players give more time to others, but not to themselves", async ({ server, visit }) => {
  const [ann, ben] = [await visit(), await visit()];
  await openTable(ann, server, { game: "junior", set: { board: "toys" }, seats: 2, limit: 3600 });
  await begin(ann, ben);
  const more = (/** @type {import("playwright-core").Page} */ page) =>
    page.getByRole("button", { name: "Give more time" });
  await ann.getByText(/^Your turn\./).waitFor();
  // It's Ann's turn: Ben can give her time, she can't, although she is the host.
  await more(ben).click();
  for (const page of [ann, ben])
    await page.locator("#announcements", { hasText: "More time was given." }).waitFor({ state: "attached" });
  assert.ok(await more(ann).isHidden());
  // The button is in one line with the status.
  const [status, button] = [await ben.locator(".turn .status").boundingBox(), await more(ben).boundingBox()];
  assert.ok(Math.abs(status.y + status.height / 2 - button.y - button.height / 2) < 4, "beside the status");
  await turn(ann);
  await more(ann).waitFor();
  await more(ben).waitFor({ state: "hidden" });
  // In a race, everyone moves until they have finished.
  await openTable(ann, server, { game: "wordle", set: { tries: 1 }, seats: 2, race: true, limit: 3600 });
  await begin(ann, ben);
  await Promise.all([ann, ben].map((page) => page.locator("lx-scene[data-my-turn]").waitFor()));
  assert.ok((await more(ann).isHidden()) && (await more(ben).isHidden()));
  await ben.getByRole("button", { name: "Give up" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(ben);
  await more(ben).click();
  await ann.locator("#announcements", { hasText: "More time was given." }).waitFor({ state: "attached" });
  assert.ok(await more(ann).isHidden());
  // The page says that nobody has won.
  await ann.getByRole("button", { name: "Give up" }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  for (const page of [ann, ben]) {
    await page.getByText("Nobody wins the round.").first().waitFor();
    await page.locator(".rounds li", { hasText: "Nobody won" }).waitFor();
    await more(page).waitFor({ state: "hidden" });
  }
});

story("a player who takes too long leaves the match", async ({ server, visit }) => {
  const [ann, ben] = [await visit(), await visit()];
  // The page offers a minute or more; the API allows ten seconds.
  await openTable(ann, server, { game: "junior", set: { board: "toys" }, seats: 2, race: false, limit: 10 });
  await ann.getByText("10 seconds per move.").waitFor();
  await ben.goto(await invitation(ann));
  await ben.getByRole("button", { name: "Take a seat" }).click();
  await ben.waitForURL("**/table/**");
  await ann.getByRole("button", { name: "Start" }).click();
  await ann.getByText(/Your turn\. \d+ seconds? left\./).waitFor();
  await ben.getByText(/Waiting for .* \d+ seconds? left\./).waitFor();
  assert.equal(await result(ben), "You win!");
  await result(ann);
  await ann.locator("#announcements", { hasText: "10 seconds left." }).first().waitFor({ state: "attached" });
});

story(
  "a replaced invitation doesn't work, and a match can be cancelled before the second move",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit(), await visit()];
    await ann.goto(`${server.url}/new/junior?board=toys`);
    await ann.getByLabel("Player 2").selectOption("");
    await start(ann);
    const old = await invitation(ann);
    await ann.getByRole("button", { name: "New link" }).click();
    await ann.waitForFunction(
      (old) => /** @type {HTMLInputElement | null} */ (document.getElementById("invitation"))?.value !== old,
      old,
    );
    await ben.goto(old);
    await ben.getByRole("heading", { name: "Something went wrong" }).waitFor();
    await ann
      .getByRole("button", { name: "Sensible (medium)" })
      .or(ann.getByRole("button", { name: "Add bot Sensible (medium) to seat 2" }))
      .first()
      .click();
    await ann.getByRole("button", { name: "Start" }).click();
    await ann.getByRole("button", { name: "Cancel game" }).click();
    await ann
      .locator("#announcements", { hasText: "Game cancelled." })
      .first()
      .waitFor({ state: "attached" });
  },
);

story(
  "the focus stays when the table changes, and the host can invite during a match",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit(), await visit()];
    await ann.goto(`${server.url}/new/junior?board=toys`);
    await ann.getByLabel("Number of players").selectOption("3");
    await ann.getByLabel("Player 2").selectOption("");
    await ann.getByLabel("Player 3").selectOption("");
    await start(ann);
    const focus = () =>
      ann.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
      );
    await ann.getByRole("button", { name: "Add bot Greedy (easy) to seat 2" }).press("Enter");
    await ann.getByRole("button", { name: /^Remove .* from seat 2$/ }).waitFor();
    assert.equal(await focus(), "Remove Greedy (bot) from seat 2");
    await ben.goto(await invitation(ann));
    await ben.getByRole("button", { name: "Take a seat" }).click();
    await ben.waitForURL("**/table/**");
    await ben.getByRole("button", { name: "Good luck!" }).click();
    await ann
      .getByText(/: Good luck!$/)
      .first()
      .waitFor();
    assert.equal(await focus(), "Remove Greedy (bot) from seat 2");
    await ann.getByRole("button", { name: "Start" }).press("Enter");
    await ann.locator("lx-scene").waitFor();
    assert.notEqual(await ann.evaluate(() => document.activeElement?.tagName), "BODY");
    const cem = await visit();
    await ann.getByText("Seats and invitation").click();
    await cem.goto(await invitation(ann));
    await cem.getByRole("button", { name: "Watch" }).click();
    await cem.getByText(/^Watching · /).waitFor();
    await ann.getByRole("button", { name: "Turn off link" }).click();
    await ann.getByRole("textbox", { name: /Anyone with this link/ }).waitFor({ state: "detached" });
    // A player who has resigned can do nothing more; the others continue.
    await ben.getByRole("button", { name: "Resign" }).click();
    await ben.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await ben.getByRole("button", { name: "Resign" }).waitFor({ state: "detached" });
  },
);

story("a player who signs out in another tab is told so", async ({ server, visit }) => {
  const page = await visit();
  await playTicket(page, server, "wordle/1/word=crane/en-1/0000000000000");
  const other = await page.context().newPage();
  await other.goto(`${server.url}/account`);
  await other.getByRole("button", { name: "Sign out" }).click();
  // A guest would lose the account, so the page asks first.
  await other.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  await page
    .locator("#alerts", { hasText: "You're signed out in this browser." })
    .waitFor({ state: "attached" });
  await page.getByRole("status").filter({ hasText: "Reconnecting" }).waitFor({ state: "hidden" });
});

story(
  "a server with an access code admits players with its link, the code or an invitation",
  async ({ browser }) => {
    const server = await Server.open(["--code", "kitchen"]);
    const [ann, ben, cem] = [
      await guest(browser, server),
      await guest(browser, server),
      await guest(browser, server),
    ];
    try {
      await ann.goto(`${server.url}/?code=kitchen`);
      await ann.getByRole("button", { name: "Play Wordle" }).click();
      await ann.waitForURL("**/match/**");
      await ben.goto(server.url);
      await ben.getByRole("button", { name: "Play Wordle" }).click();
      for (const code of ["cellar", "Kitchen"]) {
        await ben.getByRole("textbox", { name: "Code" }).fill(code);
        await ben.getByRole("button", { name: "Join" }).click();
      }
      await ben.waitForURL("**/match/**");
      await ann.goto(`${server.url}/new/junior?board=toys`);
      await ann.getByLabel("Player 2").selectOption("");
      await start(ann);
      await cem.goto(await invitation(ann));
      await cem.getByRole("button", { name: "Take a seat" }).click();
      await cem.waitForURL("**/table/**");
      // The host can remove him.
      await ann.getByRole("button", { name: /^Remove (?!.* from seat)/ }).click();
      await ann.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await ann.getByRole("button", { name: "Add bot Sensible (medium) to seat 2" }).waitFor();
    } finally {
      await Promise.all([ann, ben, cem].map((page) => page.context().close()));
      await server.close();
    }
  },
);

story("a bot stands in for an absent player, and both agree to cancel", async ({ browser }) => {
  const server = await Server.open(["--patience", "1"]);
  const [ann, ben] = [await guest(browser, server), await guest(browser, server)];
  try {
    await ann.goto(`${server.url}/new/junior?board=toys`);
    await ann.getByLabel("Player 2").selectOption("");
    await start(ann);
    await ben.goto(await invitation(ann));
    await ben.getByRole("button", { name: "Take a seat" }).click();
    await ben.waitForURL("**/table/**");
    await ann.getByRole("button", { name: "Start" }).click();
    await ann.locator("lx-scene[data-my-turn]").waitFor();
    await Promise.all([gotIt(ann), gotIt(ben)]);
    // Ann doesn't move, so Ben may let a bot play for her.
    await ben.getByRole("button", { name: /^Let a bot play for / }).click();
    await ben
      .getByText(/^A bot is playing for Guest .*\.$/)
      .first()
      .waitFor();
    await ben.locator("lx-scene[data-my-turn]").waitFor();
    // After two moves, both have to agree to cancel; the bot may have made only one.
    const before = await ben.locator(".log li").count();
    await move(ben);
    await ben.locator(".log li").nth(before).waitFor({ state: "attached" });
    await ben.locator("lx-scene[data-my-turn]").waitFor();
    const notices = ann.getByRole("region", { name: "Notices" });
    await notices.getByText("A bot is playing for you.").waitFor();
    // The status doesn't repeat it.
    await ann.locator(".turn .status:empty").waitFor({ state: "attached" });
    // The seat keeps its name on every page.
    for (const page of [ann, ben]) {
      await page
        .getByText(/^(Your|Guest .*'s) tiles$/)
        .nth(1)
        .waitFor();
      assert.equal(await page.getByText("(bot)").count(), 0);
    }
    assert.equal(await ann.getByRole("button", { name: "Resign" }).count(), 0, "the bot plays");
    await notices.getByRole("button", { name: "Take over" }).click();
    await notices.getByRole("button", { name: "Take over" }).waitFor({ state: "detached" });
    await ann.getByRole("button", { name: "Resign" }).waitFor();
    await ann.getByText(/^Waiting for /).waitFor();
    // Ann offers to cancel; Ben declines by moving.
    await ann.getByRole("button", { name: "Offer to cancel" }).click();
    const agree = ben.getByRole("button", { name: "Agree" });
    await agree.waitFor();
    await notices.getByText("You offer to cancel the game. Waiting for the others.").waitFor();
    const said = await ben.locator(".log li").count();
    await move(ben);
    await ben.locator(".log li").nth(said).waitFor({ state: "attached" });
    await agree.waitFor({ state: "detached" });
    await notices.getByText("You offer to cancel the game.").waitFor({ state: "detached" });
    // She offers again, and he agrees.
    await ann.getByRole("button", { name: "Offer to cancel" }).click();
    await agree.click();
    assert.deepEqual(await Promise.all([result(ann), result(ben)]), ["Game cancelled", "Game cancelled"]);
    await ann.getByText("You cancelled the game. Nobody wins.").first().waitFor();
    // The result of a cancelled match offers no replay. A match that was given up can be downloaded and
    // opened.
    assert.equal(await ben.locator(".result").getByRole("link", { name: "Replay" }).count(), 0);
    const id = await ben.evaluate(async () => {
      const post = async (/** @type {string} */ path, /** @type {object} */ body) => {
        const headers = { "content-type": "application/json", "x-lexicade": "1" };
        return (
          await fetch(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) })
        ).json();
      };
      const opened = await post("/matches", { game: "wordle" });
      await post(`/matches/${opened.match}/leave`, {});
      return opened.match;
    });
    await ben.goto(`${server.url}/match/${id}/steps`);
    const [download] = await Promise.all([
      ben.waitForEvent("download"),
      ben.getByRole("link", { name: "Download" }).click(),
    ]);
    await ben.goto(server.url);
    const [chooser] = await Promise.all([
      ben.waitForEvent("filechooser"),
      ben.getByRole("button", { name: "Open a saved game" }).click(),
    ]);
    await chooser.setFiles(await download.path());
    await ben.waitForURL("**/steps");
    await ben.getByRole("heading", { name: /^Replay: / }).waitFor();
  } finally {
    await Promise.all([ann, ben].map((page) => page.context().close()));
    await server.close();
  }
});

story("a player who gives up Hand doesn't win", async ({ server, visit }) => {
  const ann = await visit();
  await playTicket(ann, server, "hand/1/deals=aci*prt:dd*lout/en-1/0000000000000");
  await ann.getByRole("button", { name: "Give up" }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  assert.equal(await result(ann), "You gave up");
  await ann.locator(".result", { hasText: "0 points." }).waitFor();
});
