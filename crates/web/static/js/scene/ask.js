// Text that may be typed: a field, what the house remarks while it is being typed, and the way to send it. Letters come from
// a keyboard, or from tiles that are tapped.

import { attr, h, write } from "../dom.js";

/** How long nothing is typed before the house is asked what it makes of it. */
const THINK = 140;

let count = 0;

/** A form for one ask. */
export class LxAsk extends HTMLElement {
  /** @type {Ask | undefined} */
  ask;
  /** Sends a whole line; true when it was taken. @type {(line: string) => Promise<boolean>} */
  send = async () => false;
  /** What the house makes of a line that is being typed. @type {(line: string) => Promise<string[]>} */
  preview = async () => [];
  /** Called when what is typed has changed. @type {() => void} */
  typed = () => {};

  #id = `ask-${++count}`;
  #label = h("label", { for: this.#id });
  #field = h("input", { id: this.#id, type: "text", autocomplete: "off", autocapitalize: "none", autocorrect: "off", spellcheck: "false", enterkeyhint: "send", "aria-describedby": `${this.#id}-remark` });
  #remark = h("p", { class: "remark", id: `${this.#id}-remark` });
  #back = h("button", { type: "button", class: "quiet back", "aria-label": "Delete the last letter", onclick: () => this.back() }, "⌫");
  #go = h("button", { type: "submit", class: "go" });
  #form = h("form", { class: "ask-form", onsubmit: (/** @type {Event} */ event) => this.submit(event), oninput: () => this.#changed() }, this.#label, h("div", { class: "ask-row" }, this.#field, this.#back, this.#go), this.#remark);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  #asked = 0;
  /** What was sent and is not answered yet. What is typed meanwhile belongs to the next line. */
  #sent = "";
  #sending = false;
  /** Was Enter pressed meanwhile? */
  #again = false;

  connectedCallback() {
    if (!this.#form.isConnected) this.append(this.#form);
  }

  get field() {
    return this.#field;
  }

  get value() {
    return this.#field.value;
  }

  /** What its cells show: the line that is under way, else what is typed. */
  get shown() {
    return this.#sent || this.value;
  }

  /** What was typed after a line that is still under way. */
  get next() {
    return this.#sending ? this.value : "";
  }

  set value(text) {
    this.#field.value = text.slice(0, this.ask?.max ?? text.length);
    this.#changed();
  }

  /** @param {Ask} ask */
  draw(ask) {
    const verb = ask.prefix.trim() || "say";
    const name = verb[0].toUpperCase() + verb.slice(1);
    if (this.ask?.prefix !== ask.prefix) this.#field.value = "";
    // Other cells wait: what was sent lies on the table now.
    if (JSON.stringify(this.ask?.echo) !== JSON.stringify(ask.echo)) this.#sent = "";
    this.ask = ask;
    this.dataset.ask = verb;
    write(this.#label, ask.max === 1 ? `${name}: one letter` : name);
    write(this.#go, name);
    attr(this.#field, "maxlength", ask.max);
    attr(this.#back, "hidden", !ask.tiles);
    // Tiles are the keyboard there: no other one has to cover half of a small screen.
    attr(this.#field, "inputmode", ask.tiles && matchMedia("(pointer: coarse)").matches ? "none" : null);
  }

  /** @param {string} letter */
  type(letter) {
    if (this.value.length < (this.ask?.max ?? 0)) this.value += letter;
  }

  back() {
    this.value = this.value.slice(0, -1);
  }

  /** @param {Event} [event] */
  async submit(event) {
    event?.preventDefault();
    if (!this.ask) return;
    if (this.#sending) return void (this.#again = true);
    const typed = this.value;
    const line = this.ask.prefix + typed.trim();
    [this.#sending, this.#sent] = [true, typed];
    this.value = "";
    let taken = false;
    try {
      taken = await this.send(line);
    } finally {
      const again = this.#again;
      [this.#sending, this.#sent, this.#again] = [false, "", false];
      // What was refused comes back to be mended, unless something else has been begun.
      if (!taken && !this.value) this.value = typed;
      else if (again && this.isConnected && this.value.trim()) void this.submit();
      else this.typed();
    }
  }

  #changed() {
    this.typed();
    clearTimeout(this.#soon);
    const asked = ++this.#asked;
    if (!this.value.trim()) return write(this.#remark, "");
    this.#soon = setTimeout(async () => {
      const remarks = await this.preview(`${this.ask?.prefix}${this.value.trim()}`).catch(() => []);
      if (asked === this.#asked) write(this.#remark, remarks.join(" "));
    }, THINK);
  }
}

customElements.define("lx-ask", LxAsk);
