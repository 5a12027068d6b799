//! The log alone gives the match: whatever happens in it, in every game and on every store, what was
//! seen live is what another house reads. (In debug builds the hall itself checks each entry, too.)
//!
//! `MATCHES` says how many each game plays on each store; usually it is 8.

mod common;

use common::{many, stores};
use engine::{AnyGame, Budget, Chance, Seat, Start, Viewer};
use hall::{Hall, LeaveReason, MatchId, Occupant, Store, Watch};
use std::collections::BTreeMap;

/// A viewer, and every update they have had.
struct Ear {
    viewer: Viewer,
    watch: Watch,
    heard: Vec<String>,
}

/// Something that may happen: moves most of the time, and now and then all that can be done besides.
async fn happen(hall: &Hall, id: &MatchId, seats: u8, chance: &mut Chance) -> &'static str {
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
        (Ok(()), what) => what,
        (Err(refusal), _) => {
            let known = ["house.seat", "house.over", "house.turn"];
            assert!(known.contains(&refusal.code), "{refusal}");
            "refused"
        }
    }
}

/// Plays a match in one house while everybody follows it in another; then a third one reads it.
async fn play(
    store: &Store,
    game: &'static dyn AnyGame,
    seed: u64,
    met: &mut BTreeMap<&'static str, usize>,
) {
    let house = || Hall::new(games::GAMES, store.clone());
    let (hall, elsewhere) = (house(), house());
    let mut chance = Chance::new(seed, 9);
    let presets = game.presets().unwrap();
    let (_, settings) = chance.pick(&presets).unwrap().clone();
    let (fewest, most) = (game.info().fewest, game.info().most);
    let seats = fewest + chance.below(u64::from(most - fewest) + 1) as u8;
    let mut start = Start { game, settings, seats, words: "en-1".into(), seed };
    // A board may be too small for so many.
    if hall.dealt(&start).await.is_err() {
        start.seats = fewest;
    }
    let id = hall.open(&start).await.unwrap();
    let mut ears = Vec::new();
    for viewer in Viewer::all(start.seats) {
        let watch = elsewhere.watch(&id, viewer).await.unwrap();
        ears.push(Ear { viewer, watch, heard: Vec::new() });
    }
    loop {
        let seq = hall.look(&id, Viewer::Public).await.unwrap().seq;
        let mut over = false;
        for ear in &mut ears {
            if ear.heard.len() as u64 > seq {
                continue;
            }
            let update = ear.watch.next().await.unwrap();
            over = update.over.is_some();
            ear.heard.push(serde_json::to_string(&update).unwrap());
        }
        // The Builder has no end of its own.
        if over || seq > 60 {
            break;
        }
        *met.entry(happen(&hall, &id, start.seats, &mut chance).await).or_default() += 1;
    }
    let reader = house();
    for ear in ears {
        let read = reader.replay(&id, ear.viewer).await.unwrap();
        let read: Vec<_> =
            read.iter().map(|update| serde_json::to_string(update).unwrap()).collect();
        assert_eq!(read, ear.heard, "{} {seed} {:?}", game.info().id, ear.viewer);
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
    for what in ["moved", "resigned", "timed out", "aborted", "hinted", "sat", "refused"] {
        assert!(met.get(what).is_some_and(|count| *count > 3), "{what}: {met:?}");
    }
    println!("{met:?}");
}
