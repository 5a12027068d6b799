//! What others have written to the same store. News may be late or lost: who listens is told to look
//! for themselves from time to time, so a lost one costs only time.

use super::Change;
use crate::MatchId;
use tokio::sync::broadcast;

/// What a listener is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreEvent {
    /// Entry `seq` of this match is there.
    Written(MatchId, u64),
    /// A document of this kind, which belongs to this owner, is new, was changed or was deleted.
    DocumentChanged(String, String),
    /// There may be anything new in any match.
    CheckAll,
}

/// An ear at a store.
#[derive(Debug)]
pub struct StoreEvents(broadcast::Receiver<StoreEvent>);

impl StoreEvents {
    /// Waits for the next news. Nothing, when the store is gone.
    pub async fn next(&mut self) -> Option<StoreEvent> {
        match self.0.recv().await {
            Ok(heard) => Some(heard),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(StoreEvent::CheckAll),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// The store's end of it.
#[derive(Clone, Debug)]
pub(super) struct Publisher(broadcast::Sender<StoreEvent>);

impl Default for Publisher {
    fn default() -> Self {
        Publisher(broadcast::Sender::new(1024))
    }
}

impl Publisher {
    /// Tells everybody who listens.
    pub(super) fn publish(&self, heard: StoreEvent) {
        // Nobody may be there to hear it.
        let _ = self.0.send(heard);
    }

    /// Tells everybody which papers were filed.
    pub(super) fn publish_changes(&self, filings: &[Change]) {
        for filing in filings {
            let (kind, owner) = match filing {
                Change::Put(paper) => (paper.kind, &paper.owner),
                Change::Delete { kind, owner, .. } => (*kind, owner),
                Change::Check { .. } => continue,
            };
            self.publish(StoreEvent::DocumentChanged(kind.to_owned(), owner.clone()));
        }
    }

    /// Does anybody listen?
    pub(super) fn has_subscribers(&self) -> bool {
        self.0.receiver_count() > 0
    }

    pub(super) fn subscribe(&self) -> StoreEvents {
        StoreEvents(self.0.subscribe())
    }
}
