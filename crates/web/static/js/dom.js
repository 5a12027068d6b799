// Builds and updates elements. Text is always set as text: nothing on the page parses HTML.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. An attribute `on…` adds a listener, `true` sets an attribute without a value, and
 * attributes and children that are false, null or undefined are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attrs = {}, ...children) {
  const el = document.createElement(tag);
  setAttrs(el, attrs);
  el.append(...toNodes(children));
  return el;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an SVG element, as `h` does for HTML.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Child | Child[])} children
 */
export function svg(tag, attrs = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  setAttrs(el, attrs);
  el.append(...toNodes(children));
  return el;
}

/** @param {Element} el @param {Record<string, any>} attrs */
function setAttrs(el, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else attr(el, name, value);
  }
}

/**
 * Sets or removes an attribute, and leaves it alone if it is right already. `aria-` attributes get the words
 * "true" and "false".
 * @param {Element} el
 * @param {string} name
 * @param {any} value
 */
export function attr(el, name, value) {
  if (typeof value === "boolean" && name.startsWith("aria-")) value = String(value);
  if (value === false || value === null || value === undefined) {
    if (el.hasAttribute(name)) el.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (el.getAttribute(name) !== text) el.setAttribute(name, text);
}

/**
 * A run of words in a right-to-left script (Hebrew, Arabic and others).
 */
const RIGHT_TO_LEFT_RANGES = [
  String.raw`\u0590-\u08ff`,
  String.raw`\ufb1d-\ufdff\ufe70-\ufefc`,
  String.raw`\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`,
];
const RIGHT_TO_LEFT_LETTER = `[${RIGHT_TO_LEFT_RANGES.join("")}]`;
const RIGHT_TO_LEFT = new RegExp(
  String.raw`${RIGHT_TO_LEFT_LETTER}(?:[\p{M}\s.'’_-]*${RIGHT_TO_LEFT_LETTER})*`,
  "gu",
);

/**
 * Isolates right-to-left words, so that a name doesn't change the order of the words and numbers around it.
 * @param {string} text
 */
export const isolate = (text) => text.replace(RIGHT_TO_LEFT, "\u2068$&\u2069");

/** Sets the text if it has changed. @param {Element} el @param {string} text */
export function setText(el, text) {
  text = isolate(text);
  if (el.textContent !== text) el.textContent = text;
}

/**
 * Makes these the children of an element, in this order. Children that are in place stay untouched, so the
 * focus isn't lost.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function setChildren(parent, children) {
  const stay = new Set(children);
  for (const old of [...parent.children]) if (!stay.has(old)) old.remove();
  children.forEach((child, n) => {
    if (parent.children[n] !== child) parent.insertBefore(child, parent.children[n] ?? null);
  });
}

/**
 * Whether an element shows something else than at the last call. What is unchanged isn't redrawn, so that no
 * button moves under a finger.
 * @param {HTMLElement} el @param {unknown} shown
 */
export function hasChanged(el, shown) {
  const key = JSON.stringify(shown);
  if (el.dataset.key === key) return false;
  el.dataset.key = key;
  return true;
}

/**
 * Call before drawing. The returned function moves the focus to `near` if the focused element within `within`
 * has been removed or hidden; otherwise keyboards and screen readers would start at the top of the page
 * again.
 * @param {HTMLElement} within @param {HTMLElement} near
 */
export function keepFocus(within, near) {
  const had = within.contains(document.activeElement);
  return () => {
    // A hidden or disabled element keeps the focus until the next frame, and swallows keys.
    const at = document.activeElement;
    const lost = !at || at === document.body || !at.checkVisibility() || at.matches(":disabled");
    if (!had || !lost || !near.isConnected) return;
    if (!near.hasAttribute("tabindex")) near.setAttribute("tabindex", "-1");
    near.focus({ preventScroll: true });
  };
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function toNodes(children) {
  /** @type {(Node | string)[]} */
  const out = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    out.push(typeof child === "string" ? isolate(child) : typeof child === "number" ? String(child) : child);
  }
  return out;
}
