// Icons for the things in a cave, drawn in the colour of the text.

import { svg } from "../js/dom.js";

/** @type {Record<string, string[]>} */
const PATHS = {
  agent: [
    "M12 4.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
    "M12 10v6M12 16l-3.5 5M12 16l3.5 5M7 12.5h10",
    "M17 8v9",
  ],
  wampus: ["M4 20V11a8 8 0 0 1 16 0v9l-2.7-2-2.6 2-2.7-2-2.7 2-2.6-2z", "M9 10.5v1.5M15 10.5v1.5", "M9 15h6"],
  pit: [
    "M3.5 13c0-2.5 3.8-4.5 8.5-4.5s8.5 2 8.5 4.5-3.8 4.5-8.5 4.5-8.5-2-8.5-4.5z",
    "M6.5 14.2c1-1.6 3-2.4 5.5-2.4s4.5.8 5.5 2.4",
  ],
  gold: ["M7 4h10l4 5.5-9 11-9-11z", "M3 9.5h18M12 20.5l-4-11 4-5.5 4 5.5z"],
  exit: ["M6 21V10a6 6 0 0 1 12 0v11", "M3.5 21h17", "M12 21v-7M9.5 16.5l2.5-2.5 2.5 2.5"],
  stench: [
    "M7 20c-2.5-2.5 2.5-4.5 0-8s2-4.5 0-8",
    "M12.5 20c-2.5-2.5 2.5-4.5 0-8s2-4.5 0-8",
    "M18 20c-2.5-2.5 2.5-4.5 0-8s2-4.5 0-8",
  ],
  breeze: [
    "M3 9h11a2.8 2.8 0 1 0-2.6-4",
    "M3 13h15.5a2.5 2.5 0 1 1-2.3 3.6",
    "M3 17h8a2.3 2.3 0 1 1-2.1 3.3",
  ],
};

/** @param {string} thing */
export function icon(thing) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: `icon ${thing}`, "aria-hidden": "true" },
    (PATHS[thing] ?? []).map((d) => svg("path", { d })),
  );
}
