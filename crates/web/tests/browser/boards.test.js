// Boards: imported from a file, viewed, downloaded, shared by a link, played, edited, deleted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gotIt, stories, start } from "./server.js";

const story = stories();

story(
  "a board is imported, shared, played by another player, downloaded and deleted",
  async ({ server, visit }) => {
    const [ann, ben] = [await visit({ permissions: ["clipboard-read", "clipboard-write"] }), await visit()];
    // The server imports the files that it exports.
    await ann.goto(`${server.url}/board/toys`);
    const download = async (page) => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download" }).click(),
      ]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const toys = await download(ann);
    assert.equal(toys.name, "toys.txt");

    await ann.goto(`${server.url}/boards`);
    const form = ann.getByRole("group", { name: "Import a board" });
    await form.getByLabel("Name").fill("crooked");
    await form.getByLabel("Text").fill("this isn't a board");
    await form.getByRole("button", { name: "Save" }).click();
    await ann.locator("#alerts", { hasText: /line/i }).waitFor();
    assert.equal(await form.getByLabel("Text").inputValue(), "this isn't a board", "the text stays");
    await form.getByLabel("Name").fill("");
    await form
      .getByLabel("From a file")
      .setInputFiles({ name: "my toys.txt", mimeType: "text/plain", buffer: Buffer.from(toys.text) });
    await ann.waitForFunction(
      () => /** @type {HTMLInputElement} */ (document.getElementById("board-name")).value === "my toys",
    );
    await form.getByRole("button", { name: "Save" }).click();
    await ann.getByRole("link", { name: "my toys" }).waitFor();

    await ann.getByRole("button", { name: "Share my toys" }).click();
    await ann.locator("#announcements", { hasText: "Link copied." }).waitFor({ state: "attached" });
    const link = await ann.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/board\/[0-9A-Z]{26}$/);

    await ben.goto(link);
    await ben.getByRole("heading", { level: 1, name: "My toys" }).waitFor();
    assert.equal((await download(ben)).text, toys.text);
    await ben.getByRole("link", { name: "Play" }).click();
    assert.equal(await ben.getByLabel("Board").locator("option:checked").textContent(), "Shared board");
    await start(ben);
    await ben.waitForURL("**/match/**");
    await gotIt(ben);
    await ben.getByRole("grid").or(ben.getByRole("table")).first().waitFor();
    await ben.goto(link);
    await ben.getByRole("link", { name: "Edit" }).click();
    await start(ben);
    await ben.waitForURL("**/match/**");
    await ben.locator(".words-list li").first().waitFor();

    await ann.getByRole("button", { name: "Delete my toys" }).click();
    await ann.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await ann.getByText("None yet.").waitFor();
    await ben.goto(link);
    await ben.getByRole("heading", { name: "Something went wrong" }).waitFor();
  },
);
