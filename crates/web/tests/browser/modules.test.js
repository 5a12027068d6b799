// The files of the page: what they import, and how long they are. No browser needed.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { test } from "node:test";

const STATIC = new URL("../../static/", import.meta.url).pathname;
const MAX_LINES = 400;

/** The text of every file of the page, by path. */
const files = new Map(
  readdirSync(STATIC, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(js|css|html)$/.test(path))
    .map((path) => [path, readFileSync(join(STATIC, path), "utf8")]),
);

/** Every import of one file by another. @type {{ from: string, of: string }[]} */
const imports = [...files].flatMap(([path, text]) =>
  [...text.matchAll(/^import\b[^;]*?"(\.[^"]+)";/gm)].map(([, of]) => ({
    from: path,
    of: normalize(join(dirname(path), of)),
  })),
);

/** The imports of the files that match, as `importer -> imported`. @param {RegExp} of */
const importsOf = (of) => imports.filter((one) => of.test(one.of)).map((one) => `${one.from} -> ${one.of}`);

test("nothing imports a page but the list of pages", () => {
  const borrowed = importsOf(/^js\/pages\//).filter((one) => !one.startsWith("js/pages/all.js -> "));
  assert.deepEqual(borrowed, ["js/main.js -> js/pages/all.js"]);
  assert.ok(importsOf(/^js\/pages\//).length > 10, "the pages are found");
});

test("nothing imports a skin but the list of skins", () => {
  const list = "js/scene/skins.js";
  const skins = new Set(imports.filter((one) => one.from === list).map((one) => one.of));
  assert.ok(skins.size > 5, "the skins are found");
  const borrowed = imports.filter((one) => skins.has(one.of) && one.from !== list);
  assert.deepEqual(borrowed, []);
});

test("every file is used", () => {
  const html = files.get("index.html") ?? "";
  const used = new Set(imports.map((one) => one.of));
  const unused = [...files.keys()].filter((path) => !used.has(path) && !html.includes(`"/${path}"`));
  assert.deepEqual(unused.sort(), ["index.html", "sw.js"]);
});

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const long = [...files]
    .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES);
  assert.deepEqual(long, []);
});
