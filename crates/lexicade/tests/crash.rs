//! The program is killed at random moments while it plays and keeps what it plays. Whatever it has
//! acknowledged is there afterwards, as it was told and once; every match goes on; and what was made
//! from the logs is what they give again.
//!
//! `KILLS` says how often: 1,000 times where `CI` is `true`, else 50. With a PostgreSQL server a tenth of that.

#[cfg(unix)]
#[allow(dead_code, unreachable_pub)] // Not all of it is needed here.
#[path = "../../hall/tests/common/server.rs"]
mod server;
mod shared;

use engine::{Budget, Chance, Viewer};
use hall::{Hall, MatchFilter, MatchId, Store};
use serde_json::Value;
use shared::Folder;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How many are killed side by side, each in a folder of its own.
const WORKERS: u64 = 4;

/// What is played, and on how many seats.
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
fn what_was_acknowledged_survives_a_kill() {
    kill_many(kills(), || TestStore { folder: Folder::new(), url: None });
}

#[cfg(unix)]
#[test]
fn what_was_acknowledged_survives_a_kill_with_a_server() {
    let Some(server) = server::server() else { return };
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
            let (kept, each) = (new(), kills.div_ceil(WORKERS));
            std::thread::spawn(move || work(&kept, Chance::new(seed, n), each))
        })
        .collect();
    let acks: usize = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    println!("{kills} kills, {acks} acknowledgements, {:?} (seed {seed})", began.elapsed());
    assert!(acks as u64 > kills, "it was killed before it had done anything: {acks}");
}

/// Where matches are kept: in a folder of their own, or in a database of their own on a server.
struct TestStore {
    folder: Folder,
    url: Option<String>,
}

impl TestStore {
    /// How the program is told.
    fn place(&self) -> [&str; 2] {
        match &self.url {
            Some(url) => ["--store", url],
            None => ["--data", "data"],
        }
    }

    /// What the program prints.
    fn out(&self, args: &[&str], input: &str) -> String {
        self.folder.out(&[args, &self.place()].concat(), input)
    }

    /// Waits until the server is through with what the killed program had sent it: its last entry may
    /// still be on its way into the database when the program is gone.
    fn settle(&self) {
        #[cfg(unix)]
        if let Some(url) = &self.url {
            let theirs = "select count(*) from pg_stat_activity \
                          where datname = current_database() and application_name = 'lexicade'";
            while server::server().unwrap().sql(url, theirs) != "0" {}
        }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("data/lexicade.db")
    }

    async fn hall(&self) -> Hall {
        let store = match &self.url {
            // By another name than the program's: this one is not waited for.
            Some(url) => Store::postgres(&format!("{url}&application_name=tests")).await,
            None => Store::sqlite(&self.file()),
        };
        Hall::new(games::GAMES, store.unwrap())
    }
}

/// Kills so many, one after the other in one place, and counts what was acknowledged.
fn work(kept: &TestStore, mut chance: Chance, kills: u64) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut known = BTreeSet::new();
    let mut acks = 0;
    for kill in 0..kills {
        let (game, seats) = *chance.pick(&GAMES).unwrap();
        let told = play_and_kill(kept, game, seats, &mut chance);
        acks += told.len();
        kept.settle();
        let id =
            runtime.block_on(async { check(&kept.hall().await, &mut known, seats, &told).await });
        // One that died before anybody sat down is nobody's yet.
        if let Some(id) = id.filter(|_| kill % 10 == 0 && !told.is_empty()) {
            goes_on(kept, &id);
        }
    }
    runtime.block_on(whole(kept));
    acks
}

/// Lets bots play a match, kills the program some time on the way, and gives all updates that came out
/// of it whole.
fn play_and_kill(kept: &TestStore, game: &str, seats: u8, chance: &mut Chance) -> Vec<Value> {
    let (seats, [how, place]) = (seats.to_string(), kept.place());
    let args = ["pipe", game, "--save", how, place, "--seats", &seats];
    let mut child = kept.folder.command(&args).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = listen(&mut child);
    let _ = input.write_all("/bot random\n".repeat(300).as_bytes());
    let mut told = Vec::new();
    // One in eight dies on its way to the first update, while it opens the store and the match.
    if chance.below(8) > 0 {
        while told.len() < 2 {
            told.push(lines.recv().expect("it plays"));
        }
    }
    let end = Instant::now() + Duration::from_micros(chance.below(120_000));
    while let Ok(line) = lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
        told.push(line);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What it had written before was acknowledged, too.
    told.extend(lines.iter());
    told.retain(|line| line.get("seq").is_some());
    told
}

/// Every whole line, as it comes.
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

/// Is everything there that was told, as it was told? Gives the match, if it came to one.
async fn check(
    hall: &Hall,
    known: &mut BTreeSet<MatchId>,
    seats: u8,
    told: &[Value],
) -> Option<MatchId> {
    let all = hall.matches(&MatchFilter::all()).await.unwrap();
    let new: Vec<_> = all.iter().filter(|summary| !known.contains(&summary.id)).collect();
    assert_eq!(known.len() + new.len(), all.len(), "a match is gone");
    assert!(new.len() <= 1, "one program opened two matches");
    let Some(summary) = new.first() else {
        assert!(told.is_empty(), "the match is gone");
        return None;
    };
    known.insert(summary.id.clone());
    for viewer in Viewer::all(seats) {
        let log = hall.replay(&summary.id, viewer).await.unwrap();
        assert_eq!(log.len() as u64, summary.seq + 1, "the summary is of its last entry");
        for line in
            told.iter().filter(|line| serde_json::to_value(viewer).unwrap() == line["viewer"])
        {
            // Everybody sat down first.
            let seq = line["seq"].as_u64().unwrap() as usize + usize::from(seats);
            let stored =
                log.get(seq).unwrap_or_else(|| panic!("entry {seq} of {} is lost", log.len()));
            let view: Value = serde_json::from_str(stored.view.get()).unwrap();
            assert_eq!(view, line["view"], "entry {seq} is not what was told");
        }
    }
    // At most the one that was on its way is there without having been told.
    if let Some(last) = told.last() {
        let told = last["seq"].as_u64().unwrap() + u64::from(seats);
        assert!(summary.seq <= told + 1, "{} entries after {told} were told", summary.seq);
    }
    if summary.ended.is_none() {
        let seat = hall.acting(&summary.id).await.unwrap();
        let ack = hall.bot(&summary.id, seat, "random", Budget::default()).await.unwrap();
        assert_eq!(ack.seq, summary.seq + 1);
    }
    Some(summary.id.clone())
}

/// The program itself finds the match again, too.
fn goes_on(kept: &TestStore, id: &MatchId) {
    assert!(!kept.out(&["replay", &id.0], "").is_empty());
    if kept.out(&["matches"], "").contains(&id.0[..8]) {
        kept.out(&["play", &id.0], "/quit\n");
    }
}

/// What was made from the logs is what they give again, and the file is whole.
async fn whole(kept: &TestStore) {
    let all = || async { kept.hall().await.matches(&MatchFilter::all()).await.unwrap() };
    let before = all().await;
    kept.out(&["rebuild"], "");
    assert_eq!(all().await, before);
    if kept.url.is_some() {
        return;
    }
    let database = rusqlite::Connection::open(kept.file()).unwrap();
    let sound: String = database.query_row("pragma integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let doubled =
        "select count(*) from (select match, seq from entry group by 1, 2 having count(*) > 1)";
    assert_eq!(database.query_row(doubled, (), |row| row.get::<_, i64>(0)).unwrap(), 0);
}
