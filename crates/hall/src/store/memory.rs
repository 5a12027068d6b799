//! A store in memory. It keeps entries as text, as the others do, so that what cannot be written
//! down cannot be played either.

use super::news::Crier;
use super::{Heard, News, StoreError, Which, row};
use crate::{Entry, Logged, MatchId, Summary};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Logs in memory; clones share them.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    kept: Arc<Mutex<Kept>>,
    crier: Crier,
}

#[derive(Default, Debug)]
struct Kept {
    logs: BTreeMap<MatchId, Log>,
    texts: HashMap<String, String>,
}

#[derive(Debug)]
struct Log {
    /// When and what.
    entries: Vec<(i64, String)>,
    summary: Summary,
}

impl Memory {
    pub(super) fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        let (id, seq) = (&after.id, after.seq);
        let entry = (after.last.as_millisecond(), row::written(seq, entry)?);
        let mut kept = self.kept();
        let next = kept.logs.get(id).map_or(0, |log| log.entries.len()) as u64;
        if seq != next {
            return Err(StoreError::Taken { seq, next });
        }
        match kept.logs.get_mut(id) {
            Some(log) => {
                log.entries.push(entry);
                log.summary = after.clone();
            }
            None => {
                let log = Log { entries: vec![entry], summary: after.clone() };
                kept.logs.insert(id.clone(), log);
            }
        }
        drop(kept);
        self.crier.cry(Heard::Written(id.clone(), seq));
        Ok(())
    }

    pub(super) fn load(&self, id: &MatchId, from: u64) -> Result<Vec<Logged>, StoreError> {
        let kept = self.kept();
        let log = kept.logs.get(id).ok_or(StoreError::Unknown)?;
        let from_here = log.entries.iter().skip(usize::try_from(from).unwrap_or(usize::MAX));
        let read =
            |(n, (at, body)): (usize, &(i64, String))| row::logged(from + n as u64, *at, body);
        from_here.enumerate().map(read).collect()
    }

    pub(super) fn matches(&self) -> Vec<MatchId> {
        self.kept().logs.keys().cloned().collect()
    }

    pub(super) fn newest(&self, ids: Vec<MatchId>) -> Vec<(MatchId, u64)> {
        let kept = self.kept();
        let newest = |id: MatchId| {
            let seq = kept.logs.get(&id)?.entries.len() as u64 - 1;
            Some((id, seq))
        };
        ids.into_iter().filter_map(newest).collect()
    }

    pub(super) fn summaries(&self, which: &Which) -> Vec<Summary> {
        let kept = self.kept();
        let summaries = kept.logs.values().map(|log| &log.summary);
        let mut found: Vec<_> = summaries.filter(|summary| which.has(summary)).cloned().collect();
        found.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.cmp(&b.id)));
        found.truncate(which.limit.map_or(usize::MAX, |limit| limit as usize));
        found
    }

    pub(super) fn project(&self, summaries: &[Summary]) {
        let mut kept = self.kept();
        for summary in summaries {
            if let Some(log) = kept.logs.get_mut(&summary.id)
                && log.entries.len() as u64 == summary.seq + 1
            {
                log.summary = summary.clone();
            }
        }
    }

    pub(super) fn keep(&self, hash: &str, text: &str) {
        self.kept().texts.insert(hash.to_owned(), text.to_owned());
    }

    pub(super) fn text(&self, hash: &str) -> Option<String> {
        self.kept().texts.get(hash).cloned()
    }

    pub(super) fn news(&self) -> News {
        self.crier.news()
    }

    /// A task that panicked here left the maps whole: every change is a single step.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
