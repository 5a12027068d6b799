//! The rules.

use super::edit::BoardEdit;
use super::{Action, BoardFile, Builder, Event, Setup, State, Status, View, fill};
use crate::board::{self, Board, Dir, HAND, ParsedBoard, PlacedWord};
use engine::{Cx, Draft, Game, Info, Outcome, Refusal, Seat, Seats, Viewer, setup};
use std::sync::Arc;

/// The maximum number of breaches of the placement rules in a view; the others are only counted.
const PROBLEMS: usize = 100;

/// The maximum length of the file of a board to start from. The saved board must be short enough to be opened
/// again: there are at most 20 x 20 new letters, and each new word has at least one of them and at most 26 bytes.
const MOST_GIVEN: usize = setup::MAX_TEXT - 20 * 20 * 26;

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
            let text = "A board name may use letters, digits and _ only.";
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
            let text = format!("A board with {words} words is too large to be saved; remove some.");
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
        let none = |text: &str| Refusal::game("builder.none", text);
        let event = match action {
            Action::Put(word) => {
                check(&draft.board, &word, cx)?;
                Event::Put { word }
            }
            Action::Remove(at, dir) => {
                let place = draft.board.find(at, dir);
                let word = place.and_then(|place| draft.board.words().get(place));
                let removed = place.zip(word.cloned());
                let (place, word) = removed.ok_or_else(|| {
                    let runs = if dir == Dir::H { "across" } else { "down" };
                    none(&format!("No word starts at {at} and runs {runs}; type the position of its first letter."))
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
                    return Err(none("No more words fit on this board; remove one, or save it."));
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
            problems: board::limit_remarks(board.problems(), PROBLEMS),
            can_undo: !state.over && !state.done.is_empty(),
            can_redo: !state.over && !state.undone.is_empty(),
            saved: state.file.is_some(),
            file: state.file.clone(),
            status: if state.over { Status::Over } else { Status::Playing },
        }
    }

    fn is_free(_: &State, event: &Event) -> bool {
        matches!(event, Event::Removed { .. } | Event::Undone {} | Event::Redone {})
    }
}

impl State {
    /// Applies a change. After it, earlier undone changes can't be redone.
    fn edit(&mut self, edit: BoardEdit) {
        edit.make(&mut self.board);
        self.done.push(edit);
        self.undone.clear();
    }
}

/// Checks a new word: first against the word list, then against the placement rules.
pub(super) fn check(board: &Board, word: &PlacedWord, cx: &Cx) -> Result<(), Refusal> {
    let text = engine::line::quote(&word.text);
    if !cx.words.has(&word.text.to_ascii_lowercase()) {
        return Err(Refusal::game("builder.unknown", format!("{text} isn't in the word list.")));
    }
    let place = |why| Refusal::game("builder.place", format!("{text} {why}."));
    board.accepts(word).map_err(place)
}
