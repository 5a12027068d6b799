// Starts the page: routes, the header, and the notice shown while the connection is down.

import { fetchPlayer, currentPlayer, onPlayerChange } from "./api.js";
import { setText } from "./dom.js";
import { liveSocket } from "./socket.js";
import { showError } from "./notify.js";
import { navigate, showPage, setWaiting } from "./route.js";
import { applySettings } from "./settings.js";
import "./pages/all.js";

const connection = /** @type {HTMLElement} */ (document.getElementById("connection"));
const account = /** @type {HTMLElement} */ (document.getElementById("account-link"));

applySettings();

onPlayerChange((me) => {
  setText(account, me?.name ?? "Account");
  setWaiting(me?.waiting ?? 0);
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let down;
liveSocket.onStatus = (up, why = "Reconnecting… your moves are safe.") => {
  clearTimeout(down);
  if (up) connection.hidden = true;
  // A short interruption isn't worth a notice.
  else
    down = setTimeout(() => {
      setText(connection, why);
      connection.hidden = false;
    }, 1200);
};

document.addEventListener("click", (event) => {
  const anchor = /** @type {Element} */ (event.target).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (
    !anchor ||
    !plain ||
    event.defaultPrevented ||
    anchor.origin !== location.origin ||
    anchor.target ||
    anchor.hasAttribute("download")
  )
    return;
  if (anchor.pathname.startsWith("/api/") || (anchor.hash && anchor.pathname === location.pathname)) return;
  event.preventDefault();
  navigate(anchor.pathname + anchor.search + anchor.hash);
});
addEventListener("popstate", () => void showPage());

// Every tab refreshes the number of waiting games, so that the title of a background tab is right too.
setInterval(() => {
  if (currentPlayer()) fetchPlayer().catch(() => {});
}, 30_000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && currentPlayer()) fetchPlayer().catch(() => {});
});

await fetchPlayer().catch(showError);
await showPage();

if ("serviceWorker" in navigator && isSecureContext)
  navigator.serviceWorker.register("/sw.js").catch(() => {});
