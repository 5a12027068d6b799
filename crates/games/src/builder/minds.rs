//! Bots and hints, from the view alone. Both bots add words and save the board at the end.

use super::{Action, Builder, View, fill};
use crate::board::{FEWEST_LETTERS, PlacedWord};
use engine::{Bot, Chance, Cx, Face, Hint, Minds};

impl Minds for Builder {
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", random), ("sensible", sensible)];

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        // The same view must always give the same hint, so the random numbers depend on the view alone.
        cx.chance = Chance::new(view.letters_count as u64, view.words.len() as u64);
        let Some(word) = fitting(view, cx) else {
            let why = "No common word fits any more.".into();
            let playable = view.letters_count >= FEWEST_LETTERS;
            return playable.then(|| Hint { line: Builder::line(&Action::Save), why });
        };
        let board = view.board()?;
        let new = word.cells().filter(|&(at, _)| board.letter(at).is_none()).count();
        let why = match word.text.len() - new {
            0 if view.words.is_empty() => format!("It starts the board with {new} letters."),
            0 => format!("No word can cross the others; this one adds {new} letters."),
            1 => format!("It crosses one word and adds {}.", letters(new)),
            n => format!("It crosses {n} words and adds {}.", letters(new)),
        };
        Some(Hint { line: Builder::line(&Action::Put(word)), why })
    }
}

/// Adds random words, a dozen at most, and saves at a random time.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    if view.words.len() >= 12 || cx.chance.below(8) == 0 {
        return Action::Save;
    }
    match fitting(view, cx) {
        Some(_) if cx.chance.below(3) == 0 => Action::Fill(1 + cx.chance.below(3) as u16),
        Some(word) => Action::Put(word),
        None => Action::Save,
    }
}

/// Adds words until there are more than enough letters for four players, then saves.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    const ENOUGH: usize = 40;
    if view.letters_count >= ENOUGH {
        return Action::Save;
    }
    fitting(view, cx).map_or(Action::Save, Action::Put)
}

fn letters(n: usize) -> String {
    if n == 1 { "one letter".into() } else { format!("{n} letters") }
}

fn fitting(view: &View, cx: &mut Cx) -> Option<PlacedWord> {
    fill::word(&view.board()?, cx)
}
