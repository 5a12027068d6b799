//! The log alone reproduces the match: in every game and on every store, another server replays exactly what was seen
//! live. (In debug builds the hall itself checks each entry, too.)
//!
//! `MATCHES` sets how many matches of each game are played on each store (8 by default).

use crate::common::{json, many, stores};
use engine::{AnyGame, Budget, Chance, Seat, Start, Viewer};
use hall::{Hall, LeaveReason, MatchId, Occupant, Store, Watch};
use std::collections::BTreeMap;

/// A viewer, and every update they have received.
struct Observer {
    viewer: Viewer,
    watch: Watch,
    updates: Vec<String>,
}

/// A random action: mostly moves, and sometimes anything else that is possible.
async fn act_at_random(hall: &Hall, id: &MatchId, seats: u8, chance: &mut Chance) -> &'static str {
    let seat = hall.acting(id).await.unwrap();
    let other = Seat(chance.below(u64::from(seats)) as u8);
    let done = match chance.below(40) {
        0 => (hall.leave(id, other, LeaveReason::Resigned).await.map(drop), "resigned"),
        1 => (hall.leave(id, other, LeaveReason::TimedOut).await.map(drop), "timed out"),
        2 => (hall.leave(id, other, LeaveReason::Aborted).await.map(drop), "aborted"),
        3 => (hall.hint(id, seat, Budget::default()).await.map(drop), "hinted"),
        4 => (hall.sit(id, other, Occupant::Player("Ann".into())).await.map(drop), "sat"),
        _ => (hall.bot(id, seat, "random", Budget::default()).await.map(drop), "moved"),
    };
    match done {
        (Ok(()), action) => action,
        (Err(refusal), _) => {
            let known = ["house.seat", "house.over", "house.turn"];
            assert!(known.contains(&refusal.code.as_str()), "{refusal}");
            "refused"
        }
    }
}

/// Plays a match in one hall while every viewer follows it in another; then a third one replays it.
async fn play(
    store: &Store,
    game: &'static dyn AnyGame,
    seed: u64,
    met: &mut BTreeMap<&'static str, usize>,
) {
    let new_hall = || Hall::new(games::GAMES, store.clone());
    let (hall, elsewhere) = (new_hall(), new_hall());
    let mut chance = Chance::new(seed, 9);
    let presets = game.presets().unwrap();
    let (_, settings) = chance.pick(&presets).unwrap().clone();
    let (fewest, most) = (game.info().fewest, game.info().most);
    let seats = fewest + chance.below(u64::from(most - fewest) + 1) as u8;
    let mut start = Start { game, settings, seats, words: "en-1".into(), seed };
    // A board may be too small for this many players.
    if hall.dealt(&start).await.is_err() {
        start.seats = fewest;
    }
    let id = hall.open(&start).await.unwrap();
    let mut observers = Vec::new();
    for viewer in Viewer::all(start.seats) {
        let watch = elsewhere.watch(&id, viewer).await.unwrap();
        observers.push(Observer { viewer, watch, updates: Vec::new() });
    }
    loop {
        let seq = hall.look(&id, Viewer::Public).await.unwrap().seq;
        let mut over = false;
        for observer in &mut observers {
            if observer.updates.len() as u64 > seq {
                continue;
            }
            let update = observer.watch.next().await.unwrap();
            over = update.over.is_some();
            observer.updates.push(json(update));
        }
        // Builder doesn't end by itself.
        if over || seq > 60 {
            break;
        }
        *met.entry(act_at_random(&hall, &id, start.seats, &mut chance).await).or_default() += 1;
    }
    let reader = new_hall();
    for observer in observers {
        let read = reader.replay(&id, observer.viewer).await.unwrap();
        let read: Vec<_> = read.into_iter().map(json).collect();
        assert_eq!(read, observer.updates, "{} {seed} {:?}", game.info().id, observer.viewer);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_server_replays_what_was_seen_live() {
    let matches = many("MATCHES", 8);
    let mut met = BTreeMap::new();
    for fresh in stores().await {
        for &game in games::GAMES {
            for seed in 0..matches {
                play(&fresh.store, game, seed, &mut met).await;
            }
        }
    }
    for action in ["moved", "resigned", "timed out", "aborted", "hinted", "sat", "refused"] {
        assert!(met.get(action).is_some_and(|count| *count > 3), "{action}: {met:?}");
    }
    println!("{met:?}");
}
