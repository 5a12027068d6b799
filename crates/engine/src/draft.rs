//! A draft: a state that rules change, together with the events that changed it. A caller that may want the old state
//! back drafts on a copy.

use crate::Game;
use std::ops::Deref;

/// A state that rules may read freely, but change only with [`Draft::emit`].
pub struct Draft<'a, G: Game> {
    state: &'a mut G::State,
    /// `None` when the caller doesn't need the events.
    events: Option<Vec<G::Event>>,
    happened: bool,
}

impl<'a, G: Game> Draft<'a, G> {
    /// A draft that changes `state` and appends its events to `events`.
    pub fn new(state: &'a mut G::State, events: Option<Vec<G::Event>>) -> Draft<'a, G> {
        Draft { state, events, happened: false }
    }

    /// Applies an event at once and records it.
    // Always inlined: at each call the kind of event is known, which lets the compiler drop the other cases of `apply`.
    #[inline(always)]
    pub fn emit(&mut self, event: G::Event) {
        G::apply(self.state, &event);
        self.happened = true;
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Has any event been emitted?
    pub fn has_happened(&self) -> bool {
        self.happened
    }

    /// The recorded events.
    pub fn finish(self) -> Vec<G::Event> {
        self.events.unwrap_or_default()
    }
}

/// A draft reads like its current state.
impl<G: Game> Deref for Draft<'_, G> {
    type Target = G::State;

    fn deref(&self) -> &G::State {
        self.state
    }
}
