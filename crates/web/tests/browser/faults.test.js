// Every page without serious faults by axe-core: light and dark, and both in high contrast.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { TICKETS, gotIt, playTicket, result, stories } from "./house.js";

const story = stories();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All that can be found, in light colours; in the others what depends on them. @type {[import("playwright-core").PageEmulateMediaOptions & object, string[]][]} */
const LOOKS = [
  [{ colorScheme: "light", contrast: "no-preference" }, ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]],
  [{ colorScheme: "dark", contrast: "no-preference" }, ["color-contrast"]],
  [{ colorScheme: "light", contrast: "more" }, ["color-contrast"]],
  [{ colorScheme: "dark", contrast: "more" }, ["color-contrast"]],
];

/** What axe-core finds that is serious. The page's own rules forbid foreign scripts, so it is run from outside of them. */
async function faults(page, name) {
  await page.evaluate(axe);
  const found = [];
  for (const [look, rules] of LOOKS) {
    await page.emulateMedia(look);
    const { violations } = await page.evaluate(async (runOnly) => {
      // Colours that change do so in a moment: it is looked at what comes of it.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      await Promise.all(document.getAnimations().map((motion) => motion.finished.catch(() => {})));
      return window.axe.run(document, { runOnly });
    }, rules);
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    found.push(...serious.map(({ id, nodes }) => `${name}, ${look.colorScheme}, ${look.contrast}: ${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`));
  }
  return found;
}

story("no game has serious faults, at its beginning and at its end", async ({ house, come }) => {
  const page = await come();
  const found = [];
  for (const [game, ticket] of Object.entries(TICKETS)) {
    await playTicket(page, house, ticket);
    found.push(...(await faults(page, game)));
  }
  await page.goto(`${house.url}/new/junior?board=toys`);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator("lx-scene[data-mine]").waitFor();
  found.push(...(await faults(page, "junior")));
  await page.getByRole("button", { name: "Resign" }).click();
  found.push(...(await faults(page, "a question")));
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(page);
  found.push(...(await faults(page, "a result")));
  await page.getByRole("link", { name: "Step through" }).click();
  await page.waitForURL("**/steps");
  await page.getByRole("slider").waitFor();
  found.push(...(await faults(page, "steps")));
  assert.equal(found.join("\n"), "");
});

story("no page has serious faults", async ({ house, come }) => {
  const page = await come();
  const found = [];
  await page.goto(`${house.url}/new/junior`);
  await page.getByLabel("Player 2").selectOption("");
  found.push(...(await faults(page, "setup")));
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("button", { name: "Start" }).waitFor();
  found.push(...(await faults(page, "table")));
  // Somebody who is invited, and a race while it is run.
  const [host, other] = [await come(), await come()];
  const link = (/** @type {import("playwright-core").Page} */ at) => at.getByRole("textbox", { name: /Whoever has this link/ }).inputValue();
  await other.goto(await link(page));
  await other.getByRole("button", { name: "Sit down" }).waitFor();
  found.push(...(await faults(other, "join")));
  await host.goto(`${house.url}/play/${TICKETS.wordle}`);
  await host.getByRole("button", { name: "Race somebody on it" }).click();
  await other.goto(await link(host));
  await other.getByRole("button", { name: "Sit down" }).click();
  await other.waitForURL("**/table/**");
  await host.getByRole("button", { name: "Start" }).click();
  await host.locator(".race tr").nth(1).waitFor();
  await gotIt(host);
  found.push(...(await faults(host, "a race")));
  // The honours of a day are shown to those who have played it.
  await page.goto(house.url);
  await page.getByRole("button", { name: "Play today's Hunt the Wampus" }).click();
  await page.locator("lx-scene[data-mine]").waitFor();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(page);
  await page.getByRole("link", { name: "Honours" }).click();
  await page.waitForURL("**/honours/**");
  await page.getByRole("table").waitFor();
  found.push(...(await faults(page, "honours")));
  for (const path of ["/", "/stats", "/boards", "/board/toys", "/settings", "/account", "/rules/wordle", "/new/wordle", `/play/${TICKETS.wordle}`, "/recover#secret", "/no-such-page"]) {
    await page.goto(house.url + path);
    await page.locator("main:not([aria-busy]) h1").first().waitFor({ state: "attached" });
    found.push(...(await faults(page, path)));
  }
  assert.equal(found.join("\n"), "");
});
