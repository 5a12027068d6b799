//! Rate limits: token buckets that fill with time. They use the monotonic clock, so setting the system time changes
//! nothing.

use crate::error::ApiError;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use tokio::time::Instant;

/// How many buckets there may be before the full ones are removed.
const CAPACITY: usize = 10_000;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(size: f64) -> Bucket {
        Bucket { left: size, at: Instant::now() }
    }

    /// Takes a token; fails with the seconds until there is one.
    pub(crate) fn take(&mut self, (rate, size): (f64, f64)) -> Result<(), f64> {
        self.fill((rate, size));
        if self.left < 1.0 {
            return Err((1.0 - self.left) / rate);
        }
        self.left -= 1.0;
        Ok(())
    }

    fn fill(&mut self, (rate, size): (f64, f64)) {
        let now = Instant::now();
        self.left = (self.left + rate * now.duration_since(self.at).as_secs_f64()).min(size);
        self.at = now;
    }
}

/// A bucket for each address, person or name.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    size: (f64, f64),
    all: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq> Buckets<K> {
    /// Each bucket fills by `size.0` tokens a second, up to `size.1`.
    pub(crate) fn new(size: (f64, f64)) -> Buckets<K> {
        Buckets { size, all: Mutex::default() }
    }

    /// Takes a token; refuses with `web.busy` if there is none.
    pub(crate) fn take(&self, key: K) -> Result<(), ApiError> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        self.tidy(&mut all);
        let bucket = all.entry(key).or_insert_with(|| Bucket::full(self.size.1));
        bucket.take(self.size).map_err(ApiError::rate_limited)
    }

    /// Removes the full buckets when there are many.
    fn tidy(&self, all: &mut HashMap<K, Bucket>) {
        if all.len() > CAPACITY {
            all.retain(|_, bucket| {
                bucket.fill(self.size);
                bucket.left < self.size.1
            });
        }
    }

    /// Fails if the bucket is empty, with the seconds until there is a token.
    pub(crate) fn check(&self, key: K) -> Result<(), f64> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(bucket) = all.get_mut(&key) else { return Ok(()) };
        bucket.fill(self.size);
        if bucket.left <= 0.0 {
            return Err((1.0 - bucket.left) / self.size.0);
        }
        Ok(())
    }

    /// Takes this many tokens, even if fewer are left: the bucket then has a debt.
    pub(crate) fn spend(&self, key: K, count: f64) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        self.tidy(&mut all);
        let bucket = all.entry(key).or_insert_with(|| Bucket::full(self.size.1));
        bucket.fill(self.size);
        bucket.left -= count;
    }

    /// Puts a token back. A bucket that is full then is removed.
    pub(crate) fn give_back(&self, key: K) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(bucket) = all.get_mut(&key) else { return };
        bucket.left += 1.0;
        if bucket.left >= self.size.1 {
            all.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_bucket_refuses() {
        let buckets = Buckets::new((0.001, 3.0));
        for _ in 0..3 {
            buckets.take("ann").unwrap();
        }
        let refused = buckets.take("ann").unwrap_err();
        assert_eq!(refused.refusal.code, "web.busy");
        assert!(refused.retry_after.unwrap() > 900);
        buckets.take("bob").unwrap();
    }

    #[test]
    fn a_bucket_is_removed_when_all_tokens_are_given_back() {
        let buckets = Buckets::new((1e-9, 3.0));
        for _ in 0..9 {
            buckets.take("ann").unwrap();
            buckets.give_back("ann");
        }
        assert!(buckets.all.lock().unwrap().is_empty());
        (0..3).for_each(|_| buckets.take("ann").unwrap());
        buckets.give_back("ann");
        buckets.take("ann").unwrap();
        buckets.take("ann").unwrap_err();
    }

    #[test]
    fn full_buckets_are_removed() {
        let buckets = Buckets::new((1e12, 3.0));
        (0..CAPACITY + 2).for_each(|n| buckets.take(n).unwrap());
        assert!(buckets.all.lock().unwrap().len() < 10);
    }
}
