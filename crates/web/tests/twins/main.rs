//! Twins: two matches that differ only in secrets must send the same bytes through the pipe, to watchers and over the
//! network, until the rules reveal a difference. The tests have their own, independent version of what the rules
//! reveal. Some pairs are also played through every kind of store, with the watcher on another node.
//!
//! `TWINS` multiplies the number of pairs. The default is 3 if `CI` is `true`, which makes more than 10,000 pairs, else
//! 1.
//!
//! A binary of its own: it keeps every core busy, and the integration tests wait for real servers in real time.
#![cfg(test)]

#[path = "../../../hall/tests/integration/common/mod.rs"]
mod common;

mod hand;
mod junior;
mod planted;
mod wampus;
mod wire;
mod wizards;
mod wordle;

use common::start_of as start;
use engine::{AnyGame, Chance, Names, Seat, Start, Viewer};
use games::GAMES;
use hall::{Hall, LeaveReason, Store};
use line::pipe::{self, PipeViewer};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The number of pairs to try, multiplied by `TWINS`.
fn many(pairs: u64) -> u64 {
    let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    let usual = if is_ci { 3 } else { 1 };
    pairs * std::env::var("TWINS").ok().map_or(usual, |times| times.parse().unwrap())
}

/// The real games, or those with a planted leak.
type Games = &'static [&'static dyn AnyGame];

/// The output of the pipe, in one block for each command; the first block holds the greeting and the first update.
fn piped(start: &Start, viewer: PipeViewer, lines: &[String]) -> Vec<String> {
    piped_by(GAMES, start, viewer, lines)
}

fn piped_by(games: Games, start: &Start, viewer: PipeViewer, lines: &[String]) -> Vec<String> {
    let hall = Hall::new(games, Store::memory());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (mut output, input) = (Vec::new(), lines.join("\n"));
    runtime.block_on(pipe::run(&hall, start, viewer, None, input.as_bytes(), &mut output)).unwrap();
    let output = String::from_utf8(output).unwrap();
    let mut blocks = Vec::new();
    let mut block = String::new();
    for line in output.lines() {
        block.push_str(line);
        let more = line.starts_with(r#"{"hello""#) || line.starts_with(r#"{"hint""#);
        if !more {
            blocks.push(std::mem::take(&mut block));
        }
    }
    blocks
}

/// The updates that `watch` sends to a viewer on another node, one for each line, each with the progress that a list of
/// matches shows then.
fn watched_by(
    games: Games,
    store: &Store,
    start: &Start,
    viewer: Viewer,
    lines: &[String],
) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (hall, other) = (Hall::new(games, store.clone()), Hall::new(games, store.clone()));
        let id = hall.open(start).await.unwrap();
        let listed = async || {
            let mut listed = String::new();
            for seat in (0..start.seats).map(Seat) {
                listed.push_str(&other.progress(&id, seat).await.unwrap());
            }
            listed
        };
        let mut watch = other.watch(&id, viewer).await.unwrap();
        let mut updates = vec![watch.next().await.unwrap()];
        let mut lists = vec![listed().await];
        for line in lines {
            let seen = updates.last().unwrap().seq;
            let (seat, line) = line.split_once(": ").unwrap_or(("0", line));
            let seat = Seat(seat.parse().unwrap());
            let done = match line {
                "/hint" => hall.hint(&id, seat, Default::default()).await.map(drop),
                "/leave" => hall.leave(&id, seat, LeaveReason::Resigned).await.map(drop),
                line => hall.act(&id, seat, seen, line).await.map(drop),
            };
            updates.push(match done {
                Ok(()) => watch.next().await.unwrap(),
                Err(_) => other.look(&id, viewer).await.unwrap(),
            });
            lists.push(listed().await);
        }
        let json = |(update, listed): (hall::Update, &String)| {
            let update = update.named(&Names::by_seat());
            format!("{} {listed}", serde_json::to_string(&update).unwrap())
        };
        updates.into_iter().zip(&lists).map(json).collect()
    })
}

/// Plays these lines in both twins; the first `alike` responses (the opening is the first) to seat 0 and to the public
/// must be equal.
fn compare(one: &Start, two: &Start, lines: &[String], alike: usize) {
    static PAIRS: AtomicUsize = AtomicUsize::new(0);
    let pair = PAIRS.fetch_add(1, Relaxed);
    wire::compare(GAMES, one, two, lines, alike);
    // The network matters most, because strangers use it, and it is the fastest to test.
    if pair.is_multiple_of(many(1) as usize) {
        compare_pipes(GAMES, one, two, lines, alike);
        compare_watches(GAMES, one, two, lines, alike);
    }
    // Commits are slow.
    if pair.is_multiple_of(EACH) {
        compare_stores(GAMES, one, two, lines, alike);
    }
}

/// One of this many pairs goes through every store.
const EACH: usize = 50;

fn compare_pipes(games: Games, one: &Start, two: &Start, lines: &[String], alike: usize) {
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public].map(PipeViewer::Fixed) {
        let (ours, theirs) =
            (piped_by(games, one, viewer, lines), piped_by(games, two, viewer, lines));
        for n in 0..alike {
            assert_eq!(ours[n], theirs[n], "the pipe tells twins apart at {:?}", &lines[..n]);
        }
    }
}

fn compare_watches(games: Games, one: &Start, two: &Start, lines: &[String], alike: usize) {
    compare_watched(games, &Store::memory(), one, two, lines, alike);
}

fn compare_stores(games: Games, one: &Start, two: &Start, lines: &[String], alike: usize) {
    stores().iter().for_each(|store| compare_watched(games, store, one, two, lines, alike));
}

fn compare_watched(
    games: Games,
    store: &Store,
    one: &Start,
    two: &Start,
    lines: &[String],
    alike: usize,
) {
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
        let [ours, theirs] = [one, two].map(|start| watched_by(games, store, start, viewer, lines));
        for n in 0..alike {
            assert_eq!(ours[n], theirs[n], "watching tells twins apart at {:?}", &lines[..n]);
        }
    }
}

/// One store of each kind for all pairs. The file stays in the target folder until the next run.
fn stores() -> &'static [Store] {
    static STORES: OnceLock<Vec<Store>> = OnceLock::new();
    STORES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twins");
        let _ = std::fs::remove_dir_all(&folder);
        let file = Store::sqlite(&folder.join("matches.db")).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let server = common::server::server();
        let server =
            server.map(|server| runtime.block_on(Store::postgres(&server.database())).unwrap());
        [file].into_iter().chain(server).collect()
    })
}
