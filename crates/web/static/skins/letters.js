// Letters that make a word: tiles that go out of the rack while they are in the word, and come back when it is taken apart.
// Wizards and Hand share it.

import { attr } from "../js/dom.js";

/** Marks the tiles that what is typed has used, each tile once. @param {LxPane | undefined} pane @param {string} text */
export function use(pane, text) {
  if (!pane) return;
  const left = [...text.toLowerCase()];
  for (const tile of pane.cells()) {
    const n = left.indexOf((tile.textContent ?? "").toLowerCase());
    const used = n >= 0;
    if (used) left.splice(n, 1);
    attr(tile, "data-used", used || null);
    if (tile.matches("button")) attr(tile, "aria-pressed", used);
  }
}

/** A tile that is out already comes back. @param {HTMLElement | null} tile @param {LxAsk} ask */
export function comesBack(tile, ask) {
  const letter = tile?.textContent?.toLowerCase() ?? "";
  if (!tile?.hasAttribute("data-used") || !letter) return false;
  const at = ask.value.toLowerCase().lastIndexOf(letter);
  if (at < 0) return false;
  ask.value = ask.value.slice(0, at) + ask.value.slice(at + 1);
  return true;
}
