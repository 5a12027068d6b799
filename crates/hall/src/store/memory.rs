//! A store in memory. It keeps entries as text, as the others do, so that what cannot be written
//! down cannot be played either.

use super::events::Publisher;
use super::{Change, Document, MatchFilter, StoreError, StoreEvent, StoreEvents, row};
use crate::{Entry, LoggedEntry, MatchId, Summary};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::sleep;

/// Logs in memory; clones share them.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    kept: Arc<Mutex<MemoryState>>,
    publisher: Publisher,
    /// How long the way here takes now, when it is one.
    way: Option<fn() -> Duration>,
}

#[derive(Default, Debug)]
struct MemoryState {
    logs: BTreeMap<MatchId, Log>,
    texts: HashMap<String, String>,
    papers: BTreeMap<(&'static str, String), Document>,
}

#[derive(Debug)]
struct Log {
    /// When and what.
    entries: Vec<(i64, String)>,
    /// Nothing, when the log came from elsewhere.
    summary: Option<Summary>,
}

impl Memory {
    /// The same logs from some way off, as those of a database are: a question takes so long to come here, and its
    /// answer as long to come back. Who stops waiting for an answer does not know whether it was done.
    #[must_use]
    pub fn with_latency(&self, way: fn() -> Duration) -> Memory {
        Memory { way: Some(way), ..self.clone() }
    }

    /// Asks something of it, there and back.
    pub(super) async fn ask<T>(&self, ask: impl FnOnce(&Memory) -> T) -> T {
        let Some(way) = self.way else { return ask(self) };
        sleep(way()).await;
        let answer = ask(self);
        sleep(way()).await;
        answer
    }

    /// Takes over a log as it is written elsewhere, whatever it says. It has no summary until it is
    /// rebuilt.
    pub fn take(&self, id: &MatchId, bodies: impl IntoIterator<Item = String>) {
        let entries = bodies.into_iter().map(|body| (0, body)).collect();
        self.lock().logs.insert(id.clone(), Log { entries, summary: None });
    }

    pub(super) fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        let (id, seq) = (&after.id, after.seq);
        let entry = (after.last.as_millisecond(), row::entry_body(seq, entry)?);
        let mut kept = self.lock();
        let next = kept.logs.get(id).map_or(0, |log| log.entries.len()) as u64;
        if seq != next {
            return Err(StoreError::Taken { seq, next });
        }
        match kept.logs.get_mut(id) {
            Some(log) => {
                log.entries.push(entry);
                log.summary = Some(after.clone());
            }
            None => {
                let log = Log { entries: vec![entry], summary: Some(after.clone()) };
                kept.logs.insert(id.clone(), log);
            }
        }
        drop(kept);
        self.publisher.publish(StoreEvent::Written(id.clone(), seq));
        Ok(())
    }

    pub(super) fn add(&self, log: &[LoggedEntry], after: &Summary) -> Result<(), StoreError> {
        let entries = row::bodies(log)?;
        let log = Log { entries, summary: Some(after.clone()) };
        self.lock().logs.entry(after.id.clone()).or_insert(log);
        Ok(())
    }

    pub(super) fn load(
        &self,
        id: &MatchId,
        from: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEntry>, StoreError> {
        let kept = self.lock();
        let log = kept.logs.get(id).ok_or(StoreError::Unknown)?;
        let from_here = log.entries.iter().skip(usize::try_from(from).unwrap_or(usize::MAX));
        let from_here = from_here.take(limit as usize);
        let read =
            |(n, (at, body)): (usize, &(i64, String))| row::logged(from + n as u64, *at, body);
        from_here.enumerate().map(read).collect()
    }

    pub(super) fn matches(&self) -> Vec<MatchId> {
        self.lock().logs.keys().cloned().collect()
    }

    pub(super) fn newest(&self, ids: Vec<MatchId>) -> Vec<(MatchId, u64)> {
        let kept = self.lock();
        let newest = |id: MatchId| {
            let last = kept.logs.get(&id)?.entries.len().checked_sub(1)?;
            Some((id, last as u64))
        };
        ids.into_iter().filter_map(newest).collect()
    }

    pub(super) fn summaries(&self, which: &MatchFilter) -> Vec<Summary> {
        let kept = self.lock();
        let summaries = kept.logs.values().filter_map(|log| log.summary.as_ref());
        let mut found: Vec<_> =
            summaries.filter(|summary| which.matches(summary)).cloned().collect();
        found.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.cmp(&b.id)));
        found.truncate(which.limit.map_or(usize::MAX, |limit| limit as usize));
        found
    }

    pub(super) fn project(&self, summaries: &[Summary]) {
        let mut kept = self.lock();
        for summary in summaries {
            if let Some(log) = kept.logs.get_mut(&summary.id)
                && log.entries.len() as u64 == summary.seq + 1
            {
                log.summary = Some(summary.clone());
            }
        }
    }

    pub(super) fn save_text(&self, hash: &str, text: &str) {
        self.lock().texts.insert(hash.to_owned(), text.to_owned());
    }

    pub(super) fn text(&self, hash: &str) -> Option<String> {
        self.lock().texts.get(hash).cloned()
    }

    pub(super) fn change_documents(&self, filings: &[Change]) -> Result<(), StoreError> {
        let mut kept = self.lock();
        let mut changes = BTreeMap::new();
        for filing in filings {
            let (key, paper) = match filing {
                Change::Put(paper) => ((paper.kind, paper.id.clone()), Some(paper)),
                Change::Delete { kind, id, .. } => ((*kind, id.clone()), None),
                Change::Check { kind, id, version } => {
                    let key = (*kind, id.clone());
                    let there = changes.get(&key).copied().unwrap_or_else(|| kept.papers.get(&key));
                    if there.is_none_or(|there| there.version != *version) {
                        return Err(StoreError::Changed);
                    }
                    continue;
                }
            };
            if let Some(paper) = paper {
                let there = changes.get(&key).copied().unwrap_or_else(|| kept.papers.get(&key));
                let next = there.map_or(0, |there| there.version + 1);
                if paper.version != next && there != Some(paper) {
                    return Err(StoreError::Changed);
                }
            }
            changes.insert(key, paper);
        }
        let changes: Vec<_> =
            changes.into_iter().map(|(key, paper)| (key, paper.cloned())).collect();
        for (key, paper) in changes {
            match paper {
                Some(paper) => drop(kept.papers.insert(key, paper)),
                None => drop(kept.papers.remove(&key)),
            }
        }
        drop(kept);
        self.publisher.publish_changes(filings);
        Ok(())
    }

    pub(super) fn document(&self, kind: &'static str, id: &str) -> Option<Document> {
        self.lock().papers.get(&(kind, id.to_owned())).cloned()
    }

    pub(super) fn documents(&self, kind: &'static str, owner: &str, after: &str) -> Vec<Document> {
        let kept = self.lock();
        let of_kind = kept.papers.range((kind, after.to_owned())..);
        let of_kind = of_kind.take_while(|((other, _), _)| *other == kind);
        let is_one = |paper: &&Document| paper.owner == owner && paper.id.as_str() > after;
        of_kind.map(|(_, paper)| paper).filter(is_one).cloned().collect()
    }

    pub(super) fn documents_after(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Vec<Document> {
        let kept = self.lock();
        let of_kind = kept.papers.range((kind, after.to_owned())..);
        let of_kind = of_kind.take_while(|((other, _), _)| *other == kind);
        let later = of_kind.map(|(_, paper)| paper).filter(|paper| paper.id.as_str() > after);
        later.take(limit as usize).cloned().collect()
    }

    pub(super) fn subscribe(&self) -> StoreEvents {
        self.publisher.subscribe()
    }

    /// A task that panicked here left the maps whole: every change is a single step.
    fn lock(&self) -> MutexGuard<'_, MemoryState> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
