// The field for a setup key of a game.

import { h } from "../dom.js";
import { checkboxField, labelledField } from "../field.js";
import { capitalize } from "../format.js";
import { keyText } from "./key-text.js";

/**
 * A field for a setup key. `read` returns undefined for the default value.
 * @typedef {{ key: Key, el: HTMLElement, read: () => unknown, put: (value: unknown) => void }} KeyField
 */

/**
 * The values of some fields, without defaults.
 * @param {KeyField[]} fields
 */
export const readFields = (fields) =>
  Object.fromEntries(
    fields.map(({ key, read }) => [key.name, read()]).filter(([, value]) => value !== undefined),
  );

/**
 * The field for a setup key; its kind depends on the values that the key takes.
 * @param {string} game
 * @param {Key} key
 * @param {[string, string][]} boards
 * @returns {KeyField}
 */
export function keyField(game, key, boards) {
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
