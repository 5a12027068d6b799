// The lobby: games that wait for the player, today's puzzles, all games, and recent ones.

import { loadGames, ensurePlayer, get, fetchPlayer, post, currentPlayer } from "../api.js";
import { button, whileBusy } from "../button.js";
import { h } from "../dom.js";
import { emblem } from "../emblem.js";
import { timeAgo, joinNames, canRace, seatName, plural, duration } from "../format.js";
import { openMatch, openUsualMatch } from "../open.js";
import { Page, navigate } from "../route.js";

const REFRESH_EVERY = 20_000;
const MAX_FILE_BYTES = 64 * 1024;

export class LxLobby extends Page {
  #lists = h("div", { class: "lists" });
  #recent = h("div");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  async load() {
    const { games } = await loadGames();
    // A new visitor has no player on the server yet, and has played no dailies.
    const fresh = {
      day: "",
      next_seconds: null,
      dailies: games
        .filter((game) => game.daily)
        .map((game) => ({ game: game.id, stage: "new", match: null, won: null, score: null })),
    };
    const dailies = currentPlayer() ? await get("/dailies") : fresh;
    this.replaceChildren(
      h("h1", { class: "visually-hidden" }, "Lobby"),
      this.#lists,
      this.#today(games, dailies),
      h(
        "section",
        { "aria-labelledby": "games" },
        h("h2", { id: "games" }, "Games"),
        h(
          "ul",
          { class: "cards" },
          games.map((game) => card(game)),
        ),
      ),
      this.#recent,
      h("div", { class: "buttons" }, openFileButton()),
    );
    await this.#refresh(games);
    this.#timer = setInterval(() => this.#refresh(games).catch(() => {}), REFRESH_EVERY);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** @param {Game[]} games @param {Dailies} dailies */
  #today(games, { day, next_seconds, dailies }) {
    const name = (/** @type {string} */ id) => gameName(games, id);
    const words = { new: "Play", begun: "Continue", over: "View" };
    return h(
      "section",
      { "aria-labelledby": "today" },
      h("h2", { id: "today" }, "Today"),
      h(
        "p",
        { class: "help" },
        next_seconds === null
          ? "New puzzles every day, the same for everyone."
          : `Same puzzles for everyone. New ones in ${duration(next_seconds)}.`,
      ),
      h(
        "ul",
        { class: "dailies" },
        dailies.map((daily) =>
          h(
            "li",
            { "data-stage": daily.stage },
            emblem(daily.game),
            h(
              "span",
              { class: "grow" },
              h("strong", {}, name(daily.game)),
              h("br"),
              h(
                "span",
                { class: "muted" },
                daily.stage === "over"
                  ? daily.won
                    ? `Won, score ${daily.score}`
                    : `Finished, score ${daily.score}`
                  : daily.stage === "begun"
                    ? "Started"
                    : "Not played yet",
              ),
            ),
            daily.stage === "over" &&
              h(
                "a",
                { class: "button subtle small", href: `/leaderboard/${daily.game}/${day}` },
                "Leaderboard",
              ),
            button(words[daily.stage], () => openMatch({ daily: daily.game }), {
              class: daily.stage === "over" ? "subtle small" : "small primary",
              "aria-label": `${words[daily.stage]} today's ${name(daily.game)}`,
            }),
          ),
        ),
      ),
    );
  }

  /** @param {Game[]} games */
  async #refresh(games) {
    if (!currentPlayer()) return;
    const [{ matches }, { tables }, { matches: over }] = await Promise.all([
      get("/matches?over=false&limit=50"),
      get("/tables"),
      get("/matches?over=true&limit=8"),
    ]);
    const name = (/** @type {string} */ id) => gameName(games, id);
    /** @type {Brief[]} */
    const all = matches;
    const waiting = all.filter((brief) => brief.waiting);
    const others = all.filter((brief) => !brief.waiting);
    const line = (/** @type {Brief} */ brief) => {
      const rivals = joinNames(brief.seats.filter((seat) => !seat?.you).map(seatName));
      const about = [rivals && `with ${rivals}`, brief.daily && "daily", brief.progress, timeAgo(brief.last)]
        .filter(Boolean)
        .join(" · ");
      return row(
        brief.table ? `/table/${brief.table}` : `/match/${brief.match}`,
        brief.game,
        name(brief.game),
        about,
        brief.waiting ? "Your turn" : brief.yours ? "Continue" : "View",
      );
    };
    /** @type {Table[]} */
    const open = tables.filter(
      (/** @type {Table} */ table) =>
        table.state !== "closed" &&
        !(table.state === "playing" && all.some((brief) => brief.table === table.table)),
    );
    const tableLine = (/** @type {Table} */ table) =>
      row(
        `/table/${table.table}`,
        table.game,
        `${name(table.game)}${table.race ? " race" : ""}`,
        `Players: ${joinNames(table.seats.map(seatName))}`,
        table.state === "over" ? "Rematch?" : "Open table",
      );
    this.#lists.replaceChildren(
      section("Waiting for you", waiting.map(line), "waiting"),
      section("In progress", others.map(line)),
      section("Tables", open.map(tableLine)),
    );
    // The title of the page shows the same number as this list.
    if (currentPlayer()?.waiting !== waiting.length) fetchPlayer().catch(() => {});
    /** @type {Brief[]} */
    const ended = over;
    this.#recent.replaceChildren(
      section(
        "Recent games",
        ended.map((brief) => {
          const result = brief.over?.called_off ? "Cancelled" : brief.over?.won ? "Won" : "Finished";
          const score = brief.over?.scores.join(" : ") ?? "";
          return row(
            `/match/${brief.match}`,
            brief.game,
            name(brief.game),
            [result, score && `score ${score}`, timeAgo(brief.last)].filter(Boolean).join(" · "),
            "View",
          );
        }),
      ),
    );
  }
}

/** @param {Game[]} games @param {string} id */
const gameName = (games, id) => games.find((game) => game.id === id)?.name ?? id;

/** @param {string} title @param {HTMLElement[]} rows @param {string} [kind] */
function section(title, rows, kind = "") {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return h(
    "section",
    { class: `list ${kind}`, hidden: rows.length === 0, "aria-labelledby": id },
    h("h2", { id }, kind ? `${title} (${rows.length})` : title),
    h("ul", { class: "rows" }, rows),
  );
}

/**
 * @param {string} href
 * @param {string} game
 * @param {string} name
 * @param {string} about
 * @param {string} does
 */
function row(href, game, name, about, does) {
  return h(
    "li",
    {},
    h(
      "a",
      { href },
      emblem(game),
      h("span", { class: "grow" }, h("strong", {}, name), h("br"), h("span", { class: "muted" }, about)),
      h("span", { class: "row-action" }, does),
    ),
  );
}

/** @param {Game} game */
function card(game) {
  const people =
    game.most > 1
      ? `${game.fewest} to ${plural(game.most, "player")}`
      : canRace(game)
        ? "1 player, or race friends"
        : "1 player";
  const several = game.fewest > 1;
  return h(
    "li",
    { class: "card", "data-game-card": game.id },
    emblem(game.id, true),
    h("h3", {}, game.name),
    h("p", { class: "grow" }, game.blurb),
    h("p", { class: "muted small-text" }, people),
    h(
      "div",
      { class: "buttons" },
      !several &&
        button("Play", () => openUsualMatch(game.id), {
          class: "primary",
          "aria-label": `Play ${game.name}`,
        }),
      h(
        "a",
        {
          class: several ? "button primary" : "button subtle",
          href: `/new/${game.id}`,
          "aria-label": several ? `Play ${game.name}` : `Options for ${game.name}`,
        },
        several ? "Play" : "Options",
      ),
      h(
        "a",
        { class: "button subtle", href: `/rules/${game.id}`, "aria-label": `Rules of ${game.name}` },
        "Rules",
      ),
    ),
  );
}

/** A button that opens the replay of a match from a file. */
function openFileButton() {
  const open = button("Open a saved game", () => file.click(), { class: "subtle" });
  const file = h("input", {
    type: "file",
    accept: ".play,text/plain",
    hidden: true,
    onchange: () => whileBusy(open, importMatch),
  });
  const importMatch = async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      if (chosen.size > MAX_FILE_BYTES)
        throw new Error("This file is too large. Saved games have at most 64 KB.");
      await ensurePlayer();
      const { match } = await post("/matches/import", { play: await chosen.text() });
      navigate(`/match/${match}/steps`);
    } finally {
      // Otherwise choosing the same file again would do nothing.
      file.value = "";
    }
  };
  return [open, file];
}
