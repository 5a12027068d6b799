// What happened, for the ear and for the eye. The regions stand in index.html, outside of everything that is drawn anew,
// so that a voice never loses them.

import { isolated } from "./dom.js";

const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const urgent = /** @type {HTMLElement} */ (document.getElementById("urgent"));
const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));

/** How many sentences stay: a voice may be asked to read them again. */
const STAY = 12;

/** Says sentences, one after the other, to those who listen. @param {string[]} sentences */
export function tell(sentences) {
  for (const sentence of sentences) {
    const p = document.createElement("p");
    p.textContent = isolated(sentence);
    said.append(p);
  }
  while (said.childElementCount > STAY) said.firstElementChild?.remove();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** Says what was refused or went wrong, and shows it for a moment. @param {string} text */
export function warn(text) {
  // The same sentence again is said again.
  urgent.textContent = "";
  requestAnimationFrame(() => (urgent.textContent = isolated(text)));
  show(text);
}

/** Says something good, and shows it for a moment. @param {string} text */
export function note(text) {
  tell([text]);
  show(text);
}

/** @param {string} text */
function show(text) {
  toast.textContent = isolated(text);
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (toast.hidden = true), 2500 + text.length * 45);
}

/** What an error says to people. @param {unknown} error */
export function sorry(error) {
  warn(error instanceof Error ? error.message : String(error));
}
