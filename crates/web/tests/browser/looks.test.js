// How things look, where a look says something: tones that nobody has to tell by colour, words that are not cut off, what
// stands above what it names.

import assert from "node:assert/strict";
import { TICKETS, begin, gotIt, openTable, playTicket, result, stories, turn } from "./house.js";

const story = stories();

const TONES = ["plain", "good", "near", "off", "here", "danger"];
/** @type {(import("playwright-core").PageEmulateMediaOptions & object)[]} */
const LOOKS = [
  { colorScheme: "light" }, { colorScheme: "dark" }, { colorScheme: "light", contrast: "more" }, { colorScheme: "dark", contrast: "more" },
  { colorScheme: "light", forcedColors: "active" }, { colorScheme: "dark", forcedColors: "active" },
];

/**
 * What is seen of a cell without its colours, for each tone that it might have: the edge, if it can be seen on the cell, and a bar.
 * @param {import("playwright-core").Locator} cell @param {string[]} tones
 */
const edges = (cell, tones) => cell.evaluate((el, tones) => {
  const was = el.getAttribute("data-tone") ?? "";
  const seen = tones.map((tone) => {
    el.setAttribute("data-tone", tone);
    const [style, bar] = [getComputedStyle(el), getComputedStyle(el, "::after")];
    const side = (/** @type {"Top" | "Bottom"} */ at) => {
      const [width, line, colour] = [style[`border${at}Width`], style[`border${at}Style`], style[`border${at}Color`]];
      const clear = /rgba\(.*, 0\)/.test(colour) || colour === "transparent";
      // An edge of the colour of its cell is none.
      return width === "0px" || line === "none" || clear || colour === style.backgroundColor ? "none" : `${width} ${line}`;
    };
    return `${side("Top")}, ${side("Bottom")}, ${bar.content === "none" || bar.content === "normal" ? "no bar" : "a bar"}`;
  });
  el.setAttribute("data-tone", was);
  return seen;
}, tones);

story("no tone is told by colour alone, whatever colours are wished", async ({ house, come }) => {
  const page = await come();
  const compare = async (/** @type {string} */ what, /** @type {import("playwright-core").Locator} */ cell, /** @type {string[]} */ tones) => {
    for (const look of LOOKS) {
      await page.emulateMedia({ contrast: "no-preference", forcedColors: "none", ...look });
      const seen = await edges(cell, tones);
      for (const [n, one] of seen.entries()) assert.equal(seen.indexOf(one), n, `${what}, ${JSON.stringify(look)}: ${tones[n]} looks like ${tones[seen.indexOf(one)]}: ${one}`);
    }
  };
  await playTicket(page, house, TICKETS.wordle);
  await compare("Wordle's keyboard", page.getByRole("button", { name: "Q", exact: true }), TONES);
  await compare("Wordle's rows", page.locator('[data-pane="rows"] .cell').first(), ["good", "near", "off"]);
  await playTicket(page, house, TICKETS.wizards);
  await compare("Wizards' letters", page.locator('[data-pane="letters"] .cell').first(), TONES);
  await playTicket(page, house, TICKETS.hand);
  await compare("Hand's letters", page.locator('[data-pane="hand"] .cell').first(), TONES);
  await page.goto(`${house.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Begin" }).click();
  await gotIt(page);
  await compare("Junior's tiles", page.locator('.stage [data-pane^="rack"] .cell').first(), TONES);
});

story("on a small screen no label of a chart is cut off, and a daily is called so once", async ({ house, come }) => {
  const page = await come({ viewport: { width: 390, height: 844 } });
  await playTicket(page, house, "hand/1/deals=aci*prt/en-1/0000000000000");
  await page.getByRole("button", { name: "Done" }).click();
  await result(page);
  await page.goto(house.url);
  await page.getByRole("button", { name: "Play today's Wordle" }).click();
  await page.locator("lx-scene[data-mine]").waitFor();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(page);
  await page.goto(`${house.url}/stats`);
  await page.locator(".bars").nth(1).waitFor();
  const cut = await page.evaluate(() => [...document.querySelectorAll(".bars")].flatMap((chart) => {
    const { left, right } = chart.getBoundingClientRect();
    return [...chart.querySelectorAll("text")].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < left || box.right > right;
    }).map((text) => text.textContent);
  }));
  assert.deepEqual(cut, []);
  assert.ok((await page.locator(".bar-name").allTextContents()).some((name) => name.length > 8), "there are long ones");
  assert.equal(await page.getByRole("heading", { level: 3, name: /^Daily/ }).textContent(), "Daily");
  await page.getByText("Points are the attempts left and one more").waitFor();
});

story("at every size a title stands above what it names, and a bot is called by its name", async ({ house, come }) => {
  const page = await come();
  await page.goto(`${house.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Begin" }).click();
  await gotIt(page);
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 1000 });
    const pane = page.locator('.side [data-pane^="rack"]');
    assert.equal(await pane.locator(".pane-title").textContent(), "Tiles of Sensible (bot)");
    const [title, tile] = await pane.evaluate((pane) => {
      const words = document.createRange();
      words.selectNodeContents(/** @type {Element} */ (pane.querySelector(".pane-title")));
      return [words.getBoundingClientRect().left, pane.querySelector(".cell")?.getBoundingClientRect().left ?? 0];
    });
    assert.ok(Math.abs(title - tile) < 2, `${width}: the title begins at ${title}, its tiles at ${tile}`);
  }
});

story("a board is drawn as it is played on, and its text is beneath it", async ({ house, come }) => {
  const page = await come();
  await page.goto(`${house.url}/board/toys`);
  const board = page.getByRole("table", { name: "The board toys" });
  await board.waitFor();
  assert.equal(await board.getByRole("row").count(), 8);
  assert.equal((await board.getByRole("row").nth(1).textContent())?.trim(), "BALL");
  await board.getByRole("cell", { name: "He, D" }).waitFor();
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
  }
  assert.ok(!(await page.getByText("Ba H BALL").isVisible()));
  await page.locator("summary", { hasText: "The text of the board" }).click();
  await page.getByText("Ba H BALL").waitFor();
});

story("a setup says what is usual, and offers a race only where there is one", async ({ house, come }) => {
  const page = await come();
  await page.goto(`${house.url}/new/hand`);
  assert.equal(await page.getByLabel("Hands").getAttribute("placeholder"), "1");
  await page.getByText("1 when left empty").waitFor();
  await page.getByText("A race:").waitFor();
  await page.goto(`${house.url}/new/builder`);
  await page.getByRole("button", { name: "Begin" }).waitFor();
  assert.equal(await page.getByText("A race:").count(), 0);
  await page.goto(`${house.url}/play/${TICKETS.builder}`);
  await page.getByRole("button", { name: "Play it" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Race somebody on it" }).count(), 0);
  await page.goto(house.url);
  await page.locator('[data-game-card="builder"]', { hasText: "alone" }).waitFor();
  assert.doesNotMatch((await page.locator('[data-game-card="builder"]').textContent()) ?? "", /race/);
  await page.goto(`${house.url}/new/junior`);
  await page.getByText("the board that is played on").waitFor();
});

/** What each game is played with. */
const PLAYED_WITH = { wordle: '[data-pane="keys"]', wizards: '[data-pane="letters"]', hand: '[data-pane="hand"]', wampus: ".pads", junior: '.stage [data-pane^="rack"]', builder: ".build" };
/** Boards as large as they come with the house. */
const LARGE = { ...TICKETS, builder: "builder/1/name=pets,rows=12,cols=12/en-1/0000000000000" };

/** What a game is played with is in the window, and covers nothing when it is said so. @param {import("playwright-core").Page} page @param {string} game @param {string} where @param {boolean} whole */
async function inSight(page, game, where, whole) {
  const seen = await page.evaluate((what) => {
    const box = document.querySelector(what)?.getBoundingClientRect();
    const board = document.querySelector('.stage > [data-kind="grid"] .grid')?.getBoundingClientRect();
    const dock = document.querySelector(".dock")?.getBoundingClientRect();
    return { scrolled: scrollY, top: box?.top ?? -1, bottom: box?.bottom ?? Infinity, height: innerHeight, covered: board && dock ? board.bottom - dock.top : 0 };
  }, PLAYED_WITH[game]);
  const told = `${game} ${where}: ${JSON.stringify(seen)}`;
  assert.ok(seen.scrolled === 0 && seen.top >= 0 && seen.bottom <= seen.height, told);
  assert.ok(!whole || seen.covered <= 0, told);
}

for (const [width, height] of [[1280, 800], [390, 844]]) {
  story(`what one plays with is seen without scrolling, alone and at a table, at ${width} by ${height}`, async ({ house, come }) => {
    /** @type {import("playwright-core").Page} */
    let ann;
    const ben = await come();
    for (const game of Object.keys(PLAYED_WITH)) {
      // Nobody opens so many in a minute.
      ann = await come({ viewport: { width, height } });
      if (game === "junior") {
        await ann.goto(`${house.url}/new/junior?board=animals`);
        await ann.getByRole("button", { name: "Begin" }).click();
        await ann.locator("lx-scene[data-mine]").waitFor();
        await inSight(ann, game, "with its first words", false);
        await gotIt(ann);
      } else {
        await playTicket(ann, house, LARGE[game]);
      }
      await inSight(ann, game, "alone", true);
      if (game === "builder") continue;
      await openTable(ann, house, game === "junior" ? { game, set: { board: "animals" }, seats: 2 } : { ticket: TICKETS[game], seats: 2, race: true });
      await begin(ann, ben);
      await ann.locator("lx-scene[data-mine]").waitFor();
      await inSight(ann, game, "at a table", width > 400);
    }
    // Somebody wants to call the match off: that is said above the board.
    ann = await come({ viewport: { width, height } });
    await openTable(ann, house, { game: "junior", set: { board: "animals" }, seats: 2 });
    await begin(ann, ben);
    // After two moves a match is called off together.
    await turn(ann);
    await turn(ben);
    await ann.locator("lx-scene[data-mine]").waitFor();
    await ann.evaluate(() => scrollTo(0, 0));
    await ben.getByRole("button", { name: "Ask to call off" }).click();
    await ann.getByRole("button", { name: "Agree" }).waitFor();
    await inSight(ann, "junior", "with a banner", false);
  });
}

story("where a board goes on at the side, a phone says so above it", async ({ house, come }) => {
  const [ann, ben] = [await come({ viewport: { width: 390, height: 844 } }), await come()];
  await openTable(ann, house, { game: "junior", seats: 2 });
  await begin(ann, ben);
  await ann.locator("lx-scene[data-mine]").waitFor();
  await ann.locator('[data-pane="board"][data-goes-on]').waitFor();
  assert.match(await ann.locator('[data-pane="board"]').evaluate((pane) => getComputedStyle(pane, "::before").content), /More at the side/);
  await inSight(ann, "junior", "on the usual board", true);
});
