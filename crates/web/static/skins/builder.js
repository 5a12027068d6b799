// The Board Builder: choose a cell, type a word and press Enter, or drag the word onto the board. The page
// says at once whether the word fits.

import { setChildren, attr, h, setText } from "../js/dom.js";
import { capitalize, plural } from "../js/format.js";
import { announce } from "../js/notify.js";
import { cellAt, draggable } from "../js/scene/drag.js";
import { saveDraft, loadDraft } from "../js/drafts.js";
import { labelEdges, cellName, parseCell } from "../js/board-cells.js";

/** How many milliseconds after the last change the server is asked for a preview. */
const PREVIEW_DELAY = 90;

/** How large the board is, and how many can play on it. @param {Update["view"]} view @returns {string[]} */
function progress(view) {
  const most = view.players?.[1] ?? 1;
  const more = `${plural(view.missing, "more letter")} needed for ${most + 1} players`;
  const ready = [more, `Ready for 2 players; ${more}`, `Ready for 2 or 3 players; ${more}`][most - 1];
  const lines = [
    `${plural(view.words.length, "word")}, ${plural(view.letters_count, "letter")}`,
    ready ?? "Ready for 2 to 4 players",
  ];
  if (view.file) lines.push(`Saved as ${view.file.name}`);
  else if (view.status === "playing" && view.players) lines.push("Save when you're done.");
  return lines;
}

/** A line as a player would call it. @param {string} line */
function describe(line) {
  const [verb, at = "", dir = "", word = ""] = line.split(" ");
  const direction = dir === "V" ? "down" : "across";
  if (verb === "put") return `Place ${word} at ${at}, ${direction}`;
  if (verb === "remove") return `Remove the word at ${at}, ${direction}`;
  if (verb === "fill") return `Add ${plural(Number(at), "random word")}`;
  return capitalize(line);
}

/** @param {LxScene} scene @returns {Skin} */
export function builder(scene) {
  /** The first cell of the word. @type {[number, number]} */
  let at = [0, 0];
  let down = false;
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;

  const field = h("input", {
    id: "build-word",
    type: "text",
    maxlength: 20,
    autocomplete: "off",
    autocapitalize: "characters",
    autocorrect: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    "aria-describedby": "build-reason",
    oninput: () => changed(),
  });
  const turn = h("button", { type: "button", class: "subtle", onclick: () => ((down = !down), changed()) });
  const where = h("output", { class: "placement", for: "build-word" });
  const reason = h("p", { class: "remark reason", id: "build-reason", "aria-live": "polite" });
  const strip = h("div", { class: "strip", "aria-hidden": "true" });
  const submit = h("button", { type: "submit", class: "primary" }, "Place");
  const form = h(
    "form",
    {
      class: "build",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void put();
      },
    },
    h("label", { for: "build-word" }, "Word"),
    h("div", { class: "ask-row" }, field, turn, submit),
    strip,
    where,
    reason,
  );
  const number = h("input", {
    id: "build-fill",
    type: "number",
    min: 1,
    max: 400,
    value: 5,
    inputmode: "numeric",
  });
  const fill = h(
    "form",
    {
      class: "fill",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void scene.send(`fill ${number.value}`);
      },
    },
    h("label", { for: "build-fill" }, "Random words to add"),
    h("div", { class: "ask-row" }, number, h("button", { type: "submit" }, "Add")),
  );
  const list = h("ul", { class: "words-list" });
  const words = h("section", { class: "skin-pane" }, h("h2", { class: "pane-title" }, "Words"), list);

  const word = () => field.value.trim().toUpperCase();
  const line = () => `put ${cellName(...at)} ${down ? "V" : "H"} ${word()}`;
  const board = () => scene.panes.get("board");

  async function put() {
    const typed = field.value;
    if (!word()) return;
    const sent = line();
    // Letters typed from here on belong to the next word. A refused word comes back for editing, unless the
    // player has started another one.
    field.value = "";
    changed();
    const taken = await scene.send(sent);
    if (!taken && field.value === "") field.value = typed;
    changed();
    if (taken) field.focus();
  }

  /** Shows the word on the board, and asks the server whether it fits. */
  function changed() {
    setText(turn, down ? "Down ↓" : "Across →");
    attr(turn, "aria-label", `Direction: ${down ? "down" : "across"}. Change it.`);
    const place = `At ${cellName(...at)}, ${down ? "down" : "across"}.`;
    setText(where, `${place} Tap another cell${word() ? " or drag the word" : ""} to move it.`);
    setChildren(
      strip,
      [...word()].map((letter, n) => {
        const tile = /** @type {HTMLElement} */ (
          strip.children[n] ?? h("span", { class: "cell" }, h("span", { class: "face" }))
        );
        setText(/** @type {Element} */ (tile.firstElementChild), letter);
        return tile;
      }),
    );
    strip.hidden = word() === "";
    if (scene.myTurn && scene.update)
      saveDraft(scene.update, "put", word() && { word: word(), at: cellName(...at), down });
    showOutline();
    clearTimeout(soon);
    const now = ++asked;
    if (!word() || !scene.myTurn) return setText(reason, "");
    soon = setTimeout(async () => {
      const remarks = await scene.preview(line()).catch(() => []);
      if (now !== asked) return;
      setText(reason, remarks.join(" "));
      attr(reason, "data-fits", / fits and adds /.test(remarks.join(" ")) || null);
    }, PREVIEW_DELAY);
  }

  /** Shows the letters of the word on the board. */
  function showOutline() {
    const text = word();
    for (const cell of board()?.cells() ?? []) {
      const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
      const n = down ? (col === at[1] ? row - at[0] : -1) : row === at[0] ? col - at[1] : -1;
      attr(/** @type {Element} */ (cell.firstElementChild), "data-ghost", (scene.myTurn && text[n]) || null);
      attr(cell, "data-at", (scene.myTurn && row === at[0] && col === at[1]) || null);
    }
  }

  draggable(strip, {
    piece: () => (scene.myTurn && word() ? strip : null),
    over: (_strip, over) => aim(over),
    drop: (_strip, over) => {
      if (aim(over)) void put();
    },
  });

  /** @param {Element | null} over */
  function aim(over) {
    const cell = cellAt(over, board());
    if (!cell) return false;
    if (cell[0] !== at[0] || cell[1] !== at[1]) {
      at = cell;
      changed();
    }
    return true;
  }

  return {
    stage: ["board", "@dock", "@controls", "@choices"],
    controls: [form],
    sidebar: [words, fill],
    tips: [
      "Choose a cell, type a word, choose across or down, and press Enter. Or drag the word onto the board.",
      "The page tells you whether a word fits while you type. Save the board once two can play on it.",
    ],
    reword: (pane, { view }) => (pane.id === "counts" ? { ...pane, text: progress(view) } : pane),
    describe,
    result: ({ view }) => ({ heading: view.saved ? "Board saved" : "You gave up", about: "" }),

    paneOptions(pane) {
      if (pane.id !== "board" || !scene.myTurn) return undefined;
      return {
        focusable: true,
        onCell: (row, col) => {
          if (at[0] === row && at[1] === col) down = !down;
          at = [row, col];
          changed();
          announce([`${cellName(row, col)}, ${down ? "down" : "across"}`]);
          if (!matchMedia("(pointer: coarse)").matches || word() === "") field.focus();
        },
      };
    },

    // Letters go into the word wherever the focus is.
    onKey(event, name) {
      if (!scene.myTurn || !/^[a-z]$/.test(name) || event.target === field) return false;
      field.value += name;
      field.focus();
      changed();
      return true;
    },

    onDraw(update, before) {
      labelEdges(board());
      const playing = scene.myTurn;
      const draft = /** @type {{ word: string, at: string, down: boolean } | undefined} */ (
        before ? undefined : loadDraft(update, "put")
      );
      if (draft) [field.value, at, down] = [draft.word, parseCell(draft.at), draft.down];
      form.hidden = fill.hidden = !playing;
      /** @type {{ at: string, dir: string, word: string }[]} */
      const all = update.view.words;
      const old = new Map(
        [...list.children].map((li) => [
          /** @type {HTMLElement} */ (li).dataset.word,
          /** @type {HTMLElement} */ (li),
        ]),
      );
      setChildren(
        list,
        all.map(({ at, dir, word }) => {
          const key = `${at} ${dir} ${word}`;
          return (
            old.get(key) ??
            h(
              "li",
              { "data-word": key },
              h("span", {}, word),
              h("span", { class: "muted" }, `${at} ${dir === "H" ? "across" : "down"}`),
              h(
                "button",
                {
                  type: "button",
                  class: "subtle small",
                  "aria-label": `Remove ${word} at ${at}`,
                  onclick: () => scene.send(`remove ${at} ${dir}`),
                },
                "Remove",
              ),
            )
          );
        }),
      );
      for (const button of list.querySelectorAll("button")) button.hidden = !playing;
      words.hidden = all.length === 0;
      changed();
    },
  };
}
