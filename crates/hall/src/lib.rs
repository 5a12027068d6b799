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
mod cancel_vote;
mod clock;
pub mod daily;
mod entry;
mod play_file;
mod leave_all;
mod catch_panic;
#[allow(clippy::module_inception)]
mod hall;
mod merge_player;
pub mod leaderboard;
mod live;
mod replay_check;
pub mod opening;
mod documents;
pub mod players;
mod replay;
mod resume;
mod word_lists;
mod match_cache;
mod announcement;
mod stand_in;
pub mod stats;
pub mod store;
mod summary;
pub mod table;
mod tables;
mod time_limit;
mod update;
mod upkeep;
mod watch;
mod work;

pub use boards::BoardLibrary;
pub use clock::Clock;
pub use entry::{Entry, LoggedEntry, MatchId, Occupant, LeaveReason};
pub use play_file::UploadedPlay;
pub use catch_panic::PanicReport;
pub use hall::{Ack, Hall};
pub use opening::Opening;
pub use documents::random_id;
pub use players::Players;
pub use replay::{ReplayRange, Steps};
pub use word_lists::WordLists;
pub use store::{
    Condition, Change, Health, ParsedSummary, Document, Store, StoreError, SummaryRows, MatchFilter, metered,
};
pub use summary::{Ended, Glance, Summary};
pub use table::{Table, TableId};
pub use time_limit::{ClockState, ClockStart, TimedMatch, EntryWritten};
pub use update::{Over, Update};
pub use upkeep::Rebuilt;
pub use watch::Watch;
pub use work::{Client, Scheduler, WorkTurn, WorkFigures, WorkLimits, WorkPermit};
