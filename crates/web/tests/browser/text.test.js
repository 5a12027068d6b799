// Text functions of the page, tested without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isolate } from "../../static/js/dom.js";

test("only right-to-left names are isolated", () => {
  for (const [text, shown] of [
    ["Ann has 3 points.", "Ann has 3 points."],
    ["שרה 3 points", "\u2068שרה\u2069 3 points"],
    ["Ann, שרה כהן and مريم: 1", "Ann, \u2068שרה כהן\u2069 and \u2068مريم\u2069: 1"],
    ["שָׂרָה", "\u2068שָׂרָה\u2069"],
    ["Анна, Άννα, 李小龙", "Анна, Άννα, 李小龙"],
  ])
    assert.equal(isolate(text), shown);
});
