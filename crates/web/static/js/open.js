// Opens matches and tables, and shows them.

import { ensurePlayer, post } from "./api.js";
import { navigate } from "./route.js";
import { settings } from "./settings.js";

/** @param {unknown} request @param {{ replace?: boolean }} [options] */
export async function openMatch(request, options) {
  await ensurePlayer();
  const { match } = await post("/matches", request);
  navigate(`/match/${match}`, options);
}

/** Opens a match with the options that the player chose last. @param {string} game */
export const openUsualMatch = (game) => openMatch({ game, set: settings.setups[game] ?? {} });

/**
 * @param {unknown} request
 * @param {object} [options]
 * @param {string[]} [options.bots]  the bots from the second seat on; an empty name leaves a seat open
 * @param {boolean} [options.replace]
 */
export async function openTable(request, { bots = [], replace = false } = {}) {
  await ensurePlayer();
  const { table } = await post("/tables", request);
  for (const [n, name] of bots.entries()) if (name) await post(`/tables/${table}/bot`, { seat: n + 1, name });
  navigate(`/table/${table}`, { replace });
}
