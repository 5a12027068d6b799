// What is live: one WebSocket for all that is followed. It comes back by itself, follows again, and sends a move again that
// nobody has acknowledged; the house knows the same line from the same view for the same move.

import { Refused, heard, look } from "./api.js";
import { warn } from "./say.js";

const RESEND = 2500;
const SILENCE = 45_000;
const LONGEST = 30_000;
/** How soon it is asked once more who we are: a new passphrase gives another tab a new cookie this moment, and us with it. */
const ONCE_MORE = 1000;
const NOBODY = "You are signed out in this browser. Sign in again, or begin anew from the lobby.";
const CROWDED = "This house is open in too many of your tabs; close one of them. Nothing is lost.";
const LOST = "The connection was lost before that was done. Try again in a moment.";

/** @typedef {{ frame: Record<string, any>, done: (answer: any) => void, failed: (error: Error) => void, timer?: ReturnType<typeof setTimeout> }} Waiting */
/** @typedef {{ frame: Record<string, any>, show: (shown: any) => void, gone: (error: Refused) => void }} Following */

class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, Following>} */
  #following = new Map();
  #n = 0;
  #pause = 0;
  /** Has this socket been greeted? How many before it were not? */
  #greeted = false;
  #unheard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** Called with whether the line is up, and why not when that is known. @type {(up: boolean, why?: string) => void} */
  changed = () => {};

  constructor() {
    addEventListener("online", () => this.#again(0));
  }

  /**
   * Follows a match or a table until the function that it gives is called.
   * @param {"match" | "table"} kind @param {string} id @param {(shown: any) => void} show @param {(error: Refused) => void} gone
   */
  follow(kind, id, show, gone) {
    const key = `${kind} ${id}`;
    this.#following.set(key, { frame: { do: "follow", [kind]: id }, show, gone });
    this.#send({ do: "follow", [kind]: id });
    return () => {
      this.#following.delete(key);
      if (this.#up()) this.#send({ do: "unfollow", [kind]: id });
    };
  }

  /** Makes a move; it is done when it is stored. @param {string} match @param {number} seen @param {string} line @returns {Promise<number>} */
  act(match, seen, line) {
    return this.#ask({ do: "act", match, seen, line }).then((answer) => answer.seq);
  }

  /** @param {string} match @returns {Promise<Hint | null>} */
  hint(match) {
    return this.#ask({ do: "hint", match }).then((answer) => answer.hint);
  }

  /** @param {string} match @param {string} typed @returns {Promise<string[]>} */
  preview(match, typed) {
    return this.#ask({ do: "preview", match, typed }).then((answer) => answer.remarks);
  }

  /** @param {string} match */
  leave(match) {
    return this.#ask({ do: "leave", match });
  }

  /** @param {string} table @param {number} phrase */
  say(table, phrase) {
    return this.#ask({ do: "say", table, phrase });
  }

  /** @param {Record<string, any>} frame @returns {Promise<any>} */
  #ask(frame) {
    return new Promise((done, failed) => {
      const n = ++this.#n;
      /** @type {Waiting} */
      const waiting = { frame: { ...frame, n }, done, failed };
      this.#waiting.set(n, waiting);
      if (frame.do === "act") this.#insist(waiting);
      else if (!this.#up() && this.#socket?.readyState !== WebSocket.CONNECTING) return this.#fail(n, new Refused(0, "page.lost", LOST));
      this.#send(waiting.frame);
    });
  }

  /** An act is sent again until it is answered. @param {Waiting} waiting */
  #insist(waiting) {
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => {
      if (!this.#waiting.has(waiting.frame.n)) return;
      if (this.#up()) this.#send(waiting.frame);
      this.#insist(waiting);
    }, RESEND);
  }

  /** @param {number} n @param {Error} error */
  #fail(n, error) {
    const waiting = this.#waiting.get(n);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(n);
    waiting.failed(error);
  }

  #up() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** What cannot be sent now goes out when the line is up: all that is followed and every act are sent then. @param {Record<string, any>} frame */
  #send(frame) {
    if (this.#up()) this.#socket?.send(JSON.stringify(frame));
    else this.#connect();
  }

  #connect() {
    if (this.#socket || this.#next !== undefined) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/ws`);
    this.#socket = socket;
    this.#greeted = false;
    this.#listen();
    socket.onopen = () => {
      for (const { frame } of this.#following.values()) this.#send(frame);
      for (const { frame } of this.#waiting.values()) this.#send(frame);
    };
    socket.onmessage = (event) => {
      this.#listen();
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** Somebody who has been silent for too long is gone. */
  #listen() {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#silence = setTimeout(() => {
      socket?.close();
      if (socket) this.#lost(socket);
    }, SILENCE);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearTimeout(this.#silence);
    for (const [n, { frame }] of [...this.#waiting]) {
      if (frame.do !== "act") this.#fail(n, new Refused(0, "page.lost", LOST));
    }
    if (this.#following.size === 0 && this.#waiting.size === 0) return;
    this.changed(false);
    // A house that answers and does not know us has not gone: we have.
    const unheard = this.#greeted ? (this.#unheard = 0) : ++this.#unheard;
    look().then(async (me) => {
      if (!me) await new Promise((done) => setTimeout(done, ONCE_MORE));
      if (!me && !(await look())) this.#nobody();
      else if (unheard > 1) this.changed(false, CROWDED);
    }).catch(() => {});
    this.#again(this.#pause);
    this.#pause = Math.min(LONGEST, this.#pause * 2 || 1000);
  }

  /** We were signed out: nothing can be followed or done any more. */
  #nobody() {
    const error = new Refused(401, "web.guest", NOBODY);
    clearTimeout(this.#next);
    this.#next = undefined;
    for (const n of [...this.#waiting.keys()]) this.#fail(n, error);
    for (const { gone } of this.#following.values()) gone(error);
    this.#following.clear();
    this.changed(true);
    warn(NOBODY);
  }

  /** @param {number} pause */
  #again(pause) {
    if (this.#socket || (this.#following.size === 0 && this.#waiting.size === 0)) return;
    clearTimeout(this.#next);
    this.#next = setTimeout(() => {
      this.#next = undefined;
      this.#connect();
    }, pause + Math.random() * Math.max(1000, pause)); // Not everybody at the same moment, when the server has come back.
  }

  /** @param {any} heardFrame */
  #hear(heardFrame) {
    const { type, n } = heardFrame;
    if (type === "hello") {
      this.#pause = 0;
      this.#greeted = true;
      this.changed(true);
      heard(heardFrame.me);
    } else if (type === "update") {
      this.#following.get(`match ${heardFrame.match}`)?.show(heardFrame);
    } else if (type === "table") {
      this.#following.get(`table ${heardFrame.table}`)?.show(heardFrame);
    } else if (type === "gone") {
      const key = heardFrame.match ? `match ${heardFrame.match}` : `table ${heardFrame.table}`;
      this.#following.get(key)?.gone(new Refused(0, heardFrame.code, heardFrame.text));
    } else if (type === "refused") {
      const waiting = this.#waiting.get(n);
      // Not stored, but it may be sent again: the clock of the resend is running.
      if (waiting?.frame.do === "act" && (heardFrame.code === "house.store" || heardFrame.code === "web.closing")) return;
      this.#fail(n, new Refused(0, heardFrame.code, heardFrame.text));
    } else if (type === "ack" || type === "hint" || type === "preview") {
      const waiting = this.#waiting.get(n);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      this.#waiting.delete(n);
      waiting.done(heardFrame);
    } else if (type === "bye") {
      this.#pause = 0;
    }
  }
}

/** The one line to the house. */
export const link = new Link();
