// What the boards of Scrabble Junior and of the Builder share: names of rows and columns, and places on them.

import { attr } from "../js/dom.js";

/** The name of a place: `Aa` is the first. @param {number} row @param {number} col */
export const named = (row, col) => String.fromCharCode(65 + row) + String.fromCharCode(97 + col);

/** The place of a name. @param {string} at @returns {[number, number]} */
export const place = (at) => [at.charCodeAt(0) - 65, at.charCodeAt(1) - 97];

/** Writes the names of rows and columns at the edges. @param {LxPane | undefined} pane */
export function edges(pane) {
  for (const cell of pane?.cells() ?? []) {
    const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
    attr(cell, "data-rowname", col === 0 ? String.fromCharCode(65 + row) : null);
    attr(cell, "data-colname", row === 0 ? String.fromCharCode(97 + col) : null);
  }
}
