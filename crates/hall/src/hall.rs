//! The hall itself: its games, its store and what all matches share.

use crate::daily::Upcoming;
use crate::leaderboard::LeaderboardCache;
use crate::match_cache::MatchCache;
use crate::replay::Cursors;
use crate::tables::TableCache;
use crate::{Clock, EntryWritten, Scheduler, Store, TableId, WordLists};
use engine::seal::SealKey;
use engine::{AnyGame, Refusal, Seat, Start, line};
use jiff::Timestamp;
use std::sync::{Arc, Once, PoisonError, RwLock};
use tokio::sync::broadcast;

/// A house with its games, its store and the matches that are being played. Clones are the same
/// house.
#[derive(Clone)]
pub struct Hall(pub(crate) Arc<HallInner>);

pub(crate) struct HallInner {
    pub(crate) games: &'static [&'static dyn AnyGame],
    store: RwLock<Store>,
    pub(crate) word_lists: WordLists,
    pub(crate) key: SealKey,
    pub(crate) match_cache: Arc<MatchCache>,
    /// Whether it listens for what other houses write.
    pub(crate) listens: Once,
    pub(crate) clock: Clock,
    /// The dailies that nobody may play ahead of their day.
    pub(crate) upcoming: Upcoming,
    /// Says what was written to matches, for their clocks.
    pub(crate) written: broadcast::Sender<EntryWritten>,
    /// Rings when something happens at a table.
    pub(crate) tables: broadcast::Sender<Option<TableId>>,
    pub(crate) table_cache: TableCache,
    pub(crate) leaderboard_cache: LeaderboardCache,
    pub(crate) cursors: Cursors,
    /// Gives out turns for whatever takes long.
    pub(crate) work: Scheduler,
}

/// A command was accepted: this entry holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ack {
    /// The number of the entry.
    pub seq: u64,
}

impl Hall {
    /// A house with these games and this store.
    pub fn new(games: &'static [&'static dyn AnyGame], store: Store) -> Hall {
        Hall::with_clock(games, store, Clock::default())
    }

    /// The same, with another clock than the machine's.
    pub fn with_clock(games: &'static [&'static dyn AnyGame], store: Store, clock: Clock) -> Hall {
        Hall::with_key(games, store, clock, SealKey::OPEN)
    }

    /// The same, with a key of its own for the secrets in its tickets.
    pub fn with_key(
        games: &'static [&'static dyn AnyGame],
        store: Store,
        clock: Clock,
        key: SealKey,
    ) -> Hall {
        let (shelf, slots) = (WordLists::default(), Arc::default());
        let (store, tables) = (RwLock::new(store), broadcast::Sender::new(256));
        let (listens, upcoming) = (Once::new(), Upcoming::default());
        let written = broadcast::Sender::new(4096);
        let (work, known_tables) = (Scheduler::default(), TableCache::default());
        Hall(Arc::new(HallInner {
            games,
            store,
            word_lists: shelf,
            key,
            match_cache: slots,
            listens,
            clock,
            upcoming,
            written,
            tables,
            table_cache: known_tables,
            leaderboard_cache: LeaderboardCache::default(),
            cursors: Cursors::default(),
            work,
        }))
    }

    /// The games of the house.
    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.0.games
    }

    /// What gives out turns for work that takes long.
    pub fn work(&self) -> &Scheduler {
        &self.0.work
    }

    /// The word lists of the house.
    pub fn word_lists(&self) -> &WordLists {
        &self.0.word_lists
    }

    /// Where matches are kept now.
    pub(crate) fn store(&self) -> Store {
        self.0.store.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps matches elsewhere from now on.
    pub(crate) fn move_to(&self, store: Store) {
        *self.0.store.write().unwrap_or_else(PoisonError::into_inner) = store;
    }

    /// What time it is, as far as logs say it.
    pub fn now(&self) -> Timestamp {
        let now = (self.0.clock.now)();
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }
}

/// That a cancelled match does not show its puzzle.
pub(crate) fn cancelled() -> Refusal {
    Refusal::new("house.secret", "A cancelled match doesn't show its puzzle.")
}

pub(crate) fn no_seat(seat: Seat) -> Refusal {
    Refusal::new("house.seat", format!("There is no seat {seat}."))
}

pub(crate) fn no_bot(start: &Start, name: &str) -> Refusal {
    let bots = start.game.bots().join(", ");
    Refusal::new("house.bot", format!("There is no bot “{}”; there are {bots}.", line::quote(name)))
}
