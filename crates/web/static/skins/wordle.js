// Wordle: rows that turn over letter by letter, a row that shakes its head, and a keyboard that remembers.

import { calm } from "../js/wishes.js";

/** @param {LxScene} scene @returns {Skin} */
export function wordle(scene) {
  const row = (/** @type {number} */ n) => scene.panes.get("rows")?.querySelectorAll(".row")[n];
  return {
    stage: ["rows", "@dock", "@asks", "keys"],
    figures: ["attempts"],
    intro: [
      "A word is hidden. Type a word and press Enter: every letter is then marked.",
      "Solid with a bar: right letter, right place. Dashed: it is in the word, elsewhere. Grey: it is not.",
      "A letter may be in the word twice.",
    ],

    drawn(update, before) {
      const last = update.view.guesses.length - 1;
      const flips = before && last >= before.view.guesses.length && !calm();
      const el = flips ? row(last) : undefined;
      if (!el) return;
      scene.dataset.flipping = "";
      el.setAttribute("data-flips", "");
      const done = () => {
        el.removeAttribute("data-flips");
        delete scene.dataset.flipping;
      };
      el.lastElementChild?.addEventListener("animationend", done, { once: true });
    },

    refused() {
      const el = row(scene.update?.view.guesses.length ?? 0);
      if (!el || calm()) return;
      el.setAttribute("data-shakes", "");
      el.addEventListener("animationend", () => el.removeAttribute("data-shakes"), { once: true });
    },
  };
}
