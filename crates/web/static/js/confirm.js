// What needs the passphrase: it is asked for when the server wants it.

import { Refused } from "./api.js";
import { h } from "./dom.js";

/**
 * Does something that may need the passphrase; nothing when the player would rather not give it.
 * @template T @param {(given: { passphrase?: string }) => Promise<T>} work @returns {Promise<T | null>}
 */
export async function confirmed(work) {
  try {
    return await work({});
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "web.confirm") throw error;
    const passphrase = await askPassphrase(error.message);
    return passphrase ? work({ passphrase }) : null;
  }
}

/** @param {string} why @returns {Promise<string>} */
function askPassphrase(why) {
  return new Promise((done) => {
    const field = h("input", { type: "password", id: "confirm", required: true, maxlength: 256, autocomplete: "current-password" });
    const dialog = h("dialog", { "aria-label": "Your passphrase" },
      h("form", { method: "dialog" },
        h("p", {}, why),
        h("div", { class: "field" }, h("label", { for: "confirm" }, "Passphrase"), field),
        h("div", { class: "buttons" }, h("button", { value: "yes", class: "go" }, "Continue"), h("button", { value: "", class: "quiet", formnovalidate: true }, "Cancel"))));
    dialog.addEventListener("close", () => {
      done(dialog.returnValue === "yes" ? field.value : "");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
