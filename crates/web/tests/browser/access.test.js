// Accessibility: names and roles as in the snapshots, small windows, high contrast, and live regions that are
// never redrawn. faults.test.js runs axe-core; keys.test.js plays with the keyboard.

import assert from "node:assert/strict";
import { readFileSync, existsSync, writeFileSync } from "node:fs";
import { TICKETS, gotIt, playTicket, stories, start } from "./server.js";

const story = stories();

story(
  "high contrast, from the system or the settings, works in light and dark",
  async ({ server, visit }) => {
    const page = await visit();
    await page.goto(`${server.url}/settings`);
    const good = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--good").trim());
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.getByLabel("Contrast").selectOption("system");
      await page.emulateMedia({ colorScheme, contrast: "more" });
      assert.equal(await good(), "#f5793a", `${colorScheme}, from the system`);
      await page.emulateMedia({ colorScheme, contrast: "no-preference" });
      assert.notEqual(await good(), "#f5793a", `${colorScheme}, off`);
      await page.getByLabel("Contrast").selectOption("high");
      assert.equal(await good(), "#f5793a", `${colorScheme}, from the settings`);
    }
  },
);

story("names and roles of games match the snapshots", async ({ server, visit }) => {
  const page = await visit();
  await playTicket(page, server, TICKETS.wordle);
  await page.keyboard.type("trace");
  await page.keyboard.press("Enter");
  await page.getByRole("cell", { name: "T, absent" }).waitFor();
  matches("wordle", await page.locator("lx-scene").ariaSnapshot());
  await playTicket(page, server, TICKETS.wampus);
  matches("wampus", await page.locator("lx-scene").ariaSnapshot());
  await playTicket(page, server, TICKETS.hand);
  matches("hand", await page.locator("lx-scene").ariaSnapshot());
  await playTicket(page, server, TICKETS.builder);
  matches("builder", await page.locator("lx-scene").ariaSnapshot());
});

/** Replaces what differs between runs. @param {string} now */
const stable = (now) =>
  now
    .replace(/(textbox "Anyone with this link can join": ).*/, "$1a link")
    .replace(/New ones in [\d:]+ \w+/, "New ones in some hours");

story("the lobby, the setup, a table, Junior and Wizards match the snapshots", async ({ server, visit }) => {
  const page = await visit();
  const main = async () => stable(await page.locator("main:not([aria-busy])").ariaSnapshot());
  // Guests have random names, so this one is renamed.
  await page.goto(server.url);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await page.evaluate(async () => {
    const ask = (/** @type {string} */ method, /** @type {unknown} */ body) =>
      fetch("/api/v1/me", {
        method,
        headers: { "X-Lexicade": "1", "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    await ask("POST", {});
    await ask("PUT", { name: "Ann" });
  });
  await page.goto(server.url);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await page.getByText("New ones in").waitFor();
  matches("lobby", await main());
  await page.goto(`${server.url}/new/wordle`);
  await page.getByRole("button", { name: "Start" }).waitFor();
  matches("setup", await main());
  await playTicket(page, server, TICKETS.wizards);
  matches("wizards", await page.locator("lx-scene").ariaSnapshot());
  // A fixed seed gives the same racks each time.
  const open = (/** @type {string} */ path, /** @type {unknown} */ body) =>
    page.evaluate(
      async ([path, body]) =>
        (
          await fetch(`/api/v1${path}`, {
            method: "POST",
            headers: { "X-Lexicade": "1", "Content-Type": "application/json" },
            body: JSON.stringify(body),
          })
        ).json(),
      /** @type {const} */ ([path, body]),
    );
  const { match } = await open("/matches", {
    game: "junior",
    set: { board: "toys" },
    seats: 2,
    seed: "0000000000007",
    bots: [{ seat: 1, name: "sensible" }],
  });
  await page.goto(`${server.url}/match/${match}`);
  await page.locator("lx-scene[data-my-turn]").waitFor();
  matches("junior", await page.locator("lx-scene").ariaSnapshot());
  await page.goto(`${server.url}/new/junior`);
  await page.getByLabel("Player 2").selectOption("");
  await start(page);
  await page.getByRole("button", { name: "Start" }).waitFor();
  matches("table", await main());
});

/** Compares with a snapshot; AGREE=1 writes it. @param {string} name @param {string} now */
function matches(name, now) {
  const file = new URL(`./aria/${name}.yml`, import.meta.url);
  if (process.env.AGREE || !existsSync(file)) {
    assert.ok(process.env.AGREE, `${file.pathname} is missing`);
    return writeFileSync(file, `${now}\n`);
  }
  assert.equal(`${now}\n`, readFileSync(file, "utf8").replaceAll("\r\n", "\n"), name);
}

story("announcements stay in the same live region when the page is redrawn", async ({ server, visit }) => {
  const page = await visit();
  await page.goto(server.url);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await page.evaluate(() => (window.region = document.getElementById("announcements")));
  await page.getByRole("button", { name: "Play Wordle" }).click();
  await page.waitForURL("**/match/**");
  await page.locator("lx-scene[data-my-turn]").waitFor();
  await page.keyboard.type("trace");
  await page.keyboard.press("Enter");
  await page.locator("#announcements", { hasText: "Guess 1, TRACE" }).waitFor({ state: "attached" });
  assert.ok(
    await page.evaluate(
      () =>
        window.region.isConnected &&
        window.region === document.getElementById("announcements") &&
        window.region.getAttribute("aria-live") === "polite",
    ),
  );
});

story("at 400 % zoom no page scrolls sideways", async ({ server, visit }) => {
  const page = await visit({ viewport: { width: 320, height: 256 } });
  for (const path of [
    "/",
    "/settings",
    "/rules/wordle",
    "/new/junior",
    "/boards",
    "/board/toys",
    "/account",
    "/stats",
  ]) {
    await page.goto(server.url + path);
    await page.locator("main:not([aria-busy]) h1").first().waitFor({ state: "attached" });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), path);
  }
  const junior = async () => {
    await page.goto(`${server.url}/new/junior?board=animals`);
    await start(page);
    await page.locator("lx-scene[data-my-turn]").waitFor();
    await gotIt(page);
  };
  const table = async () => {
    await page.goto(`${server.url}/new/junior`);
    await page.getByLabel("Player 2").selectOption("");
    await start(page);
    await page.getByRole("button", { name: "Start" }).waitFor();
  };
  const scenes = [
    ...Object.entries(TICKETS).map(
      ([game, ticket]) => /** @type {const} */ ([game, () => playTicket(page, server, ticket)]),
    ),
    /** @type {const} */ (["junior", junior]),
    /** @type {const} */ (["table", table]),
  ];
  for (const [game, open] of scenes) {
    await open();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), game);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("main button, main a.button, main input")]
        .filter((el) => {
          const { width, height } = el.getBoundingClientRect();
          // The field of Wordle is hidden behind its row, for keyboards and screen readers only.
          const unseen = (el.parentElement?.getBoundingClientRect().width ?? 0) <= 1;
          return !unseen && width > 0 && (width < 24 || height < 24);
        })
        .map((el) => el.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(small, [], `${game}: every target is 24 wide and high`);
  }
});
