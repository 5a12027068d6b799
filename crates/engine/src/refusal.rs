//! A refusal: the reason why a command changed nothing. A mistake that costs something is an event, not a refusal.

use serde::Serialize;
use std::fmt;

/// Why a command was not accepted: a code for programs, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// Stable, `GAME.REASON` or `house.REASON`.
    pub code: &'static str,
    /// What is wrong and what to do, in a short sentence.
    pub text: String,
}

impl Refusal {
    pub fn new(code: &'static str, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }

    /// A refusal of a setup, with the code `house.setup`.
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
