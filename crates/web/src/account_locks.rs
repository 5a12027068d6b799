//! One change to an account at a time, in the order in which they came. The store would refuse all but one of those at the
//! same time anyway; but whoever sends many could then keep the owner from changing the passphrase.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OwnedMutexGuard;

/// How many locks there may be before those that nobody holds are removed.
const MANY: usize = 1000;

#[derive(Debug, Default)]
pub(crate) struct AccountLocks(Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>);

impl AccountLocks {
    /// Waits for its turn; the next one's comes when what is returned is dropped.
    pub(crate) async fn lock(&self, person: &str) -> OwnedMutexGuard<()> {
        let lock = self.of(person);
        lock.lock_owned().await
    }

    fn of(&self, person: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MANY {
            all.retain(|_, lock| Arc::strong_count(lock) > 1);
        }
        Arc::clone(all.entry(person.to_owned()).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn changes_to_one_account_wait_for_each_other_and_locks_are_removed() {
        let locks = AccountLocks::default();
        let held = locks.lock("ann").await;
        locks.lock("bob").await;
        assert!(locks.of("ann").try_lock().is_err());
        for n in 0..2 * MANY {
            locks.lock(&n.to_string()).await;
        }
        assert!(locks.0.lock().unwrap().len() <= MANY);
        assert!(locks.of("ann").try_lock().is_err(), "one that is held stays");
        drop(held);
        assert!(locks.of("ann").try_lock().is_ok());
    }
}
