//! The time of a hint in Wordle, by length of the word, with and without hard mode: matches with random guesses, a
//! hint before every guess. The worst one counts. On Linux it is the processor time of the thread, so that other
//! programs don't disturb it.
#![allow(clippy::expect_used, clippy::print_stdout)]

use engine::{Budget, Chance, Cx, Game, Match, Minds, Seat, Settings, Viewer};
use games::wordle::Wordle;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use words::Lexicon;

const MATCHES: u64 = 60;

fn main() {
    println!("{:>6} {:>5} {:>6} {:>12} {:>12}", "length", "hard", "hints", "median", "worst");
    for length in 4..=8_u8 {
        for hard in [false, true] {
            let mut times = hints(length, hard);
            times.sort();
            let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
            println!("{length:>6} {hard:>5} {:>6} {median:>12.1?} {worst:>12.1?}", times.len());
        }
    }
}

/// The time that this thread has computed; elsewhere than on Linux, the time since the first call.
fn now() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let computed = text.split(' ').next().and_then(|nanos| nanos.parse().ok());
    computed.map_or_else(|| FIRST.elapsed(), Duration::from_nanos)
}

fn hints(length: u8, hard: bool) -> Vec<Duration> {
    let words = Arc::new(Lexicon::builtin().clone());
    let given = [("length", length.to_string()), ("hard", hard.to_string())];
    let given = given.map(|(key, value)| (key.to_owned(), value));
    let settings = Settings::read::<<Wordle as Game>::Setup>(&given).expect("valid settings");
    let setup = settings.setup().expect("valid settings");
    let mut times = Vec::new();
    for seed in 0..MATCHES {
        let (mut game, _) =
            Match::<Wordle>::open(&setup, 1, seed, Arc::clone(&words)).expect("a valid setup");
        for n in 0.. {
            let Some(seat) = game.to_act().iter().next() else { break };
            let view = game.view(Viewer::Seat(seat));
            let mut cx = Cx::new(&words, Chance::new(seed, n), Budget::default());
            let started = now();
            let hint = Wordle::hint(&view, &mut cx);
            times.push(now() - started);
            assert!(hint.is_some(), "a match in play has a hint");
            let (_, bot) = Wordle::BOTS[n as usize % 2];
            let guess = bot(&view, &mut cx);
            game.act(Seat(0), guess).expect("bots make legal moves");
        }
    }
    times
}
