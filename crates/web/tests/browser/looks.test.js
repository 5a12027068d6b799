// How pages look where that carries meaning: tones that don't depend on colour, labels that aren't cut off,
// titles above their panes, controls without scrolling.

import assert from "node:assert/strict";
import { TICKETS, begin, gotIt, openTable, playTicket, result, stories, turn, start } from "./server.js";

const story = stories();

const TONES = ["plain", "good", "near", "off", "here", "danger"];
/** @type {(import("playwright-core").PageEmulateMediaOptions & object)[]} */
const LOOKS = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", contrast: "more" },
  { colorScheme: "dark", contrast: "more" },
  { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" },
];

/**
 * How a cell looks without its colours, for each tone: its edge, if it is visible on the cell, and a bar.
 * @param {import("playwright-core").Locator} cell @param {string[]} tones
 */
const edges = (cell, tones) =>
  cell.evaluate((el, tones) => {
    const was = el.getAttribute("data-tone") ?? "";
    const seen = tones.map((tone) => {
      el.setAttribute("data-tone", tone);
      const [style, bar] = [getComputedStyle(el), getComputedStyle(el, "::after")];
      const side = (/** @type {"Top" | "Bottom"} */ at) => {
        const [width, line, colour] = [
          style[`border${at}Width`],
          style[`border${at}Style`],
          style[`border${at}Color`],
        ];
        const clear = /rgba\(.*, 0\)/.test(colour) || colour === "transparent";
        // An edge in the colour of its cell isn't visible.
        return width === "0px" || line === "none" || clear || colour === style.backgroundColor
          ? "none"
          : `${width} ${line}`;
      };
      const hasBar = bar.content !== "none" && bar.content !== "normal";
      return `${side("Top")}, ${side("Bottom")}, ${hasBar ? "a bar" : "no bar"}`;
    });
    el.setAttribute("data-tone", was);
    return seen;
  }, tones);

story("no tone depends on colour alone, in any colour scheme", async ({ server, visit }) => {
  const page = await visit();
  const compare = async (
    /** @type {string} */ what,
    /** @type {import("playwright-core").Locator} */ cell,
    /** @type {string[]} */ tones,
  ) => {
    for (const look of LOOKS) {
      await page.emulateMedia({ contrast: "no-preference", forcedColors: "none", ...look });
      const seen = await edges(cell, tones);
      for (const [n, one] of seen.entries())
        assert.equal(
          seen.indexOf(one),
          n,
          `${what}, ${JSON.stringify(look)}: ${tones[n]} looks like ${tones[seen.indexOf(one)]}: ${one}`,
        );
    }
  };
  await playTicket(page, server, TICKETS.wordle);
  await compare("Wordle's keyboard", page.getByRole("button", { name: "Q", exact: true }), TONES);
  await compare("Wordle's rows", page.locator('[data-pane="rows"] .cell').first(), ["good", "near", "off"]);
  await playTicket(page, server, TICKETS.wizards);
  await compare("Wizards' letters", page.locator('[data-pane="letters"] .cell').first(), TONES);
  await playTicket(page, server, TICKETS.hand);
  await compare("Hand's letters", page.locator('[data-pane="hand"] .cell').first(), TONES);
  await page.goto(`${server.url}/new/junior?board=toys`);
  await start(page);
  await gotIt(page);
  await compare("Junior's tiles", page.locator('.stage [data-pane^="rack"] .cell').first(), TONES);
});

story(
  "on a small screen no chart label is cut off, and 'Daily' isn't said twice",
  async ({ server, visit }) => {
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await playTicket(page, server, "hand/1/deals=aci*prt/en-1/0000000000000");
    await page.getByRole("button", { name: "End this hand" }).click();
    await result(page);
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play today's Wordle" }).click();
    await page.locator("lx-scene[data-my-turn]").waitFor();
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
    await result(page);
    await page.goto(`${server.url}/stats`);
    await page.locator(".bars").nth(1).waitFor();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".bars")].flatMap((chart) => {
        const { left, right } = chart.getBoundingClientRect();
        return [...chart.querySelectorAll("text")]
          .filter((text) => {
            const box = text.getBoundingClientRect();
            return box.left < left || box.right > right;
          })
          .map((text) => text.textContent);
      }),
    );
    assert.deepEqual(cut, []);
    assert.ok(
      (await page.locator(".bar-name").allTextContents()).some((name) => name.length > 8),
      "there are long ones",
    );
    assert.equal(await page.getByRole("heading", { level: 3, name: /^Daily/ }).textContent(), "Daily");
    await page.getByText("You score 6 points").waitFor();
  },
);

story(
  "at every size a title stands above its pane, and a bot is called by its name",
  async ({ server, visit }) => {
    const page = await visit();
    await page.goto(`${server.url}/new/junior?board=toys`);
    await start(page);
    await gotIt(page);
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 1000 });
      const pane = page.locator('.side [data-pane^="rack"]');
      assert.equal(await pane.locator(".pane-title").textContent(), "Sensible's tiles");
      const [title, tile] = await pane.evaluate((pane) => {
        const words = document.createRange();
        words.selectNodeContents(/** @type {Element} */ (pane.querySelector(".pane-title")));
        return [
          words.getBoundingClientRect().left,
          pane.querySelector(".cell")?.getBoundingClientRect().left ?? 0,
        ];
      });
      assert.ok(Math.abs(title - tile) < 2, `${width}: the title begins at ${title}, its tiles at ${tile}`);
    }
  },
);

story("a board is drawn as in the game, with its text below", async ({ server, visit }) => {
  const page = await visit();
  await page.goto(`${server.url}/board/toys`);
  const board = page.getByRole("table", { name: "Board toys" });
  await board.waitFor();
  assert.equal(await board.getByRole("row").count(), 8);
  assert.equal((await board.getByRole("row").nth(1).textContent())?.trim(), "BALL");
  await board.getByRole("cell", { name: "He, D" }).waitFor();
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
  }
  assert.ok(!(await page.getByText("Ba H BALL").isVisible()));
  await page.locator("summary", { hasText: "Board as text" }).click();
  await page.getByText("Ba H BALL").waitFor();
});

story("the setup shows defaults, and offers a race only where one is possible", async ({ server, visit }) => {
  const page = await visit();
  await page.goto(`${server.url}/new/hand`);
  assert.equal(await page.getByRole("spinbutton", { name: "Hands" }).getAttribute("placeholder"), "1");
  await page.getByText("1 if empty").waitFor();
  await page.getByText("Race:").waitFor();
  await page.goto(`${server.url}/new/builder`);
  await page.getByRole("button", { name: "Start" }).waitFor();
  assert.equal(await page.getByText("Race:").count(), 0);
  await page.goto(`${server.url}/play/${TICKETS.builder}`);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Race a friend" }).count(), 0);
  await page.goto(server.url);
  await page.locator('[data-game-card="builder"]', { hasText: "1 player" }).waitFor();
  assert.doesNotMatch((await page.locator('[data-game-card="builder"]').textContent()) ?? "", /race/);
  await page.goto(`${server.url}/new/junior`);
  assert.equal(await page.getByLabel("Board").locator("option:checked").textContent(), "Classic (15 × 15)");
});

/** The tiles or controls of each game. */
const PLAYED_WITH = {
  wordle: '[data-pane="keys"]',
  wizards: '[data-pane="letters"]',
  hand: '[data-pane="hand"]',
  wampus: ".pads",
  junior: '.stage [data-pane^="rack"]',
  builder: ".build",
};
/** Boards as large as the built-in ones. */
const LARGE = { ...TICKETS, builder: "builder/1/name=pets,rows=12,cols=12/en-1/0000000000000" };

/**
 * Checks that the controls of a game are in the window and, if `whole`, that they don't cover the board.
 * @param {import("playwright-core").Page} page
 * @param {string} game
 * @param {string} where
 * @param {boolean} whole
 */
async function inSight(page, game, where, whole) {
  const seen = await page.evaluate((what) => {
    const box = document.querySelector(what)?.getBoundingClientRect();
    const board = document.querySelector('.stage > [data-kind="grid"] .grid')?.getBoundingClientRect();
    const dock = document.querySelector(".dock")?.getBoundingClientRect();
    return {
      scrolled: scrollY,
      top: box?.top ?? -1,
      bottom: box?.bottom ?? Infinity,
      height: innerHeight,
      covered: board && dock ? board.bottom - dock.top : 0,
    };
  }, PLAYED_WITH[game]);
  const told = `${game} ${where}: ${JSON.stringify(seen)}`;
  assert.ok(seen.scrolled === 0 && seen.top >= 0 && seen.bottom <= seen.height, told);
  assert.ok(!whole || seen.covered <= 0, told);
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
]) {
  story(
    `controls are visible without scrolling, alone and at a table, at ${width} by ${height}`,
    async ({ server, visit }) => {
      /** @type {import("playwright-core").Page} */
      let ann;
      const ben = await visit();
      for (const game of Object.keys(PLAYED_WITH)) {
        // A new guest each time, because of the limit on new matches per minute.
        ann = await visit({ viewport: { width, height } });
        if (game === "junior") {
          await ann.goto(`${server.url}/new/junior?board=animals`);
          await start(ann);
          await ann.locator("lx-scene[data-my-turn]").waitFor();
          await inSight(ann, game, "with tips", false);
          await gotIt(ann);
        } else {
          await playTicket(ann, server, LARGE[game]);
        }
        await inSight(ann, game, "alone", true);
        if (game === "builder") continue;
        await openTable(
          ann,
          server,
          game === "junior"
            ? { game, set: { board: "animals" }, seats: 2 }
            : { ticket: TICKETS[game], seats: 2, race: true },
        );
        await begin(ann, ben);
        await ann.locator("lx-scene[data-my-turn]").waitFor();
        await inSight(ann, game, "at a table", width > 400);
      }
      // An offer to cancel is shown above the board.
      ann = await visit({ viewport: { width, height } });
      await openTable(ann, server, { game: "junior", set: { board: "animals" }, seats: 2 });
      await begin(ann, ben);
      // After two moves, both players have to agree to cancel.
      await turn(ann);
      await turn(ben);
      await ann.locator("lx-scene[data-my-turn]").waitFor();
      await ann.evaluate(() => scrollTo(0, 0));
      await ben.getByRole("button", { name: "Offer to cancel" }).click();
      await ann.getByRole("button", { name: "Agree" }).waitFor();
      await inSight(ann, "junior", "with a banner", false);
    },
  );
}

story("a phone says above a board that it goes on at the side", async ({ server, visit }) => {
  const [ann, ben] = [await visit({ viewport: { width: 390, height: 844 } }), await visit()];
  await openTable(ann, server, { game: "junior", seats: 2 });
  await begin(ann, ben);
  await ann.locator("lx-scene[data-my-turn]").waitFor();
  await ann.locator('[data-pane="board"][data-overflows]').waitFor();
  assert.match(
    await ann.locator('[data-pane="board"]').evaluate((pane) => getComputedStyle(pane, "::before").content),
    /to see more/,
  );
  await inSight(ann, "junior", "on the usual board", true);
});
