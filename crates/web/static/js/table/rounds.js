// The rounds that were played at a table, with their results.

import { h } from "../dom.js";
import { capitalize, joinNames, possessive, seatName } from "../format.js";

export class RoundList {
  el = h("section", { class: "rounds", hidden: true });

  /** @param {Table} table */
  show({ rounds }) {
    this.el.hidden = rounds.length === 0;
    this.el.replaceChildren(h("h2", { class: "pane-title" }, "Rounds"), h("ol", {}, rounds.map(roundRow)));
  }
}

/** @param {Table["rounds"][number]} round */
function roundRow({ seats, matches, scores, winners, called_off }) {
  return h(
    "li",
    {},
    called_off ? "Cancelled " : `${winnersText(seats, winners)}: ${scores.join(" : ")} `,
    matches.flatMap((match, n) => [
      h(
        "a",
        { href: `/match/${match}/steps` },
        matches.length > 1 ? `${possessive(seats[n])} replay` : "Replay",
      ),
      " ",
    ]),
  );
}

/** The winners of a round. @param {(Sitter | null)[]} seats @param {number[]} winners */
const winnersText = (seats, winners) =>
  capitalize(joinNames(winners.map((seat) => seatName(seats[seat] ?? null)))) || "Nobody won";

/**
 * That the last round is over and, for a race, who won it. The result of other matches is shown with the
 * match.
 * @param {Table} table
 */
export function roundResult(table) {
  const round = table.rounds[table.rounds.length - 1];
  if (!table.race || !round) return "This round is over.";
  const { seats, winners } = round;
  if (winners.length === 0) return "Nobody wins the round.";
  const win = winners.length > 1 || seats[winners[0]]?.you ? "win" : "wins";
  return `${winnersText(seats, winners)} ${win} the round.`;
}
