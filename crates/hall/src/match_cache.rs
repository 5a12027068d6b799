//! The matches that are in memory. A match stays as long as somebody holds it; one that is over goes
//! as soon as nobody does, and of the others only so many stay that nobody holds. Nothing depends on
//! it: the log is the match, and who wants it again reads it again.

use crate::MatchId;
use crate::live::Live;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// One match behind its lock. The lock is held while an entry is written, so entries of a match are
/// written one after the other; other matches are not kept waiting.
pub(crate) type LockedMatch = tokio::sync::Mutex<Live>;

/// How many matches may stay that nobody holds.
const MAX_IDLE: usize = 1024;

/// The matches in memory.
#[derive(Default)]
pub(crate) struct MatchCache(Mutex<CachedMatches>);

#[derive(Default)]
struct CachedMatches {
    entries: HashMap<MatchId, CacheEntry>,
    /// Grows with every use, so that the longest unused can be found.
    clock: u64,
    /// How many places nobody holds.
    idle: usize,
}

struct CacheEntry {
    slot: Arc<LockedMatch>,
    /// The seq of its last entry, without its lock.
    seq: watch::Receiver<u64>,
    holders: usize,
    used: u64,
    /// When it was let go last.
    at: Instant,
}

/// A hold on a match. While there is one, the match stays in memory.
pub(crate) struct MatchHandle {
    cache: Arc<MatchCache>,
    id: MatchId,
    slot: Arc<LockedMatch>,
}

impl MatchCache {
    /// The match, if it is in memory.
    pub(crate) fn get(self: &Arc<Self>, id: &MatchId) -> Option<MatchHandle> {
        let mut held = self.lock();
        held.acquire(id).map(|slot| MatchHandle { cache: Arc::clone(self), id: id.clone(), slot })
    }

    /// Puts a match there. When it is there already, that one is kept and this one forgotten.
    pub(crate) fn put(self: &Arc<Self>, id: &MatchId, live: Live) -> MatchHandle {
        let mut held = self.lock();
        let slot = held.acquire(id).unwrap_or_else(|| {
            let seq = live.bell.subscribe();
            let slot = Arc::new(LockedMatch::new(live));
            let (used, at) = (0, Instant::now());
            let place = CacheEntry { slot: Arc::clone(&slot), seq, holders: 1, used, at };
            held.entries.insert(id.clone(), place);
            slot
        });
        MatchHandle { cache: Arc::clone(self), id: id.clone(), slot }
    }

    /// Every match that is here.
    pub(crate) fn all(&self) -> Vec<MatchId> {
        self.lock().entries.keys().cloned().collect()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.lock().entries.len()
    }

    /// Lets those go that nobody has held for so long.
    pub(crate) fn drop_idle(&self, unused: Duration) {
        self.lock().drop_idle(unused);
    }

    /// Is it here, and older than this seq?
    pub(crate) fn is_behind(&self, id: &MatchId, seq: u64) -> bool {
        self.lock().entries.get(id).is_some_and(|place| *place.seq.borrow() < seq)
    }

    fn lock(&self) -> MutexGuard<'_, CachedMatches> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedMatches {
    fn acquire(&mut self, id: &MatchId) -> Option<Arc<LockedMatch>> {
        let place = self.entries.get_mut(id)?;
        if place.holders == 0 {
            self.idle -= 1;
        }
        place.holders += 1;
        Some(Arc::clone(&place.slot))
    }

    fn release(&mut self, id: &MatchId) {
        self.clock += 1;
        let Some(place) = self.entries.get_mut(id) else { return };
        place.holders -= 1;
        (place.used, place.at) = (self.clock, Instant::now());
        if place.holders > 0 {
            return;
        }
        if place.is_over() {
            self.entries.remove(id);
            return;
        }
        self.idle += 1;
        if self.idle > MAX_IDLE {
            self.evict();
        }
    }

    /// Lets the longest unused half of those go that nobody holds.
    fn evict(&mut self) {
        let unused = self.entries.iter().filter(|(_, place)| place.holders == 0);
        let mut unused: Vec<_> = unused.map(|(id, place)| (place.used, id.clone())).collect();
        unused.sort_unstable_by_key(|(used, _)| *used);
        for (_, id) in unused.into_iter().take(MAX_IDLE / 2) {
            if !self.entries.get(&id).is_some_and(CacheEntry::is_broken) {
                self.entries.remove(&id);
                self.idle -= 1;
            }
        }
    }

    fn drop_idle(&mut self, unused: Duration) {
        let stays = |place: &CacheEntry| {
            place.holders > 0 || place.at.elapsed() < unused || place.is_broken()
        };
        self.entries.retain(|_, place| stays(place));
        self.idle = self.entries.values().filter(|place| place.holders == 0).count();
    }
}

impl CacheEntry {
    /// Nobody holds it, so nobody has locked it. What failed stays, so that it stays closed.
    fn is_over(&self) -> bool {
        self.slot.try_lock().is_ok_and(|live| live.now.ended.is_some() && live.broken.is_none())
    }

    fn is_broken(&self) -> bool {
        self.slot.try_lock().is_ok_and(|live| live.broken.is_some())
    }
}

impl Deref for MatchHandle {
    type Target = LockedMatch;

    fn deref(&self) -> &LockedMatch {
        &self.slot
    }
}

impl Drop for MatchHandle {
    fn drop(&mut self) {
        self.cache.lock().release(&self.id);
    }
}
