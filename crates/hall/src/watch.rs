//! Following a match.

use crate::catch_panic::catch_panic;
use crate::match_cache::MatchHandle;
use crate::{MatchStatus, Update};
use engine::Viewer;
use engine::seal::SealKey;
use tokio::sync::watch;

/// Follows a match for one viewer. A slow viewer misses no sentences, only intermediate views.
pub struct Watch {
    handle: MatchHandle,
    changes: watch::Receiver<u64>,
    viewer: Viewer,
    /// The first entry whose sentences weren't returned yet; `None` before the first call.
    from: Option<u64>,
    /// The last entry that was noticed.
    noticed: Option<u64>,
    key: SealKey,
}

impl Watch {
    pub(crate) fn new(
        handle: MatchHandle,
        changes: watch::Receiver<u64>,
        viewer: Viewer,
        key: SealKey,
    ) -> Watch {
        Watch { handle, changes, viewer, from: None, noticed: None, key }
    }

    /// The first call returns the current state, later calls wait for a change. Returns `None` if the game panicked.
    /// Cancel-safe: dropping the future loses no update.
    pub async fn next(&mut self) -> Option<Update> {
        loop {
            let mut live = self.handle.lock().await;
            self.changes.borrow_and_update();
            live.whole().ok()?;
            let seq = live.now.seq;
            let from = self.from.unwrap_or(seq);
            if from > seq {
                drop(live);
                self.changes.changed().await.ok()?;
                continue;
            }
            // Building a view may panic, like a move.
            match catch_panic(|| live.update(self.viewer, from, &self.key)) {
                Ok(update) => {
                    (self.from, self.noticed) = (Some(seq + 1), Some(seq));
                    return Some(update);
                }
                Err(text) => drop(live.close("view", text)),
            }
        }
    }

    /// Like [`Watch::next`], but builds no view and takes no sentence: the next update has them all.
    pub async fn changed(&mut self) -> Option<MatchStatus> {
        loop {
            let live = self.handle.lock().await;
            self.changes.borrow_and_update();
            live.whole().ok()?;
            let status = live.status();
            drop(live);
            self.from.get_or_insert(status.seq);
            if self.noticed.replace(status.seq) != Some(status.seq) {
                return Some(status);
            }
            self.changes.changed().await.ok()?;
        }
    }
}
