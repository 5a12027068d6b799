//! The cost of durability: moves one by one and many at once, a move compared with a bare commit of the same rows, a
//! hall with many matches, a long match. `cargo bench -p hall --bench append`
//!
//! It prints ratios besides times, because they are comparable between slow and fast disks.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

#[path = "../tests/integration/common/mod.rs"]
mod common;

use common::server::server;
use common::{Scratch, start};
use engine::{Seat, Start, Viewer};
use hall::{Hall, MatchFilter, MatchId, Store};
use rusqlite::Connection;
use std::time::{Duration, Instant};
use tokio_postgres::{Client, NoTls, Statement};

const IN_FLIGHT: u64 = 256;
const ONE_BY_ONE: u64 = 48;
const MOVES: u64 = 7;
const SINGLES: usize = 301;
const STORED: u64 = 100_000;
const LONG: u64 = 500;
/// The player of all matches.
const PLAYER: &str = "Ann";

#[tokio::main]
async fn main() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    println!("SQLite");
    let sqlite = Store::sqlite(&file).expect("it opens");
    crowd(&sqlite).await;
    let rows = rows(&sqlite).await;
    singles(&sqlite, &BareSqlite::new(&scratch, &rows)).await;
    let open = || async { Store::sqlite(&file).expect("it opens") };
    store_many_in_sqlite(&file);
    opening(open).await;
    long_match(&sqlite).await;

    let Some(server) = server() else { return };
    println!("PostgreSQL");
    let url = server.database();
    let postgres = Store::postgres(&url).await.expect("it opens");
    crowd(&postgres).await;
    singles(&postgres, &BarePostgres::new(&server.database(), &rows).await).await;
    let name = url.trim_start_matches("postgres:///").split('?').next().unwrap_or_default();
    server.sql(name, &many("generate_series(1, $count) as n"));
    opening(|| async { Store::postgres(&url).await.expect("it opens") }).await;
    long_match(&postgres).await;
}

/// Plays a match to its end.
async fn play(hall: Hall, id: MatchId) {
    for seq in 0..MOVES {
        hall.act(&id, Seat(0), seq, "add 3").await.expect("it is a move");
    }
}

async fn open_all(hall: &Hall, count: u64) -> Vec<MatchId> {
    let opening = (0..count).map(|seed| {
        let hall = hall.clone();
        tokio::spawn(async move { hall.open(&start(1, seed)).await.expect("it opens") })
    });
    let mut ids = Vec::new();
    for opening in opening.collect::<Vec<_>>() {
        ids.push(opening.await.expect("it opens"));
    }
    ids
}

/// The same moves one by one, and in many matches at once.
async fn crowd(store: &Store) {
    let hall = Hall::new(games::GAMES, store.clone());
    let ids = open_all(&hall, ONE_BY_ONE).await;
    let start_time = Instant::now();
    for id in ids {
        play(hall.clone(), id).await;
    }
    let alone = (ONE_BY_ONE * MOVES) as f64 / start_time.elapsed().as_secs_f64();
    let ids = open_all(&hall, IN_FLIGHT).await;
    let start_time = Instant::now();
    let playing: Vec<_> = ids.into_iter().map(|id| tokio::spawn(play(hall.clone(), id))).collect();
    for playing in playing {
        playing.await.expect("it is played");
    }
    let together = (IN_FLIGHT * MOVES) as f64 / start_time.elapsed().as_secs_f64();
    println!("  moves one by one            {alone:>8.0} /s");
    println!("  {IN_FLIGHT} matches in flight       {together:>8.0} /s   {:.1}x", together / alone);
}

/// One move through the hall, and the bare commit of the same rows of the same match, in turn.
async fn singles(store: &Store, bare: &impl Bare) {
    let hall = Hall::new(games::GAMES, store.clone());
    let (mut through, mut alone) = (Vec::new(), Vec::new());
    for n in 0..SINGLES {
        let id = hall.open(&start(1, n as u64)).await.expect("it opens");
        bare.open(&id.0).await;
        let start_time = Instant::now();
        hall.act(&id, Seat(0), 0, "add 3").await.expect("it is a move");
        through.push(start_time.elapsed());
        let start_time = Instant::now();
        bare.commit(&id.0).await;
        alone.push(start_time.elapsed());
    }
    let (through, alone) = (median(through), median(alone));
    let ratio = through.as_secs_f64() / alone.as_secs_f64();
    println!("  a bare commit               {:>8.3} ms", ms(alone));
    println!("  a move through the hall     {:>8.3} ms   {ratio:.2}x", ms(through));
}

/// Opening a hall with many matches, and listing unfinished ones.
async fn opening<F: Future<Output = Store>>(open: impl Fn() -> F) {
    let mut times = Vec::new();
    for _ in 0..9 {
        let start_time = Instant::now();
        let hall = Hall::new(games::GAMES, open().await);
        // As the program does when it starts: the unfinished matches of one player.
        let player = Some(PLAYER.to_owned());
        let filter =
            MatchFilter { over: Some(false), player, limit: Some(20), ..MatchFilter::all() };
        assert_eq!(hall.matches(&filter).await.expect("they are listed").len(), 20);
        times.push(start_time.elapsed());
    }
    println!("  a hall with {STORED} matches {:>8.3} ms", ms(median(times)));
}

/// Replaying a long match: first only the state, then with every view on the way.
async fn long_match(store: &Store) {
    let hall = Hall::new(games::GAMES, store.clone());
    let builder = games::find("builder").expect("there is a builder");
    let settings = builder.read(&[]).expect("it has defaults");
    let start = Start { game: builder, settings, seats: 1, words: "en-1".into(), seed: 1 };
    let id = hall.open(&start).await.expect("it opens");
    for seq in 0..LONG {
        let line = if seq % 2 == 0 { "Bb H CAT" } else { "undo" };
        hall.act(&id, Seat(0), seq, line).await.expect("it is a move");
    }
    let (mut replaying, mut viewing) = (Vec::new(), Vec::new());
    for _ in 0..101 {
        let fresh = Hall::new(games::GAMES, store.clone());
        let start_time = Instant::now();
        assert_eq!(fresh.look(&id, Viewer::Public).await.expect("it is there").seq, LONG);
        replaying.push(start_time.elapsed());
    }
    for _ in 0..21 {
        let start_time = Instant::now();
        hall.replay(&id, Viewer::Public).await.expect("it is there");
        viewing.push(start_time.elapsed());
    }
    println!("  replaying a match of {LONG}    {:>8.3} ms", ms(median(replaying)));
    println!("  … with all its views        {:>8.3} ms", ms(median(viewing)));
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// An entry and a summary as they are stored.
struct Rows {
    entry: String,
    summary: String,
    ticket: String,
}

async fn rows(store: &Store) -> Rows {
    let hall = Hall::new(games::GAMES, store.clone());
    let id = hall.open(&start(1, 1)).await.expect("it opens");
    hall.act(&id, Seat(0), 0, "add 3").await.expect("it is a move");
    let entry = store.load(&id, 1).await.expect("it is there").remove(0).entry;
    let filter = MatchFilter { id: Some(id), ..MatchFilter::all() };
    let summary =
        store.summaries(&filter).await.expect("it is there").parse().remove(0).expect("it is read");
    Rows {
        entry: serde_json::to_string(&entry).expect("it is written"),
        summary: serde_json::to_string(&summary).expect("it is written"),
        ticket: summary.ticket,
    }
}

/// A database without a hall, in which matches are opened and one move of each is committed.
trait Bare {
    async fn open(&self, id: &str);
    async fn commit(&self, id: &str);
}

struct BareSqlite<'a>(Connection, &'a Rows);

impl BareSqlite<'_> {
    fn new<'a>(scratch: &Scratch, rows: &'a Rows) -> BareSqlite<'a> {
        let file = Connection::open(scratch.file("bare.db")).expect("it opens");
        file.pragma_update(None, "journal_mode", "wal").expect("it is set");
        file.pragma_update(None, "synchronous", "full").expect("it is set");
        file.execute_batch(include_str!("../migrations/sqlite/0001.sql")).expect("they are made");
        BareSqlite(file, rows)
    }
}

impl Bare for BareSqlite<'_> {
    async fn open(&self, id: &str) {
        let BareSqlite(file, rows) = self;
        let entry = "insert into entry values (?1, 0, 1, ?2)";
        file.prepare_cached(entry)
            .expect("it is read")
            .execute((id, &rows.entry))
            .expect("it is written");
        let summary = "insert into summary values (?1, 0, 'null', 0, 0, null, ?2 || ?1, ?3)";
        let row = (id, &rows.ticket, &rows.summary);
        file.prepare_cached(summary).expect("it is read").execute(row).expect("it is written");
    }

    async fn commit(&self, id: &str) {
        let BareSqlite(file, rows) = self;
        let commit = || {
            let bare = file.unchecked_transaction()?;
            let entry = "insert into entry (match, seq, at, body) values (?1, 1, 1, ?2)";
            bare.prepare_cached(entry)?.execute((id, &rows.entry))?;
            let summary = "update summary set seq = 1, last = 1, body = ?2 where match = ?1";
            bare.prepare_cached(summary)?.execute((id, &rows.summary))?;
            bare.commit()
        };
        commit().expect("it is written");
    }
}

struct BarePostgres<'a> {
    client: Client,
    opened: Statement,
    moved: Statement,
    rows: &'a Rows,
}

impl BarePostgres<'_> {
    async fn new<'a>(url: &str, rows: &'a Rows) -> BarePostgres<'a> {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("it connects");
        tokio::spawn(connection);
        let tables = include_str!("../migrations/postgres/0001.sql");
        client.batch_execute(tables).await.expect("they are made");
        let opened = "with entry as (insert into entry values ($1, 0, 1, $2))
            insert into summary values ($1, 0, 'null', 0, 0, null, $3 || $1, $4)";
        let moved = "with entry as (insert into entry values ($1, 1, 1, $2))
            update summary set seq = 1, last = 1, body = $3 where match = $1";
        let opened = client.prepare(opened).await.expect("it is prepared");
        let moved = client.prepare(moved).await.expect("it is prepared");
        BarePostgres { client, opened, moved, rows }
    }
}

impl Bare for BarePostgres<'_> {
    async fn open(&self, id: &str) {
        let Rows { entry, summary, ticket } = self.rows;
        self.client
            .execute(&self.opened, &[&id, entry, ticket, summary])
            .await
            .expect("it is written");
    }

    async fn commit(&self, id: &str) {
        let Rows { entry, summary, .. } = self.rows;
        self.client.execute(&self.moved, &[&id, entry, summary]).await.expect("it is written");
    }
}

/// Statements that store many copies of one match, one in a hundred of which is unfinished.
fn many(numbers: &str) -> String {
    let numbers = numbers.replace("$count", &STORED.to_string());
    format!(
        "create table one as select match from entry where seq = 7 limit 1;
         insert into entry select 'n' || n, seq, at, body from entry, {numbers}
           where match = (select match from one);
         insert into summary
           select 'n' || n, seq, game, last + n, case n % 100 when 0 then 0 else 1 end, daily, ticket || n,
             replace(body, '\"sat\":[null]', '\"sat\":[{{\"player\":\"{PLAYER}\"}}]')
           from summary, {numbers} where match = (select match from one);
         insert into seat select '{PLAYER}', 'n' || n from {numbers}"
    )
}

fn store_many_in_sqlite(file: &std::path::Path) {
    let file = Connection::open(file).expect("it opens");
    let numbers = "(with recursive c (n) as (select 1 union all select n + 1 from c where n < $count) select n from c)";
    file.execute_batch(&many(numbers)).expect("they are stored");
}
