// Whose turn it is, and how much time is left for it.

import { h, setText } from "../dom.js";
import { duration, joinNames, possessive, seatName } from "../format.js";
import { announce } from "../notify.js";
import { hasStandIn } from "./seats.js";

/** The seconds before the end of a turn at which the player is warned. */
const WARNINGS = [86_400, 3600, 60, 30, 10];

export class TurnStatus {
  el = h("p", { class: "status" });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;

  /** @param {Update} update @param {boolean} atTable */
  show(update, atTable) {
    const mine = update.to_act.some((seat) => update.seats[seat]?.you && !update.seats[seat]?.stand_in);
    const text = turnText(update, mine, atTable);
    const deadline = update.deadline_ms === null || update.over ? 0 : performance.now() + update.deadline_ms;
    let left = Infinity;
    const showTime = () => {
      const before = left;
      left = (deadline - performance.now()) / 1000;
      setText(this.el, deadline ? `${text} ${duration(left)} left.`.trim() : text);
      // Screen readers hear when little time is left.
      if (deadline && mine && WARNINGS.some((seconds) => left <= seconds && before > seconds))
        announce([`${duration(left)} left.`]);
    };
    this.stop();
    showTime();
    if (deadline) this.#clock = setInterval(showTime, 1000);
    this.el.dataset.myTurn = String(mine && update.seats.length > 1);
  }

  stop() {
    clearInterval(this.#clock);
  }
}

/** @param {Update} update @param {boolean} mine @param {boolean} atTable */
function turnText(update, mine, atTable) {
  const acting = update.to_act.map((seat) => update.seats[seat] ?? null);
  if (update.over) return "";
  if (update.viewer < 0) return `Watching · ${joinNames(acting.map(possessive))} turn`;
  // A table has its own notice.
  if (hasStandIn(update)) return atTable ? "" : "A bot is playing for you.";
  if (update.seats.length === 1) return "";
  return mine ? "Your turn." : `Waiting for ${joinNames(acting.map(seatName))}.`;
}
