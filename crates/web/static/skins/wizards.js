// Wizards: a crossword, and six letters to tap and shuffle.

import { attr } from "../js/dom.js";
import { plural } from "../js/format.js";
import { takeBack, markUsed } from "./letters.js";

/** What a revealed letter costs a player with enough points; others pay with a life. */
const REVEAL_POINTS = 5;
const LENGTHS = [3, 4, 5, 6];

/** How many words are still hidden. @param {Update["view"]} view @returns {number} */
const hiddenWords = (view) => LENGTHS.reduce((sum, length) => sum + view.left[length], 0);

/** @param {Pane} pane @param {Update} update @returns {Pane | null} */
function reword(pane, { view }) {
  if (pane.id === "last" && view.last === null) return null;
  if (pane.id !== "left") return pane;
  const lengths = LENGTHS.filter((length) => view.left[length] > 0);
  return {
    ...pane,
    text: lengths.map((length) => `${plural(view.left[length], "word")} of ${length} letters`),
  };
}

/** @param {LxScene} scene @returns {Skin} */
export function wizards(scene) {
  const letters = () => scene.panes.get("letters");
  return {
    stage: ["grid", "@dock", "@asks", "letters", "@choices"],
    figures: ["lives", "points"],
    // The result is shown above the scene.
    hidden: ["result"],
    tips: [
      "Every word in the grid is made from the letters below it. Tap letters or type, then press Enter.",
      "A wrong word costs a life. The space bar shuffles the letters.",
    ],
    reword,
    describe: (line) =>
      ({ shuffle: "Shuffle the letters", reveal: "Reveal a letter" })[line] ??
      line.replace(/^guess (.*)$/, (_, word) => `Guess ${word.toUpperCase()}`),
    choiceLabel({ line }) {
      if (line !== "reveal") return undefined;
      const price =
        (scene.update?.view.points ?? 0) >= REVEAL_POINTS ? plural(REVEAL_POINTS, "point") : "1 life";
      return `Reveal a letter (costs ${price})`;
    },
    result({ view }, won) {
      const points = plural(view.points, "point");
      if (won)
        return {
          heading: "You found every word!",
          about: `${points}, ${plural(view.lives, "life", "lives")} left.`,
        };
      const all = view.answers?.length ?? 0;
      return {
        heading: "Out of lives",
        about: `You found ${all - hiddenWords(view)} of ${plural(all, "word")}: ${points}.`,
      };
    },
    onTap: (_cell, tile, ask) => takeBack(tile, ask),
    onType: (text) => markUsed(letters(), text),

    onDraw(update, before) {
      const grid = scene.panes.get("grid");
      trim(update.view.grid);
      for (const cell of grid?.cells() ?? []) {
        const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
        const seen = (/** @type {Update} */ at) => at.view.grid[row]?.[col];
        attr(cell, "data-fresh", (before && seen(before) === "#" && seen(update) !== "#") || null);
        if (seen(update) === ".") attr(cell, "aria-label", "no cell");
        else if (seen(update) === "#") attr(cell, "aria-label", `row ${row + 1}, column ${col + 1}: hidden`);
      }
      attr(
        scene.stage,
        "data-shuffled",
        (before && before.view.letters !== update.view.letters && update.seq) || null,
      );
    },
  };

  /** Hides the empty rows and columns at the edges of the grid. @param {string[]} rows */
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
