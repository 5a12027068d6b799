// The page for unknown addresses.

import { h } from "../dom.js";
import { Page } from "../route.js";

export class LxNotFound extends Page {
  heading = "Page not found";

  async load() {
    this.append(
      h(
        "section",
        { class: "prose" },
        h("h1", {}, "Page not found"),
        h("p", {}, "The address may be old or mistyped."),
        h("p", {}, h("a", { class: "button primary", href: "/" }, "Home")),
      ),
    );
  }
}
