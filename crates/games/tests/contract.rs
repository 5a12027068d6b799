//! The contract of the engine over every game, and the rules for golden matches.

use engine::check::Contract;
use engine::{AnyGame, Game, Json, Match, Play, Settings, Viewer};
use games::GAMES;
use std::sync::Arc;
use words::Lexicon;

/// What must have happened to a game in a thousand matches, beside each of its refusals.
fn wanted(game: &str) -> &'static [&'static str] {
    match game {
        "null" => &["event Dealt", "event Added", "event Sprung", "event Left", "event Ended"],
        "junior" => &[
            "event Dealt",
            "event Turned",
            "event Placed",
            "event Swapped",
            "event Skipped",
            "event Refilled",
            "event Left",
            "event Ended",
            "won",
            "tie",
        ],
        "builder" => &[
            "event Put",
            "event Removed",
            "event Filled",
            "event Undone",
            "event Redone",
            "event Saved",
            "event Left",
        ],
        "wizards" => &[
            "event Dealt",
            "event Guessed",
            "event Missed",
            "event Bonus",
            "event Shuffled",
            "event Revealed",
            "event Ended",
            "won",
            "lost",
        ],
        "wampus" => &["won", "lost"],
        "wordle" => &["event Dealt", "event Guessed", "event Left", "event Ended", "won", "lost"],
        "hand" => &[
            "event Dealt",
            "event Began",
            "event Swapped",
            "event Kept",
            "event Played",
            "event RanOut",
            "event Ended",
            "event Replayed",
            "event Settled",
            "event Left",
            "event Over",
        ],
        _ => &[],
    }
}

/// Lines to try at every step, beside what is offered.
fn probes(game: &str) -> &'static [&'static str] {
    match game {
        "null" => &["add 1", "add 2", "add 3", "add 4", "ADD 3"],
        // Words of both boards that it plays on begin or end here.
        "junior" => &[
            "place Aa", "place Bh", "place Ce", "place De", "place Fd", "place Ke", "place Mj",
            "Eb", "Hc", "PLACE Jj", "place Zz", "place aa", "swap QZ", "swap e", "swap AR", "swap",
            "AaBb",
        ],
        "builder" => &[
            "put Aa H CAT",
            "Ca V dog",
            "put Hh H CAT",
            "put aa H CAT",
            "Aa h CAT",
            "put Aa H C4T",
            "put Aa H CAT DOG",
            "put Aa V XQZZ",
            "remove Aa H",
            "remove Ba V",
            "remove Aa",
            "UNDO",
            "redo",
            "fill 2",
            "fill 0",
            "fill 401",
            "save now",
        ],
        "wizards" => &[
            "guess tea",
            "guess ire",
            "guess era",
            "guess tee",
            "guess sir",
            "Guess STARE",
            "guess",
            "guess a b",
            "reveal",
        ],
        "wampus" => &["move up", "MOVE Left", "shoot up", "grab", "grab it", "move", "up"],
        "wordle" => &["guess crane", "guess zzzzz", "guess vivid", "GUESS Mamma", "guess cr ane"],
        "hand" => &[
            "swap q", "swap *", "SWAP E", "keep", "play it", "play *t", "play", "done", "replay",
            "next",
        ],
        _ => &[],
    }
}

/// Refusals that only an opening can meet: the game's own tests see to them.
fn of_the_opening(game: &str) -> &'static [&'static str] {
    match game {
        "junior" => &["junior.size", "junior.clash", "junior.few"],
        "builder" => &["junior.size", "junior.outside", "junior.clash"],
        _ => &[],
    }
}

/// How many seeds to play for each number of seats: fewer where a match is long.
fn seeds(game: &str) -> u64 {
    match game {
        "junior" => 40,
        "builder" => 60,
        _ => 1_000,
    }
}

/// Names what is remarkable about a step of a game.
fn notice(game: &str) -> fn(&[Json], &Json) -> Vec<&'static str> {
    let _ = game;
    |_, _| Vec::new()
}

fn built_in() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

fn keeps_the_contract(game: &'static dyn AnyGame) {
    let info = game.info();
    let contract = Contract {
        words: built_in(),
        seeds: 0..1_000,
        probes: probes(info.id),
        notice: notice(info.id),
    };
    let coverage = contract.check(game).unwrap_or_else(|breach| panic!("{breach}"));
    for (what, count) in coverage.iter() {
        println!("{:8} {what}: {count}", info.id);
    }
    let refusals: Vec<_> = info.codes.iter().map(|code| format!("refusal {code}")).collect();
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
            let mut folded =
                Match::<G>::restore(&setup, seats, seed, built_in(), &dealt).unwrap();
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
