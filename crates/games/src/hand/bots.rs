//! Bots and hints, from the view alone. All their words are fit to be shown.
//!
//! A step of thought is a tenth of a word that is looked at. The list is walked to the end before the
//! budget is asked, so the least anybody thinks is one look at the words of the hand.

use super::letters::{Bag, factor, holds_all, value, without};
use super::par::{self, Best};
use super::{Action, HandPhase, View, face, solver, spell};
use engine::{Cx, Hint};
use std::cmp::Reverse;
use words::Lexicon;

/// Plays any word of the hand, and stops when it feels like it.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    match view.phase {
        HandPhase::Swap if holds_all(&view.hand) || cx.chance.below(2) == 0 => Action::Keep,
        HandPhase::Swap => {
            let letters: Vec<char> = view.hand.chars().collect();
            cx.chance.pick(&letters).map_or(Action::Keep, |&letter| Action::Swap(letter))
        }
        HandPhase::Play if cx.chance.below(8) == 0 => Action::Done,
        HandPhase::Play => {
            let (words, chance) = (cx.words, &mut cx.chance);
            let (mut seen, mut picked) = (0, None);
            spell::each(&view.hand, words, |word, used| {
                if words.fit_at(word.index) {
                    seen += 1;
                    if chance.below(seen) == 0 {
                        picked = Some((word.index, used));
                    }
                }
            });
            let typed = picked.and_then(|(index, used)| write(index, &used, words));
            typed.map_or(Action::Done, Action::Play)
        }
        HandPhase::Replay if cx.chance.below(2) == 0 => Action::Replay,
        HandPhase::Replay | HandPhase::Over => Action::Next,
    }
}

/// Always takes the word that earns most now.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match view.phase {
        HandPhase::Swap => swap(view, cx).action,
        HandPhase::Play => {
            greedy(&view.hand, cx).map_or(Action::Done, |(word, _)| Action::Play(word))
        }
        HandPhase::Replay if greedy_total(&played(view), cx) > view.hand_score => Action::Replay,
        HandPhase::Replay | HandPhase::Over => Action::Next,
    }
}

/// Follows the best line of play, sacrifices included; in a very large hand, and without time, it is only sensible.
pub(super) fn expert(view: &View, cx: &mut Cx) -> Action {
    match view.phase {
        HandPhase::Play => {
            match line(&view.hand, true, cx).map(|best| best.plays.into_iter().next()) {
                Some(play) => play.map_or(Action::Done, Action::Play),
                None => sensible(view, cx),
            }
        }
        HandPhase::Replay => match line(&played(view), true, cx) {
            Some(best) if best.points > view.hand_score => Action::Replay,
            Some(_) => Action::Next,
            None => sensible(view, cx),
        },
        HandPhase::Swap | HandPhase::Over => sensible(view, cx),
    }
}

/// What a good player would do, and why.
pub(super) fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
    let (action, why) = match view.phase {
        HandPhase::Swap => {
            let choice = swap(view, cx);
            (choice.action, choice.why)
        }
        HandPhase::Play => word_hint(view, cx),
        HandPhase::Replay => {
            let hand = played(view);
            let best = line(&hand, false, cx).map(|best| best.points);
            let points = best.unwrap_or_else(|| greedy_total(&hand, cx));
            match points > view.hand_score {
                true => (Action::Replay, "More can be earned in this hand.".into()),
                false => (
                    Action::Next,
                    "Words that are shown here earn no more in the same hand.".into(),
                ),
            }
        }
        HandPhase::Over => return None,
    };
    Some(Hint { line: face::line(&action), why })
}

fn word_hint(view: &View, cx: &mut Cx) -> (Action, String) {
    let Some(Best { points, plays }) = line(&view.hand, false, cx) else {
        return match greedy(&view.hand, cx) {
            Some((word, points)) => {
                let why = format!(
                    "“{word}” earns {points} points, the most of all words that are shown here."
                );
                (Action::Play(word), why)
            }
            None => (Action::Done, "No word is left in the hand.".into()),
        };
    };
    let why = match plays.as_slice() {
        [] => return (Action::Done, "No word is left in the hand.".into()),
        [word] => {
            format!("“{word}” earns {points} points; words that are shown here earn no more.")
        }
        [word, rest @ ..] => {
            let rest = rest.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(", ");
            format!("“{word}”, then {rest}: words that are shown here earn no more.")
        }
    };
    (plays.into_iter().next().map_or(Action::Done, Action::Play), why)
}

/// What to do about the substitution.
struct SwapChoice {
    action: Action,
    why: String,
}

/// Substitutes the letter without which the hand is worth most, on average over what may come in. The
/// substitution comes only once, so before the last hand it has to pay well.
fn swap(view: &View, cx: &mut Cx) -> SwapChoice {
    let keep = |why: &str| SwapChoice { action: Action::Keep, why: why.into() };
    if holds_all(&view.hand) {
        return keep("Every letter is held already, so none can come in.");
    }
    let Some(now) = worth(&view.hand, cx) else {
        return keep("In so large a hand one letter matters little.");
    };
    let mut letters = solver::letters(&view.hand);
    // The letters that are hardest to use first: thinking may have to stop early.
    letters.sort_by_key(|&letter| Reverse(value(letter)));
    let gains = solver::gains_by(&view.hand, letters, now, |hand| worth(hand, cx));
    // Of equal ones the first.
    let best = gains.iter().rev().max_by_key(|gain| gain.points);
    let last = view.hand_no == view.hands;
    let wanted = i64::from(if last { 0 } else { now / 2 });
    match best.filter(|gain| gain.points > wanted * i64::from(gain.ways)) {
        Some(gain) => SwapChoice {
            action: Action::Swap(gain.letter),
            why: format!(
                "With words alone, another letter for {} earns about {:.0} points more on average.",
                gain.letter,
                gain.mean()
            ),
        },
        None => keep("No other letter is likely to earn much more."),
    }
}

/// The most that words can earn with a hand; none for a very large one, or when there is no more time.
fn worth(hand: &str, cx: &mut Cx) -> Option<u32> {
    line(hand, false, cx).map(|best| best.points)
}

/// The best line of play; none for a very large hand, or when there is no more time.
fn line(hand: &str, sacrifices: bool, cx: &mut Cx) -> Option<Best> {
    // One letter more about doubles both the words to look at and the parts to solve.
    let affordable = hand.len() <= par::MOST && cx.spend(20 << hand.len());
    affordable.then(|| par::fit_line(hand, cx.words, sacrifices))?
}

/// The word that earns most now, and what it earns; of equal ones the most common.
fn greedy(hand: &str, cx: &mut Cx) -> Option<(String, u32)> {
    let (words, n) = (cx.words, hand.len());
    let mut best: Option<((u32, u16), u32, Bag)> = None;
    let mut seen = 0;
    spell::each(hand, words, |word, used| {
        seen += 10;
        let points = used.value() * factor(word.text.len(), n);
        let rank = (points, words.zipf_at(word.index));
        if words.fit_at(word.index) && best.is_none_or(|(most, ..)| rank > most) {
            best = Some((rank, word.index, used));
        }
    });
    cx.spend(seen);
    let ((points, _), index, used) = best?;
    Some((write(index, &used, words)?, points))
}

/// What always taking the best next word earns.
fn greedy_total(hand: &str, cx: &mut Cx) -> u32 {
    let (mut hand, mut total) = (hand.to_owned(), 0);
    while let Some((word, points)) = greedy(&hand, cx) {
        hand = without(&hand, &word);
        total += points;
    }
    total
}

/// The hand that was played, as far as it can be told: of an invalid word nobody knows what it cost.
fn played(view: &View) -> String {
    let words = view.plays.iter().filter(|play| play.valid);
    words.map(|play| play.word.as_str()).chain([view.hand.as_str()]).collect()
}

fn write(index: u32, used: &Bag, words: &Lexicon) -> Option<String> {
    words.word(index).map(|word| spell::typed(&word, used))
}
