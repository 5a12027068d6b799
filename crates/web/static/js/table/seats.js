// The seats of a table, while no match is on.

import { button } from "../button.js";
import { h, hasChanged } from "../dom.js";
import { botName, capitalize, seatName } from "../format.js";

export class SeatList {
  el = h("ol", { class: "seats", "aria-label": "Seats" });
  #post;

  /** @param {PostToTable} post */
  constructor(post) {
    this.#post = post;
  }

  /** @param {Table} table @param {string[]} bots */
  show(table, bots) {
    this.el.hidden = table.state !== "open" && table.state !== "over";
    if (!hasChanged(this.el, [table.state, table.host, table.you, table.seats])) return;
    const at = [...this.el.children].findIndex((li) => li.contains(document.activeElement));
    this.el.replaceChildren(
      ...table.seats.map((seat, n) =>
        h(
          "li",
          { "data-empty": !seat || null },
          h("span", { class: "grow" }, seat ? capitalize(seatName(seat)) : "Open seat"),
          seat ? this.#takenSeat(table, seat, n) : this.#openSeat(table, n, bots),
        ),
      ),
    );
    // The focus stays at the seat.
    this.el.children[at]?.querySelector("button")?.focus();
  }

  /** @param {Table} table @param {number} n @param {string[]} bots */
  #openSeat(table, n, bots) {
    const addBot = (/** @type {string} */ bot) =>
      button(botName(bot), () => this.#post("bot", { seat: n, name: bot }), {
        class: "subtle small",
        "aria-label": `Add bot ${botName(bot)} to seat ${n + 1}`,
      });
    return [
      table.you < 0 &&
        button("Take seat", () => this.#post("sit", { seat: n }), {
          class: "small primary",
          "aria-label": `Take seat ${n + 1}`,
        }),
      ...(table.host ? [h("span", { class: "muted" }, "Add bot:"), ...bots.map(addBot)] : []),
    ];
  }

  /** @param {Table} table @param {Sitter} seat @param {number} n */
  #takenSeat(table, seat, n) {
    return [
      seat.you && !table.host && button("Leave seat", () => this.#post("stand"), { class: "subtle small" }),
      !seat.you &&
        table.host &&
        button("Remove", () => this.#post("bot", { seat: n, name: null }), {
          class: "subtle small",
          "aria-label": `Remove ${seatName(seat)} from seat ${n + 1}`,
        }),
    ];
  }
}
