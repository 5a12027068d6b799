// One thing on the table, drawn from its pane. What is drawn again is changed in place: a cell that has the focus keeps it,
// and a skin can see what a cell was before.

import { arrange, attr, h, write } from "../dom.js";

/** What a tone is for a voice, when the cell has no words of its own. @type {Record<Tone, string>} */
const WORDS = { plain: "", hidden: "unknown", good: "good", near: "near", off: "off", here: "here", danger: "danger" };

/** What a voice says for a cell. @param {Cell} cell */
export function spoken(cell) {
  if (cell.name) return cell.name;
  return [cell.text, WORDS[cell.tone]].filter(Boolean).join(", ") || "empty";
}

/** What kind of pane it is. @param {Pane} pane @returns {"grid" | "tiles" | "meter" | "scores" | "text"} */
export function kindOf(pane) {
  for (const kind of /** @type {const} */ (["grid", "tiles", "meter", "scores"])) if (pane[kind]) return kind;
  return "text";
}

/** A pane: its title and what it holds. */
export class LxPane extends HTMLElement {
  /** @type {Pane | undefined} */
  pane;
  /** @type {How} */
  #how = {};
  #title = h("h2", { class: "pane-title" });
  #body = h("div", { class: "pane-body" });

  connectedCallback() {
    if (!this.#title.isConnected) this.append(this.#title, this.#body);
  }

  /**
   * @param {Pane} pane
   * @param {How} [how]
   */
  draw(pane, how = {}) {
    const kind = kindOf(pane);
    if (!this.pane || kindOf(this.pane) !== kind) this.#body.replaceChildren();
    this.pane = pane;
    this.dataset.pane = pane.id;
    this.dataset.kind = kind;
    write(this.#title, pane.title);
    if (pane.grid) this.#grid(pane, pane.grid, how);
    else if (pane.tiles) this.#tiles(pane, pane.tiles, how);
    else if (pane.meter) this.#meter(pane, pane.meter);
    else if (pane.scores) this.#scores(pane, pane.scores);
    else this.#text(pane.text ?? []);
  }

  /** The element of a cell. @param {number} row @param {number} col @returns {HTMLElement | null} */
  cell(row, col) {
    return this.querySelector(`[data-row="${row}"][data-col="${col}"]`);
  }

  /** All of them. @returns {HTMLElement[]} */
  cells() {
    return [...this.querySelectorAll("[data-row][data-col]")].map((cell) => /** @type {HTMLElement} */ (cell));
  }

  /** @param {Pane} pane @param {Cell[][]} rows @param {How} how */
  #grid(pane, rows, how) {
    let grid = /** @type {HTMLElement | null} */ (this.#body.firstElementChild);
    // Whoever walks on a board keeps their place while others play.
    const walked = grid?.contains(document.activeElement);
    const lively = !how.mouse && (how.live || walked || rows.some((row, r) => row.some((_, c) => how.acts?.(r, c))));
    if (!grid) {
      grid = h("div", { class: "grid" });
      grid.addEventListener("click", (event) => this.#hit(event));
      grid.addEventListener("keydown", (event) => this.#roam(event));
      this.#body.append(grid);
    }
    this.#how = how;
    attr(grid, "role", lively ? "grid" : "table");
    attr(grid, "aria-label", pane.title);
    grid.style.setProperty("--cols", String(rows[0]?.length ?? 1));
    grid.style.setProperty("--rows", String(rows.length));
    const parts = rows.map((row, r) => {
      const line = /** @type {HTMLElement} */ (grid.children[r] ?? h("div", { class: "row", role: "row" }));
      const cells = row.map((cell, c) => {
        const el = /** @type {HTMLElement} */ (line.children[c] ?? h("div", { "data-row": r, "data-col": c }, h("span", { class: "face" })));
        const acts = Boolean(how.acts?.(r, c));
        dressCell(el, cell);
        attr(el, "role", lively ? "gridcell" : "cell");
        attr(el, "data-acts", acts || null);
        if (!lively) attr(el, "tabindex", null);
        else if (!el.hasAttribute("tabindex")) attr(el, "tabindex", "-1");
        return el;
      });
      arrange(line, cells);
      return line;
    });
    arrange(grid, parts);
    // What does not fit is said: a board that ends at the edge of a small window looks whole.
    requestAnimationFrame(() => attr(this, "data-goes-on", this.#body.scrollWidth > this.#body.clientWidth + 1 || null));
    if (lively && !grid.querySelector('[tabindex="0"]')) {
      attr(grid.querySelector("[data-acts]") ?? grid.querySelector("[data-row]") ?? grid, "tabindex", "0");
    }
  }

  /** @param {Event} event */
  #hit(event) {
    const cell = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-row]"));
    if (cell) this.#how.act?.(Number(cell.dataset.row), Number(cell.dataset.col));
  }

  /** Arrows go from cell to cell, Enter and the space bar do what a click does. @param {KeyboardEvent} event */
  #roam(event) {
    const cell = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-row]"));
    if (!cell || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
    const step = steps[event.key];
    if (step && !event.shiftKey) {
      event.preventDefault();
      this.focusCell(row + step[0], col + step[1]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.#how.act?.(row, col);
    }
  }

  /** @param {number} row @param {number} col */
  focusCell(row, col) {
    const next = this.cell(row, col);
    if (!next || !next.hasAttribute("tabindex")) return;
    for (const old of this.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  /** @param {Pane} pane @param {Cell[][]} rows @param {How} how */
  #tiles(pane, rows, how) {
    this.#how = how;
    let tiles = /** @type {HTMLElement | null} */ (this.#body.firstElementChild);
    const tag = how.act ? "button" : "div";
    if (!tiles || tiles.dataset.tag !== tag) {
      tiles = h("div", { class: "tiles", "data-tag": tag });
      if (how.act) {
        tiles.addEventListener("click", (event) => this.#hit(event));
        // The focus stays where it is, so that Enter after a tap sends the word and does not press the tile again.
        tiles.addEventListener("pointerdown", (event) => {
          if (document.activeElement !== document.body) event.preventDefault();
        });
      }
      this.#body.replaceChildren(tiles);
    }
    attr(tiles, "role", how.act ? "group" : "list");
    attr(tiles, "aria-label", pane.title);
    const parts = rows.map((row, r) => {
      const line = /** @type {HTMLElement} */ (tiles.children[r] ?? h("div", { class: "row", role: how.act ? null : "presentation" }));
      const cells = row.map((cell, c) => {
        const fresh = () => h(tag, { "data-row": r, "data-col": c, type: how.act ? "button" : null }, h("span", { class: "face" }));
        const el = /** @type {HTMLElement} */ (line.children[c] ?? fresh());
        dressCell(el, cell);
        if (!how.act) attr(el, "role", "listitem");
        return el;
      });
      arrange(line, cells);
      return line;
    });
    arrange(tiles, parts);
  }

  /** @param {Pane} pane @param {{ value: number, of: number }} meter */
  #meter(pane, meter) {
    let el = /** @type {HTMLElement | null} */ (this.#body.firstElementChild);
    if (!el) {
      el = h("div", { class: "meter" }, h("span", { class: "marks", "aria-hidden": "true" }), h("span", { class: "count" }));
      this.#body.append(el);
    }
    attr(el, "role", "meter");
    attr(el, "aria-label", pane.title);
    attr(el, "aria-valuemin", 0);
    attr(el, "aria-valuemax", Math.max(meter.of, meter.value));
    attr(el, "aria-valuenow", meter.value);
    attr(el, "aria-valuetext", `${meter.value} of ${meter.of}`);
    const [marks, count] = /** @type {HTMLElement[]} */ ([...el.children]);
    const few = meter.of <= 10;
    el.dataset.few = String(few);
    marks.style.setProperty("--part", String(meter.of ? Math.min(1, meter.value / meter.of) : 0));
    const dots = few ? Array.from({ length: meter.of }, (_, n) => /** @type {HTMLElement} */ (marks.children[n] ?? h("i"))) : [];
    dots.forEach((dot, n) => attr(dot, "data-on", n < meter.value || null));
    arrange(marks, dots);
    write(count, few ? String(meter.value) : `${meter.value} / ${meter.of}`);
  }

  /** @param {Pane} pane @param {[string, number][]} scores */
  #scores(pane, scores) {
    const table = h("table", { class: "scores", "aria-label": pane.title }, h("tbody", {}, scores.map(([name, score]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, score)))));
    this.#body.replaceChildren(table);
  }

  /** @param {string[]} lines */
  #text(lines) {
    const parts = lines.map((line, n) => {
      const p = /** @type {HTMLElement} */ (this.#body.children[n] ?? h("p"));
      write(p, line);
      return p;
    });
    arrange(this.#body, parts);
  }
}

/** Text, tone and words of a cell. @param {HTMLElement} el @param {Cell} cell */
export function dressCell(el, cell) {
  if (!el.classList.contains("cell")) el.classList.add("cell");
  write(/** @type {Element} */ (el.firstElementChild), cell.text);
  attr(el, "data-tone", cell.tone);
  attr(el, "data-empty", cell.text === "" || null);
  attr(el, "data-wide", cell.text.length > 2 || null);
  attr(el, "aria-label", spoken(cell));
}

customElements.define("lx-pane", LxPane);
