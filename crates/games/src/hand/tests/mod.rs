//! Tests of Hand through its lines: they enter lines, and check views and narration.

mod best;
mod bots_and_hints;
mod dealing;
mod lines;
mod twins;
mod worked;

use super::*;
use engine::{
    AnyGame, AnyMatch, Erased, Face, Game, Json, Minds, Refusal, Scene, Seat, Step, Viewer,
};
use serde_json::Value;
use std::sync::Arc;
use words::Lexicon;

static HAND: Erased<Hand> = Erased::new();

fn english() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

/// A match of one player, with the events so far.
struct TestMatch {
    current: Arc<dyn AnyMatch>,
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
        Ok(TestMatch { current: next, events: vec![events] })
    }

    /// A match with a single fixed hand.
    fn hand(letters: &str) -> TestMatch {
        TestMatch::open(&[("deals", letters)])
    }

    /// Takes a step, and returns its narration.
    fn step(&mut self, step: Step) -> Vec<String> {
        let narration =
            step.narration.for_viewer(Viewer::Seat(Seat(0))).map(|said| said.by_seat()).collect();
        self.current = step.next;
        self.events.push(step.events);
        narration
    }

    /// Enters a line that must be accepted, and returns the narration.
    fn enter(&mut self, line: &str) -> Vec<String> {
        let step =
            self.current.act(Seat(0), line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        self.step(step)
    }

    fn leave(&mut self) -> Vec<String> {
        let step = self.current.leave(Seat(0)).unwrap();
        self.step(step)
    }

    fn refusal(&self, line: &str) -> Refusal {
        self.current.act(Seat(0), line).err().unwrap_or_else(|| panic!("{line} was accepted"))
    }

    fn json(&self) -> String {
        self.current.view(Viewer::Seat(Seat(0))).get().to_owned()
    }

    fn field(&self, name: &str) -> Value {
        serde_json::from_str::<Value>(&self.json()).unwrap()[name].clone()
    }

    fn view(&self) -> View {
        serde_json::from_str(&self.json()).unwrap()
    }

    fn score(&self) -> Option<i64> {
        self.current.outcome().map(|outcome| outcome.scores[0])
    }
}

#[test]
fn recorded_matches_end_as_written() {
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
fn info_lists_every_refusal_code() {
    let mut game = TestMatch::open(&[("deals", "cat*:dog*")]);
    let codes = ["play cat", "swap z", "play", "hello"].map(|line| game.refusal(line).code);
    assert_eq!(codes, ["hand.phase", "hand.letter", "hand.empty", "hand.line"]);
    assert_eq!(codes.as_slice(), Hand::INFO.codes);
    game.enter("keep");
    assert_eq!(game.refusal("keep").code, "hand.phase");
}
