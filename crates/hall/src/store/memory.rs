//! A store in memory. Like the others it stores entries as text, so an entry that can't be serialized fails here
//! too.

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
    state: Arc<Mutex<MemoryState>>,
    publisher: Publisher,
    /// The simulated latency of one way, if there is any.
    latency: Option<fn() -> Duration>,
}

#[derive(Default, Debug)]
struct MemoryState {
    logs: BTreeMap<MatchId, Log>,
    texts: HashMap<String, String>,
    documents: BTreeMap<(&'static str, String), Document>,
}

#[derive(Debug)]
struct Log {
    /// The time and the text of each entry.
    entries: Vec<(i64, String)>,
    /// `None` if only the log was imported.
    summary: Option<Summary>,
}

impl Memory {
    /// The same logs with the latency of a database, for each request and each answer. A caller that stops waiting
    /// doesn't know whether its request was carried out.
    #[must_use]
    pub fn with_latency(&self, latency: fn() -> Duration) -> Memory {
        Memory { latency: Some(latency), ..self.clone() }
    }

    /// Runs a request, with the latency of both ways.
    pub(super) async fn ask<T>(&self, ask: impl FnOnce(&Memory) -> T) -> T {
        let Some(latency) = self.latency else { return ask(self) };
        sleep(latency()).await;
        let answer = ask(self);
        sleep(latency()).await;
        answer
    }

    /// Stores a log as text, without checking it. It has no summary until it is rebuilt.
    pub fn take(&self, id: &MatchId, bodies: impl IntoIterator<Item = String>) {
        let entries = bodies.into_iter().map(|body| (0, body)).collect();
        self.lock().logs.insert(id.clone(), Log { entries, summary: None });
    }

    pub(super) fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        let (id, seq) = (&after.id, after.seq);
        let entry = (after.last.as_millisecond(), row::entry_body(seq, entry)?);
        let mut state = self.lock();
        let next = state.logs.get(id).map_or(0, |log| log.entries.len()) as u64;
        if seq != next {
            return Err(StoreError::Taken { seq, next });
        }
        match state.logs.get_mut(id) {
            Some(log) => {
                log.entries.push(entry);
                log.summary = Some(after.clone());
            }
            None => {
                let log = Log { entries: vec![entry], summary: Some(after.clone()) };
                state.logs.insert(id.clone(), log);
            }
        }
        drop(state);
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
        let state = self.lock();
        let log = state.logs.get(id).ok_or(StoreError::Unknown)?;
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
        let state = self.lock();
        let newest = |id: MatchId| {
            let last = state.logs.get(&id)?.entries.len().checked_sub(1)?;
            Some((id, last as u64))
        };
        ids.into_iter().filter_map(newest).collect()
    }

    pub(super) fn summaries(&self, filter: &MatchFilter) -> Vec<Summary> {
        let state = self.lock();
        let summaries = state.logs.values().filter_map(|log| log.summary.as_ref());
        let mut found: Vec<_> =
            summaries.filter(|summary| filter.matches(summary)).cloned().collect();
        found.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.cmp(&b.id)));
        found.truncate(filter.limit.map_or(usize::MAX, |limit| limit as usize));
        found
    }

    pub(super) fn project(&self, summaries: &[Summary]) {
        let mut state = self.lock();
        for summary in summaries {
            if let Some(log) = state.logs.get_mut(&summary.id)
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

    pub(super) fn texts(&self, hashes: &[String]) -> Vec<(String, String)> {
        let texts = &self.lock().texts;
        let found = hashes.iter().filter_map(|hash| Some((hash.clone(), texts.get(hash)?.clone())));
        found.collect()
    }

    pub(super) fn change_documents(&self, requested: &[Change]) -> Result<(), StoreError> {
        let mut state = self.lock();
        let mut changes = BTreeMap::new();
        for change in requested {
            let (key, document) = match change {
                Change::Put(document) => ((document.kind, document.id.clone()), Some(document)),
                Change::Delete { kind, id, .. } => ((*kind, id.clone()), None),
                Change::Check { kind, id, version } => {
                    let key = (*kind, id.clone());
                    let there =
                        changes.get(&key).copied().unwrap_or_else(|| state.documents.get(&key));
                    if there.is_none_or(|there| there.version != *version) {
                        return Err(StoreError::Changed);
                    }
                    continue;
                }
            };
            if let Some(document) = document {
                let there = changes.get(&key).copied().unwrap_or_else(|| state.documents.get(&key));
                let next = there.map_or(0, |there| there.version + 1);
                if document.version != next && there != Some(document) {
                    return Err(StoreError::Changed);
                }
            }
            changes.insert(key, document);
        }
        let changes: Vec<_> =
            changes.into_iter().map(|(key, document)| (key, document.cloned())).collect();
        for (key, document) in changes {
            match document {
                Some(document) => drop(state.documents.insert(key, document)),
                None => drop(state.documents.remove(&key)),
            }
        }
        drop(state);
        self.publisher.publish_changes(requested);
        Ok(())
    }

    pub(super) fn document(&self, kind: &'static str, id: &str) -> Option<Document> {
        self.lock().documents.get(&(kind, id.to_owned())).cloned()
    }

    pub(super) fn documents(&self, kind: &'static str, owner: &str, after: &str) -> Vec<Document> {
        let state = self.lock();
        let of_kind = state.documents.range((kind, after.to_owned())..);
        let of_kind = of_kind.take_while(|((other, _), _)| *other == kind);
        let is_owned =
            |document: &&Document| document.owner == owner && document.id.as_str() > after;
        of_kind.map(|(_, document)| document).filter(is_owned).cloned().collect()
    }

    pub(super) fn documents_after(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Vec<Document> {
        let state = self.lock();
        let of_kind = state.documents.range((kind, after.to_owned())..);
        let of_kind = of_kind.take_while(|((other, _), _)| *other == kind);
        let later =
            of_kind.map(|(_, document)| document).filter(|document| document.id.as_str() > after);
        later.take(limit as usize).cloned().collect()
    }

    pub(super) fn subscribe(&self) -> StoreEvents {
        self.publisher.subscribe()
    }

    /// After a panic the maps are still consistent, because every change is a single step.
    fn lock(&self) -> MutexGuard<'_, MemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
