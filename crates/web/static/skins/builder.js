// The Board Builder: a word to drag onto the board, with what the rules make of it said at once. Everything goes by keys and
// taps too: choose a place, type, press Enter.

import { arrange, attr, h, write } from "../js/dom.js";
import { tell } from "../js/say.js";
import { cellAt, draggable } from "../js/scene/drag.js";
import { keepUnsent, unsent } from "../js/unsent.js";
import { edges, named, place } from "./board.js";

/** How long nothing changes before the house is asked. */
const THINK = 90;

/** @param {LxScene} scene @returns {Skin} */
export function builder(scene) {
  /** Where the word would go. @type {[number, number]} */
  let at = [0, 0];
  let down = false;
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;

  const field = h("input", { id: "build-word", type: "text", maxlength: 20, autocomplete: "off", autocapitalize: "characters", autocorrect: "off", spellcheck: "false", enterkeyhint: "send", "aria-describedby": "build-reason", oninput: () => changed() });
  const turn = h("button", { type: "button", class: "quiet", onclick: () => ((down = !down), changed()) });
  const where = h("output", { class: "where", for: "build-word" });
  const reason = h("p", { class: "remark reason", id: "build-reason", "aria-live": "polite" });
  const strip = h("div", { class: "strip", "aria-hidden": "true" });
  const putIt = h("button", { type: "submit", class: "go" }, "Put");
  const form = h("form", { class: "build", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void put(); } },
    h("label", { for: "build-word" }, "Word"),
    h("div", { class: "ask-row" }, field, turn, putIt),
    strip, where, reason);
  const number = h("input", { id: "build-fill", type: "number", min: 1, max: 400, value: 5, inputmode: "numeric" });
  const fill = h("form", { class: "fill", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void scene.send(`fill ${number.value}`); } },
    h("label", { for: "build-fill" }, "Words to fill in"), h("div", { class: "ask-row" }, number, h("button", { type: "submit" }, "Fill")));
  const list = h("ul", { class: "words-list" });
  const words = h("section", { class: "own-pane" }, h("h2", { class: "pane-title" }, "Words"), list);

  const word = () => field.value.trim().toUpperCase();
  const line = () => `put ${named(...at)} ${down ? "V" : "H"} ${word()}`;
  const board = () => scene.panes.get("board");

  async function put() {
    const typed = field.value;
    if (!word()) return;
    const sent = line();
    // What is typed from here on is the next word; what was refused comes back to be mended, unless another was begun.
    field.value = "";
    changed();
    const taken = await scene.send(sent);
    if (!taken && field.value === "") field.value = typed;
    changed();
    if (taken) field.focus();
  }

  /** Shows the word on the board as it would lie, and asks the house what it makes of it. */
  function changed() {
    write(turn, down ? "Down ↓" : "Across →");
    attr(turn, "aria-label", `Direction: ${down ? "down" : "across"}. Change it.`);
    write(where, `At ${named(...at)}, ${down ? "down" : "across"}. Tap a cell to choose another place${word() ? ", or drag the word" : ""}.`);
    arrange(strip, [...word()].map((letter, n) => {
      const tile = /** @type {HTMLElement} */ (strip.children[n] ?? h("span", { class: "cell" }, h("span", { class: "face" })));
      write(/** @type {Element} */ (tile.firstElementChild), letter);
      return tile;
    }));
    strip.hidden = word() === "";
    if (scene.mine && scene.update) keepUnsent(scene.update, "put", word() && { word: word(), at: named(...at), down });
    ghosts();
    clearTimeout(soon);
    const now = ++asked;
    if (!word() || !scene.mine) return write(reason, "");
    soon = setTimeout(async () => {
      const remarks = await scene.preview(line()).catch(() => []);
      if (now !== asked) return;
      write(reason, remarks.join(" "));
      attr(reason, "data-fits", / fits and adds /.test(remarks.join(" ")) || null);
    }, THINK);
  }

  /** The letters as they would lie. */
  function ghosts() {
    const text = word();
    for (const cell of board()?.cells() ?? []) {
      const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
      const n = down ? (col === at[1] ? row - at[0] : -1) : row === at[0] ? col - at[1] : -1;
      attr(/** @type {Element} */ (cell.firstElementChild), "data-ghost", (scene.mine && text[n]) || null);
      attr(cell, "data-at", (scene.mine && row === at[0] && col === at[1]) || null);
    }
  }

  draggable(strip, {
    piece: () => (scene.mine && word() ? strip : null),
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
    stage: ["board", "@dock", "@own", "@choices"],
    own: [form],
    beside: [words, fill],
    intro: [
      "Choose a cell, type a word, choose across or down, and press Enter; or drag the word onto the board.",
      "Whether it fits, and why not, is said while you type. Save it when two can play on it.",
    ],

    how(pane) {
      if (pane.id !== "board" || !scene.mine) return undefined;
      return {
        live: true,
        act: (row, col) => {
          if (at[0] === row && at[1] === col) down = !down;
          at = [row, col];
          changed();
          tell([`${named(row, col)}, ${down ? "down" : "across"}`]);
          if (!matchMedia("(pointer: coarse)").matches || word() === "") field.focus();
        },
      };
    },

    // Letters are for the word, wherever the focus is.
    key(event, name) {
      if (!scene.mine || !/^[a-z]$/.test(name) || event.target === field) return false;
      field.value += name;
      field.focus();
      changed();
      return true;
    },

    drawn(update, before) {
      edges(board());
      const playing = scene.mine;
      const kept = /** @type {{ word: string, at: string, down: boolean } | undefined} */ (before ? undefined : unsent(update, "put"));
      if (kept) [field.value, at, down] = [kept.word, place(kept.at), kept.down];
      form.hidden = fill.hidden = !playing;
      /** @type {{ at: string, dir: string, word: string }[]} */
      const all = update.view.words;
      const old = new Map([...list.children].map((li) => [/** @type {HTMLElement} */ (li).dataset.word, /** @type {HTMLElement} */ (li)]));
      arrange(list, all.map(({ at, dir, word }) => {
        const key = `${at} ${dir} ${word}`;
        return old.get(key) ?? h("li", { "data-word": key }, h("span", {}, word), h("span", { class: "faint" }, `${at} ${dir === "H" ? "across" : "down"}`),
          h("button", { type: "button", class: "quiet small", "aria-label": `Remove ${word} at ${at}`, onclick: () => scene.send(`remove ${at} ${dir}`) }, "Remove"));
      }));
      for (const button of list.querySelectorAll("button")) button.hidden = !playing;
      words.hidden = all.length === 0;
      changed();
    },
  };
}
