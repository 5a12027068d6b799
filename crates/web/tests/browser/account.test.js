// Somebody: a guest who keeps a name, signs in elsewhere, loses the passphrase, gives a program a token, takes everything
// along and is forgotten.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { TICKETS, playTicket, result, stories } from "./house.js";

const story = stories();
const PASSPHRASE = "seven quiet owls on a fence";

/** Plays a Wordle to its end. */
async function playOne(page, house) {
  await playTicket(page, house, TICKETS.wordle);
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  await result(page);
}

/** Keeps a name. */
async function keep(page, house, name) {
  await page.goto(`${house.url}/account`);
  await page.getByRole("group", { name: "Your name" }).getByLabel("Name").fill(name);
  await page.getByRole("group", { name: "Your name" }).getByRole("button", { name: "Change it" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("group", { name: "Keep your name" }).getByLabel("Passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("group", { name: "Another passphrase" }).waitFor();
}

async function signIn(page, house, name, passphrase) {
  await page.goto(`${house.url}/account`);
  const form = page.getByRole("group", { name: "Sign in" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Passphrase").fill(passphrase);
  await form.getByRole("button", { name: "Sign in" }).click();
}

story("a guest keeps a name, and is the same person in another browser", async ({ house, come }) => {
  const [here, there] = [await come(), await come()];
  await playOne(here, house);
  await keep(here, house, "Annabel");
  await signIn(there, house, "Annabel", "seven quiet owls on a gate");
  await there.locator("#urgent", { hasText: /Wrong name or passphrase/ }).waitFor();
  await there.getByRole("group", { name: "Sign in" }).getByLabel("Passphrase").fill(PASSPHRASE);
  await there.getByRole("group", { name: "Sign in" }).getByRole("button", { name: "Sign in" }).click();
  await there.getByRole("heading", { level: 1, name: "Annabel" }).waitFor();
  await there.goto(`${house.url}/stats`);
  await there.getByRole("heading", { name: "Wordle" }).waitFor();
  // The one ends the other's session, and that one is nobody there any more.
  await here.goto(`${house.url}/account`);
  await here.getByRole("listitem").filter({ hasText: "Elsewhere" }).getByRole("button", { name: "End it" }).click();
  await here.getByRole("listitem").filter({ hasText: "Elsewhere" }).waitFor({ state: "detached" });
  await there.goto(`${house.url}/account`);
  await there.getByRole("heading", { level: 1, name: "Account" }).waitFor();
});

story("a new passphrase gives this browser a new session: a match in another tab goes on", async ({ house, come }) => {
  const page = await come();
  await playTicket(page, house, TICKETS.wordle);
  const session = async () => (await page.context().cookies()).find((cookie) => cookie.name === "lx")?.value;
  const before = await session();
  const other = await page.context().newPage();
  await keep(other, house, "Ottilie");
  assert.notEqual(await session(), before);
  await page.keyboard.type("crane");
  await page.keyboard.press("Enter");
  assert.equal(await result(page), "Well done!");
  await page.locator("#who", { hasText: "Ottilie" }).waitFor();
  assert.equal(await page.locator("#urgent").textContent(), "", "nobody is told to be signed out");
});

story("what was played as a guest goes to the name that is signed in to", async ({ house, come }) => {
  const [here, there] = [await come(), await come()];
  await here.goto(house.url);
  await here.evaluate(() => fetch("/api/v1/me", { method: "POST", headers: { "X-Lexicade": "1", "Content-Type": "application/json" }, body: "{}" }));
  await keep(here, house, "Beatrix");
  await playOne(there, house);
  await signIn(there, house, "Beatrix", PASSPHRASE);
  await there.getByRole("heading", { level: 1, name: "Beatrix" }).waitFor();
  await here.goto(house.url);
  await here.getByRole("heading", { name: "Finished" }).waitFor();
});

/** Makes a recovery link on the account page: another one than is shown there already. */
async function makeLink(page) {
  const group = page.getByRole("group", { name: "Recovery link" });
  const before = await group.locator("code").allTextContents();
  await group.getByRole("button", { name: "Make a link" }).click();
  return (await group.locator("code").filter({ hasNotText: before[0] ?? "nothing" }).textContent()) ?? "";
}

story("a recovery link signs in where the passphrase is lost: it says whose account it opens, and works once", async ({ house, come }) => {
  const [here, there, third] = [await come(), await come(), await come()];
  await playOne(here, house);
  await keep(here, house, "Cordelia");
  const old = await makeLink(here);
  const link = await makeLink(here);
  assert.notEqual(old, link);
  await there.goto(old);
  await there.getByText("This recovery link doesn't work any more.").waitFor();
  // A guest is told what is handed over, and may think better of it.
  await playOne(there, house);
  const guest = (await there.locator("#who").textContent()) ?? "";
  await there.goto(link);
  await there.getByRole("heading", { level: 1, name: "Sign in as Cordelia?" }).waitFor();
  await there.getByText("Your matches, tables and boards will belong to Cordelia.").waitFor();
  assert.ok(!there.url().includes("#"), "the secret does not stay in the address");
  await there.getByRole("link", { name: "Cancel" }).click();
  await there.locator("#who", { hasText: guest.trim() }).waitFor();
  await there.goto("about:blank");
  await there.goto(link);
  await there.getByRole("button", { name: "Sign in" }).click();
  await there.getByRole("heading", { level: 1, name: "Cordelia" }).waitFor();
  // A new passphrase needs no old one now.
  const form = there.getByRole("group", { name: "Another passphrase" });
  await form.getByLabel("Passphrase", { exact: true }).fill("eight loud owls on a gate");
  await form.getByRole("button", { name: "Change it" }).click();
  await there.locator("#said", { hasText: "It is kept." }).waitFor({ state: "attached" });
  await third.goto(link);
  await third.getByText("This recovery link doesn't work any more.").waitFor();
  assert.equal(await third.getByRole("button", { name: "Sign in" }).count(), 0);
});

story("an account with nothing but a link gets the next one when it is used", async ({ house, come }) => {
  const [here, there, third] = [await come(), await come(), await come()];
  await playOne(here, house);
  await here.goto(`${house.url}/account`);
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
});

story("a token lets a program play, until it is taken back", async ({ house, come }) => {
  const page = await come();
  await playOne(page, house);
  await page.goto(`${house.url}/account`);
  const tokens = page.getByRole("group", { name: "Tokens for programs" });
  await tokens.getByLabel("For").fill("my bot");
  await tokens.getByRole("button", { name: "Make a token" }).click();
  const token = (await tokens.locator("code").textContent()) ?? "";
  const ask = () => fetch(`${house.url}/api/v1/matches`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await ask();
  assert.equal(answer.status, 200);
  assert.equal((await answer.json()).matches.length, 1);
  await page.goto(`${house.url}/account`);
  await page.getByRole("button", { name: "Take back the token my bot" }).click();
  await page.getByRole("button", { name: "Take back the token my bot" }).waitFor({ state: "detached" });
  assert.equal((await ask()).status, 401);
  assert.ok(!(await page.content()).includes(token), "it is shown only once");
});

story("everything is taken along, and then one is forgotten", async ({ house, come }) => {
  const page = await come();
  await playOne(page, house);
  await keep(page, house, "Dorothea");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Have it all" }).click()]);
  const all = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.match(JSON.stringify(all), /Dorothea/);
  assert.doesNotMatch(JSON.stringify(all), /argon2/, "no hash goes out");
  await page.getByRole("button", { name: "Forget me" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "No" }).click();
  await page.getByRole("button", { name: "Forget me" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget me" }).click();
  await page.locator("#said", { hasText: "You are forgotten here." }).waitFor({ state: "attached" });
  assert.equal(await page.getByRole("heading", { name: "Finished" }).count(), 0);
  await signIn(page, house, "Dorothea", PASSPHRASE);
  await page.locator("#urgent", { hasText: /Wrong name or passphrase/ }).waitFor();
});
