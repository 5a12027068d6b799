// Scrabble Junior: drag a tile onto its letter, tap a tile and then its letter, or tap the letter alone.

import { attr, h, setText } from "../js/dom.js";
import { warn } from "../js/notify.js";
import { saveDraft, loadDraft } from "../js/drafts.js";
import { cellAt, draggable } from "../js/scene/drag.js";
import { plural, possessive } from "../js/format.js";
import { cellName, labelEdges, parseCell } from "../js/board-cells.js";

/** @param {Pane} pane @param {Update} update @returns {Pane | null} */
function reword(pane, update) {
  const rack = /^rack(\d)$/.exec(pane.id);
  if (rack) return { ...pane, title: `${possessive(update.seats[Number(rack[1])])} tiles` };
  if (pane.id === "turn") return update.over ? null : { ...pane, text: [turnText(update)] };
  return pane;
}

/** `Your turn: 2 moves left · 87 tiles in the bag`. @param {Update} update */
function turnText({ view, seats }) {
  const moves = plural(view.moves_left, "move");
  const swap = { swap1: "no move, exchange one tile", swap2: "no move, exchange two tiles" }[
    String(view.must)
  ];
  const bag = view.pool > 0 ? `${plural(view.pool, "tile")} in the bag` : "the bag is empty";
  return `${possessive(seats[view.seat])} turn: ${swap ?? `${moves} left`} · ${bag}`;
}

/**
 * A line as a player would call it.
 * @param {string} line
 * @param {(row: number, col: number) => string | undefined} letterAt
 */
function describe(line, letterAt) {
  const [verb, what = ""] = line.split(" ");
  if (verb === "swap") return `Exchange ${[...what].join(" and ")}`;
  return `Cover ${letterAt(...parseCell(what)) ?? ""} at ${what}`;
}

/** @param {LxScene} scene @returns {Skin} */
export function junior(scene) {
  /** The selected tiles, by their position in the rack. @type {number[]} */
  let chosen = [];
  const exchange = h("button", { type: "button", class: "primary", onclick: () => swap() });
  const help = h("p", { class: "remark" });
  const own = h("div", { class: "below-board" }, help, exchange);

  const rackId = () => `rack${scene.update?.viewer ?? -1}`;
  const rack = () => scene.panes.get(rackId());
  const letters = () =>
    scene.update?.scene.panes.find((pane) => pane.id === rackId())?.tiles?.[0]?.map((cell) => cell.text) ??
    [];
  const choices = () => (scene.myTurn ? (scene.update?.scene.choices ?? []) : []);
  /** How many tiles the player has to exchange now. */
  const swapCount = () =>
    choices()
      .find(({ line }) => line.startsWith("swap "))
      ?.line.slice(5).length ?? 0;
  const letterAt = (/** @type {number} */ row, /** @type {number} */ col) =>
    scene.update?.view.letters[row]?.[col];
  const at = (/** @type {number} */ row, /** @type {number} */ col) =>
    choices().find(({ cell }) => cell?.row === row && cell.col === col);
  const sorted = (/** @type {string} */ text) => [...text].sort().join("");

  function swap() {
    const given = sorted(chosen.map((n) => letters()[n]).join(""));
    const line = choices().find(
      ({ line }) => line.startsWith("swap ") && sorted(line.slice(5)) === given,
    )?.line;
    if (line) void scene.send(line);
  }

  /** @param {number} n */
  function choose(n) {
    const most = swapCount() || 1;
    chosen = chosen.includes(n) ? chosen.filter((other) => other !== n) : [...chosen, n].slice(-most);
    if (scene.update) saveDraft(scene.update, "chosen", chosen.length > 0 && chosen);
    mark();
  }

  /** @param {string | undefined} letter @param {number} row @param {number} col */
  function cover(letter, row, col) {
    const choice = at(row, col);
    if (choice && (!letter || letter === letterAt(row, col))) void scene.send(choice.line);
    else if (letter && letterAt(row, col) !== letter) warn(`${letter} doesn't go there.`);
    else warn("Not yet: fill each word from its first letter.");
  }

  /** Shows the selected tiles, and where they could go. */
  function mark() {
    const tiles = letters();
    const swaps = swapCount();
    for (const tile of rack()?.cells() ?? []) {
      const on = chosen.includes(Number(tile.dataset.col));
      attr(tile, "data-chosen", on || null);
      if (tile.matches("button")) attr(tile, "aria-pressed", on);
    }
    const letter = !swaps && chosen.length === 1 ? tiles[chosen[0]] : undefined;
    for (const cell of scene.panes.get("board")?.cells() ?? []) {
      const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
      attr(
        cell,
        "data-fits",
        (letter !== undefined && at(row, col) && letterAt(row, col) === letter) || null,
      );
    }
    exchange.hidden = swaps === 0;
    attr(exchange, "disabled", chosen.length !== swaps);
    setText(exchange, swaps === 1 ? "Exchange this tile" : "Exchange these tiles");
    const most = swaps === 1 ? "one tile" : "two tiles";
    setText(
      help,
      !scene.myTurn
        ? ""
        : swaps
          ? `You have no move. Choose ${most} to exchange.`
          : "Drag a tile onto its letter, or tap a ringed letter.",
    );
  }

  return {
    get stage() {
      return ["turn", "board", "@dock", rackId(), "@controls"];
    },
    controls: [own],
    figures: ["scores", "covered"],
    tips: [
      "Cover the letters of the crossword with your tiles. Fill each word from its first letter.",
      "Finish a word to score a point. Two tiles per turn.",
    ],
    // The result is shown above the scene.
    hidden: ["places"],
    reword,
    describe: (line) => describe(line, letterAt),
    hidesChoice: () => true,

    paneOptions(pane) {
      if (pane.id !== rackId()) return undefined;
      return scene.myTurn ? { onCell: (_row, col) => choose(col) } : {};
    },

    onDraw(update, before) {
      if (!before) chosen = loadChosen(update);
      else if (before.seq !== update.seq) chosen = [];
      const [board, tiles] = [scene.panes.get("board"), rack()];
      labelEdges(board);
      if (board) {
        for (const cell of board.cells()) {
          const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
          const isCovered = (/** @type {Update} */ { view }) => view.covered.includes(cellName(row, col));
          const covered = isCovered(update);
          attr(cell, "data-covered", covered || null);
          attr(cell, "data-fresh", (covered && before && !isCovered(before)) || null);
        }
      }
      if (tiles && !tiles.dataset.drags) {
        tiles.dataset.drags = "true";
        draggable(tiles, {
          piece: (target) => (scene.myTurn && swapCount() === 0 ? target.closest("button") : null),
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

  /** The tiles that were selected before the page was reloaded. @param {Update} update @returns {number[]} */
  function loadChosen(update) {
    const all = scene.myTurn ? loadDraft(update, "chosen") : [];
    return Array.isArray(all) ? all.filter((n) => letters()[n] !== undefined) : [];
  }

  /** @param {[number, number] | null} cell */
  function hover(cell) {
    for (const old of scene.querySelectorAll("[data-hover]")) old.removeAttribute("data-hover");
    if (cell)
      scene.panes
        .get("board")
        ?.cell(...cell)
        ?.setAttribute("data-hover", "");
  }
}
