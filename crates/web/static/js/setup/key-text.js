// Labels and help for the setup keys of each game. A key that isn't listed shows the server's text.

import { capitalize } from "../format.js";

/** @typedef {{ label: string, help: string, values: Record<string, string> }} KeyText */

/** @type {Record<string, Record<string, Partial<KeyText>>>} */
const TEXTS = {
  wizards: {
    level: { label: "Level", help: "Higher levels have fewer lives." },
    bonus: { label: "Bonus words", help: "collect words that aren't in the grid" },
    main: { label: "Main word", help: "Six letters." },
  },
  hand: {
    hands: { label: "Hands", help: "" },
    size: { label: "Letters per hand", help: "" },
    options: { label: "Allow one swap and one replay", help: "" },
    deals: { label: "Letters", help: "The letters of each hand, joined by a colon: aci*prt:dd*lout" },
    swaps: { label: "Swapped letters", help: "The letters that a swap gives, in order." },
  },
  wampus: {
    cave: { label: "Cave", help: "" },
    fog: {
      label: "Visibility",
      help: "What you see before you go there.",
      values: { open: "Everything", exit: "Exit only", dark: "Nothing" },
    },
    layout: { label: "Cave layout", help: "Four rows, such as ...E:WG..:....:A.P." },
  },
  junior: {
    board: { label: "Board", help: "" },
    racks: { label: "Racks", help: "", values: { open: "Visible to all", hidden: "Private" } },
  },
  builder: {
    name: { label: "Name of the board", help: "" },
    rows: { label: "Rows", help: "" },
    cols: { label: "Columns", help: "" },
    from: { label: "Start from", help: "" },
  },
  wordle: {
    marking: {
      label: "Repeated letters",
      help: "Strict: each letter of the word marks only one letter of your guess.",
      values: { lenient: "Relaxed", strict: "Strict" },
    },
    hard: { label: "Hard mode", help: "revealed letters must be used" },
    length: { label: "Word length", help: "" },
    tries: { label: "Attempts", help: "" },
    word: { label: "Secret word", help: "" },
    day: { label: "Play a past daily", help: "" },
  },
};

/** @param {string} game @param {Key} key @returns {KeyText} */
export function keyText(game, key) {
  return { label: capitalize(key.name), help: key.about, values: {}, ...TEXTS[game]?.[key.name] };
}
