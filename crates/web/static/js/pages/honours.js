// A daily's board of honour.

import { gameOf, get, part } from "../api.js";
import { h } from "../dom.js";
import { Page } from "../route.js";

export class LxHonours extends Page {
  /** @param {string} id @param {string} day */
  async enter(id, day) {
    const game = await gameOf(id);
    this.call(`${game?.name ?? id} of ${day}`);
    const { honours } = await get(`/dailies/${part(id)}/${part(day)}/honours`);
    this.replaceChildren(h("section", { class: "prose" }, h("h1", {}, this.heading),
      honours.length === 0 ? h("p", {}, "Nobody has finished it yet.") : h("table", { class: "plain full" }, h("thead", {}, h("tr", {}, ["Place", "Name", "Score", ""].map((name) => h("th", { scope: "col" }, name || h("span", { class: "unseen" }, "How"))))),
        h("tbody", {}, honours.map((/** @type {Honour} */ one) => h("tr", { "data-you": one.you || null }, h("td", {}, one.place), h("th", { scope: "row" }, one.you ? `${one.name} (you)` : one.name), h("td", {}, one.score), h("td", { class: "faint" }, [one.won ? "won" : "", one.hinted ? "with hints" : ""].filter(Boolean).join(", ")))))),
      h("p", {}, h("a", { class: "button quiet", href: "/" }, "Lobby"))));
  }
}
