// The house over HTTP, and who we are to it. The paths and what they answer are in docs/protocol.md.

import { askCode, ourCode } from "./code.js";

/** What the house refused, with the sentence it gave. */
export class Refused extends Error {
  /** @param {number} status @param {string} code @param {string} text */
  constructor(status, code, text) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/** How often something that changes nothing is asked when the server is busy. */
const TRIES = 4;

/** How many seconds to wait before asking again; at most 5. @param {Response} response */
const pause = (response) => Math.min(5, Number(response.headers.get("Retry-After")) || 1);

/**
 * @template T
 * @param {string} method @param {string} path @param {unknown} [body] @param {number} [tries]
 * @returns {Promise<T>}
 */
async function ask(method, path, body, tries = TRIES) {
  /** @type {Record<string, string>} */
  const headers = method === "GET" ? {} : { "X-Lexicade": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, "page.lost", "The house cannot be reached just now. Nothing is lost; try again in a moment.");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  if (method === "GET" && response.status === 429 && tries > 1) {
    await new Promise((done) => setTimeout(done, 1000 * pause(response)));
    return ask(method, path, body, tries - 1);
  }
  const refused = answer?.refused;
  throw new Refused(response.status, refused?.code ?? "page.failed", refused?.text ?? "The house could not do that. Try again in a moment.");
}

/** @template T @param {string} path @returns {Promise<T>} */
export const get = (path) => ask("GET", path);
/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const post = (path, body = {}) => ask("POST", path, body);
/** @template T @param {string} path @param {unknown} body @returns {Promise<T>} */
export const put = (path, body) => ask("PUT", path, body);
/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const del = (path, body) => ask("DELETE", path, body);

/** A part of an address. @param {string} text */
export const part = (text) => encodeURIComponent(text);

/** @type {Me | null} */
let me = null;
/** @type {Set<(me: Me | null) => void>} */
const watchers = new Set();

/** Who we are, as last heard. */
export const who = () => me;

/** Calls whenever who we are, or how much waits for us, has changed. @param {(me: Me | null) => void} watcher */
export function whoChanges(watcher) {
  watchers.add(watcher);
}

/** @param {Me | null} now */
export function heard(now) {
  me = now;
  for (const watcher of watchers) watcher(me);
}

/** Asks who we are. */
export async function look() {
  heard((await get("/me")).me);
  return me;
}

/**
 * We are somebody from now on: a guest, unless we have been here before. A house that has a code asks for it, or takes an invitation.
 * @param {{ table?: string, invitation?: string }} [invited] @returns {Promise<Me>}
 */
export async function enter(invited = {}) {
  while (!me) {
    const code = ourCode();
    try {
      heard((await post("/me", { ...invited, ...(code ? { code } : {}) })).me);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "web.code" || !(await askCode(error.message))) throw error;
    }
  }
  return me;
}

/** @type {Promise<Games> | undefined} */
let games;

/** The games of the house; asked for once. @returns {Promise<Games>} */
export function allGames() {
  games ??= get("/games").catch((error) => {
    games = undefined;
    throw error;
  });
  return /** @type {Promise<Games>} */ (games);
}

/** A game by its id. @param {string} id */
export async function gameOf(id) {
  return (await allGames()).games.find((game) => game.id === id);
}

/** The rules for players. @param {string} game */
export async function rulesOf(game) {
  const response = await fetch(`/api/v1/games/${part(game)}/rules`);
  if (!response.ok) throw new Refused(response.status, "page.rules", "There are no rules of that name.");
  return response.text();
}
