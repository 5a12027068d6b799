// Toasts and live regions. The regions are in index.html, outside of everything that is redrawn, so that
// screen readers never lose them.

import { isolate } from "./dom.js";

const announcements = /** @type {HTMLElement} */ (document.getElementById("announcements"));
const alerts = /** @type {HTMLElement} */ (document.getElementById("alerts"));
const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));

/** How many sentences stay: a screen reader can be asked to read them again. */
const MAX_SENTENCES = 12;

/** Reads sentences out to screen readers. @param {string[]} sentences */
export function announce(sentences) {
  for (const sentence of sentences) {
    const p = document.createElement("p");
    p.textContent = isolate(sentence);
    announcements.append(p);
  }
  while (announcements.childElementCount > MAX_SENTENCES) announcements.firstElementChild?.remove();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideTimer;

/** Shows a problem as a toast and reads it out at once. @param {string} text */
export function warn(text) {
  // Emptied first, so that the same sentence is read out again.
  alerts.textContent = "";
  requestAnimationFrame(() => (alerts.textContent = isolate(text)));
  showToast(text);
}

/** Shows a toast and reads it out. @param {string} text */
export function notify(text) {
  announce([text]);
  showToast(text);
}

/** @param {string} text */
function showToast(text) {
  toast.textContent = isolate(text);
  toast.hidden = false;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => (toast.hidden = true), 2500 + text.length * 45);
}

/** Shows the message of an error. @param {unknown} error */
export function showError(error) {
  warn(error instanceof Error ? error.message : String(error));
}
