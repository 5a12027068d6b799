// Draws the scene of any game: figures at the top, the stage in the middle, text at the side, and the
// possible moves as cells, buttons and fields. A skin may change the layout and add controls; a game without
// one works too.

import { setChildren, attr, h, setText } from "../dom.js";
import { capitalize } from "../format.js";
import { showError } from "../notify.js";
import { saveDraft, loadDraft } from "../drafts.js";
import { settings } from "../settings.js";
import { LxAsk } from "./ask.js";
import { LxPane, kindOf } from "./pane.js";
import { skinOf } from "./skins.js";

/** The names of keys in a scene. @type {Record<string, string>} */
const KEY_NAMES = {
  arrowup: "up",
  arrowdown: "down",
  arrowleft: "left",
  arrowright: "right",
  escape: "esc",
  " ": "space",
};
/** How buttons show a key. @type {Record<string, string>} */
const KEY_LABELS = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  "shift+up": "⇧↑",
  "shift+down": "⇧↓",
  "shift+left": "⇧←",
  "shift+right": "⇧→",
  space: "Space",
  f2: "F2",
};

/** The name of the pressed key, as in a scene. @param {KeyboardEvent} event */
function keyOf(event) {
  const key = event.key.toLowerCase();
  const name = KEY_NAMES[key] ?? key;
  return event.shiftKey && name.length > 1 ? `shift+${name}` : name;
}

export class LxScene extends HTMLElement {
  /** @type {Update | undefined} */
  update;
  /** Sends a line to the server. @type {(line: string) => Promise<unknown>} */
  act = async () => undefined;
  /** @type {(typed: string) => Promise<string[]>} */
  preview = async () => [];
  /** Whether the player may move now. @type {boolean} */
  myTurn = false;
  /** The asks, by prefix. @type {Map<string, LxAsk>} */
  asks = new Map();
  /** The panes, by id. @type {Map<string, LxPane>} */
  panes = new Map();
  top = h("div", { class: "figures" });
  stage = h("div", { class: "stage" });
  /** The player's tiles and controls, which stay visible when the board is larger than the window. */
  dock = h("div", { class: "dock" });
  side = h("div", { class: "side" });
  choices = h("div", { class: "choices", role: "group", "aria-label": "Moves" });
  /** @type {Skin | undefined} */
  skin;

  connectedCallback() {
    if (!this.stage.isConnected) this.append(h("div", { class: "play" }, this.top, this.stage), this.side);
    document.addEventListener("keydown", this.#key);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    this.skin?.onRemove?.();
  }

  /** @param {Update} update */
  draw(update) {
    const before = this.update;
    this.update = update;
    this.myTurn =
      update.viewer >= 0 &&
      update.to_act.includes(update.viewer) &&
      !update.over &&
      !update.seats[update.viewer]?.stand_in;
    if (!this.skin) {
      this.skin = skinOf(update.game)(this);
      this.dataset.game = update.game;
    }
    attr(this, "data-over", update.over ? true : null);
    attr(this, "data-my-turn", this.myTurn || null);
    this.#asks(update.scene.asks);
    const scene = { ...update.scene, panes: this.#reworded(update) };
    this.#panes(scene);
    this.#choices(scene.choices);
    this.#layOut(scene);
    this.#showTyped();
    this.skin.onDraw?.(update, before);
  }

  /** The panes in the words of the skin. @param {Update} update @returns {Pane[]} */
  #reworded(update) {
    const { skin } = this;
    if (!skin?.reword) return update.scene.panes;
    return update.scene.panes
      .map((pane) => skin.reword?.(pane, update))
      .filter((pane) => pane !== null && pane !== undefined);
  }

  /**
   * Sends a line and shows a refusal. Resolves to whether the server accepted it.
   * @param {string} line
   * @returns {Promise<boolean>}
   */
  async send(line) {
    try {
      await this.act(line);
      return true;
    } catch (error) {
      showError(error);
      this.skin?.onRefused?.(line);
      return false;
    }
  }

  /** The ask that has tiles, or the only one. */
  get activeAsk() {
    const all = [...this.asks.values()].filter((ask) => ask.isConnected);
    return all.find((ask) => ask.ask?.tiles) ?? (all.length === 1 ? all[0] : undefined);
  }

  /** @param {Ask[]} asks */
  #asks(asks) {
    const now = this.myTurn ? asks : [];
    const update = /** @type {Update} */ (this.update);
    // Letters typed after Enter belong to the next ask.
    let next = "";
    for (const [prefix, old] of [...this.asks]) {
      if (now.some((ask) => ask.prefix === prefix)) continue;
      next ||= old.next;
      this.asks.delete(prefix);
    }
    for (const ask of now) {
      let el = this.asks.get(ask.prefix);
      const fresh = !el;
      if (!el) {
        el = new LxAsk();
        el.send = (line) => this.send(line);
        el.preview = (typed) => this.preview(typed);
        el.onChange = () => {
          this.#showTyped();
          this.#saveDrafts();
        };
        this.asks.set(ask.prefix, el);
      }
      el.draw(ask, this.skin?.askLabel?.(ask));
      if (fresh) el.value = next || String(loadDraft(update, ask.prefix) ?? "");
    }
    this.#saveDrafts();
  }

  /** Saves the typed text, in case the page is reloaded. */
  #saveDrafts() {
    if (!this.update || this.update.viewer < 0) return;
    if (this.update.over) saveDraft(this.update, "", null);
    for (const [prefix, ask] of this.asks) saveDraft(this.update, prefix, ask.value);
  }

  /** @param {Scene} scene */
  #panes(scene) {
    const types = new Set(this.myTurn ? scene.asks.map((ask) => ask.tiles).filter(Boolean) : []);
    for (const id of [...this.panes.keys()])
      if (!scene.panes.some((pane) => pane.id === id)) this.panes.delete(id);
    for (const pane of scene.panes) {
      const el = this.panes.get(pane.id) ?? new LxPane();
      this.panes.set(pane.id, el);
      const at = (/** @type {number} */ row, /** @type {number} */ col) =>
        this.myTurn
          ? scene.choices.find(({ cell }) => cell?.pane === pane.id && cell.row === row && cell.col === col)
          : undefined;
      const own = this.skin?.paneOptions?.(pane);
      if (own) el.draw(pane, own);
      else if (pane.grid)
        el.draw(pane, {
          isActive: (row, col) => Boolean(at(row, col)),
          onCell: (row, col) => void this.#choose(at(row, col)),
        });
      else if (types.has(pane.id))
        el.draw(pane, { onCell: (row, col) => this.tap(pane.tiles?.[row]?.[col], el.cell(row, col)) });
      else el.draw(pane);
    }
  }

  /** @param {Choice | undefined} choice */
  #choose(choice) {
    if (choice) return this.send(choice.line);
  }

  /**
   * Types the letter of a tapped tile, or does what a key such as Enter does.
   * @param {Cell | undefined} cell
   * @param {HTMLElement | null} el
   */
  tap(cell, el) {
    const ask = this.activeAsk;
    if (!ask || !cell) return;
    if (this.skin?.onTap?.(cell, el, ask)) return;
    if (cell.text === "Enter") void ask.submit();
    else if (cell.text === "Delete") ask.deleteLast();
    else ask.type(cell.text.toLowerCase());
  }

  /** @param {Choice[]} choices */
  #choices(choices) {
    const shown = this.myTurn
      ? choices.filter((choice) => !choice.cell && !this.skin?.hidesChoice?.(choice))
      : [];
    const old = new Map(
      [...this.choices.children].map((el) => [
        /** @type {HTMLElement} */ (el).dataset.line,
        /** @type {HTMLElement} */ (el),
      ]),
    );
    const buttons = shown.map((choice) => {
      const key = this.#keyFor(choice);
      const el =
        old.get(choice.line) ??
        h(
          "button",
          { type: "button", "data-line": choice.line, onclick: () => this.send(choice.line) },
          h("span"),
          h("kbd", { "aria-hidden": "true" }),
        );
      const label = this.skin?.choiceLabel?.(choice) ?? capitalize(choice.label);
      setText(/** @type {Element} */ (el.firstElementChild), label);
      const sign = key && settings.keys ? (KEY_LABELS[key] ?? key.toUpperCase()) : "";
      setText(/** @type {Element} */ (el.lastElementChild), sign);
      attr(/** @type {Element} */ (el.lastElementChild), "hidden", !sign);
      return el;
    });
    setChildren(this.choices, buttons);
  }

  /**
   * Tab moves the focus in a browser, so the space bar replaces it.
   * @param {Choice} choice
   */
  #keyFor(choice) {
    return choice.key === "tab" ? "space" : choice.key;
  }

  /** Puts panes and controls in their places. @param {Scene} scene */
  #layOut(scene) {
    const asks = scene.asks.map((ask) => this.asks.get(ask.prefix)).filter((ask) => ask !== undefined);
    /** @type {Record<string, HTMLElement[]>} */
    const parts = {
      "@asks": asks,
      "@choices": this.choices.childElementCount ? [this.choices] : [],
      "@controls": this.skin?.controls ?? [],
    };
    const stage = this.skin?.stage ?? [
      ...scene.panes.filter((pane) => ["grid", "tiles"].includes(kindOf(pane))).map((pane) => pane.id),
      "@dock",
      "@asks",
      "@choices",
    ];
    const placed = new Set([...stage, ...(this.skin?.hidden ?? [])]);
    const rest = scene.panes.filter((pane) => !placed.has(pane.id));
    const small = (/** @type {Pane} */ pane) =>
      this.skin?.figures?.includes(pane.id) ?? ["meter", "scores"].includes(kindOf(pane));
    const els = (/** @type {Pane[]} */ panes) =>
      panes.map((pane) => this.panes.get(pane.id)).filter((el) => el !== undefined);
    setChildren(this.top, els(rest.filter(small)));
    const named = (/** @type {string[]} */ ids) =>
      ids.flatMap(
        (id) => parts[id] ?? (this.panes.has(id) ? [/** @type {HTMLElement} */ (this.panes.get(id))] : []),
      );
    const at = stage.includes("@dock") ? stage.indexOf("@dock") : stage.length;
    setChildren(this.stage, [...named(stage.slice(0, at)), this.dock]);
    setChildren(this.dock, named(stage.slice(at + 1)));
    setChildren(this.side, [...els(rest.filter((pane) => !small(pane))), ...(this.skin?.sidebar ?? [])]);
  }

  /** Shows the typed letters in the cells of the ask. */
  #showTyped() {
    const ask = this.activeAsk;
    this.skin?.onType?.(ask?.value ?? "");
    const echo = ask?.ask?.echo;
    const pane = echo && this.panes.get(echo.pane);
    if (!ask || !echo || !pane?.pane?.grid) return;
    const row = pane.pane.grid[echo.row] ?? [];
    row.forEach((cell, col) => {
      const el = pane.cell(echo.row, col);
      const letter = ask.shown[col - echo.col] ?? "";
      if (!el) return;
      setText(/** @type {Element} */ (el.firstElementChild), letter ? letter.toUpperCase() : cell.text);
      attr(el, "data-typed", letter ? true : null);
      attr(el, "aria-label", letter ? letter.toUpperCase() : null);
      if (!letter) attr(el, "aria-label", cell.name ?? "empty");
    });
  }

  /** Handles keys: letters for the word, and the shortcuts of choices. */
  #key = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    const inField = target.matches("input, textarea, select");
    const ask = this.activeAsk;
    if (inField && target !== ask?.field) return;
    if (this.skin?.onKey?.(event, keyOf(event))) return event.preventDefault();
    const name = keyOf(event);
    const pressing =
      target.closest("button, a, summary, [role=gridcell]") !== null &&
      (name === "enter" || name === "space");
    if (pressing || (target.closest("[role=gridcell], [role=radiogroup]") && event.key.startsWith("Arrow")))
      return;
    const single = name.length > 1 || !ask || !/[a-z*]/.test(name);
    const choice =
      settings.keys || name.length > 1
        ? this.update?.scene.choices.find((choice) => this.#keyFor(choice) === name)
        : undefined;
    if (this.myTurn && choice && single && !(inField && name.length === 1 && name !== "!")) {
      event.preventDefault();
      void this.#choose(choice);
    } else if (ask && !inField && ask.ask?.tiles) {
      if (/^[a-z*]$/.test(name)) {
        ask.type(name);
        // After typing a word, Enter submits it even if a button had the focus.
        if (target.closest("button, a, summary")) ask.field.focus();
      } else if (name === "backspace") ask.deleteLast();
      else if (name === "enter") void ask.submit();
      else if (name === "esc") ask.value = "";
      else return;
      event.preventDefault();
    }
  };
}

customElements.define("lx-scene", LxScene);
