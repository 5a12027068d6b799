//! A second fold of every match, in debug builds, which all tests are: from its entries as they are written,
//! and from nothing else. After each entry it must look to everybody as the match that is played does; so
//! no test can pass whose matches their logs do not give again. Released programs have none of it.

use crate::Entry;
#[cfg(debug_assertions)]
use crate::catch_panic::catch_panic;
use engine::{AnyMatch, Narration};
use std::sync::Arc;

/// A match as its log alone gives it.
#[derive(Clone)]
pub(crate) struct ReplayCheck(#[cfg(debug_assertions)] Arc<dyn AnyMatch>);

impl ReplayCheck {
    /// Of a match that was just restored from its deal.
    pub(crate) fn new(dealt: &Arc<dyn AnyMatch>) -> ReplayCheck {
        let _ = dealt;
        ReplayCheck(
            #[cfg(debug_assertions)]
            Arc::clone(dealt),
        )
    }

    /// Goes on to the next entry, after which the match is this one, and this was said.
    #[cfg(not(debug_assertions))]
    pub(crate) fn follow(&mut self, _: &Entry, _: &Arc<dyn AnyMatch>, _: &Narration) {}

    /// Goes on to the next entry, after which the match is this one, and this was said.
    #[cfg(debug_assertions)]
    pub(crate) fn follow(&mut self, entry: &Entry, live: &Arc<dyn AnyMatch>, said: &Narration) {
        let written = serde_json::to_string(entry).unwrap_or_default();
        let events = match serde_json::from_str(&written) {
            Ok(Entry::Move { events, .. } | Entry::Left { events, .. }) => events,
            _ => return,
        };
        // What fails is for others to deal with: this is about what is not the same.
        let (Ok(Ok(step)), Ok(seen)) =
            (catch_panic(|| self.0.apply(&events)), catch_panic(|| looks(&**live)))
        else {
            self.0 = Arc::clone(live);
            return;
        };
        assert_eq!(looks(&*step.next), seen, "the log does not give the match again: {written}");
        assert_eq!(step.narration, *said, "the log does not say the same: {written}");
        self.0 = step.next;
    }
}

/// All that can be told of a match.
#[cfg(debug_assertions)]
fn looks(game: &dyn AnyMatch) -> (Vec<String>, String) {
    let viewers = engine::Viewer::all(game.seats());
    let views = viewers.map(|viewer| game.view(viewer).get().to_owned()).collect();
    let rest = format!("{:?} {:?} {}", game.to_act(), game.outcome(), game.moves());
    (views, rest)
}
