//! A store in an SQLite file. One connection writes in groups (see `writer`); readers have their own connections and
//! don't wait.

mod error;
mod identity;
mod poller;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use super::events::Publisher;
use super::row::{self, EntryRow, SummaryRow};
use super::{Change, Document, Health, MatchFilter, StoreError, StoreEvents, SummaryRows};
use crate::{Entry, LoggedEntry, MatchId, Summary};
use error::DatabaseFile;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params_from_iter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once, PoisonError};
use tokio::runtime::{Handle, RuntimeFlavor};
use writer::{Write, Writer};

/// The documents of a kind that belong to an owner. The index is named because SQLite would otherwise read all
/// documents of the kind, which are in the right order.
const DOCUMENTS_OF_OWNER: &str = "select id, version, body from paper indexed by paper_owner
    where kind = ?1 and owner = ?2 and id > ?3 order by id";

/// A store in a file; clones share it.
#[derive(Clone, Debug)]
pub struct Sqlite(Arc<SqliteInner>);

#[derive(Debug)]
struct SqliteInner {
    place: DatabaseFile,
    writer: Writer,
    /// Idle connections for reading.
    readers: Mutex<Vec<Connection>>,
    publisher: Publisher,
    listens: Once,
    /// Whether the file is opened as immutable, because nothing can be written beside it.
    is_immutable: bool,
}

impl Sqlite {
    /// Opens or creates the file. The first connection is used for reading, since most programs only read; a second one
    /// is opened for the first write.
    pub fn open(file: &Path) -> Result<Sqlite, StoreError> {
        let place = DatabaseFile(file.to_path_buf());
        let connection = schema::open_to_read(&place)?;
        let store = Sqlite::with_connection(None, place, false);
        store.0.readers().push(connection);
        Ok(store)
    }

    /// Opens the file for reading. If it can't be opened normally because nothing can be written beside it, and there
    /// is no write-ahead log (which exists while a process writes), it is opened as immutable.
    pub fn open_read_only(file: &Path) -> Result<Sqlite, StoreError> {
        let error = match Sqlite::open(file) {
            Err(error @ (StoreError::ReadOnly { .. } | StoreError::Full { .. })) => error,
            done => return done,
        };
        let place = DatabaseFile(file.to_path_buf());
        // A failed attempt to open the file may leave an empty log.
        if std::fs::metadata(place.beside("-wal")).is_ok_and(|log| log.len() > 0) {
            return Err(error);
        }
        let connection = schema::open_immutable(&place)?;
        Ok(Sqlite::with_connection(Some(connection), place, true))
    }

    fn with_connection(
        connection: Option<Connection>,
        place: DatabaseFile,
        is_immutable: bool,
    ) -> Sqlite {
        let publisher = Publisher::default();
        let writer = Writer::new(connection, place.clone(), publisher.clone());
        Sqlite(Arc::new(SqliteInner {
            place,
            writer,
            readers: Mutex::default(),
            publisher,
            listens: Once::new(),
            is_immutable,
        }))
    }

    pub(super) async fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        self.0.writer.write(Write::Append(EntryRow::new(entry, after)?)).await
    }

    pub(super) async fn add(&self, log: &[LoggedEntry], after: &Summary) -> Result<(), StoreError> {
        let (bodies, after) = (row::bodies(log)?, SummaryRow::new(after)?);
        self.0.writer.write(Write::Add { bodies, after }).await
    }

    pub(super) async fn load(
        &self,
        id: &MatchId,
        from: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEntry>, StoreError> {
        let (id, first) = (id.0.clone(), row::number(from));
        self.read(move |reader| {
            let query = "select seq, at, body from entry where match = ?1 and seq >= ?2
                order by seq limit ?3";
            let mut query = reader.prepare_cached(query)?;
            let rows = query.query_map((&id, first, limit), |row| row.try_into())?;
            let rows = rows.collect::<Result<Vec<(i64, i64, String)>, _>>()?;
            if rows.is_empty() && !has(reader, &id)? {
                return Ok(Err(StoreError::Unknown));
            }
            // Parsed on the reading thread, since there may be many entries.
            Ok(row::log(from, rows.into_iter()))
        })
        .await?
    }

    pub(super) async fn matches(&self) -> Result<Vec<MatchId>, StoreError> {
        self.read(|reader| {
            let mut query = reader.prepare("select distinct match from entry")?;
            query.query_map((), |row| row.get(0).map(MatchId))?.collect()
        })
        .await
    }

    pub(super) async fn newest(
        &self,
        ids: Vec<MatchId>,
    ) -> Result<Vec<(MatchId, u64)>, StoreError> {
        self.read(move |reader| {
            let mut query = reader.prepare_cached("select max(seq) from entry where match = ?1")?;
            let mut newest = Vec::with_capacity(ids.len());
            for id in ids {
                let seq: Option<i64> = query.query_row((&id.0,), |row| row.get(0))?;
                newest.extend(seq.map(|number| (id, row::seq(number))));
            }
            Ok(newest)
        })
        .await
    }

    pub(super) async fn summaries(&self, filter: &MatchFilter) -> Result<SummaryRows, StoreError> {
        let (query, arguments) = filter.query();
        let rows = self.read(move |reader| {
            let mut query = reader.prepare_cached(&query)?;
            query.query_map(params_from_iter(arguments), |row| row.try_into())?.collect()
        });
        Ok(SummaryRows::Text(rows.await?))
    }

    pub(super) async fn project(&self, summaries: &[Summary]) -> Result<(), StoreError> {
        let rows = summaries.iter().map(SummaryRow::new).collect::<Result<_, _>>()?;
        self.0.writer.write(Write::Project(rows)).await
    }

    pub(super) async fn sweep(&self) -> Result<(), StoreError> {
        self.0.writer.write(Write::Sweep).await
    }

    pub(super) async fn save_text(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        self.0.writer.write(Write::SaveText { hash: hash.into(), text: text.into() }).await
    }

    pub(super) async fn text(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let hash = hash.to_owned();
        self.read(move |reader| {
            let mut query = reader.prepare_cached("select body from long_text where hash = ?1")?;
            query.query_row((&hash,), |row| row.get(0)).optional()
        })
        .await
    }

    pub(super) async fn texts(
        &self,
        hashes: Vec<String>,
    ) -> Result<Vec<(String, String)>, StoreError> {
        self.read(move |reader| {
            let query = "select hash, body from long_text where hash = ?1";
            let mut query = reader.prepare_cached(query)?;
            let mut found = Vec::new();
            for hash in &hashes {
                found.extend(query.query_row((hash,), |row| row.try_into()).optional()?);
            }
            Ok(found)
        })
        .await
    }

    pub(super) async fn change_documents(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        self.0.writer.write(Write::ChangeDocuments(changes)).await
    }

    pub(super) async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<Document>, StoreError> {
        let id = id.to_owned();
        self.read(move |reader| {
            let query = "select owner, version, body from paper where kind = $1 and id = $2";
            let mut query = reader.prepare_cached(query)?;
            let found = query.query_row((kind, &id), |row| row.try_into()).optional()?;
            Ok(found.map(|(owner, version, body): (String, i64, String)| Document {
                kind,
                id,
                owner,
                version: row::seq(version),
                body,
            }))
        })
        .await
    }

    pub(super) async fn documents(
        &self,
        kind: &'static str,
        owner: &str,
        after: &str,
    ) -> Result<Vec<Document>, StoreError> {
        let (owner, after) = (owner.to_owned(), after.to_owned());
        self.read(move |reader| {
            let mut query = reader.prepare_cached(DOCUMENTS_OF_OWNER)?;
            let rows = query.query_map((kind, &owner, &after), |row| row.try_into())?;
            let rows = rows.collect::<Result<Vec<(String, i64, String)>, _>>()?.into_iter();
            let document = |(id, version, body)| Document {
                kind,
                id,
                owner: owner.clone(),
                version: row::seq(version),
                body,
            };
            Ok(rows.map(document).collect())
        })
        .await
    }

    pub(super) async fn documents_after(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Document>, StoreError> {
        let after = after.to_owned();
        self.read(move |reader| {
            let query = "select id, owner, version, body from paper where kind = ?1 and id > ?2
                order by id limit ?3";
            let mut query = reader.prepare_cached(query)?;
            let rows = query.query_map((kind, &after, limit), |row| {
                let (id, owner, version, body) = row.try_into()?;
                Ok(Document { kind, id, owner, version: row::seq(version), body })
            })?;
            rows.collect()
        })
        .await
    }

    pub(super) fn health(&self) -> Health {
        self.listen();
        self.0.writer.health.clone()
    }

    pub(super) fn subscribe(&self) -> StoreEvents {
        self.listen();
        self.0.publisher.subscribe()
    }

    fn listen(&self) {
        self.0.listens.call_once(|| {
            let store = Arc::downgrade(&self.0);
            // Starting a thread takes a while, and the caller shouldn't wait for it.
            tokio::spawn(async move { poller::start(store) });
        });
    }

    /// Writes to a temporary file and renames it, so that a backup is always complete.
    pub(super) async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let file = file.to_path_buf();
        if file.exists() {
            let text = format!("{} already exists; name a new file", file.display());
            return Err(StoreError::Cannot(text));
        }
        // A name with the process id, which nothing else uses.
        let part = PathBuf::from(format!("{}.{}.part", file.display(), std::process::id()));
        schema::own(&part);
        let copied = self.copy(&file, &part).await;
        if copied.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        copied
    }

    async fn copy(&self, file: &Path, part: &Path) -> Result<(), StoreError> {
        let (file, part) = (file.to_path_buf(), part.to_path_buf());
        let target = part.clone();
        let copy = move |reader: &Connection| {
            reader.pragma_update(None, "query_only", false)?;
            let copied = reader.execute("vacuum into ?1", (target.to_string_lossy(),));
            reader.pragma_update(None, "query_only", true)?;
            Ok(copied.err())
        };
        let (from, to) = (&self.0.place, DatabaseFile(part.clone()));
        match self.read(copy).await? {
            None => {}
            // Only the source can be damaged; other errors concern the copy.
            Some(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                return Err(from.store_error(&error));
            }
            Some(error) => return Err(to.store_error(&error)),
        }
        let finish = move || {
            std::fs::File::options().write(true).open(&part)?.sync_all()?;
            std::fs::rename(&part, &file)?;
            schema::sync_folder(&file)
        };
        match tokio::task::spawn_blocking(finish).await {
            Ok(finished) => finished.map_err(|error| to.io(&error)),
            Err(error) => Err(to.failed(&error)),
        }
    }

    /// Runs a query. On a runtime with several threads this happens on a blocking thread; on a single-threaded one
    /// everything waits for the disk, as it does for writes.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = Arc::clone(&self.0);
        let read = move || inner.read(read);
        if Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread {
            let found = read();
            // A long series of reads lets other tasks run in between.
            tokio::task::yield_now().await;
            return found;
        }
        let reading = tokio::task::spawn_blocking(read);
        reading.await.unwrap_or_else(|error| Err(self.0.place.failed(&error)))
    }
}

impl SqliteInner {
    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let free = self.readers().pop();
        let reader = match free {
            Some(reader) => reader,
            None => schema::reader(&self.place, self.is_immutable)?,
        };
        let found = read(&reader).map_err(|error| self.place.store_error(&error))?;
        // A connection with an error isn't reused.
        self.readers().push(reader);
        Ok(found)
    }

    fn readers(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this match exists.
fn has(reader: &Connection, id: &str) -> rusqlite::Result<bool> {
    let mut query = reader.prepare_cached("select 1 from entry where match = ?1 limit 1")?;
    query.exists((id,))
}
