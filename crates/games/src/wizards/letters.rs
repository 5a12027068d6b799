//! The jumbled letters: their order, and which words they can spell.

use super::short::Short;
use engine::Chance;
use words::Lexicon;

/// A random new order of the letters: not the one shown, and, if possible, not one that spells a word of the list.
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

/// Every distinct order of the letters, at most 720.
fn orders(letters: Short) -> Vec<Short> {
    let mut order = letters.sorted().bytes().to_vec();
    let mut orders = Vec::new();
    loop {
        orders.extend(Short::of(&order));
        // The next permutation: swap the last letter that is smaller than its successor with the last greater
        // letter after it, then reverse the letters behind it.
        let Some(pivot) = order.windows(2).rposition(|pair| pair.is_sorted_by(|a, b| a < b)) else {
            return orders;
        };
        let (head, tail) = order.split_at_mut(pivot + 1);
        let low = head.last_mut();
        let high =
            tail.iter_mut().rfind(|letter| low.as_deref().is_some_and(|low| *low < **letter));
        if let (Some(low), Some(high)) = (low, high) {
            std::mem::swap(low, high);
        }
        tail.reverse();
    }
}

/// The first letter of a word that is missing in the letters, or occurs there less often.
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
