//! Tests that need private access: pragmas, pages written, a full file, file permissions.

#[allow(dead_code, unreachable_pub)]
#[path = "../../../tests/integration/common/scratch.rs"]
mod scratch;

use super::error::DatabaseFile;
use super::writer::{Write, Writer};
use super::*;
use crate::store::row::SummaryRow;
use scratch::Scratch;

fn place(scratch: &Scratch) -> DatabaseFile {
    DatabaseFile(scratch.file("new/folder/matches.db"))
}

fn row(seq: i64, bytes: usize) -> Write {
    let (id, game) = ("a".to_owned(), "null".to_owned());
    let (ticket, body) = ("t".to_owned(), "{}".to_owned());
    let (daily, players) = (None, Vec::new());
    let after = SummaryRow { id, seq, game, last: seq, over: 0, daily, ticket, body, players };
    Write::Append(EntryRow { body: "x".repeat(bytes), player: None, after })
}

#[test]
fn a_commit_is_synced_before_it_returns() {
    let scratch = Scratch::new();
    let writer = schema::open(&place(&scratch)).unwrap();
    assert_eq!(schema::pragma(&writer, "synchronous").unwrap(), 2, "FULL");
    assert_eq!(schema::pragma(&writer, "fullfsync").unwrap(), 1);
    assert_eq!(schema::pragma(&writer, "checkpoint_fullfsync").unwrap(), 1);
    let mode: String = writer.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

#[test]
fn a_reader_cannot_write() {
    let scratch = Scratch::new();
    drop(schema::open(&place(&scratch)).unwrap());
    let reader = schema::reader(&place(&scratch), false).unwrap();
    let error = reader.execute("delete from entry", ()).unwrap_err();
    assert!(matches!(place(&scratch).store_error(&error), StoreError::ReadOnly { .. }), "{error}");
}

#[test]
fn documents_of_an_owner_are_found_by_their_index() {
    let scratch = Scratch::new();
    let database = schema::open(&place(&scratch)).unwrap();
    let plan = |query: &str| {
        let mut plan = database.prepare(&format!("explain query plan {query}")).unwrap();
        let steps = plan.query_map(("session", "ann", ""), |row| row.get::<_, String>(3)).unwrap();
        steps.map(Result::unwrap).collect::<Vec<_>>().join("; ")
    };
    let by_owner = plan(DOCUMENTS_OF_OWNER);
    assert!(by_owner.contains("paper_owner (kind=? AND owner=? AND id>?)"), "{by_owner}");
}

#[tokio::test]
async fn a_move_changes_its_log_and_its_summary_and_no_index() {
    let scratch = Scratch::new();
    let place = place(&scratch);
    let writer = Writer::new(schema::open(&place).unwrap(), place.clone(), Publisher::default());
    writer.write(row(0, 10)).await.unwrap();
    let log = place.0.with_file_name("matches.db-wal");
    let frames = || (std::fs::metadata(&log).unwrap().len() - 32) / (24 + 4096);
    for seq in 1..4 {
        let before = frames();
        writer.write(row(seq, 10)).await.unwrap();
        assert_eq!(frames() - before, 2);
    }
    let reader = schema::reader(&place, false).unwrap();
    let last: i64 = reader.query_row("select seq from summary", (), |row| row.get(0)).unwrap();
    assert_eq!(last, 3);
}

#[tokio::test]
async fn a_full_file_refuses_writes_and_accepts_them_when_there_is_room() {
    let scratch = Scratch::new();
    let place = place(&scratch);
    let connection = schema::open(&place).unwrap();
    connection.pragma_update(None, "max_page_count", 40).unwrap();
    let writer = Writer::new(connection, place.clone(), Publisher::default());
    let mut seq = 0;
    let error = loop {
        match writer.write(row(seq, 8_000)).await {
            Ok(()) => seq += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(error, StoreError::Full { place: place.name() });
    assert!(seq > 5, "it was full after {seq} entries");
    // Exactly the acknowledged entries are stored.
    let reader = schema::reader(&place, false).unwrap();
    let count =
        || -> i64 { reader.query_row("select count(*) from entry", (), |row| row.get(0)).unwrap() };
    assert_eq!(count(), seq);
    // A small entry still fits, on the same connection.
    writer.write(row(seq, 1)).await.unwrap();
    assert_eq!(count(), seq + 1);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_a_file_and_its_backup() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let place = place(&scratch);
    let mode = |file: &Path| std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
    drop(schema::open(&place).unwrap());
    assert_eq!(mode(&place.0), 0o600);
    // An existing file that everyone may read.
    std::fs::set_permissions(&place.0, std::fs::Permissions::from_mode(0o644)).unwrap();
    let store = Sqlite::open(&place.0).unwrap();
    assert_eq!(mode(&place.0), 0o600);
    let copy = scratch.file("copy.db");
    store.backup(&copy).await.unwrap();
    assert_eq!(mode(&copy), 0o600);
}
