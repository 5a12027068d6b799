//! The cache of matches in memory. A match stays as long as there is a handle to it. Without handles, a finished match
//! is removed at once, and only a limited number of the others stay. Nothing depends on the cache: a match can always
//! be read again from its log.

use crate::MatchId;
use crate::live::Live;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// One match behind its lock. The lock is held while an entry is written, so the entries of one match are written one
/// after the other, and other matches don't wait.
pub(crate) type LockedMatch = tokio::sync::Mutex<Live>;

/// How many matches without a handle may stay.
const MAX_IDLE: usize = 1024;

/// The cache.
#[derive(Default)]
pub(crate) struct MatchCache(Mutex<CachedMatches>);

#[derive(Default)]
struct CachedMatches {
    entries: HashMap<MatchId, CacheEntry>,
    /// Grows with every use, to find the least recently used entries.
    clock: u64,
    /// How many entries have no handle.
    idle: usize,
}

struct CacheEntry {
    locked: Arc<LockedMatch>,
    /// The seq of the last log entry, readable without the lock.
    seq: watch::Receiver<u64>,
    holders: usize,
    used: u64,
    /// When the last handle was dropped.
    at: Instant,
}

/// A handle to a match, which keeps it in memory.
pub(crate) struct MatchHandle {
    cache: Arc<MatchCache>,
    id: MatchId,
    locked: Arc<LockedMatch>,
}

impl MatchCache {
    /// The match, if it is cached.
    pub(crate) fn get(self: &Arc<Self>, id: &MatchId) -> Option<MatchHandle> {
        let mut cached = self.lock();
        cached.acquire(id).map(|locked| MatchHandle {
            cache: Arc::clone(self),
            id: id.clone(),
            locked,
        })
    }

    /// Caches a match. If it is already cached, the cached one is kept.
    pub(crate) fn put(self: &Arc<Self>, id: &MatchId, live: Live) -> MatchHandle {
        let mut cached = self.lock();
        let locked = cached.acquire(id).unwrap_or_else(|| {
            let seq = live.notifier.subscribe();
            let locked = Arc::new(LockedMatch::new(live));
            let (used, at) = (0, Instant::now());
            let entry = CacheEntry { locked: Arc::clone(&locked), seq, holders: 1, used, at };
            cached.entries.insert(id.clone(), entry);
            locked
        });
        MatchHandle { cache: Arc::clone(self), id: id.clone(), locked }
    }

    pub(crate) fn all(&self) -> Vec<MatchId> {
        self.lock().entries.keys().cloned().collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().entries.len()
    }

    /// Removes matches that have been without a handle for this long.
    pub(crate) fn drop_idle(&self, unused: Duration) {
        self.lock().drop_idle(unused);
    }

    /// Whether the match is cached and hasn't reached this seq.
    pub(crate) fn is_behind(&self, id: &MatchId, seq: u64) -> bool {
        self.lock().entries.get(id).is_some_and(|entry| *entry.seq.borrow() < seq)
    }

    fn lock(&self) -> MutexGuard<'_, CachedMatches> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedMatches {
    fn acquire(&mut self, id: &MatchId) -> Option<Arc<LockedMatch>> {
        let entry = self.entries.get_mut(id)?;
        if entry.holders == 0 {
            self.idle -= 1;
        }
        entry.holders += 1;
        Some(Arc::clone(&entry.locked))
    }

    fn release(&mut self, id: &MatchId) {
        self.clock += 1;
        let Some(entry) = self.entries.get_mut(id) else { return };
        entry.holders -= 1;
        (entry.used, entry.at) = (self.clock, Instant::now());
        if entry.holders > 0 {
            return;
        }
        if entry.is_over() {
            self.entries.remove(id);
            return;
        }
        self.idle += 1;
        if self.idle > MAX_IDLE {
            self.evict();
        }
    }

    /// Removes the least recently used half of the matches without a handle. Crashed matches stay, so that they stay
    /// closed.
    fn evict(&mut self) {
        let unused = self.entries.iter().filter(|(_, entry)| entry.holders == 0);
        let mut unused: Vec<_> = unused.map(|(id, entry)| (entry.used, id.clone())).collect();
        unused.sort_unstable_by_key(|(used, _)| *used);
        for (_, id) in unused.into_iter().take(MAX_IDLE / 2) {
            if !self.entries.get(&id).is_some_and(CacheEntry::is_broken) {
                self.entries.remove(&id);
                self.idle -= 1;
            }
        }
    }

    fn drop_idle(&mut self, unused: Duration) {
        let stays = |entry: &CacheEntry| {
            entry.holders > 0 || entry.at.elapsed() < unused || entry.is_broken()
        };
        self.entries.retain(|_, entry| stays(entry));
        self.idle = self.entries.values().filter(|entry| entry.holders == 0).count();
    }
}

impl CacheEntry {
    /// Whether the match is over. It can be locked, since there is no handle. A crashed match stays, so that it stays
    /// closed.
    fn is_over(&self) -> bool {
        self.locked.try_lock().is_ok_and(|live| live.now.ended.is_some() && live.broken.is_none())
    }

    fn is_broken(&self) -> bool {
        self.locked.try_lock().is_ok_and(|live| live.broken.is_some())
    }
}

impl Deref for MatchHandle {
    type Target = LockedMatch;

    fn deref(&self) -> &LockedMatch {
        &self.locked
    }
}

impl Drop for MatchHandle {
    fn drop(&mut self) {
        self.cache.lock().release(&self.id);
    }
}
