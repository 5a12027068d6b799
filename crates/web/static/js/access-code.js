// The access code of a private server: from the link that the server prints when it starts, or typed by the
// player.

import { askDialog } from "./dialog.js";
import { h } from "./dom.js";

const KEY = "code";

// The code stays in this tab and leaves the address bar, where others could read it.
const here = new URL(location.href);
const given = here.searchParams.get(KEY);
if (given) {
  sessionStorage.setItem(KEY, given);
  here.searchParams.delete(KEY);
  history.replaceState(history.state, "", here.pathname + here.search + here.hash);
}

/** The code from the link or from an earlier prompt. */
export const savedCode = () => sessionStorage.getItem(KEY);

/**
 * Asks for the code. Resolves to an empty string if the player cancels.
 * @param {boolean} wrong whether the last code was wrong
 */
export async function askForCode(wrong) {
  sessionStorage.removeItem(KEY);
  const field = h("input", {
    type: "text",
    id: "code",
    required: true,
    maxlength: 40,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
  });
  const why = `${wrong ? "That code is wrong." : "Enter the code to play."} Ask the host of this server.`;
  const code = (await askDialog("Access code", why, "Code", field, "Join")).trim();
  if (code) sessionStorage.setItem(KEY, code);
  return code;
}
