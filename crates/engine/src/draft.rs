//! A draft: a state and the events that lead away from it. Whoever wants to keep what was there before gives it a
//! copy; then a dropped draft never happened.

use crate::Game;
use std::ops::Deref;

/// A state that rules may read and change only by [`Draft::emit`].
pub struct Draft<'a, G: Game> {
    state: &'a mut G::State,
    /// Nothing when nobody wants to know.
    events: Option<Vec<G::Event>>,
    happened: bool,
}

impl<'a, G: Game> Draft<'a, G> {
    /// A draft that starts from this state; its events come here.
    pub fn new(state: &'a mut G::State, events: Option<Vec<G::Event>>) -> Draft<'a, G> {
        Draft { state, events, happened: false }
    }

    /// Lets something happen: it is applied at once and remembered.
    pub fn emit(&mut self, event: G::Event) {
        G::apply(self.state, &event);
        self.happened = true;
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Has anything happened?
    pub fn has_happened(&self) -> bool {
        self.happened
    }

    /// The events that led to where the state is now.
    pub fn finish(self) -> Vec<G::Event> {
        self.events.unwrap_or_default()
    }
}

/// A draft reads like the state it has come to.
impl<G: Game> Deref for Draft<'_, G> {
    type Target = G::State;

    fn deref(&self) -> &G::State {
        self.state
    }
}
