// Notices during a match at a table: offers to cancel, stand-ins, and players who keep the others waiting.

import { button } from "../button.js";
import { h, hasChanged } from "../dom.js";
import { capitalize, joinNames, playerName, seatName } from "../format.js";

export class TableNotices {
  el = h("section", { class: "notices", hidden: true, "aria-label": "Notices" });
  #post;
  #onLate;
  /** The seats of the players for whom a bot may stand in now. @type {number[]} */
  #late = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {PostToTable} post @param {() => void} onLate called when a bot may stand in for other players */
  constructor(post, onLate) {
    this.#post = post;
    this.#onLate = onLate;
  }

  /** Notes for whom a bot may stand in, and when. @param {Update["may_stand_in"]} [allowed] */
  allow(allowed) {
    this.stop();
    this.#late = [];
    if (allowed?.in_ms === 0) this.#late = allowed.seats;
    else if (allowed)
      this.#timer = setTimeout(() => {
        this.#late = allowed.seats;
        this.#onLate();
      }, allowed.in_ms);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /** @param {Table} table @param {string[]} bots */
  show(table, bots) {
    const playing = table.state === "playing";
    const late = playing ? this.#late : [];
    if (!hasChanged(this.el, [playing, table.asked, table.seats, late])) return;
    const bot = bots.find((name) => name === "sensible") ?? bots[bots.length - 1];
    const rows = [
      ...(table.asked.length > 0 ? [this.#offer(table)] : []),
      ...(playing ? this.#standIns(table) : []),
      ...(bot ? late.map((seat) => this.#absent(table, seat, bot)) : []),
    ];
    this.el.replaceChildren(...rows);
    this.el.hidden = rows.length === 0;
  }

  /** Players offer to cancel the match. @param {Table} table */
  #offer(table) {
    const asked = table.asked.map((seat) => table.seats[seat] ?? null);
    const own = table.seats[table.you];
    const offer = asked.length > 1 || asked[0]?.you ? "offer" : "offers";
    const may = own && !own.stand_in && !table.asked.includes(table.you);
    return h(
      "div",
      {},
      h(
        "p",
        {},
        `${capitalize(joinNames(asked.map(seatName)))} ${offer} to cancel the game.`,
        may ? " A move declines." : " Waiting for the others.",
      ),
      may && button("Agree", () => this.#post("call_off"), { class: "small" }),
    );
  }

  /** Bots play for these players. @param {Table} table */
  #standIns(table) {
    return table.seats.flatMap((seat) =>
      seat?.stand_in
        ? h(
            "div",
            {},
            h("p", {}, `A bot is playing for ${playerName(seat)}.`),
            seat.you && button("Take over", () => this.#post("come_back"), { class: "small" }),
          )
        : [],
    );
  }

  /** A player who could get a stand-in. @param {Table} table @param {number} seat @param {string} bot */
  #absent(table, seat, bot) {
    const name = seatName(table.seats[seat] ?? null);
    return h(
      "div",
      {},
      h("p", {}, `${name} hasn't moved for a while.`),
      button(`Let a bot play for ${name}`, () => this.#post("stand_in", { seat, name: bot }), {
        class: "small",
      }),
    );
  }
}
