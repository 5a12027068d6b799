// The rules of a game.

import { gameOf, rulesOf } from "../api.js";
import { h } from "../dom.js";
import { markdown } from "../markdown.js";
import { Page } from "../route.js";

export class LxRules extends Page {
  /** @param {string} id */
  async enter(id) {
    const [game, text] = await Promise.all([gameOf(id), rulesOf(id)]);
    this.call(`Rules of ${game?.name ?? id}`);
    this.replaceChildren(h("article", { class: "prose" }, markdown(text), h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => history.back() }, "Back"), h("a", { class: "button go", href: `/new/${id}` }, "Play"))));
  }
}
