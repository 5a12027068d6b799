// The line above the match of a table: whose turn it is, and a button that gives the player more time.

import { button } from "../button.js";
import { h } from "../dom.js";

export class TableTurn {
  #moreTime;

  /** @param {PostToTable} post */
  constructor(post) {
    this.#moreTime = button("Give more time", () => post("time"), { class: "subtle small", hidden: true });
    this.el = h("div", { class: "turn" }, this.#moreTime);
  }

  /** @param {Table} table @param {Update | undefined} update */
  show(table, update) {
    this.#moreTime.hidden = !canGiveTime(table, update?.match === table.match ? update : undefined);
  }
}

/**
 * Whether the viewer may give another player more time: players and the host may, while they wait.
 * @param {Table} table
 * @param {Update | undefined} update
 */
function canGiveTime(table, update) {
  const others = table.race
    ? table.progress?.some(({ seat, over }) => !over && seat !== table.you && !table.seats[seat]?.bot)
    : update?.to_act.some((seat) => !update.seats[seat]?.you && !update.seats[seat]?.bot);
  return (
    table.limit !== null &&
    table.state === "playing" &&
    (table.host || table.you >= 0) &&
    (!table.match || (update && !isToAct(update))) &&
    others
  );
}

/** @param {Update} update */
const isToAct = (update) => !update.over && update.to_act.includes(update.viewer);
