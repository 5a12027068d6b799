//! Caches sessions and tokens for a minute, and wakes the sockets of an account that has changed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How long an entry is valid.
const TTL: Duration = Duration::from_secs(60);

/// The most entries.
const CAPACITY: usize = 50_000;

/// The kind and the id, so that a session is never taken for a token.
type SessionKey = (&'static str, String);

/// The accounts of sessions and tokens that were looked up lately.
#[derive(Debug, Default)]
pub(crate) struct SessionCache(Mutex<Cached>);

#[derive(Debug, Default)]
struct Cached {
    owners: HashMap<SessionKey, (String, Instant)>,
    of_person: HashMap<String, Vec<SessionKey>>,
    /// How often an account was invalidated.
    invalidations: u64,
}

/// A lookup in the store that has started. Its result isn't cached if an account was invalidated meanwhile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheRead(u64);

impl SessionCache {
    pub(crate) fn get(&self, key: &SessionKey) -> Option<String> {
        let cached = self.cached();
        let (owner, at) = cached.owners.get(key)?;
        (at.elapsed() < TTL).then(|| owner.clone())
    }

    /// Call this before reading from the store.
    pub(crate) fn begin(&self) -> CacheRead {
        CacheRead(self.cached().invalidations)
    }

    pub(crate) fn put(&self, CacheRead(before): CacheRead, key: SessionKey, owner: String) {
        let mut cached = self.cached();
        if cached.invalidations != before {
            return;
        }
        cached.make_room();
        if cached.owners.insert(key.clone(), (owner.clone(), Instant::now())).is_none() {
            cached.of_person.entry(owner).or_default().push(key);
        }
    }

    /// Removes all sessions and tokens of an account.
    pub(crate) fn forget(&self, person: &str) {
        let mut cached = self.cached();
        cached.invalidations += 1;
        for key in cached.of_person.remove(person).unwrap_or_default() {
            cached.owners.remove(&key);
        }
    }

    /// Removes everything, because any account may have changed.
    pub(crate) fn forget_all(&self) {
        let mut cached = self.cached();
        let invalidations = cached.invalidations + 1;
        *cached = Cached { invalidations, ..Cached::default() };
    }

    fn cached(&self) -> MutexGuard<'_, Cached> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cached {
    fn make_room(&mut self) {
        if self.owners.len() < CAPACITY {
            return;
        }
        self.owners.retain(|_, (_, at)| at.elapsed() < TTL);
        if self.owners.len() >= CAPACITY {
            self.owners.clear();
        }
        let owners = &self.owners;
        self.of_person.retain(|_, keys| {
            keys.retain(|key| owners.contains_key(key));
            !keys.is_empty()
        });
    }
}

/// Wakes the sockets of an account when it has changed.
#[derive(Debug, Default)]
pub(crate) struct AccountWatchers(Mutex<HashMap<String, watch::Sender<()>>>);

impl AccountWatchers {
    pub(crate) fn subscribe(&self, person: &str) -> watch::Receiver<()> {
        self.lock().entry(person.to_owned()).or_default().subscribe()
    }

    pub(crate) fn notify(&self, person: &str) {
        if let Some(sender) = self.lock().get(person) {
            sender.send_replace(());
        }
    }

    /// Removes the sender of an account that has no sockets any more.
    pub(crate) fn tidy(&self, person: &str) {
        let mut senders = self.lock();
        if senders.get(person).is_some_and(watch::Sender::is_closed) {
            senders.remove(person);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(kind: &'static str, id: &str) -> SessionKey {
        (kind, id.to_owned())
    }

    #[test]
    fn a_session_is_not_taken_for_a_token() {
        let cache = SessionCache::default();
        cache.put(cache.begin(), key("session", "S"), "ann".into());
        assert_eq!(cache.get(&key("session", "S")).as_deref(), Some("ann"));
        assert_eq!(cache.get(&key("token", "S")), None);
    }

    #[test]
    fn invalidating_an_account_removes_all_its_sessions_and_no_others() {
        let cache = SessionCache::default();
        for (id, owner) in [("A", "ann"), ("B", "ann"), ("C", "bob")] {
            cache.put(cache.begin(), key("session", id), owner.into());
        }
        cache.forget("ann");
        assert_eq!(["A", "B"].map(|id| cache.get(&key("session", id))), [None, None]);
        assert_eq!(cache.get(&key("session", "C")).as_deref(), Some("bob"));
    }

    #[test]
    fn a_session_read_before_its_account_changed_is_not_cached() {
        let cache = SessionCache::default();
        let reading = cache.begin();
        cache.forget("ann");
        cache.put(reading, key("session", "A"), "ann".into());
        assert_eq!(cache.get(&key("session", "A")), None);
    }

    #[test]
    fn the_cache_is_bounded() {
        let cache = SessionCache::default();
        for n in 0..=CAPACITY {
            cache.put(cache.begin(), key("session", &n.to_string()), format!("p{}", n % 100));
        }
        let cached = cache.cached();
        assert!(cached.owners.len() <= CAPACITY);
        let listed: usize = cached.of_person.values().map(Vec::len).sum();
        assert_eq!(listed, cached.owners.len());
    }

    #[test]
    fn a_change_wakes_one_account_whose_sender_goes_with_its_last_socket() {
        let watchers = AccountWatchers::default();
        let (ann, bob) = (watchers.subscribe("ann"), watchers.subscribe("bob"));
        watchers.notify("ann");
        assert!(ann.has_changed().unwrap() && !bob.has_changed().unwrap());
        watchers.tidy("ann");
        assert_eq!(watchers.lock().len(), 2);
        drop(ann);
        watchers.tidy("ann");
        assert_eq!(watchers.lock().len(), 1);
    }
}
