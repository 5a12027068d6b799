// A dialog that asks for confirmation.

import { h } from "./dom.js";

/**
 * Asks before something that can't be undone. Escape, or Enter without reading, changes nothing.
 * @param {string} question
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirmDialog(question, yes, no = "Cancel") {
  return new Promise((done) => {
    const dialog = h(
      "dialog",
      { "aria-label": question },
      h("p", {}, question),
      h(
        "form",
        { method: "dialog", class: "buttons" },
        h("button", { value: "yes", class: "danger" }, yes),
        h("button", { value: "", class: "primary", autofocus: true }, no),
      ),
    );
    dialog.addEventListener("close", () => {
      done(dialog.returnValue === "yes");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
