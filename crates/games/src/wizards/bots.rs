//! Bots and hints, from the view alone.

use super::grid::{GridCell, Orientation};
use super::solver::{Idea, OpenSlot, ideas, open_slots};
use super::turn::price;
use super::{Action, Status, View};
use engine::{Cx, Hint};
use std::cmp::Reverse;

/// Guesses any word that the letters spell.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    let ideas = ideas(view, cx);
    match cx.chance.pick(&ideas) {
        Some(idea) => Action::Guess(idea.word.to_string()),
        None => fallback(view),
    }
}

/// Guesses what must be right, else what is likeliest, else the commonest; and with the last life it
/// rather pays for a letter.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match best(view, cx) {
        Some(guess) if guess.sure() || !rather_pay(view) => {
            Action::Guess(guess.idea.word.to_string())
        }
        _ => fallback(view),
    }
}

pub(super) fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
    if view.status != Status::Playing {
        return None;
    }
    let guess = best(view, cx).filter(|guess| guess.sure() || !rather_pay(view));
    let Some(guess) = guess else {
        price(view.points, view.lives)?;
        let why = "No word is sure to be right, and a letter costs less than a wrong guess.";
        return Some(Hint { line: "reveal".into(), why: why.into() });
    };
    let word = guess.idea.word;
    let why = match &guess.why {
        GuessReason::Only(slot) => {
            format!("Of the words that these letters spell, only “{word}” fits {}.", place(slot))
        }
        GuessReason::All(places) => format!(
            "{places} places of {} letters are open, and no more words than that are left for them; \
             “{word}” is one.",
            word.len(),
        ),
        GuessReason::Among(slot) => {
            let (place, words) = (place(slot), slot.options.len());
            format!("It fits {place}, and of the {words} words that do it is the likeliest.")
        }
    };
    Some(Hint { line: format!("guess {word}"), why })
}

/// A word worth guessing.
struct ReasonedGuess {
    idea: Idea,
    why: GuessReason,
}

/// Why it is.
enum GuessReason {
    /// It is the only one for this place.
    Only(OpenSlot),
    /// There are as many places of its length, so many, as words.
    All(usize),
    /// It is one of several for this place.
    Among(OpenSlot),
}

impl ReasonedGuess {
    fn sure(&self) -> bool {
        !matches!(self.why, GuessReason::Among(_))
    }
}

/// With one life left a wrong guess is the end, but points can be had again.
fn rather_pay(view: &View) -> bool {
    view.lives == 1 && price(view.points, view.lives).is_some()
}

/// The best guess there is.
fn best(view: &View, cx: &mut Cx) -> Option<ReasonedGuess> {
    let slots = open_slots(view, cx);
    if let Some(slot) =
        slots.iter().filter(|slot| slot.options.len() == 1).max_by_key(|s| s.cells.len())
    {
        let idea = *slot.options.first()?;
        return Some(ReasonedGuess { idea, why: GuessReason::Only(slot.clone()) });
    }
    let mut ideas: Vec<Idea> = slots.iter().flat_map(|slot| slot.options.iter().copied()).collect();
    ideas.sort_by_key(|idea| idea.word);
    ideas.dedup();
    let of_length = |len| slots.iter().filter(|slot| slot.cells.len() == len).count();
    let words = |len| ideas.iter().filter(|idea| idea.word.len() == len).count();
    for len in (3..=6).rev() {
        let places = of_length(len);
        if places > 0 && words(len) <= places {
            let idea = *ideas.iter().find(|idea| idea.word.len() == len)?;
            return Some(ReasonedGuess { idea, why: GuessReason::All(places) });
        }
    }
    // The chance that a word lies in the grid: the sum of those that it lies in each place.
    const WHOLE: usize = 1 << 16;
    let odds = |idea: &Idea| -> usize {
        let holding = slots.iter().filter(|slot| slot.options.contains(idea));
        holding.map(|slot| WHOLE / slot.options.len()).sum()
    };
    let idea = ideas.into_iter().max_by_key(|idea| (odds(idea), idea.zipf, Reverse(idea.word)))?;
    let holding = slots.into_iter().filter(|slot| slot.options.contains(&idea));
    let slot = holding.min_by_key(|slot| slot.options.len())?;
    Some(ReasonedGuess { idea, why: GuessReason::Among(slot) })
}

/// Something that is always accepted: a letter if it can be paid for, else a guess that has no hope.
fn fallback(view: &View) -> Action {
    if price(view.points, view.lives).is_some() {
        return Action::Reveal;
    }
    let strange = ('a'..='z').find(|letter| !view.letters.contains(*letter));
    Action::Guess(strange.unwrap_or('a').into())
}

/// Where a place is, in words.
fn place(slot: &OpenSlot) -> String {
    let Some(GridCell(row, col)) = slot.cells.first() else { return "nowhere".into() };
    let (row, col) = (row + 1, col + 1);
    match slot.dir {
        Orientation::Across => format!("row {row} from column {col}"),
        Orientation::Down => format!("column {col} from row {row}"),
        Orientation::Diagonal => "the diagonal".into(),
    }
}
