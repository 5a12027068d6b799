// Types of the page beside those of the protocol (protocol.d.ts). For `tsc --checkJs`; not shipped.

type LxScene = import("../../static/js/scene/scene.js").LxScene;
type LxPane = import("../../static/js/scene/pane.js").LxPane;
type LxAsk = import("../../static/js/scene/ask.js").LxAsk;

/** Every field of a union, each optional. */
type Loose<Of> = {
  [Name in Of extends unknown ? keyof Of : never]?: Of extends unknown
    ? Name extends keyof Of
      ? Of[Name]
      : never
    : never;
};

/** Posts a change of a table to the server, and shows the answer. */
type PostToTable = (what: string, body?: unknown) => Promise<void>;

/** What the cells of a pane do. */
interface PaneOptions {
  /** Called when a cell is clicked. */
  onCell?: (row: number, col: number) => void;
  /** Whether a cell does anything. */
  isActive?: (row: number, col: number) => boolean;
  /** Every cell can be focused and clicked. */
  focusable?: boolean;
  /** Cells are for pointers only, as there are other controls for the keyboard. */
  pointerOnly?: boolean;
}

/** How a game looks on the page. Every part is optional. */
interface Skin {
  /**
   * The ids of the panes on the stage, in order; `@asks`, `@choices` and `@controls` stand for those
   * elements.
   * Everything after `@dock` stays visible when the board is large.
   */
  stage?: string[];
  /** The ids of the panes above the stage. */
  figures?: string[];
  /** The ids of the panes that aren't drawn. */
  hidden?: string[];
  /** Elements that the skin adds to the stage. */
  controls?: HTMLElement[];
  /** Elements that the skin adds at the side. */
  sidebar?: HTMLElement[];
  /** Tips for players who are new to the game. */
  tips?: string[];
  /** The pane in the page's own words, made from the view; null hides it. */
  reword?: (pane: Pane, update: Update) => Pane | null;
  /** The sentences for the game log, if the page words them itself. */
  said?: (update: Update, before: Update | undefined) => string[] | undefined;
  /** A line as a player would call it: `Guess CRANE` for `guess crane`. */
  describe?: (line: string) => string;
  /** The result of a match with one player. */
  result?: (update: Update, won: boolean) => { heading?: string; about: string };
  /** The label of a choice. */
  choiceLabel?: (choice: Choice) => string | undefined;
  /** The labels of a field and its button. */
  askLabel?: (ask: Ask) => [string, string] | undefined;
  paneOptions?: (pane: Pane) => PaneOptions | undefined;
  /** Whether a choice gets no button, because the skin has its own control. */
  hidesChoice?: (choice: Choice) => boolean;
  /** Handles a tap on a tile; returns true to stop the usual typing. */
  onTap?: (cell: Cell, el: HTMLElement | null, ask: LxAsk) => boolean;
  onType?: (text: string) => void;
  onDraw?: (update: Update, before: Update | undefined) => void;
  onRefused?: (line: string) => void;
  /** Handles a key; returns true if it did. */
  onKey?: (event: KeyboardEvent, name: string) => boolean;
  onRemove?: () => void;
}
