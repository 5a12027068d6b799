// A match is set up: what the host chooses, who plays, and a challenge for a friend.

import { enter, gameOf, get, allGames, post, who } from "../api.js";
import { busy, h } from "../dom.js";
import { Page, go } from "../route.js";
import { sorry } from "../say.js";
import { copy } from "../share.js";
import { big, races, some } from "../words.js";
import { wish, wishes } from "../wishes.js";

/** How long a move may take. @type {[string, number | null][]} */
const LIMITS = [["as long as it takes", null], ["1 minute", 60], ["5 minutes", 300], ["1 day", 86_400], ["3 days", 259_200], ["7 days", 604_800], ["14 days", 1_209_600]];

/** What a field chooses now; undefined when it is left as it is. @typedef {{ key: Key, el: HTMLElement, read: () => unknown, put: (value: unknown) => void }} Field */

export class LxSetup extends Page {
  /** @type {Game | undefined} */
  #game;
  /** @type {Field[]} */
  #fields = [];

  /** @param {string} id */
  async enter(id) {
    const game = await gameOf(id);
    if (!game) throw new Error("There is no such game.");
    this.#game = game;
    this.call(game.name);
    const boards = await this.#boards();
    this.#fields = game.keys.filter((key) => !key.secret).map((key) => field(key, boards));
    for (const one of this.#fields) if (wishes.setups[id] && one.key.name in wishes.setups[id]) one.put(wishes.setups[id][one.key.name]);
    const asked = new URLSearchParams(location.search);
    for (const one of this.#fields) if (asked.has(one.key.name)) one.put(asked.get(one.key.name));
    this.replaceChildren(h("h1", {}, game.name), h("p", {}, game.blurb, " ", h("a", { href: `/rules/${id}` }, "Rules")),
      h("div", { class: "columns setup-columns" }, ...this.#form(game)));
  }

  async #boards() {
    const { boards } = await allGames();
    const mine = who() ? await get("/boards").catch(() => ({ boards: [] })) : { boards: [] };
    return [...boards.map((name) => /** @type {[string, string]} */ ([name, big(name)])), ...mine.boards.map((/** @type {any} */ board) => /** @type {[string, string]} */ ([board.board, `${board.name} (yours)`]))];
  }

  /** What is chosen, without what is as usual. */
  #set() {
    return Object.fromEntries(this.#fields.map(({ key, read }) => [key.name, read()]).filter(([, value]) => value !== undefined));
  }

  /** What is chosen of the game, and beside it who plays and what can be sent to a friend. @param {Game} game */
  #form(game) {
    const presets = game.presets.length > 1 && h("fieldset", {}, h("legend", {}, "Ready made"), h("div", { class: "buttons" }, game.presets.map((preset) =>
      h("button", { type: "button", class: "small", onclick: () => {
        for (const one of this.#fields) one.put(preset.set[one.key.name] ?? one.key.default);
      } }, big(preset.name)))));
    const people = game.most > 1 ? this.#seats(game) : races(game) ? this.#race() : ALONE;
    const begin = h("button", { type: "submit", class: "go", form: "setup" }, "Begin");
    const form = h("form", { id: "setup", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void busy(begin, () => this.#begin(people.read()).catch(sorry));
    } }, presets, this.#fields.length > 0 && h("fieldset", {}, h("legend", {}, "How it is played"), this.#fields.map(({ el }) => el)));
    return [form, h("div", {}, people.el, begin, this.#challenge(game))];
  }

  /** Alone, or everybody the same. @returns {{ el: HTMLElement, read: () => Company }} */
  #race() {
    const alone = h("input", { type: "radio", name: "who", id: "alone", checked: true });
    const race = h("input", { type: "radio", name: "who", id: "race" });
    const count = h("input", { type: "number", id: "racers", form: "setup", min: 2, max: 8, value: 2 });
    const limit = limits();
    const more = h("div", { hidden: true }, labelled("Racers", count), limit.el);
    const el = h("fieldset", { onchange: () => (more.hidden = !race.checked) }, h("legend", {}, "Who plays"), check(alone, "Alone"), check(race, "A race: the same puzzle for several people"), more);
    return { el, read: () => (race.checked ? { race: true, seats: Number(count.value), bots: [], limit: limit.read() } : { race: false, seats: 1, bots: [], limit: null }) };
  }

  /** Who sits where. @param {Game} game @returns {{ el: HTMLElement, read: () => Company }} */
  #seats(game) {
    const count = h("select", { id: "seats" }, Array.from({ length: game.most - game.fewest + 1 }, (_, n) => h("option", { value: n + game.fewest }, some(n + game.fewest, "player"))));
    const seats = h("div");
    const limit = limits();
    const waits = h("div", { hidden: true }, limit.el);
    /** @type {HTMLSelectElement[]} */
    let selects = [];
    const look = () => (waits.hidden = !selects.some((select) => select.value === ""));
    const draw = () => {
      selects = Array.from({ length: Number(count.value) - 1 }, (_, n) => h("select", { id: `seat-${n + 1}` }, game.bots.map((bot) => h("option", { value: bot, selected: bot === "sensible" }, `${big(bot)} (bot)`)), h("option", { value: "" }, "A person, by invitation")));
      seats.replaceChildren(...selects.map((select, n) => labelled(`Player ${n + 2}`, select)));
      look();
    };
    draw();
    const el = h("fieldset", { onchange: (/** @type {Event} */ event) => (event.target === count ? draw() : look()) }, h("legend", {}, "Who plays"), labelled("How many", count), seats, waits);
    return { el, read: () => ({ race: false, seats: Number(count.value), bots: selects.map((select) => select.value), limit: waits.hidden ? null : limit.read() }) };
  }

  /** @param {Company} company */
  async #begin({ race, seats, bots, limit }) {
    const game = /** @type {Game} */ (this.#game);
    const set = this.#set();
    // A day is chosen for once: the next match is a new one.
    const { day: _, ...usual } = set;
    wish({ setups: { ...wishes.setups, [game.id]: usual } });
    await enter();
    if (race || bots.includes("")) {
      const { table } = await post("/tables", { game: game.id, set, seats, race, limit });
      for (const [n, name] of bots.entries()) if (name) await post(`/tables/${table}/bot`, { seat: n + 1, name });
      return go(`/table/${table}`);
    }
    const { match } = await post("/matches", { game: game.id, set, seats, bots: bots.map((name, n) => ({ seat: n + 1, name })) });
    go(`/match/${match}`);
  }

  /** A puzzle of one's own for somebody else. @param {Game} game */
  #challenge(game) {
    const secrets = game.keys.filter((key) => key.secret).map((key) => field(key, []));
    if (secrets.length === 0 || game.most > 1) return "";
    const link = h("p", { class: "wrap" });
    const make = h("button", { type: "submit" }, "Make a link");
    return h("form", { class: "challenge", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void busy(make, async () => {
        const hidden = Object.fromEntries(secrets.map(({ key, read }) => [key.name, read()]).filter(([, value]) => value !== undefined));
        try {
          await enter();
          const { day: _, ...open } = this.#set();
          const { url } = await post("/tickets", { game: game.id, set: { ...open, ...hidden } });
          link.replaceChildren(h("a", { href: url }, url), " ", h("button", { type: "button", class: "quiet small", onclick: () => copy(url, "The link is copied.") }, "Copy"));
        } catch (error) {
          sorry(error);
        }
      });
    } }, h("fieldset", {}, h("legend", {}, "A challenge for a friend"), h("p", { class: "about" }, "Whoever opens the link plays your puzzle. What you hide here cannot be read from the link."), secrets.map(({ el }) => el), make, link));
  }
}

/** @typedef {{ race: boolean, seats: number, bots: string[], limit: number | null }} Company */

/** Nobody else can come. @type {{ el: HTMLElement | false, read: () => Company }} */
const ALONE = { el: false, read: () => ({ race: false, seats: 1, bots: [], limit: null }) };

function limits() {
  const select = h("select", { id: "limit" }, LIMITS.map(([name, seconds]) => h("option", { value: seconds ?? "" }, name)));
  return { el: labelled("Time for a move", select), read: () => (select.value ? Number(select.value) : null) };
}

/** @param {string} text @param {HTMLElement} input @param {string} [about] */
export function labelled(text, input, about) {
  if (about) input.setAttribute("aria-describedby", `${input.id}-about`);
  return h("div", { class: "field" }, h("label", { for: input.id }, text), input, about && h("p", { class: "about", id: `${input.id}-about` }, about));
}

/** @param {HTMLInputElement} input @param {string} text */
export function check(input, text) {
  return h("div", { class: "field check" }, input, h("label", { for: input.id }, text));
}

/** A field for a key: what it takes decides what it is. @param {Key} key @param {[string, string][]} boards @returns {Field} */
function field(key, boards) {
  const id = `key-${key.name}`;
  const name = big(key.name);
  const about = key.about;
  const usual = key.default;
  if (key.takes.kind === "flag") {
    const input = h("input", { type: "checkbox", id, checked: usual === true });
    const el = check(input, `${name}: ${about}`);
    return { key, el, read: () => (input.checked === (usual === true) ? undefined : input.checked), put: (value) => (input.checked = value === true || value === "true") };
  }
  if (key.takes.kind === "number") {
    const { from, to } = key.takes;
    const input = h("input", { type: "number", id, min: from, max: to, value: usual ?? "", placeholder: usual === null ? from : null });
    return { key, el: labelled(name, input, `${about} (${from} to ${to}${usual === null ? `; ${from} when left empty` : ""})`), read: () => (input.value === "" || Number(input.value) === usual ? undefined : Number(input.value)), put: (value) => (input.value = value === null || value === undefined ? "" : String(value)) };
  }
  if (key.takes.kind === "one_of") {
    const select = h("select", { id }, key.takes.words.map((word) => h("option", { value: word, selected: word === usual }, big(word))));
    return { key, el: labelled(name, select, about), read: () => (select.value === usual ? undefined : select.value), put: (value) => (select.value = String(value ?? usual)) };
  }
  if ((key.name === "board" || key.name === "from") && boards.length > 0) {
    const none = key.name === "from" ? "None: an empty board" : "As usual";
    const select = h("select", { id }, h("option", { value: "" }, none), boards.map(([value, text]) => h("option", { value }, text)));
    const put = (/** @type {unknown} */ value) => {
      const text = typeof value === "string" ? value : "";
      if (text && !text.includes("\n") && ![...select.options].some((option) => option.value === text)) select.append(h("option", { value: text }, "The shared board"));
      if (!text.includes("\n")) select.value = text;
    };
    // It is chosen here, not written.
    return { key, el: labelled(name, select, key.name === "from" ? "a board to go on with" : "the board that is played on"), read: () => select.value || undefined, put };
  }
  const input = h("input", { type: key.name === "day" ? "date" : "text", id, autocomplete: "off", value: typeof usual === "string" ? usual : "" });
  return { key, el: labelled(name, input, about), read: () => (input.value === "" || input.value === usual ? undefined : input.value), put: (value) => (input.value = typeof value === "string" ? value : "") };
}
