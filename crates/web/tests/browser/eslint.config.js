// ESLint for the page and its tests. Prettier does the formatting; `max-len` catches the comments and
// strings that it leaves alone. `npm run lint` runs ESLint in crates/web, so paths are relative to that.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "max-len": ["error", { code: 110, ignoreUrls: true, ignoreRegExpLiterals: true }],
      "no-implicit-coercion": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: ["static/**"], ignores: ["static/sw.js"], languageOptions: { globals: globals.browser } },
  { files: ["static/sw.js"], languageOptions: { globals: globals.serviceworker } },
  // Functions that the tests pass to `page.evaluate` run in the browser.
  { files: ["tests/browser/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
