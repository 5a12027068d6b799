//! The Board Builder: one person puts words on a grid, and the house sees to the rules of placement.
//! The end of it is the text of a file; writing that file is the work of whoever shows the match.
//! Finding words that fit is in `fill.rs`; what a board is and may be is the board's own business.

mod bots;
mod edit;
mod face;
mod fill;
mod index;

pub use fill::fitting;

use crate::board::{self, At, Board, Dir, HAND, ParsedBoard, PlacedWord};
use edit::BoardEdit;
use engine::{
    Bot, Cx, Draft, Game, Hint, Info, Key, Keys, Outcome, Refusal, Scene, Seat, Seats, Takes,
    Viewer, setup,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The game, if that is what it is.
pub struct Builder;

/// How many breaches of the rules of placement are shown; the others are counted.
const PROBLEMS: usize = 100;

/// How long the file of a board to go on with may be: what is saved later must be read again, and every
/// word that is put adds a letter of at most 20 x 20, and a line of at most 26 bytes.
const MOST_GIVEN: usize = setup::MAX_TEXT - 20 * 20 * 26;

/// What the host chooses.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// What the board is called.
    pub name: String,
    /// How many rows it has.
    pub rows: u8,
    /// How many columns it has.
    pub cols: u8,
    /// The text of a board to go on with; its size is taken too.
    pub from: Option<String>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { name: "board".into(), rows: 15, cols: 15, from: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("name", Takes::Text, "what the board is called"),
        Key::open("rows", Takes::Number(1, 20), "how many rows it has"),
        Key::open("cols", Takes::Number(1, 20), "how many columns it has"),
        Key::open("from", Takes::Text, "the text of a board to go on with"),
    ];
}

/// The truth.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    name: String,
    /// The board as it was given, with the notes about its file.
    given: Arc<ParsedBoard>,
    board: Board,
    done: Vec<BoardEdit>,
    undone: Vec<BoardEdit>,
    file: Option<BoardFile>,
    over: bool,
}

/// What the seat does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It adds a word.
    Put(PlacedWord),
    /// It removes the word that begins here and runs this way.
    Remove(At, Dir),
    /// It takes the last change back.
    Undo,
    /// It makes the change again that was taken back last.
    Redo,
    /// It lets the house add so many words.
    Fill(u16),
    /// It is done.
    Save,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// Something odd about the board to go on with, in a sentence.
    Noted {
        /// The sentence.
        text: String,
    },
    /// A word was added.
    Put {
        /// The word.
        word: PlacedWord,
    },
    /// A word was removed.
    Removed {
        /// Its place in the list of words.
        place: usize,
        /// The word.
        word: PlacedWord,
    },
    /// The house added words.
    Filled {
        /// The words.
        words: Vec<PlacedWord>,
    },
    /// The last change was taken back.
    Undone {},
    /// It was made again.
    Redone {},
    /// The board is done.
    Saved {},
    /// The board was given up.
    Left {},
}

/// What there is to see.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// What the board is called.
    pub name: String,
    /// How many rows it has.
    pub rows: u8,
    /// How many columns it has.
    pub cols: u8,
    /// The rows, with `.` where a cell is empty.
    pub letters: Vec<String>,
    /// The words, in the order in which they were added.
    pub words: Vec<PlacedWord>,
    /// How many letters there are; one that two words share counts once.
    pub letters_count: usize,
    /// The fewest and the most that can play on it.
    pub players: Option<[u8; 2]>,
    /// How many letters are missing for one more player.
    pub missing: usize,
    /// Breaches of the rules of placement, in sentences.
    pub problems: Vec<String>,
    /// Is there a change to take back?
    pub can_undo: bool,
    /// Is there one to make again?
    pub can_redo: bool,
    /// Is it done?
    pub saved: bool,
    /// The file, once it is done.
    pub file: Option<BoardFile>,
    /// `playing` or `over`.
    pub status: Status,
}

/// The file of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Where the match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It goes on.
    Playing,
    /// It is over.
    Over,
}

impl Game for Builder {
    const INFO: Info = Info {
        id: "builder",
        name: "Board Builder",
        rules: 1,
        fewest: 1,
        most: 1,
        blurb: "Make a board for Scrabble Junior, word by word.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &[
            "junior.size",
            "junior.outside",
            "junior.clash",
            "builder.position",
            "builder.direction",
            "builder.word",
            "builder.extra",
            "builder.unknown",
            "builder.place",
            "builder.none",
            "builder.line",
        ],
        listed: true,
    };
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", bots::random), ("sensible", bots::sensible)];
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        vec![
            ("square", Setup::default()),
            ("small", Setup { rows: 8, cols: 8, ..Setup::default() }),
        ]
    }

    fn blank(setup: &Setup, _: u8) -> Result<State, Refusal> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if setup.name.is_empty() || !setup.name.bytes().all(plain) {
            let text =
                "The name of a board is made of the letters A to Z and a to z, digits and _.";
            return Err(Refusal::setup(text));
        }
        let given = match &setup.from {
            Some(text) => text.parse()?,
            None => {
                let text = "A board has 1 to 20 rows and 1 to 20 columns.";
                let board = Board::new(setup.rows, setup.cols);
                ParsedBoard { board: board.ok_or(Refusal::setup(text))?, notes: Vec::new() }
            }
        };
        if given.board.to_string().len() > MOST_GIVEN {
            let words = given.board.words().len();
            let text = format!(
                "A board with {words} words would be saved as a file that is too large to be read \
                 again; take some out."
            );
            return Err(Refusal::setup(text));
        }
        Ok(State {
            name: setup.name.clone(),
            board: given.board.clone(),
            given: Arc::new(given),
            done: Vec::new(),
            undone: Vec::new(),
            file: None,
            over: false,
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        if cx.words.is_empty() {
            return Err(Refusal::setup("The Builder needs a word list with at least one word."));
        }
        for text in draft.given.remarks(cx.words) {
            draft.emit(Event::Noted { text });
        }
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, _: Seat, action: Action, cx: &mut Cx) -> Result<(), Refusal> {
        let none = |text: &str| Refusal::new("builder.none", text);
        let event = match action {
            Action::Put(word) => {
                check(&draft.board, &word, cx)?;
                Event::Put { word }
            }
            Action::Remove(at, dir) => {
                let place = draft.board.find(at, dir);
                let word = place.and_then(|place| draft.board.words().get(place));
                let gone = place.zip(word.cloned());
                let (place, word) = gone.ok_or_else(|| {
                    none(&format!("No word begins at {at} and runs {dir}; name its first letter."))
                })?;
                Event::Removed { place, word }
            }
            Action::Undo if draft.done.is_empty() => return Err(none("There is nothing to undo.")),
            Action::Undo => Event::Undone {},
            Action::Redo if draft.undone.is_empty() => {
                return Err(none("There is nothing to redo."));
            }
            Action::Redo => Event::Redone {},
            Action::Fill(count) => {
                let words = fill::words(&draft.board, count, cx);
                if words.is_empty() {
                    return Err(none(
                        "Not one more word fits on this board; remove one, or save it.",
                    ));
                }
                Event::Filled { words }
            }
            Action::Save => Event::Saved {},
        };
        draft.emit(event);
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, _: Seat, _: &mut Cx) {
        draft.emit(Event::Left {});
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Noted { .. } => {}
            Event::Put { word } => state.edit(BoardEdit::Added(vec![word.clone()])),
            Event::Filled { words } => state.edit(BoardEdit::Added(words.clone())),
            Event::Removed { place, word } => state.edit(BoardEdit::Removed(*place, word.clone())),
            Event::Undone {} => {
                if let Some(edit) = state.done.pop() {
                    edit.undo(&mut state.board);
                    state.undone.push(edit);
                }
            }
            Event::Redone {} => {
                if let Some(edit) = state.undone.pop() {
                    edit.make(&mut state.board);
                    state.done.push(edit);
                }
            }
            Event::Saved {} => {
                let (name, text) = (format!("{}.txt", state.name), state.board.to_string());
                state.file = Some(BoardFile { name, text });
                state.over = true;
            }
            Event::Left {} => state.over = true,
        }
    }

    fn to_act(state: &State) -> Seats {
        if state.over { Seats::NONE } else { Seats::one(Seat(0)) }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let scores = || vec![state.board.count() as i64];
        state.over.then(|| Outcome { scores: scores(), winners: Vec::new() })
    }

    fn view(state: &State, _: Viewer) -> View {
        let board = &state.board;
        let letters_count = board.count();
        let next = [2, 3, 4].map(|players| players * HAND).into_iter().find(|&n| n > letters_count);
        View {
            name: state.name.clone(),
            rows: board.rows(),
            cols: board.cols(),
            letters: board.lines(),
            words: board.words().to_vec(),
            letters_count,
            players: board.most_players().map(|most| [2, most]),
            missing: next.map_or(0, |next| next - letters_count),
            problems: board::in_short(board.problems(), PROBLEMS),
            can_undo: !state.over && !state.done.is_empty(),
            can_redo: !state.over && !state.undone.is_empty(),
            saved: state.file.is_some(),
            file: state.file.clone(),
            status: if state.over { Status::Over } else { Status::Playing },
        }
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        face::tell(after, event)
    }

    fn is_free(event: &Event) -> bool {
        matches!(event, Event::Removed { .. } | Event::Undone {} | Event::Redone {})
    }

    fn scene(view: &View) -> Scene {
        face::scene(view)
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        face::parse(line)
    }

    fn line(action: &Action) -> String {
        face::line(action)
    }

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        bots::hint(view, cx)
    }

    fn is_costly(line: &str) -> bool {
        line.get(..4).is_some_and(|verb| verb.eq_ignore_ascii_case("fill"))
    }

    fn preview(view: &View, typed: &str, cx: &mut Cx) -> Vec<String> {
        face::preview(view, typed, cx)
    }

    fn progress(view: &View) -> String {
        format!("{} of {}", view.letters_count, view.letters_count + view.missing)
    }
}

impl State {
    /// Makes a change; what had been taken back before it is gone.
    fn edit(&mut self, edit: BoardEdit) {
        edit.make(&mut self.board);
        self.done.push(edit);
        self.undone.clear();
    }
}

/// May this word be put on this board? The list is asked first, then the rules of placement.
fn check(board: &Board, word: &PlacedWord, cx: &Cx) -> Result<(), Refusal> {
    let text = engine::line::quote(&word.text);
    if !cx.words.has(&word.text.to_ascii_lowercase()) {
        return Err(Refusal::new("builder.unknown", format!("{text} is not in the word list.")));
    }
    let place = |why| Refusal::new("builder.place", format!("{text} {why}."));
    board.accepts(word).map_err(place)
}

#[cfg(test)]
mod tests;
