//! Following a match.

use crate::Update;
use crate::catch_panic::catch_panic;
use crate::match_cache::MatchHandle;
use engine::Viewer;
use engine::seal::SealKey;
use tokio::sync::watch;

/// Follows a match for one viewer. A slow viewer misses no sentences, only intermediate views.
pub struct Watch {
    pub(crate) handle: MatchHandle,
    pub(crate) changes: watch::Receiver<u64>,
    pub(crate) viewer: Viewer,
    pub(crate) seen: Option<u64>,
    pub(crate) key: SealKey,
}

impl Watch {
    /// The first call returns the current state, later calls wait for a change. Returns `None` if the game panicked.
    /// Cancel-safe: dropping the future loses no update.
    pub async fn next(&mut self) -> Option<Update> {
        loop {
            let mut live = self.handle.lock().await;
            self.changes.borrow_and_update();
            live.whole().ok()?;
            if self.seen == Some(live.now.seq) {
                drop(live);
                self.changes.changed().await.ok()?;
                continue;
            }
            // Building a view may panic, like a move.
            match catch_panic(|| live.update(self.viewer, self.seen, &self.key)) {
                Ok(update) => {
                    self.seen = Some(update.seq);
                    return Some(update);
                }
                Err(text) => drop(live.close("view", text)),
            }
        }
    }
}
