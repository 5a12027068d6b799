// Buttons that are busy while their work runs.

import { h } from "./dom.js";
import { showError } from "./notify.js";

/**
 * A button that does some work, see `whileBusy`.
 * @param {string} label
 * @param {() => unknown} work
 * @param {Record<string, any>} [attrs]
 */
export function button(label, work, attrs = {}) {
  const el = h("button", { type: "button", ...attrs, onclick: () => whileBusy(el, work) }, label);
  return el;
}

/**
 * Marks a button as busy while its work runs, and ignores further clicks until then. If the work fails, the
 * player sees the error.
 * @param {HTMLElement} el
 * @param {() => unknown} work
 */
export async function whileBusy(el, work) {
  if (el.getAttribute("aria-busy") === "true") return;
  el.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    showError(error);
  } finally {
    el.removeAttribute("aria-busy");
  }
}
