//! The test run: everyone plays while faults are injected, and then the results are compared.

use crate::checker::Move;
use crate::node::ServerNode;
use crate::partition::Partition;
use crate::player::{Book, FailoverClient};
use crate::schedule::Cluster;
use crate::{player, server};
use hall::{Entry, Hall, MatchFilter, MatchId, Store, Summary};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// The number of single players, and of tables for two.
const ALONE: usize = 6;
const TABLES: usize = 3;

/// How long the nodes may take to agree, and the players to finish a move, after the last fault.
const SETTLED: Duration = Duration::from_secs(60);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |number| number.parse().unwrap())
}

pub(crate) fn run() {
    let Some(postgres) = server::server() else { return };
    let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    let lasts = Duration::from_secs(number("FAULT_SECONDS", if is_ci { 60 } else { 20 }));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let seed = number("FAULT_SEED", now);
    println!("FAULT_SEED={seed} FAULT_SECONDS={}", lasts.as_secs());
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let folder = std::env::temp_dir().join(format!("lx-faults-{}", std::process::id()));
    let url = postgres.database();
    let mut cluster = start(postgres, &runtime, &folder, &url);
    let nodes = [cluster.nodes[0].address, cluster.nodes[1].address];
    let book = Arc::<Book>::default();
    let players = runtime.block_on(play(nodes, &book));

    let happened = cluster.disturb(&book, seed, lasts);
    book.stop.store(true, SeqCst);
    let finished = runtime.block_on(async { timeout(SETTLED, players.join_all()).await });
    assert!(finished.is_ok(), "a move isn't answered though all faults are over");
    assert_eq!(book.problems(), Vec::<String>::new());
    runtime.block_on(converge(&book, nodes));
    drop(cluster);

    let store = runtime.block_on(Store::postgres(&url)).unwrap();
    let acknowledged = runtime.block_on(check(&book, &store));
    let gaps = "select count(*) from (select match from entry group by match having count(*) <> max(seq) + 1) as it";
    let name = url.trim_start_matches("postgres:///").split('?').next().unwrap();
    assert_eq!(postgres.sql(name, gaps), "0", "logs have gaps");
    rebuild(&runtime, &url);
    let _ = std::fs::remove_dir_all(folder);
    println!(
        "{} acknowledgements, {acknowledged} moves in {} matches, {} requests sent again, longest silence {:.1} s, {happened}",
        book.acks.load(SeqCst),
        book.matches().len(),
        book.resent.load(SeqCst),
        book.longest_silence().as_secs_f64()
    );
    assert!(acknowledged > 100, "too little was played to show anything");
}

/// Two nodes, each with its own socket to the database.
fn start<'a>(
    postgres: &'a server::Server,
    runtime: &Runtime,
    folder: &std::path::Path,
    url: &str,
) -> Cluster<'a> {
    let _inside = runtime.enter();
    let name = url.trim_start_matches("postgres:///").split('?').next().unwrap();
    let between = |n: usize| Partition::start(folder.join(n.to_string()), &postgres.socket());
    let partitions = [between(0), between(1)];
    let node = |n: usize| {
        let store = partitions[n].url(name);
        let log: PathBuf = folder.join(format!("{n}.log"));
        ServerNode::start(&["--store", &store, "--per-address", "5000"], log)
    };
    let nodes = [node(0), node(1)];
    Cluster { postgres, nodes, partitions }
}

/// Starts all players, who play until the test ends.
async fn play(nodes: [SocketAddr; 2], book: &Arc<Book>) -> JoinSet<()> {
    let mut players = JoinSet::new();
    for n in 0..ALONE {
        let person = FailoverClient::new(nodes, n % 2, 1 + n as u8).await;
        players.spawn(player::alone(person, Arc::clone(book)));
    }
    for n in 0..TABLES {
        let person = |at: usize| FailoverClient::new(nodes, at, 100 + n as u8);
        let people = [person(0).await, person(1).await];
        players.spawn(player::duel(people, Arc::clone(book)));
    }
    players
}

/// Waits until both nodes show every player the same.
async fn converge(book: &Book, nodes: [SocketAddr; 2]) {
    for (id, (_, players)) in book.matches() {
        for player in players {
            let agree = async {
                loop {
                    let look = |node: SocketAddr| {
                        let (mut player, path) = (player.at(node), format!("/matches/{id}"));
                        async move { player.get(&path).await }
                    };
                    let (here, there) = (look(nodes[0]).await, look(nodes[1]).await);
                    let (mut a, mut b) = (here.json(), there.json());
                    // The sentences depend on when the client last looked, and each node measures how long the
                    // others have waited.
                    for shown in [&mut a, &mut b] {
                        shown["said"] = serde_json::Value::Null;
                        shown["may_stand_in"] = serde_json::Value::Null;
                    }
                    if here.is_ok() && there.is_ok() && a == b {
                        return;
                    }
                    sleep(Duration::from_millis(50)).await;
                }
            };
            assert!(timeout(SETTLED, agree).await.is_ok(), "the nodes don't agree about {id}");
        }
    }
}

/// Compares every log with the acknowledged moves; returns how many there were.
async fn check(book: &Book, store: &Store) -> usize {
    let (mut problems, mut moves) = (Vec::new(), 0);
    for (id, (acknowledged, _)) in book.matches() {
        let log = store.load(&MatchId(id.clone()), 0).await.unwrap();
        let made = |entry: Entry| -> Option<Move> {
            match entry {
                Entry::Move { seat, line, .. } => Some((seat.0, line)),
                _ => None,
            }
        };
        let log: Vec<_> = (0..).zip(log.into_iter().map(|logged| made(logged.entry))).collect();
        let found = acknowledged.problems(&log);
        problems.extend(found.into_iter().map(|problem| format!("{id}: {problem}")));
        moves += acknowledged.count();
    }
    assert_eq!(problems, Vec::<String>::new());
    moves
}

/// Checks that a rebuild gives the same summaries.
fn rebuild(runtime: &Runtime, url: &str) {
    let all = || -> BTreeMap<MatchId, Summary> {
        runtime.block_on(async {
            let hall = Hall::new(games::GAMES, Store::postgres(url).await.unwrap());
            let all = hall.matches(&MatchFilter::all()).await.unwrap();
            all.into_iter().map(|summary| (summary.id.clone(), summary)).collect()
        })
    };
    let before = all();
    let rebuilt = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .args(["rebuild", "--store", url])
        .output()
        .unwrap();
    assert!(rebuilt.status.success(), "{rebuilt:?}");
    let after = all();
    let differ = |id: &&MatchId| before.get(*id) != after.get(*id);
    let different: Vec<_> = before.keys().chain(after.keys()).filter(differ).collect();
    let first = different.first().map(|id| (before.get(*id), after.get(*id)));
    assert!(different.is_empty(), "{} summaries differ, such as {first:#?}", different.len());
}
