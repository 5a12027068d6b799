//! The hall: its games, its store and the state that all matches share.

use crate::daily::Upcoming;
use crate::leaderboard::LeaderboardCache;
use crate::match_cache::MatchCache;
use crate::replay::Cursors;
use crate::tables::TableCache;
use crate::{Clock, EntryWritten, Scheduler, Store, TableId, WordLists};
use engine::seal::SealKey;
use engine::{AnyGame, Code, Refusal, Seat, Start, line};
use jiff::Timestamp;
use std::sync::{Arc, Once, PoisonError, RwLock};
use tokio::sync::broadcast;

/// The games, the store and the matches that are being played. Clones share it.
#[derive(Clone)]
pub struct Hall(pub(crate) Arc<HallInner>);

pub(crate) struct HallInner {
    pub(crate) games: &'static [&'static dyn AnyGame],
    store: RwLock<Store>,
    pub(crate) word_lists: WordLists,
    pub(crate) key: SealKey,
    pub(crate) match_cache: Arc<MatchCache>,
    /// Started once: the task that follows what other processes write.
    pub(crate) listens: Once,
    pub(crate) clock: Clock,
    /// The dailies that can't be played ahead of their day.
    pub(crate) upcoming: Upcoming,
    /// Notifies time limits of new entries.
    pub(crate) written: broadcast::Sender<EntryWritten>,
    /// Notifies of changes at a table; `None` means any table.
    pub(crate) tables: broadcast::Sender<Option<TableId>>,
    pub(crate) table_cache: TableCache,
    pub(crate) leaderboard_cache: LeaderboardCache,
    pub(crate) cursors: Cursors,
    /// Schedules costly work.
    pub(crate) work: Scheduler,
}

/// The acknowledgement of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ack {
    /// The seq of the entry that contains the command.
    pub seq: u64,
}

impl Hall {
    /// A hall with these games and this store.
    pub fn new(games: &'static [&'static dyn AnyGame], store: Store) -> Hall {
        Hall::with_clock(games, store, Clock::default())
    }

    /// The same with another clock.
    pub fn with_clock(games: &'static [&'static dyn AnyGame], store: Store, clock: Clock) -> Hall {
        Hall::with_key(games, store, clock, SealKey::OPEN)
    }

    /// The same with its own key for the secrets in its tickets.
    pub fn with_key(
        games: &'static [&'static dyn AnyGame],
        store: Store,
        clock: Clock,
        key: SealKey,
    ) -> Hall {
        let (word_lists, match_cache) = (WordLists::default(), Arc::default());
        let (store, tables) = (RwLock::new(store), broadcast::Sender::new(256));
        let (listens, upcoming) = (Once::new(), Upcoming::default());
        let written = broadcast::Sender::new(4096);
        let (work, table_cache) = (Scheduler::default(), TableCache::default());
        Hall(Arc::new(HallInner {
            games,
            store,
            word_lists,
            key,
            match_cache,
            listens,
            clock,
            upcoming,
            written,
            tables,
            table_cache,
            leaderboard_cache: LeaderboardCache::default(),
            cursors: Cursors::default(),
            work,
        }))
    }

    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.0.games
    }

    /// The scheduler for costly work.
    pub fn work(&self) -> &Scheduler {
        &self.0.work
    }

    /// The word lists in use.
    pub fn word_lists(&self) -> &WordLists {
        &self.0.word_lists
    }

    pub(crate) fn store(&self) -> Store {
        self.0.store.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses another store from now on.
    pub(crate) fn move_to(&self, store: Store) {
        *self.0.store.write().unwrap_or_else(PoisonError::into_inner) = store;
    }

    /// The current time in milliseconds, as logs store it.
    pub fn now(&self) -> Timestamp {
        let now = (self.0.clock.now)();
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }
}

/// The refusal to show the puzzle of a cancelled match.
pub(crate) fn cancelled() -> Refusal {
    Refusal::new(Code::Secret, "A cancelled match doesn't show its puzzle.")
}

pub(crate) fn no_seat(seat: Seat) -> Refusal {
    Refusal::new(Code::Seat, format!("There is no seat {seat}."))
}

pub(crate) fn no_bot(start: &Start, name: &str) -> Refusal {
    let bots = start.game.bots().join(", ");
    Refusal::new(
        Code::Bot,
        format!("There is no bot “{}”. Choose one of: {bots}.", line::quote(name)),
    )
}
