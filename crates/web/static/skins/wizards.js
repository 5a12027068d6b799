// Wizards: a crossword that fills, six letters to tap and to shuffle.

import { attr } from "../js/dom.js";
import { comesBack, use } from "./letters.js";

/** @param {LxScene} scene @returns {Skin} */
export function wizards(scene) {
  const letters = () => scene.panes.get("letters");
  return {
    stage: ["result", "grid", "@dock", "@asks", "letters", "@choices"],
    figures: ["lives", "points"],
    intro: [
      "Every word in the grid is spelt from the letters below it. Tap them, or type, and press Enter.",
      "A wrong word costs a life. The space bar shuffles the letters.",
    ],
    tap: (_cell, tile, ask) => comesBack(tile, ask),
    typed: (text) => use(letters(), text),

    drawn(update, before) {
      const grid = scene.panes.get("grid");
      trim(update.view.grid);
      for (const cell of grid?.cells() ?? []) {
        const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
        const seen = (/** @type {Update} */ at) => at.view.grid[row]?.[col];
        attr(cell, "data-fresh", (before && seen(before) === "#" && seen(update) !== "#") || null);
        if (seen(update) === ".") attr(cell, "aria-label", "no cell");
        else if (seen(update) === "#") attr(cell, "aria-label", `row ${row + 1}, column ${col + 1}: hidden`);
      }
      attr(scene.stage, "data-shuffled", (before && before.view.letters !== update.view.letters && update.seq) || null);
    },
  };

  /** The edges of the canvas on which nothing lies are not shown. @param {string[]} rows */
  function trim(rows) {
    const used = rows.flatMap((row, r) => [...row].flatMap((seen, c) => (seen === "." ? [] : [[r, c]])));
    const [top, bottom] = [Math.min(...used.map(([r]) => r)), Math.max(...used.map(([r]) => r))];
    const [left, right] = [Math.min(...used.map(([, c]) => c)), Math.max(...used.map(([, c]) => c))];
    const pane = scene.panes.get("grid");
    for (const cell of pane?.cells() ?? []) {
      const [r, c] = [Number(cell.dataset.row), Number(cell.dataset.col)];
      cell.hidden = c < left || c > right;
      if (cell.parentElement) cell.parentElement.hidden = r < top || r > bottom;
    }
    const grid = /** @type {HTMLElement | null | undefined} */ (pane?.querySelector(".grid"));
    grid?.style.setProperty("--used", String(right - left + 1));
    grid?.style.setProperty("--used-rows", String(bottom - top + 1));
  }
}
