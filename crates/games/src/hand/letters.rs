//! Letters: what they are worth, and what playing a word does to a hand. A hand is text, equal
//! letters side by side; `*` is the wildcard. Which strings are words is not known here.

/// The wildcard, as it is dealt and typed.
pub(super) const WILD: char = '*';
/// What a wildcard may stand for.
pub(super) const VOWELS: &str = "aeiou";
/// The other letters; y is one of them.
pub(super) const CONSONANTS: &str = "bcdfghjklmnpqrstvwxyz";

/// What a letter is worth.
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

/// What the letters of a text are worth together.
pub(super) fn values(text: &str) -> u32 {
    text.chars().map(value).sum()
}

/// What each of them counts when `used` letters of a hand of `n` make a word: long words pay,
/// letters left over cost.
pub(super) fn factor(used: usize, n: usize) -> u32 {
    (10 * used).saturating_sub(3 * n).max(1) as u32
}

/// The points for a word played from a hand of `n` letters.
pub(super) fn points(word: &str, n: usize) -> u32 {
    values(word) * factor(word.len(), n)
}

/// How often each letter and the wildcard occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bag([u8; 27]);

impl Bag {
    /// The letters of a text; more than 255 of one count as 255, which no hand can hold.
    pub(super) fn of(text: &str) -> Bag {
        let mut bag = Bag([0; 27]);
        for letter in text.chars() {
            if let Some(count) = bag.0.get_mut(place(letter)) {
                *count = count.saturating_add(1);
            }
        }
        bag
    }

    /// How many of a letter there are.
    pub(super) fn count(&self, letter: char) -> u8 {
        self.0.get(place(letter)).copied().unwrap_or(0)
    }

    /// What its letters are worth together.
    pub(super) fn value(&self) -> u32 {
        ('a'..='z').zip(self.0).map(|(letter, count)| value(letter) * u32::from(count)).sum()
    }

    /// Is every letter of the other bag in this one?
    pub(super) fn covers(&self, other: &Bag) -> bool {
        self.0.iter().zip(other.0).all(|(&mine, theirs)| theirs <= mine)
    }

    /// The same bag with `stars` of a letter typed as wildcards.
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

/// The letters with equal ones together at the place of the first.
pub(super) fn group(letters: &str) -> String {
    let mut grouped = String::with_capacity(letters.len());
    for letter in letters.chars() {
        if !grouped.contains(letter) {
            grouped.extend(letters.chars().filter(|&other| other == letter));
        }
    }
    grouped
}

/// What is left of a hand after a word, valid or not: never less than nothing of a letter.
pub(super) fn without(hand: &str, word: &str) -> String {
    let mut left = hand.to_owned();
    for letter in word.chars() {
        if let Some(at) = left.find(letter) {
            left.remove(at);
        }
    }
    left
}

/// The letters with a blank between them, as people read a hand.
pub(super) fn spaced(letters: &str) -> String {
    letters.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// Are all letters of the alphabet held? Then no other can come in for one of them.
pub(super) fn holds_all(hand: &str) -> bool {
    ('a'..='z').all(|letter| hand.contains(letter))
}
