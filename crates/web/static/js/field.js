// Fields with their labels.

import { h } from "./dom.js";

/** @param {string} text @param {HTMLElement} input @param {string} [help] */
export function labelledField(text, input, help) {
  if (help) input.setAttribute("aria-describedby", `${input.id}-help`);
  return h(
    "div",
    { class: "field" },
    h("label", { for: input.id }, text),
    input,
    help && h("p", { class: "help", id: `${input.id}-help` }, help),
  );
}

/** A checkbox or a radio button. @param {HTMLInputElement} input @param {string} text */
export function checkboxField(input, text) {
  return h("div", { class: "field check" }, input, h("label", { for: input.id }, text));
}
