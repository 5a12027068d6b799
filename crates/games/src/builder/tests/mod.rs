//! Boards that are built with lines.

mod bots_and_hints;
mod changing;
mod ending;
mod filling;
mod opening;
mod putting;
mod showing;
mod words_that_fit;

use super::*;
use crate::board::EXAMPLE;
use engine::{Body, Budget, Chance, Cx, Face, Game, Match, Minds, Refusal, Seat, Viewer};
use words::Lexicon;

fn english() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

fn sized(rows: u8, cols: u8) -> Setup {
    Setup { rows, cols, ..Setup::default() }
}

/// A board that is built with lines.
struct Bench(Match<Builder>);

impl Bench {
    fn open(setup: &Setup) -> Bench {
        Bench(Match::open(setup, 1, 1, english()).unwrap().0)
    }

    fn view(&self) -> View {
        self.0.view(Viewer::Public)
    }

    fn play(&mut self, lines: &[&str]) -> Vec<Event> {
        let mut events = Vec::new();
        for line in lines {
            let action = Builder::parse(&self.view(), line).unwrap();
            let result = self.0.act(Seat(0), action);
            events.extend(result.unwrap_or_else(|refusal| panic!("{line}: {refusal}")));
        }
        events
    }

    fn refused(&mut self, line: &str) -> Refusal {
        let before = self.0.state().clone();
        let refusal = match Builder::parse(&self.view(), line) {
            Ok(action) => self.0.act(Seat(0), action).err(),
            Err(refusal) => Some(refusal),
        };
        assert_eq!(*self.0.state(), before);
        refusal.unwrap_or_else(|| panic!("{line} is accepted"))
    }

    fn words(&self) -> Vec<String> {
        self.view().words.into_iter().map(|word| word.text).collect()
    }
}
