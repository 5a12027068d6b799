// Statistics, with charts.

import { allGames, get, who } from "../api.js";
import { h, svg } from "../dom.js";
import { emblem } from "../emblem.js";
import { Page } from "../route.js";
import { big, playPath } from "../words.js";

export class LxStats extends Page {
  heading = "Statistics";

  async enter() {
    const { games } = await allGames();
    const tallies = who() ? /** @type {Tally[]} */ ((await get("/stats")).tallies) : [];
    const byGame = games.map((game) => ({ game, own: tallies.filter((tally) => tally.game === game.id && tally.played > 0) })).filter(({ own }) => own.length > 0);
    this.replaceChildren(h("h1", {}, "Statistics"),
      byGame.length === 0 ? h("p", {}, "Nothing is finished yet. What you play is counted here.") : "",
      ...byGame.map(({ game, own }) => h("section", { class: "stat-game" }, h("h2", {}, emblem(game.id), ` ${game.name}`), SCORES[game.id] && h("p", { class: "about" }, SCORES[game.id]), h("div", { class: "stat-cards" }, own.map(card)))));
  }
}

/** What the points of a game count, where that is not what its chart counts. @type {Record<string, string>} */
const SCORES = { wordle: "The chart counts attempts. Points are the attempts left and one more: 6 for the first guess of six, 1 for the last, none for a word that was not found." };

/** How wide a letter of a chart is at most, on average. */
const LETTER = 7.5;

/** @param {Tally} tally */
function card(tally) {
  const kind = big(tally.kind);
  const name = [tally.daily && kind !== "Daily" ? "Daily" : null, kind, tally.board, tally.words, tally.hinted ? "with hints" : null].filter(Boolean).join(", ");
  const figure = (/** @type {string | number} */ value, /** @type {string} */ what) => h("div", { class: "figure" }, h("dt", {}, what), h("dd", {}, value));
  const percent = Math.round((100 * tally.won) / Math.max(1, tally.played));
  return h("article", { class: "stat" }, h("h3", {}, name || "All"),
    h("dl", {}, figure(tally.played, "played"), figure(`${percent} %`, "won"), tally.daily || tally.longest > 0 ? figure(tally.streak, "in a row") : null, tally.longest > 0 ? figure(tally.longest, "longest") : null, tally.mean !== null ? figure(Math.round(tally.mean * 10) / 10, tally.game === "wordle" ? "points on average" : "on average") : null, tally.par !== null ? figure(`${tally.par} %`, "of par") : null, tally.best ? figure(tally.best.score, tally.game === "wordle" ? "points at best" : "best") : null),
    tally.spread.length > 0 && bars(tally.spread, name),
    tally.best?.ticket && h("p", { class: "small-text" }, h("a", { href: playPath(tally.best.ticket) }, "The best one again")));
}

/** Bars with their counts: a drawing for the eye, a list for a voice. @param {[string, number][]} spread @param {string} name */
function bars(spread, name) {
  const most = Math.max(1, ...spread.map(([, count]) => count));
  const [row, width] = [26, 200];
  const left = 16 + LETTER * Math.max(...spread.map(([what]) => what.length));
  return svg("svg", { class: "bars", viewBox: `0 0 ${left + width + 36} ${spread.length * row}`, role: "img", "aria-label": `${name}: ${spread.map(([what, count]) => `${what}: ${count}`).join(", ")}` },
    spread.flatMap(([what, count], n) => [
      svg("text", { x: left - 8, y: n * row + 17, class: "bar-name" }, what),
      svg("rect", { x: left, y: n * row + 4, width: Math.max(3, (width * count) / most), height: row - 8, rx: 3, class: count ? "bar-on" : "bar-none" }),
      svg("text", { x: left + Math.max(3, (width * count) / most) + 6, y: n * row + 17, class: "bar-count" }, count),
    ]));
}
