//! An index of the words that `fill` may use, by length. For each letter at each place it has a bit set of the
//! words with that letter there, so that a few ANDs find the words for a slot.

use std::borrow::Cow;
use std::sync::LazyLock;
use words::Lexicon;

/// The words of one length, in alphabetical order.
#[derive(Clone, Default)]
struct LengthIndex {
    /// The words, joined without separators.
    text: String,
    count: usize,
    /// For each place and letter a bit set of the words that have it there.
    having: Vec<Vec<u64>>,
}

/// Common words that are suitable to be shown.
#[derive(Clone)]
pub(super) struct Index {
    by_length: Vec<LengthIndex>,
}

static BUILTIN: LazyLock<Index> = LazyLock::new(|| Index::new(Lexicon::builtin()));

impl Index {
    /// The index of a word list. That of the built-in list is made only once.
    pub(super) fn of(words: &Lexicon) -> Cow<'static, Index> {
        match words.is_builtin() {
            true => Cow::Borrowed(&*BUILTIN),
            false => Cow::Owned(Index::new(words)),
        }
    }

    fn new(words: &Lexicon) -> Index {
        let mut by_length: Vec<LengthIndex> = Vec::new();
        words.for_each(|word| {
            if words.common_at(word.index) && words.fit_at(word.index) {
                let length = word.text.len();
                if by_length.len() <= length {
                    by_length.resize(length + 1, LengthIndex::default());
                }
                if let Some(words_of_length) = by_length.get_mut(length) {
                    words_of_length.text.push_str(word.text);
                    words_of_length.count += 1;
                }
            }
        });
        for (length, words_of_length) in by_length.iter_mut().enumerate().skip(1) {
            let row = vec![0; words_of_length.count.div_ceil(64)];
            words_of_length.having = vec![row; length * LETTERS];
            for (n, letter) in words_of_length.text.bytes().enumerate() {
                let (word, place) = (n / length, n % length);
                let row = number(letter)
                    .and_then(|it| words_of_length.having.get_mut(place * LETTERS + it));
                if let Some(bits) = row.and_then(|row| row.get_mut(word / 64)) {
                    *bits |= 1 << (word % 64);
                }
            }
        }
        Index { by_length }
    }

    /// The words that fit a pattern of letters and `?`, in alphabetical order.
    pub(super) fn matching(&self, pattern: &str) -> Vec<&str> {
        let Some(words_of_length) = self.by_length.get(pattern.len()) else { return Vec::new() };
        let rows = pattern.bytes().enumerate().filter(|&(_, letter)| letter != b'?');
        let rows = rows
            .map(|(place, letter)| words_of_length.having.get(place * LETTERS + number(letter)?));
        let Some(rows) = rows.collect::<Option<Vec<_>>>() else { return Vec::new() };
        let mut found = Vec::new();
        for chunk in 0..words_of_length.count.div_ceil(64) {
            let all = |bits, row: &&Vec<u64>| bits & row.get(chunk).copied().unwrap_or(0);
            let mut bits = rows.iter().fold(u64::MAX, all);
            while bits != 0 {
                let word = 64 * chunk + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let from = word * pattern.len();
                found.extend(words_of_length.text.get(from..from + pattern.len()));
            }
        }
        found
    }
}

const LETTERS: usize = 26;

/// The number of a letter, 0 for `a`.
fn number(letter: u8) -> Option<usize> {
    letter.checked_sub(b'a').map(usize::from).filter(|&letter| letter < LETTERS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Pattern;

    #[test]
    fn the_index_finds_the_same_words_as_the_list() {
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
