// Cell names for the boards of Scrabble Junior and the Board Builder.

import { attr } from "./dom.js";

/** The name of a cell: `Aa` is the first. @param {number} row @param {number} col */
export const cellName = (row, col) => String.fromCharCode(65 + row) + String.fromCharCode(97 + col);

/** The row and column of a cell name. @param {string} at @returns {[number, number]} */
export const parseCell = (at) => [at.charCodeAt(0) - 65, at.charCodeAt(1) - 97];

/** Labels the rows and columns at the edges of a board. @param {LxPane | undefined} pane */
export function labelEdges(pane) {
  for (const cell of pane?.cells() ?? []) {
    const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
    attr(cell, "data-rowname", col === 0 ? String.fromCharCode(65 + row) : null);
    attr(cell, "data-colname", row === 0 ? String.fromCharCode(97 + col) : null);
  }
}
