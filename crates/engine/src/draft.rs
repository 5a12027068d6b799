//! A draft: a state and the events that lead away from it. Dropped, it never happened.

use crate::Game;
use std::ops::Deref;

/// A state that rules may read and change only by [`Draft::emit`].
pub struct Draft<G: Game> {
    state: G::State,
    events: Vec<G::Event>,
}

impl<G: Game> Draft<G> {
    /// A draft that starts from this state.
    pub fn new(state: G::State) -> Draft<G> {
        Draft { state, events: Vec::new() }
    }

    /// Lets something happen: it is applied at once and remembered.
    pub fn emit(&mut self, event: G::Event) {
        G::apply(&mut self.state, &event);
        self.events.push(event);
    }

    /// Where it led, and by which events.
    pub fn finish(self) -> (G::State, Vec<G::Event>) {
        (self.state, self.events)
    }
}

/// A draft reads like the state it has come to.
impl<G: Game> Deref for Draft<G> {
    type Target = G::State;

    fn deref(&self) -> &G::State {
        &self.state
    }
}
