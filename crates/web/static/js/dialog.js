// Dialogs: one that asks for confirmation, one that asks for a text, and others with contents of their own.

import { h } from "./dom.js";
import { labelledField } from "./field.js";

/**
 * Shows a dialog. Resolves to the value of the button that closes it, or to an empty string for Escape.
 * @param {string} label
 * @param {...HTMLElement} parts
 * @returns {Promise<string>}
 */
export function openDialog(label, ...parts) {
  return new Promise((done) => {
    const dialog = h("dialog", { "aria-label": label }, parts);
    dialog.addEventListener("close", () => {
      done(dialog.returnValue);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Asks before something that can't be undone. Escape, or Enter without reading, changes nothing.
 * @param {string} question
 * @param {string} yes
 * @param {string} [no]
 */
export async function confirmDialog(question, yes, no = "Cancel") {
  const answer = await openDialog(
    question,
    h("p", {}, question),
    h(
      "form",
      { method: "dialog", class: "buttons" },
      h("button", { value: "yes", class: "danger" }, yes),
      h("button", { value: "", class: "primary", autofocus: true }, no),
    ),
  );
  return answer === "yes";
}

/**
 * Asks for a text. Resolves to an empty string if the player cancels.
 * @param {string} title
 * @param {string} why
 * @param {string} label
 * @param {HTMLInputElement} input
 * @param {string} yes
 */
export async function askDialog(title, why, label, input, yes) {
  const answer = await openDialog(
    title,
    h(
      "form",
      { method: "dialog" },
      h("p", {}, why),
      labelledField(label, input),
      h(
        "div",
        { class: "buttons" },
        h("button", { value: "yes", class: "primary" }, yes),
        h("button", { value: "", class: "subtle", formnovalidate: true }, "Cancel"),
      ),
    ),
  );
  return answer === "yes" ? input.value : "";
}
