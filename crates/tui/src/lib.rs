//! The full screen: every game of the house in a terminal. Events come in, mean an action, change the program,
//! and then everything is drawn from it: event, action, app, draw. The hall has a thread of its own (`link`),
//! so that nothing that is thought, opened or stored keeps the screen waiting; and while nothing moves,
//! nothing runs.
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

mod action;
mod app;
mod canvas;
mod draw;
mod event;
mod input;
mod link;
mod page;
mod path;
mod run;
mod signals;
mod sixteen;
mod skin;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod wishes;

pub use app::Enter;
pub use link::Open;
pub use run::{Around, Ended, House, run};
pub use terminal::{Screen, width};
pub use theme::Depth;
pub use wishes::{noted, reads_the_same};
