// Wampus: a cave to walk by arrows, taps or swipes, with notes on its cells.

import { attr, h, write } from "../js/dom.js";
import { tell } from "../js/say.js";
import { keepNotes, notes } from "../js/wishes.js";
import { draw } from "./things.js";

const DIRS = /** @type {const} */ (["up", "left", "right", "down"]);
const ARROWS = { up: "↑", left: "←", right: "→", down: "↓" };
/** What can be noted on a cell, in the order of taps, with its key. */
const NOTES = /** @type {[string, string][]} */ ([["safe", "s"], ["pit?", "p"], ["wampus?", "w"]]);
/** How far a finger goes to swipe. */
const SWIPE = 28;

/** @param {LxScene} scene @returns {Skin} */
export function wampus(scene) {
  let noting = false;
  /** @type {Record<string, string>} */
  let noted = {};
  /** @type {string | undefined} */
  let match;

  const cave = () => scene.panes.get("cave");
  const choice = (/** @type {string} */ line) => scene.update?.scene.choices.find((choice) => choice.line === line);
  const act = (/** @type {string} */ line) => {
    if (scene.mine && choice(line)) return void scene.send(line);
  };

  const pad = (/** @type {string} */ verb, /** @type {string} */ title) =>
    h("fieldset", { class: "pad" }, h("legend", {}, title), DIRS.map((dir) =>
      h("button", { type: "button", class: dir, "data-does": `${verb} ${dir}`, "aria-label": `${title} ${dir}`, onclick: () => act(`${verb} ${dir}`) }, ARROWS[dir])));
  const grab = h("button", { type: "button", "data-does": "grab", onclick: () => act("grab") }, "Grab the gold ", h("kbd", { "aria-hidden": "true" }, "G"));
  const toggle = h("button", { type: "button", class: "quiet", "aria-pressed": "false", onclick: () => setNoting(!noting) }, "Notes ", h("kbd", { "aria-hidden": "true" }, "N"));
  const hint = h("p", { class: "remark" });
  const controls = h("div", { class: "pads" }, pad("move", "Walk"), h("div", { class: "pad-side" }, grab, toggle), pad("shoot", "Shoot"));

  /** @param {boolean} on */
  function setNoting(on) {
    noting = on;
    attr(toggle, "aria-pressed", on);
    write(hint, on ? "Tap a cell to note on it: safe, pit? or wampus?. With keys: arrows, then S, P, W, or X for none. Esc ends it." : "");
    if (scene.update) scene.draw(scene.update);
    if (!on) return;
    const here = cave()?.querySelector('[tabindex="0"]');
    /** @type {HTMLElement | null | undefined} */ (here)?.focus();
  }

  /** @param {number} row @param {number} col @param {string | undefined} note */
  function put(row, col, note) {
    const key = `${row},${col}`;
    if (note) noted[key] = note;
    else delete noted[key];
    if (match) keepNotes(match, noted);
    if (scene.update) scene.draw(scene.update);
    tell([note ? `Noted: ${note}` : "The note is gone."]);
  }

  /** @param {number} row @param {number} col */
  function cycle(row, col) {
    const all = [undefined, ...NOTES.map(([note]) => note)];
    put(row, col, all[(all.indexOf(noted[`${row},${col}`]) + 1) % all.length]);
  }

  /** @param {LxPane} pane */
  function swipes(pane) {
    if (pane.dataset.swipes) return;
    pane.dataset.swipes = "true";
    /** @type {AbortController | undefined} */
    let swipe;
    pane.addEventListener("pointerdown", (down) => {
      // A touch that the browser took for itself, or a second finger, ends a swipe: nothing of it is left for the next touch.
      swipe?.abort();
      if (noting || down.pointerType === "mouse" || !down.isPrimary) return;
      const { signal } = (swipe = new AbortController());
      const end = (/** @type {PointerEvent} */ up) => {
        if (up.pointerId !== down.pointerId) return;
        swipe?.abort();
        const [x, y] = [up.clientX - down.clientX, up.clientY - down.clientY];
        if (up.type !== "pointerup" || Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
        act(`move ${Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up"}`);
      };
      for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) addEventListener(type, end, { signal });
    });
  }

  return {
    stage: ["cave", "@dock", "@own"],
    own: [controls, hint],
    figures: ["arrow"],
    intro: [
      "Find the gold and get out alive. A stench is next to the wampus, a draught next to a pit.",
      "Walk with the arrow keys, a swipe or a tap; shoot your one arrow with Shift and an arrow key.",
    ],
    hides: () => true,

    how(pane) {
      if (pane.id !== "cave") return undefined;
      if (noting) return { live: true, act: cycle };
      const at = (/** @type {number} */ row, /** @type {number} */ col) => scene.update?.scene.choices.find(({ cell }) => cell?.row === row && cell.col === col);
      return { mouse: true, acts: (row, col) => scene.mine && Boolean(at(row, col)), act: (row, col) => act(at(row, col)?.line ?? "") };
    },

    drawn(update) {
      if (match !== update.match) {
        match = update.match;
        noted = notes(match);
      }
      const pane = cave();
      if (!pane) return;
      swipes(pane);
      for (const cell of pane.cells()) {
        const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
        /** @type {string[] | null} */
        const things = update.view.cells[row]?.[col] ?? null;
        let shown = cell.querySelector(".things");
        if (!shown) cell.append((shown = h("span", { class: "things" })), h("span", { class: "cell-note" }));
        const key = things?.join(" ") ?? "?";
        if (shown.getAttribute("data-key") !== key) {
          shown.setAttribute("data-key", key);
          shown.replaceChildren(...(things ?? []).map(draw));
        }
        const note = update.over ? "" : (noted[`${row},${col}`] ?? "");
        write(/** @type {Element} */ (cell.querySelector(".cell-note")), note);
        attr(cell, "data-fog", things === null || null);
        if (note) attr(cell, "aria-label", `${cell.getAttribute("aria-label")}, noted: ${note}`);
      }
      for (const button of controls.querySelectorAll("[data-does]")) {
        attr(button, "disabled", !(scene.mine && choice(/** @type {HTMLElement} */ (button).dataset.does ?? "")));
      }
      controls.hidden = Boolean(update.over) || update.viewer < 0;
    },

    key(event, name) {
      if (!scene.mine) return false;
      if (noting) {
        const cell = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-row]"));
        const note = NOTES.find(([, key]) => key === name)?.[0];
        if (name === "esc" || name === "n") setNoting(false);
        else if (cell && (note || name === "x")) put(Number(cell.dataset.row), Number(cell.dataset.col), note);
        else return false;
        return true;
      }
      if (name === "n") {
        setNoting(true);
        return true;
      }
      // Arrows walk, wherever the focus is.
      const line = /^(shift\+)?(up|down|left|right)$/.exec(name);
      if (!line) return false;
      act(`${line[1] ? "shoot" : "move"} ${line[2]}`);
      return true;
    },
  };
}
