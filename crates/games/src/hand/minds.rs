//! Bots and hints. They know only the view, and all their words are fit to be shown.
//!
//! One step of the thinking budget is a tenth of a word. A search of the word list always finishes before the
//! budget is checked, so even a bot without a budget looks at all words of the hand once.

use super::letters::{Bag, factor, holds_all, value, without};
use super::solver::{self, par};
use super::{Action, Best, Hand, HandPhase, View, spell};
use engine::{Bot, Cx, Face, Hint, Minds};
use std::cmp::Reverse;
use words::Lexicon;

impl Minds for Hand {
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", random), ("sensible", sensible), ("expert", expert)];

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        let (action, why) = match view.phase {
            HandPhase::Swap => {
                let choice = swap(view, cx);
                (choice.action, choice.why)
            }
            HandPhase::Play => word_hint(view, cx),
            HandPhase::Replay => {
                let hand = whole_hand(view);
                let best = best_plays(&hand, false, cx).map(|best| best.points);
                let points = best.unwrap_or_else(|| greedy_total(&hand, cx));
                match points > view.hand_score {
                    true => (Action::Replay, "A better score is possible.".into()),
                    false => (Action::Next, "You probably can't beat this score.".into()),
                }
            }
            HandPhase::Over => return None,
        };
        Some(Hint { line: Hand::line(&action), why })
    }
}

/// Plays random words, and ends the hand at random.
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

/// Always plays the word that earns most now.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match view.phase {
        HandPhase::Swap => swap(view, cx).action,
        HandPhase::Play => {
            greedy(&view.hand, cx).map_or(Action::Done, |(word, _)| Action::Play(word))
        }
        HandPhase::Replay if greedy_total(&whole_hand(view), cx) > view.hand_score => {
            Action::Replay
        }
        HandPhase::Replay | HandPhase::Over => Action::Next,
    }
}

/// Plays for the best total, sacrifices included. Plays like [`sensible`] if the hand is too large for par or the
/// budget is used up.
pub(super) fn expert(view: &View, cx: &mut Cx) -> Action {
    match view.phase {
        HandPhase::Play => {
            match best_plays(&view.hand, true, cx).map(|best| best.plays.into_iter().next()) {
                Some(play) => play.map_or(Action::Done, Action::Play),
                None => sensible(view, cx),
            }
        }
        HandPhase::Replay => match best_plays(&whole_hand(view), true, cx) {
            Some(best) if best.points > view.hand_score => Action::Replay,
            Some(_) => Action::Next,
            None => sensible(view, cx),
        },
        HandPhase::Swap | HandPhase::Over => sensible(view, cx),
    }
}

fn word_hint(view: &View, cx: &mut Cx) -> (Action, String) {
    let no_word = || (Action::Done, "There are no words left in this hand.".into());
    let Some(Best { points, plays }) = best_plays(&view.hand, false, cx) else {
        return match greedy(&view.hand, cx) {
            Some((word, points)) => {
                let why = format!("“{word}” earns {points} points, the most found for one word.");
                (Action::Play(word), why)
            }
            None => no_word(),
        };
    };
    let why = match plays.as_slice() {
        [] => return no_word(),
        [word] => format!("“{word}” earns {points} points, the best there is."),
        [word, rest @ ..] => {
            let rest = rest.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(", ");
            format!("“{word}”, then {rest}: {points} points, the best there is.")
        }
    };
    (plays.into_iter().next().map_or(Action::Done, Action::Play), why)
}

/// Whether to swap, and which letter.
struct SwapChoice {
    action: Action,
    why: String,
}

/// Swaps the letter with the best average gain. There is only one swap in a game, so before the last hand the gain
/// has to be large.
fn swap(view: &View, cx: &mut Cx) -> SwapChoice {
    let keep = |why: &str| SwapChoice { action: Action::Keep, why: why.into() };
    if holds_all(&view.hand) {
        return keep("You have every letter, so there is nothing to swap in.");
    }
    let Some(now) = worth(&view.hand, cx) else {
        return keep("In a hand this large, one letter makes little difference.");
    };
    let mut letters = solver::letters(&view.hand);
    // The letters that are hardest to use come first, because the budget may not last for all.
    letters.sort_by_key(|&letter| Reverse(value(letter)));
    let gains = solver::gains_by(&view.hand, letters, now, |hand| worth(hand, cx));
    // `max_by_key` returns the last of equal gains; the first is wanted.
    let best = gains.iter().rev().max_by_key(|gain| gain.points);
    let last = view.hand_no == view.hands;
    let wanted = i64::from(if last { 0 } else { now / 2 });
    match best.filter(|gain| gain.points > wanted * i64::from(gain.ways)) {
        Some(gain) => SwapChoice {
            action: Action::Swap(gain.letter),
            why: format!(
                "Swapping {} gains about {:.0} points on average.",
                gain.letter,
                gain.mean()
            ),
        },
        None => keep("A swap isn't likely to gain much."),
    }
}

/// The best total of a hand with valid words; none if the hand is too large for par or the budget is used up.
fn worth(hand: &str, cx: &mut Cx) -> Option<u32> {
    best_plays(hand, false, cx).map(|best| best.points)
}

/// The best plays for a hand; none if the hand is too large for par or the budget is used up.
fn best_plays(hand: &str, sacrifices: bool, cx: &mut Cx) -> Option<Best> {
    // One more letter about doubles both the words to look at and the subsets to solve.
    let affordable = hand.len() <= par::MOST && cx.spend(20 << hand.len());
    affordable.then(|| par::best_fit(hand, cx.words, sacrifices))?
}

/// The word that earns most now, and its points. Of words that earn the same, the most frequent.
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

/// The total of always playing the word that earns most next.
fn greedy_total(hand: &str, cx: &mut Cx) -> u32 {
    let (mut hand, mut total) = (hand.to_owned(), 0);
    while let Some((word, points)) = greedy(&hand, cx) {
        hand = without(&hand, &word);
        total += points;
    }
    total
}

/// The hand before its first word, as far as the view tells: the letters that invalid words used up are unknown.
fn whole_hand(view: &View) -> String {
    let words = view.plays.iter().filter(|play| play.valid);
    words.map(|play| play.word.as_str()).chain([view.hand.as_str()]).collect()
}

/// Writes a word of the list so that it uses these letters.
fn write(index: u32, used: &Bag, words: &Lexicon) -> Option<String> {
    words.word(index).map(|word| spell::typed(&word, used))
}
