// The options of a new match, its players, and challenges for friends.

import { ensurePlayer, findGame, get, loadGames, post, currentPlayer } from "../api.js";
import { whileBusy, h } from "../dom.js";
import { Page, navigate } from "../route.js";
import { showError } from "../notify.js";
import { copy } from "../share.js";
import { botName, canRace, capitalize, plural } from "../format.js";
import { updateSettings, settings } from "../settings.js";
import { keyText } from "./setup-text.js";

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

/**
 * A field for a setup key. `read` returns undefined for the default value.
 * @typedef {{ key: Key, el: HTMLElement, read: () => unknown, put: (value: unknown) => void }} Field
 */

export class LxSetup extends Page {
  /** @type {Game | undefined} */
  #game;
  /** @type {Field[]} */
  #fields = [];

  /** @param {string} id */
  async load(id) {
    const game = await findGame(id);
    if (!game) throw new Error("There is no game with that name.");
    this.#game = game;
    this.setHeading(game.name);
    const boards = await this.#boards();
    this.#fields = game.keys.filter((key) => !key.secret).map((key) => field(game.id, key, boards));
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

  /** The chosen options, without defaults. */
  #set() {
    return Object.fromEntries(
      this.#fields.map(({ key, read }) => [key.name, read()]).filter(([, value]) => value !== undefined),
    );
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
            h(
              "button",
              {
                type: "button",
                class: "small",
                onclick: () => {
                  for (const one of this.#fields) one.put(preset.set[one.key.name] ?? one.key.default);
                },
              },
              capitalize(preset.name),
            ),
          ),
        ),
      );
    const people = game.most > 1 ? this.#seats(game) : canRace(game) ? this.#race() : ONE_PLAYER;
    const start = h("button", { type: "submit", class: "primary", form: "setup" }, "Start");
    const form = h(
      "form",
      {
        id: "setup",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void whileBusy(start, () => this.#start(people.read()).catch(showError));
        },
      },
      presets,
      this.#fields.length > 0 &&
        h(
          "fieldset",
          {},
          h("legend", {}, "Options"),
          this.#fields.map(({ el }) => el),
        ),
    );
    return [form, h("div", {}, people.el, start, this.#challenge(game))];
  }

  /** One player, or a race on the same puzzle. @returns {{ el: HTMLElement, read: () => Company }} */
  #race() {
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
        race.checked
          ? { race: true, seats: Number(count.value), bots: [], limit: limit.read() }
          : { race: false, seats: 1, bots: [], limit: null },
    };
  }

  /**
   * The players of a game for several.
   * @param {Game} game
   * @returns {{ el: HTMLElement, read: () => Company }}
   */
  #seats(game) {
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

  /** @param {Company} company */
  async #start({ race, seats, bots, limit }) {
    const game = /** @type {Game} */ (this.#game);
    const set = this.#set();
    // The date of a past daily isn't kept for the next match.
    const { day: _, ...usual } = set;
    updateSettings({ setups: { ...settings.setups, [game.id]: usual } });
    await ensurePlayer();
    if (race || bots.includes("")) {
      const { table } = await post("/tables", { game: game.id, set, seats, race, limit });
      for (const [n, name] of bots.entries())
        if (name) await post(`/tables/${table}/bot`, { seat: n + 1, name });
      return navigate(`/table/${table}`);
    }
    const { match } = await post("/matches", {
      game: game.id,
      set,
      seats,
      bots: bots.map((name, n) => ({ seat: n + 1, name })),
    });
    navigate(`/match/${match}`);
  }

  /** A form for a puzzle that a friend gets as a link. @param {Game} game */
  #challenge(game) {
    const secrets = game.keys.filter((key) => key.secret).map((key) => field(game.id, key, []));
    if (secrets.length === 0 || game.most > 1) return "";
    const link = h("p", { class: "wrap" });
    const make = h("button", { type: "submit" }, "Create link");
    return h(
      "form",
      {
        class: "challenge",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void whileBusy(make, async () => {
            const hidden = Object.fromEntries(
              secrets.map(({ key, read }) => [key.name, read()]).filter(([, value]) => value !== undefined),
            );
            try {
              await ensurePlayer();
              const { day: _, ...open } = this.#set();
              const { url } = await post("/tickets", { game: game.id, set: { ...open, ...hidden } });
              link.replaceChildren(
                h("a", { href: url }, url),
                " ",
                h(
                  "button",
                  { type: "button", class: "subtle small", onclick: () => copy(url, "Link copied.") },
                  "Copy",
                ),
              );
            } catch (error) {
              showError(error);
            }
          });
        },
      },
      h(
        "fieldset",
        {},
        h("legend", {}, "Challenge a friend"),
        h(
          "p",
          { class: "help" },
          "Choose the secret of the puzzle and send the link. The link won't give it away.",
        ),
        secrets.map(({ el }) => el),
        make,
        link,
      ),
    );
  }
}

/** @typedef {{ race: boolean, seats: number, bots: string[], limit: number | null }} Company */

/** A game for one player. @type {{ el: HTMLElement | false, read: () => Company }} */
const ONE_PLAYER = { el: false, read: () => ({ race: false, seats: 1, bots: [], limit: null }) };

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

/** @param {string} text @param {HTMLElement} input @param {string} [help] */
export function labelledField(text, input, help) {
  if (help) input.setAttribute("aria-describedby", `${input.id}-help`);
  return h(
    "div",
    { class: "field" },
    h("label", { for: input.id }, text),
    input,
    help && h("p", { class: "help", id: `${input.id}-help` }, help),
  );
}

/** @param {HTMLInputElement} input @param {string} text */
export function checkboxField(input, text) {
  return h("div", { class: "field check" }, input, h("label", { for: input.id }, text));
}

/**
 * The field for a setup key; its kind depends on the values that the key takes.
 * @param {string} game
 * @param {Key} key
 * @param {[string, string][]} boards
 * @returns {Field}
 */
function field(game, key, boards) {
  const id = `key-${key.name}`;
  const { label, help, values } = keyText(game, key);
  const usual = key.default;
  if (key.takes.kind === "flag") {
    const input = h("input", { type: "checkbox", id, checked: usual === true });
    const el = checkboxField(input, help ? `${label}: ${help}` : label);
    return {
      key,
      el,
      read: () => (input.checked === (usual === true) ? undefined : input.checked),
      put: (value) => (input.checked = value === true || value === "true"),
    };
  }
  if (key.takes.kind === "number") {
    const { from, to } = key.takes;
    const range = `${from} to ${to}${usual === null ? `; ${from} if empty` : ""}`;
    const input = h("input", {
      type: "number",
      id,
      min: from,
      max: to,
      value: usual ?? "",
      placeholder: usual === null ? from : null,
    });
    return {
      key,
      el: labelledField(label, input, help ? `${help} (${range})` : range),
      read: () => (input.value === "" || Number(input.value) === usual ? undefined : Number(input.value)),
      put: (value) => (input.value = value === null || value === undefined ? "" : String(value)),
    };
  }
  if (key.takes.kind === "one_of") {
    const select = h(
      "select",
      { id },
      key.takes.words.map((word) =>
        h("option", { value: word, selected: word === usual }, values[word] ?? capitalize(word)),
      ),
    );
    return {
      key,
      el: labelledField(label, select, help),
      read: () => (select.value === usual ? undefined : select.value),
      put: (value) => (select.value = String(value ?? usual)),
    };
  }
  if ((key.name === "board" || key.name === "from") && boards.length > 0) {
    const none = key.name === "from" ? "Empty board" : "Classic (15 × 15)";
    const select = h(
      "select",
      { id },
      h("option", { value: "" }, none),
      boards.map(([value, text]) => h("option", { value }, text)),
    );
    const put = (/** @type {unknown} */ value) => {
      const text = typeof value === "string" ? value : "";
      if (text && !text.includes("\n") && ![...select.options].some((option) => option.value === text))
        select.append(h("option", { value: text }, "Shared board"));
      if (!text.includes("\n")) select.value = text;
    };
    return {
      key,
      el: labelledField(label, select, help),
      read: () => select.value || undefined,
      put,
    };
  }
  const input = h("input", {
    type: key.name === "day" ? "date" : "text",
    id,
    autocomplete: "off",
    value: typeof usual === "string" ? usual : "",
  });
  return {
    key,
    el: labelledField(label, input, help),
    read: () => (input.value === "" || input.value === usual ? undefined : input.value),
    put: (value) => (input.value = typeof value === "string" ? value : ""),
  };
}
