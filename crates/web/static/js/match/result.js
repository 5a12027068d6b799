// The result of a match: who won, and what to do next.

import { post } from "../api.js";
import { button } from "../button.js";
import { h } from "../dom.js";
import { joinNames, seatName } from "../format.js";
import { announce, notify } from "../notify.js";
import { openUsualMatch } from "../open.js";
import { share, shareText } from "../share.js";

export class ResultBox {
  el = h("section", { class: "result", hidden: true, "aria-label": "Result" });

  /**
   * Shows the result of a finished match.
   * @param {Update} update
   * @param {Skin} skin
   * @param {boolean} atTable whether the match is part of a table, which then offers rematches
   * @param {boolean} now whether the match has just ended, so that screen readers hear the result
   */
  show(update, skin, atTable, now) {
    this.el.hidden = !update.over;
    if (!update.over) return;
    const [head, about] = outcome(update, skin);
    this.el.replaceChildren(
      h("h2", {}, head),
      h("p", { class: "muted" }, about),
      h("div", { class: "buttons" }, resultButtons(update, update.over.ticket, atTable)),
    );
    if (now) announce([[/[.!?]$/.test(head) ? head : `${head}.`, about].filter(Boolean).join(" ")]);
  }
}

/**
 * @param {Update} update
 * @param {string | null | undefined} ticket  there is none while others are still racing
 * @param {boolean} atTable
 */
function resultButtons(update, ticket, atTable) {
  const again = !atTable && !update.daily && update.viewer >= 0 && update.seats.length === 1;
  return [
    again && button("Play again", () => openUsualMatch(update.game), { class: "primary" }),
    ticket && button("Share", () => share(shareText(update, ticket, false))),
    ticket && button("Share in words", () => share(shareText(update, ticket, true)), { class: "subtle" }),
    ticket && h("a", { class: "button subtle", href: `/match/${update.match}/steps` }, "Replay"),
    update.game === "builder" &&
      update.view.file &&
      button("Save to your boards", () => saveBoard(update.view.file), { class: "primary" }),
    update.daily &&
      h("a", { class: "button subtle", href: `/leaderboard/${update.game}/${update.daily}` }, "Leaderboard"),
    h("a", { class: "button subtle", href: "/" }, "Home"),
  ];
}

/** @param {{ name: string, text: string }} file */
async function saveBoard(file) {
  const name = file.name.replace(/\.txt$/, "");
  await post("/boards", { name, text: file.text });
  notify(`${name} is saved to your boards.`);
}

/** The headline of the result, and a sentence about it. @param {Update} update @param {Skin} skin */
function outcome(update, skin) {
  const over = /** @type {NonNullable<Update["over"]>} */ (update.over);
  if (over.called_off !== null) {
    const by = update.seats[over.called_off];
    return ["Game cancelled", `${by?.you ? "You" : seatName(by ?? null)} cancelled the game. Nobody wins.`];
  }
  // A player who leaves can't win, even in a game that everybody wins.
  const winners = over.winners.filter((seat) => !update.left.includes(seat));
  // If a bot has stood in to the end, the bot has won.
  const won = winners.includes(update.viewer) && !update.seats[update.viewer]?.bot;
  if (update.seats.length === 1) return soloOutcome(update, skin, won);
  const names = joinNames(winners.map((seat) => seatName(update.seats[seat] ?? null)));
  const scores = update.seats.map(
    (seat, n) => `${seat?.you ? "You" : seatName(seat)} ${over.scores[n] ?? 0}`,
  );
  const about = `${scores.join(", ")}.`;
  if (winners.length === 0) return ["Nobody wins", about];
  if (won) return [winners.length > 1 ? "You share the win" : "You win!", about];
  return [`${names} ${winners.length > 1 ? "win" : "wins"}`, about];
}

/** @param {Update} update @param {Skin} skin @param {boolean} won */
function soloOutcome(update, skin, won) {
  const own = skin.result?.(update, won);
  const heading = update.left.includes(update.viewer)
    ? "You gave up"
    : (own?.heading ?? (won ? "Well done!" : "Game over"));
  const about = own?.about ?? `Score ${update.over?.scores[0] ?? 0}.`;
  return [heading, [about, update.hinted && "You used hints."].filter(Boolean).join(" ")];
}
