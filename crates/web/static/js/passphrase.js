// Requests that may need the passphrase: the page asks for it when the server does.

import { ApiError } from "./api.js";
import { askDialog } from "./dialog.js";
import { h } from "./dom.js";

/**
 * Sends a request, and again with the passphrase if the server asks for it. Resolves to null if the
 * player cancels.
 * @template T @param {(given: { passphrase?: string }) => Promise<T>} work @returns {Promise<T | null>}
 */
export async function withPassphrase(work) {
  try {
    return await work({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "web.confirm") throw error;
    const passphrase = await askPassphrase(error.message);
    return passphrase ? work({ passphrase }) : null;
  }
}

/** @param {string} why */
function askPassphrase(why) {
  const field = h("input", {
    type: "password",
    id: "confirm",
    required: true,
    maxlength: 256,
    autocomplete: "current-password",
  });
  return askDialog("Your passphrase", why, "Passphrase", field, "Continue");
}
