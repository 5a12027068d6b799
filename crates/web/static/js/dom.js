// Elements from code. Text is only ever text: nothing here, or anywhere on the page, reads HTML.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with its attributes and children. `on…` is a listener, `class` and `data-…` are what they are, `true` is an
 * attribute without a value, and what is false, null or undefined is left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attrs = {}, ...children) {
  const el = document.createElement(tag);
  put(el, attrs);
  el.append(...wanted(children));
  return el;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for a drawing. @param {string} tag @param {Record<string, any>} [attrs] @param {...(Child | Child[])} children */
export function svg(tag, attrs = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  put(el, attrs);
  el.append(...wanted(children));
  return el;
}

/** @param {Element} el @param {Record<string, any>} attrs */
function put(el, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else attr(el, name, value);
  }
}

/** Sets an attribute, or takes it away; leaves it alone when it is right already. What is true or false for a voice is said as a word. @param {Element} el @param {string} name @param {any} value */
export function attr(el, name, value) {
  if (typeof value === "boolean" && name.startsWith("aria-")) value = String(value);
  if (value === false || value === null || value === undefined) {
    if (el.hasAttribute(name)) el.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (el.getAttribute(name) !== text) el.setAttribute(name, text);
}

/** Words in letters that are written from right to left (Hebrew, Arabic and others), as far as nothing else is between them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}](?:[\p{M}\s.'’_-]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])*/gu;

/** Isolates words that are written from right to left, so that a name among other words and numbers does not change their order. @param {string} text */
export const isolated = (text) => text.replace(RIGHT_TO_LEFT, "\u2068$&\u2069");

/** Sets the text, when it is another. @param {Element} el @param {string} text */
export function write(el, text) {
  text = isolated(text);
  if (el.textContent !== text) el.textContent = text;
}

/** Puts exactly these children into a parent, in this order, without touching those that are in place: what has the focus keeps it. @param {Element} parent @param {Element[]} children */
export function arrange(parent, children) {
  const stay = new Set(children);
  for (const old of [...parent.children]) if (!stay.has(old)) old.remove();
  children.forEach((child, n) => {
    if (parent.children[n] !== child) parent.insertBefore(child, parent.children[n] ?? null);
  });
}

/**
 * What has the focus may be drawn away or hidden. Gives a function that then puts it somewhere near, so that keys and voices do not begin at
 * the top of the page again.
 * @param {HTMLElement} within @param {HTMLElement} near
 */
export function keepFocus(within, near) {
  const had = within.contains(document.activeElement);
  return () => {
    // What is hidden or cannot be pressed any more has the focus until the next picture, and swallows keys.
    const at = document.activeElement;
    const lost = !at || at === document.body || !at.checkVisibility() || at.matches(":disabled");
    if (!had || !lost || !near.isConnected) return;
    if (!near.hasAttribute("tabindex")) near.setAttribute("tabindex", "-1");
    near.focus({ preventScroll: true });
  };
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function wanted(children) {
  /** @type {(Node | string)[]} */
  const out = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    out.push(typeof child === "string" ? isolated(child) : typeof child === "number" ? String(child) : child);
  }
  return out;
}

/** What is true while something takes its time: a button that was pressed waits for its answer. @param {HTMLElement} button @param {() => Promise<unknown>} work */
export async function busy(button, work) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    button.removeAttribute("aria-busy");
  }
}
