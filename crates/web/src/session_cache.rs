//! Which sessions were looked up within the last minute, and which sockets to wake when an account changes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How long a session that was looked up is trusted.
const TRUSTED: Duration = Duration::from_secs(60);

/// How many sessions are remembered.
const REMEMBERED: usize = 50_000;

/// A session or a token: its kind and its id. With the kind, so that one is never taken for the other.
type SessionKey = (&'static str, String);

/// The sessions and tokens that were looked up a moment ago, and whose they are.
#[derive(Debug, Default)]
pub(crate) struct SessionCache(Mutex<Cached>);

#[derive(Debug, Default)]
struct Cached {
    owners: HashMap<SessionKey, (String, Instant)>,
    of_person: HashMap<String, Vec<SessionKey>>,
    /// How often anything was forgotten.
    forgotten: u64,
}

/// When the store was asked. What it said is not remembered if anything was forgotten in the meantime.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheRead(u64);

impl SessionCache {
    pub(crate) fn get(&self, key: &SessionKey) -> Option<String> {
        let cached = self.cached();
        let (owner, at) = cached.owners.get(key)?;
        (at.elapsed() < TRUSTED).then(|| owner.clone())
    }

    /// Call this before asking the store.
    pub(crate) fn begin(&self) -> CacheRead {
        CacheRead(self.cached().forgotten)
    }

    pub(crate) fn put(&self, CacheRead(forgotten): CacheRead, key: SessionKey, owner: String) {
        let mut cached = self.cached();
        if cached.forgotten != forgotten {
            return;
        }
        cached.make_room();
        if cached.owners.insert(key.clone(), (owner.clone(), Instant::now())).is_none() {
            cached.of_person.entry(owner).or_default().push(key);
        }
    }

    /// Forgets all sessions and tokens of an account.
    pub(crate) fn forget(&self, person: &str) {
        let mut cached = self.cached();
        cached.forgotten += 1;
        for key in cached.of_person.remove(person).unwrap_or_default() {
            cached.owners.remove(&key);
        }
    }

    fn cached(&self) -> MutexGuard<'_, Cached> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cached {
    fn make_room(&mut self) {
        if self.owners.len() < REMEMBERED {
            return;
        }
        self.owners.retain(|_, (_, at)| at.elapsed() < TRUSTED);
        if self.owners.len() >= REMEMBERED {
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
        if let Some(bell) = self.lock().get(person) {
            bell.send_replace(());
        }
    }

    /// Removes the bell of an account that has no socket any more.
    pub(crate) fn tidy(&self, person: &str) {
        let mut bells = self.lock();
        if bells.get(person).is_some_and(watch::Sender::is_closed) {
            bells.remove(person);
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
    fn all_sessions_of_an_account_are_forgotten_and_no_others() {
        let cache = SessionCache::default();
        for (id, owner) in [("A", "ann"), ("B", "ann"), ("C", "bob")] {
            cache.put(cache.begin(), key("session", id), owner.into());
        }
        cache.forget("ann");
        assert_eq!(["A", "B"].map(|id| cache.get(&key("session", id))), [None, None]);
        assert_eq!(cache.get(&key("session", "C")).as_deref(), Some("bob"));
    }

    #[test]
    fn what_was_read_before_an_account_changed_is_not_remembered() {
        let cache = SessionCache::default();
        let reading = cache.begin();
        cache.forget("ann");
        cache.put(reading, key("session", "A"), "ann".into());
        assert_eq!(cache.get(&key("session", "A")), None);
    }

    #[test]
    fn the_cache_is_bounded() {
        let cache = SessionCache::default();
        for n in 0..=REMEMBERED {
            cache.put(cache.begin(), key("session", &n.to_string()), format!("p{}", n % 100));
        }
        let cached = cache.cached();
        assert!(cached.owners.len() <= REMEMBERED);
        let listed: usize = cached.of_person.values().map(Vec::len).sum();
        assert_eq!(listed, cached.owners.len());
    }

    #[test]
    fn a_bell_rings_for_one_account_and_goes_with_its_last_socket() {
        let bells = AccountWatchers::default();
        let (ann, bob) = (bells.subscribe("ann"), bells.subscribe("bob"));
        bells.notify("ann");
        assert!(ann.has_changed().unwrap() && !bob.has_changed().unwrap());
        bells.tidy("ann");
        assert_eq!(bells.lock().len(), 2);
        drop(ann);
        bells.tidy("ann");
        assert_eq!(bells.lock().len(), 1);
    }
}
