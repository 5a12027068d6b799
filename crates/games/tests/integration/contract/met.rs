//! What must happen in the matches of the contract for each game, and lines that make it happen.

use engine::{AnyMatch, Json, Viewer};
use serde_json::Value;

/// What must have happened in a thousand matches of a game, besides each of its refusals.
pub(crate) fn wanted(game: &str) -> &'static [&'static str] {
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
            "exchange of two",
            "exchange of one",
            "one tile completes two words",
            "leaving with three seats",
        ],
        "builder" => &[
            "event Put",
            "event Removed",
            "event Filled",
            "event Undone",
            "event Redone",
            "event Saved",
            "event Left",
            "free move",
        ],
        "wizards" => &[
            "event Dealt",
            "event Guessed",
            "event Missed",
            "event Bonus",
            "event Shuffled",
            "event Revealed",
            "free move",
            "reveal at one life",
            "event Ended",
            "won",
            "lost",
        ],
        "wampus" => &[
            "event Dealt",
            "event Moved",
            "event Bumped",
            "event Shot",
            "event Grabbed",
            "event Ended",
            "a hit",
            "won",
            "lost",
        ],
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
            "a sacrifice that pays",
            "event Left",
            "event Over",
        ],
        _ => &[],
    }
}

/// Lines to try at every step, besides the choices of the scene.
pub(crate) fn probes(game: &str) -> &'static [&'static str] {
    match game {
        "null" => &["add 1", "add 2", "add 3", "add 4", "ADD 3"],
        // Words of both boards of the presets start or end here.
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

/// Refusal codes that occur only when a match is opened. The tests of the game cover them.
pub(crate) fn opening_only(game: &str) -> &'static [&'static str] {
    match game {
        "junior" => &["junior.size", "junior.clash", "junior.few"],
        "builder" => &["junior.size", "junior.outside", "junior.clash"],
        _ => &[],
    }
}

/// The names of the notable things in a step, from its events and the match before it.
pub(crate) fn notice(events: &[Json], before: &dyn AnyMatch) -> Vec<&'static str> {
    let mut met = Vec::new();
    for event in events {
        let event: Value = serde_json::from_str(event.get()).unwrap();
        let given = event["Swapped"]["given"].as_str().map(str::len);
        let settled = &event["Settled"];
        let best = settled["par"]["valid"]["points"].as_u64();
        let last_life = || before.view(Viewer::Public).get().contains("\"lives\":1,");
        let notable = [
            ("exchange of two", given == Some(2)),
            ("exchange of one", given == Some(1)),
            (
                "one tile completes two words",
                event["Placed"]["done"].as_array().is_some_and(|done| done.len() == 2),
            ),
            ("leaving with three seats", event["Left"]["seat"].is_u64() && before.seats() == 3),
            (
                "a sacrifice that pays",
                best.is_some_and(|best| settled["score"].as_u64() > Some(best)),
            ),
            ("reveal at one life", event["Revealed"].is_object() && last_life()),
            ("a hit", event["Shot"]["killed"].is_array() || event["Shot"]["hit"].is_array()),
        ];
        met.extend(notable.into_iter().filter(|(_, met)| *met).map(|(name, _)| name));
    }
    met
}
