// Wordle: rows that flip letter by letter, a row that shakes on a refusal, and a marked keyboard.

import { prefersHighContrast, prefersReducedMotion } from "../js/settings.js";

/** @param {LxScene} scene @returns {Skin} */
export function wordle(scene) {
  const row = (/** @type {number} */ n) => scene.panes.get("rows")?.querySelectorAll(".row")[n];
  const [right, near] = prefersHighContrast() ? ["Orange", "Blue"] : ["Green", "Yellow"];
  return {
    stage: ["rows", "@dock", "@asks", "keys"],
    figures: ["attempts"],
    tips: [
      "Find the hidden word. Type a word and press Enter to see how close it is.",
      `${right} with a bar: right spot. ${near}, dashed: in the word, wrong spot. Grey: not in the word.`,
      "Letters can repeat.",
    ],
    reword: (pane, { view }) =>
      pane.id === "answer" ? { ...pane, text: [String(view.answer).toUpperCase()] } : pane,
    describe: (line) => line.replace(/^guess (.*)$/, (_, word) => `Guess ${word.toUpperCase()}`),

    result({ view }, won) {
      if (won) return { heading: `Solved in ${view.guesses.length}!`, about: "" };
      return { heading: "Out of attempts", about: `The word was ${String(view.answer).toUpperCase()}.` };
    },

    onDraw(update, before) {
      const last = update.view.guesses.length - 1;
      const flips = before && last >= before.view.guesses.length && !prefersReducedMotion();
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

    onRefused() {
      const el = row(scene.update?.view.guesses.length ?? 0);
      if (!el || prefersReducedMotion()) return;
      el.setAttribute("data-shakes", "");
      el.addEventListener("animationend", () => el.removeAttribute("data-shakes"), { once: true });
    },
  };
}
