//! Letters: their values, and what playing a word does to a hand. A hand is a string with equal letters side by
//! side; `*` is the wildcard. Nothing here knows the word list.

/// The wildcard, as it is dealt and typed.
pub(super) const WILD: char = '*';
/// The letters that a wildcard may stand for.
pub(super) const VOWELS: &str = "aeiou";
/// All other letters, including y.
pub(super) const CONSONANTS: &str = "bcdfghjklmnpqrstvwxyz";

/// The points of a letter; 0 for anything else.
pub fn value(letter: char) -> u32 {
    match letter {
        'a' | 'e' | 'i' | 'l' | 'n' | 'o' | 'r' | 's' | 't' | 'u' => 1,
        'd' | 'g' => 2,
        'b' | 'c' | 'm' | 'p' => 3,
        'f' | 'h' | 'v' | 'w' | 'y' => 4,
        'k' => 5,
        'j' | 'x' => 8,
        'q' | 'z' => 10,
        _ => 0,
    }
}

/// The sum of the letter values of a text.
pub(super) fn values(text: &str) -> u32 {
    text.chars().map(value).sum()
}

/// The factor for a word of `used` letters from a hand of `n`: 7 for each letter used, minus 3 for each letter
/// left over, but at least 1.
pub(super) fn factor(used: usize, n: usize) -> u32 {
    (10 * used).saturating_sub(3 * n).max(1) as u32
}

/// The points for a word played from a hand of `n` letters.
pub(super) fn points(word: &str, n: usize) -> u32 {
    values(word) * factor(word.len(), n)
}

/// How often each letter and the wildcard occur in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bag([u8; 27]);

impl Bag {
    /// Counts the letters of a text. Counts stop at 255, which is more than any hand can hold.
    pub(super) fn of(text: &str) -> Bag {
        let mut bag = Bag([0; 27]);
        for letter in text.chars() {
            if let Some(count) = bag.0.get_mut(place(letter)) {
                *count = count.saturating_add(1);
            }
        }
        bag
    }

    pub(super) fn count(&self, letter: char) -> u8 {
        self.0.get(place(letter)).copied().unwrap_or(0)
    }

    /// The sum of its letter values.
    pub(super) fn value(&self) -> u32 {
        ('a'..='z').zip(self.0).map(|(letter, count)| value(letter) * u32::from(count)).sum()
    }

    /// Whether this bag has every letter of the other, as often.
    pub(super) fn covers(&self, other: &Bag) -> bool {
        self.0.iter().zip(other.0).all(|(&mine, theirs)| theirs <= mine)
    }

    /// The same bag with `stars` copies of a letter replaced by wildcards.
    pub(super) fn starred(mut self, letter: char, stars: u8) -> Bag {
        for (letter, change) in [(letter, -i16::from(stars)), (WILD, i16::from(stars))] {
            if let Some(count) = self.0.get_mut(place(letter)) {
                *count = u8::try_from(i16::from(*count) + change).unwrap_or(0);
            }
        }
        self
    }
}

fn place(letter: char) -> usize {
    match letter {
        'a'..='z' => letter as usize - 'a' as usize,
        WILD => 26,
        _ => usize::MAX,
    }
}

/// Moves equal letters together, to the place of the first one.
pub(super) fn group(letters: &str) -> String {
    let mut grouped = String::with_capacity(letters.len());
    for letter in letters.chars() {
        if !grouped.contains(letter) {
            grouped.extend(letters.chars().filter(|&other| other == letter));
        }
    }
    grouped
}

/// The hand after a word was played, valid or not. Letters that are not in the hand are ignored.
pub(super) fn without(hand: &str, word: &str) -> String {
    let mut left = hand.to_owned();
    for letter in word.chars() {
        if let Some(at) = left.find(letter) {
            left.remove(at);
        }
    }
    left
}

/// The letters with spaces between them.
pub(super) fn spaced(letters: &str) -> String {
    letters.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// Whether a hand has every letter of the alphabet, so that a swap has nothing to bring in.
pub(super) fn holds_all(hand: &str) -> bool {
    ('a'..='z').all(|letter| hand.contains(letter))
}
