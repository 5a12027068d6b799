// The replay of a finished match.

import { findGame, get } from "../api.js";
import { button } from "../button.js";
import { h, setText } from "../dom.js";
import { Page } from "../route.js";
import { announce } from "../notify.js";
import { LxScene } from "../scene/scene.js";

export class LxReplay extends Page {
  /** @type {Update[]} */
  #steps = [];
  #at = 0;
  #scene = new LxScene();
  #text = h("p", { class: "step-text" });
  #slider = h("input", {
    type: "range",
    min: 0,
    value: 0,
    "aria-label": "Step",
    oninput: () => this.#showStep(Number(this.#slider.value)),
  });
  #count = h("span", { class: "muted" });

  /** @param {string} id */
  async load(id) {
    const next = await this.#load(id, 0);
    const game = await findGame(this.#steps[0].game);
    this.setHeading(`Replay: ${game?.name ?? "game"}`);
    const buttons = h(
      "p",
      { class: "buttons" },
      h("a", { class: "button subtle", href: `/match/${id}` }, "Back to game"),
    );
    this.replaceChildren(
      h("h1", {}, this.heading),
      h(
        "div",
        { class: "stepper" },
        button("←", () => this.#showStep(this.#at - 1), { "aria-label": "Previous step" }),
        this.#slider,
        button("→", () => this.#showStep(this.#at + 1), { "aria-label": "Next step" }),
        this.#count,
      ),
      this.#text,
      this.#scene,
      buttons,
    );
    document.addEventListener("keydown", this.#key);
    this.#showStep(0);
    await this.#loadRest(id, next);
    // The puzzle of a cancelled match stays secret.
    if ((this.#steps.at(-1)?.over?.called_off ?? null) === null) {
      buttons.append(
        h(
          "a",
          { class: "button subtle", href: `/api/v1/matches/${id}/play`, download: `${id}.play` },
          "Download",
        ),
      );
    }
  }

  /**
   * Loads a page of steps. Resolves to the start of the next page, or null after the last.
   * @param {string} id
   * @param {number} from
   * @returns {Promise<number | null>}
   */
  async #load(id, from) {
    const { steps, next } = await get(`/matches/${id}/replay?from=${from}`);
    // A replay offers no moves.
    this.#steps.push(
      ...steps.map((/** @type {Update} */ step) => ({
        ...step,
        viewer: -1,
        scene: { ...step.scene, choices: [], asks: [] },
      })),
    );
    this.#slider.max = String(this.#steps.length - 1);
    return next;
  }

  /**
   * Loads the other pages of a long match while the player looks at the first.
   * @param {string} id
   * @param {number | null} next
   */
  async #loadRest(id, next) {
    while (next !== null && this.isConnected) {
      next = await this.#load(id, next);
      this.#showPosition();
    }
  }

  #showPosition() {
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", `${this.#at + 1} of ${this.#steps.length}`);
    setText(this.#count, `${this.#at + 1} / ${this.#steps.length}`);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
  }

  #key = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === this.#slider || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") this.#showStep(this.#at - 1);
    else if (event.key === "ArrowRight") this.#showStep(this.#at + 1);
  };

  /** @param {number} n */
  #showStep(n) {
    this.#at = Math.max(0, Math.min(this.#steps.length - 1, n));
    const step = this.#steps[this.#at];
    this.#showPosition();
    setText(this.#text, step.said.join(" "));
    this.#scene.draw(step);
    announce(step.said);
  }
}
