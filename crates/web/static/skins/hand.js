// Hand: tiles with what they are worth, which move out when a word is played.

import { attr, h } from "../js/dom.js";
import { tell } from "../js/say.js";
import { calm } from "../js/wishes.js";
import { comesBack, use } from "./letters.js";

const WORTH = /** @type {[string, number][]} */ ([["aeilnorstu", 1], ["dg", 2], ["bcmp", 3], ["fhvwy", 4], ["k", 5], ["jx", 8], ["qz", 10]]);

/** What a letter is worth, for the small figure on its tile. @param {string} letter */
const worth = (letter) => WORTH.find(([letters]) => letters.includes(letter))?.[1] ?? 0;

/** @param {LxScene} scene @returns {Skin} */
export function hand(scene) {
  const tiles = () => scene.panes.get("hand");
  return {
    stage: ["now", "@dock", "hand", "@asks", "@choices"],
    figures: ["points"],
    intro: [
      "Make words of your letters. A star is any vowel. Long words pay far more than short ones.",
      "A word that is none costs its letters, so think first. What a word would earn is shown while you type.",
    ],
    tap: (_cell, tile, ask) => comesBack(tile, ask),
    typed: (text) => use(tiles(), text),

    drawn(update, before) {
      for (const tile of tiles()?.cells() ?? []) {
        const letter = tile.firstElementChild?.textContent ?? "";
        attr(/** @type {Element} */ (tile.firstElementChild), "data-worth", letter === "*" ? null : worth(letter));
      }
      // Keeping all letters is no event; a voice hears what is to be done now.
      if (before && before.seq !== update.seq && update.said.length === 0) tell(update.scene.panes.find((pane) => pane.id === "now")?.text ?? []);
      if (before && !calm()) moveOut(before.view.hand, update.view.hand);
    },
  };

  /** Tiles that are gone leave upwards. @param {string} before @param {string} after */
  function moveOut(before, after) {
    const left = [...after];
    const gone = [...before].filter((letter) => {
      const at = left.indexOf(letter);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    const pane = tiles();
    if (gone.length === 0 || gone.length === before.length || !pane) return;
    const leaving = h("div", { class: "leaving", "aria-hidden": "true" }, gone.map((letter) => h("span", { class: "cell" }, letter)));
    leaving.addEventListener("animationend", () => leaving.remove());
    pane.append(leaving);
  }
}
