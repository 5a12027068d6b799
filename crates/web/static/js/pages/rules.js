// The rules of a game.

import { encodePart, findGame, get } from "../api.js";
import { button } from "../button.js";
import { h } from "../dom.js";
import { drawBlocks } from "../markdown.js";
import { Page } from "../route.js";

export class LxRules extends Page {
  /** @param {string} id */
  async load(id) {
    const [game, { blocks }] = await Promise.all([
      findGame(id),
      get(`/games/${encodePart(id)}/rules/blocks`),
    ]);
    this.setHeading(`Rules of ${game?.name ?? id}`);
    this.replaceChildren(
      h(
        "article",
        { class: "prose" },
        drawBlocks(blocks),
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
