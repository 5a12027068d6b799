//! The program is killed at random moments while it plays and saves matches. Every acknowledged move must be stored
//! exactly once, every match can be resumed, and a rebuild gives the same summaries.
//!
//! `KILLS` says how often: 1,000 times where `CI` is `true`, else 50. With a PostgreSQL server a tenth of that.

use crate::shared::Folder;
use engine::{Budget, Chance, Viewer};
use hall::{Hall, MatchFilter, MatchId, Store};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The number of parallel workers, each with its own store.
const WORKERS: u64 = 4;

/// The games with their numbers of seats.
const GAMES: [(&str, u8); 7] = [
    ("junior", 4),
    ("wizards", 1),
    ("hand", 1),
    ("wampus", 1),
    ("builder", 1),
    ("wordle", 1),
    ("junior", 2),
];

fn kills() -> u64 {
    let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    let usual = if is_ci { 1000 } else { 50 };
    std::env::var("KILLS").ok().map_or(usual, |kills| kills.parse().unwrap())
}

#[test]
fn acknowledged_moves_survive_a_kill() {
    kill_many(kills(), || TestStore { folder: Folder::new(), url: None });
}

#[cfg(unix)]
#[test]
fn acknowledged_moves_survive_a_kill_with_postgres() {
    let Some(server) = crate::server::server() else { return };
    kill_many(kills().div_ceil(10), || TestStore {
        folder: Folder::new(),
        url: Some(server.database()),
    });
}

fn kill_many(kills: u64, new: impl Fn() -> TestStore) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let (seed, began) = (now.as_nanos() as u64, Instant::now());
    let workers: Vec<_> = (0..WORKERS)
        .map(|n| {
            let (test_store, each) = (new(), kills.div_ceil(WORKERS));
            std::thread::spawn(move || work(&test_store, Chance::new(seed, n), each))
        })
        .collect();
    let acks: usize = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    println!("{kills} kills, {acks} acknowledgements, {:?} (seed {seed})", began.elapsed());
    assert!(acks as u64 > kills, "it was killed before it had done anything: {acks}");
}

/// A store of its own: a folder, or a database on a server.
struct TestStore {
    folder: Folder,
    url: Option<String>,
}

impl TestStore {
    /// The arguments for the program.
    fn store_args(&self) -> [&str; 2] {
        match &self.url {
            Some(url) => ["--store", url],
            None => ["--data", "data"],
        }
    }

    /// The output of the program.
    fn out(&self, args: &[&str], input: &str) -> String {
        self.folder.out(&[args, &self.store_args()].concat(), input)
    }

    /// Waits until the server has handled everything that the killed program sent: its last entry may still be on its
    /// way into the database.
    fn settle(&self) {
        #[cfg(unix)]
        if let Some(url) = &self.url {
            let theirs = "select count(*) from pg_stat_activity \
                          where datname = current_database() and application_name = 'lexicade'";
            while crate::server::server().unwrap().sql(url, theirs) != "0" {}
        }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("data/lexicade.db")
    }

    async fn hall(&self) -> Hall {
        let store = match &self.url {
            // Under another name than the program's, so that `settle` does not wait for this connection.
            Some(url) => Store::postgres(&format!("{url}&application_name=tests")).await,
            None => Store::sqlite(&self.file()),
        };
        Hall::new(games::GAMES, store.unwrap())
    }
}

/// Kills programs one after the other in one store, and counts the acknowledged moves.
fn work(test_store: &TestStore, mut chance: Chance, kills: u64) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut known = BTreeSet::new();
    let mut acks = 0;
    for kill in 0..kills {
        let (game, seats) = *chance.pick(&GAMES).unwrap();
        let acked = play_and_kill(test_store, game, seats, &mut chance);
        acks += acked.len();
        test_store.settle();
        let id = runtime
            .block_on(async { check(&test_store.hall().await, &mut known, seats, &acked).await });
        // If the program died before the players sat down, they can't resume the match.
        if let Some(id) = id.filter(|_| kill % 10 == 0 && !acked.is_empty()) {
            check_resume(test_store, &id);
        }
    }
    runtime.block_on(check_rebuild(test_store));
    acks
}

/// Lets bots play a match, kills the program at some point, and returns all complete updates.
fn play_and_kill(test_store: &TestStore, game: &str, seats: u8, chance: &mut Chance) -> Vec<Value> {
    let (seats, [how, place]) = (seats.to_string(), test_store.store_args());
    let args = ["pipe", game, "--save", how, place, "--seats", &seats];
    let mut child = test_store.folder.command(&args).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = listen(&mut child);
    let _ = input.write_all("/bot random\n".repeat(300).as_bytes());
    let mut acked = Vec::new();
    // One in eight dies before its first update, while it opens the store and the match.
    if chance.below(8) > 0 {
        while acked.len() < 2 {
            acked.push(lines.recv().expect("it plays"));
        }
    }
    let end = Instant::now() + Duration::from_micros(chance.below(120_000));
    while let Ok(line) = lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
        acked.push(line);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // Updates that were written before the kill are acknowledged too.
    acked.extend(lines.iter());
    acked.retain(|line| line.get("seq").is_some());
    acked
}

/// Every complete line as it arrives.
fn listen(child: &mut Child) -> Receiver<Value> {
    let mut output: BufReader<ChildStdout> = BufReader::new(child.stdout.take().unwrap());
    let (send, lines) = channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        while output.read_line(&mut line).is_ok_and(|read| read > 0) && line.ends_with('\n') {
            if send.send(serde_json::from_str(&line).unwrap()).is_err() {
                return;
            }
            line.clear();
        }
    });
    lines
}

/// Checks that every acknowledged update is stored unchanged. Returns the match, if one was opened.
async fn check(
    hall: &Hall,
    known: &mut BTreeSet<MatchId>,
    seats: u8,
    acked: &[Value],
) -> Option<MatchId> {
    let all = hall.matches(&MatchFilter::all()).await.unwrap();
    let new: Vec<_> = all.iter().filter(|summary| !known.contains(&summary.id)).collect();
    assert_eq!(known.len() + new.len(), all.len(), "a match is gone");
    assert!(new.len() <= 1, "one program opened two matches");
    let Some(summary) = new.first() else {
        assert!(acked.is_empty(), "the match is gone");
        return None;
    };
    known.insert(summary.id.clone());
    for viewer in Viewer::all(seats) {
        let log = hall.replay(&summary.id, viewer).await.unwrap();
        assert_eq!(log.len() as u64, summary.seq + 1, "the summary is of its last entry");
        for line in
            acked.iter().filter(|line| serde_json::to_value(viewer).unwrap() == line["viewer"])
        {
            // All players sat down first.
            let seq = line["seq"].as_u64().unwrap() as usize + usize::from(seats);
            let stored =
                log.get(seq).unwrap_or_else(|| panic!("entry {seq} of {} is lost", log.len()));
            let view: Value = serde_json::from_str(stored.view.get()).unwrap();
            assert_eq!(view, line["view"], "entry {seq} differs from its update");
        }
    }
    // At most one entry may be stored without an acknowledgement: the one in progress.
    if let Some(last) = acked.last() {
        let acked = last["seq"].as_u64().unwrap() + u64::from(seats);
        assert!(
            summary.seq <= acked + 1,
            "{} entries after {acked} were acknowledged",
            summary.seq
        );
    }
    if summary.ended.is_none() {
        let seat = hall.acting(&summary.id).await.unwrap();
        let ack = hall.bot(&summary.id, seat, "random", Budget::default()).await.unwrap();
        assert_eq!(ack.seq, summary.seq + 1);
    }
    Some(summary.id.clone())
}

/// The program can resume the match.
fn check_resume(test_store: &TestStore, id: &MatchId) {
    assert!(!test_store.out(&["replay", &id.0], "").is_empty());
    if test_store.out(&["matches"], "").contains(&id.0[..8]) {
        test_store.out(&["play", &id.0], "/quit\n");
    }
}

/// A rebuild changes nothing, and the file is intact.
async fn check_rebuild(test_store: &TestStore) {
    let all = || async { test_store.hall().await.matches(&MatchFilter::all()).await.unwrap() };
    let before = all().await;
    test_store.out(&["rebuild"], "");
    assert_eq!(all().await, before);
    if test_store.url.is_some() {
        return;
    }
    let database = rusqlite::Connection::open(test_store.file()).unwrap();
    let sound: String = database.query_row("pragma integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let doubled =
        "select count(*) from (select match, seq from entry group by 1, 2 having count(*) > 1)";
    assert_eq!(database.query_row(doubled, (), |row| row.get::<_, i64>(0)).unwrap(), 0);
}
