//! The jumbled letters: in which order they lie, and what they can spell.

use super::short::Short;
use engine::Chance;
use std::collections::BTreeSet;
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
    let mut orders = BTreeSet::from([Vec::new()]);
    for letter in letters.bytes() {
        let longer = |order: &Vec<u8>| {
            let order = order.clone();
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, *letter);
                order
            })
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders.iter().filter_map(|order| Short::of(order)).collect()
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
