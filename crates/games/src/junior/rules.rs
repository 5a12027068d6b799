//! The rules.

use super::cover::Cover;
use super::{Action, BoardWord, Event, Junior, Must, RackView, Racks, Setup, State, Status, View};
use super::{result, turn};
use crate::board::{At, Board, EXAMPLE, FEWEST_LETTERS, HAND, ParsedBoard, PlacedWord, shipped};
use engine::{Cx, Draft, Game, Info, Outcome, Refusal, Seat, Seats, Viewer};
use std::sync::Arc;

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
            return Err(Refusal::game("junior.few", parsed.with_last_note(text)));
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
        let board = state.board();
        let may_see = |seat| state.may_see(viewer, seat);
        let rack = |(seat, rack): (Seat, &String)| match may_see(seat) {
            true => RackView::Tiles(rack.clone()),
            false => RackView::Count(rack.chars().count()),
        };
        let entry = |(word, &by): (&PlacedWord, &Option<Seat>)| BoardWord {
            at: word.at,
            dir: word.dir,
            word: word.text.clone(),
            by,
        };
        let seats = Seats::first(state.racks.len() as u8);
        let acting = !state.over && may_see(state.turn);
        let legal = if acting { state.legal() } else { Vec::new() };
        View {
            rows: board.rows(),
            cols: board.cols(),
            letters: board.lines(),
            covered: state.cover.positions(board),
            racks: (0..).map(Seat).zip(&state.racks).map(rack).collect(),
            pool: state.pool.len(),
            scores: state.scores.clone(),
            seat: if state.over { state.actor } else { state.turn },
            moves_left: state.moves_left,
            must: if acting { state.must(&legal) } else { None },
            legal,
            words: board.words().iter().zip(&state.by).map(entry).collect(),
            left: seats.iter().filter(|&seat| !state.here.has(seat)).collect(),
            places: state.over.then(|| result::places(&state.scores, state.here)),
            status: if state.over { Status::Over } else { Status::Playing },
        }
    }
}

impl State {
    pub(super) fn board(&self) -> &Board {
        &self.parsed.board
    }

    pub(super) fn rack(&self, seat: Seat) -> &str {
        self.racks.get(seat.index()).map_or("", String::as_str)
    }

    pub(super) fn may_see(&self, viewer: Viewer, seat: Seat) -> bool {
        !self.hidden || self.over || viewer.is(seat)
    }

    /// The letters that the acting seat may cover.
    pub(super) fn legal(&self) -> Vec<At> {
        self.cover.legal(self.board(), self.rack(self.turn), self.moves_left)
    }

    /// What the acting seat must do, given the letters that it may cover; `None` if it can't do anything.
    pub(super) fn must(&self, legal: &[At]) -> Option<Must> {
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
    pub(super) fn after(&self, seat: Seat) -> Seat {
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
