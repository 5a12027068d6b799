//! An index of words by their letters: which words do a few tiles spell, with wildcards that stand for any vowel? A
//! walk through the automaton tries every order of the letters; here every subset of the tiles is looked up once,
//! whatever the order. With six tiles that is several times faster (`cargo bench -p lexicade --bench figures`).
//!
//! Every letter has a number, and a set of letters is represented by their sum: equal sums mean equal letters
//! (`sum.rs`). So each set is one addition away from a smaller one. Most sets spell nothing, and one bit is enough to
//! see that. The index of the built-in list takes about 5 MB and is built when it is first used. `walk.rs` handles
//! larger racks and wildcards for any letter.

use crate::Lexicon;
use crate::sum::{self, MOST_LETTERS};

/// The maximum number of tiles, wildcards included, and the length of the longest word in the index.
pub const MOST_TILES: usize = MOST_LETTERS;

/// A list of this many words gets no index, because building it would take too long.
const TOO_MANY: usize = 1 << 19;

/// The letters that a wildcard may stand for.
const VOWELS: [u8; 5] = *b"aeiou";

/// An index of the words of a list by their letters.
pub struct Anagrams {
    lengths: [Length; MOST_TILES + 1],
}

/// The words of one length, sorted by the bits of their sums. Each length has its own bits: small racks look up short
/// words only, whose bits are few enough to stay in the processor's cache.
#[derive(Default)]
struct Length {
    /// The number of blocks is a power of two.
    blocks: Vec<Block>,
    /// A sum shifted right by this many bits is the index of its block.
    shift: u32,
    classes: Vec<Class>,
    /// All words concatenated, those of a class side by side.
    text: String,
    /// The indices of these words in the list.
    index: Vec<u32>,
}

/// A bit for each 32nd part of the block's sums: is there a class? There are at least sixteen times as many bits as
/// classes, so most lookups end here.
#[derive(Clone, Copy, Default)]
struct Block {
    bits: u32,
    /// The number of classes before those of this block.
    before: u32,
}

/// The words that consist of the same letters, with the sum of these letters.
#[derive(Clone, Copy)]
struct Class {
    sum: u64,
    words: Words,
}

/// A range of words of one length.
#[derive(Clone, Copy, Default)]
struct Words {
    first: u32,
    count: u32,
}

/// A word that tiles can spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelt<'a> {
    /// The word, in lower case.
    pub text: &'a str,
    /// Its [`Lexicon::index`]. It is a reference so that callers that don't need it don't wait for memory.
    pub index: &'a u32,
    /// The vowels that wildcards stand for, in alphabetical order. All other letters come from tiles.
    pub wild: &'a [u8],
}

impl Anagrams {
    /// Builds the index of a list; `None` for a list of more than half a million words.
    pub(crate) fn of(words: &Lexicon) -> Option<Anagrams> {
        if words.len() >= TOO_MANY {
            return None;
        }
        let mut by_length: [Vec<(u64, u32)>; MOST_TILES + 1] = Default::default();
        words.for_each(|word| {
            if let Some(same) = by_length.get_mut(word.text.len()) {
                same.push((sum::of(word.text), word.index));
            }
        });
        Some(Anagrams { lengths: by_length.map(|same| Length::of(words, same)) })
    }

    /// A speller for one rack, or for many racks one after the other.
    pub fn speller(&self) -> Speller<'_> {
        Speller { anagrams: self, subsets: Vec::new(), candidates: Vec::new(), found: Vec::new() }
    }
}

/// Finds the words that tiles spell. It reuses its buffers from one rack to the next.
pub struct Speller<'a> {
    anagrams: &'a Anagrams,
    /// All subsets of the tiles.
    subsets: Vec<LetterSum>,
    /// The subsets that may spell words.
    candidates: Vec<LetterSum>,
    /// The words that were found, with their length.
    found: Vec<(Words, usize)>,
}

/// A set of letters: their sum and their number.
#[derive(Clone, Copy, Default)]
struct LetterSum {
    sum: u64,
    len: usize,
}

impl LetterSum {
    #[inline]
    fn and(self, other: LetterSum) -> LetterSum {
        LetterSum { sum: self.sum.wrapping_add(other.sum), len: self.len + other.len }
    }

    fn and_letter(self, letter: u8) -> LetterSum {
        self.and(LetterSum { sum: sum::letter(letter), len: 1 })
    }
}

impl Speller<'_> {
    /// Visits the words of at least `fewest` letters that tiles and wildcards spell: each word once for every choice of
    /// vowels that wildcards can stand for in it. A wildcard may stand for a vowel even if there is a tile for it,
    /// because the player may want to keep the tile. Returns false and visits nothing if there are too many tiles or
    /// one isn't a letter a-z in lower case.
    pub fn spelt(
        &mut self,
        tiles: &str,
        wild: usize,
        fewest: usize,
        mut visit: impl FnMut(Spelt<'_>),
    ) -> bool {
        let plain = tiles.bytes().all(|tile| tile.is_ascii_lowercase());
        if !plain || tiles.len() + wild > MOST_TILES {
            return false;
        }
        self.make_subsets(tiles);
        self.visit_with(LetterSum::default(), &mut [0; MOST_TILES], wild, fewest, &mut visit);
        true
    }

    /// Fills `subsets` with all different subsets of the tiles.
    fn make_subsets(&mut self, tiles: &str) {
        let mut sorted = [0; MOST_TILES];
        sorted.iter_mut().zip(tiles.bytes()).for_each(|(place, tile)| *place = tile);
        let tiles = sorted.get_mut(..tiles.len()).unwrap_or_default();
        tiles.sort_unstable();
        let subsets = &mut self.subsets;
        subsets.clear();
        subsets.reserve(1 << tiles.len());
        subsets.push(LetterSum::default());
        for run in tiles.chunk_by(|a, b| a == b) {
            let Some(&tile) = run.first() else { continue };
            let one = LetterSum::default().and_letter(tile);
            // Every subset of the letters before, with one of this letter, with two, and so on.
            let others = subsets.len();
            for _ in run {
                let from = subsets.len() - others;
                subsets.extend_from_within(from..);
                let more = subsets.get_mut(from + others..).unwrap_or_default();
                more.iter_mut().for_each(|subset| *subset = subset.and(one));
            }
        }
        if self.candidates.len() < subsets.len() {
            self.candidates.resize(subsets.len(), LetterSum::default());
        }
    }

    /// Visits the words that use these vowels for wildcards (the first elements of `stands`). Then does the same with
    /// one more vowel, the last one or a later one in the alphabet, up to `wild` vowels.
    fn visit_with(
        &mut self,
        vowels: LetterSum,
        stands: &mut [u8; MOST_TILES],
        wild: usize,
        fewest: usize,
        visit: &mut impl FnMut(Spelt<'_>),
    ) {
        let lengths = &self.anagrams.lengths;
        // Three passes, over all bits, then all classes, then all words, so that memory accesses overlap. The first
        // pass collects the candidates without a branch, which the processor could not predict.
        let mut count = 0;
        for subset in &self.subsets {
            let subset = subset.and(vowels);
            let possible =
                lengths.get(subset.len).is_some_and(|length| length.may_have(subset.sum));
            if let Some(next) = self.candidates.get_mut(count) {
                *next = subset;
            }
            count += usize::from(possible & (subset.len >= fewest));
        }
        let used = vowels.len;
        let wilds = stands.get(..used).unwrap_or_default();
        self.found.clear();
        for &LetterSum { sum, len } in self.candidates.iter().take(count) {
            let words = lengths.get(len).and_then(|length| length.find(sum));
            self.found.extend(words.map(|words| (words, len)));
        }
        for &(words, len) in &self.found {
            if let Some(length) = lengths.get(len) {
                length.visit(words, len, wilds, visit);
            }
        }
        if used == wild {
            return;
        }
        let latest = wilds.last().copied().unwrap_or_default();
        for vowel in VOWELS.into_iter().filter(|vowel| *vowel >= latest) {
            if let Some(next) = stands.get_mut(used) {
                *next = vowel;
            }
            self.visit_with(vowels.and_letter(vowel), stands, wild, fewest, visit);
        }
    }
}

impl Length {
    /// Builds the index of one length from the sum and the index of each word.
    fn of(words: &Lexicon, mut same: Vec<(u64, u32)>) -> Length {
        let blocks = (same.len() / 2).next_power_of_two();
        let shift = u64::BITS - blocks.trailing_zeros();
        let blocks = vec![Block::default(); blocks];
        let mut length = Length { blocks, shift, ..Length::default() };
        same.sort_by_key(|&(sum, index)| (length.bit(sum), sum, index));
        for class in same.chunk_by(|a, b| a.0 == b.0) {
            let Some(&(sum, _)) = class.first() else { continue };
            let (at, bit) = length.bit(sum);
            if let Some(block) = length.blocks.get_mut(at) {
                if block.bits == 0 {
                    block.before = length.classes.len() as u32;
                }
                block.bits |= bit;
            }
            let (first, count) = (length.index.len() as u32, class.len() as u32);
            length.classes.push(Class { sum, words: Words { first, count } });
            for &(_, index) in class {
                length.text += &words.word(index).unwrap_or_default();
                length.index.push(index);
            }
        }
        length
    }

    /// May there be words with this sum? False means no.
    #[inline]
    fn may_have(&self, sum: u64) -> bool {
        let (block, bit) = self.bit(sum);
        self.blocks.get(block).is_some_and(|block| block.bits & bit != 0)
    }

    /// The words with this sum, if there are any.
    #[inline]
    fn find(&self, sum: u64) -> Option<Words> {
        let (at, bit) = self.bit(sum);
        let block = self.blocks.get(at)?;
        // Every bit below stands for at least one class. Several classes may share a bit, so search on from there.
        let mut place = (block.before + (block.bits & (bit - 1)).count_ones()) as usize;
        loop {
            let class = self.classes.get(place)?;
            if class.sum == sum {
                return Some(class.words);
            }
            if self.bit(class.sum) > (at, bit) {
                return None;
            }
            place += 1;
        }
    }

    /// Visits words of `len` letters.
    #[inline]
    fn visit(&self, words: Words, len: usize, wild: &[u8], visit: &mut impl FnMut(Spelt<'_>)) {
        let (from, count) = (words.first as usize, words.count as usize);
        let mut rest = self.text.get(from * len..).unwrap_or_default();
        for index in self.index.get(from..from + count).unwrap_or_default() {
            if let Some((text, others)) = rest.split_at_checked(len) {
                visit(Spelt { text, index, wild });
                rest = others;
            }
        }
    }

    /// The block of a sum, and its bit there.
    #[inline]
    fn bit(&self, sum: u64) -> (usize, u32) {
        (sum.checked_shr(self.shift).unwrap_or(0) as usize, 1 << (sum >> 32 & 31))
    }
}
