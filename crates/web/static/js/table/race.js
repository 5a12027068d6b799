// The progress of every player in a race.

import { attr, h } from "../dom.js";
import { capitalize, seatName } from "../format.js";

export class RaceTable {
  el = h("section", { class: "race", hidden: true, "aria-label": "Race" });

  /** @param {Table} table */
  show(table) {
    this.el.hidden = !table.progress;
    if (!table.progress) return;
    attr(this.el, "data-running", table.state === "playing");
    const rows = table.progress.map((racer) =>
      h(
        "tr",
        { "data-you": racer.seat === table.you || null },
        h("th", { scope: "row" }, capitalize(seatName(table.seats[racer.seat] ?? null))),
        h("td", {}, racer.progress),
        h(
          "td",
          {},
          racer.won !== null ? `${racer.won ? "won" : "lost"}, ${racer.score}` : racer.over ? "finished" : "",
        ),
        h("td", {}, racer.match && h("a", { href: `/match/${racer.match}/steps` }, "Replay")),
      ),
    );
    this.el.replaceChildren(
      h("table", { class: "plain" }, h("caption", { class: "pane-title" }, "Race"), h("tbody", {}, rows)),
    );
  }
}
