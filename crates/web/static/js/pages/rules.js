// The rules of a game.

import { findGame, loadRules } from "../api.js";
import { button } from "../button.js";
import { h } from "../dom.js";
import { markdown } from "../markdown.js";
import { Page } from "../route.js";

export class LxRules extends Page {
  /** @param {string} id */
  async load(id) {
    const [game, text] = await Promise.all([findGame(id), loadRules(id)]);
    this.setHeading(`Rules of ${game?.name ?? id}`);
    this.replaceChildren(
      h(
        "article",
        { class: "prose" },
        markdown(text),
        h(
          "p",
          { class: "buttons" },
          button("Back", () => history.back()),
          h("a", { class: "button primary", href: `/new/${id}` }, "Play"),
        ),
      ),
    );
  }
}
