//! Dealing: parses the hands and letters that the host fixed, and draws the others.

use super::letters::{CONSONANTS, VOWELS, WILD};
use super::{MOST_HANDS, MOST_LETTERS};
use engine::{Chance, Refusal};

/// Parses the setting `deals`. Fails if a hand is empty or too long, or there are too many hands.
pub(super) fn fixed_hands(deals: Option<&str>) -> Result<Vec<String>, Refusal> {
    let Some(text) = deals else { return Ok(Vec::new()) };
    let text = text.to_ascii_lowercase();
    let hands: Vec<_> = text.split(':').map(str::to_owned).collect();
    let fits = |hand: &String| {
        (1..=usize::from(MOST_LETTERS)).contains(&hand.len())
            && hand.chars().all(|c| c.is_ascii_lowercase() || c == WILD)
    };
    if !hands.iter().all(fits) {
        return Err(Refusal::setup(
            "The setting deals must be hands of 1 to 26 letters or *, separated by colons, such as \
             aci*prt:dd*lout.",
        ));
    }
    if hands.len() > usize::from(MOST_HANDS) {
        return Err(Refusal::setup("The setting deals may have at most 100 hands."));
    }
    Ok(hands)
}

/// Parses the setting `swaps`. Fails if there is anything but letters.
pub(super) fn fixed_swaps(swaps: Option<&str>) -> Result<String, Refusal> {
    let swaps = swaps.map(str::to_ascii_lowercase);
    if swaps.as_ref().is_some_and(|s| s.is_empty() || !s.chars().all(|c| c.is_ascii_lowercase())) {
        return Err(Refusal::setup("The setting swaps must be letters from a to z, such as aet."));
    }
    Ok(swaps.unwrap_or_default())
}

/// The alphabet in the order in which swaps bring letters in: the fixed letters first, the others shuffled.
pub(super) fn order(swaps: &str, chance: &mut Chance) -> String {
    let mut drawn: Vec<char> = ('a'..='z').collect();
    chance.shuffle(&mut drawn);
    let mut order = String::new();
    for letter in swaps.chars().chain(drawn) {
        if !order.contains(letter) {
            order.push(letter);
        }
    }
    order
}

/// Draws a hand. A third of its letters, rounded up, are vowels, and one of these is the wildcard.
pub(super) fn hand(size: u8, chance: &mut Chance) -> String {
    let vowels = size.div_ceil(3);
    let mut hand = vec![WILD];
    for slot in 1..size {
        let from = if slot < vowels { VOWELS } else { CONSONANTS };
        hand.extend(from.chars().nth(chance.index(from.len())));
    }
    chance.shuffle(&mut hand);
    hand.into_iter().collect()
}
