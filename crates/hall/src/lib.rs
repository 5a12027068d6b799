//! The hall: matches as they are played. It opens them, checks permissions, writes every entry to the store before it
//! notifies anyone, and sends updates to all viewers. It knows no rules of any game.

mod announcement;
pub mod boards;
mod catch_panic;
mod clock;
pub mod daily;
mod documents;
mod entry;
#[allow(clippy::module_inception)]
mod hall;
pub mod leaderboard;
mod leave_all;
mod live;
mod loading;
mod looking;
mod match_cache;
mod merge_player;
mod moves;
mod open_match;
pub mod opening;
mod play_file;
pub mod players;
mod puzzle;
mod replay;
mod replay_check;
mod resume;
pub mod stats;
pub mod store;
mod summary;
pub mod tables;
mod thinking;
mod update;
mod upkeep;
mod watch;
mod word_lists;
mod work;

pub use boards::BoardLibrary;
pub use catch_panic::PanicReport;
pub use clock::Clock;
pub use documents::{random_id, retry_on_conflict};
pub use entry::{Entry, LeaveReason, LoggedEntry, MatchId, Occupant};
pub use hall::{Ack, Hall};
pub use opening::Opening;
pub use play_file::UploadedPlay;
pub use players::Players;
pub use puzzle::CHALLENGE;
pub use replay::{ReplayRange, Steps};
pub use store::{
    Change, Condition, Document, Health, MatchFilter, ParsedSummary, Store, StoreError,
    SummaryRows, metered,
};
pub use summary::{Ended, Glance, Summary};
pub use tables::{ClockStart, ClockState, EntryWritten, TimedMatch};
pub use tables::{Table, TableId};
pub use update::{MatchStatus, NamedUpdate, Over, Update};
pub use upkeep::Rebuilt;
pub use watch::Watch;
pub use word_lists::WordLists;
pub use work::{Client, Scheduler, WorkFigures, WorkLimits, WorkPermit, WorkTurn};
