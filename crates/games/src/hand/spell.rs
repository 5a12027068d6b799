//! Spelling: is a typed string a word, and which words can a hand spell. Both ask the list for the
//! words of a rack in which each wildcard lies as five vowels, and keep what has enough wildcards:
//! the list is walked at most once, however many wildcards there are.

use super::letters::{Bag, VOWELS, WILD};
use words::{Lexicon, Rack, Word};

/// Is this a word made of letters of the hand?
pub(super) fn valid(hand: &str, typed: &str, words: &Lexicon) -> bool {
    // The hand comes first: it bounds what the list is asked.
    Bag::of(hand).covers(&Bag::of(typed)) && is_word(typed, words)
}

/// Is there a word for it, with each `*` as some vowel?
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

/// Visits every way to play a word from the hand, with the letters it uses. A vowel may be typed as
/// `*` even where the vowel itself is held: it may be wanted later.
pub(super) fn each(hand: &str, words: &Lexicon, mut visit: impl FnMut(Word<'_>, Bag)) {
    let Some(rack) = rack(hand) else { return };
    let held = Bag::of(hand);
    words.spelt_from(&rack, |word| {
        let used = Bag::of(word.text);
        star(VOWELS, &held, used, &mut |used| visit(word, used));
    });
}

/// Visits the ways to type the vowels, one after the other, as themselves or as wildcards.
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

/// How to type a word so that it uses these letters: the last vowels of a kind become `*`.
pub(super) fn typed(word: &str, used: &Bag) -> String {
    let mut seen = String::new();
    word.chars()
        .map(|letter| {
            seen.push(letter);
            if Bag::of(&seen).count(letter) > used.count(letter) { WILD } else { letter }
        })
        .collect()
}

/// The letters as a rack, each wildcard as one of every vowel. None when they are no letters.
fn rack(letters: &str) -> Option<Rack> {
    let mut all: String = letters.chars().filter(|&letter| letter != WILD).collect();
    let wild = letters.len() - all.len();
    all.push_str(&VOWELS.repeat(wild));
    Rack::new(&all, 0).ok()
}
