// Addresses and pages. A page is an element; it is told the parts of its address and says what it is called.

import { h } from "./dom.js";

/** A page. */
export class Page extends HTMLElement {
  /** What the page is called. */
  heading = "";

  /** Draws the page for an address. @param {string[]} _parts */
  async enter(..._parts) {}

  /** Another name, once it is known. @param {string} heading */
  call(heading) {
    this.heading = heading;
    title();
  }
}

/** @type {[RegExp, string][]} */
const ROUTES = [];
let count = 0;
let serial = 0;

/** @param {RegExp} pattern @param {string} tag @param {CustomElementConstructor} page */
export function page(pattern, tag, page) {
  if (!customElements.get(tag)) customElements.define(tag, page);
  ROUTES.push([pattern, tag]);
}

const outlet = /** @type {HTMLElement} */ (document.getElementById("page"));

/** Goes to another address. @param {string} path @param {{ replace?: boolean }} [how] */
export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  void route();
}

/** Shows the page of the address that we are at. */
export async function route() {
  const mine = ++serial;
  const found = ROUTES.map(([pattern, tag]) => ({ tag, parts: pattern.exec(location.pathname) })).find(({ parts }) => parts);
  const el = /** @type {Page} */ (document.createElement(found?.tag ?? "lx-nowhere"));
  for (const anchor of document.querySelectorAll(".bar nav a")) {
    if (/** @type {HTMLAnchorElement} */ (anchor).pathname === location.pathname) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  outlet.replaceChildren(el);
  outlet.setAttribute("aria-busy", "true");
  try {
    await el.enter(...(found?.parts?.slice(1) ?? []));
  } catch (error) {
    if (mine !== serial) return;
    const text = error instanceof Error ? error.message : String(error);
    el.call("That did not work");
    el.replaceChildren(h("section", { class: "prose" }, h("h1", {}, "That did not work"), h("p", {}, text), h("p", { class: "buttons" }, h("button", { onclick: () => route() }, "Try again"), h("a", { class: "button", href: "/" }, "To the lobby"))));
  }
  if (mine !== serial) return;
  outlet.removeAttribute("aria-busy");
  title();
  scrollTo(0, 0);
  const heading = outlet.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  // A voice begins with what the page is.
  if (mine > 1) (heading ?? outlet).focus({ preventScroll: true });
}

/** How many matches wait; shown in the title. @param {number} waiting */
export function setCount(waiting) {
  count = waiting;
  title();
}

function title() {
  const heading = /** @type {Page | null} */ (outlet.firstElementChild)?.heading;
  document.title = `${count ? `(${count}) ` : ""}${heading ? `${heading} · ` : ""}Lexicade`;
}
