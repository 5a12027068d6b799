//! The game engine: everything that games have in common, and nothing about any particular game.
//!
//! A game implements [`Game`] (its rules), [`Face`] (what players read and type) and [`Minds`] (bots and hints) with
//! its own types. [`Match`] plays it with those types; [`Erased`] offers the same through [`AnyGame`] and [`AnyMatch`],
//! for code that handles many games. There is no I/O here, no clock and no thread: callers pass in everything from
//! outside.

pub mod any;
pub mod base32;
pub mod chance;
pub mod check;
mod code;
pub mod cx;
pub mod draft;
pub mod game;
pub mod line;
pub mod manual;
pub mod markdown;
pub mod matches;
pub mod names;
pub mod play;
pub mod refusal;
pub mod scene;
pub mod seal;
pub mod seat;
pub mod setup;
pub mod text;
pub mod ticket;
mod views;

pub use any::{AnyGame, AnyMatch, Corrupt, Erased, Json, Narration, Step};
pub use chance::Chance;
pub use code::Code;
pub use cx::{Budget, Cx, Stop};
pub use draft::Draft;
pub use game::{Bot, Data, Face, Game, Hint, Info, Minds, Outcome};
pub use matches::Match;
pub use names::{Names, Unnamed, mention, mention_all};
pub use play::Play;
pub use refusal::Refusal;
pub use scene::{Ask, Body, Cell, Choice, Pane, Scene, Tone};
pub use seat::{Seat, Seats, Viewer};
pub use setup::{Key, Keys, Settings, Takes};
pub use ticket::{Start, Ticket};
