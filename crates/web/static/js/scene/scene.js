// A scene as it is drawn for any game: figures above, the stage in the middle, words at the side; what can be done as cells,
// buttons and fields. A skin may say what stands where and add its own; without one everything works all the same.

import { arrange, attr, h, write } from "../dom.js";
import { sorry } from "../say.js";
import { keepUnsent, unsent } from "../unsent.js";
import { wishes } from "../wishes.js";
import { LxAsk } from "./ask.js";
import { LxPane, kindOf } from "./pane.js";
import { skinOf } from "./skins.js";

/** How keys are called in a scene. @type {Record<string, string>} */
const KEYS = { arrowup: "up", arrowdown: "down", arrowleft: "left", arrowright: "right", escape: "esc", " ": "space" };
/** What a button shows of a key. @type {Record<string, string>} */
const SIGNS = { up: "↑", down: "↓", left: "←", right: "→", "shift+up": "⇧↑", "shift+down": "⇧↓", "shift+left": "⇧←", "shift+right": "⇧→", space: "Space", f2: "F2" };

/** The key of an event, as scenes call it. @param {KeyboardEvent} event */
export function keyOf(event) {
  const key = event.key.toLowerCase();
  const name = KEYS[key] ?? key;
  return event.shiftKey && name.length > 1 ? `shift+${name}` : name;
}

/** A match before somebody. */
export class LxScene extends HTMLElement {
  /** @type {Update | undefined} */
  update;
  /** Sends a line to the house. @type {(line: string) => Promise<unknown>} */
  act = async () => undefined;
  /** @type {(typed: string) => Promise<string[]>} */
  preview = async () => [];
  /** May anything be done here? @type {boolean} */
  mine = false;
  /** The asks, by what they begin with. @type {Map<string, LxAsk>} */
  asks = new Map();
  /** The panes, by their id. @type {Map<string, LxPane>} */
  panes = new Map();
  top = h("div", { class: "figures" });
  stage = h("div", { class: "stage" });
  /** What one plays with: it stays in sight when a board is larger than the window. */
  dock = h("div", { class: "dock" });
  side = h("div", { class: "side" });
  choices = h("div", { class: "choices", role: "group", "aria-label": "What you can do" });
  /** @type {Skin | undefined} */
  skin;

  connectedCallback() {
    if (!this.stage.isConnected) this.append(h("div", { class: "play" }, this.top, this.stage), this.side);
    document.addEventListener("keydown", this.#key);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    this.skin?.gone?.();
  }

  /** @param {Update} update */
  draw(update) {
    const before = this.update;
    this.update = update;
    this.mine = update.viewer >= 0 && update.to_act.includes(update.viewer) && !update.over && !update.seats[update.viewer]?.stand_in;
    if (!this.skin) {
      this.skin = skinOf(update.game)(this);
      this.dataset.game = update.game;
    }
    attr(this, "data-over", update.over ? true : null);
    attr(this, "data-mine", this.mine || null);
    this.#asks(update.scene.asks);
    this.#panes(update.scene);
    this.#choices(update.scene.choices);
    this.#stand(update.scene);
    this.#echo();
    this.skin.drawn?.(update, before);
  }

  /** Does a line; says what was refused. @param {string} line @returns {Promise<boolean>} */
  async send(line) {
    try {
      await this.act(line);
      return true;
    } catch (error) {
      sorry(error);
      this.skin?.refused?.(line);
      return false;
    }
  }

  /** The ask whose tiles are on the table, or the only one. */
  get writing() {
    const all = [...this.asks.values()].filter((ask) => ask.isConnected);
    return all.find((ask) => ask.ask?.tiles) ?? (all.length === 1 ? all[0] : undefined);
  }

  /** @param {Ask[]} asks */
  #asks(asks) {
    const now = this.mine ? asks : [];
    const update = /** @type {Update} */ (this.update);
    // What was typed after Enter goes over to what is asked next.
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
        el.typed = () => {
          this.#echo();
          this.#keep();
        };
        this.asks.set(ask.prefix, el);
      }
      el.draw(ask);
      if (fresh) el.value = next || String(unsent(update, ask.prefix) ?? "");
    }
    this.#keep();
  }

  /** Keeps what is typed, for a page that is loaded again. */
  #keep() {
    if (!this.update || this.update.viewer < 0) return;
    if (this.update.over) keepUnsent(this.update, "", null);
    for (const [prefix, ask] of this.asks) keepUnsent(this.update, prefix, ask.value);
  }

  /** @param {Scene} scene */
  #panes(scene) {
    const types = new Set(this.mine ? scene.asks.map((ask) => ask.tiles).filter(Boolean) : []);
    for (const id of [...this.panes.keys()]) if (!scene.panes.some((pane) => pane.id === id)) this.panes.delete(id);
    for (const pane of scene.panes) {
      const el = this.panes.get(pane.id) ?? new LxPane();
      this.panes.set(pane.id, el);
      const at = (/** @type {number} */ row, /** @type {number} */ col) =>
        this.mine ? scene.choices.find(({ cell }) => cell?.pane === pane.id && cell.row === row && cell.col === col) : undefined;
      const own = this.skin?.how?.(pane);
      if (own) el.draw(pane, own);
      else if (pane.grid) el.draw(pane, { acts: (row, col) => Boolean(at(row, col)), act: (row, col) => void this.#choose(at(row, col)) });
      else if (types.has(pane.id)) el.draw(pane, { act: (row, col) => this.tap(pane.tiles?.[row]?.[col], el.cell(row, col)) });
      else el.draw(pane);
    }
  }

  /** @param {Choice | undefined} choice */
  #choose(choice) {
    if (choice) return this.send(choice.line);
  }

  /** A tile was tapped: it types, unless it is one of the keys of a keyboard. @param {Cell | undefined} cell @param {HTMLElement | null} el */
  tap(cell, el) {
    const ask = this.writing;
    if (!ask || !cell) return;
    if (this.skin?.tap?.(cell, el, ask)) return;
    if (cell.text === "Enter") void ask.submit();
    else if (cell.text === "Delete") ask.back();
    else ask.type(cell.text.toLowerCase());
  }

  /** @param {Choice[]} choices */
  #choices(choices) {
    const shown = this.mine ? choices.filter((choice) => !choice.cell && !this.skin?.hides?.(choice)) : [];
    const old = new Map([...this.choices.children].map((el) => [/** @type {HTMLElement} */ (el).dataset.line, /** @type {HTMLElement} */ (el)]));
    const buttons = shown.map((choice) => {
      const key = this.#keyFor(choice);
      const el = old.get(choice.line) ?? h("button", { type: "button", "data-line": choice.line, onclick: () => this.send(choice.line) }, h("span"), h("kbd", { "aria-hidden": "true" }));
      write(/** @type {Element} */ (el.firstElementChild), choice.label[0].toUpperCase() + choice.label.slice(1));
      const sign = key && wishes.keys ? (SIGNS[key] ?? key.toUpperCase()) : "";
      write(/** @type {Element} */ (el.lastElementChild), sign);
      attr(/** @type {Element} */ (el.lastElementChild), "hidden", !sign);
      return el;
    });
    arrange(this.choices, buttons);
  }

  /** Tab is how one walks through a page, so what a scene has on it is on the space bar here. @param {Choice} choice */
  #keyFor(choice) {
    return choice.key === "tab" ? "space" : choice.key;
  }

  /** What stands where. @param {Scene} scene */
  #stand(scene) {
    const asks = scene.asks.map((ask) => this.asks.get(ask.prefix)).filter((ask) => ask !== undefined);
    /** @type {Record<string, HTMLElement[]>} */
    const parts = { "@asks": asks, "@choices": this.choices.childElementCount ? [this.choices] : [], "@own": this.skin?.own ?? [] };
    const stage = this.skin?.stage ?? [...scene.panes.filter((pane) => ["grid", "tiles"].includes(kindOf(pane))).map((pane) => pane.id), "@dock", "@asks", "@choices"];
    const unseen = new Set([...stage, ...(this.skin?.unseen ?? [])]);
    const rest = scene.panes.filter((pane) => !unseen.has(pane.id));
    const small = (/** @type {Pane} */ pane) => this.skin?.figures?.includes(pane.id) ?? ["meter", "scores"].includes(kindOf(pane));
    const els = (/** @type {Pane[]} */ panes) => panes.map((pane) => this.panes.get(pane.id)).filter((el) => el !== undefined);
    arrange(this.top, els(rest.filter(small)));
    const named = (/** @type {string[]} */ ids) => ids.flatMap((id) => parts[id] ?? (this.panes.has(id) ? [/** @type {HTMLElement} */ (this.panes.get(id))] : []));
    const at = stage.includes("@dock") ? stage.indexOf("@dock") : stage.length;
    arrange(this.stage, [...named(stage.slice(0, at)), this.dock]);
    arrange(this.dock, named(stage.slice(at + 1)));
    arrange(this.side, [...els(rest.filter((pane) => !small(pane))), ...(this.skin?.beside ?? [])]);
  }

  /** Shows what is typed in the cells that wait for it. */
  #echo() {
    const ask = this.writing;
    this.skin?.typed?.(ask?.value ?? "");
    const echo = ask?.ask?.echo;
    const pane = echo && this.panes.get(echo.pane);
    if (!ask || !echo || !pane?.pane?.grid) return;
    const row = pane.pane.grid[echo.row] ?? [];
    row.forEach((cell, col) => {
      const el = pane.cell(echo.row, col);
      const letter = ask.shown[col - echo.col] ?? "";
      if (!el) return;
      write(/** @type {Element} */ (el.firstElementChild), letter ? letter.toUpperCase() : cell.text);
      attr(el, "data-typed", letter ? true : null);
      attr(el, "aria-label", letter ? letter.toUpperCase() : null);
      if (!letter) attr(el, "aria-label", cell.name ?? "empty");
    });
  }

  /** Keys that are for the table: letters into the word, and what choices have keys for. */
  #key = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const inField = target.matches("input, textarea, select");
    const ask = this.writing;
    if (inField && target !== ask?.field) return;
    if (this.skin?.key?.(event, keyOf(event))) return event.preventDefault();
    const name = keyOf(event);
    const pressing = target.closest("button, a, summary, [role=gridcell]") !== null && (name === "enter" || name === "space");
    if (pressing || (target.closest("[role=gridcell], [role=radiogroup]") && event.key.startsWith("Arrow"))) return;
    const single = name.length > 1 || !ask || !/[a-z*]/.test(name);
    const choice = wishes.keys || name.length > 1 ? this.update?.scene.choices.find((choice) => this.#keyFor(choice) === name) : undefined;
    if (this.mine && choice && single && !(inField && name.length === 1 && name !== "!")) {
      event.preventDefault();
      void this.#choose(choice);
    } else if (ask && !inField && ask.ask?.tiles) {
      if (/^[a-z*]$/.test(name)) {
        ask.type(name);
        // Who types a word after pressing a button means the word by Enter, not the button.
        if (target.closest("button, a, summary")) ask.field.focus();
      }
      else if (name === "backspace") ask.back();
      else if (name === "enter") void ask.submit();
      else if (name === "esc") ask.value = "";
      else return;
      event.preventDefault();
    }
  };
}

customElements.define("lx-scene", LxScene);

