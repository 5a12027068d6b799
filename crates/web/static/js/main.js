// The page: its addresses, its bar, and whether the line to the house is up.

import { look, who, whoChanges } from "./api.js";
import { write } from "./dom.js";
import { link } from "./link.js";
import { sorry } from "./say.js";
import { go, route, setCount } from "./route.js";
import { dress } from "./wishes.js";
import "./pages/all.js";

const line = /** @type {HTMLElement} */ (document.getElementById("line"));
const account = /** @type {HTMLElement} */ (document.getElementById("who"));

dress();

whoChanges((me) => {
  write(account, me?.name ?? "Account");
  setCount(me?.waiting ?? 0);
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let down;
link.changed = (up, why = "The house does not answer; trying again. Nothing is lost.") => {
  clearTimeout(down);
  if (up) line.hidden = true;
  // A line that is back in a moment is not worth a word.
  else down = setTimeout(() => {
    write(line, why);
    line.hidden = false;
  }, 1200);
};

document.addEventListener("click", (event) => {
  const anchor = /** @type {Element} */ (event.target).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !plain || event.defaultPrevented || anchor.origin !== location.origin || anchor.target || anchor.hasAttribute("download")) return;
  if (anchor.pathname.startsWith("/api/") || (anchor.hash && anchor.pathname === location.pathname)) return;
  event.preventDefault();
  go(anchor.pathname + anchor.search + anchor.hash);
});
addEventListener("popstate", () => void route());

// How much waits is looked after in every tab, so that the title is right in one that lies idle.
setInterval(() => {
  if (who()) look().catch(() => {});
}, 30_000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && who()) look().catch(() => {});
});

await look().catch(sorry);
await route();

if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
