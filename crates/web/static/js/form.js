// Forms that the page sends itself.

import { whileBusy } from "./button.js";
import { h } from "./dom.js";

/**
 * The listener for the submission of a form; the button is busy while the work runs.
 * @param {HTMLButtonElement} button
 * @param {() => unknown} work
 */
export const onSubmit = (button, work) => (/** @type {Event} */ event) => {
  event.preventDefault();
  void whileBusy(button, work);
};

/**
 * A form with a title and one button.
 * @param {string} title
 * @param {HTMLElement[]} parts
 * @param {string} action
 * @param {() => unknown} work
 */
export function titledForm(title, parts, action, work) {
  const button = h("button", { type: "submit" }, action);
  return h(
    "form",
    { onsubmit: onSubmit(button, work) },
    h("fieldset", {}, h("legend", {}, title), parts, button),
  );
}
