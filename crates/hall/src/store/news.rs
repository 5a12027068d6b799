//! What others have written to the same store. News may be late or lost: who listens is told to look
//! for themselves from time to time, so a lost one costs only time.

use super::Filing;
use crate::MatchId;
use tokio::sync::broadcast;

/// What a listener is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Entry `seq` of this match is there.
    Written(MatchId, u64),
    /// A document of this kind, which belongs to this owner, is new, was changed or was deleted.
    Filed(String, String),
    /// There may be anything new in any match.
    Look,
}

/// An ear at a store.
#[derive(Debug)]
pub struct News(broadcast::Receiver<Heard>);

impl News {
    /// Waits for the next news. Nothing, when the store is gone.
    pub async fn next(&mut self) -> Option<Heard> {
        match self.0.recv().await {
            Ok(heard) => Some(heard),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Heard::Look),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// The store's end of it.
#[derive(Clone, Debug)]
pub(super) struct Crier(broadcast::Sender<Heard>);

impl Default for Crier {
    fn default() -> Self {
        Crier(broadcast::Sender::new(1024))
    }
}

impl Crier {
    /// Tells everybody who listens.
    pub(super) fn cry(&self, heard: Heard) {
        // Nobody may be there to hear it.
        let _ = self.0.send(heard);
    }

    /// Tells everybody which papers were filed.
    pub(super) fn cry_filed(&self, filings: &[Filing]) {
        for filing in filings {
            let (kind, owner) = match filing {
                Filing::Put(paper) => (paper.kind, &paper.owner),
                Filing::Shred { kind, owner, .. } => (*kind, owner),
                Filing::Check { .. } => continue,
            };
            self.cry(Heard::Filed(kind.to_owned(), owner.clone()));
        }
    }

    /// Does anybody listen?
    pub(super) fn is_heard(&self) -> bool {
        self.0.receiver_count() > 0
    }

    pub(super) fn news(&self) -> News {
        News(self.0.subscribe())
    }
}
