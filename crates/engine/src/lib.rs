//! What a game is, and nothing about any one game.
//!
//! A game implements [`Game`] with types of its own; [`Match`] plays it on the typed path, and
//! [`Erased`] gives the same through [`AnyGame`] and [`AnyMatch`] to whoever holds many games.
//! There is no I/O here, no clock and no thread: all that comes from outside is handed in.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod any;
pub mod base32;
pub mod chance;
pub mod check;
pub mod cx;
pub mod draft;
pub mod game;
pub mod line;
pub mod matches;
pub mod play;
pub mod refusal;
pub mod scene;
pub mod seal;
pub mod seat;
pub mod setup;
pub mod text;
pub mod ticket;

pub use any::{AnyGame, AnyMatch, Corrupt, Erased, Json, Narration, Step};
pub use chance::Chance;
pub use cx::{Budget, Cx, Stop};
pub use draft::Draft;
pub use game::{Bot, Data, Game, Hint, Info, Outcome};
pub use matches::Match;
pub use play::Play;
pub use refusal::Refusal;
pub use scene::{Ask, Body, Cell, Choice, Pane, Scene, Tone};
pub use seat::{Seat, Seats, Viewer};
pub use setup::{Key, Keys, Settings, Takes};
pub use ticket::{Start, Ticket};
