//! Catches panics in games: the match is closed with a report, and everything else keeps running.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A report about a match whose game panicked, for debugging.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PanicReport {
    /// The game's short name.
    pub game: &'static str,
    /// The last entry of the log; the match can be replayed up to there.
    pub seq: u64,
    /// The line or operation that panicked.
    pub doing: String,
    /// The panic message.
    pub text: String,
}

/// Runs code of a game. A panic becomes `Err` with its message. Matches are never changed in place, so a panic leaves
/// nothing half-done.
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
