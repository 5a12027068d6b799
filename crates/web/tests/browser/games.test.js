// Plays every game to the end in a browser, with keys, taps and drags.

import assert from "node:assert/strict";
import { gotIt, juniorMoves, playTicket, result, stories, start } from "./server.js";

const story = stories();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

story(
  "Wordle: an invalid word is refused, the keyboard shows marks, the word is found",
  async ({ server, visit }) => {
    const page = await visit();
    await playTicket(page, server, "wordle/1/word=crane/en-1/0000000000000");
    await page.keyboard.type("zzzzz");
    await page.keyboard.press("Enter");
    await page.locator("#alerts", { hasText: /word list/i }).waitFor();
    for (let n = 0; n < 5; n += 1) await page.keyboard.press("Backspace");
    await page.keyboard.type("trace");
    await page.keyboard.press("Enter");
    const row = page.getByRole("table", { name: "Guesses" }).getByRole("row").first();
    await row.getByRole("cell", { name: "R, correct" }).waitFor();
    await row.getByRole("cell", { name: "T, absent" }).waitFor();
    await page.getByRole("button", { name: "C, elsewhere" }).waitFor();
    await page.locator("#announcements", { hasText: "Guess 1, TRACE" }).waitFor({ state: "attached" });
    for (const letter of ["C", "R", "A", "N", "E"])
      await page
        .getByRole("group", { name: "Keyboard" })
        .getByRole("button", { name: new RegExp(`^${letter}(,|$)`) })
        .click();
    await page.getByRole("button", { name: "Enter", exact: true }).click();
    assert.equal(await result(page), "Solved in 2!");
    assert.equal(await page.locator('[data-pane="rows"] .row').nth(1).textContent(), "CRANE");
  },
);

story(
  "Wizards on a phone: letters are tapped and shuffled until every word is found",
  async ({ server, visit }) => {
    const page = await visit(PHONE);
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play Wizards" }).tap();
    await page.waitForURL("**/match/**");
    await gotIt(page);
    const letters = page.getByRole("group", { name: "Letters" });
    await letters.waitFor();
    await page.getByRole("button", { name: "Shuffle" }).tap();
    await page.locator("#announcements", { hasText: "Your letters" }).waitFor({ state: "attached" });
    const over = page.locator(".result h2");
    let tapped = 0;
    for (let n = 0; n < 60 && !(await over.isVisible()); n += 1) {
      await page.getByRole("button", { name: "Hint" }).tap();
      const move = (await page.locator(".hint:not([hidden]) strong").textContent()) ?? "";
      const word = /^Guess (\w+)\.$/.exec(move)?.[1].toLowerCase();
      // Three words are spelt by tapping their letters; the others are played from the hint.
      if (word && tapped < 3) {
        tapped += 1;
        for (const letter of word)
          await letters
            .locator("button:not([data-used])")
            .filter({ hasText: new RegExp(`^${letter}$`, "i") })
            .first()
            .tap();
        assert.equal(await page.getByRole("textbox", { name: "Guess" }).inputValue(), word);
        await page.getByRole("button", { name: "Guess", exact: true }).tap();
      } else await page.locator(".hint button").first().tap();
      await page.locator(".hint").waitFor({ state: "hidden" });
    }
    assert.equal(await result(page), "You found every word!");
    assert.equal(tapped, 3);
  },
);

story(
  "Hand: a letter is swapped, words are played, tiles move out, a hand is replayed",
  async ({ server, visit }) => {
    const page = await visit();
    await playTicket(page, server, "hand/1/deals=aci*prt:dd*lout,swaps=a/en-1/0000000000000");
    const hand = page.locator('[data-pane="hand"]');
    await page.getByRole("button", { name: "Keep all letters" }).click();
    await page.getByRole("textbox", { name: "Word" }).waitFor();
    await page.keyboard.type("part");
    await page.locator(".remark", { hasText: "if it is a word" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("#announcements", { hasText: '"part" earned' }).waitFor({ state: "attached" });
    assert.equal(await hand.locator("button").count(), 3);
    for (const letter of ["i", "c", "\\*"])
      await hand
        .locator("button")
        .filter({ hasText: new RegExp(`^${letter}`) })
        .first()
        .click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Next hand" }).click();
    await page.getByRole("textbox", { name: "Letter to swap" }).waitFor();
    await page.keyboard.type("l");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Word" }).waitFor();
    await page.keyboard.type("out");
    await page.keyboard.press("Enter");
    await page.locator("#announcements", { hasText: '"out" earned' }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "End this hand" }).click();
    await page.getByRole("button", { name: "Replay" }).click();
    for (const word of ["d*d", "out"]) {
      await page.getByRole("textbox", { name: "Word" }).waitFor();
      await page.keyboard.type(word);
      await page.keyboard.press("Enter");
      await page.locator('[data-pane="plays"]', { hasText: word.toUpperCase() }).waitFor();
    }
    await page.getByRole("button", { name: "End this hand" }).click();
    assert.equal(await result(page), "288 points");
  },
);

story("Wampus: played with the arrow keys, with notes on cells", async ({ server, visit }) => {
  const page = await visit();
  await playTicket(page, server, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
  await page.keyboard.press("n");
  await page.getByRole("grid", { name: "Cave" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("p");
  await page.locator(".cell-note", { hasText: "pit?" }).waitFor();
  await page.keyboard.press("Escape");
  const announcements = page.locator("#announcements");
  for (const [key, said] of [
    ["Shift+ArrowUp", "kills the wampus"],
    ["ArrowUp", "You walk"],
    ["ArrowUp", "You walk"],
    ["ArrowRight", "You walk"],
    ["g", "You take the gold"],
    ["ArrowUp", "You walk"],
    ["ArrowRight", "You walk"],
    ["ArrowRight", "you win"],
  ]) {
    const before = await page.locator(".log li").count();
    await page.keyboard.press(key);
    await page.locator(".log li").nth(before).waitFor({ state: "attached" });
    await announcements.filter({ hasText: said }).waitFor({ state: "attached" });
  }
  assert.equal(await result(page), "You escaped with the gold!");
  assert.match(await page.locator(".result").textContent(), /Score 1092\./);
});

story("Wampus on a phone: played with swipes and taps", async ({ server, visit }) => {
  const page = await visit(PHONE);
  await playTicket(page, server, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
  const step = async (does) => {
    const said = await page.locator(".log li").count();
    await does();
    await page.locator(".log li").nth(said).waitFor({ state: "attached" });
  };
  await step(() => page.getByRole("button", { name: "Shoot up" }).tap());
  const touch = await page.context().newCDPSession(page);
  const cave = page.locator('[data-pane="cave"] .grid');
  const swipe = async (dx, dy) => {
    await cave.scrollIntoViewIfNeeded();
    const box = await cave.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await touch.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x: x + dx / 2, y: y + dy / 2 }],
    });
    await touch.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x: x + dx, y: y + dy }],
    });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  for (const [dx, dy] of [
    [0, -80],
    [0, -80],
    [80, 0],
  ])
    await step(() => swipe(dx, dy));
  // Clicks instead of taps: a test is so fast that the browser takes a tap right after a swipe for the end of
  // a fling.
  await step(() => page.getByRole("button", { name: "Grab the gold" }).click());
  await step(() => page.getByRole("button", { name: "Walk up" }).click());
  await step(() => page.getByRole("button", { name: "Walk right" }).click());
  await page.getByRole("button", { name: "Walk right" }).click();
  assert.equal(await result(page), "You escaped with the gold!");
});

story(
  "Junior against a bot: tiles are dragged and letters are tapped until the board is covered",
  async ({ server, visit }) => {
    const page = await visit();
    await page.goto(`${server.url}/new/junior?board=toys`);
    await start(page);
    await page.waitForURL("**/match/**");
    await gotIt(page);
    await juniorMoves(page, { drag: true });
    await result(page);
  },
);

story(
  "The Builder: the page says whether a word fits, a word is dragged, the board is saved",
  async ({ server, visit }) => {
    const page = await visit();
    await page.goto(`${server.url}/new/builder`);
    await page.getByRole("textbox", { name: "Name" }).fill("pets");
    await page.getByRole("spinbutton", { name: "Rows" }).fill("6");
    await page.getByRole("spinbutton", { name: "Columns" }).fill("6");
    await start(page);
    await page.waitForURL("**/match/**");
    await gotIt(page);
    const word = page.getByRole("textbox", { name: "Word" });
    await page.getByRole("gridcell", { name: "Bb, empty" }).click();
    await word.fill("cat");
    await page.locator(".reason", { hasText: "fits and adds 3" }).waitFor();
    await word.press("Enter");
    await page.getByRole("gridcell", { name: "Bb, C" }).waitFor();
    await word.fill("toad");
    await page.getByRole("button", { name: /Direction: across/ }).click();
    const strip = await page.locator(".strip").boundingBox();
    const cell = await page.getByRole("gridcell", { name: "Bd, T" }).boundingBox();
    await page.mouse.move(strip.x + 10, strip.y + 10);
    await page.mouse.down();
    await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height / 2, { steps: 6 });
    await page.mouse.up();
    await page.getByRole("gridcell", { name: "Ed, D" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("gridcell", { name: "Ed, empty" }).waitFor();
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByRole("gridcell", { name: "Ed, D" }).waitFor();
    await page.getByRole("button", { name: "Remove CAT at Bb" }).click();
    await page.getByRole("gridcell", { name: "Bb, empty" }).waitFor();
    await page.getByRole("spinbutton", { name: "Random words to add" }).fill("6");
    await page.getByRole("button", { name: "Add" }).click();
    await page.locator("#announcements", { hasText: "Added" }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: /^Save/ }).click();
    assert.equal(await result(page), "Board saved");
    await page.getByRole("button", { name: "Save to your boards" }).click();
    await page.locator("#announcements", { hasText: "saved to your boards" }).waitFor({ state: "attached" });
    await page.goto(`${server.url}/boards`);
    await page.getByRole("link", { name: "pets" }).click();
    await page.getByRole("link", { name: "Play" }).waitFor();
  },
);
