// Hand: tiles with their values, which move out when a word is played.

import { attr, h } from "../js/dom.js";
import { joinNames, plural } from "../js/format.js";
import { announce } from "../js/notify.js";
import { prefersReducedMotion } from "../js/settings.js";
import { takeBack, markUsed } from "./letters.js";

/** The value of letters, as in the rules. */
const VALUES = /** @type {[string, number][]} */ ([
  ["aeilnorstu", 1],
  ["dg", 2],
  ["bcmp", 3],
  ["fhvwy", 4],
  ["k", 5],
  ["jx", 8],
  ["qz", 10],
]);

/** The value of a letter, for the small number on its tile. @param {string} letter */
const valueOf = (letter) => VALUES.find(([letters]) => letters.includes(letter))?.[1] ?? 0;

/** The moves that aren't words. @type {Record<string, string>} */
const MOVES = {
  keep: "Keep all letters",
  done: "End this hand",
  replay: "Replay this hand",
  next: "Next hand",
};

/** `Play IC*` for `play ic*`. @param {string} line */
function describeWord(line) {
  const [verb, word = ""] = line.split(" ");
  return `${verb === "swap" ? "Swap" : "Play"} ${word.toUpperCase()}`;
}

/** What the player can do now. @param {Update["view"]} view */
function prompt(view) {
  if (view.phase === "swap") {
    const full = new Set([...view.hand].filter((letter) => letter !== "*")).size === 26;
    return full
      ? "You hold every letter, so you can't swap."
      : "Swap one letter? You can do this once per game.";
  }
  if (view.phase === "play") return "Play a word, or end this hand.";
  const empty = view.n === 0 ? "You're out of letters. " : "";
  return `${empty}Replay this hand? You can do this once per game; the better score counts.`;
}

/** @param {Pane} pane @param {Update} update @returns {Pane | null} */
function reword(pane, { view }) {
  if (pane.id === "now") return view.phase === "over" ? null : { ...pane, text: [prompt(view)] };
  if (pane.id === "plays") return { ...pane, text: view.plays.map(playText) };
  if (pane.id === "previous") return { ...pane, title: "Last hand", text: settledText(view.previous) };
  return pane;
}

/** @typedef {{ word: string, valid: boolean, points: number }} Play */

/** @param {Play} play */
const playText = ({ word, valid, points }) =>
  `${word.toUpperCase()}: ${valid ? plural(points, "point") : "not in the word list"}`;

/** @typedef {{ points: number, plays: string[] }} Best */

/**
 * The last hand, and the best score in it.
 * @param {{ hand: string, score: number, par: { valid: Best, sacrifice: Best } | null }} hand
 */
function settledText({ hand, score, par }) {
  const lines = [`${[...hand.toUpperCase()].join(" ")}: ${plural(score, "point")}`];
  if (!par) return lines;
  lines.push(`Best possible: ${bestText(par.valid)}`);
  if (par.sacrifice.points > par.valid.points)
    lines.push(`If you throw letters away: ${bestText(par.sacrifice)}`);
  return lines;
}

/** The words are left out if they aren't fit to be shown. @param {Best} best */
const bestText = ({ points, plays }) =>
  plays.length > 0 ? `${points} (${plays.join(", ").toUpperCase()})` : `${points}`;

/** How a game of one hand compares with the best score. @param {Update["view"]} view */
function ofBest(view) {
  const best = view.hands === 1 ? (view.previous?.par?.valid.points ?? 0) : 0;
  return best > 0 ? `That's ${Math.round((100 * view.total) / best)} % of the best possible ${best}.` : "";
}

/**
 * The word that was just played.
 * @param {Update} update
 * @param {Update | undefined} before
 * @returns {Play | undefined}
 */
function newPlay({ view, seq }, before) {
  const one = before && seq === before.seq + 1 && view.plays.length === before.view.plays.length + 1;
  return one ? view.plays.at(-1) : undefined;
}

/** @param {string} word @param {string} hand the letters before the word was played */
function invalidWord(word, hand) {
  const used = without(hand, without(hand, word).join("")).map((letter) => letter.toUpperCase());
  const gone = used.length > 0 ? ` ${joinNames(used)} ${used.length > 1 ? "are" : "is"} gone.` : "";
  return `${word.toUpperCase()} isn't in the word list.${gone}`;
}

/**
 * The letters of `all` that are left after taking away those of `some`.
 * @param {string} all
 * @param {string} some
 */
function without(all, some) {
  const taken = [...some];
  return [...all].filter((letter) => {
    const at = taken.indexOf(letter);
    if (at >= 0) taken.splice(at, 1);
    return at < 0;
  });
}

/** @param {LxScene} scene @returns {Skin} */
export function hand(scene) {
  const tiles = () => scene.panes.get("hand");
  return {
    stage: ["now", "@dock", "hand", "@asks", "@choices"],
    figures: ["points"],
    tips: [
      "Make words from your letters. A star is any vowel. Long words score far more than short ones.",
      "An invalid word still uses up its letters. The page shows what a word would score while you type.",
    ],
    reword,
    describe: (line) => MOVES[line] ?? describeWord(line),
    askLabel: ({ prefix }) => (prefix === "swap " ? ["Letter to swap", "Swap"] : ["Word", "Play"]),
    result({ view }, won) {
      const points = plural(view.total, "point");
      return won ? { heading: points, about: ofBest(view) } : { about: `${points}.` };
    },
    said(update, before) {
      const play = newPlay(update, before);
      if (!before || !play || play.valid) return undefined;
      return [invalidWord(play.word, before.view.hand), ...update.said.slice(1)];
    },
    onTap: (_cell, tile, ask) => takeBack(tile, ask),
    onType: (text) => markUsed(tiles(), text),

    onDraw(update, before) {
      for (const tile of tiles()?.cells() ?? []) {
        const letter = tile.firstElementChild?.textContent ?? "";
        attr(
          /** @type {Element} */ (tile.firstElementChild),
          "data-worth",
          letter === "*" ? null : valueOf(letter),
        );
      }
      // The server says nothing when the player keeps all letters.
      if (before && before.seq !== update.seq && update.said.length === 0) announce([prompt(update.view)]);
      if (before && !prefersReducedMotion()) moveOut(before.view.hand, update.view.hand);
    },
  };

  /** Animates the tiles that are gone. @param {string} before @param {string} after */
  function moveOut(before, after) {
    const gone = without(before, after);
    const pane = tiles();
    if (gone.length === 0 || gone.length === before.length || !pane) return;
    const leaving = h(
      "div",
      { class: "leaving", "aria-hidden": "true" },
      gone.map((letter) => h("span", { class: "cell" }, letter)),
    );
    leaving.addEventListener("animationend", () => leaving.remove());
    pane.append(leaving);
  }
}
