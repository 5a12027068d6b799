//! Whether a store can be used now. Every call to the store updates it, and a server watches it; see
//! docs/decisions/0013-sqlite-and-postgres-stores.md.

use super::StoreError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use tokio::sync::watch;

/// After how many ticks of half a second without an answer a store counts as silent. Ticks are counted instead of time,
/// because only one passes while the process is suspended.
const SILENT: u32 = 6;

/// Whether a store can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Condition {
    /// It answers and accepts writes.
    #[default]
    Healthy,
    /// It answers, but there is no room left for writing.
    Full,
    /// It has not answered for three seconds.
    Silent,
    /// Its file was deleted or replaced, so writes would be lost. This never ends.
    Lost,
}

/// The health of one store; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<HealthInner>);

#[derive(Debug, Default)]
struct HealthInner {
    condition: watch::Sender<Condition>,
    /// Ticks since the last answer.
    ticks: AtomicU32,
}

impl Health {
    /// Watches the condition. Changes arrive as long as this health or its store exists.
    pub fn watch(&self) -> watch::Receiver<Condition> {
        self.0.condition.subscribe()
    }

    /// The current condition.
    pub fn now(&self) -> Condition {
        *self.0.condition.borrow()
    }

    /// Records any answer of the store.
    pub(super) fn answered(&self) {
        self.0.ticks.store(0, Relaxed);
        self.change(|now| (now == Condition::Silent).then_some(Condition::Healthy));
    }

    /// Records the result of a write.
    pub(super) fn wrote<T>(&self, written: &Result<T, StoreError>) {
        match written {
            Ok(_) => self.answered(),
            Err(StoreError::Full { .. }) => self.change(|_| Some(Condition::Full)),
            Err(StoreError::Lost { .. }) => self.change(|_| Some(Condition::Lost)),
            Err(_) => {}
        }
    }

    /// Records that there is room again. A successful write isn't enough: a small one may fit where the next one
    /// doesn't.
    pub(crate) fn has_room(&self) {
        self.change(|now| (now == Condition::Full).then_some(Condition::Healthy));
    }

    /// Records that half a second has passed.
    pub(super) fn tick(&self) {
        if self.0.ticks.fetch_add(1, Relaxed) + 1 >= SILENT {
            self.change(|_| Some(Condition::Silent));
        }
    }

    fn change(&self, next: impl FnOnce(Condition) -> Option<Condition>) {
        self.0.condition.send_if_modified(|now| {
            let next = next(*now).filter(|next| *now != Condition::Lost && next != now);
            next.map(|next| *now = next).is_some()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Result<(), StoreError> {
        Err(StoreError::Full { place: "here".into() })
    }

    #[test]
    fn a_store_is_silent_after_six_ticks_and_healthy_with_its_next_answer() {
        let health = Health::default();
        (0..SILENT - 1).for_each(|_| health.tick());
        assert_eq!(health.now(), Condition::Healthy);
        health.answered();
        (0..SILENT - 1).for_each(|_| health.tick());
        assert_eq!(health.now(), Condition::Healthy);
        health.tick();
        assert_eq!(health.now(), Condition::Silent);
        health.answered();
        assert_eq!(health.now(), Condition::Healthy);
    }

    #[test]
    fn a_full_store_is_healthy_when_there_is_room_not_after_a_small_write() {
        let health = Health::default();
        health.wrote(&full());
        health.answered();
        health.wrote(&Ok(()));
        assert_eq!(health.now(), Condition::Full);
        health.has_room();
        assert_eq!(health.now(), Condition::Healthy);
    }

    #[test]
    fn a_lost_store_stays_lost() {
        let health = Health::default();
        health.wrote::<()>(&Err(StoreError::Lost { place: "here".into() }));
        health.wrote(&Ok(()));
        health.wrote(&full());
        (0..=SILENT).for_each(|_| health.tick());
        assert_eq!(health.now(), Condition::Lost);
    }
}
