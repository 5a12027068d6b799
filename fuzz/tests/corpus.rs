//! Runs every fuzz target on its stored inputs and on a megabyte of junk, with stable Rust.
#![cfg(test)]

use std::path::Path;

type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    ("board", fuzz::board),
    ("builder", fuzz::builder),
    ("list", fuzz::list),
    ("log", fuzz::log),
    ("pipe", fuzz::pipe),
    ("play", fuzz::play),
    ("socket", fuzz::socket),
    ("ticket", fuzz::ticket),
    ("settings", fuzz::settings),
];

#[test]
fn every_kept_input_is_survived() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut found = 0;
        for file in std::fs::read_dir(&folder).unwrap() {
            target(&std::fs::read(file.unwrap().path()).unwrap());
            found += 1;
        }
        assert!(found > 0, "{name} has no corpus");
    }
}

#[test]
fn a_megabyte_of_junk_is_survived() {
    const MEGABYTE: usize = 1 << 20;
    let mut junk = Vec::with_capacity(MEGABYTE);
    let mut chance = engine::Chance::new(7, 7);
    while junk.len() < MEGABYTE {
        junk.push(chance.below(256) as u8);
    }
    let one_line = vec![b'a'; MEGABYTE];
    let newlines = vec![b'\n'; MEGABYTE / 16];
    let letters: Vec<u8> =
        junk.iter().map(|byte| if byte % 9 == 0 { b'\n' } else { b'a' + byte % 26 }).collect();
    for (_, target) in TARGETS {
        for junk in [&junk, &one_line, &newlines, &letters] {
            target(junk);
        }
    }
}

/// A stored match of a game, one entry per line.
fn stored(game: &'static dyn engine::AnyGame) -> String {
    let (seats, words) = (game.info().fewest, "en-1".to_owned());
    let settings = game.read(&[]).unwrap();
    let start = engine::Start { game, settings, seats, words, seed: 7 };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = hall::Store::memory();
        let hall = hall::Hall::new(games::GAMES, store.clone());
        let id = hall.open(&start).await.unwrap();
        for _ in 0..30 {
            let seat = hall.acting(&id).await.unwrap();
            if hall.bot(&id, seat, "random", engine::Budget::default()).await.is_err() {
                break;
            }
        }
        let log = store.load(&id, 0).await.unwrap();
        let lines = log.iter().map(|logged| serde_json::to_string(&logged.entry).unwrap());
        lines.collect::<Vec<_>>().join("\n")
    })
}

#[test]
fn spoilt_plays_of_every_game_are_survived() {
    let mut chance = engine::Chance::new(13, 0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/games/src");
    for game in games::GAMES {
        let file = std::fs::read_dir(folder.join(game.info().id).join("plays")).unwrap().next();
        let whole = std::fs::read_to_string(file.unwrap().unwrap().path()).unwrap();
        fuzz::play(whole.as_bytes());
        let lines: Vec<_> = whole.lines().collect();
        for _ in 0..30 {
            let mut spoilt = whole.clone().into_bytes();
            let at = chance.below(spoilt.len() as u64) as usize;
            spoilt[at] = 32 + chance.below(95) as u8;
            fuzz::play(&spoilt);
            let mut lines = lines.clone();
            let (a, b) = (chance.below(lines.len() as u64), chance.below(lines.len() as u64));
            match chance.below(4) {
                0 => drop(lines.remove(a as usize)),
                1 => lines.insert(a as usize, lines[b as usize]),
                2 => lines.truncate(a as usize),
                _ => lines.swap(a as usize, b as usize),
            }
            fuzz::play(lines.join("\n").as_bytes());
        }
    }
}

#[test]
fn spoilt_logs_of_every_game_are_survived() {
    let mut chance = engine::Chance::new(11, 0);
    for (n, game) in (0..).zip(games::GAMES) {
        let whole = stored(*game);
        fuzz::log(&[&[n, 1], whole.as_bytes()].concat());
        let places = whole.len() as u64;
        for _ in 0..60 {
            let mut spoilt = whole.clone().into_bytes();
            for _ in 0..=chance.below(4) {
                // Changing a digit reaches further than changing any byte: the line still parses.
                let at = chance.below(places) as usize;
                let digits = spoilt.iter().skip(at).position(u8::is_ascii_digit);
                match (chance.below(4), digits) {
                    (0, _) => spoilt[at] = chance.below(256) as u8,
                    (1, Some(next)) => spoilt[at + next] = b'9',
                    (_, Some(next)) => spoilt[at + next] = b'0' + chance.below(10) as u8,
                    _ => {}
                }
            }
            fuzz::log(&[&[n, 1], spoilt.as_slice()].concat());
        }
        // Lines missing, doubled and reordered.
        let lines: Vec<_> = whole.lines().collect();
        for _ in 0..20 {
            let mut lines = lines.clone();
            let (a, b) = (chance.below(lines.len() as u64), chance.below(lines.len() as u64));
            match chance.below(3) {
                0 => drop(lines.remove(a as usize)),
                1 => lines.insert(a as usize, lines[b as usize]),
                _ => lines.swap(a as usize, b as usize),
            }
            fuzz::log(&[&[n, 1], lines.join("\n").as_bytes()].concat());
        }
    }
}
