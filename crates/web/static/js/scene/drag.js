// Dragging with a finger, a pen or a mouse. Everything that can be dragged also works with taps and keys.

import { h } from "../dom.js";

/** How many pixels a pointer moves before it drags. */
const DRAG_DISTANCE = 6;

/**
 * Makes the pieces in an element draggable.
 * @param {HTMLElement} from
 * @param {object} what
 * @param {(target: Element) => HTMLElement | null} what.piece  the piece to drag, if any
 * @param {(piece: HTMLElement, over: Element | null) => void} [what.over]  called while dragging
 * @param {(piece: HTMLElement, over: Element | null) => void} what.drop  called at the end, with null
 * if the drag was cancelled
 */
export function draggable(from, { piece, over, drop }) {
  from.addEventListener("pointerdown", (event) => {
    const held = event.button === 0 ? piece(/** @type {Element} */ (event.target)) : null;
    if (!held) return;
    const [x, y] = [event.clientX, event.clientY];
    /** @type {HTMLElement | null} */
    let ghost = null;
    const under = (/** @type {PointerEvent} */ at) => document.elementFromPoint(at.clientX, at.clientY);
    const move = (/** @type {PointerEvent} */ at) => {
      if (at.pointerId !== event.pointerId) return;
      if (!ghost && Math.hypot(at.clientX - x, at.clientY - y) < DRAG_DISTANCE) return;
      at.preventDefault();
      if (!ghost) {
        const size = held.getBoundingClientRect();
        ghost = h("div", { class: "ghost", "aria-hidden": "true" });
        ghost.append(...[...held.children].map((child) => child.cloneNode(true)));
        ghost.style.setProperty("width", `${size.width}px`);
        ghost.style.setProperty("height", `${size.height}px`);
        ghost.style.setProperty("margin-left", `${size.left - x}px`);
        ghost.style.setProperty("margin-top", `${size.top - y}px`);
        document.body.append(ghost);
        held.dataset.dragged = "";
      }
      ghost.style.setProperty("transform", `translate(${at.clientX}px, ${at.clientY}px)`);
      over?.(held, under(at));
    };
    const end = (/** @type {PointerEvent | KeyboardEvent} */ at) => {
      if (at instanceof KeyboardEvent ? at.key !== "Escape" : at.pointerId !== event.pointerId) return;
      stop.abort();
      delete held.dataset.dragged;
      if (!ghost) return;
      ghost.remove();
      // The click at the end of a drag isn't meant as a click.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      drop(held, at.type === "pointerup" ? under(/** @type {PointerEvent} */ (at)) : null);
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener("pointermove", move, { signal, passive: false });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
    addEventListener("keydown", end, { signal });
  });
}

/**
 * The row and column of the cell that contains an element.
 * @param {Element | null} el
 * @param {HTMLElement | undefined} within
 * @returns {[number, number] | null}
 */
export function cellAt(el, within) {
  const cell = /** @type {HTMLElement | null} */ (el?.closest("[data-row][data-col]") ?? null);
  if (!cell || !within?.contains(cell)) return null;
  return [Number(cell.dataset.row), Number(cell.dataset.col)];
}
