// A match that is followed: its scene, whose turn it is, what happened, hints, leaving, and how it ended.

import { Refused, get, look, post, who } from "./api.js";
import { busy, h, keepFocus, write } from "./dom.js";
import { link } from "./link.js";
import { open } from "./pages/lobby.js";
import { note, sorry, tell } from "./say.js";
import { LxScene } from "./scene/scene.js";
import { share, shareText } from "./share.js";
import { list, sitter, span } from "./words.js";
import { wish, wishes } from "./wishes.js";

/** How many seconds before the end of a turn it is said. */
const WARNINGS = [86_400, 3600, 60, 30, 10];

/** A match, as somebody follows it. */
export class LxMatch extends HTMLElement {
  /** @type {Update | undefined} */
  update;
  scene = new LxScene();
  status = h("p", { class: "status" });
  /** Is it part of a table? Then the table says how it goes on. */
  atTable = false;
  /** Is told every view. */
  shown = (/** @type {Update} */ _update) => {};
  #intro = h("aside", { class: "intro", hidden: true, "aria-label": "How it goes" });
  #result = h("section", { class: "result", hidden: true, "aria-label": "Result" });
  #hint = h("div", { class: "hint", hidden: true });
  #log = h("ol", { class: "log" });
  #more = h("details", { class: "told" }, h("summary", {}, "What happened"), this.#log);
  #tools = h("div", { class: "tools" });
  #off = h("button", { type: "button", class: "quiet", onclick: () => this.#abort() }, "Call off");
  /** @type {(() => void) | undefined} */
  #unfollow;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  #deadline = 0;
  /** How many entries after the opening were no moves: those who sat down, hints. */
  #still = 0;
  /** Who waits for a view of the match, by its seq. @type {Map<() => void, number>} */
  #awaited = new Map();

  connectedCallback() {
    if (!this.scene.isConnected) this.append(this.#intro, this.#result, this.scene, this.#hint, this.#tools, this.#more);
  }

  disconnectedCallback() {
    this.#unfollow?.();
    clearInterval(this.#clock);
    for (const done of this.#awaited.keys()) done();
  }

  /** Follows a match from now on; gives its first update. @param {string} id @returns {Promise<Update>} */
  async open(id) {
    if (!who()) {
      // Nobody can only look at what is over.
      const update = await get(`/matches/${id}`);
      this.show(update);
      return update;
    }
    this.scene.act = async (line) => {
      const seq = await link.act(id, this.update?.seq ?? 0, line);
      this.#hide(this.#hint);
      // It is done when it is seen: what is done next is done from there.
      if (this.isConnected && (this.update?.seq ?? 0) < seq) await new Promise((done) => void this.#awaited.set(() => done(undefined), seq));
    };
    this.scene.preview = (typed) => link.preview(id, typed);
    return new Promise((done, failed) => {
      this.#unfollow = link.follow("match", id, (update) => {
        this.show(update);
        done(update);
      }, (error) => {
        // What cannot be followed may still be looked at, when it is over.
        get(`/matches/${id}`).then((update) => {
          this.show(update);
          done(update);
        }).catch(() => failed(error));
      });
    });
  }

  /** @param {Update} update */
  show(update) {
    const before = this.update;
    if (before && update.seq < before.seq) return;
    this.update = update;
    // What changes nothing that is seen was no move.
    if (!before) this.#still = update.seats.length;
    else if (update.said.length === 0 && JSON.stringify(before.scene) === JSON.stringify(update.scene)) this.#still += update.seq - before.seq;
    if (!before) this.#meet(update);
    const back = keepFocus(this, this.scene.stage);
    this.scene.draw(update);
    if (before?.seq !== update.seq || !before) this.#tell(update, before);
    this.#turn(update);
    if (!before || Boolean(before.over) !== Boolean(update.over) || before.left.length !== update.left.length || away(before) !== away(update)) this.#ends(update, Boolean(before));
    back();
    this.#off.hidden = !this.#fresh(update) && !together(update);
    write(this.#off, this.#fresh(update) ? "Call off" : "Ask to call off");
    this.shown(update);
    for (const [done, seq] of [...this.#awaited]) {
      if (update.seq < seq) continue;
      this.#awaited.delete(done);
      done();
    }
    // How much waits has changed when a turn has come or gone.
    const waits = (/** @type {Update | undefined} */ at) => Boolean(at && !at.over && at.to_act.includes(at.viewer) && !away(at));
    if (before && (update.seats.length > 1 || update.table) && waits(before) !== waits(update)) look().catch(() => {});
  }

  /** May it still be called off? That is so before the second move; a daily is played. @param {Update} update */
  #fresh(update) {
    return !update.daily && update.seq - this.#still <= 1;
  }

  /** The first words of a game, until they have been read. @param {Update} update */
  #meet(update) {
    const intro = this.scene.skin?.intro;
    this.dataset.game = update.game;
    // The skin is there with the first scene, so this looks once more then.
    queueMicrotask(() => {
      const words = intro ?? this.scene.skin?.intro;
      if (!words || wishes.met[update.game] || update.over || update.viewer < 0) return;
      this.#intro.replaceChildren(
        h("div", { class: "grow" }, words.map((sentence) => h("p", {}, sentence))),
        h("div", { class: "buttons" }, h("button", { type: "button", class: "small", onclick: () => {
          wish({ met: { ...wishes.met, [update.game]: true } });
          this.#hide(this.#intro);
        } }, "Got it"), h("a", { class: "button quiet small", href: `/rules/${update.game}` }, "All rules")));
      this.#intro.hidden = false;
    });
  }

  /** Puts away what was read; whoever read it goes on at the table. @param {HTMLElement} read */
  #hide(read) {
    const back = keepFocus(read, this.scene.stage);
    read.hidden = true;
    back();
  }

  /** @param {Update} update @param {Update | undefined} before */
  #tell(update, before) {
    for (const sentence of update.said) this.#log.append(h("li", {}, sentence));
    this.#more.hidden = this.#log.childElementCount === 0;
    // At the beginning the last sentence is enough; all of them are in the log.
    tell(before ? update.said : update.said.slice(-1));
  }

  /** @param {Update} update */
  #turn(update) {
    const several = update.seats.length > 1;
    const acting = update.to_act.map((seat) => update.seats[seat] ?? null);
    const mine = acting.some((seat) => seat?.you && !seat.stand_in);
    let text = "";
    if (update.over) text = "";
    else if (update.viewer < 0) text = `You watch. ${list(acting.map(sitter))} to move.`;
    // A table says that itself.
    else if (away(update)) text = this.atTable ? "" : "A bot plays on for you.";
    else if (several) text = mine ? "Your turn." : `Waiting for ${list(acting.map(sitter))}.`;
    clearInterval(this.#clock);
    this.#deadline = update.deadline_ms === null || update.over ? 0 : performance.now() + update.deadline_ms;
    let left = Infinity;
    const say = () => {
      const before = left;
      left = (this.#deadline - performance.now()) / 1000;
      write(this.status, this.#deadline ? `${text} ${span(left)} left.`.trim() : text);
      // Those who do not see the seconds go hear when they become few.
      if (this.#deadline && mine && WARNINGS.some((seconds) => left <= seconds && before > seconds)) tell([`${span(left)} left.`]);
    };
    say();
    if (this.#deadline) this.#clock = setInterval(say, 1000);
    this.status.dataset.mine = String(mine && several);
  }

  /** What stands beneath the scene, and how it ended. @param {Update} update @param {boolean} now */
  #ends(update, now) {
    const { match } = update;
    const playing = !update.over && update.viewer >= 0 && !update.left.includes(update.viewer) && !away(update);
    this.#tools.replaceChildren(...(playing ? [
      h("button", { type: "button", class: "quiet", onclick: (/** @type {any} */ event) => this.#ask(event.currentTarget) }, "Hint"),
      h("a", { class: "button quiet", href: `/rules/${update.game}` }, "Rules"),
      this.#off,
      h("button", { type: "button", class: "quiet", onclick: () => this.#leave() }, update.seats.length > 1 ? "Resign" : "Give up"),
    ] : [h("a", { class: "button quiet", href: `/rules/${update.game}` }, "Rules")]));
    this.#result.hidden = !update.over;
    if (!update.over) return;
    this.#hint.hidden = true;
    this.#intro.hidden = true;
    const [head, about] = outcome(update);
    const ticket = update.over.ticket;
    this.#result.replaceChildren(
      h("h2", {}, head),
      h("p", { class: "faint" }, about),
      h("div", { class: "buttons" },
        !this.atTable && !update.daily && update.viewer >= 0 && update.seats.length === 1 && h("button", { type: "button", class: "go", onclick: (/** @type {any} */ event) => open(event.currentTarget, { game: update.game, set: wishes.setups[update.game] ?? {} }) }, "Play again"),
        ticket && h("button", { type: "button", onclick: () => share(shareText(update, ticket, false)) }, "Share"),
        ticket && h("button", { type: "button", class: "quiet", onclick: () => share(shareText(update, ticket, true)) }, "Share in words"),
        // In a race that others still run, nothing may be looked at again.
        ticket && h("a", { class: "button quiet", href: `/match/${match}/steps` }, "Step through"),
        update.game === "builder" && update.view.file && h("button", { type: "button", class: "go", onclick: (/** @type {any} */ event) => this.#keep(event.currentTarget, update) }, "Keep the board"),
        update.daily && h("a", { class: "button quiet", href: `/honours/${update.game}/${update.daily}` }, "Honours"),
        h("a", { class: "button quiet", href: "/" }, "Lobby")));
    if (now) tell([[/[.!?]$/.test(head) ? head : `${head}.`, about].filter(Boolean).join(" ")]);
  }

  /** @param {HTMLElement} button */
  #ask(button) {
    return busy(button, async () => {
      const { match } = this.update ?? {};
      if (!match) return;
      try {
        const hint = await link.hint(match);
        if (!hint) return note("There is no hint now.");
        const text = `${hint.line}: ${hint.why}`;
        this.#hint.replaceChildren(h("p", {}, h("strong", {}, hint.line), " ", hint.why), h("div", { class: "buttons" }, h("button", { type: "button", class: "small", onclick: () => this.scene.send(hint.line) }, "Do it"), h("button", { type: "button", class: "quiet small", onclick: () => this.#hide(this.#hint) }, "No, thanks")));
        this.#hint.hidden = false;
        tell([text]);
      } catch (error) {
        sorry(error);
      }
    });
  }

  async #leave() {
    const { update } = this;
    if (!update || !(await sure("Do you want to give this match up?", "Give up"))) return;
    await link.leave(update.match).catch(sorry);
  }

  async #abort() {
    const { update } = this;
    if (!update) return;
    try {
      if (!this.#fresh(update)) {
        const { state } = await post(`/tables/${update.table}/call_off`);
        return note(state === "playing" ? "It is called off when all agree." : "The match is called off.");
      }
      await post(`/matches/${update.match}/abort`);
      note("The match is called off.");
    } catch (error) {
      sorry(error instanceof Refused && error.code === "web.begun" ? new Error("It has gone too far to be called off; you can give it up.") : error);
    }
  }

  /** @param {HTMLElement} button @param {Update} update */
  #keep(button, update) {
    return busy(button, async () => {
      const name = String(update.view.file.name).replace(/\.txt$/, "");
      try {
        await post("/boards", { name, text: update.view.file.text });
        note(`${name} is among your boards.`);
      } catch (error) {
        sorry(error);
      }
    });
  }
}

/** Does a bot play on for whoever looks? @param {Update} update */
const away = (update) => Boolean(update.seats[update.viewer]?.stand_in);

/** Do several people still play at a table? Then all of them may agree to call it off. @param {Update} update */
const together = (update) => Boolean(update.table) && update.seats.filter((seat, n) => seat && !seat.bot && !seat.stand_in && !update.left.includes(n)).length > 1;

/** How it ended: a headline and a sentence. @param {Update} update @returns {[string, string]} */
function outcome(update) {
  const over = /** @type {NonNullable<Update["over"]>} */ (update.over);
  if (over.called_off !== null) {
    const by = update.seats[over.called_off];
    return ["Called off", `${by?.you ? "You have" : `${sitter(by ?? null)} has`} called the match off; nobody has won.`];
  }
  // Who leaves has not won, even in a game in which everybody does.
  const winners = over.winners.filter((seat) => !update.left.includes(seat));
  const names = winners.map((seat) => update.seats[seat]);
  const score = over.scores.join(" : ");
  // Where a bot has played on to the end, it has won.
  const mine = winners.includes(update.viewer) && !update.seats[update.viewer]?.bot;
  if (update.seats.length === 1) {
    if (update.game === "builder") return [mine || update.view.saved ? "The board is saved" : "Given up", ""];
    const points = `Score ${score}.${update.hinted ? " With a hint." : ""}`;
    const last = String(update.scene.panes.find((pane) => pane.id === "answer")?.text?.join(" ") ?? "");
    return [update.left.includes(update.viewer) ? "You gave up" : mine ? "Well done!" : "It is over", [last, points].filter(Boolean).join(" ")];
  }
  const head = names.length === 0 ? "Nobody wins" : mine ? (names.length > 1 ? "You share the win" : "You win!") : `${list(names.map(sitter))} ${names.length > 1 ? "win" : "wins"}`;
  return [head, `${update.seats.map((seat, n) => `${seat?.you ? "You" : sitter(seat)} ${over.scores[n] ?? 0}`).join(", ")}.`];
}

/** Asks before something cannot be taken back. Who presses Enter without reading, or Escape, loses nothing. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function sure(question, yes) {
  return new Promise((done) => {
    const dialog = h("dialog", { "aria-label": question }, h("p", {}, question), h("form", { method: "dialog", class: "buttons" }, h("button", { value: "yes", class: "danger" }, yes), h("button", { value: "", class: "go", autofocus: true }, "No")));
    dialog.addEventListener("close", () => {
      done(dialog.returnValue === "yes");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

customElements.define("lx-match", LxMatch);
