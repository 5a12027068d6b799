//! Notifications of what other processes write to the same store. They may be late or lost, so listeners are also told
//! to check everything from time to time.

use super::Change;
use crate::MatchId;
use tokio::sync::broadcast;

/// A notification from a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreEvent {
    /// Entry `seq` of this match was written.
    Written(MatchId, u64),
    /// A document of this kind and this owner was written or deleted.
    DocumentChanged(String, String),
    /// Anything may have changed.
    CheckAll,
}

/// A subscription to the events of a store.
#[derive(Debug)]
pub struct StoreEvents(broadcast::Receiver<StoreEvent>);

impl StoreEvents {
    /// Waits for the next event; `None` when the store is closed.
    pub async fn next(&mut self) -> Option<StoreEvent> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(StoreEvent::CheckAll),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// The sender of a store's events.
#[derive(Clone, Debug)]
pub(super) struct Publisher(broadcast::Sender<StoreEvent>);

impl Default for Publisher {
    fn default() -> Self {
        Publisher(broadcast::Sender::new(1024))
    }
}

impl Publisher {
    pub(super) fn publish(&self, event: StoreEvent) {
        // There may be no subscriber.
        let _ = self.0.send(event);
    }

    /// Publishes an event for each written or deleted document.
    pub(super) fn publish_changes(&self, changes: &[Change]) {
        for change in changes {
            let (kind, owner) = match change {
                Change::Put(document) => (document.kind, &document.owner),
                Change::Delete { kind, owner, .. } => (*kind, owner),
                Change::Check { .. } => continue,
            };
            self.publish(StoreEvent::DocumentChanged(kind.to_owned(), owner.clone()));
        }
    }

    pub(super) fn has_subscribers(&self) -> bool {
        self.0.receiver_count() > 0
    }

    pub(super) fn subscribe(&self) -> StoreEvents {
        StoreEvents(self.0.subscribe())
    }
}
