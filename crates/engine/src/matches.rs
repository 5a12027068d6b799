//! A match with its game's types: the state, the seed of its random numbers, and the checks that all games share.
//! Solvers, arenas and benchmarks use it directly; the hall uses it through [`crate::AnyMatch`].

use crate::{
    Budget, Chance, Code, Cx, Draft, Game, Outcome, Refusal, Seat, Seats, Settings, Viewer,
};
use std::sync::Arc;
use words::Lexicon;

/// A match of one game.
pub struct Match<G: Game> {
    pub(crate) words: Arc<Lexicon>,
    pub(crate) seed: u64,
    pub(crate) seats: u8,
    pub(crate) moves: u64,
    pub(crate) state: G::State,
}

impl<G: Game> Match<G> {
    /// Opens a match and deals.
    pub fn open(
        setup: &G::Setup,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<(Match<G>, Vec<G::Event>), Refusal> {
        let mut opened = Match::blank(setup, seats, seed, words)?;
        let events = opened.draft(0, Some(Vec::new()), |draft, cx| G::deal(draft, cx))?;
        Ok((opened, events))
    }

    /// Rebuilds a match from the events of its deal. Neither random numbers nor the word list are used.
    pub fn restore(
        setup: &G::Setup,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
        deal: &[G::Event],
    ) -> Result<Match<G>, Refusal> {
        let mut restored = Match::blank(setup, seats, seed, words)?;
        deal.iter().for_each(|event| G::apply(&mut restored.state, event));
        Ok(restored)
    }

    fn blank(
        setup: &G::Setup,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<Match<G>, Refusal> {
        Settings::of(setup)?;
        let (name, fewest, most) = (G::INFO.name, G::INFO.fewest, G::INFO.most);
        if !(fewest..=most).contains(&seats) {
            return Err(Refusal::setup(match (fewest, most) {
                (1, 1) => format!("{name} is for one player, not {seats}."),
                _ => format!("{name} is for {fewest} to {most} players, not {seats}."),
            }));
        }
        Ok(Match { words, seed, seats, moves: 0, state: G::blank(setup, seats)? })
    }

    /// The complete state, including all secrets.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The number of moves so far; a resignation counts as one.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The seats that may move now; none when the match is over.
    pub fn to_act(&self) -> Seats {
        G::to_act(&self.state)
    }

    /// The result, once the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state)
    }

    /// The view of one viewer. In a one-seat match the public sees what the seat sees.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(&self.state, self.effective_viewer(viewer))
    }

    pub(crate) fn effective_viewer(&self, viewer: Viewer) -> Viewer {
        if self.seats == 1 { Viewer::Seat(Seat(0)) } else { viewer }
    }

    /// Fails with the reason if this seat may not move now.
    pub fn may_act(&self, seat: Seat) -> Result<(), Refusal> {
        let to_act = self.to_act();
        if to_act.is_empty() {
            return Err(over());
        }
        if seat.0 >= self.seats {
            return Err(no_seat(seat, self.seats));
        }
        if !to_act.has(seat) {
            return Err(Refusal::new(Code::Turn, format!("It isn't seat {seat}'s turn.")));
        }
        Ok(())
    }

    /// Plays a move in place, without copying the state. A refusal changes nothing, because games refuse before they
    /// emit the first event.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<Vec<G::Event>, Refusal> {
        self.act_into(Some(Vec::with_capacity(2)), seat, action)
    }

    /// Like [`Match::act`], but doesn't collect the events. For searches and arenas, which play millions of moves.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        self.act_into(None, seat, action).map(|_| ())
    }

    fn act_into(
        &mut self,
        events: Option<Vec<G::Event>>,
        seat: Seat,
        action: G::Action,
    ) -> Result<Vec<G::Event>, Refusal> {
        self.may_act(seat)?;
        let rules = |draft: &mut Draft<G>, cx: &mut Cx| G::act(draft, seat, action, cx);
        let events = self.draft(self.moves + 1, events, rules)?;
        self.moves += 1;
        Ok(events)
    }

    /// Takes a seat out of the match: it has resigned or run out of time.
    pub fn leave(&mut self, seat: Seat) -> Result<Vec<G::Event>, Refusal> {
        if self.to_act().is_empty() {
            return Err(over());
        }
        if seat.0 >= self.seats {
            return Err(no_seat(seat, self.seats));
        }
        let events = self.draft(self.moves + 1, Some(Vec::new()), |draft, cx| {
            G::leave(draft, seat, cx);
            Ok(())
        })?;
        self.moves += 1;
        Ok(events)
    }

    /// Applies the events of one move or resignation from the log.
    pub fn apply(&mut self, events: &[G::Event]) {
        events.iter().for_each(|event| G::apply(&mut self.state, event));
        self.moves += 1;
    }

    /// Runs rules on the state, with random numbers from stream `n`: 0 for the deal, k for the k-th move.
    fn draft(
        &mut self,
        n: u64,
        events: Option<Vec<G::Event>>,
        rules: impl FnOnce(&mut Draft<G>, &mut Cx) -> Result<(), Refusal>,
    ) -> Result<Vec<G::Event>, Refusal> {
        let mut draft = Draft::new(&mut self.state, events);
        let mut cx = Cx::new(&self.words, Chance::new(self.seed, n), Budget::default());
        let done = rules(&mut draft, &mut cx);
        debug_assert!(done.is_ok() || !draft.has_happened(), "refused after an event");
        done.map(|()| draft.finish())
    }
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match {
            words: Arc::clone(&self.words),
            seed: self.seed,
            seats: self.seats,
            moves: self.moves,
            state: self.state.clone(),
        }
    }
}

fn over() -> Refusal {
    Refusal::new(Code::Over, "The match is over.")
}

fn no_seat(seat: Seat, seats: u8) -> Refusal {
    Refusal::new(
        Code::Seat,
        format!("There is no seat {seat}; the last is {}.", seats.saturating_sub(1)),
    )
}
