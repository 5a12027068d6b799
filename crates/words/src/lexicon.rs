//! The lexicon: one type for the built-in list and for players' lists, so that games needn't distinguish them.
//! `list.rs` makes one from a player's file; `walk.rs` walks through it.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::anagram::Anagrams;
use crate::dawg::{Dawg, Pair};
use crate::node::{LETTERS, Node, letter, number};
use crate::tag::Tag;
use crate::walk::{Anything, Word, walk, walk_while};
use crate::{MAX_LETTERS, Pattern, Rack};

/// The output of `build.rs` for `data/lexicon-en.tsv`: `PAIRS`, `ROOT`, `LEN` and `TAGS`.
mod generated {
    include!(concat!(env!("OUT_DIR"), "/lexicon-en.rs"));
}

/// The id of the built-in list. A changed list must become `en-2`, because tickets contain the id of their list.
const BUILTIN_ID: &str = "en-1";

/// The highest level of a common word.
const COMMON: u8 = 50;

static BUILTIN: Lexicon = Lexicon {
    pairs: Cow::Borrowed(&generated::PAIRS),
    root: generated::ROOT,
    len: generated::LEN,
    tags: Some(&generated::TAGS),
    id: Cow::Borrowed(BUILTIN_ID),
    anagrams: OnceLock::new(),
};

/// A word list. Words consist of a-z in lower case, and each has an index: its position in alphabetical order.
///
/// ```
/// use words::{Lexicon, Rack};
///
/// let english = Lexicon::builtin();
/// assert!(english.has("crane"));
///
/// let mut spelt = Vec::new();
/// english.spelt_from(&Rack::new("xo", 0).unwrap(), |word| spelt.push(word.text.to_owned()));
/// assert_eq!(spelt, ["ox"]);
/// ```
#[derive(Clone)]
pub struct Lexicon {
    pairs: Cow<'static, [Pair]>,
    root: u32,
    len: u32,
    /// A player's list has no tags: all its words count as common and fit to be shown.
    tags: Option<&'static [u16]>,
    id: Cow<'static, str>,
    /// Built when it is first used.
    anagrams: OnceLock<Option<Arc<Anagrams>>>,
}

impl Lexicon {
    /// The list that comes with the program. It needs no loading.
    pub fn builtin() -> &'static Lexicon {
        &BUILTIN
    }

    pub(crate) fn from_dawg(dawg: Dawg, id: String) -> Lexicon {
        let Dawg { pairs, root, len } = dawg;
        let (pairs, id, anagrams) = (Cow::Owned(pairs), Cow::Owned(id), OnceLock::new());
        Lexicon { pairs, root, len, tags: None, id, anagrams }
    }

    /// `en-1` for the built-in list, otherwise a hash of the words as 16 hexadecimal digits.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Is this the list that comes with the program?
    pub fn is_builtin(&self) -> bool {
        self.id == BUILTIN_ID
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Is this word in the list? Text with anything but a-z in lower case never is.
    pub fn has(&self, word: &str) -> bool {
        self.has_bytes(word.as_bytes())
    }

    /// Like [`Lexicon::has`], for ASCII bytes.
    pub fn has_bytes(&self, word: &[u8]) -> bool {
        let pairs: &[Pair] = &self.pairs;
        let mut node = Node::at(pairs, self.root);
        for &byte in word {
            let Some(target) = node.target(byte.wrapping_sub(b'a')) else { return false };
            node = Node::at(pairs, target);
        }
        node.ends()
    }

    /// A word's position in alphabetical order, from 0; `None` if it isn't in the list.
    pub fn index(&self, word: &str) -> Option<u32> {
        let pairs: &[Pair] = &self.pairs;
        let mut node = Node::at(pairs, self.root);
        let mut index = 0;
        for byte in word.bytes() {
            let step = node.step(number(byte)?)?;
            node = Node::at(pairs, step.target);
            index += step.skip;
        }
        node.ends().then_some(index)
    }

    /// The word at an index: the inverse of [`Lexicon::index`].
    pub fn word(&self, index: u32) -> Option<String> {
        if index >= self.len {
            return None;
        }
        let mut word = String::new();
        let mut node = Node::at(&self.pairs, self.root);
        let mut left = index;
        while let Some((number, step)) = node.toward(left) {
            node = Node::at(&self.pairs, step.target);
            left -= step.skip;
            word.push(letter(number));
        }
        Some(word)
    }

    /// Is this a word that most people know?
    pub fn common(&self, word: &str) -> bool {
        self.index(word).is_some_and(|index| self.common_at(index))
    }

    /// May the program itself show this word, as an answer, in a hint or as a bot's move?
    pub fn fit(&self, word: &str) -> bool {
        self.index(word).is_some_and(|index| self.fit_at(index))
    }

    /// [`Lexicon::common`] by index.
    pub fn common_at(&self, index: u32) -> bool {
        self.level_at(index) <= COMMON
    }

    /// [`Lexicon::fit`] by index.
    pub fn fit_at(&self, index: u32) -> bool {
        index < self.len && self.tag(index).is_none_or(|tag| tag.taboo() == 0)
    }

    /// The frequency of a word, as Zipf x 100: 763 for "the"; 0 if unknown, as in a player's list.
    pub fn zipf_at(&self, index: u32) -> u16 {
        self.tag(index).map_or(0, Tag::zipf)
    }

    /// The vocabulary level of a word, from 10 (everyday) to 99 (very rare); 0 in a player's list, and 255 if there is
    /// no such word.
    pub fn level_at(&self, index: u32) -> u8 {
        if index >= self.len { u8::MAX } else { self.tag(index).map_or(0, Tag::level) }
    }

    fn tag(&self, index: u32) -> Option<Tag> {
        self.tags?.get(index as usize).copied().map(Tag)
    }

    /// All words in alphabetical order. Allocates a string for each; [`Lexicon::for_each`] doesn't.
    pub fn words(&self) -> impl DoubleEndedIterator<Item = String> + '_ {
        (0..self.len).filter_map(|index| self.word(index))
    }

    /// Visits all words in alphabetical order.
    pub fn for_each(&self, visit: impl FnMut(Word<'_>)) {
        walk(&self.pairs, self.root, Anything, visit);
    }

    /// Visits the words of a length in alphabetical order.
    pub fn of_length(&self, n: usize, mut visit: impl FnMut(Word<'_>)) {
        self.of_length_while(n, |word| {
            visit(word);
            true
        });
    }

    /// Visits the words of a length in alphabetical order, until `visit` returns false.
    pub fn of_length_while(&self, n: usize, visit: impl FnMut(Word<'_>) -> bool) {
        if let Some(places) = [LETTERS; MAX_LETTERS].get(..n) {
            walk_while(&self.pairs, self.root, places, visit);
        }
    }

    /// Visits the words that a rack spells, each once, in alphabetical order.
    pub fn spelt_from(&self, rack: &Rack, visit: impl FnMut(Word<'_>)) {
        walk(&self.pairs, self.root, *rack, visit);
    }

    /// The index of words by their letters, built on first use. `None` for a list of more than half a million words,
    /// where building it would take too long.
    pub fn anagrams(&self) -> Option<&Anagrams> {
        // Copies of the built-in list share one index.
        let cell = if self.is_builtin() { &BUILTIN.anagrams } else { &self.anagrams };
        cell.get_or_init(|| Anagrams::of(self).map(Arc::new)).as_deref()
    }

    /// Visits the words that fit a pattern, in alphabetical order.
    pub fn matching(&self, pattern: &Pattern, visit: impl FnMut(Word<'_>)) {
        walk(&self.pairs, self.root, pattern.places(), visit);
    }
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon").field("id", &self.id).field("len", &self.len).finish()
    }
}
