// Sharing a result: how it went and a link to the same puzzle, never the word.

import { copy } from "./copy.js";
import { capitalize, ticketPath } from "./format.js";

const SQUARES = /** @type {Record<string, string>} */ ({ good: "🟩", near: "🟨", off: "⬜\ufe0f" });
const LETTERS = /** @type {Record<string, string>} */ ({
  good: "right spot",
  near: "wrong spot",
  off: "not in the word",
});

/**
 * The text to share. It doesn't depend on the colours of the page.
 * @param {Update} update
 * @param {string} ticket
 * @param {boolean} words whether to use words instead of squares
 */
export function shareText(update, ticket, words) {
  const url = location.origin + ticketPath(ticket);
  const over = /** @type {NonNullable<Update["over"]>} */ (update.over);
  if (update.game === "wordle") {
    const { guesses, tries, status, hard, day } = update.view;
    const attempts = `${status === "won" ? guesses.length : "X"}/${tries}${hard ? "*" : ""}`;
    const head = ["Lexicade Wordle", day, attempts].filter(Boolean).join(" ");
    const rows = (update.scene.panes.find((pane) => pane.id === "rows")?.grid ?? []).slice(0, guesses.length);
    const lines = rows.map((row, n) =>
      words
        ? `${n + 1}: ${row.map((cell) => LETTERS[cell.tone] ?? "").join(", ")}`
        : row.map((cell) => SQUARES[cell.tone] ?? "").join(""),
    );
    return [head, "", ...lines, "", url].join("\n");
  }
  const won =
    over.winners.includes(Math.max(0, update.viewer)) && !update.left.includes(Math.max(0, update.viewer))
      ? "won, "
      : "";
  const head = ["Lexicade", capitalize(update.game), update.daily].filter(Boolean).join(" ");
  return `${head}: ${won}score ${over.scores.join(" : ")}\n${url}`;
}

/**
 * Opens the system's share sheet on touch screens; otherwise copies the text, or shows it to be copied.
 * @param {string} text
 */
export async function share(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      return await navigator.share({ text });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copy(text);
}
