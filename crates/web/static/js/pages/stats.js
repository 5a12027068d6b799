// The player's statistics.

import { loadGames, get, currentPlayer } from "../api.js";
import { h, svg } from "../dom.js";
import { emblem } from "../emblem.js";
import { Page } from "../route.js";
import { capitalize, ticketPath } from "../format.js";

export class LxStats extends Page {
  heading = "Statistics";

  async load() {
    const { games } = await loadGames();
    const tallies = currentPlayer() ? /** @type {Tally[]} */ ((await get("/stats")).tallies) : [];
    const byGame = games
      .map((game) => ({ game, own: tallies.filter((tally) => tally.game === game.id && tally.played > 0) }))
      .filter(({ own }) => own.length > 0);
    this.replaceChildren(
      h("h1", {}, "Statistics"),
      byGame.length === 0 ? h("p", {}, "No finished games yet.") : "",
      ...byGame.map(({ game, own }) =>
        h(
          "section",
          { class: "stat-game" },
          h("h2", {}, emblem(game.id), ` ${game.name}`),
          SCORES[game.id] && h("p", { class: "help" }, SCORES[game.id]),
          h("div", { class: "stat-cards" }, own.map(card)),
        ),
      ),
    );
  }
}

/**
 * How the points of a game relate to its chart, where that isn't obvious.
 * @type {Record<string, string>}
 */
const SCORES = {
  wordle:
    "The chart counts attempts. You score 6 points for solving it on the first of six attempts, " +
    "1 point on the last, and none if you don't solve it.",
};

/** The average width of a wide letter in a chart. */
const LETTER = 7.5;

/** @param {Tally} tally */
function card(tally) {
  const kind = capitalize(tally.kind);
  const name = [
    tally.daily && kind !== "Daily" ? "Daily" : null,
    kind,
    tally.board,
    tally.words,
    tally.hinted ? "with hints" : null,
  ]
    .filter(Boolean)
    .join(", ");
  const figure = (/** @type {string | number} */ value, /** @type {string} */ what) =>
    h("div", { class: "figure" }, h("dt", {}, what), h("dd", {}, value));
  const percent = Math.round((100 * tally.won) / Math.max(1, tally.played));
  return h(
    "article",
    { class: "stat" },
    h("h3", {}, name || "All"),
    h(
      "dl",
      {},
      figure(tally.played, "played"),
      figure(`${percent} %`, "won"),
      tally.daily || tally.longest > 0 ? figure(tally.streak, "current streak") : null,
      tally.longest > 0 ? figure(tally.longest, "longest streak") : null,
      tally.mean !== null ? figure(Math.round(tally.mean * 10) / 10, "average score") : null,
      tally.par !== null ? figure(`${tally.par} %`, "of the best possible") : null,
      tally.best ? figure(tally.best.score, "best score") : null,
    ),
    tally.spread.length > 0 && bars(tally.spread, name),
    tally.best?.ticket &&
      h("p", { class: "small-text" }, h("a", { href: ticketPath(tally.best.ticket) }, "Replay your best")),
  );
}

/**
 * A bar chart, with a label that lists the counts for screen readers.
 * @param {[string, number][]} spread
 * @param {string} name
 */
function bars(spread, name) {
  const most = Math.max(1, ...spread.map(([, count]) => count));
  const [row, width] = [26, 200];
  const left = 16 + LETTER * Math.max(...spread.map(([what]) => what.length));
  return svg(
    "svg",
    {
      class: "bars",
      viewBox: `0 0 ${left + width + 36} ${spread.length * row}`,
      role: "img",
      "aria-label": `${name}: ${spread.map(([what, count]) => `${what}: ${count}`).join(", ")}`,
    },
    spread.flatMap(([what, count], n) => [
      svg("text", { x: left - 8, y: n * row + 17, class: "bar-name" }, what),
      svg("rect", {
        x: left,
        y: n * row + 4,
        width: Math.max(3, (width * count) / most),
        height: row - 8,
        rx: 3,
        class: count ? "bar-on" : "bar-none",
      }),
      svg(
        "text",
        { x: left + Math.max(3, (width * count) / most) + 6, y: n * row + 17, class: "bar-count" },
        count,
      ),
    ]),
  );
}
