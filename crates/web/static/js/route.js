// Routing. A page is a custom element that gets the captured parts of its path and sets the title.

import { button } from "./button.js";
import { h } from "./dom.js";

export class Page extends HTMLElement {
  /** The title of the page. */
  heading = "";

  /** Draws the page for the captured parts of its path. @param {string[]} _parts */
  async load(..._parts) {}

  /** Changes the title once it is known. @param {string} heading */
  setHeading(heading) {
    this.heading = heading;
    updateTitle();
  }
}

/** @type {[RegExp, string][]} */
const ROUTES = [];
let waitingCount = 0;
let serial = 0;

/** @param {RegExp} pattern @param {string} tag @param {CustomElementConstructor} page */
export function definePage(pattern, tag, page) {
  if (!customElements.get(tag)) customElements.define(tag, page);
  ROUTES.push([pattern, tag]);
}

const outlet = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @param {string} path @param {{ replace?: boolean }} [options] */
export function navigate(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  void showPage();
}

/** Shows the page for the current address. */
export async function showPage() {
  const current = ++serial;
  const found = ROUTES.map(([pattern, tag]) => ({ tag, parts: pattern.exec(location.pathname) })).find(
    ({ parts }) => parts,
  );
  const el = /** @type {Page} */ (document.createElement(found?.tag ?? "lx-not-found"));
  for (const anchor of document.querySelectorAll(".bar nav a")) {
    if (/** @type {HTMLAnchorElement} */ (anchor).pathname === location.pathname)
      anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  outlet.replaceChildren(el);
  outlet.setAttribute("aria-busy", "true");
  try {
    await el.load(...(found?.parts?.slice(1) ?? []));
  } catch (error) {
    if (current !== serial) return;
    const text = error instanceof Error ? error.message : String(error);
    el.setHeading("Something went wrong");
    el.replaceChildren(
      h(
        "section",
        { class: "prose" },
        h("h1", {}, "Something went wrong"),
        h("p", {}, text),
        h(
          "p",
          { class: "buttons" },
          button("Try again", showPage),
          h("a", { class: "button", href: "/" }, "Home"),
        ),
      ),
    );
  }
  if (current !== serial) return;
  outlet.removeAttribute("aria-busy");
  updateTitle();
  scrollTo(0, 0);
  const heading = outlet.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  // Screen readers start with the title of the page.
  if (current > 1) (heading ?? outlet).focus({ preventScroll: true });
}

/** Sets the number of games that wait for the player, shown in the title. @param {number} waiting */
export function setWaiting(waiting) {
  waitingCount = waiting;
  updateTitle();
}

function updateTitle() {
  const heading = /** @type {Page | null} */ (outlet.firstElementChild)?.heading;
  document.title = `${waitingCount ? `(${waitingCount}) ` : ""}${heading ? `${heading} · ` : ""}Lexicade`;
}
