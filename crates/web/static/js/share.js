// What is shared of a match: how it went and where the same puzzle is, never the word.

import { h } from "./dom.js";
import { note } from "./say.js";
import { playPath } from "./words.js";

const SQUARES = /** @type {Record<string, string>} */ ({ good: "🟩", near: "🟨", off: "⬜\ufe0f" });
const LETTERS = /** @type {Record<string, string>} */ ({ good: "right", near: "elsewhere", off: "no" });

/** The text to share. It looks the same whatever colours the page has. @param {Update} update @param {string} ticket @param {boolean} words without pictures */
export function shareText(update, ticket, words) {
  const url = location.origin + playPath(ticket);
  const over = /** @type {NonNullable<Update["over"]>} */ (update.over);
  if (update.game === "wordle") {
    const { guesses, tries, status, hard, day } = update.view;
    const name = day ?? "";
    const head = `Lexicade Wordle ${name ? `${name} ` : ""}${status === "won" ? guesses.length : "X"}/${tries}${hard ? "*" : ""}`;
    const rows = (update.scene.panes.find((pane) => pane.id === "rows")?.grid ?? []).slice(0, guesses.length);
    const lines = rows.map((row, n) => (words ? `${n + 1}: ${row.map((cell) => LETTERS[cell.tone] ?? "").join(", ")}` : row.map((cell) => SQUARES[cell.tone] ?? "").join("")));
    return [head, "", ...lines, "", url].join("\n");
  }
  const game = update.game[0].toUpperCase() + update.game.slice(1);
  const won = over.winners.includes(Math.max(0, update.viewer)) && !update.left.includes(Math.max(0, update.viewer)) ? "won, " : "";
  return `Lexicade ${game}${update.daily ? ` ${update.daily}` : ""}: ${won}score ${over.scores.join(" : ")}\n${url}`;
}

/** Gives text to the system's own way of sharing, or to the clipboard, or shows it to be copied. @param {string} text */
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

/** @param {string} text @param {string} [done] */
export async function copy(text, done = "Copied.") {
  try {
    await navigator.clipboard.writeText(text);
    note(done);
  } catch {
    const area = h("textarea", { rows: 8, readonly: true, "aria-label": "Text to copy" });
    area.value = text;
    const dialog = h("dialog", { "aria-label": "Copy this" }, h("p", {}, "Copy this:"), area, h("form", { method: "dialog", class: "buttons" }, h("button", { class: "go" }, "Done")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    area.select();
  }
}
