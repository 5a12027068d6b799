// Draws one pane of a scene. Elements are updated in place, so that a cell keeps the focus and a skin can see
// what a cell was before.

import { setChildren, attr, h, setText } from "../dom.js";

/** What screen readers say for a tone if the cell has no name. @type {Record<Tone, string>} */
const TONE_NAMES = {
  plain: "",
  hidden: "unknown",
  good: "good",
  near: "near",
  off: "off",
  here: "here",
  danger: "danger",
};

/** What screen readers say for a cell. @param {Cell} cell */
function cellLabel(cell) {
  if (cell.name) return cell.name;
  return [cell.text, TONE_NAMES[cell.tone]].filter(Boolean).join(", ") || "empty";
}

/** @param {Pane} pane @returns {"grid" | "tiles" | "meter" | "scores" | "text"} */
export function kindOf(pane) {
  for (const kind of /** @type {const} */ (["grid", "tiles", "meter", "scores"])) if (pane[kind]) return kind;
  return "text";
}

export class LxPane extends HTMLElement {
  /** @type {Pane | undefined} */
  pane;
  /** @type {PaneOptions} */
  #options = {};
  #title = h("h2", { class: "pane-title" });
  #body = h("div", { class: "pane-body" });

  connectedCallback() {
    if (!this.#title.isConnected) this.append(this.#title, this.#body);
  }

  /**
   * @param {Pane} pane
   * @param {PaneOptions} [options]
   */
  draw(pane, options = {}) {
    const kind = kindOf(pane);
    if (!this.pane || kindOf(this.pane) !== kind) this.#body.replaceChildren();
    this.pane = pane;
    this.dataset.pane = pane.id;
    this.dataset.kind = kind;
    setText(this.#title, pane.title);
    if (pane.grid) this.#grid(pane, pane.grid, options);
    else if (pane.tiles) this.#tiles(pane, pane.tiles, options);
    else if (pane.meter) this.#meter(pane, pane.meter);
    else if (pane.scores) this.#scores(pane, pane.scores);
    else this.#text(pane.text ?? []);
  }

  /** @param {number} row @param {number} col @returns {HTMLElement | null} */
  cell(row, col) {
    return this.querySelector(`[data-row="${row}"][data-col="${col}"]`);
  }

  /** All cells. @returns {HTMLElement[]} */
  cells() {
    return [...this.querySelectorAll("[data-row][data-col]")].map(
      (cell) => /** @type {HTMLElement} */ (cell),
    );
  }

  /** @param {Pane} pane @param {Cell[][]} rows @param {PaneOptions} options */
  #grid(pane, rows, options) {
    let grid = /** @type {HTMLElement | null} */ (this.#body.firstElementChild);
    // The focus stays on the board while others play.
    const focused = grid?.contains(document.activeElement);
    const interactive =
      !options.pointerOnly &&
      (options.focusable || focused || rows.some((row, r) => row.some((_, c) => options.isActive?.(r, c))));
    if (!grid) {
      grid = h("div", { class: "grid" });
      grid.addEventListener("click", (event) => this.#click(event));
      grid.addEventListener("keydown", (event) => this.#key(event));
      this.#body.append(grid);
    }
    this.#options = options;
    attr(grid, "role", interactive ? "grid" : "table");
    attr(grid, "aria-label", pane.title);
    grid.style.setProperty("--cols", String(rows[0]?.length ?? 1));
    grid.style.setProperty("--rows", String(rows.length));
    const parts = rows.map((row, r) => {
      const line = /** @type {HTMLElement} */ (grid.children[r] ?? h("div", { class: "row", role: "row" }));
      const cells = row.map((cell, c) => {
        const el = /** @type {HTMLElement} */ (
          line.children[c] ?? h("div", { "data-row": r, "data-col": c }, h("span", { class: "face" }))
        );
        const acts = Boolean(options.isActive?.(r, c));
        drawCell(el, cell);
        attr(el, "role", interactive ? "gridcell" : "cell");
        attr(el, "data-clickable", acts || null);
        if (!interactive) attr(el, "tabindex", null);
        else if (!el.hasAttribute("tabindex")) attr(el, "tabindex", "-1");
        return el;
      });
      setChildren(line, cells);
      return line;
    });
    setChildren(grid, parts);
    // Tells the style sheet that the board is cut off at the edge of a small window.
    requestAnimationFrame(() =>
      attr(this, "data-overflows", this.#body.scrollWidth > this.#body.clientWidth + 1 || null),
    );
    if (interactive && !grid.querySelector('[tabindex="0"]')) {
      attr(
        grid.querySelector("[data-clickable]") ?? grid.querySelector("[data-row]") ?? grid,
        "tabindex",
        "0",
      );
    }
  }

  /** @param {Event} event */
  #click(event) {
    const cell = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("[data-row]")
    );
    if (cell) this.#options.onCell?.(Number(cell.dataset.row), Number(cell.dataset.col));
  }

  /**
   * Arrow keys move between cells; Enter and the space bar click.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const cell = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("[data-row]")
    );
    if (!cell || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const [row, col] = [Number(cell.dataset.row), Number(cell.dataset.col)];
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    });
    const step = steps[event.key];
    if (step && !event.shiftKey) {
      event.preventDefault();
      this.focusCell(row + step[0], col + step[1]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.#options.onCell?.(row, col);
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

  /** @param {Pane} pane @param {Cell[][]} rows @param {PaneOptions} options */
  #tiles(pane, rows, options) {
    this.#options = options;
    let tiles = /** @type {HTMLElement | null} */ (this.#body.firstElementChild);
    const tag = options.onCell ? "button" : "div";
    if (!tiles || tiles.dataset.tag !== tag) {
      tiles = h("div", { class: "tiles", "data-tag": tag });
      if (options.onCell) {
        tiles.addEventListener("click", (event) => this.#click(event));
        // The focus stays where it is, so that Enter after a tap submits the word and doesn't press the tile.
        tiles.addEventListener("pointerdown", (event) => {
          if (document.activeElement !== document.body) event.preventDefault();
        });
      }
      this.#body.replaceChildren(tiles);
    }
    attr(tiles, "role", options.onCell ? "group" : "list");
    attr(tiles, "aria-label", pane.title);
    const parts = rows.map((row, r) => {
      const line = /** @type {HTMLElement} */ (
        tiles.children[r] ?? h("div", { class: "row", role: options.onCell ? null : "presentation" })
      );
      const cells = row.map((cell, c) => {
        const fresh = () =>
          h(
            tag,
            { "data-row": r, "data-col": c, type: options.onCell ? "button" : null },
            h("span", { class: "face" }),
          );
        const el = /** @type {HTMLElement} */ (line.children[c] ?? fresh());
        drawCell(el, cell);
        if (!options.onCell) attr(el, "role", "listitem");
        return el;
      });
      setChildren(line, cells);
      return line;
    });
    setChildren(tiles, parts);
  }

  /** @param {Pane} pane @param {{ value: number, of: number }} meter */
  #meter(pane, meter) {
    let el = /** @type {HTMLElement | null} */ (this.#body.firstElementChild);
    if (!el) {
      el = h(
        "div",
        { class: "meter" },
        h("span", { class: "marks", "aria-hidden": "true" }),
        h("span", { class: "count" }),
      );
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
    const dots = few
      ? Array.from({ length: meter.of }, (_, n) => /** @type {HTMLElement} */ (marks.children[n] ?? h("i")))
      : [];
    dots.forEach((dot, n) => attr(dot, "data-on", n < meter.value || null));
    setChildren(marks, dots);
    setText(count, few ? String(meter.value) : `${meter.value} / ${meter.of}`);
  }

  /** @param {Pane} pane @param {[string, number][]} scores */
  #scores(pane, scores) {
    const table = h(
      "table",
      { class: "scores", "aria-label": pane.title },
      h(
        "tbody",
        {},
        scores.map(([name, score]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, score))),
      ),
    );
    this.#body.replaceChildren(table);
  }

  /** @param {string[]} lines */
  #text(lines) {
    const parts = lines.map((line, n) => {
      const p = /** @type {HTMLElement} */ (this.#body.children[n] ?? h("p"));
      setText(p, line);
      return p;
    });
    setChildren(this.#body, parts);
  }
}

/** Sets the text, tone and label of a cell. @param {HTMLElement} el @param {Cell} cell */
function drawCell(el, cell) {
  if (!el.classList.contains("cell")) el.classList.add("cell");
  setText(/** @type {Element} */ (el.firstElementChild), cell.text);
  attr(el, "data-tone", cell.tone);
  attr(el, "data-empty", cell.text === "" || null);
  attr(el, "data-wide", cell.text.length > 2 || null);
  attr(el, "aria-label", cellLabel(cell));
}

customElements.define("lx-pane", LxPane);
