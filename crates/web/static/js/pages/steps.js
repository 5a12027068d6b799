// A finished match, step by step.

import { gameOf, get } from "../api.js";
import { h, write } from "../dom.js";
import { Page } from "../route.js";
import { tell } from "../say.js";
import { LxScene } from "../scene/scene.js";

export class LxSteps extends Page {
  /** @type {Update[]} */
  #steps = [];
  #at = 0;
  #scene = new LxScene();
  #told = h("p", { class: "step-told" });
  #slide = h("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.#to(Number(this.#slide.value)) });
  #count = h("span", { class: "faint" });

  /** @param {string} id */
  async enter(id) {
    const next = await this.#load(id, 0);
    const game = await gameOf(this.#steps[0].game);
    this.call(`${game?.name ?? "A match"}, step by step`);
    const buttons = h("p", { class: "buttons" }, h("a", { class: "button quiet", href: `/match/${id}` }, "The match"));
    this.replaceChildren(h("h1", {}, this.heading),
      h("div", { class: "stepper" },
        h("button", { type: "button", "aria-label": "One step back", onclick: () => this.#to(this.#at - 1) }, "←"),
        this.#slide,
        h("button", { type: "button", "aria-label": "One step on", onclick: () => this.#to(this.#at + 1) }, "→"), this.#count),
      this.#told, this.#scene,
      buttons);
    document.addEventListener("keydown", this.#key);
    this.#to(0);
    await this.#loadRest(id, next);
    // A cancelled match keeps its puzzle to itself.
    if (this.#steps.at(-1)?.over?.called_off == null) {
      buttons.append(h("a", { class: "button quiet", href: `/api/v1/matches/${id}/play`, download: `${id}.play` }, "As a file"));
    }
  }

  /**
   * Loads a page of steps, and gives the entry from which the next one goes on.
   * @param {string} id
   * @param {number} from
   * @returns {Promise<number | null>}
   */
  async #load(id, from) {
    const { steps, next } = await get(`/matches/${id}/replay?from=${from}`);
    // What is looked at again is not acted on.
    this.#steps.push(...steps.map((/** @type {Update} */ step) => ({ ...step, viewer: -1, scene: { ...step.scene, choices: [], asks: [] } })));
    this.#slide.max = String(this.#steps.length - 1);
    return next;
  }

  /**
   * A long match comes page by page while its beginning is looked at already.
   * @param {string} id
   * @param {number | null} next
   */
  async #loadRest(id, next) {
    while (next !== null && this.isConnected) {
      next = await this.#load(id, next);
      this.#showPlace();
    }
  }

  #showPlace() {
    this.#slide.value = String(this.#at);
    this.#slide.setAttribute("aria-valuetext", `${this.#at + 1} of ${this.#steps.length}`);
    write(this.#count, `${this.#at + 1} / ${this.#steps.length}`);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
  }

  #key = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === this.#slide || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") this.#to(this.#at - 1);
    else if (event.key === "ArrowRight") this.#to(this.#at + 1);
  };

  /** @param {number} n */
  #to(n) {
    this.#at = Math.max(0, Math.min(this.#steps.length - 1, n));
    const step = this.#steps[this.#at];
    this.#showPlace();
    write(this.#told, step.said.join(" "));
    this.#scene.draw(step);
    tell(step.said);
  }
}
