// A hint with its reason, and a button that plays it.

import { button } from "../button.js";
import { h } from "../dom.js";
import { capitalize } from "../format.js";
import { announce, notify } from "../notify.js";
import { liveSocket } from "../socket.js";
import { DismissibleBox } from "./box.js";

export class HintBox extends DismissibleBox {
  /** @param {LxScene} scene */
  constructor(scene) {
    super(h("div", { class: "hint", hidden: true }), scene);
  }

  /** Asks the server for a hint and shows it. @param {string} match */
  async show(match) {
    const hint = await liveSocket.hint(match);
    if (!hint) return notify("There is no hint right now.");
    const move = this.scene.skin?.describe?.(hint.line) ?? capitalize(hint.line);
    this.el.replaceChildren(
      h("p", {}, h("strong", {}, `${move}.`), " ", hint.why),
      h(
        "div",
        { class: "buttons" },
        button(move, () => this.scene.send(hint.line), { class: "small" }),
        button("Dismiss", () => this.dismiss(), { class: "subtle small" }),
      ),
    );
    this.el.hidden = false;
    announce([`${move}. ${hint.why}`]);
  }
}
