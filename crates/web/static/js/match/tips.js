// The tips of a game, until the player has dismissed them.

import { button } from "../button.js";
import { h } from "../dom.js";
import { updateSettings, settings } from "../settings.js";
import { DismissibleBox } from "./box.js";

export class TipsBox extends DismissibleBox {
  /** @param {LxScene} scene */
  constructor(scene) {
    super(h("aside", { class: "tips", hidden: true, "aria-label": "Tips" }), scene);
  }

  /** @param {Update} update */
  show(update) {
    const tips = this.scene.skin?.tips;
    if (!tips || settings.met[update.game] || update.over || update.viewer < 0) return;
    const accept = () => {
      updateSettings({ met: { ...settings.met, [update.game]: true } });
      this.dismiss();
    };
    this.el.replaceChildren(
      h(
        "div",
        { class: "grow" },
        tips.map((sentence) => h("p", {}, sentence)),
      ),
      h(
        "div",
        { class: "buttons" },
        button("Got it", accept, { class: "small" }),
        h("a", { class: "button subtle small", href: `/rules/${update.game}` }, "Rules"),
      ),
    );
    this.el.hidden = false;
  }
}
