// Scrabble Junior: tiles to drag to their letters, or to tap: the tile and its place, or the place alone.

import { attr, h, write } from "../js/dom.js";
import { warn } from "../js/say.js";
import { keepUnsent, unsent } from "../js/unsent.js";
import { cellAt, draggable } from "../js/scene/drag.js";
import { edges } from "./board.js";

/** @param {LxScene} scene @returns {Skin} */
export function junior(scene) {
  /** The tiles that are chosen, by their place on the rack. @type {number[]} */
  let chosen = [];
  const exchange = h("button", { type: "button", class: "go", onclick: () => swap() });
  const advice = h("p", { class: "remark" });
  const own = h("div", { class: "beneath" }, advice, exchange);

  const rackId = () => `rack${scene.update?.viewer ?? -1}`;
  const rack = () => scene.panes.get(rackId());
  const letters = () => scene.update?.scene.panes.find((pane) => pane.id === rackId())?.tiles?.[0]?.map((cell) => cell.text) ?? [];
  const choices = () => (scene.mine ? (scene.update?.scene.choices ?? []) : []);
  /** How many tiles are to be exchanged now. */
  const many = () => choices().find(({ line }) => line.startsWith("swap "))?.line.slice(5).length ?? 0;
  const letterAt = (/** @type {number} */ row, /** @type {number} */ col) => scene.update?.view.letters[row]?.[col];
  const at = (/** @type {number} */ row, /** @type {number} */ col) => choices().find(({ cell }) => cell?.row === row && cell.col === col);
  const sorted = (/** @type {string} */ text) => [...text].sort().join("");

  function swap() {
    const given = sorted(chosen.map((n) => letters()[n]).join(""));
    const line = choices().find(({ line }) => line.startsWith("swap ") && sorted(line.slice(5)) === given)?.line;
    if (line) void scene.send(line);
  }

  /** @param {number} n */
  function choose(n) {
    const most = many() || 1;
    chosen = chosen.includes(n) ? chosen.filter((other) => other !== n) : [...chosen, n].slice(-most);
    if (scene.update) keepUnsent(scene.update, "chosen", chosen.length > 0 && chosen);
    mark();
  }

  /** @param {string | undefined} letter @param {number} row @param {number} col */
  function cover(letter, row, col) {
    const choice = at(row, col);
    if (choice && (!letter || letter === letterAt(row, col))) void scene.send(choice.line);
    else if (letter && letterAt(row, col) !== letter) warn(`That place is not for ${letter}.`);
    else warn("That letter cannot be covered yet: words fill from the front.");
  }

  /** Shows what is chosen, and where it could go. */
  function mark() {
    const tiles = letters();
    const swaps = many();
    for (const tile of rack()?.cells() ?? []) {
      const on = chosen.includes(Number(tile.dataset.col));
      attr(tile, "data-chosen", on || null);
      if (tile.matches("button")) attr(tile, "aria-pressed", on);
    }
    const letter = !swaps && chosen.length === 1 ? tiles[chosen[0]] : undefined;
    for (const cell of scene.panes.get("board")?.cells() ?? []) {
      const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
      attr(cell, "data-fits", (letter !== undefined && at(row, col) && letterAt(row, col) === letter) || null);
    }
    exchange.hidden = swaps === 0;
    attr(exchange, "disabled", chosen.length !== swaps);
    write(exchange, swaps === 1 ? "Exchange this tile" : "Exchange these tiles");
    const most = swaps === 1 ? "one tile" : "two tiles";
    write(advice, !scene.mine ? "" : swaps ? `You have no move. Choose ${most} to exchange.` : "Drag a tile to its letter, or tap a letter that is ringed.");
  }

  return {
    get stage() {
      return ["places", "turn", "board", "@dock", rackId(), "@own"];
    },
    own: [own],
    figures: ["scores", "covered"],
    intro: [
      "Cover the letters of the crossword with your tiles. Words fill from the front.",
      "Who puts the last tile on a word gets a point. You have two moves in a turn.",
    ],
    hides: () => true,

    how(pane) {
      if (pane.id !== rackId()) return undefined;
      return scene.mine ? { act: (_row, col) => choose(col) } : {};
    },

    drawn(update, before) {
      if (!before) chosen = kept(update);
      else if (before.seq !== update.seq) chosen = [];
      const [board, tiles] = [scene.panes.get("board"), rack()];
      edges(board);
      if (board) {
        // A cell that cannot be covered says why when it is tapped.
        for (const cell of board.cells()) {
          const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
          const name = letterAt(row, col) === "." ? null : update.view.covered.includes(String.fromCharCode(65 + row) + String.fromCharCode(97 + col));
          attr(cell, "data-covered", name || null);
          attr(cell, "data-fresh", (name && before && before.view.covered.length < update.view.covered.length && !before.view.covered.includes(String.fromCharCode(65 + row) + String.fromCharCode(97 + col))) || null);
        }
      }
      if (tiles && !tiles.dataset.drags) {
        tiles.dataset.drags = "true";
        draggable(tiles, {
          piece: (target) => (scene.mine && many() === 0 ? target.closest("button") : null),
          over: (_tile, over) => hover(cellAt(over, scene.panes.get("board"))),
          drop: (tile, over) => {
            hover(null);
            const cell = cellAt(over, scene.panes.get("board"));
            if (cell) cover(tile.firstElementChild?.textContent ?? "", ...cell);
          },
        });
      }
      own.hidden = Boolean(update.over) || update.viewer < 0;
      mark();
    },
  };

  /** What was chosen before the page was loaded again. @param {Update} update @returns {number[]} */
  function kept(update) {
    const all = scene.mine ? unsent(update, "chosen") : [];
    return Array.isArray(all) ? all.filter((n) => letters()[n] !== undefined) : [];
  }

  /** @param {[number, number] | null} cell */
  function hover(cell) {
    for (const old of scene.querySelectorAll("[data-hover]")) old.removeAttribute("data-hover");
    if (cell) scene.panes.get("board")?.cell(...cell)?.setAttribute("data-hover", "");
  }
}
