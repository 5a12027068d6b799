// Tiles that spell a word, for Wizards and Hand: a tile is marked while its letter is in the word.

import { attr } from "../js/dom.js";

/** Marks the tiles whose letters are in the text. @param {LxPane | undefined} pane @param {string} text */
export function markUsed(pane, text) {
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

/**
 * Removes the letter of a marked tile from the text; returns whether it did.
 * @param {HTMLElement | null} tile
 * @param {LxAsk} ask
 */
export function takeBack(tile, ask) {
  const letter = tile?.textContent?.toLowerCase() ?? "";
  if (!tile?.hasAttribute("data-used") || !letter) return false;
  const at = ask.value.toLowerCase().lastIndexOf(letter);
  if (at < 0) return false;
  ask.value = ask.value.slice(0, at) + ask.value.slice(at + 1);
  return true;
}
