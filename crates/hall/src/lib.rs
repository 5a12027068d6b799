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

pub mod boards;
mod calling;
mod clock;
pub mod daily;
mod entry;
mod exchange;
mod going;
mod guard;
#[allow(clippy::module_inception)]
mod hall;
mod handing;
pub mod honours;
mod live;
mod mirror;
pub mod opening;
mod papers;
pub mod players;
mod replay;
mod resume;
mod shelf;
mod slots;
mod spoken;
mod standing;
pub mod stats;
pub mod store;
mod summary;
pub mod table;
mod tables;
mod timed;
mod update;
mod upkeep;
mod watch;
mod work;

pub use boards::Boards;
pub use clock::Clock;
pub use entry::{Entry, Logged, MatchId, Who, Why};
pub use exchange::Brought;
pub use guard::Report;
pub use hall::{Ack, Hall};
pub use opening::Opening;
pub use papers::fresh;
pub use players::Players;
pub use replay::{Page, Steps};
pub use shelf::Shelf;
pub use store::{
    Condition, Filing, Health, Listed, Paper, Store, StoreError, SummaryRows, Which, metered,
};
pub use summary::{Ended, Glance, Summary};
pub use table::{Table, TableId};
pub use timed::{ClockState, Since, Timed, Written};
pub use update::{Over, Update};
pub use upkeep::Rebuilt;
pub use watch::Watch;
pub use work::{Client, Scheduler, Turn, WorkFigures, WorkLimits, WorkPermit};
