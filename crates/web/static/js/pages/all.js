// Every page with its path.

import { definePage } from "../route.js";
import { LxAccount } from "./account.js";
import { LxBoard, LxBoards } from "./boards.js";
import { LxJoin, LxRecover, LxTicket } from "./entry.js";
import { LxLeaderboard } from "./leaderboard.js";
import { LxLobby } from "./lobby.js";
import { LxMatchPage } from "./match.js";
import { LxNotFound } from "./not-found.js";
import { LxReplay } from "./replay.js";
import { LxRules } from "./rules.js";
import { LxSettings } from "./settings.js";
import { LxSetup } from "./setup.js";
import { LxStats } from "./stats.js";
import { LxTable } from "./table.js";

definePage(/^\/$/, "lx-lobby", LxLobby);
definePage(/^\/new\/([a-z]+)$/, "lx-setup", LxSetup);
definePage(/^\/match\/([0-9A-Z]+)$/, "lx-match-page", LxMatchPage);
definePage(/^\/match\/([0-9A-Z]+)\/steps$/, "lx-replay", LxReplay);
definePage(/^\/table\/([0-9A-Z]+)$/, "lx-table", LxTable);
definePage(/^\/join\/([^/]+)\/([^/]+)$/, "lx-join", LxJoin);
definePage(/^\/play\/(.+)$/, "lx-ticket", LxTicket);
definePage(/^\/recover$/, "lx-recover", LxRecover);
definePage(/^\/rules\/([a-z]+)$/, "lx-rules", LxRules);
definePage(/^\/leaderboard\/([a-z]+)\/([0-9-]+)$/, "lx-leaderboard", LxLeaderboard);
// The address of leaderboards in older links.
definePage(/^\/honours\/([a-z]+)\/([0-9-]+)$/, "lx-leaderboard", LxLeaderboard);
definePage(/^\/stats$/, "lx-stats", LxStats);
definePage(/^\/boards$/, "lx-boards", LxBoards);
definePage(/^\/board\/([^/]+)$/, "lx-board", LxBoard);
definePage(/^\/settings$/, "lx-settings", LxSettings);
definePage(/^\/account$/, "lx-account", LxAccount);
definePage(/^\/nowhere$/, "lx-not-found", LxNotFound);
