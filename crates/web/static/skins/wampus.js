// Wampus: a cave to explore with arrow keys, taps or swipes, and notes on its cells.

import { attr, h, setText } from "../js/dom.js";
import { announce } from "../js/notify.js";
import { saveNotes, loadNotes } from "../js/settings.js";
import { icon } from "./icons.js";

const DIRS = /** @type {const} */ (["up", "left", "right", "down"]);
const ARROWS = { up: "↑", left: "←", right: "→", down: "↓" };
/** The notes on a cell in the order of taps, with their keys. */
const NOTES = /** @type {[string, string][]} */ ([
  ["safe", "s"],
  ["pit?", "p"],
  ["wampus?", "w"],
]);
/** How many pixels a finger moves in a swipe. */
const SWIPE = 28;

/** What is in the cell of the player. @param {Update["view"]} view @returns {string[]} */
function here(view) {
  const [row, col] = view.agent;
  return view.cells[row]?.[col] ?? [];
}

/** What the player notices, has and scores. @param {Update["view"]} view @returns {string[]} */
function report(view) {
  const things = here(view);
  const notices =
    view.status !== "playing"
      ? []
      : [
          things.includes("gold") && "You see gold. Grab it!",
          things.includes("breeze") && "You feel a breeze. A pit is next to you.",
          things.includes("stench") && "You smell a stench. The wampus is next to you.",
          !things.includes("breeze") && !things.includes("stench") && "No breeze and no stench here.",
        ];
  return [
    ...notices.filter((text) => text !== false),
    ...(view.killed ? ["The wampus is dead."] : []),
    ...(view.has_gold ? ["You have the gold."] : []),
    `Score: ${view.score}`,
  ];
}

/** @param {Update["view"]} view @param {boolean} won */
function ending(view, won) {
  if (won) return view.has_gold ? "You escaped with the gold!" : "You escaped without the gold";
  return here(view).includes("pit") ? "You fell into the pit" : "The wampus ate you";
}

/** @param {LxScene} scene @returns {Skin} */
export function wampus(scene) {
  let noting = false;
  /** @type {Record<string, string>} */
  let noted = {};
  /** @type {string | undefined} */
  let match;

  const cave = () => scene.panes.get("cave");
  const choice = (/** @type {string} */ line) =>
    scene.update?.scene.choices.find((choice) => choice.line === line);
  const act = (/** @type {string} */ line) => {
    if (scene.myTurn && choice(line)) return void scene.send(line);
  };

  const pad = (/** @type {string} */ verb, /** @type {string} */ title) =>
    h(
      "fieldset",
      { class: "pad" },
      h("legend", {}, title),
      DIRS.map((dir) =>
        h(
          "button",
          {
            type: "button",
            class: dir,
            "data-line": `${verb} ${dir}`,
            "aria-label": `${title} ${dir}`,
            onclick: () => act(`${verb} ${dir}`),
          },
          ARROWS[dir],
        ),
      ),
    );
  const grab = h(
    "button",
    { type: "button", "data-line": "grab", onclick: () => act("grab") },
    "Grab the gold ",
    h("kbd", { "aria-hidden": "true" }, "G"),
  );
  const toggle = h(
    "button",
    { type: "button", class: "subtle", "aria-pressed": "false", onclick: () => setNoting(!noting) },
    "Notes ",
    h("kbd", { "aria-hidden": "true" }, "N"),
  );
  const hint = h("p", { class: "remark" });
  const controls = h(
    "div",
    { class: "pads" },
    pad("move", "Walk"),
    h("div", { class: "pad-side" }, grab, toggle),
    pad("shoot", "Shoot"),
  );

  /** @param {boolean} on */
  function setNoting(on) {
    noting = on;
    attr(toggle, "aria-pressed", on);
    setText(
      hint,
      on
        ? "Tap a cell to mark it: safe, pit?, wampus?. Keys: arrows, then S, P, W or X to clear; Esc to stop."
        : "",
    );
    if (scene.update) scene.draw(scene.update);
    if (!on) return;
    const here = cave()?.querySelector('[tabindex="0"]');
    /** @type {HTMLElement | null | undefined} */ (here)?.focus();
  }

  /** @param {number} row @param {number} col @param {string | undefined} note */
  function mark(row, col, note) {
    const key = `${row},${col}`;
    if (note) noted[key] = note;
    else delete noted[key];
    if (match) saveNotes(match, noted);
    if (scene.update) scene.draw(scene.update);
    announce([note ? `Marked ${note}` : "Mark removed"]);
  }

  /** @param {number} row @param {number} col */
  function cycle(row, col) {
    const all = [undefined, ...NOTES.map(([note]) => note)];
    mark(row, col, all[(all.indexOf(noted[`${row},${col}`]) + 1) % all.length]);
  }

  /** @param {LxPane} pane */
  function swipes(pane) {
    if (pane.dataset.swipes) return;
    pane.dataset.swipes = "true";
    /** @type {AbortController | undefined} */
    let swipe;
    pane.addEventListener("pointerdown", (down) => {
      // A touch that the browser took over, or a second finger, ends the swipe.
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
      for (const type of /** @type {const} */ (["pointerup", "pointercancel"]))
        addEventListener(type, end, { signal });
    });
  }

  return {
    stage: ["cave", "@dock", "@controls"],
    controls: [controls, hint],
    figures: ["arrow"],
    tips: [
      "Find the gold and get out alive. A stench means the wampus is next to you, a breeze means a pit is.",
      "Walk with the arrow keys, a swipe or a tap. Shoot your only arrow with Shift and an arrow key.",
    ],
    reword: (pane, { view }) => (pane.id === "report" ? { ...pane, text: report(view) } : pane),
    describe: (line) =>
      line === "grab" ? "Grab the gold" : line.replace(/^move /, "Go ").replace(/^shoot /, "Shoot "),
    result: ({ view }, won) => ({ heading: ending(view, won), about: `Score ${view.score}.` }),
    hidesChoice: () => true,

    paneOptions(pane) {
      if (pane.id !== "cave") return undefined;
      if (noting) return { focusable: true, onCell: cycle };
      const at = (/** @type {number} */ row, /** @type {number} */ col) =>
        scene.update?.scene.choices.find(({ cell }) => cell?.row === row && cell.col === col);
      return {
        pointerOnly: true,
        isActive: (row, col) => scene.myTurn && Boolean(at(row, col)),
        onCell: (row, col) => act(at(row, col)?.line ?? ""),
      };
    },

    onDraw(update) {
      if (match !== update.match) {
        match = update.match;
        noted = loadNotes(match);
      }
      const pane = cave();
      if (!pane) return;
      swipes(pane);
      for (const cell of pane.cells()) {
        const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
        /** @type {string[] | null} */
        const things = update.view.cells[row]?.[col] ?? null;
        let shown = cell.querySelector(".icons");
        if (!shown) cell.append((shown = h("span", { class: "icons" })), h("span", { class: "cell-note" }));
        const key = things?.join(" ") ?? "?";
        if (shown.getAttribute("data-key") !== key) {
          shown.setAttribute("data-key", key);
          shown.replaceChildren(...(things ?? []).map(icon));
        }
        const note = update.over ? "" : (noted[`${row},${col}`] ?? "");
        setText(/** @type {Element} */ (cell.querySelector(".cell-note")), note);
        attr(cell, "data-fog", things === null || null);
        if (note) attr(cell, "aria-label", `${cell.getAttribute("aria-label")}, marked ${note}`);
      }
      for (const button of controls.querySelectorAll("[data-line]")) {
        attr(
          button,
          "disabled",
          !(scene.myTurn && choice(/** @type {HTMLElement} */ (button).dataset.line ?? "")),
        );
      }
      controls.hidden = Boolean(update.over) || update.viewer < 0;
    },

    onKey(event, name) {
      if (!scene.myTurn) return false;
      if (noting) {
        const cell = /** @type {HTMLElement | null} */ (
          /** @type {Element} */ (event.target).closest?.("[data-row]")
        );
        const note = NOTES.find(([, key]) => key === name)?.[0];
        if (name === "esc" || name === "n") setNoting(false);
        else if (cell && (note || name === "x"))
          mark(Number(cell.dataset.row), Number(cell.dataset.col), note);
        else return false;
        return true;
      }
      if (name === "n") {
        setNoting(true);
        return true;
      }
      // Arrow keys walk wherever the focus is.
      const line = /^(shift\+)?(up|down|left|right)$/.exec(name);
      if (!line) return false;
      act(`${line[1] ? "shoot" : "move"} ${line[2]}`);
      return true;
    },
  };
}
