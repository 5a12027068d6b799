//! The number of moves per second through `Match`, in every game: a bot's moves are repeated from the deal to the end
//! of the match. Wordle uses strict marking.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::{Budget, Chance, Cx, Match, Minds, Seat, Settings, Viewer};
use games::{builder, hand, junior, null, wampus, wizards, wordle};
use std::sync::Arc;
use words::Lexicon;

fn main() {
    divan::main();
}

/// Plays a match with the bot `random`, then times its moves.
fn steps<G: Minds>(bencher: Bencher, set: &[(&str, &str)], seats: u8) {
    let words = Arc::new(Lexicon::builtin().clone());
    let given: Vec<_> =
        set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let settings = Settings::read::<G::Setup>(&given).expect("valid settings");
    let setup: G::Setup = settings.setup().expect("valid settings");
    let (dealt, _) = Match::<G>::open(&setup, seats, 1, Arc::clone(&words)).expect("a valid setup");
    let (_, bot) = G::BOTS[0];
    let (mut game, mut moves) = (dealt.clone(), Vec::<(Seat, G::Action)>::new());
    while let Some(seat) = game.to_act().iter().next().filter(|_| moves.len() < 1_000) {
        let mut cx = Cx::new(&words, Chance::new(2, moves.len() as u64), Budget::default());
        let action = bot(&game.view(Viewer::Seat(seat)), &mut cx);
        game.act(seat, action.clone()).expect("bots make legal moves");
        moves.push((seat, action));
    }
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        let mut game = dealt.clone();
        for (seat, action) in &moves {
            game.play(*seat, action.clone()).expect("the move was legal before");
        }
        game
    });
}

// One match takes less than a microsecond, far less than the resolution of the clock.
#[divan::bench(sample_size = 2000)]
fn wordle_strict(bencher: Bencher) {
    steps::<wordle::Wordle>(bencher, &[("marking", "strict")], 1);
}

#[divan::bench]
fn wampus_moves(bencher: Bencher) {
    steps::<wampus::Wampus>(bencher, &[], 1);
}

#[divan::bench]
fn wizards_guesses(bencher: Bencher) {
    steps::<wizards::Wizards>(bencher, &[], 1);
}

/// Thirteen letters, because par is computed for hands of up to twelve letters only.
#[divan::bench]
fn hand_words(bencher: Bencher) {
    steps::<hand::Hand>(bencher, &[("size", "13")], 1);
}

#[divan::bench]
fn junior_turns(bencher: Bencher) {
    steps::<junior::Junior>(bencher, &[], 2);
}

#[divan::bench]
fn builder_edits(bencher: Bencher) {
    steps::<builder::Builder>(bencher, &[], 1);
}

#[divan::bench]
fn null_steps(bencher: Bencher) {
    steps::<null::Null>(bencher, &[], 2);
}
