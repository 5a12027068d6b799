//! Files of every earlier version can be opened. `tests/golden/vN.sql` is such a file as text, with finished and
//! unfinished matches of every game.
//!
//! `scripts/golden` writes the one of this version. Once released it is never written again.

use crate::common::Scratch;
use engine::{Budget, Seat, Start, Viewer};
use hall::{Hall, MatchFilter, MatchId, Occupant, Store, Summary, TableId};
use rusqlite::Connection;
use rusqlite::types::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Plays this many moves with bots, or to the end.
async fn play(hall: &Hall, id: &hall::MatchId, moves: usize) {
    for _ in 0..moves {
        if hall.look(id, Viewer::Public).await.unwrap().over.is_some() {
            return;
        }
        let seat = hall.acting(id).await.unwrap();
        hall.bot(id, seat, "sensible", Budget::default()).await.unwrap();
    }
}

/// A file with a finished and an unfinished match of every game.
async fn make(file: &Path) {
    let hall = Hall::new(games::GAMES, Store::sqlite(file).unwrap());
    for &game in games::GAMES {
        for (seed, moves) in [(1, 3), (2, 1000)] {
            let (settings, seats) = (game.read(&[]).unwrap(), game.info().fewest);
            let start = Start { game, settings, seats, words: "en-1".into(), seed };
            let id = hall.open(&start).await.unwrap();
            hall.sit(&id, Seat(0), Occupant::Player("Ann".into())).await.unwrap();
            play(&hall, &id, 1).await;
            if game.info().id != "builder" {
                let seat = hall.acting(&id).await.unwrap();
                hall.hint(&id, seat, Budget::default()).await.ok();
            }
            play(&hall, &id, moves).await;
        }
    }
}

/// A file as text.
fn dump(file: &Path) -> String {
    let database = Connection::open(file).unwrap();
    let mut text = String::new();
    for name in ["application_id", "user_version"] {
        let value: i64 = database.pragma_query_value(None, name, |row| row.get(0)).unwrap();
        writeln!(text, "pragma {name} = {value};").unwrap();
    }
    let schema = "select name, type, sql from sqlite_schema where sql is not null order by rowid";
    let mut schema = database.prepare(schema).unwrap();
    let parts = schema.query_map((), |row| row.try_into()).unwrap();
    for (name, kind, sql) in parts.map(Result::unwrap).collect::<Vec<(String, String, String)>>() {
        writeln!(text, "{sql};").unwrap();
        if kind == "table" {
            rows(&database, &name, &mut text);
        }
    }
    text
}

fn rows(database: &Connection, table: &str, text: &mut String) {
    let mut rows = database.prepare(&format!("select * from {table}")).unwrap();
    let columns = rows.column_count();
    let mut rows = rows.query(()).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let value = |n: usize| match row.get(n).unwrap() {
            Value::Null => "null".to_owned(),
            Value::Integer(number) => number.to_string(),
            Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
            other => panic!("{other:?}"),
        };
        let values: Vec<String> = (0..columns).map(value).collect();
        writeln!(text, "insert into {table} values ({});", values.join(", ")).unwrap();
    }
}

#[tokio::test]
async fn files_of_every_version_can_be_opened_and_played() {
    let scratch = Scratch::new();
    if std::env::var_os("GOLDEN").is_some() {
        make(&scratch.file("new.db")).await;
        let text = dump(&scratch.file("new.db"));
        let version = text.lines().find_map(|line| line.strip_prefix("pragma user_version = "));
        let name = format!("v{}.sql", version.unwrap().trim_end_matches(';'));
        fs::create_dir_all(folder()).unwrap();
        fs::write(folder().join(name), text).unwrap();
    }
    let mut seen = 0;
    for golden in fs::read_dir(folder()).unwrap() {
        let golden = golden.unwrap().path();
        let file = scratch.file(&format!("{seen}.db"));
        let text = fs::read_to_string(&golden).unwrap();
        Connection::open(&file).unwrap().execute_batch(&text).unwrap();
        let hall = Hall::new(games::GAMES, Store::sqlite(&file).unwrap());
        let before = hall.matches(&MatchFilter::all()).await.unwrap();
        assert!(before.len() >= 2 * 7, "{}", golden.display());
        let rebuilt = hall.rebuild().await.unwrap();
        assert_eq!((rebuilt.matches, rebuilt.damaged.len()), (before.len(), 0));
        // Earlier versions didn't store `glance`, `clock` and `told`.
        let after = hall.matches(&MatchFilter::all()).await.unwrap();
        let is_whole = |summary: &Summary| summary.glance.is_some() && summary.clock.is_some();
        assert!(after.iter().all(is_whole), "a rebuild adds it: {}", golden.display());
        let plain = |summary: &Summary| {
            let (glance, clock, told) = (None, None, None);
            Summary { glance, clock, told, ..summary.clone() }
        };
        let plain = |all: &[Summary]| all.iter().map(plain).collect::<Vec<_>>();
        assert_eq!(plain(&after), plain(&before), "{}", golden.display());
        for summary in before {
            let log = hall.replay(&summary.id, Viewer::Public).await.unwrap();
            assert_eq!(log.len() as u64, summary.seq + 1);
            play(&hall, &summary.id, 2000).await;
        }
        let over =
            MatchFilter { over: Some(false), game: Some("wordle".into()), ..MatchFilter::all() };
        assert!(hall.matches(&over).await.unwrap().is_empty(), "all were played to the end");
        seen += 1;
    }
    assert!(seen > 0);
}

/// Version 3 stored the table of a match and the file of a board under the same key.
#[tokio::test]
async fn the_table_of_a_match_is_told_from_the_file_of_a_board() {
    let scratch = Scratch::new();
    let file = scratch.file("3.db");
    let database = Connection::open(&file).unwrap();
    database.execute_batch(&fs::read_to_string(folder().join("v3.sql")).unwrap()).unwrap();
    let (at_table, built, table) =
        (MatchId("A".repeat(26)), MatchId("B".repeat(26)), "T".repeat(26));
    let notes = format!(
        "insert into long_text values ('note-{at_table}', '{table}'), ('note-{built}', 'b.txt');
         insert into paper values ('table', '{table}/0', '{table}', 0, '');"
    );
    database.execute_batch(&notes).unwrap();
    drop(database);
    let hall = Hall::new(games::GAMES, Store::sqlite(&file).unwrap());
    assert_eq!(hall.table_of(&at_table).await.unwrap(), Some(TableId(table)));
    assert_eq!(hall.board_file(&at_table).await.unwrap(), None);
    assert_eq!(hall.table_of(&built).await.unwrap(), None);
    assert_eq!(hall.board_file(&built).await.unwrap().as_deref(), Some("b.txt"));
}
