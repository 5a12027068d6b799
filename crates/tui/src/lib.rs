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
mod ansi16;
mod app;
mod canvas;
mod draw;
mod event;
mod input;
mod match_view;
mod page;
mod path;
mod run;
mod settings;
mod signals;
mod skin;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod worker;

pub use app::StartPage;
pub use run::{AppExit, Environment, RunOptions, run};
pub use settings::{matches_with_notes, reads_the_same};
pub use terminal::{Screen, width};
pub use theme::Depth;
pub use worker::OpenHall;
