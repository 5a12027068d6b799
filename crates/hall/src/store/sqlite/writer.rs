//! Group commit. One task writes at a time, and the others queue their jobs. The task that gets the connection next
//! writes the whole queue in one transaction, with one sync. No caller is answered before that.
//!
//! Arguments are numbered as `?1`: SQLite treats `$1` as a name, and numbers names by their first occurrence.
//!
//! A task writes on its own thread: on a busy machine, switching to another one would take longer than the write.

use super::error::DatabaseFile;
use super::identity::Identity;
use super::schema;
use crate::store::events::Publisher;
use crate::store::row::{self, EntryRow, SummaryRow};
use crate::store::{Change, Document};
use crate::store::{Condition, Health, StoreEvent};
use crate::{MatchId, StoreError};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::sync::{Mutex, PoisonError};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::oneshot;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    /// An entry and the summary after it.
    Append(EntryRow),
    /// The whole log of a match, each entry with its time, and the summary after it.
    Add {
        bodies: Vec<(i64, String)>,
        after: SummaryRow,
    },
    /// Summaries rebuilt from the logs.
    Project(Vec<SummaryRow>),
    /// Deletes summaries and seats of matches without a log.
    Sweep,
    /// A long text.
    SaveText {
        hash: String,
        text: String,
    },
    ChangeDocuments(Vec<Change>),
}

#[derive(Debug)]
struct WriteJob {
    write: Write,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The connection that writes, and the queue of jobs.
#[derive(Debug)]
pub(super) struct Writer {
    /// Opened with the first write.
    connection: tokio::sync::Mutex<Option<Connection>>,
    queue: Mutex<Vec<WriteJob>>,
    pub(super) identity: Identity,
    pub(super) health: Health,
    place: DatabaseFile,
    publisher: Publisher,
}

impl Writer {
    /// A writer with this connection, or one that opens its own with the first write.
    pub(super) fn new(
        connection: impl Into<Option<Connection>>,
        place: DatabaseFile,
        publisher: Publisher,
    ) -> Writer {
        let connection = tokio::sync::Mutex::new(connection.into());
        let (identity, health) = (Identity::new(place.clone()), Health::default());
        Writer { connection, queue: Mutex::default(), identity, health, place, publisher }
    }

    /// Writes, and returns when the write is durable.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, mut answer) = oneshot::channel();
        self.queue().push(WriteJob { write, done });
        let answer = tokio::select! {
            biased;
            // Another task has written it with its group.
            answer = &mut answer => answer.ok(),
            mut connection = self.connection.lock() => {
                run_blocking(|| self.write_queue(&mut connection));
                answer.try_recv().ok()
            }
        };
        answer.unwrap_or_else(|| Err(self.place.failed(&"it was not written")))
    }

    /// Writes the whole queue, and answers its callers.
    fn write_queue(&self, connection: &mut Option<Connection>) {
        let jobs = std::mem::take(&mut *self.queue());
        if jobs.is_empty() {
            return;
        }
        let written = self.write_group(connection, &jobs);
        self.health.wrote(&written);
        match written {
            Ok(answers) => jobs.into_iter().zip(answers).for_each(|(job, answer)| {
                self.publish(&job.write, &answer);
                // The caller may have stopped waiting.
                let _ = job.done.send(answer);
            }),
            // Nothing of the group is stored.
            Err(error) => {
                jobs.into_iter().for_each(|job| drop(job.done.send(Err(error.clone()))));
            }
        }
    }

    /// Writes a group. The file is checked after each commit, before any caller is answered: a write to a deleted file
    /// is lost.
    fn write_group(
        &self,
        connection: &mut Option<Connection>,
        jobs: &[WriteJob],
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        if self.health.now() == Condition::Lost {
            return Err(StoreError::Lost { place: self.place.name() });
        }
        let connection = self.connection(connection)?;
        let written = group(connection, jobs).map_err(|error| self.place.store_error(&error))?;
        self.identity.check_written()?;
        Ok(written)
    }

    fn connection<'a>(
        &self,
        connection: &'a mut Option<Connection>,
    ) -> Result<&'a mut Connection, StoreError> {
        match connection {
            Some(connection) => Ok(connection),
            None => {
                // Opening would create a new file.
                self.identity.check()?;
                Ok(connection.insert(schema::open(&self.place)?))
            }
        }
    }

    fn publish(&self, write: &Write, answer: &Result<(), StoreError>) {
        match (write, answer) {
            (Write::Append(row), Ok(())) => {
                let id = MatchId(row.after.id.clone());
                self.publisher.publish(StoreEvent::Written(id, row::seq(row.after.seq)));
            }
            (Write::ChangeDocuments(changes), Ok(())) => self.publisher.publish_changes(changes),
            _ => {}
        }
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Vec<WriteJob>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a function that waits for the disk. On a runtime with several threads, the others take over this one's tasks;
/// on a single-threaded one everything waits.
fn run_blocking(run: impl FnOnce()) {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => run(),
        _ => tokio::task::block_in_place(run),
    }
}

/// Writes a group in one transaction. A job with a conflict fails alone.
fn group(
    connection: &mut Connection,
    jobs: &[WriteJob],
) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
    if !connection.is_autocommit() {
        // The previous group failed and couldn't be rolled back.
        connection.execute_batch("rollback")?;
    }
    let group = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let answers = jobs.iter().map(|job| write(&group, &job.write)).collect::<Result<_, _>>()?;
    group.commit()?;
    Ok(answers)
}

/// Writes one job. The outer error concerns the whole group, the inner one only this job.
fn write(group: &Transaction<'_>, write: &Write) -> rusqlite::Result<Result<(), StoreError>> {
    match write {
        Write::Append(row) => return append(group, row),
        Write::ChangeDocuments(changes) => return change_documents(group, changes),
        Write::Add { bodies, after } => {
            let insert = "insert into entry (match, seq, at, body) values (?1, ?2, ?3, ?4)
                on conflict do nothing";
            let mut insert = group.prepare_cached(insert)?;
            for (seq, (at, body)) in (0_i64..).zip(bodies) {
                insert.execute((&after.id, seq, at, body))?;
            }
            project(group, after)?;
        }
        Write::Project(rows) => {
            for row in rows {
                let newest = "select max(seq) from entry where match = ?1";
                let newest: Option<i64> =
                    group.prepare_cached(newest)?.query_row((&row.id,), |row| row.get(0))?;
                if newest == Some(row.seq) {
                    row.players.iter().try_for_each(|player| seat(group, player, &row.id))?;
                    project(group, row)?;
                }
            }
        }
        Write::Sweep => group.execute_batch(row::SWEEP)?,
        Write::SaveText { hash, text } => {
            let insert =
                "insert into long_text (hash, body) values (?1, ?2) on conflict do nothing";
            group.prepare_cached(insert)?.execute((hash, text))?;
        }
    }
    Ok(Ok(()))
}

fn append(group: &Transaction<'_>, row: &EntryRow) -> rusqlite::Result<Result<(), StoreError>> {
    let (id, seq) = (&row.after.id, row.after.seq);
    let insert = "insert into entry (match, seq, at, body) select ?1, ?2, ?3, ?4
        where ?2 = (select coalesce(max(seq) + 1, 0) from entry where match = ?1)";
    if group.prepare_cached(insert)?.execute((id, seq, row.after.last, &row.body))? == 0 {
        let next = "select coalesce(max(seq) + 1, 0) from entry where match = ?1";
        let next = group.prepare_cached(next)?.query_row((id,), |row| row.get(0))?;
        return Ok(Err(row.taken(next)));
    }
    if let Some(player) = &row.player {
        seat(group, player, id)?;
    }
    if !update_summary(group, &row.after)? {
        project(group, &row.after)?;
    }
    Ok(Ok(()))
}

/// Records that a player has a seat in a match.
fn seat(group: &Transaction<'_>, player: &str, id: &str) -> rusqlite::Result<()> {
    let insert = "insert into seat (player, match) values ($1, $2) on conflict do nothing";
    group.prepare_cached(insert)?.execute((player, id)).map(drop)
}

/// Applies changes to documents, all or none.
fn change_documents(
    group: &Transaction<'_>,
    changes: &[Change],
) -> rusqlite::Result<Result<(), StoreError>> {
    group.execute_batch("savepoint change")?;
    for change in changes {
        let applied = match change {
            Change::Put(document) => put(group, document)?,
            Change::Check { kind, id, version } => {
                let check = "select 1 from paper where kind = ?1 and id = ?2 and version = ?3";
                group.prepare_cached(check)?.exists((kind, id, row::number(*version)))?
            }
            Change::Delete { kind, id, .. } => {
                let delete = "delete from paper where kind = $1 and id = $2";
                group.prepare_cached(delete)?.execute((kind, id))?;
                true
            }
        };
        if !applied {
            group.execute_batch("rollback to change; release change")?;
            return Ok(Err(StoreError::Changed));
        }
    }
    group.execute_batch("release change").map(Ok)
}

/// Writes a document. Returns false unless its version is the next one or already stored with the same contents.
fn put(group: &Transaction<'_>, document: &Document) -> rusqlite::Result<bool> {
    let Document { kind, id, owner, version, body } = document;
    let values = (kind, id, owner, row::number(*version), body);
    let put = match version {
        0 => {
            "insert into paper (kind, id, owner, version, body) values (?1, ?2, ?3, ?4, ?5)
              on conflict do nothing"
        }
        _ => {
            "update paper set owner = ?3, version = ?4, body = ?5
              where kind = ?1 and id = ?2 and version = ?4 - 1"
        }
    };
    let same = "select exists (select 1 from paper where kind = ?1 and id = ?2 and owner = ?3
        and version = ?4 and body = ?5)";
    Ok(group.prepare_cached(put)?.execute(values)? > 0
        || group.prepare_cached(same)?.query_row(values, |row| row.get(0))?)
}

/// Updates only the columns that every entry changes. The indexed columns change only when a match starts or ends, and
/// an index that isn't touched is one page less to sync.
fn update_summary(group: &Transaction<'_>, row: &SummaryRow) -> rusqlite::Result<bool> {
    if row.seq == 0 || row.over != 0 {
        return Ok(false);
    }
    let change = "update summary set seq = ?2, last = ?3, body = ?4 where match = ?1";
    let changed = group.prepare_cached(change)?.execute((&row.id, row.seq, row.last, &row.body))?;
    Ok(changed > 0)
}

fn project(group: &Transaction<'_>, row: &SummaryRow) -> rusqlite::Result<()> {
    let replace = "insert into summary (match, seq, game, last, over, daily, ticket, body)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        on conflict (match) do update set seq = excluded.seq, game = excluded.game,
          last = excluded.last, over = excluded.over, daily = excluded.daily,
          ticket = excluded.ticket, body = excluded.body";
    let SummaryRow { id, seq, game, last, over, daily, ticket, body, players: _ } = row;
    let row = (id, seq, game, last, over, daily, ticket, body);
    group.prepare_cached(replace)?.execute(row).map(drop)
}
