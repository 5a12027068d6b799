// A box beside the board that the player can dismiss.

import { keepFocus } from "../dom.js";

export class DismissibleBox {
  /** @param {HTMLElement} el @param {LxScene} scene */
  constructor(el, scene) {
    this.el = el;
    this.scene = scene;
  }

  hide() {
    this.el.hidden = true;
  }

  /** Hides the box and moves the focus back to the board. */
  dismiss() {
    const back = keepFocus(this.el, this.scene.stage);
    this.hide();
    back();
  }
}
