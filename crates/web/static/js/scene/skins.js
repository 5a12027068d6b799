// The skins by game. A game without one is drawn from its scene alone.

import { builder } from "../../skins/builder.js";
import { hand } from "../../skins/hand.js";
import { junior } from "../../skins/junior.js";
import { wampus } from "../../skins/wampus.js";
import { wizards } from "../../skins/wizards.js";
import { wordle } from "../../skins/wordle.js";

/** @type {Record<string, (scene: import("./scene.js").LxScene) => Skin>} */
const SKINS = { wordle, wizards, hand, wampus, junior, builder };

/** @param {string} game @returns {(scene: import("./scene.js").LxScene) => Skin} */
export function skinOf(game) {
  return SKINS[game] ?? (() => ({}));
}
