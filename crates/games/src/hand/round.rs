//! The steps of one hand: start, swap, play, end, settle. The caller decides which step is allowed when.

use super::solver::par;
use super::{Event, Hand, face, letters, spell};
use engine::{Cx, Draft, Refusal};

/// How many letters of a word are remembered: far more than any hand has.
const LONGEST: usize = 64;

pub(super) fn start(draft: &mut Draft<Hand>, no: u8) {
    let hand = draft.deals.get(usize::from(no) - 1).cloned().unwrap_or_default();
    let swap = draft.can_swap;
    draft.emit(Event::Began { no, hand, swap });
}

/// Replaces all copies of a letter. Fails if the letter is not in the hand, or every other letter is.
pub(super) fn swap(draft: &mut Draft<Hand>, letter: char) -> Result<(), Refusal> {
    if !draft.left.contains(letter) {
        return Err(face::not_held(letter, &draft.left));
    }
    let Some(by) = draft.order.chars().find(|&other| !draft.left.contains(other)) else {
        return Err(face::no_replacement_letter());
    };
    let hand = draft.left.chars().map(|held| if held == letter { by } else { held }).collect();
    draft.emit(Event::Swapped { letter, by, hand });
    Ok(())
}

/// Plays a word. Even an invalid word uses up its letters.
pub(super) fn play(draft: &mut Draft<Hand>, word: String, cx: &mut Cx) {
    let valid = spell::valid(&draft.left, &word, cx.words);
    let points = if valid { letters::points(&word, draft.left.len()) } else { 0 };
    let left = letters::without(&draft.left, &word);
    let word = word.chars().take(LONGEST).collect();
    draft.emit(Event::Played { word, valid, points, left });
    if draft.left.is_empty() {
        draft.emit(Event::RanOut {});
        end(draft, cx);
    }
}

/// Ends the hand: offers a replay if there is one left, and otherwise settles the hand.
pub(super) fn end(draft: &mut Draft<Hand>, cx: &mut Cx) {
    let (score, replay) = (draft.hand_score(), draft.can_replay);
    draft.emit(Event::Ended { score, replay });
    if !replay {
        settle_and_continue(draft, cx);
    }
}

/// Settles the hand, then starts the next one or ends the game.
pub(super) fn settle_and_continue(draft: &mut Draft<Hand>, cx: &mut Cx) {
    settle(draft, cx);
    if draft.no < draft.hands {
        let next = draft.no + 1;
        start(draft, next);
    } else {
        let total = draft.total;
        draft.emit(Event::Over { total });
    }
}

/// Makes the score of the hand final, and reveals its par.
pub(super) fn settle(draft: &mut Draft<Hand>, cx: &mut Cx) {
    let hand = draft.whole.clone();
    let score = draft.hand_score().max(draft.first.unwrap_or(0));
    let par = par::par(&hand, cx.words);
    draft.emit(Event::Settled { hand, score, par });
}
