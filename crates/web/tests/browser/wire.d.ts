// What the page has beside what the house sends (protocol.d.ts). For `tsc --checkJs`; nothing of it is shipped.

type LxScene = import("../../static/js/scene/scene.js").LxScene;
type LxPane = import("../../static/js/scene/pane.js").LxPane;
type LxAsk = import("../../static/js/scene/ask.js").LxAsk;

/** Whichever of several it is: each of their fields, or none. */
type Loose<Of> = { [Name in Of extends unknown ? keyof Of : never]?: Of extends unknown ? (Name extends keyof Of ? Of[Name] : never) : never };

/** How a pane is drawn: what its cells do. */
interface How {
  /** Does what a cell stands for. */
  act?: (row: number, col: number) => void;
  /** Which cells stand for something. */
  acts?: (row: number, col: number) => boolean;
  /** Every cell can be walked to and pressed. */
  live?: boolean;
  /** Cells are for pointers only: keys have another way. */
  mouse?: boolean;
}

/** How a game looks: what stands where, and what it adds. Everything may be left out. */
interface Skin {
  /** Panes on the stage, in their order; `@asks`, `@choices` and `@own` stand for those. What comes after `@dock` stays in sight. */
  stage?: string[];
  /** Panes above the stage. */
  figures?: string[];
  /** Panes that are not drawn. */
  unseen?: string[];
  /** What the skin adds to the stage. */
  own?: HTMLElement[];
  /** What it adds beside it. */
  beside?: HTMLElement[];
  /** The first words about the game. */
  intro?: string[];
  how?: (pane: Pane) => How | undefined;
  /** Choices that get no button, since the skin has its own way. */
  hides?: (choice: Choice) => boolean;
  /** A tile was tapped; true when that is all. */
  tap?: (cell: Cell, el: HTMLElement | null, ask: LxAsk) => boolean;
  typed?: (text: string) => void;
  drawn?: (update: Update, before: Update | undefined) => void;
  refused?: (line: string) => void;
  /** A key; true when it was meant. */
  key?: (event: KeyboardEvent, name: string) => boolean;
  gone?: () => void;
}
