// Takes screenshots of every page and game in three sizes and three looks: node shots.js [FOLDER] [NAME,…]

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Server, gotIt, guest, launch, playTicket, start } from "./server.js";

const folder = process.argv[2] ?? "shots";
const only = process.argv[3];
mkdirSync(folder, { recursive: true });

const server = await Server.open();
const browser = await launch();

/** @type {Record<string, (page: import("playwright-core").Page) => Promise<void>>} */
const SCENES = {
  async wordle(page) {
    await playTicket(page, server, "wordle/1/word=crane/en-1/0000000000000");
    for (const [n, word] of ["trace", "bacon"].entries()) {
      await page.keyboard.type(word);
      await page.keyboard.press("Enter");
      await page
        .locator('[data-pane="rows"] .row')
        .nth(n)
        .locator('[data-tone="off"], [data-tone="near"], [data-tone="good"]')
        .first()
        .waitFor();
    }
    await page.keyboard.type("cra");
  },
  async wizards(page) {
    await playTicket(page, server, "wizards/1/-/en-1/0000000000004");
    for (let n = 0; n < 3; n += 1) {
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".hint button").first().click();
      await page.locator(".hint").waitFor({ state: "hidden" });
    }
    await page.locator('[data-pane="letters"] button').nth(1).click();
    await page.locator('[data-pane="letters"] button').nth(3).click();
  },
  async hand(page) {
    await playTicket(page, server, "hand/1/deals=aci*prt:dd*lout,swaps=a/en-1/0000000000000");
    await page.getByRole("button", { name: "Keep all letters" }).click();
    await page.getByRole("textbox", { name: "Word" }).waitFor();
    await page.keyboard.type("part");
    await page.locator(".remark", { hasText: "if it is a word" }).waitFor();
  },
  async wampus(page) {
    await playTicket(page, server, "wampus/1/cave=classic/en-1/0000000000000");
    await page.keyboard.press("ArrowRight");
    await page.locator("#announcements", { hasText: "You walk" }).waitFor({ state: "attached" });
    await page.keyboard.press("n");
    await page.getByRole("gridcell").nth(10).click();
    await page.getByRole("gridcell").nth(9).click();
    await page.getByRole("gridcell").nth(9).click();
    await page.keyboard.press("Escape");
  },
  async junior(page) {
    await page.goto(`${server.url}/new/junior?board=animals`);
    await start(page);
    await page.locator("lx-scene[data-my-turn]").waitFor();
    await gotIt(page);
    for (let n = 0; n < 4; n += 1) {
      const said = await page.locator(".log li").count();
      await page.locator('[data-pane="board"] [data-clickable]').first().click();
      await page.locator(".log li").nth(said).waitFor({ state: "attached" });
      await page.locator("lx-scene[data-my-turn]").waitFor();
    }
  },
  async builder(page) {
    await playTicket(page, server, "builder/1/name=pets,rows=10,cols=10/en-1/0000000000000");
    const word = page.getByRole("textbox", { name: "Word" });
    await page.getByRole("spinbutton", { name: "Random words to add" }).fill("5");
    await page.getByRole("button", { name: "Add" }).click();
    await page.locator("#announcements", { hasText: "Added" }).waitFor({ state: "attached" });
    await word.fill("cat");
    await page.getByRole("gridcell", { name: /^Hc,/ }).click();
    await page.locator(".reason").filter({ hasText: /\w/ }).waitFor();
  },
  async lobby(page) {
    await page.goto(server.url);
    await page.getByRole("heading", { name: "Games" }).waitFor();
    await page.locator("main:not([aria-busy])").waitFor();
  },
  async setup(page) {
    await page.goto(`${server.url}/new/wordle`);
    await page.getByRole("button", { name: "Start" }).waitFor();
  },
  async table(page) {
    await page.goto(`${server.url}/new/junior`);
    await page.getByLabel("Player 2").selectOption("");
    await start(page);
    await page.getByRole("button", { name: "Close table" }).waitFor();
  },
  async over(page) {
    await playTicket(page, server, "wordle/1/word=crane/en-1/0000000000000");
    for (const word of ["trace", "bacon", "crane"]) {
      await page.keyboard.type(word);
      await page.keyboard.press("Enter");
      await page.locator("#announcements", { hasText: word.toUpperCase() }).waitFor({ state: "attached" });
    }
    await page.locator(".result h2").waitFor();
  },
  async stats(page) {
    await page.goto(`${server.url}/stats`);
    await page.locator("main:not([aria-busy]) h1").waitFor();
  },
  async boards(page) {
    await page.goto(`${server.url}/boards`);
    await page.locator("main:not([aria-busy]) h1").waitFor();
  },
  async board(page) {
    await page.goto(`${server.url}/board/animals`);
    await page.locator("main:not([aria-busy]) h1").waitFor();
  },
  async settings(page) {
    await page.goto(`${server.url}/settings`);
    await page.locator("main:not([aria-busy]) h1").waitFor();
  },
  async account(page) {
    await page.goto(`${server.url}/account`);
    await page.locator("main:not([aria-busy]) h1").waitFor();
  },
  async rules(page) {
    await page.goto(`${server.url}/rules/wordle`);
    await page.locator("main:not([aria-busy]) h1").waitFor();
  },
};

/** @type {Record<string, import("playwright-core").PageEmulateMediaOptions & object>} */
const LOOKS = {
  light: { colorScheme: "light", contrast: "no-preference" },
  dark: { colorScheme: "dark", contrast: "no-preference" },
  high: { colorScheme: "light", contrast: "more" },
};
const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1180, height: 860 },
};

for (const [size, viewport] of Object.entries(SIZES)) {
  const page = await guest(browser, server, {
    viewport,
    hasTouch: size === "phone",
    isMobile: size === "phone",
  });
  for (const [name, scene] of Object.entries(SCENES)) {
    if (only && !only.split(",").includes(name)) continue;
    await scene(page);
    for (const [look, media] of Object.entries(LOOKS)) {
      await page.emulateMedia(media);
      // Waits for colour transitions, and hides the toast.
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map((motion) => motion.finished.catch(() => {}))),
      );
      await page.locator("#toast").evaluate((toast) => (toast.hidden = true));
      await page.screenshot({ path: join(folder, `${name}-${size}-${look}.png`), fullPage: true });
    }
  }
  await page.context().close();
}
await browser.close();
await server.close();
