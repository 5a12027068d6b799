// What the house sends, as the page reads it: docs/protocol.md in types. For `tsc --checkJs`; nothing of it is shipped.

type LxScene = import("../../static/js/scene/scene.js").LxScene;
type LxPane = import("../../static/js/scene/pane.js").LxPane;
type LxAsk = import("../../static/js/scene/ask.js").LxAsk;

type Tone = "plain" | "hidden" | "good" | "near" | "off" | "here" | "danger";
interface Cell { text: string; tone: Tone; name?: string }
interface Place { pane: string; row: number; col: number }
interface Pane {
  id: string;
  title: string;
  grid?: Cell[][];
  tiles?: Cell[][];
  meter?: { value: number; of: number };
  scores?: [string, number][];
  text?: string[];
}
interface Choice { line: string; label: string; key?: string; cell?: Place }
interface Ask { prefix: string; max: number; echo?: Place; tiles?: string }
interface Scene { panes: Pane[]; choices: Choice[]; asks: Ask[] }
interface Sitter { name: string; you?: boolean; bot?: boolean; here?: boolean }
interface Hint { line: string; why: string }

interface Update {
  match: string;
  game: string;
  seq: number;
  viewer: number;
  to_act: number[];
  seats: (Sitter | null)[];
  /** The game's own; only its skin reads it. */
  view: any;
  scene: Scene;
  said: string[];
  hinted: boolean;
  over: { scores: number[]; winners: number[]; ticket: string | null } | null;
  daily: string | null;
  table: string | null;
  deadline_ms: number | null;
  setup: Record<string, unknown>;
}

interface Brief {
  match: string;
  game: string;
  seats: (Sitter | null)[];
  progress: string | null;
  yours: boolean;
  over: { scores: number[]; winners: number[]; won: boolean; called_off: boolean } | null;
  daily: string | null;
  table: string | null;
  last: string;
  hinted: boolean;
  preset: string | null;
}

interface Racer { seat: number; progress: string; over: boolean; score: number | null; won: boolean | null; match: string | null }
interface Table {
  table: string;
  seq: number;
  game: string;
  race: boolean;
  limit: number | null;
  setup: Record<string, unknown>;
  host: boolean;
  you: number;
  invitation: string | null;
  state: "open" | "playing" | "over" | "closed";
  seats: (Sitter | null)[];
  round: number;
  match: string | null;
  progress: Racer[] | null;
  said: { name: string; phrase: string }[];
  rounds: { matches: string[]; scores: number[]; winners: number[] }[];
}

interface Me { id: string; name: string; kept: boolean; waiting: number }
type Takes = { kind: "flag" } | { kind: "number"; from: number; to: number } | { kind: "one_of"; words: string[] } | { kind: "text" };
interface Key { name: string; about: string; secret: boolean; takes: Takes; default: unknown }
interface Game {
  id: string;
  name: string;
  rules: number;
  fewest: number;
  most: number;
  blurb: string;
  bots: string[];
  daily: boolean;
  keys: Key[];
  presets: { name: string; set: Record<string, unknown> }[];
}
interface Games { games: Game[]; phrases: string[]; boards: string[] }
interface Dailies {
  day: string;
  next_seconds: number | null;
  dailies: { game: string; stage: "new" | "begun" | "over"; match: string | null; won: boolean | null; score: number | null }[];
}
interface Honour { place: number; name: string; you: boolean; score: number; won: boolean; hinted: boolean; at: string }
interface Tally {
  game: string;
  daily: boolean;
  kind: string | null;
  words: string | null;
  board: string | null;
  hinted: boolean;
  played: number;
  won: number;
  streak: number;
  longest: number;
  mean: number | null;
  par: number | null;
  best: { score: number; won: boolean; ticket: string } | null;
  spread: [string, number][];
}
interface Session { id: string; since: string; seen: string; here: boolean }
interface Token { id: string; label: string; since: string }
interface BoardBrief { board: string; name: string; words: number }

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
  /** Panes on the stage, in their order; `@asks`, `@choices` and `@own` stand for those. */
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
