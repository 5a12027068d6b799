// A match on a page of its own.

import { gameOf } from "../api.js";
import { h } from "../dom.js";
import { LxMatch } from "../match.js";
import { Page, go } from "../route.js";

export class LxMatchPage extends Page {
  /** @param {string} id */
  async enter(id) {
    const match = new LxMatch();
    const heading = h("h1", {}, "Match");
    this.replaceChildren(h("div", { class: "match-head" }, heading, match.status), match);
    const update = await match.open(id);
    const game = await gameOf(update.game);
    const name = game?.name ?? update.game;
    heading.textContent = update.daily ? `${name} of ${update.daily}` : name;
    this.call(heading.textContent);
    // Who sits at a table plays there.
    if (update.table && !update.over && update.viewer >= 0) go(`/table/${update.table}`, { replace: true });
  }
}
