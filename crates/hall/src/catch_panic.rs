//! A wall around each match: when a game panics, its match is closed with a report and the house
//! stands.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is known of a match that failed, for whoever mends the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PanicReport {
    /// The game's short name.
    pub game: &'static str,
    /// The last entry that is in the log; it can be replayed up to here.
    pub seq: u64,
    /// What was being done.
    pub doing: String,
    /// What the panic said.
    pub text: String,
}

/// Runs something of a game's; a panic becomes its message. Matches are never changed in place, so
/// nothing half-done is left behind.
pub(crate) fn catch_panic<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(message)
}

fn message(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => {
            payload.downcast::<&str>().map_or("no message".into(), |text| text.to_string())
        }
    }
}
