//! In debug builds, and so in all tests, every match is replayed a second time from its serialized entries alone. After
//! each entry every viewer must see the same as in the live match, so no test passes if a log doesn't reproduce its
//! match. Release builds skip this.

use crate::Entry;
#[cfg(debug_assertions)]
use crate::catch_panic::catch_panic;
use engine::{AnyMatch, Narration};
use std::sync::Arc;

/// A match rebuilt from its log alone.
#[derive(Clone)]
pub(crate) struct ReplayCheck(#[cfg(debug_assertions)] Arc<dyn AnyMatch>);

impl ReplayCheck {
    /// Starts with a match that was just restored from its deal.
    pub(crate) fn new(dealt: &Arc<dyn AnyMatch>) -> ReplayCheck {
        let _ = dealt;
        ReplayCheck(
            #[cfg(debug_assertions)]
            Arc::clone(dealt),
        )
    }

    /// Applies the next entry, and compares with the live match and its narration after it.
    #[cfg(not(debug_assertions))]
    pub(crate) fn follow(&mut self, _: &Entry, _: &Arc<dyn AnyMatch>, _: &Narration) {}

    /// Applies the next entry, and compares with the live match and its narration after it.
    #[cfg(debug_assertions)]
    pub(crate) fn follow(
        &mut self,
        entry: &Entry,
        live: &Arc<dyn AnyMatch>,
        narration: &Narration,
    ) {
        let written = serde_json::to_string(entry).unwrap_or_default();
        let events = match serde_json::from_str(&written) {
            Ok(Entry::Move { events, .. } | Entry::Left { events, .. }) => events,
            _ => return,
        };
        // Errors are handled elsewhere; this only looks for differences.
        let (Ok(Ok(step)), Ok(observed)) =
            (catch_panic(|| self.0.apply(&events)), catch_panic(|| observe(&**live)))
        else {
            self.0 = Arc::clone(live);
            return;
        };
        assert_eq!(
            observe(&*step.next),
            observed,
            "the log doesn't reproduce the match: {written}"
        );
        assert_eq!(
            step.narration, *narration,
            "the log doesn't reproduce the sentences: {written}"
        );
        self.0 = step.next;
    }
}

/// Everything that anyone can observe of a match.
#[cfg(debug_assertions)]
fn observe(game: &dyn AnyMatch) -> (Vec<String>, String) {
    let viewers = engine::Viewer::all(game.seats());
    let views = viewers.map(|viewer| game.view(viewer).get().to_owned()).collect();
    let rest = format!("{:?} {:?} {}", game.to_act(), game.outcome(), game.moves());
    (views, rest)
}
