//! The full screen: every game in a terminal. An event becomes an action, the action changes the app, and the
//! screen is drawn from the app (`event`, `action`, `app`, `draw`). The hall runs on its own thread (`worker`),
//! so thinking, opening and storing never block the screen. Nothing runs while nothing happens.

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
