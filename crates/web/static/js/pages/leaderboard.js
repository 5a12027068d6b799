// The leaderboard of a daily.

import { LEADERBOARD, encodePart, findGame, get } from "../api.js";
import { h } from "../dom.js";
import { dayName } from "../format.js";
import { Page } from "../route.js";

export class LxLeaderboard extends Page {
  /** @param {string} id @param {string} day */
  async load(id, day) {
    const game = await findGame(id);
    this.setHeading(`Daily ${game?.name ?? id}, ${dayName(day)}`);
    const { honours } = await get(`/dailies/${encodePart(id)}/${encodePart(day)}/${LEADERBOARD}`);
    this.replaceChildren(
      h(
        "section",
        { class: "prose" },
        h("h1", {}, this.heading),
        honours.length === 0
          ? h("p", {}, "Nobody has finished this daily yet.")
          : h(
              "table",
              { class: "plain full" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  ["Place", "Player", "Score", "Result"].map((name) => h("th", { scope: "col" }, name)),
                ),
              ),
              h(
                "tbody",
                {},
                honours.map((/** @type {Honour} */ one) =>
                  h(
                    "tr",
                    { "data-you": one.you || null },
                    h("td", {}, one.place),
                    h("th", { scope: "row" }, one.you ? `${one.name} (you)` : one.name),
                    h("td", {}, one.score),
                    h(
                      "td",
                      { class: "muted" },
                      [one.won ? "Solved" : "", one.hinted ? "(hints)" : ""].filter(Boolean).join(" "),
                    ),
                  ),
                ),
              ),
            ),
        h("p", {}, h("a", { class: "button subtle", href: "/" }, "Home")),
      ),
    );
  }
}
