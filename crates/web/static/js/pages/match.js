// The page of a match.

import { findGame } from "../api.js";
import { h } from "../dom.js";
import { dayName } from "../format.js";
import { LxMatch } from "../match/match.js";
import { Page, navigate } from "../route.js";

export class LxMatchPage extends Page {
  /** @param {string} id */
  async load(id) {
    const match = new LxMatch();
    const heading = h("h1", {}, "Game");
    this.replaceChildren(h("div", { class: "match-head" }, heading, match.status), match);
    const update = await match.open(id);
    const game = await findGame(update.game);
    const name = game?.name ?? update.game;
    heading.textContent = update.daily ? `Daily ${name}, ${dayName(update.daily)}` : name;
    this.setHeading(heading.textContent);
    // Players at a table play on the page of the table.
    if (update.table && !update.over && update.viewer >= 0)
      navigate(`/table/${update.table}`, { replace: true });
  }
}
