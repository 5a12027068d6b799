//! A store in memory. It keeps entries as text, as the others do, so that what cannot be written
//! down cannot be played either.

use super::StoreError;
use crate::{Entry, MatchId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Logs in memory; clones share them.
#[derive(Clone, Default, Debug)]
pub struct Memory(Arc<Mutex<Logs>>);

type Logs = BTreeMap<MatchId, Vec<String>>;

impl Memory {
    pub(super) fn append(&self, id: &MatchId, seq: u64, entry: &Entry) -> Result<(), StoreError> {
        let text = serde_json::to_string(entry)
            .map_err(|error| StoreError::Corrupt { seq, text: error.to_string() })?;
        let mut logs = self.logs();
        let next = logs.get(id).map_or(0, Vec::len) as u64;
        if seq != next {
            return Err(StoreError::Taken { seq, next });
        }
        logs.entry(id.clone()).or_default().push(text);
        Ok(())
    }

    pub(super) fn load(&self, id: &MatchId, from: u64) -> Result<Vec<Entry>, StoreError> {
        let logs = self.logs();
        let log = logs.get(id).ok_or(StoreError::Unknown)?;
        let read = |(seq, text): (u64, &String)| {
            serde_json::from_str(text)
                .map_err(|error| StoreError::Corrupt { seq, text: error.to_string() })
        };
        (from..).zip(log.iter().skip(from as usize)).map(read).collect()
    }

    pub(super) fn matches(&self) -> Vec<MatchId> {
        self.logs().keys().cloned().collect()
    }

    /// A task that panicked here left the map whole: every change is a single push.
    fn logs(&self) -> MutexGuard<'_, Logs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
