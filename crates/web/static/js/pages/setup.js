// The options of a new match, its players, and challenges for friends.

import { findGame, get, loadGames, currentPlayer } from "../api.js";
import { button } from "../button.js";
import { h } from "../dom.js";
import { onSubmit } from "../form.js";
import { capitalize } from "../format.js";
import { openMatch, openTable } from "../open.js";
import { Page } from "../route.js";
import { updateSettings, settings } from "../settings.js";
import { challengeForm } from "../setup/challenge.js";
import { keyField, readFields } from "../setup/key-field.js";
import { choosePlayers } from "../setup/players.js";

export class LxSetup extends Page {
  /** @type {import("../setup/key-field.js").KeyField[]} */
  #fields = [];

  /** @param {string} id */
  async load(id) {
    const game = await findGame(id);
    if (!game) throw new Error("There is no game with that name.");
    this.setHeading(game.name);
    const boards = await this.#boards();
    this.#fields = game.keys.filter((key) => !key.secret).map((key) => keyField(game.id, key, boards));
    for (const one of this.#fields)
      if (settings.setups[id] && one.key.name in settings.setups[id])
        one.put(settings.setups[id][one.key.name]);
    const asked = new URLSearchParams(location.search);
    for (const one of this.#fields) if (asked.has(one.key.name)) one.put(asked.get(one.key.name));
    this.replaceChildren(
      h("h1", {}, game.name),
      h("p", {}, game.blurb, " ", h("a", { href: `/rules/${id}` }, "Rules")),
      h("div", { class: "columns setup-columns" }, ...this.#form(game)),
    );
  }

  async #boards() {
    const { boards } = await loadGames();
    const mine = currentPlayer() ? await get("/boards").catch(() => ({ boards: [] })) : { boards: [] };
    return [
      ...boards.map((name) => /** @type {[string, string]} */ ([name, capitalize(name)])),
      ...mine.boards.map(
        (/** @type {any} */ board) =>
          /** @type {[string, string]} */ ([board.board, `${board.name} (yours)`]),
      ),
    ];
  }

  /**
   * The options of the game; beside them the players and the challenge.
   * @param {Game} game
   */
  #form(game) {
    const presets =
      game.presets.length > 1 &&
      h(
        "fieldset",
        {},
        h("legend", {}, "Presets"),
        h(
          "div",
          { class: "buttons" },
          game.presets.map((preset) =>
            button(
              capitalize(preset.name),
              () => {
                for (const one of this.#fields) one.put(preset.set[one.key.name] ?? one.key.default);
              },
              { class: "small" },
            ),
          ),
        ),
      );
    const players = choosePlayers(game);
    const start = h("button", { type: "submit", class: "primary", form: "setup" }, "Start");
    const form = h(
      "form",
      { id: "setup", onsubmit: onSubmit(start, () => this.#start(game, players.read())) },
      presets,
      this.#fields.length > 0 &&
        h(
          "fieldset",
          {},
          h("legend", {}, "Options"),
          this.#fields.map(({ el }) => el),
        ),
    );
    return [
      form,
      h(
        "div",
        {},
        players.el,
        start,
        challengeForm(game, () => readFields(this.#fields)),
      ),
    ];
  }

  /** @param {Game} game @param {import("../setup/players.js").Company} company */
  async #start(game, { race, seats, bots, limit }) {
    const set = readFields(this.#fields);
    // The date of a past daily isn't kept for the next match.
    const { day: _, ...usual } = set;
    updateSettings({ setups: { ...settings.setups, [game.id]: usual } });
    if (race || bots.includes("")) return openTable({ game: game.id, set, seats, race, limit }, { bots });
    await openMatch({
      game: game.id,
      set,
      seats,
      bots: bots.map((name, n) => ({ seat: n + 1, name })),
    });
  }
}
