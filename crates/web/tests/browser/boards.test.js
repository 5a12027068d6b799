// Boards: brought from a file, looked at, taken along, shared by a link, played on, built on, deleted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gotIt, stories } from "./house.js";

const story = stories();

story("a board is brought, shared, played on by somebody else, taken along and deleted", async ({ house, come }) => {
  const [ann, ben] = [await come({ permissions: ["clipboard-read", "clipboard-write"] }), await come()];
  // What the house gives as a file is what it takes as one.
  await ann.goto(`${house.url}/board/toys`);
  const download = async (page) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "As a file" }).click()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const toys = await download(ann);
  assert.equal(toys.name, "toys.txt");

  await ann.goto(`${house.url}/boards`);
  const bring = ann.getByRole("group", { name: "Bring a board" });
  await bring.getByLabel("Name").fill("crooked");
  await bring.getByLabel("Text").fill("this is no board");
  await bring.getByRole("button", { name: "Save it" }).click();
  await ann.locator("#urgent", { hasText: /line/i }).waitFor();
  assert.equal(await bring.getByLabel("Text").inputValue(), "this is no board", "what was typed stays");
  await bring.getByLabel("Name").fill("");
  await bring.getByLabel("From a file").setInputFiles({ name: "my toys.txt", mimeType: "text/plain", buffer: Buffer.from(toys.text) });
  await ann.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("board-name")).value === "my toys");
  await bring.getByRole("button", { name: "Save it" }).click();
  await ann.getByRole("link", { name: "my toys" }).waitFor();

  await ann.getByRole("button", { name: "Share my toys" }).click();
  await ann.locator("#said", { hasText: "The link is copied." }).waitFor({ state: "attached" });
  const link = await ann.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/board\/[0-9A-Z]{26}$/);

  await ben.goto(link);
  await ben.getByRole("heading", { level: 1, name: "My toys" }).waitFor();
  assert.equal((await download(ben)).text, toys.text);
  await ben.getByRole("link", { name: "Play on it" }).click();
  assert.equal(await ben.getByLabel("Board").locator("option:checked").textContent(), "The shared board");
  await ben.getByRole("button", { name: "Begin" }).click();
  await ben.waitForURL("**/match/**");
  await gotIt(ben);
  await ben.getByRole("grid").or(ben.getByRole("table")).first().waitFor();
  await ben.goto(link);
  await ben.getByRole("link", { name: "Go on building" }).click();
  await ben.getByRole("button", { name: "Begin" }).click();
  await ben.waitForURL("**/match/**");
  await ben.locator(".words-list li").first().waitFor();

  await ann.getByRole("button", { name: "Delete my toys" }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Delete it" }).click();
  await ann.getByText("None yet.").waitFor();
  await ben.goto(link);
  await ben.getByRole("heading", { name: "That did not work" }).waitFor();
});
