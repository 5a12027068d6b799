// The server's HTTP API, and the player that this browser is signed in as. docs/protocol.md lists the paths.

import { askForCode, savedCode } from "./access-code.js";

/** A request that failed: the server's code, and a sentence for the player. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} text */
  constructor(status, code, text) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/** How often a GET request is sent when the server is busy. */
const MAX_TRIES = 4;

/** The seconds to wait before a retry, at most 5. @param {Response} response */
const retryDelay = (response) => Math.min(5, Number(response.headers.get("Retry-After")) || 1);

/**
 * @template T
 * @param {string} method @param {string} path @param {unknown} [body] @param {number} [tries]
 * @returns {Promise<T>}
 */
async function request(method, path, body, tries = MAX_TRIES) {
  /** @type {Record<string, string>} */
  const headers = method === "GET" ? {} : { "X-Lexicade": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(
      0,
      "page.lost",
      "The server can't be reached. Nothing is lost; try again in a moment.",
    );
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  if (method === "GET" && response.status === 429 && tries > 1) {
    await new Promise((done) => setTimeout(done, 1000 * retryDelay(response)));
    return request(method, path, body, tries - 1);
  }
  const refused = answer?.refused;
  throw new ApiError(
    response.status,
    refused?.code ?? "page.failed",
    refused?.text ?? "Something went wrong on the server. Try again in a moment.",
  );
}

/** @template T @param {string} path @returns {Promise<T>} */
export const get = (path) => request("GET", path);
/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const post = (path, body = {}) => request("POST", path, body);
/** @template T @param {string} path @param {unknown} body @returns {Promise<T>} */
export const put = (path, body) => request("PUT", path, body);
/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const del = (path, body) => request("DELETE", path, body);

/** The path segment of leaderboards in the API. */
export const LEADERBOARD = "leaderboard";

/** Encodes text as one segment of a path. @param {string} text */
export const encodePart = (text) => encodeURIComponent(text);

/** @type {Me | null} */
let me = null;
/** @type {Set<(me: Me | null) => void>} */
const watchers = new Set();

/** The player of this browser, or null before the first game. */
export const currentPlayer = () => me;

/**
 * Calls `watcher` when the player, or the number of games that wait for them, changes.
 * @param {(me: Me | null) => void} watcher
 */
export function onPlayerChange(watcher) {
  watchers.add(watcher);
}

/** @param {Me | null} now */
export function setPlayer(now) {
  me = now;
  for (const watcher of watchers) watcher(me);
}

/** Asks the server which player this browser is signed in as. */
export async function fetchPlayer() {
  setPlayer((await get("/me")).me);
  return me;
}

/**
 * Makes this browser a guest unless it has a player already. A server with an access code asks for the code;
 * an invitation to a table does instead.
 * @param {{ table?: string, invitation?: string }} [invited] @returns {Promise<Me>}
 */
export async function ensurePlayer(invited = {}) {
  while (!me) {
    const code = savedCode();
    try {
      setPlayer((await post("/me", { ...invited, ...(code ? { code } : {}) })).me);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "web.code" || !(await askForCode(code !== null)))
        throw error;
    }
  }
  return me;
}

/** @type {Promise<Games> | undefined} */
let games;

/** The games on the server, loaded once. @returns {Promise<Games>} */
export function loadGames() {
  games ??= get("/games").catch((error) => {
    games = undefined;
    throw error;
  });
  return /** @type {Promise<Games>} */ (games);
}

/** @param {string} id */
export async function findGame(id) {
  return (await loadGames()).games.find((game) => game.id === id);
}
