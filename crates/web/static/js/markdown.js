// Draws the Markdown of the rules: headings, paragraphs, lists, tables, code, bold and italics.

import { h } from "./dom.js";

/** @param {string} text @returns {HTMLElement[]} */
export function markdown(text) {
  /** @type {HTMLElement[]} */
  const out = [];
  const lines = text.split("\n");
  for (let n = 0; n < lines.length;) {
    const line = lines[n];
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    const take = (/** @type {(line: string) => boolean} */ wanted) => {
      const from = n;
      while (n < lines.length && wanted(lines[n])) n += 1;
      return lines.slice(from, n);
    };
    if (line.trim() === "") n += 1;
    else if (heading) {
      const tag = /** @type {"h1" | "h2" | "h3"} */ (`h${Math.min(3, heading[1].length)}`);
      out.push(h(tag, {}, inline(heading[2])));
      n += 1;
    } else if (line.startsWith("    ")) {
      out.push(
        h(
          "pre",
          { tabindex: 0 },
          take((l) => l.startsWith("    ") || l.trim() === "")
            .map((l) => l.slice(4))
            .join("\n")
            .trimEnd(),
        ),
      );
    } else if (line.startsWith("```")) {
      n += 1;
      out.push(h("pre", { tabindex: 0 }, take((l) => !l.startsWith("```")).join("\n")));
      n += 1;
    } else if (line.startsWith("|")) {
      const rows = take((l) => l.startsWith("|")).map((l) =>
        l
          .replace(/^\||\|$/g, "")
          .split("|")
          .map((cell) => cell.trim()),
      );
      const [head, , ...body] = rows;
      out.push(
        h(
          "div",
          { class: "wide", tabindex: 0, role: "group", "aria-label": "Table" },
          h(
            "table",
            { class: "plain" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                head.map((cell) => h("th", { scope: "col" }, inline(cell))),
              ),
            ),
            h(
              "tbody",
              {},
              body.map((row) =>
                h(
                  "tr",
                  {},
                  row.map((cell) => h("td", {}, inline(cell))),
                ),
              ),
            ),
          ),
        ),
      );
    } else if (/^(- |\d+\. )/.test(line)) {
      const ordered = /^\d/.test(line);
      /** @type {string[]} */
      const items = [];
      for (const l of take((l) => /^(- |\d+\. |\s+\S)/.test(l))) {
        if (/^(- |\d+\. )/.test(l)) items.push(l.replace(/^(- |\d+\. )/, ""));
        else items[items.length - 1] += ` ${l.trim()}`;
      }
      out.push(
        h(
          ordered ? "ol" : "ul",
          {},
          items.map((item) => h("li", {}, inline(item))),
        ),
      );
    } else {
      out.push(
        h("p", {}, inline(take((l) => l.trim() !== "" && !/^(#|- |\||```|\d+\. )/.test(l)).join(" "))),
      );
    }
  }
  return out;
}

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|_[^_\s][^_]*_)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
      if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
      if (/^(\*|_).+\1$/.test(part)) return h("em", {}, part.slice(1, -1));
      return part;
    });
}
