//! Scrabble Junior: players cover the letters of a printed crossword with tiles, two a turn, each
//! word from its first uncovered letter on; who covers the last letter of a word gets a point. What
//! may be covered is in `cover.rs`, how a turn goes in `turn.rs`, how it all ends in `result.rs`.

mod bots;
mod cover;
mod face;
mod race;
mod result;
mod search;
mod solver;
mod turn;
mod view;

pub use view::{BoardWord, FinalPlace, Must, RackView, Status, View};

use crate::board::{At, Board, EXAMPLE, FEWEST_LETTERS, HAND, ParsedBoard, shipped};
use cover::Cover;
use engine::{
    Bot, Cx, Draft, Game, Hint, Info, Key, Keys, Outcome, Refusal, Scene, Seat, Seats, Takes,
    Viewer,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The game.
pub struct Junior;

/// What the host chooses.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The text of the board.
    pub board: String,
    /// Who sees the racks.
    pub racks: Racks,
    /// A script of draws, the first seven for seat 0 and so on. Blanks in it do not count; where it
    /// names a letter that the pool does not have, chance decides.
    pub draws: Option<String>,
}

/// Who sees the racks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Racks {
    /// Everybody sees them all.
    Open,
    /// Each seat sees its own.
    Hidden,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { board: EXAMPLE.into(), racks: Racks::Open, draws: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("board", Takes::Text, "the text of the board"),
        Key::open("racks", Takes::OneOf(&["open", "hidden"]), "who sees the racks"),
        Key::secret("draws", Takes::Text, "the letters in the order in which they are drawn"),
    ];
}

/// The truth.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    reading: Arc<ParsedBoard>,
    hidden: bool,
    script: Arc<[char]>,
    /// How many tiles have been drawn: so far the script is used up.
    drawn: usize,
    cover: Cover,
    /// It has no order: chance picks from it when a tile is drawn.
    pool: String,
    racks: Vec<String>,
    /// For each word of the board, who completed it.
    by: Vec<Option<Seat>>,
    scores: Vec<i64>,
    turn: Seat,
    moves_left: u8,
    /// Who placed, exchanged or left last.
    actor: Seat,
    here: Seats,
    over: bool,
}

/// What a seat does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It covers a letter.
    Place(At),
    /// It exchanges these tiles.
    Swap(String),
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// Something odd about the board, in a sentence.
    Noted {
        /// The sentence.
        text: String,
    },
    /// The first tiles were drawn.
    Dealt {
        /// For each seat what it drew.
        racks: Vec<String>,
    },
    /// A turn began.
    Turned {
        /// Whose.
        seat: Seat,
    },
    /// A letter was covered.
    Placed {
        /// By whom.
        seat: Seat,
        /// Where.
        at: At,
        /// The words it completed, by their place in the list of the board.
        done: Vec<u16>,
    },
    /// Tiles were exchanged.
    Swapped {
        /// By whom.
        seat: Seat,
        /// What went back to the pool.
        given: String,
        /// What was drawn before.
        drawn: String,
    },
    /// A turn began with nothing to do.
    Skipped {
        /// Whose.
        seat: Seat,
    },
    /// A rack was filled up.
    Refilled {
        /// Whose.
        seat: Seat,
        /// What was drawn.
        drawn: String,
    },
    /// A seat left, and its tiles went back to the pool.
    Left {
        /// Who.
        seat: Seat,
    },
    /// It is over.
    Ended {},
}

impl Game for Junior {
    const INFO: Info = Info {
        id: "junior",
        name: "Scrabble Junior",
        rules: 1,
        fewest: 2,
        most: 4,
        blurb: "Cover the letters of a crossword, two a turn, and complete its words.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &[
            "junior.size",
            "junior.outside",
            "junior.clash",
            "junior.few",
            "junior.place",
            "junior.empty",
            "junior.covered",
            "junior.closed",
            "junior.rack",
            "junior.two",
            "junior.swap",
            "junior.line",
        ],
        listed: true,
    };
    const BOTS: &'static [(&'static str, Bot<Self>)] = &[
        ("random", bots::random),
        ("greedy", solver::greedy),
        ("sensible", bots::sensible),
        ("strong", solver::strong),
    ];
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        let small = shipped("farm").unwrap_or(EXAMPLE).to_owned();
        vec![
            ("open", Setup::default()),
            ("hidden", Setup { racks: Racks::Hidden, ..Setup::default() }),
            ("small", Setup { board: small, ..Setup::default() }),
            ("daily", Setup::default()),
        ]
    }

    fn blank(setup: &Setup, seats: u8) -> Result<State, Refusal> {
        let reading: ParsedBoard = setup.board.parse()?;
        let board = &reading.board;
        let letters = board.count();
        let Some(most) = board.most_players() else {
            let text = format!(
                "The board has {letters} of the {FEWEST_LETTERS} letters that two players need; add words to it."
            );
            return Err(Refusal::new("junior.few", reading.with_last_note(text)));
        };
        if seats > most {
            let text = format!(
                "The board has {letters} letters, {HAND} for each of {most} players; {seats} are too many."
            );
            return Err(Refusal::setup(reading.with_last_note(text)));
        }
        let script = setup.draws.iter().flat_map(|script| script.chars());
        Ok(State {
            hidden: setup.racks == Racks::Hidden,
            script: script.filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect(),
            drawn: 0,
            cover: Cover::new(board),
            pool: board.letters().map(|(_, letter)| letter).collect(),
            racks: vec![String::new(); usize::from(seats)],
            by: vec![None; board.words().len()],
            scores: vec![0; usize::from(seats)],
            turn: Seat(0),
            moves_left: 2,
            actor: Seat(0),
            here: Seats::first(seats),
            over: false,
            reading: Arc::new(reading),
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        for text in draft.reading.remarks(cx.words) {
            draft.emit(Event::Noted { text });
        }
        let seats = draft.racks.len();
        let drawn: Vec<char> = turn::draw(draft, HAND * seats, cx).chars().collect();
        let racks = drawn.chunks(HAND).map(|rack| rack.iter().collect()).collect();
        draft.emit(Event::Dealt { racks });
        turn::begin(draft, Seat(0), cx);
        Ok(())
    }

    fn act(
        draft: &mut Draft<Self>,
        seat: Seat,
        action: Action,
        cx: &mut Cx,
    ) -> Result<(), Refusal> {
        match action {
            Action::Place(at) => turn::place(draft, seat, at, cx),
            Action::Swap(letters) => turn::swap(draft, seat, letters, cx),
        }
    }

    fn leave(draft: &mut Draft<Self>, seat: Seat, cx: &mut Cx) {
        if !draft.here.has(seat) {
            return;
        }
        draft.emit(Event::Left { seat });
        if draft.here.len() <= 1 {
            draft.emit(Event::Ended {});
        } else if draft.turn == seat {
            turn::begin(draft, draft.after(seat), cx);
        }
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Noted { .. } | Event::Skipped { .. } => {}
            Event::Dealt { racks } => {
                for (seat, drawn) in (0..).map(Seat).zip(racks) {
                    state.take(seat, drawn);
                }
            }
            Event::Turned { seat } => {
                state.turn = *seat;
                state.moves_left = 2;
            }
            Event::Placed { seat, at, done } => {
                let reading = Arc::clone(&state.reading);
                if let Some(letter) = reading.board.letter(*at) {
                    state.lose(*seat, letter);
                }
                state.cover.put(&reading.board, *at);
                for &word in done {
                    if let Some(by) = state.by.get_mut(usize::from(word)) {
                        *by = Some(*seat);
                    }
                }
                if let Some(score) = state.scores.get_mut(seat.index()) {
                    *score += done.len() as i64;
                }
                state.moves_left = state.moves_left.saturating_sub(1);
                state.actor = *seat;
            }
            Event::Swapped { seat, given, drawn } => {
                given.chars().for_each(|letter| state.lose(*seat, letter));
                state.take(*seat, drawn);
                state.pool.push_str(given);
                state.actor = *seat;
            }
            Event::Refilled { seat, drawn } => state.take(*seat, drawn),
            Event::Left { seat } => {
                state.here = state.here.without(*seat);
                state.actor = *seat;
                if let Some(rack) = state.racks.get_mut(seat.index()) {
                    state.pool.push_str(rack);
                    rack.clear();
                }
            }
            Event::Ended {} => {
                state.over = true;
                state.moves_left = 0;
            }
        }
    }

    fn to_act(state: &State) -> Seats {
        if state.over { Seats::NONE } else { Seats::one(state.turn) }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let winners = || result::winners(&state.scores, state.here);
        state.over.then(|| Outcome { scores: state.scores.clone(), winners: winners() })
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::of(state, viewer)
    }

    fn tell(after: &State, event: &Event, viewer: Viewer) -> Option<String> {
        face::tell(after, event, viewer)
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

    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        face::preview(view, typed)
    }

    fn progress(view: &View) -> String {
        let letters = view.letters.iter().flat_map(|row| row.chars()).filter(|&c| c != '.');
        format!("{} of {}", view.covered.len(), letters.count())
    }
}

impl State {
    fn board(&self) -> &Board {
        &self.reading.board
    }

    fn rack(&self, seat: Seat) -> &str {
        self.racks.get(seat.index()).map_or("", String::as_str)
    }

    /// May this viewer see the rack of this seat?
    fn may_see(&self, viewer: Viewer, seat: Seat) -> bool {
        !self.hidden || self.over || viewer.is(seat)
    }

    /// What the acting seat may cover.
    fn legal(&self) -> Vec<At> {
        self.cover.legal(self.board(), self.rack(self.turn), self.moves_left)
    }

    /// What the acting seat has to do, given what it may cover; nothing when it can do nothing.
    fn must(&self, legal: &[At]) -> Option<Must> {
        if !legal.is_empty() {
            return Some(Must::Place);
        }
        match self.pool.len().min(self.rack(self.turn).len()) {
            0 => None,
            1 => Some(Must::Swap1),
            _ => Some(Must::Swap2),
        }
    }

    /// Who comes after a seat, passing over those that left.
    fn after(&self, seat: Seat) -> Seat {
        let next = self.here.iter().find(|&other| other > seat);
        next.or(self.here.iter().next()).unwrap_or(seat)
    }

    /// Tiles go from the pool to a rack.
    fn take(&mut self, seat: Seat, drawn: &str) {
        for letter in drawn.chars() {
            self.pool = self.pool.replacen(letter, "", 1);
        }
        if let Some(rack) = self.racks.get_mut(seat.index()) {
            rack.push_str(drawn);
        }
        self.drawn += drawn.len();
    }

    /// A tile leaves a rack.
    fn lose(&mut self, seat: Seat, letter: char) {
        if let Some(rack) = self.racks.get_mut(seat.index()) {
            *rack = rack.replacen(letter, "", 1);
        }
    }
}

#[cfg(test)]
mod tests;
