//! Guesses, which are right, wrong or bonus words, and the price of a revealed letter.

use super::grid::Cells;
use super::letters::lacking;
use super::pool::FEWEST;
use super::short::Short;
use super::{Event, Wizards, WrongGuess};
use engine::{Cx, Draft, Refusal};

/// The number of bonus words that give a life.
pub(super) const BONUS_LIFE: usize = 3;

/// The price of a revealed cell in points. A player with fewer points pays with a life.
const REVEAL_POINTS: u32 = 5;

pub(super) fn guess(draft: &mut Draft<Wizards>, word: &str, cx: &Cx) -> Result<(), Refusal> {
    let known = Short::new(word);
    let placed = draft.words.iter().find(|placed| Some(placed.word) == known).copied();
    if let Some(placed) = placed.filter(|placed| !draft.found.contains(&placed.word)) {
        let fresh: Cells = placed.cells().filter(|cell| !draft.shown.has(*cell)).collect();
        let also = draft.completed(fresh).filter(|other| *other != placed.word).collect();
        draft.emit(Event::Guessed { word: placed.word, points: fresh.len() as u32, also });
        return Ok(());
    }
    let lacks = draft.letters.is_none_or(|letters| lacking(letters, word).is_some());
    let why = if placed.is_some() {
        WrongGuess::Found
    } else if lacks {
        WrongGuess::Letters
    } else if word.len() < FEWEST {
        WrongGuess::Short
    } else if !cx.words.has(word) {
        WrongGuess::Unknown
    } else {
        WrongGuess::Absent
    };
    match known.filter(|_| draft.setup.bonus && why == WrongGuess::Absent) {
        Some(word) if draft.bonus.contains(&word) => Err(Refusal::game(
            "wizards.bonus",
            format!("You already have the bonus word “{word}”."),
        )),
        Some(word) => {
            let third = (draft.bonus.len() + 1).is_multiple_of(BONUS_LIFE);
            let below_most = draft.lives < draft.setup.level.lives();
            draft.emit(Event::Bonus { word, lives: u32::from(third && below_most) });
            Ok(())
        }
        None => {
            draft.emit(Event::Missed { word: word.to_owned(), why });
            Ok(())
        }
    }
}

pub(super) fn reveal(draft: &mut Draft<Wizards>, cx: &mut Cx) -> Result<(), Refusal> {
    let Some((points, lives)) = price(draft.points, draft.lives) else {
        return Err(Refusal::game(
            "wizards.reveal",
            "You need 5 points or 2 lives to reveal a letter.",
        ));
    };
    let hidden: Vec<_> = draft.hidden().iter().collect();
    if let Some(&cell) = cx.chance.pick(&hidden) {
        let also = draft.completed(Cells::from_iter([cell])).collect();
        draft.emit(Event::Revealed { cell, points, lives, also });
    }
    Ok(())
}

/// The price of a revealed cell in points and lives, for a player who has this many. None if the player can't pay:
/// the last life can't be spent.
pub(super) fn price(points: u32, lives: u32) -> Option<(u32, u32)> {
    match (points, lives) {
        (REVEAL_POINTS.., _) => Some((REVEAL_POINTS, 0)),
        (_, 2..) => Some((0, 1)),
        _ => None,
    }
}
