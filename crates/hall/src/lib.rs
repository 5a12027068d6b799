//! The hall: matches as they are played. It opens them, checks who may do what, writes every entry to
//! the store before anybody hears of it, and tells all viewers. It knows no rule of any game.
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

mod entry;
mod guard;
#[allow(clippy::module_inception)]
mod hall;
mod live;
mod shelf;
pub mod store;
mod update;
mod watch;

pub use entry::{Entry, MatchId, Who, Why};
pub use guard::Report;
pub use hall::{Ack, Hall};
pub use shelf::Shelf;
pub use store::{Store, StoreError};
pub use update::{Over, Update};
pub use watch::Watch;
