//! Log lines about failed sign-ins, forged cookies and ended sessions. A line has the address, for tools that block
//! addresses, but no name, passphrase, cookie or id. So that an attack doesn't fill the disk, lines are limited by
//! address and in total, and the next line has the number of those left out.

use crate::network::Network;
use crate::rate_limit::{Bucket, Buckets};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Lines about one address: how many a second, and how many at once.
const OF_ADDRESS: (f64, f64) = (1.0 / 6.0, 10.0);

/// Lines in total: how many a second, and how many at once.
const IN_ALL: (f64, f64) = (5.0, 100.0);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SecurityEvent {
    FailedSignIn,
    FailedConfirmation,
    UnusableLink,
    ForgedCookie,
    UnknownToken,
    EndedSession,
}

pub(crate) struct SecurityLog {
    of_address: Buckets<Network>,
    in_all: Mutex<Bucket>,
    left_out: AtomicU64,
}

impl Default for SecurityLog {
    fn default() -> SecurityLog {
        SecurityLog {
            of_address: Buckets::new(OF_ADDRESS),
            in_all: Mutex::new(Bucket::full(IN_ALL.1)),
            left_out: AtomicU64::new(0),
        }
    }
}

impl SecurityLog {
    /// Logs an event of a request from this address.
    pub(crate) fn note(&self, from: Network, event: SecurityEvent) {
        if !self.may_write(from) {
            self.left_out.fetch_add(1, Relaxed);
            return;
        }
        let (address, left_out) = (from, self.left_out.swap(0, Relaxed));
        match event {
            SecurityEvent::FailedSignIn => tracing::warn!(%address, left_out, "sign-in failed"),
            SecurityEvent::FailedConfirmation => {
                tracing::warn!(%address, left_out, "wrong passphrase")
            }
            SecurityEvent::UnusableLink => {
                tracing::warn!(%address, left_out, "recovery link refused")
            }
            SecurityEvent::ForgedCookie => tracing::warn!(%address, left_out, "forged cookie"),
            SecurityEvent::UnknownToken => tracing::warn!(%address, left_out, "unknown token"),
            SecurityEvent::EndedSession => tracing::info!(%address, left_out, "session has ended"),
        }
    }

    fn may_write(&self, from: Network) -> bool {
        let mut in_all = self.in_all.lock().unwrap_or_else(PoisonError::into_inner);
        self.of_address.take(from).is_ok() && in_all.take(IN_ALL).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn lines_are_limited_by_address_and_in_total() {
        let log = SecurityLog::default();
        let peer = |n: u8| Network::from(IpAddr::from([203, 0, 113, n]));
        let written = (0..50).filter(|_| log.may_write(peer(0))).count();
        assert_eq!(written, 10);
        let others = (1..=250).filter(|n| log.may_write(peer(*n))).count();
        assert!((90..200).contains(&others), "{others}");
    }
}
