// Draws the rules from the blocks that the server has read from their Markdown.

import { h } from "./dom.js";

/** @param {Block[]} blocks @returns {HTMLElement[]} */
export const drawBlocks = (blocks) => blocks.map(drawBlock);

/** @param {Block} block @returns {HTMLElement} */
function drawBlock(block) {
  switch (block.kind) {
    case "heading":
      return h(/** @type {"h1" | "h2" | "h3"} */ (`h${Math.min(3, block.level)}`), {}, inlines(block.text));
    case "paragraph":
      return h("p", {}, inlines(block.text));
    case "list":
      return h(
        block.start === null ? "ul" : "ol",
        { start: block.start },
        block.items.map((item) => h("li", {}, inlines(item))),
      );
    case "table":
      return drawTable(block.head, block.rows);
    case "code":
      return h("pre", { tabindex: 0 }, block.text);
  }
}

/** @param {Inline[][]} head @param {Inline[][][]} rows */
function drawTable(head, rows) {
  const headings = head.map((cell) => h("th", { scope: "col" }, inlines(cell)));
  const body = rows.map((row) =>
    h(
      "tr",
      {},
      row.map((cell) => h("td", {}, inlines(cell))),
    ),
  );
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": "Table" },
    h("table", { class: "plain" }, h("thead", {}, h("tr", {}, headings)), h("tbody", {}, body)),
  );
}

/** @type {Record<string, "strong" | "em" | "code">} */
const TAGS = { bold: "strong", italic: "em", code: "code" };

/** @param {Inline[]} pieces @returns {(Node | string)[]} */
function inlines(pieces) {
  return pieces.map(({ text, style, link }) => {
    const tag = TAGS[style];
    const shown = tag ? h(tag, {}, text) : text;
    return link === null ? shown : h("a", { href: link }, shown);
  });
}
