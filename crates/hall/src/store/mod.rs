//! Where logs are kept. A closed set, so an enum: each kind keeps the same promises, and one suite
//! (`tests/store.rs`) holds all of them to it.
//!
//! `(match, seq)` is the only concurrency control: the second to write a seq is told so. A store
//! reads no clock: what time it is, the hall says.

mod document;
mod error;
mod events;
mod filter;
mod health;
mod memory;
mod meter;
mod postgres;
mod row;
mod sqlite;

use crate::{Entry, LoggedEntry, MatchId, Summary};
pub use document::{Change, Document};
pub use error::StoreError;
pub use events::{StoreEvent, StoreEvents};
pub use filter::MatchFilter;
pub use health::{Condition, Health};
pub use memory::Memory;
pub use meter::metered;
pub use postgres::Postgres;
pub use sqlite::Sqlite;
use std::path::Path;

/// A summary, or the match whose summary cannot be read and has to be made again from its log.
pub type ParsedSummary = Result<Summary, MatchId>;

/// Summaries as a store found them. Databases keep them as text, and parsing many takes a while.
#[derive(Debug)]
pub enum SummaryRows {
    /// They are parsed already.
    Parsed(Vec<Summary>),
    /// A match and what its summary says.
    Text(Vec<(String, String)>),
}

impl SummaryRows {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            SummaryRows::Parsed(summaries) => summaries.len(),
            SummaryRows::Text(rows) => rows.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The summaries themselves.
    pub fn parse(self) -> Vec<ParsedSummary> {
        match self {
            SummaryRows::Parsed(summaries) => summaries.into_iter().map(Ok).collect(),
            SummaryRows::Text(rows) => {
                rows.into_iter().map(|(id, body)| row::summary(id, &body)).collect()
            }
        }
    }
}

/// A store. Clones are the same store.
#[derive(Clone, Debug)]
pub enum Store {
    /// In memory: gone with the process.
    Memory(Memory),
    /// In a file of this machine.
    Sqlite(Sqlite),
    /// In a PostgreSQL server, which several houses may share.
    Postgres(Postgres),
}

impl Store {
    /// A store in memory.
    pub fn memory() -> Store {
        Store::Memory(Memory::default())
    }

    /// The store in this file. It is made when it is not there, and brought up to date when it is
    /// old.
    pub fn sqlite(file: &Path) -> Result<Store, StoreError> {
        Sqlite::open(file).map(Store::Sqlite)
    }

    /// The same for those who only want to read. Where nothing can be written beside the file, it is read as it lies
    /// there; what is written then is refused.
    pub fn sqlite_read_only(file: &Path) -> Result<Store, StoreError> {
        Sqlite::open_read_only(file).map(Store::Sqlite)
    }

    /// The store at this URL (`postgres://…`). Its tables are made when they are not there.
    pub async fn postgres(url: &str) -> Result<Store, StoreError> {
        Postgres::open(url).await.map(Store::Postgres)
    }

    /// Writes an entry, and with it the match as it is after it: which match, which number and
    /// what time, all that is said there. Number 0 opens a match, and none may be left out. When
    /// it returns, both are as safe as this store makes them.
    pub async fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.append(entry, after)).await,
            Store::Sqlite(sqlite) => sqlite.append(entry, after).await,
            Store::Postgres(postgres) => postgres.append(entry, after).await,
        }
    }

    /// Writes the whole log of a match that was played elsewhere, and the match as it is after it: all
    /// of it or nothing. Its name is new; adding the same log again changes nothing.
    pub async fn add(&self, log: &[LoggedEntry], after: &Summary) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.add(log, after)).await,
            Store::Sqlite(sqlite) => sqlite.add(log, after).await,
            Store::Postgres(postgres) => postgres.add(log, after).await,
        }
    }

    /// The entries of a match from number `from` on.
    pub async fn load(&self, id: &MatchId, from: u64) -> Result<Vec<LoggedEntry>, StoreError> {
        self.load_page(id, from, u32::MAX).await
    }

    /// The same, at most so many.
    pub async fn load_page(
        &self,
        id: &MatchId,
        from: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEntry>, StoreError> {
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.load(id, from, limit)).await,
            Store::Sqlite(sqlite) => sqlite.load(id, from, limit).await,
            Store::Postgres(postgres) => postgres.load(id, from, limit).await,
        }
    }

    /// Every match that has a log.
    pub async fn matches(&self) -> Result<Vec<MatchId>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(Memory::matches).await),
            Store::Sqlite(sqlite) => sqlite.matches().await,
            Store::Postgres(postgres) => postgres.matches().await,
        }
    }

    /// The number of the last entry of each of these matches.
    pub async fn newest(&self, ids: Vec<MatchId>) -> Result<Vec<(MatchId, u64)>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(|memory| memory.newest(ids)).await),
            Store::Sqlite(sqlite) => sqlite.newest(ids).await,
            Store::Postgres(postgres) => postgres.newest(ids).await,
        }
    }

    /// The summaries that are asked for, the latest first.
    pub async fn summaries(&self, which: &MatchFilter) -> Result<SummaryRows, StoreError> {
        match self {
            Store::Memory(memory) => {
                let summaries = memory.ask(|memory| memory.summaries(which)).await;
                Ok(SummaryRows::Parsed(summaries))
            }
            Store::Sqlite(sqlite) => sqlite.summaries(which).await,
            Store::Postgres(postgres) => postgres.summaries(which).await,
        }
    }

    /// Replaces summaries by ones that were made from the logs. One whose match has gone on since
    /// is left alone: what was written with that entry is newer.
    pub async fn project(&self, summaries: &[Summary]) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => {
                memory.ask(|memory| memory.project(summaries)).await;
                Ok(())
            }
            Store::Sqlite(sqlite) => sqlite.project(summaries).await,
            Store::Postgres(postgres) => postgres.project(summaries).await,
        }
    }

    /// Forgets summaries and seats of matches that have no log.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        match self {
            // Here a summary is kept with its log.
            Store::Memory(_) => Ok(()),
            Store::Sqlite(sqlite) => sqlite.sweep().await,
            Store::Postgres(postgres) => postgres.sweep().await,
        }
    }

    /// Keeps a long text, a board's or a word list's, by the hash that names it.
    pub async fn save_text(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        // Many matches are played on one board: it is written once.
        if self.text(hash).await?.is_some() {
            return Ok(());
        }
        meter::count_row(hash.len() + text.len());
        match self {
            Store::Memory(memory) => {
                memory.ask(|memory| memory.save_text(hash, text)).await;
                Ok(())
            }
            Store::Sqlite(sqlite) => sqlite.save_text(hash, text).await,
            Store::Postgres(postgres) => postgres.save_text(hash, text).await,
        }
    }

    /// The long text with this hash.
    pub async fn text(&self, hash: &str) -> Result<Option<String>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(|memory| memory.text(hash)).await),
            Store::Sqlite(sqlite) => sqlite.text(hash).await,
            Store::Postgres(postgres) => postgres.text(hash).await,
        }
    }

    /// Files papers and shreds them, all or none: when somebody else has changed one of them in the meantime,
    /// nothing is done.
    pub async fn change_documents(&self, filings: Vec<Change>) -> Result<(), StoreError> {
        for filing in &filings {
            if let Change::Put(paper) = filing {
                meter::count_row(paper.id.len() + paper.owner.len() + paper.body.len());
            }
        }
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.change_documents(&filings)).await,
            Store::Sqlite(sqlite) => sqlite.change_documents(filings).await,
            Store::Postgres(postgres) => postgres.change_documents(filings).await,
        }
    }

    /// The paper with this name.
    pub async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<Document>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(|memory| memory.document(kind, id)).await),
            Store::Sqlite(sqlite) => sqlite.document(kind, id).await,
            Store::Postgres(postgres) => postgres.document(kind, id).await,
        }
    }

    /// The papers of this kind that belong to somebody, in the order of their names.
    pub async fn documents(
        &self,
        kind: &'static str,
        owner: &str,
    ) -> Result<Vec<Document>, StoreError> {
        self.documents_since(kind, owner, "").await
    }

    /// Those of them whose names come after `after`.
    pub async fn documents_since(
        &self,
        kind: &'static str,
        owner: &str,
        after: &str,
    ) -> Result<Vec<Document>, StoreError> {
        match self {
            Store::Memory(memory) => {
                Ok(memory.ask(|memory| memory.documents(kind, owner, after)).await)
            }
            Store::Sqlite(sqlite) => sqlite.documents(kind, owner, after).await,
            Store::Postgres(postgres) => postgres.documents(kind, owner, after).await,
        }
    }

    /// Documents of this kind whose names come after `after`, in order, at most so many: for reading all of them a page
    /// at a time.
    pub async fn documents_after(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Document>, StoreError> {
        match self {
            Store::Memory(memory) => {
                Ok(memory.ask(|memory| memory.documents_after(kind, after, limit)).await)
            }
            Store::Sqlite(sqlite) => sqlite.documents_after(kind, after, limit).await,
            Store::Postgres(postgres) => postgres.documents_after(kind, after, limit).await,
        }
    }

    /// The health of the store, which it watches from now on.
    pub fn health(&self) -> Health {
        match self {
            Store::Memory(_) => Health::default(),
            Store::Sqlite(sqlite) => sqlite.health(),
            Store::Postgres(postgres) => postgres.health(),
        }
    }

    /// Listens for what others write.
    pub fn subscribe(&self) -> StoreEvents {
        match self {
            Store::Memory(memory) => memory.subscribe(),
            Store::Sqlite(sqlite) => sqlite.subscribe(),
            Store::Postgres(postgres) => postgres.subscribe(),
        }
    }

    /// Copies everything into a new file, as it is at one moment, while matches go on.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let cannot = |text: &str| Err(StoreError::Cannot(text.into()));
        match self {
            Store::Memory(_) => cannot("what is only in memory cannot be backed up"),
            Store::Sqlite(sqlite) => sqlite.backup(file).await,
            Store::Postgres(_) => cannot("a PostgreSQL store is backed up with pg_dump"),
        }
    }
}
