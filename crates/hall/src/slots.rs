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
pub(crate) type Slot = tokio::sync::Mutex<Live>;

/// How many matches may stay that nobody holds.
const IDLE: usize = 1024;

/// The matches in memory.
#[derive(Default)]
pub(crate) struct Slots(Mutex<Held>);

#[derive(Default)]
struct Held {
    places: HashMap<MatchId, Place>,
    /// Grows with every use, so that the longest unused can be found.
    clock: u64,
    /// How many places nobody holds.
    idle: usize,
}

struct Place {
    slot: Arc<Slot>,
    /// The seq of its last entry, without its lock.
    seq: watch::Receiver<u64>,
    holders: usize,
    used: u64,
    /// When it was let go last.
    at: Instant,
}

/// A hold on a match. While there is one, the match stays in memory.
pub(crate) struct Hold {
    slots: Arc<Slots>,
    id: MatchId,
    slot: Arc<Slot>,
}

impl Slots {
    /// The match, if it is in memory.
    pub(crate) fn get(self: &Arc<Self>, id: &MatchId) -> Option<Hold> {
        let mut held = self.held();
        held.hold(id).map(|slot| Hold { slots: Arc::clone(self), id: id.clone(), slot })
    }

    /// Puts a match there. When it is there already, that one is kept and this one forgotten.
    pub(crate) fn put(self: &Arc<Self>, id: &MatchId, live: Live) -> Hold {
        let mut held = self.held();
        let slot = held.hold(id).unwrap_or_else(|| {
            let seq = live.bell.subscribe();
            let slot = Arc::new(Slot::new(live));
            let (used, at) = (0, Instant::now());
            let place = Place { slot: Arc::clone(&slot), seq, holders: 1, used, at };
            held.places.insert(id.clone(), place);
            slot
        });
        Hold { slots: Arc::clone(self), id: id.clone(), slot }
    }

    /// Every match that is here.
    pub(crate) fn all(&self) -> Vec<MatchId> {
        self.held().places.keys().cloned().collect()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.held().places.len()
    }

    /// Lets those go that nobody has held for so long.
    pub(crate) fn drop_idle(&self, unused: Duration) {
        self.held().drop_idle(unused);
    }

    /// Is it here, and older than this seq?
    pub(crate) fn is_behind(&self, id: &MatchId, seq: u64) -> bool {
        self.held().places.get(id).is_some_and(|place| *place.seq.borrow() < seq)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn hold(&mut self, id: &MatchId) -> Option<Arc<Slot>> {
        let place = self.places.get_mut(id)?;
        if place.holders == 0 {
            self.idle -= 1;
        }
        place.holders += 1;
        Some(Arc::clone(&place.slot))
    }

    fn let_go(&mut self, id: &MatchId) {
        self.clock += 1;
        let Some(place) = self.places.get_mut(id) else { return };
        place.holders -= 1;
        (place.used, place.at) = (self.clock, Instant::now());
        if place.holders > 0 {
            return;
        }
        if place.is_over() {
            self.places.remove(id);
            return;
        }
        self.idle += 1;
        if self.idle > IDLE {
            self.sweep();
        }
    }

    /// Lets the longest unused half of those go that nobody holds.
    fn sweep(&mut self) {
        let unused = self.places.iter().filter(|(_, place)| place.holders == 0);
        let mut unused: Vec<_> = unused.map(|(id, place)| (place.used, id.clone())).collect();
        unused.sort_unstable_by_key(|(used, _)| *used);
        for (_, id) in unused.into_iter().take(IDLE / 2) {
            if !self.places.get(&id).is_some_and(Place::is_broken) {
                self.places.remove(&id);
                self.idle -= 1;
            }
        }
    }

    fn drop_idle(&mut self, unused: Duration) {
        let stays =
            |place: &Place| place.holders > 0 || place.at.elapsed() < unused || place.is_broken();
        self.places.retain(|_, place| stays(place));
        self.idle = self.places.values().filter(|place| place.holders == 0).count();
    }
}

impl Place {
    /// Nobody holds it, so nobody has locked it. What failed stays, so that it stays closed.
    fn is_over(&self) -> bool {
        self.slot.try_lock().is_ok_and(|live| live.now.ended.is_some() && live.broken.is_none())
    }

    fn is_broken(&self) -> bool {
        self.slot.try_lock().is_ok_and(|live| live.broken.is_some())
    }
}

impl Deref for Hold {
    type Target = Slot;

    fn deref(&self) -> &Slot {
        &self.slot
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.slots.held().let_go(&self.id);
    }
}
