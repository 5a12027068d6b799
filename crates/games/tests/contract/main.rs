//! The contract of the engine over every game, and the rules for golden matches.

mod met;

use engine::check::Contract;
use engine::{AnyGame, Game, Match, Play, Settings, Viewer};
use games::GAMES;
use met::{notice, of_the_opening, probes, wanted};
use std::sync::Arc;
use words::Lexicon;

fn built_in() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

/// How many matches to play for each number of seats: fewer where they are long.
fn seeds(game: &str) -> u64 {
    match game {
        "junior" => 200,
        "builder" => 500,
        _ => 1_000,
    }
}

fn keeps_the_contract(game: &'static dyn AnyGame) {
    let info = game.info();
    let contract =
        Contract { words: built_in(), seeds: 0..seeds(info.id), probes: probes(info.id), notice };
    let coverage = contract.check(game).unwrap_or_else(|breach| panic!("{breach}"));
    for (what, count) in coverage.iter() {
        println!("{:8} {what}: {count}", info.id);
    }
    let in_play = info.codes.iter().filter(|code| !of_the_opening(info.id).contains(code));
    let refusals: Vec<_> = in_play.map(|code| format!("refusal {code}")).collect();
    let mut all: Vec<_> = refusals.iter().map(String::as_str).collect();
    all.extend(["hint", "leave"]);
    all.extend(wanted(info.id));
    assert_eq!(coverage.missing(&all), Vec::<&str>::new(), "{} never met these", info.id);
}

/// Every second game, so that two cores share the work; no game can be forgotten.
fn every_second_game_keeps_the_contract(from: usize) {
    for &game in GAMES.iter().skip(from).step_by(2) {
        let begun = std::time::Instant::now();
        keeps_the_contract(game);
        println!("{:8} took {:?}", game.info().id, begun.elapsed());
    }
}

#[test]
fn even_games_keep_the_contract() {
    every_second_game_keeps_the_contract(0);
}

#[test]
fn odd_games_keep_the_contract() {
    every_second_game_keeps_the_contract(1);
}

#[test]
fn every_golden_match_plays_as_written() {
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
        assert!(found > 0, "{} has no golden match", game.info().id);
    }
}

/// The typed path and the erased path lead to the same events and views.
fn agree<G: Game>() {
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
                assert!(folded.state() == typed.state(), "the log leads elsewhere: {name} {seed}");
            }
        }
    }
}

#[test]
fn typed_and_erased_paths_agree() {
    agree::<games::null::Null>();
    agree::<games::junior::Junior>();
    agree::<games::builder::Builder>();
    agree::<games::wampus::Wampus>();
    agree::<games::wizards::Wizards>();
    agree::<games::wordle::Wordle>();
    agree::<games::hand::Hand>();
    assert_eq!(GAMES.len(), 7, "add the new game here");
}
