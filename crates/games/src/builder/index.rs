//! The words that the house itself may put on a board, by length, and for each letter at each place
//! those that have it there: a set of bits, so that a slot's words are found by a few ANDs.

use std::borrow::Cow;
use std::sync::LazyLock;
use words::Lexicon;

/// The words of one length, in alphabetical order.
#[derive(Clone, Default)]
struct LengthIndex {
    /// One after the other.
    text: String,
    count: usize,
    /// For each place and letter the words that have it there, a bit each.
    having: Vec<Vec<u64>>,
}

/// Common words that are fit to be shown.
#[derive(Clone)]
pub(super) struct Index {
    /// By length.
    by_length: Vec<LengthIndex>,
}

static BUILTIN: LazyLock<Index> = LazyLock::new(|| Index::new(Lexicon::builtin()));

impl Index {
    /// The words of a list; those of the built-in one are put in order only once.
    pub(super) fn of(words: &Lexicon) -> Cow<'static, Index> {
        match words.is_builtin() {
            true => Cow::Borrowed(&*BUILTIN),
            false => Cow::Owned(Index::new(words)),
        }
    }

    fn new(words: &Lexicon) -> Index {
        let mut shelves: Vec<LengthIndex> = Vec::new();
        words.for_each(|word| {
            if words.common_at(word.index) && words.fit_at(word.index) {
                let length = word.text.len();
                if shelves.len() <= length {
                    shelves.resize(length + 1, LengthIndex::default());
                }
                if let Some(shelf) = shelves.get_mut(length) {
                    shelf.text.push_str(word.text);
                    shelf.count += 1;
                }
            }
        });
        for (length, shelf) in shelves.iter_mut().enumerate().skip(1) {
            let row = vec![0; shelf.count.div_ceil(64)];
            shelf.having = vec![row; length * LETTERS];
            for (n, letter) in shelf.text.bytes().enumerate() {
                let (word, place) = (n / length, n % length);
                let row = number(letter).and_then(|it| shelf.having.get_mut(place * LETTERS + it));
                if let Some(bits) = row.and_then(|row| row.get_mut(word / 64)) {
                    *bits |= 1 << (word % 64);
                }
            }
        }
        Index { by_length: shelves }
    }

    /// The words that fit a pattern of letters and `?`, in alphabetical order.
    pub(super) fn matching(&self, pattern: &str) -> Vec<&str> {
        let Some(shelf) = self.by_length.get(pattern.len()) else { return Vec::new() };
        let rows = pattern.bytes().enumerate().filter(|&(_, letter)| letter != b'?');
        let rows = rows.map(|(place, letter)| shelf.having.get(place * LETTERS + number(letter)?));
        let Some(rows) = rows.collect::<Option<Vec<_>>>() else { return Vec::new() };
        let mut found = Vec::new();
        for chunk in 0..shelf.count.div_ceil(64) {
            let all = |bits, row: &&Vec<u64>| bits & row.get(chunk).copied().unwrap_or(0);
            let mut bits = rows.iter().fold(u64::MAX, all);
            while bits != 0 {
                let word = 64 * chunk + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let from = word * pattern.len();
                found.extend(shelf.text.get(from..from + pattern.len()));
            }
        }
        found
    }
}

const LETTERS: usize = 26;

/// A letter from 0.
fn number(letter: u8) -> Option<usize> {
    letter.checked_sub(b'a').map(usize::from).filter(|&letter| letter < LETTERS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Pattern;

    #[test]
    fn it_finds_what_the_list_finds() {
        let words = Lexicon::builtin();
        let index = Index::of(words);
        for pattern in ["c?t", "??", "?????", "q????", "s??????s", "z?z?z", "?a?e??", "e??????????"]
        {
            let mut expected = Vec::new();
            words.matching(&pattern.parse::<Pattern>().unwrap(), |word| {
                if words.common_at(word.index) && words.fit_at(word.index) {
                    expected.push(word.text.to_owned());
                }
            });
            assert_eq!(index.matching(pattern), expected, "{pattern}");
        }
        assert_eq!(index.matching(&"?".repeat(40)), [""; 0]);
        let own = Lexicon::from_words(["zq", "qz", "a"]);
        assert_eq!(Index::of(&own).matching("?q"), ["zq"]);
    }
}
