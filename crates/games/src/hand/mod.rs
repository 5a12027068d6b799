//! Hand: spell words from a hand of letters that includes a wildcard, for as many points as possible. Each word
//! makes the hand smaller. Once per game the player may swap a letter, and once replay a hand.
//!
//! The types are here, the rules in `rules.rs`, what the player reads and types in `face.rs`, bots and hints in
//! `minds.rs`. `round.rs` plays one hand, `deal.rs` fixes and draws hands, `letters.rs` has letter values, `spell.rs`
//! decides what is a word. `solver` finds the best possible total of a hand (par) and the gain of a swap.

mod deal;
mod face;
mod letters;
mod minds;
mod round;
mod rules;
pub mod solver;
mod spell;

use engine::{Key, Keys, Takes};
pub use letters::value;
use serde::{Deserialize, Serialize};
pub use solver::par::{Best, Par};

/// The game.
pub struct Hand;

/// The most hands in a game.
const MOST_HANDS: u8 = 100;
/// The most letters in a hand.
const MOST_LETTERS: u8 = 26;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The number of hands. By default, the number of fixed hands, or one if there are none.
    pub hands: Option<u8>,
    /// The number of letters in a random hand.
    pub size: u8,
    /// Fixed hands, separated by `:`.
    pub deals: Option<String>,
    /// The letters that swaps bring in, in order.
    pub swaps: Option<String>,
    /// Whether a swap and a replay are offered. By default they are, except for a single fixed hand.
    pub options: Option<bool>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { hands: None, size: 7, deals: None, swaps: None, options: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("hands", Takes::Number(1, MOST_HANDS as u64), "how many hands to play"),
        Key::open("size", Takes::Number(1, MOST_LETTERS as u64), "letters in each hand"),
        Key::secret("deals", Takes::Text, "fixed hands, separated by colons: aci*prt:dd*lout"),
        Key::secret("swaps", Takes::Text, "the letters that swaps bring in, in order"),
        Key::open("options", Takes::Flag, "allow one swap and one replay"),
    ];
}

/// The complete state of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    size: u8,
    /// The hands that the host fixed; the others are drawn.
    fixed: Vec<String>,
    /// The letters that the host fixed for swaps.
    swaps: String,
    /// All hands as dealt.
    deals: Vec<String>,
    /// The alphabet in the order in which swaps bring letters in.
    order: String,
    hands: u8,
    /// The number of the current hand, from 1.
    no: u8,
    phase: HandPhase,
    /// The current hand before its first word.
    whole: String,
    /// The letters left in the current hand.
    left: String,
    plays: Vec<PlayedWord>,
    /// The first score of the hand, while it is being replayed.
    first: Option<u32>,
    can_swap: bool,
    can_replay: bool,
    total: u32,
    previous: Option<Settled>,
    options: bool,
}

/// A move of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Replace all copies of a letter.
    Swap(char),
    /// Decline the swap.
    Keep,
    /// Play a word.
    Play(String),
    /// End the hand.
    Done,
    /// Replay the hand.
    Replay,
    /// Decline the replay.
    Next,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// All hands were drawn.
    Dealt {
        /// The hands.
        hands: Vec<String>,
        /// The alphabet in the order in which swaps bring letters in.
        order: String,
    },
    /// A hand started.
    Began {
        /// Its number, from 1.
        no: u8,
        /// Its letters.
        hand: String,
        /// Whether a swap is offered.
        swap: bool,
    },
    /// A letter was swapped.
    Swapped {
        /// The old letter.
        letter: char,
        /// The new letter.
        by: char,
        /// The hand after the swap.
        hand: String,
    },
    /// The player declined the swap.
    Kept {},
    /// A word was played, valid or not.
    Played {
        /// The word as typed.
        word: String,
        /// Whether it was valid.
        valid: bool,
        /// Its points; 0 if it was invalid.
        points: u32,
        /// The letters left in the hand.
        left: String,
    },
    /// The hand has no letters left.
    RanOut {},
    /// The hand ended.
    Ended {
        /// The points of its words.
        score: u32,
        /// Whether a replay is offered.
        replay: bool,
    },
    /// The hand started again.
    Replayed {},
    /// The score of a hand became final.
    Settled {
        /// The hand before its first word.
        hand: String,
        /// The score that counts: the better one, if the hand was replayed.
        score: u32,
        /// The best possible total; none for a hand of more than [`solver::par::MOST`] letters.
        par: Option<Par>,
    },
    /// The player left.
    Left {},
    /// The game ended.
    Over {
        /// The total of all hands.
        total: u32,
    },
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The letters in the hand now.
    pub hand: String,
    /// The number of letters in the hand now.
    pub n: usize,
    /// Which moves are possible now.
    pub phase: HandPhase,
    /// The number of the current hand, from 1.
    pub hand_no: u8,
    /// The number of hands in the game.
    pub hands: u8,
    /// The points of the words in `plays`.
    pub hand_score: u32,
    /// The points of all settled hands.
    pub total: u32,
    /// The words played from the current hand; a replay starts with none.
    pub plays: Vec<PlayedWord>,
    /// Whether the swap is still unused.
    pub can_swap: bool,
    /// Whether the replay is still unused.
    pub can_replay: bool,
    /// The last settled hand.
    pub previous: Option<Settled>,
    /// `playing` or `over`.
    pub status: Status,
}

/// A word that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedWord {
    /// The word as typed.
    pub word: String,
    /// Whether it was valid.
    pub valid: bool,
    /// Its points; 0 if it was invalid.
    pub points: u32,
}

/// A hand whose score is final.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// The hand before its first word.
    pub hand: String,
    /// The score that counts.
    pub score: u32,
    /// The best possible total; none for a hand of more than [`solver::par::MOST`] letters.
    pub par: Option<Par>,
}

/// Which moves are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandPhase {
    /// Swap a letter, or keep the hand.
    Swap,
    /// Play a word, or end the hand.
    Play,
    /// Replay the hand, or go to the next one.
    Replay,
    /// None: the game is over.
    Over,
}

/// Whether the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The match isn't over.
    Playing,
    /// The match is over.
    Over,
}

#[cfg(test)]
mod tests;
