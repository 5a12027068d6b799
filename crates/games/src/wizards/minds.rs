//! Bots and hints. They know only the view.

use super::grid::{GridCell, Orientation};
use super::solver::{Idea, OpenSlot, ideas, open_slots};
use super::turn::price;
use super::{Action, Status, View, Wizards};
use engine::{Bot, Cx, Hint, Minds};
use std::cmp::Reverse;

impl Minds for Wizards {
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", random), ("sensible", sensible)];

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        if view.status != Status::Playing {
            return None;
        }
        let guess = best(view, cx).filter(|guess| guess.is_certain() || !prefers_reveal(view));
        let Some(guess) = guess else {
            price(view.points, view.lives)?;
            let why = "No word is certain, and a letter costs less than a wrong guess.";
            return Some(Hint { line: "reveal".into(), why: why.into() });
        };
        let word = guess.idea.word;
        let why = match &guess.why {
            GuessReason::Only(slot) => {
                format!("“{word}” is the only word that fits {}.", position(slot))
            }
            GuessReason::All(count) => {
                format!(
                    "“{word}” must be one of the {count} missing words with {} letters.",
                    word.len()
                )
            }
            GuessReason::Among(slot) => {
                let (position, words) = (position(slot), slot.options.len());
                format!("“{word}” is the most likely of the {words} words that fit {position}.")
            }
        };
        Some(Hint { line: format!("guess {word}"), why })
    }
}

/// Guesses random words that the letters spell.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    let ideas = ideas(view, cx);
    match cx.chance.pick(&ideas) {
        Some(idea) => Action::Guess(idea.word.to_string()),
        None => fallback(view),
    }
}

/// Guesses a word that must be right, or else the most likely one. With one life left it prefers to pay for a letter
/// if no word is certain.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match best(view, cx) {
        Some(guess) if guess.is_certain() || !prefers_reveal(view) => {
            Action::Guess(guess.idea.word.to_string())
        }
        _ => fallback(view),
    }
}

/// A word worth guessing.
struct ReasonedGuess {
    idea: Idea,
    why: GuessReason,
}

/// Why a word is worth guessing.
enum GuessReason {
    /// It is the only word that fits this slot.
    Only(OpenSlot),
    /// There are at least as many open slots of its length as words for them; this is the number of slots.
    All(usize),
    /// It is one of several words that fit this slot.
    Among(OpenSlot),
}

impl ReasonedGuess {
    fn is_certain(&self) -> bool {
        !matches!(self.why, GuessReason::Among(_))
    }
}

/// With one life left a wrong guess ends the match, but points can be earned again.
fn prefers_reveal(view: &View) -> bool {
    view.lives == 1 && price(view.points, view.lives).is_some()
}

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
        let open = of_length(len);
        if open > 0 && words(len) <= open {
            let idea = *ideas.iter().find(|idea| idea.word.len() == len)?;
            return Some(ReasonedGuess { idea, why: GuessReason::All(open) });
        }
    }
    // The probability that a word is in the grid: the sum of the probabilities for each slot.
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

/// A move that is always accepted: reveal a letter if the player can pay, or else a wrong guess.
fn fallback(view: &View) -> Action {
    if price(view.points, view.lives).is_some() {
        return Action::Reveal;
    }
    let foreign = ('a'..='z').find(|letter| !view.letters.contains(*letter));
    Action::Guess(foreign.unwrap_or('a').into())
}

/// Where a slot is, in words.
fn position(slot: &OpenSlot) -> String {
    let Some(GridCell(row, col)) = slot.cells.first() else { return "nowhere".into() };
    let (row, col) = (row + 1, col + 1);
    match slot.dir {
        Orientation::Across => format!("row {row} from column {col}"),
        Orientation::Down => format!("column {col} from row {row}"),
        Orientation::Diagonal => "the diagonal".into(),
    }
}
