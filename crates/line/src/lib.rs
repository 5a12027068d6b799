//! Plain text in, plain text out: the line terminal for people, the pipe for programs.
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

mod console;
mod lines;
pub mod opening;
pub mod pipe;
mod sitting;
pub mod table;

pub use console::{Console, Manner};
use engine::Refusal;
use hall::Hall;
pub use opening::Opening;
pub use sitting::Sitting;
use std::io;
use tokio::runtime::Runtime;

/// What every dialogue needs of the house.
#[derive(Clone, Copy)]
pub struct House<'a> {
    /// The hall that matches are played in.
    pub hall: &'a Hall,
    /// What the hall runs on.
    pub runtime: &'a Runtime,
}

/// Why something ended early.
#[derive(Debug)]
pub enum Trouble {
    /// It cannot be: a sentence for the player.
    Refused(Refusal),
    /// Input or output failed.
    Io(io::Error),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Trouble::Refused(refusal)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Io(error)
    }
}
