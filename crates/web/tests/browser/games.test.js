// Every game is played to its end in a browser, as people do: with keys, taps and drags.

import assert from "node:assert/strict";
import { gotIt, juniorMoves, playTicket, result, stories } from "./house.js";

const story = stories();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

story("Wordle: a word that is none shakes its head, the keyboard remembers, the word is found", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, "wordle/1/word=crane/en-1/0000000000000");
  await page.keyboard.type("zzzzz");
  await page.keyboard.press("Enter");
  await page.locator("#urgent", { hasText: /word list/i }).waitFor();
  for (let n = 0; n < 5; n += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("trace");
  await page.keyboard.press("Enter");
  const row = page.getByRole("table", { name: "Guesses" }).getByRole("row").first();
  await row.getByRole("cell", { name: "R, correct" }).waitFor();
  await row.getByRole("cell", { name: "T, absent" }).waitFor();
  await page.getByRole("button", { name: "C, elsewhere" }).waitFor();
  await page.locator("#said", { hasText: "Guess 1, TRACE" }).waitFor({ state: "attached" });
  for (const letter of ["C", "R", "A", "N", "E"]) await page.getByRole("group", { name: "Keyboard" }).getByRole("button", { name: new RegExp(`^${letter}(,|$)`) }).click();
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  assert.equal(await result(page), "Well done!");
  assert.match(await page.locator(".result").textContent(), /CRANE/);
});

story("Wizards on a phone: letters are tapped and shuffled until every word is found", async ({ house, come }) => {
  const page = await come(PHONE);
  await page.goto(house.url);
  await page.getByRole("button", { name: "Play Wizards" }).tap();
  await page.waitForURL("**/match/**");
  await gotIt(page);
  const letters = page.getByRole("group", { name: "Letters" });
  await letters.waitFor();
  await page.getByRole("button", { name: "Shuffle" }).tap();
  await page.locator("#said", { hasText: "The letters are" }).waitFor({ state: "attached" });
  const over = page.locator(".result h2");
  let tapped = 0;
  for (let n = 0; n < 60 && !(await over.isVisible()); n += 1) {
    await page.getByRole("button", { name: "Hint" }).tap();
    const line = (await page.locator(".hint:not([hidden]) strong").textContent()) ?? "";
    // Three words are spelt by tapping their letters; the others are taken from the hint.
    if (line.startsWith("guess ") && tapped < 3) {
      tapped += 1;
      for (const letter of line.slice(6)) await letters.locator("button:not([data-used])").filter({ hasText: new RegExp(`^${letter}$`, "i") }).first().tap();
      assert.equal(await page.getByRole("textbox", { name: "Guess" }).inputValue(), line.slice(6));
      await page.getByRole("button", { name: "Guess", exact: true }).tap();
    } else await page.getByRole("button", { name: "Do it" }).tap();
    await page.locator(".hint").waitFor({ state: "hidden" });
  }
  await result(page);
  assert.equal(tapped, 3);
});

story("Hand: a letter is given, words are played, tiles move out, a hand is played again", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, "hand/1/deals=aci*prt:dd*lout,swaps=a/en-1/0000000000000");
  const hand = page.locator('[data-pane="hand"]');
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("textbox", { name: "Play" }).waitFor();
  await page.keyboard.type("part");
  await page.locator(".remark", { hasText: "if it is a word" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#said", { hasText: '"part" earned' }).waitFor({ state: "attached" });
  assert.equal(await hand.locator("button").count(), 3);
  for (const letter of ["i", "c", "\\*"]) await hand.locator("button").filter({ hasText: new RegExp(`^${letter}`) }).first().click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("textbox", { name: /Swap/ }).waitFor();
  await page.keyboard.type("l");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Play" }).waitFor();
  await page.keyboard.type("out");
  await page.keyboard.press("Enter");
  await page.locator("#said", { hasText: '"out" earned' }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Replay" }).click();
  for (const word of ["d*d", "out"]) {
    await page.getByRole("textbox", { name: "Play" }).waitFor();
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await page.locator('[data-pane="plays"]', { hasText: word }).waitFor();
  }
  await page.getByRole("button", { name: "Done" }).click();
  await result(page);
  assert.match(await page.locator(".result").textContent(), /288/);
});

story("Wampus: by arrows alone, with notes on cells", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
  await page.keyboard.press("n");
  await page.getByRole("grid", { name: "Cave" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("p");
  await page.locator(".cell-note", { hasText: "pit?" }).waitFor();
  await page.keyboard.press("Escape");
  const told = page.locator("#said");
  for (const [key, said] of [["Shift+ArrowUp", "is dead"], ["ArrowUp", "You walk"], ["ArrowUp", "You walk"], ["ArrowRight", "You walk"], ["g", "You take the gold"], ["ArrowUp", "You walk"], ["ArrowRight", "You walk"], ["ArrowRight", "you win"]]) {
    const before = await page.locator(".log li").count();
    await page.keyboard.press(key);
    await page.locator(".log li").nth(before).waitFor({ state: "attached" });
    await told.filter({ hasText: said }).waitFor({ state: "attached" });
  }
  assert.equal(await result(page), "Well done!");
  assert.match(await page.locator(".result").textContent(), /1092/);
});

story("Wampus on a phone: swiped and tapped", async ({ house, come }) => {
  const page = await come(PHONE);
  await playTicket(page, house, "wampus/1/cave=classic,fog=open/en-1/0000000000000");
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
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + dx / 2, y: y + dy / 2 }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + dx, y: y + dy }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  for (const [dx, dy] of [[0, -80], [0, -80], [80, 0]]) await step(() => swipe(dx, dy));
  // Touches of a test are so fast that the browser takes a tap right after a swipe for the end of a fling: these are clicks.
  await step(() => page.getByRole("button", { name: "Grab the gold" }).click());
  await step(() => page.getByRole("button", { name: "Walk up" }).click());
  await step(() => page.getByRole("button", { name: "Walk right" }).click());
  await page.getByRole("button", { name: "Walk right" }).click();
  assert.equal(await result(page), "Well done!");
});

story("Junior against a bot: tiles are dragged and places are tapped until the board is covered", async ({ house, come }) => {
  const page = await come();
  await page.goto(`${house.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL("**/match/**");
  await gotIt(page);
  await juniorMoves(page, { drag: true });
  await result(page);
});

story("The Builder: a word is dragged, its reasons are said while it is typed, the board is kept", async ({ house, come }) => {
  const page = await come();
  await page.goto(`${house.url}/new/builder`);
  await page.getByRole("textbox", { name: "Name" }).fill("pets");
  await page.getByRole("spinbutton", { name: "Rows" }).fill("6");
  await page.getByRole("spinbutton", { name: "Cols" }).fill("6");
  await page.getByRole("button", { name: "Begin" }).click();
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
  await page.getByRole("spinbutton", { name: "Words to fill in" }).fill("6");
  await page.getByRole("button", { name: "Fill" }).click();
  await page.locator("#said", { hasText: "Added" }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: /^Save/ }).click();
  assert.equal(await result(page), "The board is saved");
  await page.getByRole("button", { name: "Keep the board" }).click();
  await page.locator("#said", { hasText: "among your boards" }).waitFor({ state: "attached" });
  await page.goto(`${house.url}/boards`);
  await page.getByRole("link", { name: "pets" }).click();
  await page.getByRole("link", { name: "Play on it" }).waitFor();
});
