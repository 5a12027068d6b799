//! The template game with injected faults: the line `panic` panics, the bot `rude` plays moves that the rules refuse,
//! hints wait at a gate, and views panic once the count is 13.

use crate::common::altered::{Alter, Altered};
use engine::{AnyGame, AnyMatch, Budget, Hint, Json, Refusal, Seat, Step, Viewer};
use std::sync::{Condvar, Mutex};

/// A hint waits here until the test lets it through.
pub(crate) static GATE: Gate = Gate { open: Mutex::new(None), change: Condvar::new() };

/// `None`: no hint has arrived. `Some(false)`: a hint is waiting. `Some(true)`: it may pass.
pub(crate) struct Gate {
    open: Mutex<Option<bool>>,
    change: Condvar,
}

impl Gate {
    fn pass(&self) {
        *self.open.lock().unwrap() = Some(false);
        self.change.notify_all();
        let is_closed = |open: &mut Option<bool>| *open != Some(true);
        *self.change.wait_while(self.open.lock().unwrap(), is_closed).unwrap() = None;
    }

    /// Blocks until a hint has arrived at the gate.
    pub(crate) fn wait_for_hint(&self) {
        drop(self.change.wait_while(self.open.lock().unwrap(), |open| open.is_none()).unwrap());
    }

    pub(crate) fn let_through(&self) {
        *self.open.lock().unwrap() = Some(true);
        self.change.notify_all();
    }
}

/// The template game with these faults.
pub(crate) static FAULTY: Altered<Faults> = Altered("null", Faults);

#[derive(Clone, Copy)]
pub(crate) struct Faults;

impl Alter for Faults {
    fn bots(&self, _: &dyn AnyGame) -> Vec<&'static str> {
        vec!["rude"]
    }
    fn view(&self, original: &dyn AnyMatch, viewer: Viewer) -> Json {
        let view = original.view(viewer);
        assert!(!view.get().contains(r#""count":13"#), "an injected fault");
        view
    }
    fn act(&self, original: &dyn AnyMatch, seat: Seat, line: &str) -> Result<Step, Refusal> {
        assert!(line != "panic", "an injected fault");
        original.act(seat, line)
    }
    fn hint(&self, original: &dyn AnyMatch, seat: Seat, budget: Budget) -> Option<Hint> {
        GATE.pass();
        original.hint(seat, budget)
    }
    fn bot(&self, _: &dyn AnyMatch, _: Seat, name: &str, _: Budget) -> Option<String> {
        (name == "rude").then(|| "add 9".into())
    }
}
