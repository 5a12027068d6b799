//! A refusal: nothing happened, and why. A mistake that costs something is an event, not a refusal.

use serde::Serialize;
use std::fmt;

/// Why a command was not accepted: a code for programs, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// Stable, `GAME.REASON` or `house.REASON`.
    pub code: &'static str,
    /// What was wrong and what to do, in one sentence.
    pub text: String,
}

impl Refusal {
    /// A refusal with its code and its sentence.
    pub fn new(code: &'static str, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }

    /// A match that cannot be set up so.
    pub fn setup(text: impl Into<String>) -> Refusal {
        Refusal::new("house.setup", text)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refusal {}
