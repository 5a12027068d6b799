//! Wizards: the places of hidden words are secret. Two words of a grid are swapped, and a player must not notice until
//! one of them is found.

use super::*;
use engine::any::{AnyGame, Corrupt, Json, Step};
use engine::{Info, Key, Refusal, Scene, Settings, Unnamed};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use words::Lexicon;

/// The game with a given deal.
struct Fixed {
    game: &'static dyn AnyGame,
    dealt: Json,
}

impl AnyGame for Fixed {
    fn info(&self) -> &'static Info {
        self.game.info()
    }

    fn keys(&self) -> &'static [Key] {
        self.game.keys()
    }

    fn bots(&self) -> Vec<&'static str> {
        self.game.bots()
    }

    fn preset_names(&self) -> Vec<&'static str> {
        self.game.preset_names()
    }

    fn presets(&self) -> Result<Vec<(&'static str, Settings)>, Refusal> {
        self.game.presets()
    }

    fn read(&self, given: &[(String, String)]) -> Result<Settings, Refusal> {
        self.game.read(given)
    }

    fn stored(&self, map: &Map<String, Value>) -> Result<Settings, Refusal> {
        self.game.stored(map)
    }

    fn open(
        &self,
        of: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<Step, Refusal> {
        let events = vec![self.dealt.clone()];
        let step = self.game.restore(of, seats, seed, words, &events);
        Ok(Step { events, ..step.map_err(|error| Refusal::setup(error.to_string()))? })
    }

    fn restore(
        &self,
        of: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
        deal: &[Json],
    ) -> Result<Step, Corrupt> {
        self.game.restore(of, seats, seed, words, deal)
    }

    fn scene(&self, view: &str, acts: bool) -> Option<Unnamed<Scene>> {
        self.game.scene(view, acts)
    }
}

/// A start that deals these words.
fn dealing(start: &Start, words: &[Value], letters: &Value) -> Start {
    let dealt = json!({ "Dealt": { "letters": letters, "words": words } });
    let dealt = serde_json::value::to_raw_value(&dealt).unwrap();
    Start { game: Box::leak(Box::new(Fixed { game: start.game, dealt })), ..start.clone() }
}

fn text(word: &Value) -> &str {
    word["word"].as_str().unwrap()
}

fn cells(word: &Value) -> Vec<(u64, u64)> {
    let (row, col) = (word["at"][0].as_u64().unwrap(), word["at"][1].as_u64().unwrap());
    let (down, right) = match word["dir"].as_str().unwrap() {
        "H" => (0, 1),
        "V" => (1, 0),
        _ => (2, 2),
    };
    (0..text(word).len() as u64).map(|n| (row + n * down, col + n * right)).collect()
}

/// Whether the word could be here instead, without changing any other word.
fn fits(words: &[Value], here: &Value, word: &str) -> bool {
    let crossed = |cell| words.iter().filter(|other| cells(other).contains(&cell)).count() > 1;
    let mut letters = cells(here).into_iter().zip(text(here).chars().zip(word.chars()));
    text(here).len() == word.len() && letters.all(|(cell, (old, new))| old == new || !crossed(cell))
}

#[test]
fn twins_look_alike_until_one_of_their_words_is_guessed() {
    let (mut pairs, mut told_apart) = (0, 0);
    for seed in 0..many(400) {
        let start = start("wizards", &[("level", "apprentice"), ("bonus", "true")], seed);
        let list = Arc::new(Lexicon::builtin().clone());
        let dealt = start.game.open(&start.settings, 1, seed, list).unwrap().events;
        let dealt: Value = serde_json::from_str(dealt[0].get()).unwrap();
        let (ours, letters) =
            (dealt["Dealt"]["words"].as_array().unwrap(), &dealt["Dealt"]["letters"]);
        let places = (1..21).flat_map(|a| (a + 1..21).map(move |b| (a, b)));
        let exchangeable = |&(a, b): &(usize, usize)| {
            fits(ours, &ours[a], text(&ours[b])) && fits(ours, &ours[b], text(&ours[a]))
        };
        let Some((a, b)) = places.rev().find(exchangeable) else { continue };
        let mut theirs = ours.clone();
        theirs[a]["word"] = ours[b]["word"].clone();
        theirs[b]["word"] = ours[a]["word"].clone();
        let twins = [ours, &theirs].map(|words| dealing(&start, words, letters));

        let mut chance = Chance::new(seed, 6);
        let mut lines: Vec<String> = Vec::new();
        for _ in 0..10 {
            let other = ours.iter().enumerate().filter(|(n, _)| *n != a && *n != b);
            let others: Vec<&str> = other.map(|(_, word)| text(word)).collect();
            lines.push(match chance.below(16) {
                0 => "/hint".into(),
                1 | 2 => "shuffle".into(),
                3 | 4 => "guess zzz".into(),
                5 => "guess".into(),
                6 | 7 => format!("guess {}", &text(&ours[0])[..3]),
                _ => format!("guess {}", chance.pick(&others).unwrap()),
            });
        }
        lines.retain(|line| ![a, b].iter().any(|&n| line.ends_with(text(&ours[n]))));
        compare(&twins[0], &twins[1], &lines, lines.len() + 1);
        pairs += 1;
        lines.push(format!("guess {}", text(&ours[a])));
        let last = |start| piped(start, PipeViewer::Acting, &lines).pop();
        told_apart += usize::from(last(&twins[0]) != last(&twins[1]));
    }
    assert!(pairs > 150, "only {pairs} pairs");
    assert!(
        told_apart == pairs,
        "in only {told_apart} of {pairs} pairs the word itself made a difference"
    );
}
