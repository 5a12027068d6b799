// Generated from crates/web/src/wire.rs by `WRITE_TYPES=1 cargo test -p web types`. Do not edit.

type Ask = {
/**
 * The start of the line.
 */
prefix: string,
/**
 * The maximum number of typed characters.
 */
max: number,
/**
 * The first cell of the row that shows the typed letters.
 */
echo?: Place,
/**
 * The pane whose tiles type their letter when clicked.
 */
tiles?: string, };

type Asker = { me: Me | null, };

type AtTable = {
/**
 * The person's id at this table only.
 */
person: string, name: string, you?: boolean, };

type Best = { score: number, won: boolean, ticket: string, };

type Block = { "kind": "heading", level: number, text: Array<Inline>, } | { "kind": "paragraph", text: Array<Inline>, } | { "kind": "list", start: number | null, items: Array<Array<Inline>>, } | { "kind": "table", head: Array<Array<Inline>>, rows: Array<Array<Array<Inline>>>, } | { "kind": "code", text: string, };

type Board = { board: string, name: string, text: string, yours: boolean, };

type BoardBrief = { board: string, name: string, words: number, };

type BoardText = { name: string, text: string, };

type Boards = { boards: Array<BoardBrief>, };

type Brief = { match: string, game: string, seats: Array<Sitter | null>, progress: string | null,
/**
 * Whether it is your turn.
 */
yours: boolean,
/**
 * Whether other people wait for you: it is your turn, and in a race others have moved.
 */
waiting: boolean, over: Ended | null, daily: string | null, table: string | null, last: string, hinted: boolean, preset: string | null, };

type Briefs = { matches: Array<Brief>, };

type Cell = {
/**
 * The text on the cell.
 */
text: string,
/**
 * The meaning of the cell.
 */
tone: Tone,
/**
 * What a screen reader says for the cell. If empty, it says the text and the tone's word.
 */
name?: string, };

type Choice = {
/**
 * The line that it plays.
 */
line: string,
/**
 * The label of its button.
 */
label: string,
/**
 * Its key, such as `up`, `shift+up` or `g`.
 */
key?: string,
/**
 * The cell that plays it when clicked.
 */
cell?: Place, };

type Dailies = { day: string, next_seconds: number, dailies: Array<Daily>, };

type Daily = { game: string, stage: Stage, match: string | null, won: boolean | null, score: number | null, };

type Done = Record<symbol, never>;

type Ended = { scores: Array<number>, winners: Array<number>, won: boolean, called_off: boolean, };

type Export = { id: string, name: string, since: string, kept: boolean, sessions: Array<Session>, tokens: Array<Token>, tables: Array<string>, boards: Array<BoardText>,
/**
 * The tickets of the challenges that the person has made.
 */
challenges: Array<string>, matches: Array<Played>, };

type Game = { id: string, name: string, rules: number, fewest: number, most: number, blurb: string, bots: Array<string>, daily: boolean, keys: Array<Key>, presets: Array<Preset>, };

type Games = { games: Array<Game>, phrases: Array<string>, boards: Array<string>, };

type Hint = {
/**
 * A line that is a legal move now.
 */
line: string,
/**
 * The reason, in one sentence.
 */
why: string, };

type Hinted = { hint: Hint | null, };

type Honour = { place: number, name: string, you: boolean, score: number, won: boolean, hinted: boolean, at: string, };

type Honours = { honours: Array<Honour>, };

type Inline = { text: string, style: InlineStyle,
/**
 * The address, if it is a link.
 */
link: string | null, };

type InlineStyle = "plain" | "bold" | "italic" | "code";

type Inside = { "grid": Array<Array<Cell>> } | { "tiles": Array<Array<Cell>> } | { "meter": {
/**
 * The count.
 */
value: number,
/**
 * The maximum.
 */
of: number, } } | { "scores": Array<[string, number]> } | { "text": Array<string> };

type Issued = { ticket: string, url: string, };

type Key = { name: string, about: string, secret: boolean, takes: Takes, default: unknown, };

type Link = { url: string, };

type LinkOwner = { name: string, };

type MayStandIn = {
/**
 * Their seats at the table.
 */
seats: Array<number>,
/**
 * In how many milliseconds from now; 0 means now.
 */
in_ms: number, };

type Me = { id: string, name: string, kept: boolean,
/**
 * In how many matches other people wait for you.
 */
waiting: number, };

type NewToken = { id: string, token: string, };

type Opened = { match: string, };

type Over = { scores: Array<number>, winners: Array<number>,
/**
 * The seat that cancelled the match; then nobody wins.
 */
called_off: number | null,
/**
 * In a race only when it is over for everyone.
 */
ticket: string | null, };

type Pane = { id: string, title: string } & Loose<Inside>;

type Phrase = { name: string, phrase: string, };

type Place = {
/**
 * The pane's id.
 */
pane: string,
/**
 * The row, from 0.
 */
row: number,
/**
 * The column, from 0.
 */
col: number, };

type Played = { match: Brief,
/**
 * The text of a `.play` file, if the match is over for everyone.
 */
play: string | null, };

type Preset = { name: string, set: Record<string, unknown>, };

type Racer = { seat: number, progress: string, over: boolean, score: number | null, won: boolean | null, match: string | null, };

type Reason = {
/**
 * For programs; stable.
 */
code: string,
/**
 * For people.
 */
text: string, };

type RefusedBody = { refused: Reason, };

type Remarks = { remarks: Array<string>, };

type Round = {
/**
 * The players of this round.
 */
seats: Array<Sitter | null>, matches: Array<string>, scores: Array<number>, winners: Array<number>, called_off: boolean, };

type Rules = { blocks: Array<Block>, };

type Saved = { board: string, };

type Scene = {
/**
 * The panes, in reading order.
 */
panes: Array<Pane>,
/**
 * Complete lines that are legal moves now.
 */
choices: Array<Choice>,
/**
 * Questions that are answered by typing.
 */
asks: Array<Ask>, };

type Session = { id: string, since: string, seen: string, here: boolean, };

type Sessions = { sessions: Array<Session>, };

type SignedIn = { me: Me,
/**
 * The next recovery link, if the account has no passphrase and its link was used. It is sent only this once.
 */
link?: string, };

type Sitter = { name: string, you?: boolean, bot?: boolean,
/**
 * The bot that stands in for the player.
 */
stand_in?: string, };

type Stage = "new" | "begun" | "over";

type State = "open" | "playing" | "over" | "closed";

type Steps = { steps: Array<Update>, next: number | null, };

type Stored = { seq: number, };

type Table = { table: string, seq: number, game: string, race: boolean,
/**
 * Seconds for each move.
 */
limit: number | null, setup: Record<string, unknown>, host: boolean,
/**
 * Your seat, or -1 if you have none.
 */
you: number, invitation: string | null, state: State, seats: Array<Sitter | null>, round: number,
/**
 * The match to follow.
 */
match: string | null, progress: Array<Racer> | null, said: Array<Phrase>, rounds: Array<Round>,
/**
 * Everyone at the table, including spectators. Empty unless you are at the table.
 */
people: Array<AtTable>,
/**
 * How often more time was given.
 */
more_time: number,
/**
 * The seats that have voted to cancel the match, in the order of the votes.
 */
asked: Array<number>,
/**
 * How many seconds a player must be absent before a bot may stand in.
 */
patience: number, };

type Tables = { tables: Array<Table>, };

type Takes = { "kind": "flag" } | { "kind": "number", from: number, to: number, } | { "kind": "one_of", words: Array<string>, } | { "kind": "text" };

type Tallies = { tallies: Array<Tally>, };

type Tally = { game: string, daily: boolean, kind: string, words: string | null, board: string | null, hinted: boolean, played: number, won: number, streak: number, longest: number, mean: number, par: number | null, best: Best,
/**
 * Each result, and how often it occurred.
 */
spread: Array<[string, number]>, };

type Token = { id: string, label: string, since: string, };

type Tokens = { tokens: Array<Token>, };

type Tone = "plain" | "hidden" | "good" | "near" | "off" | "here" | "danger";

type Update = { match: string, game: string, seq: number,
/**
 * Your seat, or -1 if you are a spectator.
 */
viewer: number, to_act: Array<number>, seats: Array<Sitter | null>,
/**
 * The game's own state, as the viewer may see it.
 */
view: any, scene: Scene, said: Array<string>, hinted: boolean, over: Over | null, daily: string | null, table: string | null, deadline_ms: number | null, setup: Record<string, unknown>,
/**
 * The seats that have left.
 */
left: Array<number>,
/**
 * Whether you may cancel the match at once.
 */
may_cancel: boolean,
/**
 * Whether you may offer the other players at the table to cancel the match.
 */
may_call_off: boolean,
/**
 * The players for whom you may let a bot stand in, now or soon.
 */
may_stand_in: MayStandIn | null,
/**
 * The seat of the table for each seat of the match.
 */
table_seats: Array<number> | null, };
