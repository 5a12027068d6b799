// Accounts: a guest saves an account, signs in elsewhere, forgets the passphrase, creates a token, downloads
// everything and deletes the account.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { TICKETS, playTicket, result, stories } from "./server.js";

const story = stories();
const PASSPHRASE = "seven quiet owls on a fence";

/** Plays a Wordle to its end. */
async function playOne(page, server) {
  await playTicket(page, server, TICKETS.wordle);
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  await result(page);
}

/** Sets a name and a passphrase. */
async function saveAccount(page, server, name) {
  await page.goto(`${server.url}/account`);
  await page.getByRole("group", { name: "Your name" }).getByLabel("Name").fill(name);
  await page.getByRole("group", { name: "Your name" }).getByRole("button", { name: "Change name" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("group", { name: "Save this account" }).getByLabel("Passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Set passphrase" }).click();
  await page.getByRole("group", { name: "Change passphrase" }).waitFor();
}

async function signIn(page, server, name, passphrase) {
  await page.goto(`${server.url}/account`);
  const form = page.getByRole("group", { name: "Sign in" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Passphrase").fill(passphrase);
  await form.getByRole("button", { name: "Sign in" }).click();
}

story("a guest saves an account, and is the same player in another browser", async ({ server, visit }) => {
  const [here, there] = [await visit(), await visit()];
  await playOne(here, server);
  await saveAccount(here, server, "Annabel");
  await signIn(there, server, "Annabel", "seven quiet owls on a gate");
  await there.locator("#alerts", { hasText: /Wrong name or passphrase/ }).waitFor();
  await there.getByRole("group", { name: "Sign in" }).getByLabel("Passphrase").fill(PASSPHRASE);
  await there.getByRole("group", { name: "Sign in" }).getByRole("button", { name: "Sign in" }).click();
  await there.getByRole("heading", { level: 1, name: "Annabel" }).waitFor();
  await there.goto(`${server.url}/stats`);
  await there.getByRole("heading", { name: "Wordle" }).waitFor();
  // One browser ends the session of the other.
  await here.goto(`${server.url}/account`);
  await here
    .getByRole("listitem")
    .filter({ hasText: "Other device" })
    .getByRole("button", { name: "Sign out" })
    .click();
  await here.getByRole("listitem").filter({ hasText: "Other device" }).waitFor({ state: "detached" });
  await there.goto(`${server.url}/account`);
  await there.getByRole("heading", { level: 1, name: "Account" }).waitFor();
});

story(
  "a new passphrase gives this browser a new session, and a match in another tab continues",
  async ({ server, visit }) => {
    const page = await visit();
    await playTicket(page, server, TICKETS.wordle);
    const session = async () =>
      (await page.context().cookies()).find((cookie) => cookie.name === "lx")?.value;
    const before = await session();
    const other = await page.context().newPage();
    await saveAccount(other, server, "Ottilie");
    assert.notEqual(await session(), before);
    await page.keyboard.type("crane");
    await page.keyboard.press("Enter");
    assert.equal(await result(page), "Solved in 1!");
    await page.locator("#account-link", { hasText: "Ottilie" }).waitFor();
    assert.equal(await page.locator("#alerts").textContent(), "", "no tab says that it is signed out");
  },
);

story("signing in merges the guest's games into the account", async ({ server, visit }) => {
  const [here, there] = [await visit(), await visit()];
  await here.goto(server.url);
  await here.evaluate(() =>
    fetch("/api/v1/me", {
      method: "POST",
      headers: { "X-Lexicade": "1", "Content-Type": "application/json" },
      body: "{}",
    }),
  );
  await saveAccount(here, server, "Beatrix");
  await playOne(there, server);
  await signIn(there, server, "Beatrix", PASSPHRASE);
  await there.getByRole("heading", { level: 1, name: "Beatrix" }).waitFor();
  await here.goto(server.url);
  await here.getByRole("heading", { name: "Recent games" }).waitFor();
});

/** Creates a recovery link on the account page, and waits until it replaces the one that is shown. */
async function makeLink(page) {
  const group = page.getByRole("group", { name: "Recovery link" });
  const before = await group.locator("code").allTextContents();
  await group.getByRole("button", { name: "Create link" }).click();
  return (
    (await group
      .locator("code")
      .filter({ hasNotText: before[0] ?? "nothing" })
      .textContent()) ?? ""
  );
}

story(
  "a recovery link names its account, signs in without a passphrase, and works once",
  async ({ server, visit }) => {
    const [here, there, third] = [await visit(), await visit(), await visit()];
    await playOne(here, server);
    await saveAccount(here, server, "Cordelia");
    const old = await makeLink(here);
    const link = await makeLink(here);
    assert.notEqual(old, link);
    await there.goto(old);
    await there.getByText("This recovery link doesn't work any more.").waitFor();
    // A guest is told what the account will get, and may cancel.
    await playOne(there, server);
    const guest = (await there.locator("#account-link").textContent()) ?? "";
    await there.goto(link);
    await there.getByRole("heading", { level: 1, name: "Sign in as Cordelia?" }).waitFor();
    await there.getByText("Your matches, tables and boards will belong to Cordelia.").waitFor();
    assert.ok(!there.url().includes("#"), "the secret doesn't stay in the address");
    await there.getByRole("link", { name: "Cancel" }).click();
    await there.locator("#account-link", { hasText: guest.trim() }).waitFor();
    await there.goto("about:blank");
    await there.goto(link);
    await there.getByRole("button", { name: "Sign in" }).click();
    await there.getByRole("heading", { level: 1, name: "Cordelia" }).waitFor();
    // Right after signing in with a link, the old passphrase isn't needed.
    const form = there.getByRole("group", { name: "Change passphrase" });
    await form.getByLabel("New passphrase").fill("eight loud owls on a gate");
    await form.getByRole("button", { name: "Change passphrase" }).click();
    await there.locator("#announcements", { hasText: "Passphrase changed." }).waitFor({ state: "attached" });
    await third.goto(link);
    await third.getByText("This recovery link doesn't work any more.").waitFor();
    assert.equal(await third.getByRole("button", { name: "Sign in" }).count(), 0);
  },
);

story(
  "an account with only a recovery link gets a new link when the old one is used",
  async ({ server, visit }) => {
    const [here, there, third] = [await visit(), await visit(), await visit()];
    await playOne(here, server);
    await here.goto(`${server.url}/account`);
    const name = (await here.getByRole("heading", { level: 1 }).textContent()) ?? "";
    const link = await makeLink(here);
    await there.goto(link);
    await there.getByRole("heading", { level: 1, name: `Sign in as ${name}?` }).waitFor();
    await there.getByRole("button", { name: "Sign in" }).click();
    await there.getByRole("heading", { level: 1, name: "Your new link" }).waitFor();
    const next = (await there.locator("code").textContent()) ?? "";
    assert.notEqual(next, link);
    await there.getByRole("link", { name: "Continue" }).click();
    await there.getByRole("heading", { level: 1, name }).waitFor();
    await third.goto(link);
    await third.getByText("This recovery link doesn't work any more.").waitFor();
    await third.goto("about:blank");
    await third.goto(next);
    await third.getByRole("heading", { level: 1, name: `Sign in as ${name}?` }).waitFor();
  },
);

story("a token lets a program play until it is revoked", async ({ server, visit }) => {
  const page = await visit();
  await playOne(page, server);
  await page.goto(`${server.url}/account`);
  const tokens = page.getByRole("group", { name: "Tokens for programs" });
  await tokens.getByLabel("Name of the token").fill("my bot");
  await tokens.getByRole("button", { name: "Create token" }).click();
  const token = (await tokens.locator("code").textContent()) ?? "";
  const ask = () => fetch(`${server.url}/api/v1/matches`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await ask();
  assert.equal(answer.status, 200);
  assert.equal((await answer.json()).matches.length, 1);
  await page.goto(`${server.url}/account`);
  await page.getByRole("button", { name: "Revoke the token my bot" }).click();
  await page.getByRole("button", { name: "Revoke the token my bot" }).waitFor({ state: "detached" });
  assert.equal((await ask()).status, 401);
  assert.ok(!(await page.content()).includes(token), "it is shown only once");
});

story("a player downloads everything and deletes the account", async ({ server, visit }) => {
  const page = await visit();
  await playOne(page, server);
  await saveAccount(page, server, "Dorothea");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  const all = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.match(JSON.stringify(all), /Dorothea/);
  assert.doesNotMatch(JSON.stringify(all), /argon2/, "the export has no hash");
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
  await page.locator("#announcements", { hasText: "Account deleted." }).waitFor({ state: "attached" });
  assert.equal(await page.getByRole("heading", { name: "Recent games" }).count(), 0);
  await signIn(page, server, "Dorothea", PASSPHRASE);
  await page.locator("#alerts", { hasText: /Wrong name or passphrase/ }).waitFor();
});
