//! The jumbled letters: in which order they lie, and what they can spell.

use super::short::Short;
use engine::Chance;
use words::Lexicon;

/// A new order of the letters: not the one shown, and none that spells a word of the list while
/// there is another.
pub(super) fn jumble(
    letters: Short,
    shown: Option<Short>,
    words: &Lexicon,
    chance: &mut Chance,
) -> Short {
    let mut orders = orders(letters);
    orders.retain(|order| Some(*order) != shown);
    let plain: Vec<_> = orders.iter().copied().filter(|order| !words.has(order.text())).collect();
    let from = if plain.is_empty() { &orders } else { &plain };
    chance.pick(from).copied().unwrap_or(letters)
}

/// Every order of some letters, each once: at most 720.
fn orders(letters: Short) -> Vec<Short> {
    let mut order = letters.sorted().bytes().to_vec();
    let mut orders = Vec::new();
    loop {
        orders.extend(Short::of(&order));
        // The next in alphabetical order: the last letter that can be raised is raised by the least
        // there is, and what follows falls back to its beginning.
        let Some(raised) = order.windows(2).rposition(|pair| pair.is_sorted_by(|a, b| a < b))
        else {
            return orders;
        };
        let (head, tail) = order.split_at_mut(raised + 1);
        let low = head.last_mut();
        let high =
            tail.iter_mut().rfind(|letter| low.as_deref().is_some_and(|low| *low < **letter));
        if let (Some(low), Some(high)) = (low, high) {
            std::mem::swap(low, high);
        }
        tail.reverse();
    }
}

/// The first letter of a word that the letters do not have, or not so often.
pub(super) fn lacking(letters: Short, word: &str) -> Option<char> {
    let mut left = letters.bytes().to_vec();
    word.chars().find(|letter| match left.iter().position(|other| char::from(*other) == *letter) {
        Some(place) => {
            left.swap_remove(place);
            false
        }
        None => true,
    })
}
