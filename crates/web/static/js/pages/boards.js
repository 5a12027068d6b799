// Boards: the house's, yours, and those that somebody shares.

import { allGames, del, enter, get, part, post, who } from "../api.js";
import { busy, h } from "../dom.js";
import { sure } from "../match.js";
import { edges, named, place } from "../../skins/board.js";
import { Page } from "../route.js";
import { note, sorry } from "../say.js";
import { LxPane } from "../scene/pane.js";
import { copy } from "../share.js";
import { big, some } from "../words.js";
import { labelled } from "./setup.js";

export class LxBoards extends Page {
  heading = "Boards";

  async enter() {
    const { boards: house } = await allGames();
    const mine = who() ? (await get("/boards")).boards : [];
    this.replaceChildren(h("h1", {}, "Boards"), h("p", {}, "Boards for Scrabble Junior. The Board Builder makes new ones."), h("p", {}, h("a", { class: "button go", href: "/new/builder" }, "Build a board")),
      h("div", { class: "columns" },
        h("div", {}, h("h2", {}, "Yours"), mine.length === 0 ? h("p", { class: "faint" }, "None yet.") : h("ul", { class: "rows" }, mine.map((/** @type {BoardBrief} */ board) => this.#row(board))), this.#upload()),
        h("div", {}, h("h2", {}, "Of the house"), h("ul", { class: "rows" }, house.map((name) => h("li", {}, h("a", { href: `/board/${name}` }, h("span", { class: "grow" }, big(name)), h("span", { class: "does" }, "Look"))))))));
  }

  /** @param {BoardBrief} board */
  #row(board) {
    return h("li", {}, h("span", { class: "grow" }, h("a", { href: `/board/${board.board}` }, board.name), h("span", { class: "faint" }, ` ${some(board.words, "word")}`)),
      h("button", { type: "button", class: "quiet small", "aria-label": `Share ${board.name}`, onclick: () => copy(`${location.origin}/board/${board.board}`, "The link is copied.") }, "Share"),
      h("button", { type: "button", class: "quiet small", "aria-label": `Delete ${board.name}`, onclick: async () => {
        if (!(await sure(`Do you want to delete ${board.name}?`, "Delete it"))) return;
        await del(`/boards/${part(board.board)}`).catch(sorry);
        await this.enter();
      } }, "Delete"));
  }

  #upload() {
    const name = h("input", { id: "board-name", type: "text", required: true, maxlength: 40 });
    const text = h("textarea", { id: "board-text", rows: 8, required: true, spellcheck: "false" });
    const file = h("input", { id: "board-file", type: "file", accept: ".txt,text/plain", onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      text.value = await chosen.text();
      name.value ||= chosen.name.replace(/\.txt$/, "");
    } });
    const save = h("button", { type: "submit" }, "Save it");
    return h("form", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void busy(save, async () => {
        try {
          await enter();
          await post("/boards", { name: name.value, text: text.value });
          note(`${name.value} is saved.`);
          await this.enter();
        } catch (error) {
          sorry(error);
        }
      });
    } }, h("fieldset", {}, h("legend", {}, "Bring a board"), labelled("From a file", file), labelled("Name", name), labelled("Text", text), save));
  }
}

/** One board. */
export class LxBoard extends Page {
  /** @param {string} id */
  async enter(id) {
    const board = await get(`/boards/${part(id)}`);
    this.call(big(board.name));
    const { rows, words } = read(board.text);
    const pane = new LxPane();
    pane.draw({ id: "board", title: `The board ${board.name}`, grid: rows });
    edges(pane);
    this.replaceChildren(h("section", { class: "board-page" }, h("h1", {}, big(board.name)),
      h("p", { class: "faint" }, `${some(words.length, "word")} on ${rows.length} by ${rows[0]?.length ?? 0} cells: ${words.join(", ")}.`),
      h("div", { class: "board-shown", "data-game": "junior" }, pane),
      h("div", { class: "buttons" },
        h("a", { class: "button go", href: `/new/junior?board=${part(id)}` }, "Play on it"),
        h("a", { class: "button", href: `/new/builder?from=${part(id)}` }, "Go on building"),
        h("button", { type: "button", onclick: () => copy(`${location.origin}/board/${id}`, "The link is copied.") }, "Share"),
        h("a", { class: "button quiet", href: `/api/v1/boards/${part(id)}/file`, download: `${board.name}.txt` }, "As a file")),
      h("details", { class: "told" }, h("summary", {}, "The text of the board"), h("pre", { tabindex: 0, "aria-label": "The text of the board" }, board.text))));
  }
}

/** What a text says of its board: `8 x 8`, then words such as `Ba H BALL`, spaced in any way. The house has checked it before. @param {string} text */
function read(text) {
  const [, height = "0", width = "0"] = /^\s*(\d+)\s*[^\d\s]\s*(\d+)/.exec(text) ?? [];
  /** @type {Cell[][]} */
  const rows = Array.from({ length: Number(height) }, (_, row) => Array.from({ length: Number(width) }, (_, col) => ({ text: "", tone: "plain", name: `${named(row, col)}, empty` })));
  /** @type {string[]} */
  const words = [];
  for (const [, at, dir, word] of text.matchAll(/(?<!\S)([A-Z][a-z])\s+([HV])\s+([A-Z]+)(?!\S)/gi)) {
    const [row, col] = place(at[0].toUpperCase() + at[1].toLowerCase());
    words.push(word.toUpperCase());
    [...word.toUpperCase()].forEach((letter, n) => {
      const [r, c] = /h/i.test(dir) ? [row, col + n] : [row + n, col];
      const line = rows[r];
      if (line?.[c]) line[c] = { text: letter, tone: "plain", name: `${named(r, c)}, ${letter}` };
    });
  }
  return { rows, words };
}
