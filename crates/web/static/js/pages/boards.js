// Boards: built-in ones, the player's own, and shared ones.

import { loadGames, del, ensurePlayer, get, encodePart, post, currentPlayer } from "../api.js";
import { labelEdges, cellName, parseCell } from "../board-cells.js";
import { button } from "../button.js";
import { copy } from "../copy.js";
import { confirmDialog } from "../dialog.js";
import { h } from "../dom.js";
import { labelledField } from "../field.js";
import { titledForm } from "../form.js";
import { capitalize, plural } from "../format.js";
import { notify, showError } from "../notify.js";
import { Page } from "../route.js";
import { LxPane } from "../scene/pane.js";

export class LxBoards extends Page {
  heading = "Boards";

  async load() {
    const { boards: builtin } = await loadGames();
    const mine = currentPlayer() ? (await get("/boards")).boards : [];
    this.replaceChildren(
      h("h1", {}, "Boards"),
      h("p", {}, "Boards for Scrabble Junior. Make new ones in the Board Builder."),
      h("p", {}, h("a", { class: "button primary", href: "/new/builder" }, "Build a board")),
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          {},
          h("h2", {}, "Your boards"),
          mine.length === 0
            ? h("p", { class: "muted" }, "None yet.")
            : h(
                "ul",
                { class: "rows" },
                mine.map((/** @type {BoardBrief} */ board) => this.#row(board)),
              ),
          this.#upload(),
        ),
        h(
          "div",
          {},
          h("h2", {}, "Built-in boards"),
          h(
            "ul",
            { class: "rows" },
            builtin.map((name) =>
              h(
                "li",
                {},
                h(
                  "a",
                  { href: `/board/${name}` },
                  h("span", { class: "grow" }, capitalize(name)),
                  h("span", { class: "row-action" }, "Open"),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {BoardBrief} board */
  #row(board) {
    return h(
      "li",
      {},
      h(
        "span",
        { class: "grow" },
        h("a", { href: `/board/${board.board}` }, board.name),
        h("span", { class: "muted" }, ` ${plural(board.words, "word")}`),
      ),
      button("Share", () => shareBoard(board.board), {
        class: "subtle small",
        "aria-label": `Share ${board.name}`,
      }),
      button("Delete", () => this.#delete(board), {
        class: "subtle small",
        "aria-label": `Delete ${board.name}`,
      }),
    );
  }

  /** @param {BoardBrief} brief */
  async #delete({ name, board }) {
    if (!(await confirmDialog(`Delete ${name}? This can't be undone.`, "Delete"))) return;
    await del(`/boards/${encodePart(board)}`).catch(showError);
    await this.load();
  }

  #upload() {
    const name = h("input", { id: "board-name", type: "text", required: true, maxlength: 40 });
    const text = h("textarea", { id: "board-text", rows: 8, required: true, spellcheck: "false" });
    const file = h("input", {
      id: "board-file",
      type: "file",
      accept: ".txt,text/plain",
      onchange: async () => {
        const chosen = file.files?.[0];
        if (!chosen) return;
        text.value = await chosen.text();
        name.value ||= chosen.name.replace(/\.txt$/, "");
      },
    });
    const fields = [
      labelledField("From a file", file),
      labelledField("Name", name),
      labelledField("Text", text),
    ];
    return titledForm("Import a board", fields, "Save", async () => {
      await ensurePlayer();
      await post("/boards", { name: name.value, text: text.value });
      notify(`${name.value} saved.`);
      await this.load();
    });
  }
}

export class LxBoard extends Page {
  /** @param {string} id */
  async load(id) {
    const board = await get(`/boards/${encodePart(id)}`);
    this.setHeading(capitalize(board.name));
    const { rows, words } = parseBoard(board.text);
    const size = `${rows.length} × ${rows[0]?.length ?? 0}`;
    const pane = new LxPane();
    pane.draw({ id: "board", title: `Board ${board.name}`, grid: rows });
    labelEdges(pane);
    this.replaceChildren(
      h(
        "section",
        { class: "board-page" },
        h("h1", {}, capitalize(board.name)),
        h("p", { class: "muted" }, `${size} cells, ${plural(words.length, "word")}: ${words.join(", ")}.`),
        h("div", { class: "board-view", "data-game": "junior" }, pane),
        h(
          "div",
          { class: "buttons" },
          h("a", { class: "button primary", href: `/new/junior?board=${encodePart(id)}` }, "Play"),
          h("a", { class: "button", href: `/new/builder?from=${encodePart(id)}` }, "Edit"),
          button("Share", () => shareBoard(id)),
          h(
            "a",
            {
              class: "button subtle",
              href: `/api/v1/boards/${encodePart(id)}/file`,
              download: `${board.name}.txt`,
            },
            "Download",
          ),
        ),
        h(
          "details",
          { class: "disclosure" },
          h("summary", {}, "Board as text"),
          h("pre", { tabindex: 0, "aria-label": "Board as text" }, board.text),
        ),
      ),
    );
  }
}

/** Copies the link to a board. @param {string} id */
const shareBoard = (id) => copy(`${location.origin}/board/${id}`, "Link copied.");

/**
 * Reads the text of a board: `8 x 8`, then words such as `Ba H BALL`. The server has checked it.
 * @param {string} text
 */
function parseBoard(text) {
  const [, height = "0", width = "0"] = /^\s*(\d+)\s*[^\d\s]\s*(\d+)/.exec(text) ?? [];
  /** @type {Cell[][]} */
  const rows = Array.from({ length: Number(height) }, (_, row) =>
    Array.from({ length: Number(width) }, (_, col) => ({
      text: "",
      tone: "plain",
      name: `${cellName(row, col)}, empty`,
    })),
  );
  /** @type {string[]} */
  const words = [];
  for (const [, at, dir, word] of text.matchAll(/(?<!\S)([A-Z][a-z])\s+([HV])\s+([A-Z]+)(?!\S)/gi)) {
    const [row, col] = parseCell(at[0].toUpperCase() + at[1].toLowerCase());
    words.push(word.toUpperCase());
    [...word.toUpperCase()].forEach((letter, n) => {
      const [r, c] = /h/i.test(dir) ? [row, col + n] : [row + n, col];
      const line = rows[r];
      if (line?.[c]) line[c] = { text: letter, tone: "plain", name: `${cellName(r, c)}, ${letter}` };
    });
  }
  return { rows, words };
}
