//! Hand, tested through its lines: what is typed, what is seen and what is said.

mod best;
mod bots_and_hints;
mod dealing;
mod lines;
mod twins;
mod worked;

use super::*;
use engine::{AnyGame, AnyMatch, Erased, Json, Step};
use serde_json::Value;
use std::sync::Arc;
use words::Lexicon;

static HAND: Erased<Hand> = Erased::new();

fn english() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

/// A match at the table of one player.
struct TestMatch {
    game: Arc<dyn AnyMatch>,
    events: Vec<Vec<Json>>,
}

impl TestMatch {
    fn open(setup: &[(&str, &str)]) -> TestMatch {
        TestMatch::try_open(setup, 1, english()).unwrap()
    }

    fn try_open(
        setup: &[(&str, &str)],
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<TestMatch, Refusal> {
        let given: Vec<_> = setup.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let Step { events, next, .. } = HAND.open(&HAND.read(&given)?, 1, seed, words)?;
        Ok(TestMatch { game: next, events: vec![events] })
    }

    /// A fixed hand, alone.
    fn hand(letters: &str) -> TestMatch {
        TestMatch::open(&[("deals", letters)])
    }

    /// Takes a step, and gives what is said.
    fn step(&mut self, step: Step) -> Vec<String> {
        let said = step.narration.for_viewer(Viewer::Seat(Seat(0))).map(str::to_owned).collect();
        self.game = step.next;
        self.events.push(step.events);
        said
    }

    fn say(&mut self, line: &str) -> Vec<String> {
        let step =
            self.game.act(Seat(0), line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        self.step(step)
    }

    fn leave(&mut self) -> Vec<String> {
        let step = self.game.leave(Seat(0)).unwrap();
        self.step(step)
    }

    fn refusal(&self, line: &str) -> Refusal {
        self.game.act(Seat(0), line).err().unwrap_or_else(|| panic!("{line} was accepted"))
    }

    fn json(&self) -> String {
        self.game.view(Viewer::Seat(Seat(0))).get().to_owned()
    }

    fn see(&self, field: &str) -> Value {
        serde_json::from_str::<Value>(&self.json()).unwrap()[field].clone()
    }

    fn view(&self) -> View {
        serde_json::from_str(&self.json()).unwrap()
    }

    fn score(&self) -> Option<i64> {
        self.game.outcome().map(|outcome| outcome.scores[0])
    }
}

#[test]
fn the_golden_plays_end_as_they_say() {
    for text in [
        include_str!("../plays/one-hand.play"),
        include_str!("../plays/two-hands.play"),
        include_str!("../plays/sacrifice.play"),
        include_str!("../plays/costly.play"),
        include_str!("../plays/worse-again.play"),
    ] {
        let play: engine::Play = text.parse().unwrap();
        play.run(&[&HAND], english()).unwrap_or_else(|error| panic!("{error} in {text}"));
    }
}

#[test]
fn every_code_of_a_refusal_is_listed() {
    let mut table = TestMatch::open(&[("deals", "cat*:dog*")]);
    let codes = ["play cat", "swap z", "play", "hello"].map(|line| table.refusal(line).code);
    assert_eq!(codes, ["hand.phase", "hand.letter", "hand.empty", "hand.line"]);
    assert_eq!(codes.as_slice(), Hand::INFO.codes);
    table.say("keep");
    assert_eq!(table.refusal("keep").code, "hand.phase");
}
