//! Scrabble Junior: players cover the letters of a printed crossword with tiles, two in a turn, each word
//! from its first uncovered letter on. The player who covers the last letter of a word gets a point.
//! `cover.rs` says which letters may be covered, `turn.rs` has the turns, `result.rs` the result.

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

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The text of the board file.
    pub board: String,
    pub racks: Racks,
    /// A script of draws, the first seven for seat 0 and so on. Blanks are ignored. If the pool doesn't have
    /// a letter of the script, that draw is random.
    pub draws: Option<String>,
}

/// Who can see the racks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Racks {
    /// Everyone sees all racks.
    Open,
    /// Each player sees only their own rack.
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
        Key::secret("draws", Takes::Text, "the tiles in the order they are drawn"),
    ];
}

/// Everything about a match, hidden or not.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    parsed: Arc<ParsedBoard>,
    hidden: bool,
    script: Arc<[char]>,
    /// The number of tiles drawn so far, which is the position in the script.
    drawn: usize,
    cover: Cover,
    /// In no particular order: draws are random.
    pool: String,
    racks: Vec<String>,
    /// For each word of the board, the seat that completed it.
    by: Vec<Option<Seat>>,
    scores: Vec<i64>,
    turn: Seat,
    moves_left: u8,
    /// The seat that placed, exchanged or left last.
    actor: Seat,
    here: Seats,
    over: bool,
}

/// An action of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Cover a letter.
    Place(At),
    /// Exchange these tiles.
    Swap(String),
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A remark about the board.
    Noted { text: String },
    /// The first racks, one for each seat.
    Dealt { racks: Vec<String> },
    /// The turn of this seat started.
    Turned { seat: Seat },
    /// A seat covered a letter.
    Placed {
        seat: Seat,
        at: At,
        /// The words that it completed, by their index in the list of the board.
        done: Vec<u16>,
    },
    /// A seat exchanged tiles.
    Swapped {
        seat: Seat,
        /// The tiles that went back to the pool.
        given: String,
        /// The new tiles, which were drawn first.
        drawn: String,
    },
    /// A seat could not do anything in its turn.
    Skipped { seat: Seat },
    /// A seat filled up its rack.
    Refilled { seat: Seat, drawn: String },
    /// A seat left, and its tiles went back to the pool.
    Left { seat: Seat },
    /// The match ended.
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
        let parsed: ParsedBoard = setup.board.parse()?;
        let board = &parsed.board;
        let letters = board.count();
        let Some(most) = board.most_players() else {
            let text = format!(
                "The board has {letters} letters, but two players need {FEWEST_LETTERS}; add words to it."
            );
            return Err(Refusal::new("junior.few", parsed.with_last_note(text)));
        };
        if seats > most {
            let text = format!(
                "The board has {letters} letters: enough for {most} players ({HAND} each), but not for {seats}."
            );
            return Err(Refusal::setup(parsed.with_last_note(text)));
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
            parsed: Arc::new(parsed),
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        for text in draft.parsed.remarks(cx.words) {
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
                let parsed = Arc::clone(&state.parsed);
                if let Some(letter) = parsed.board.letter(*at) {
                    state.lose(*seat, letter);
                }
                state.cover.put(&parsed.board, *at);
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
        &self.parsed.board
    }

    fn rack(&self, seat: Seat) -> &str {
        self.racks.get(seat.index()).map_or("", String::as_str)
    }

    fn may_see(&self, viewer: Viewer, seat: Seat) -> bool {
        !self.hidden || self.over || viewer.is(seat)
    }

    /// The letters that the acting seat may cover.
    fn legal(&self) -> Vec<At> {
        self.cover.legal(self.board(), self.rack(self.turn), self.moves_left)
    }

    /// What the acting seat must do, given the letters that it may cover; `None` if it can't do anything.
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

    /// The next seat that hasn't left.
    fn after(&self, seat: Seat) -> Seat {
        let next = self.here.iter().find(|&other| other > seat);
        next.or(self.here.iter().next()).unwrap_or(seat)
    }

    /// Moves tiles from the pool to a rack.
    fn take(&mut self, seat: Seat, drawn: &str) {
        for letter in drawn.chars() {
            self.pool = self.pool.replacen(letter, "", 1);
        }
        if let Some(rack) = self.racks.get_mut(seat.index()) {
            rack.push_str(drawn);
        }
        self.drawn += drawn.len();
    }

    /// Removes a tile from a rack.
    fn lose(&mut self, seat: Seat, letter: char) {
        if let Some(rack) = self.racks.get_mut(seat.index()) {
            *rack = rack.replacen(letter, "", 1);
        }
    }
}

#[cfg(test)]
mod tests;
