//! A refusal: the reason why a command changed nothing. A mistake that costs something is an event, not a refusal.

use crate::Code;
use serde::Serialize;
use std::fmt;

/// Why a command was not accepted: a code for programs, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    pub code: Code,
    /// What is wrong and what to do, in a short sentence.
    pub text: String,
}

impl Refusal {
    pub fn new(code: Code, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }

    /// A game's own refusal; `code` is one of [`crate::Info::codes`].
    pub fn game(code: &'static str, text: impl Into<String>) -> Refusal {
        Refusal::new(Code::Game(code), text)
    }

    /// A refusal of a setup.
    pub fn setup(text: impl Into<String>) -> Refusal {
        Refusal::new(Code::Setup, text)
    }
}

/// For code that looks into errors which contain a refusal.
impl AsRef<Refusal> for Refusal {
    fn as_ref(&self) -> &Refusal {
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_shown_by_its_text_and_known_by_its_code() {
        let refusal = Refusal::game("wordle.short", "Too short.");
        assert_eq!(refusal.to_string(), "Too short.");
        let inside: &Refusal = refusal.as_ref();
        assert!(inside.code == "wordle.short");
    }
}
