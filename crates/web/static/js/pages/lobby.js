// The lobby: what waits for you, today's puzzles, the games, and what goes on.

import { allGames, enter, get, look, post, who } from "../api.js";
import { busy, h } from "../dom.js";
import { emblem } from "../emblem.js";
import { Page, go } from "../route.js";
import { sorry } from "../say.js";
import { ago, list, races, sitter, some, span } from "../words.js";
import { wishes } from "../wishes.js";

const LOOK = 20_000;
/** The largest file that is taken in, in bytes. */
const LARGEST = 64 * 1024;

export class LxLobby extends Page {
  #lists = h("div", { class: "lists" });
  #done = h("div");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  async enter() {
    const { games } = await allGames();
    // Who has not been here yet is nobody, and has played none.
    const fresh = { day: "", next_seconds: null, dailies: games.filter((game) => game.daily).map((game) => ({ game: game.id, stage: "new", match: null, won: null, score: null })) };
    const dailies = who() ? await get("/dailies") : fresh;
    this.replaceChildren(
      h("h1", { class: "unseen" }, "Lobby"),
      this.#lists,
      this.#today(games, dailies),
      h("section", { "aria-labelledby": "games" }, h("h2", { id: "games" }, "Games"), h("ul", { class: "cards" }, games.map((game) => card(game)))),
      this.#done,
      h("div", { class: "buttons" }, fromFile()),
    );
    await this.#look(games);
    this.#timer = setInterval(() => this.#look(games).catch(() => {}), LOOK);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** @param {Game[]} games @param {Dailies} dailies */
  #today(games, { day, next_seconds, dailies }) {
    const name = (/** @type {string} */ id) => games.find((game) => game.id === id)?.name ?? id;
    const words = { new: "Play", begun: "Go on", over: "Look" };
    return h("section", { "aria-labelledby": "today" },
      h("h2", { id: "today" }, "Today"),
      h("p", { class: "about" }, next_seconds === null ? "The same for everybody, every day." : `The same for everybody; the next ones come in ${span(next_seconds)}.`),
      h("ul", { class: "dailies" }, dailies.map((daily) => h("li", { "data-stage": daily.stage },
        emblem(daily.game),
        h("span", { class: "grow" }, h("strong", {}, name(daily.game)), h("br"), h("span", { class: "faint" }, daily.stage === "over" ? (daily.won ? `Won, score ${daily.score}` : `Over, score ${daily.score}`) : daily.stage === "begun" ? "Begun" : "Not played yet")),
        daily.stage === "over" && h("a", { class: "button quiet small", href: `/honours/${daily.game}/${day}` }, "Honours"),
        h("button", { type: "button", class: daily.stage === "over" ? "quiet small" : "small go", "aria-label": `${words[daily.stage]} today's ${name(daily.game)}`, onclick: (/** @type {any} */ event) => open(event.currentTarget, { daily: daily.game }) }, words[daily.stage])))));
  }

  /** @param {Game[]} games */
  async #look(games) {
    if (!who()) return;
    const [{ matches }, { tables }, { matches: over }] = await Promise.all([get("/matches?over=false&limit=50"), get("/tables"), get("/matches?over=true&limit=8")]);
    const name = (/** @type {string} */ id) => games.find((game) => game.id === id)?.name ?? id;
    /** @type {Brief[]} */
    const all = matches;
    const waiting = all.filter((brief) => brief.waiting);
    const others = all.filter((brief) => !brief.waiting);
    const line = (/** @type {Brief} */ brief) => {
      const rivals = list(brief.seats.filter((seat) => !seat?.you).map(sitter));
      const about = [rivals && `with ${rivals}`, brief.daily && "today's", brief.progress, ago(brief.last)].filter(Boolean).join(" · ");
      return row(brief.table ? `/table/${brief.table}` : `/match/${brief.match}`, brief.game, name(brief.game), about, brief.waiting ? "Your turn" : brief.yours ? "Go on" : "Look");
    };
    /** @type {Table[]} */
    const open = tables.filter((/** @type {Table} */ table) => table.state !== "closed" && !(table.state === "playing" && all.some((brief) => brief.table === table.table)));
    const tableLine = (/** @type {Table} */ table) => row(`/table/${table.table}`, table.game, `${name(table.game)}${table.race ? ", a race" : ""}`, `Table: ${list(table.seats.map(sitter))}`, table.state === "over" ? "Once more?" : "To the table");
    this.#lists.replaceChildren(
      section("Waiting for you", waiting.map(line), "waiting"),
      section("Going on", others.map(line)),
      section("Tables", open.map(tableLine)),
    );
    // The title counts what this list shows.
    if (who()?.waiting !== waiting.length) look().catch(() => {});
    /** @type {Brief[]} */
    const ended = over;
    this.#done.replaceChildren(section("Finished", ended.map((brief) => {
      const result = brief.over?.called_off ? "called off" : brief.over?.won ? "won" : "over";
      const score = brief.over?.scores.join(" : ") ?? "";
      return row(`/match/${brief.match}`, brief.game, name(brief.game), [result, score && `score ${score}`, ago(brief.last)].filter(Boolean).join(" · "), "Look");
    })));
  }
}

/** @param {string} title @param {HTMLElement[]} rows @param {string} [kind] */
function section(title, rows, kind = "") {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return h("section", { class: `list ${kind}`, hidden: rows.length === 0, "aria-labelledby": id }, h("h2", { id }, kind ? `${title} (${rows.length})` : title), h("ul", { class: "rows" }, rows));
}

/** @param {string} href @param {string} game @param {string} name @param {string} about @param {string} does */
function row(href, game, name, about, does) {
  return h("li", {}, h("a", { href }, emblem(game), h("span", { class: "grow" }, h("strong", {}, name), h("br"), h("span", { class: "faint" }, about)), h("span", { class: "does" }, does)));
}

/** @param {Game} game */
function card(game) {
  const people = game.most > 1 ? `${game.fewest} to ${some(game.most, "player")}` : races(game) ? "alone, or a race" : "alone";
  const bots = game.fewest > 1;
  return h("li", { class: "card", "data-game-card": game.id },
    emblem(game.id, true),
    h("h3", {}, game.name),
    h("p", { class: "grow" }, game.blurb),
    h("p", { class: "faint small-text" }, people),
    h("div", { class: "buttons" },
      !bots && h("button", { type: "button", class: "go", "aria-label": `Play ${game.name}`, onclick: (/** @type {any} */ event) => open(event.currentTarget, { game: game.id, set: wishes.setups[game.id] ?? {} }) }, "Play"),
      h("a", { class: bots ? "button go" : "button quiet", href: `/new/${game.id}`, "aria-label": `${bots ? "Play" : "Set up"} ${game.name}` }, bots ? "Play" : "Set up"),
      h("a", { class: "button quiet", href: `/rules/${game.id}`, "aria-label": `Rules of ${game.name}` }, "Rules")));
}

/** A finished match that somebody has as a file, to be stepped through. */
function fromFile() {
  const button = h("button", { type: "button", class: "quiet", onclick: () => file.click() }, "Step through a file");
  const file = h("input", { type: "file", accept: ".play,text/plain", hidden: true, onchange: () => busy(button, async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      if (chosen.size > LARGEST) throw new Error("A file may be 64 KB long; this one is longer.");
      await enter();
      const { match } = await post("/matches/import", { play: await chosen.text() });
      go(`/match/${match}/steps`);
    } catch (error) {
      sorry(error);
    } finally {
      // The same file may be chosen again.
      file.value = "";
    }
  }) });
  return [button, file];
}

/** Opens a match and goes there. @param {HTMLElement} button @param {unknown} what */
export function open(button, what) {
  return busy(button, async () => {
    try {
      await enter();
      const { match } = await post("/matches", what);
      go(`/match/${match}`);
    } catch (error) {
      sorry(error);
    }
  });
}
