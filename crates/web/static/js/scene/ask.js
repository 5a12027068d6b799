// A field for text such as a guess, with the server's remark while the player types. Letters come from the
// keyboard or from tapped tiles.

import { attr, h, setText } from "../dom.js";
import { capitalize } from "../format.js";

/** How many milliseconds after the last key the server is asked for a preview. */
const PREVIEW_DELAY = 140;

let count = 0;

export class LxAsk extends HTMLElement {
  /** @type {Ask | undefined} */
  ask;
  /** Sends a line. Resolves to whether the server accepted it. @type {(line: string) => Promise<boolean>} */
  send = async () => false;
  /** The server's remarks on a line that isn't sent yet. @type {(line: string) => Promise<string[]>} */
  preview = async () => [];
  /** Called when the text changes. @type {() => void} */
  onChange = () => {};

  #id = `ask-${++count}`;
  #label = h("label", { for: this.#id });
  #field = h("input", {
    id: this.#id,
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    autocorrect: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    "aria-describedby": `${this.#id}-remark`,
  });
  #remark = h("p", { class: "remark", id: `${this.#id}-remark` });
  #backButton = h(
    "button",
    {
      type: "button",
      class: "subtle back",
      "aria-label": "Delete the last letter",
      onclick: () => this.deleteLast(),
    },
    "⌫",
  );
  #submitButton = h("button", { type: "submit", class: "primary" });
  #form = h(
    "form",
    {
      class: "ask-form",
      onsubmit: (/** @type {Event} */ event) => this.submit(event),
      oninput: () => this.#changed(),
    },
    this.#label,
    h("div", { class: "ask-row" }, this.#field, this.#backButton, this.#submitButton),
    this.#remark,
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #previewTimer;
  #previews = 0;
  /** The text that was sent and isn't answered yet. Letters typed meanwhile belong to the next line. */
  #sent = "";
  #sending = false;
  /** Whether Enter was pressed meanwhile. */
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

  /** What the cells show: the text that is being sent, or else the typed text. */
  get shown() {
    return this.#sent || this.value;
  }

  /** The text typed while another line is being sent. */
  get next() {
    return this.#sending ? this.value : "";
  }

  set value(text) {
    this.#field.value = text.slice(0, this.ask?.max ?? text.length);
    this.#changed();
  }

  /** @param {Ask} ask @param {[string, string]} [labels] of the field and the button */
  draw(ask, labels) {
    const verb = ask.prefix.trim() || "say";
    const [label, button] = labels ?? [capitalize(verb), capitalize(verb)];
    if (this.ask?.prefix !== ask.prefix) this.#field.value = "";
    // The next row waits for letters: the sent ones are on the board now.
    if (!isSameCell(this.ask?.echo, ask.echo)) this.#sent = "";
    this.ask = ask;
    this.dataset.ask = verb;
    setText(this.#label, label);
    setText(this.#submitButton, button);
    attr(this.#field, "maxlength", ask.max);
    attr(this.#backButton, "hidden", !ask.tiles);
    // The tiles are the keyboard on touch screens; the system's keyboard would cover half of the page.
    attr(this.#field, "inputmode", ask.tiles && matchMedia("(pointer: coarse)").matches ? "none" : null);
  }

  /** @param {string} letter */
  type(letter) {
    if (this.value.length < (this.ask?.max ?? 0)) this.value += letter;
  }

  deleteLast() {
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
      // A refused text comes back for editing, unless the player has started another one.
      if (!taken && !this.value) this.value = typed;
      else if (again && this.isConnected && this.value.trim()) void this.submit();
      else this.onChange();
    }
  }

  #changed() {
    this.onChange();
    clearTimeout(this.#previewTimer);
    const asked = ++this.#previews;
    if (!this.value.trim()) return setText(this.#remark, "");
    this.#previewTimer = setTimeout(async () => {
      const remarks = await this.preview(`${this.ask?.prefix}${this.value.trim()}`).catch(() => []);
      if (asked === this.#previews) setText(this.#remark, remarks.join(" "));
    }, PREVIEW_DELAY);
  }
}

/** @param {Place} [a] @param {Place} [b] */
const isSameCell = (a, b) => a?.pane === b?.pane && a?.row === b?.row && a?.col === b?.col;

customElements.define("lx-ask", LxAsk);
