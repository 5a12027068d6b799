// A small picture for each game, made of cells in the colours of the page.

import { svg } from "./dom.js";

/** Rows of cells: a letter is a colour, a dot is nothing. @type {Record<string, string[]>} */
const CELLS = {
  wordle: ["onp", "gno", "ggg"],
  wizards: ["t..", "ttt", "t.t"],
  hand: ["...", "tta", "..."],
  wampus: ["ffd", "fhf", "hff"],
  junior: ["tpp", "t..", "tgp"],
  builder: [".p.", "ttt", ".p."],
};

/** @param {string} game @param {boolean} [large] */
export function emblem(game, large = false) {
  const rows = CELLS[game] ?? ["ttt", "ttt", "ttt"];
  return svg(
    "svg",
    { class: large ? "emblem large" : "emblem", viewBox: "0 0 32 32", "aria-hidden": "true" },
    rows.flatMap((row, r) =>
      [...row].map((kind, c) =>
        kind === "."
          ? null
          : svg("rect", { class: `e-${kind}`, x: 1 + c * 10.5, y: 1 + r * 10.5, width: 9, height: 9, rx: 2 }),
      ),
    ),
  );
}
