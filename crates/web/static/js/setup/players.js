// Who plays a new match: the player alone, a race, or several players and bots.

import { h } from "../dom.js";
import { checkboxField, labelledField } from "../field.js";
import { botName, canRace, plural } from "../format.js";

/** The time limits per move. @type {[string, number | null][]} */
const LIMITS = [
  ["unlimited", null],
  ["1 minute", 60],
  ["5 minutes", 300],
  ["1 day", 86_400],
  ["3 days", 259_200],
  ["7 days", 604_800],
  ["14 days", 1_209_600],
];

/** @typedef {{ race: boolean, seats: number, bots: string[], limit: number | null }} Company */
/** @typedef {{ el: HTMLElement | false, read: () => Company }} PlayersFieldset */

/** @type {Company} */
const ALONE = { race: false, seats: 1, bots: [], limit: null };

/**
 * The fields for the players of a game; a game for one player has none.
 * @param {Game} game
 * @returns {PlayersFieldset}
 */
export function choosePlayers(game) {
  if (game.most > 1) return severalPlayers(game);
  return canRace(game) ? raceOrSolo() : { el: false, read: () => ALONE };
}

/** One player, or a race on the same puzzle. @returns {PlayersFieldset} */
function raceOrSolo() {
  const alone = h("input", { type: "radio", name: "who", id: "alone", checked: true });
  const race = h("input", { type: "radio", name: "who", id: "race" });
  const count = h("input", { type: "number", id: "racers", form: "setup", min: 2, max: 8, value: 2 });
  const limit = limitField();
  const more = h("div", { hidden: true }, labelledField("Players", count), limit.el);
  const el = h(
    "fieldset",
    { onchange: () => (more.hidden = !race.checked) },
    h("legend", {}, "Players"),
    checkboxField(alone, "Just me"),
    checkboxField(race, "Race: everyone gets the same puzzle"),
    more,
  );
  return {
    el,
    read: () =>
      race.checked ? { race: true, seats: Number(count.value), bots: [], limit: limit.read() } : ALONE,
  };
}

/**
 * The players of a game for several.
 * @param {Game} game
 * @returns {PlayersFieldset}
 */
function severalPlayers(game) {
  const count = h(
    "select",
    { id: "seats" },
    Array.from({ length: game.most - game.fewest + 1 }, (_, n) =>
      h("option", { value: n + game.fewest }, plural(n + game.fewest, "player")),
    ),
  );
  const seats = h("div");
  const limit = limitField();
  const waits = h("div", { hidden: true }, limit.el);
  /** @type {HTMLSelectElement[]} */
  let selects = [];
  const look = () => (waits.hidden = !selects.some((select) => select.value === ""));
  const draw = () => {
    selects = Array.from({ length: Number(count.value) - 1 }, (_, n) =>
      h(
        "select",
        { id: `seat-${n + 1}` },
        game.bots.map((bot) =>
          h("option", { value: bot, selected: bot === "sensible" }, `Bot: ${botName(bot)}`),
        ),
        h("option", { value: "" }, "A friend, by invitation"),
      ),
    );
    seats.replaceChildren(...selects.map((select, n) => labelledField(`Player ${n + 2}`, select)));
    look();
  };
  draw();
  const el = h(
    "fieldset",
    { onchange: (/** @type {Event} */ event) => (event.target === count ? draw() : look()) },
    h("legend", {}, "Players"),
    labelledField("Number of players", count),
    seats,
    waits,
  );
  return {
    el,
    read: () => ({
      race: false,
      seats: Number(count.value),
      bots: selects.map((select) => select.value),
      limit: waits.hidden ? null : limit.read(),
    }),
  };
}

function limitField() {
  const select = h(
    "select",
    { id: "limit" },
    LIMITS.map(([name, seconds]) => h("option", { value: seconds ?? "" }, name)),
  );
  return {
    el: labelledField("Time per move", select),
    read: () => (select.value ? Number(select.value) : null),
  };
}
