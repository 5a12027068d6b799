//! Checks that the twins notice a leak. Every game gets one: its views contain a trace of the seed and of the secret
//! settings.

use super::*;
use crate::common::altered::{Alter, Altered};
use engine::{AnyMatch, Json, Settings};
use serde_json::value::RawValue;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Adds a trace of the secrets to every view.
#[derive(Clone, Copy)]
struct Leak(u64);

static LEAKY: Games = &[
    &Altered("wordle", Leak(0)),
    &Altered("wampus", Leak(0)),
    &Altered("hand", Leak(0)),
    &Altered("wizards", Leak(0)),
    &Altered("junior", Leak(0)),
];

impl Alter for Leak {
    fn dealt(self, settings: &Settings, seed: u64) -> Leak {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        settings.iter().for_each(|(_, value)| value.to_string().hash(&mut hasher));
        Leak(hasher.finish())
    }
    fn view(&self, honest: &dyn AnyMatch, viewer: Viewer) -> Json {
        let view = honest.view(viewer);
        let rest = view.get().strip_prefix('{').unwrap();
        RawValue::from_string(format!(r#"{{"trace":{},{rest}"#, self.0)).unwrap()
    }
}

/// Twins of a game, which differ only in a secret setting or in the seed.
fn twins(game: &str) -> [Start; 2] {
    let set = |set: &[(&str, &str)], seed| start(game, set, seed);
    match game {
        "wordle" => [set(&[("word", "crane")], 1), set(&[("word", "moist")], 1)],
        "wampus" => ["A..P:..W.:....:.G..", "A...:.P..:..W.:..G."]
            .map(|layout| set(&[("layout", layout)], 1)),
        "hand" => [1, 2].map(|seed| set(&[("deals", "cat*"), ("hands", "3")], seed)),
        "wizards" => [1, 2].map(|seed| set(&[("main", "streak")], seed)),
        _ => ["AAA", "EEE"].map(|draws| set(&[("racks", "hidden"), ("draws", draws)], 1)),
    }
}

#[test]
fn a_planted_leak_is_noticed_in_every_game_by_every_comparison() {
    for &game in LEAKY {
        let [one, two] = twins(game.info().id).map(|start| Start { game, ..start });
        for compare in [compare_pipes, compare_watches, compare_stores, wire::compare] {
            let compared = catch_unwind(AssertUnwindSafe(|| compare(LEAKY, &one, &two, &[], 1)));
            let message = compared.unwrap_err().downcast::<String>().unwrap();
            assert!(message.contains("twins apart at []"), "{}: {message}", game.info().id);
            assert!(message.contains("trace"), "{}: {message}", game.info().id);
        }
    }
}
