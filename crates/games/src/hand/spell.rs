//! Spelling: whether a typed string is a word, and which words a hand can spell. Both search the word list with a
//! rack in which each wildcard is replaced by all five vowels, then drop the words that need more wildcards than
//! there are. So the list is searched at most once, however many wildcards there are.

use super::letters::{Bag, VOWELS, WILD};
use words::{Lexicon, Rack, Word};

/// Whether the typed string is a word made of letters in the hand.
pub(super) fn valid(hand: &str, typed: &str, words: &Lexicon) -> bool {
    // Check the hand first: that limits the length of the search.
    Bag::of(hand).covers(&Bag::of(typed)) && is_word(typed, words)
}

/// Whether some choice of vowels for each `*` makes the typed string a word.
pub(super) fn is_word(typed: &str, words: &Lexicon) -> bool {
    if !typed.contains(WILD) {
        return words.has(typed);
    }
    let fits =
        |(typed, letter): (char, char)| typed == letter || typed == WILD && VOWELS.contains(letter);
    let Some(rack) = rack(typed) else { return false };
    let mut found = false;
    words.spelt_from(&rack, |word| {
        let same_length = word.text.len() == typed.len();
        found |= same_length && typed.chars().zip(word.text.chars()).all(fits);
    });
    found
}

/// Visits every way to play a word from the hand, with the letters it uses. A vowel may be typed as `*` even if
/// the hand has that vowel, because the vowel may be needed for a later word.
pub(super) fn each(hand: &str, words: &Lexicon, mut visit: impl FnMut(Word<'_>, Bag)) {
    let Some(rack) = rack(hand) else { return };
    let held = Bag::of(hand);
    words.spelt_from(&rack, |word| {
        let used = Bag::of(word.text);
        star(VOWELS, &held, used, &mut |used| visit(word, used));
    });
}

/// Visits the ways to type each of the vowels as itself or as a wildcard.
fn star(vowels: &str, held: &Bag, used: Bag, visit: &mut impl FnMut(Bag)) {
    let mut rest = vowels.chars();
    let Some(vowel) = rest.next() else { return visit(used) };
    let left = held.count(WILD).saturating_sub(used.count(WILD));
    let all = used.count(vowel);
    let fewest = all.saturating_sub(held.count(vowel));
    for stars in fewest..=all.min(left) {
        star(rest.as_str(), held, used.starred(vowel, stars), visit);
    }
}

/// Writes a word so that it uses these letters: of each vowel, the last copies become `*`.
pub(super) fn typed(word: &str, used: &Bag) -> String {
    let mut seen = String::new();
    word.chars()
        .map(|letter| {
            seen.push(letter);
            if Bag::of(&seen).count(letter) > used.count(letter) { WILD } else { letter }
        })
        .collect()
}

/// A rack of the letters, with all five vowels for each wildcard. None if there is anything but letters.
fn rack(letters: &str) -> Option<Rack> {
    let mut all: String = letters.chars().filter(|&letter| letter != WILD).collect();
    let wild = letters.len() - all.len();
    all.push_str(&VOWELS.repeat(wild));
    Rack::new(&all, 0).ok()
}
