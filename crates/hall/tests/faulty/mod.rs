//! The template game with planted faults. The line `panic` does what it says; a bot of the kind `rude`
//! plays what the rules refuse; hints wait at a gate; views fail once the count is 13.

use crate::common::altered::{Alter, Altered};
use engine::{AnyGame, AnyMatch, Budget, Hint, Json, Refusal, Seat, Step, Viewer};
use std::sync::{Condvar, Mutex};

/// Where a hint waits: it says that it has come, and goes on when it is let through.
pub(crate) static GATE: Gate = Gate { open: Mutex::new(None), change: Condvar::new() };

/// Nothing: nobody is there. No: somebody waits. Yes: they may go on.
pub(crate) struct Gate {
    open: Mutex<Option<bool>>,
    change: Condvar,
}

impl Gate {
    fn pass(&self) {
        *self.open.lock().unwrap() = Some(false);
        self.change.notify_all();
        let let_through = |open: &mut Option<bool>| *open != Some(true);
        *self.change.wait_while(self.open.lock().unwrap(), let_through).unwrap() = None;
    }

    /// Blocks until somebody has come to the gate.
    pub(crate) fn wait_for_somebody(&self) {
        drop(self.change.wait_while(self.open.lock().unwrap(), |open| open.is_none()).unwrap());
    }

    pub(crate) fn let_through(&self) {
        *self.open.lock().unwrap() = Some(true);
        self.change.notify_all();
    }
}

/// The template game with its faults.
pub(crate) static FAULTY: Altered<Faults> = Altered("null", Faults);

#[derive(Clone, Copy)]
pub(crate) struct Faults;

impl Alter for Faults {
    fn bots(&self, _: &dyn AnyGame) -> Vec<&'static str> {
        vec!["rude"]
    }
    fn view(&self, honest: &dyn AnyMatch, viewer: Viewer) -> Json {
        let view = honest.view(viewer);
        assert!(!view.get().contains(r#""count":13"#), "a planted fault");
        view
    }
    fn act(&self, honest: &dyn AnyMatch, seat: Seat, line: &str) -> Result<Step, Refusal> {
        assert!(line != "panic", "a planted fault");
        honest.act(seat, line)
    }
    fn hint(&self, honest: &dyn AnyMatch, seat: Seat, thought: Budget) -> Option<Hint> {
        GATE.pass();
        honest.hint(seat, thought)
    }
    fn bot(&self, _: &dyn AnyMatch, _: Seat, name: &str, _: Budget) -> Option<String> {
        (name == "rude").then(|| "add 9".into())
    }
}
