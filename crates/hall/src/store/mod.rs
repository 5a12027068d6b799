//! Where logs are kept. A closed set, so an enum: each kind keeps the same promises, and one suite
//! (`tests/store.rs`) holds all of them to it.
//!
//! `(match, seq)` is the only concurrency control: the second to write a seq is told so.

mod memory;

use crate::{Entry, MatchId};
pub use memory::Memory;

/// A store.
#[derive(Clone, Debug)]
pub enum Store {
    /// In memory: gone with the process.
    Memory(Memory),
}

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has written this seq, or the one before it is not there yet.
    #[error("entry {seq} of the match cannot be written: the log is at {next}")]
    Taken {
        /// The seq that was to be written.
        seq: u64,
        /// The seq that comes next.
        next: u64,
    },
    /// There is no such match.
    #[error("there is no such match")]
    Unknown,
    /// An entry that cannot be read.
    #[error("entry {seq} of the log cannot be read: {text}")]
    Corrupt {
        /// Which.
        seq: u64,
        /// Why.
        text: String,
    },
}

impl Store {
    /// A store in memory.
    pub fn memory() -> Store {
        Store::Memory(Memory::default())
    }

    /// Writes entry number `seq` of a match: 0 opens it, and no number may be left out. When it
    /// returns, the entry is as safe as this store makes it.
    pub async fn append(&self, id: &MatchId, seq: u64, entry: &Entry) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.append(id, seq, entry),
        }
    }

    /// The entries of a match from number `from` on.
    pub async fn load(&self, id: &MatchId, from: u64) -> Result<Vec<Entry>, StoreError> {
        match self {
            Store::Memory(memory) => memory.load(id, from),
        }
    }

    /// Every match there is.
    pub async fn matches(&self) -> Result<Vec<MatchId>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.matches()),
        }
    }
}
