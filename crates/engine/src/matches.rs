//! A match on the typed path: a state, where its luck comes from, and the order of checks that is
//! the same for all games. Solvers, arenas and benchmarks use it; the hall uses it erased.

use crate::{Budget, Chance, Cx, Draft, Game, Outcome, Refusal, Seat, Seats, Settings, Viewer};
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

    /// A match that was dealt before: its deal comes from the log. Neither luck nor word list is
    /// asked.
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
                (1, 1) => format!("{name} is played by one, not by {seats}."),
                _ => format!("{name} is played by {fewest} to {most}, not by {seats}."),
            }));
        }
        Ok(Match { words, seed, seats, moves: 0, state: G::blank(setup, seats)? })
    }

    /// The truth.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// How many moves and leavings there have been.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Who is to act.
    pub fn to_act(&self) -> Seats {
        G::to_act(&self.state)
    }

    /// The result, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state)
    }

    /// What a viewer may know. The public sees a one-seat match as its seat does.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(&self.state, self.effective_viewer(viewer))
    }

    pub(crate) fn effective_viewer(&self, viewer: Viewer) -> Viewer {
        if self.seats == 1 { Viewer::Seat(Seat(0)) } else { viewer }
    }

    /// May this seat act now? If not, why.
    pub fn may_act(&self, seat: Seat) -> Result<(), Refusal> {
        let to_act = self.to_act();
        if to_act.is_empty() {
            return Err(over());
        }
        if seat.0 >= self.seats {
            return Err(no_seat(seat, self.seats));
        }
        if !to_act.has(seat) {
            return Err(Refusal::new("house.turn", format!("It is not the turn of seat {seat}.")));
        }
        Ok(())
    }

    /// A seat acts, in place: nothing is copied. A refusal changes nothing, because rules refuse before anything
    /// happens.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<Vec<G::Event>, Refusal> {
        self.act_into(Some(Vec::with_capacity(2)), seat, action)
    }

    /// The same when nobody wants to know what happened: events are applied and not written down. For searches,
    /// arenas and whoever plays millions of moves.
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

    /// A seat leaves.
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

    /// Folds the events of one move or leaving from the log.
    pub fn apply(&mut self, events: &[G::Event]) {
        events.iter().for_each(|event| G::apply(&mut self.state, event));
        self.moves += 1;
    }

    /// Runs rules on the state, with the luck of stream `n`: 0 for the deal, k for the k-th move.
    fn draft(
        &mut self,
        n: u64,
        events: Option<Vec<G::Event>>,
        rules: impl FnOnce(&mut Draft<G>, &mut Cx) -> Result<(), Refusal>,
    ) -> Result<Vec<G::Event>, Refusal> {
        let mut draft = Draft::new(&mut self.state, events);
        let mut cx = Cx::new(&self.words, Chance::new(self.seed, n), Budget::default());
        let done = rules(&mut draft, &mut cx);
        debug_assert!(done.is_ok() || !draft.has_happened(), "refused after something happened");
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
    Refusal::new("house.over", "The match is over.")
}

fn no_seat(seat: Seat, seats: u8) -> Refusal {
    Refusal::new(
        "house.seat",
        format!("There is no seat {seat}; the last is {}.", seats.saturating_sub(1)),
    )
}
