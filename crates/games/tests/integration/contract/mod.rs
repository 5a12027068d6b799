//! Checks the contract of the engine for every game, and runs the recorded matches.

mod met;

use engine::check::{Contract, Coverage};
use engine::{Face, Match, Play, Settings, Viewer};
use games::GAMES;
use met::{notice, opening_only, probes, wanted};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use words::Lexicon;

fn built_in() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

/// The number of matches for each game and number of seats.
const SEEDS: u64 = 1_000;

/// How many matches a thread takes at a time.
const BATCH: usize = 50;

/// All games with all seeds, in batches, on as many threads as there are cores.
#[test]
fn all_games_keep_the_contract() {
    let batches = || (0..SEEDS).step_by(BATCH).map(|from| from..from + BATCH as u64);
    let all: Vec<_> =
        GAMES.iter().flat_map(|&game| batches().map(move |seeds| (game, seeds))).collect();
    let (next, met) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<&str, Coverage>::new()));
    let work = || {
        while let Some((game, seeds)) = all.get(next.fetch_add(1, Relaxed)) {
            let probes = probes(game.info().id);
            let contract = Contract { words: built_in(), seeds: seeds.clone(), probes, notice };
            let seen = contract.check(*game).unwrap_or_else(|breach| panic!("{breach}"));
            met.lock().unwrap().entry(game.info().id).or_default().add(seen);
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    std::thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    for (game, coverage) in met.into_inner().unwrap() {
        check_coverage(game, &coverage);
    }
}

fn check_coverage(game: &str, coverage: &Coverage) {
    for (name, count) in coverage.iter() {
        println!("{game:8} {name}: {count}");
    }
    let info = GAMES.iter().map(|game| game.info()).find(|info| info.id == game).unwrap();
    let in_play = info.codes.iter().filter(|code| !opening_only(game).contains(code));
    let refusals: Vec<_> = in_play.map(|code| format!("refusal {code}")).collect();
    let mut all: Vec<_> = refusals.iter().map(String::as_str).collect();
    all.extend(["hint", "leave"]);
    all.extend(wanted(game));
    assert_eq!(coverage.missing(&all), Vec::<&str>::new(), "these never happened in {game}");
}

#[test]
fn every_recorded_match_plays_as_written() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for game in GAMES {
        let plays = folder.join(game.info().id).join("plays");
        let mut found = 0;
        for file in std::fs::read_dir(&plays).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let play: Play = text.parse().unwrap_or_else(|error| panic!("{path:?}: {error}"));
            play.run(GAMES, built_in()).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            found += 1;
        }
        assert!(found > 0, "{} has no recorded match", game.info().id);
    }
}

/// Checks that `Match` and its type-erased form give the same events and views.
fn agree<G: Face>() {
    let erased = GAMES.iter().find(|game| game.info().id == G::INFO.id).unwrap();
    for seed in 0..50 {
        for (name, setup) in G::presets() {
            let seats = G::INFO.fewest;
            let (mut typed, dealt) = Match::<G>::open(&setup, seats, seed, built_in()).unwrap();
            let mut folded = Match::<G>::restore(&setup, seats, seed, built_in(), &dealt).unwrap();
            let settings = Settings::of(&setup).unwrap();
            let mut step = erased.open(&settings, seats, seed, built_in()).unwrap();
            let mut events = serde_json::to_string(&dealt).unwrap();
            for _ in 0..40 {
                assert_eq!(serde_json::to_string(&step.events).unwrap(), events, "{name} {seed}");
                for viewer in Viewer::all(seats) {
                    let view = serde_json::to_string(&typed.view(viewer)).unwrap();
                    assert_eq!(step.next.view(viewer).get(), view);
                }
                assert_eq!(step.next.outcome(), typed.outcome());
                let Some(seat) = typed.to_act().iter().next() else { break };
                let line = step.next.bot(seat, "random", Default::default()).unwrap();
                let action = G::parse(&typed.view(Viewer::Seat(seat)), &line).unwrap();
                assert_eq!(G::line(&action), line);
                step = step.next.act(seat, &line).unwrap();
                let happened = typed.act(seat, action).unwrap();
                events = serde_json::to_string(&happened).unwrap();
                let read: Vec<G::Event> = serde_json::from_str(&events).unwrap();
                folded.apply(&read);
                assert!(
                    folded.state() == typed.state(),
                    "the log gives another state: {name} {seed}"
                );
            }
        }
    }
}

#[test]
fn typed_and_erased_matches_agree() {
    agree::<games::null::Null>();
    agree::<games::junior::Junior>();
    agree::<games::builder::Builder>();
    agree::<games::wampus::Wampus>();
    agree::<games::wizards::Wizards>();
    agree::<games::wordle::Wordle>();
    agree::<games::hand::Hand>();
    assert_eq!(GAMES.len(), 7, "add the new game here");
}
