//! The tests use the same interface as the front ends: lines in, JSON out.

mod actions;
mod analysis;
mod boards;
mod bots_and_hints;
mod counts;
mod scenes;
mod twins;

use super::*;
use engine::{
    AnyGame, AnyMatch, Bot, Budget, Cx, Draft, Erased, Face, Game, Minds, Narration, Outcome,
    Refusal, Seat, Settings, Step, Viewer,
};
use std::sync::{Arc, LazyLock};
use words::Lexicon;

const CLASSIC: &str = "...E:WG..:....:A.P.";

static GAME: Erased<Wampus> = Erased::new();
static WORDS: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::from_words(["word"])));

/// A match, with the narration of the last step.
struct Hunt {
    game: Arc<dyn AnyMatch>,
    said: Narration,
}

fn read(setup: &[(&str, &str)]) -> Result<Settings, Refusal> {
    let given: Vec<_> = setup.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    GAME.read(&given)
}

const PLAYER: Viewer = Viewer::Seat(Seat(0));

impl Hunt {
    fn new(setup: &[(&str, &str)], seed: u64) -> Result<Hunt, Refusal> {
        Ok(Hunt::from(GAME.open(&read(setup)?, 1, seed, WORDS.clone())?))
    }

    fn from(Step { next: game, narration: said, .. }: Step) -> Hunt {
        Hunt { game, said }
    }

    /// A match on this layout.
    fn on(layout: &str, fog: &str) -> Hunt {
        Hunt::new(&[("layout", layout), ("fog", fog)], 0).unwrap()
    }

    fn act(&mut self, line: &str) -> Result<(), Refusal> {
        *self = Hunt::from(self.game.act(Seat(0), line)?);
        Ok(())
    }

    /// The match after these lines, all of which are accepted.
    fn after(mut self, lines: &[&str]) -> Hunt {
        lines.iter().for_each(|line| self.act(line).unwrap());
        self
    }

    fn leave(&mut self) {
        *self = Hunt::from(self.game.leave(Seat(0)).unwrap());
    }

    /// The sentences of the last step.
    fn said(&self) -> Vec<String> {
        self.said.for_viewer(PLAYER).map(|said| said.by_seat()).collect()
    }

    fn json(&self) -> String {
        self.game.view(PLAYER).get().to_owned()
    }

    fn view(&self) -> View {
        serde_json::from_str(&self.json()).unwrap()
    }

    fn hint(&self) -> Option<(String, String)> {
        let hint = self.game.hint(Seat(0), Budget::default())?;
        Some((hint.line, hint.why))
    }

    /// The cells, row by row: initials of the things in a cell, `-` for an empty cell, `?` for an unknown one.
    fn map(&self) -> String {
        let view: serde_json::Value = serde_json::from_str(&self.json()).unwrap();
        let cell = |cell: &serde_json::Value| match cell.as_array() {
            None => "?".to_owned(),
            Some(things) if things.is_empty() => "-".to_owned(),
            Some(things) => things.iter().map(|thing| initial(thing.as_str().unwrap())).collect(),
        };
        let row = |row: &serde_json::Value| {
            let cells: Vec<_> = row.as_array().unwrap().iter().map(cell).collect();
            cells.join(" ")
        };
        let rows: Vec<_> = view["cells"].as_array().unwrap().iter().map(row).collect();
        rows.join(" / ")
    }
}

/// Objects have upper-case initials, senses lower-case ones.
fn initial(thing: &str) -> char {
    match thing {
        "agent" => 'A',
        "wampus" => 'W',
        "pit" => 'P',
        "gold" => 'G',
        "exit" => 'E',
        "stench" => 's',
        "breeze" => 'b',
        other => panic!("{other} isn't a thing"),
    }
}
