// axe-core finds no serious faults on any page, in light and dark, with and without high contrast.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { TICKETS, gotIt, playTicket, result, stories, start } from "./server.js";

const story = stories();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * All rules in light colours; in the other looks only those that depend on colour.
 * @type {[import("playwright-core").PageEmulateMediaOptions & object, string[]][]}
 */
const LOOKS = [
  [
    { colorScheme: "light", contrast: "no-preference" },
    ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  ],
  [{ colorScheme: "dark", contrast: "no-preference" }, ["color-contrast"]],
  [{ colorScheme: "light", contrast: "more" }, ["color-contrast"]],
  [{ colorScheme: "dark", contrast: "more" }, ["color-contrast"]],
];

/**
 * The serious faults that axe-core finds. The page's content security policy forbids foreign scripts, so
 * axe-core is evaluated from outside.
 */
async function faults(page, name) {
  await page.evaluate(axe);
  const found = [];
  for (const [look, rules] of LOOKS) {
    await page.emulateMedia(look);
    const { violations } = await page.evaluate(async (runOnly) => {
      // Waits for the end of colour transitions.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      await Promise.all(document.getAnimations().map((motion) => motion.finished.catch(() => {})));
      return window.axe.run(document, { runOnly });
    }, rules);
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    found.push(
      ...serious.map(
        ({ id, nodes }) =>
          `${name}, ${look.colorScheme}, ${look.contrast}: ${id}: ${nodes
            .map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`)
            .slice(0, 3)
            .join(" | ")}`,
      ),
    );
  }
  return found;
}

story("no game has serious faults, at the start and at the end", async ({ server, visit }) => {
  const page = await visit();
  const found = [];
  for (const [game, ticket] of Object.entries(TICKETS)) {
    await playTicket(page, server, ticket);
    found.push(...(await faults(page, game)));
  }
  await page.goto(`${server.url}/new/junior?board=toys`);
  await start(page);
  await page.locator("lx-scene[data-my-turn]").waitFor();
  found.push(...(await faults(page, "junior")));
  await page.getByRole("button", { name: "Resign" }).click();
  found.push(...(await faults(page, "a question")));
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await result(page);
  found.push(...(await faults(page, "a result")));
  await page.getByRole("link", { name: "Replay" }).click();
  await page.waitForURL("**/steps");
  await page.getByRole("slider").waitFor();
  found.push(...(await faults(page, "replay")));
  assert.equal(found.join("\n"), "");
});

story("no page has serious faults", async ({ server, visit }) => {
  const page = await visit();
  const found = [];
  await page.goto(`${server.url}/new/junior`);
  await page.getByLabel("Player 2").selectOption("");
  found.push(...(await faults(page, "setup")));
  await start(page);
  await page.getByRole("button", { name: "Start" }).waitFor();
  found.push(...(await faults(page, "table")));
  // An invitation, and a race in progress.
  const [host, other] = [await visit(), await visit()];
  const link = (/** @type {import("playwright-core").Page} */ at) =>
    at.getByRole("textbox", { name: /Anyone with this link/ }).inputValue();
  await other.goto(await link(page));
  await other.getByRole("button", { name: "Take a seat" }).waitFor();
  found.push(...(await faults(other, "join")));
  await host.goto(`${server.url}/play/${TICKETS.wordle}`);
  await host.getByRole("button", { name: "Race a friend" }).click();
  await other.goto(await link(host));
  await other.getByRole("button", { name: "Take a seat" }).click();
  await other.waitForURL("**/table/**");
  await host.getByRole("button", { name: "Start" }).click();
  await host.locator(".race tr").nth(1).waitFor();
  await gotIt(host);
  found.push(...(await faults(host, "a race")));
  // The leaderboard of a daily is shown to those who have played it.
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play today's Hunt the Wampus" }).click();
  await page.locator("lx-scene[data-my-turn]").waitFor();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(page);
  await page.getByRole("link", { name: "Leaderboard" }).click();
  await page.waitForURL("**/leaderboard/**");
  await page.getByRole("table").waitFor();
  found.push(...(await faults(page, "leaderboard")));
  for (const path of [
    "/",
    "/stats",
    "/boards",
    "/board/toys",
    "/settings",
    "/account",
    "/rules/wordle",
    "/new/wordle",
    `/play/${TICKETS.wordle}`,
    "/recover#secret",
    "/no-such-page",
  ]) {
    await page.goto(server.url + path);
    await page.locator("main:not([aria-busy]) h1").first().waitFor({ state: "attached" });
    found.push(...(await faults(page, path)));
  }
  assert.equal(found.join("\n"), "");
});
