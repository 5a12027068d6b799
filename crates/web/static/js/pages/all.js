// Every page there is, with its address.

import { h } from "../dom.js";
import { Page, page } from "../route.js";
import { LxAccount } from "./account.js";
import { LxBoard, LxBoards } from "./boards.js";
import { LxJoin, LxRecover, LxTicket } from "./doors.js";
import { LxHonours } from "./honours.js";
import { LxLobby } from "./lobby.js";
import { LxMatchPage } from "./match.js";
import { LxRules } from "./rules.js";
import { LxSettings } from "./settings.js";
import { LxSetup } from "./setup.js";
import { LxStats } from "./stats.js";
import { LxSteps } from "./steps.js";
import { LxTable } from "./table.js";

class LxNowhere extends Page {
  heading = "Nothing here";

  async enter() {
    this.append(h("section", { class: "prose" }, h("h1", {}, "There is nothing here"), h("p", {}, "The address may be old, or mistyped."), h("p", {}, h("a", { class: "button go", href: "/" }, "To the lobby"))));
  }
}

page(/^\/$/, "lx-lobby", LxLobby);
page(/^\/new\/([a-z]+)$/, "lx-setup", LxSetup);
page(/^\/match\/([0-9A-Z]+)$/, "lx-match-page", LxMatchPage);
page(/^\/match\/([0-9A-Z]+)\/steps$/, "lx-steps", LxSteps);
page(/^\/table\/([0-9A-Z]+)$/, "lx-table", LxTable);
page(/^\/join\/([^/]+)\/([^/]+)$/, "lx-join", LxJoin);
page(/^\/play\/(.+)$/, "lx-ticket", LxTicket);
page(/^\/recover$/, "lx-recover", LxRecover);
page(/^\/rules\/([a-z]+)$/, "lx-rules", LxRules);
page(/^\/honours\/([a-z]+)\/([0-9-]+)$/, "lx-honours", LxHonours);
page(/^\/stats$/, "lx-stats", LxStats);
page(/^\/boards$/, "lx-boards", LxBoards);
page(/^\/board\/([^/]+)$/, "lx-board", LxBoard);
page(/^\/settings$/, "lx-settings", LxSettings);
page(/^\/account$/, "lx-account", LxAccount);
page(/^\/nowhere$/, "lx-nowhere", LxNowhere);
