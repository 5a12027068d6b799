//! Words by their letters: which words do a few tiles spell, with wildcards that stand for any vowel? A
//! walk through the automaton tries every order of the letters; here every choice of tiles is looked up
//! once, whatever the order. With six tiles that is several times faster (`cargo bench -p lexicade --bench figures`).
//!
//! Every letter has a number, and a choice of letters is their sum: equal sums are equal letters (`sum.rs`). So a
//! choice is one addition away from a smaller one. Most choices spell nothing, and a bit tells so. Some 5 MB for the
//! built-in list, made when it is first asked for. Racks with wildcards for any letter, and larger ones, are for
//! `walk.rs`.

use crate::Lexicon;
use crate::sum::{self, MOST_LETTERS};

/// The most tiles, wildcards included, and the longest word that is kept.
pub const MOST_TILES: usize = MOST_LETTERS;

/// A list of so many words is not kept in this way: to make it would take too long.
const TOO_MANY: usize = 1 << 19;

/// What a wildcard may stand for.
const VOWELS: [u8; 5] = *b"aeiou";

/// The words of a list by their letters.
pub struct Anagrams {
    lengths: [Length; MOST_TILES + 1],
}

/// The words of one length, in the order of the bits that their sums lead to. Each length has bits of its own: small
/// racks ask for short words only, and what they ask is small enough to stay near.
#[derive(Default)]
struct Length {
    /// As many as a power of two.
    blocks: Vec<Block>,
    /// What is left of a sum without so many bits is its block.
    shift: u32,
    classes: Vec<Class>,
    /// One word after the other, those of a class side by side.
    text: String,
    /// Their places in the list.
    index: Vec<u32>,
}

/// A bit for each 32nd part of the block's sums: is there a class? With at least sixteen times as many bits as
/// classes most questions end here.
#[derive(Clone, Copy, Default)]
struct Block {
    bits: u32,
    /// How many classes lie before those of this block.
    before: u32,
}

/// Words of the same letters: their sum, and which words of the length they are.
#[derive(Clone, Copy)]
struct Class {
    sum: u64,
    words: Words,
}

/// Words that stand side by side.
#[derive(Clone, Copy, Default)]
struct Words {
    first: u32,
    many: u32,
}

/// A word that tiles spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelt<'a> {
    /// The word, in lower case.
    pub text: &'a str,
    /// What [`Lexicon::index`] says of it. A reference: who does not ask need not wait for it.
    pub index: &'a u32,
    /// The vowels that wildcards stand for, in alphabetical order; tiles stand for all other letters.
    pub wild: &'a [u8],
}

impl Anagrams {
    /// The words of a list by their letters; nothing for a list of more than half a million words.
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

    /// Somebody to ask: for one rack, or for many, one after the other.
    pub fn speller(&self) -> Speller<'_> {
        Speller { anagrams: self, choices: Vec::new(), hopes: Vec::new(), found: Vec::new() }
    }
}

/// Spells words from tiles, and keeps its room from one rack to the next.
pub struct Speller<'a> {
    anagrams: &'a Anagrams,
    /// All choices of the tiles.
    choices: Vec<LetterSum>,
    /// Those that may be words.
    hopes: Vec<LetterSum>,
    /// The words of those that are, and their length.
    found: Vec<(Words, usize)>,
}

/// A choice of letters: their sum, and how many they are.
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
    /// Visits the words of at least `fewest` letters that tiles and wildcards spell: each word once for
    /// every choice of vowels that the wildcards may stand for in it. A vowel may be a wildcard's though
    /// there is a tile for it: the tile may be wanted for something else. False, and nothing visited,
    /// when there are too many tiles or one is no letter a-z in lower case.
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
        self.choose(tiles);
        self.with(LetterSum::default(), &mut [0; MOST_TILES], wild, fewest, &mut visit);
        true
    }

    /// All choices of some tiles, each once.
    fn choose(&mut self, tiles: &str) {
        let mut sorted = [0; MOST_TILES];
        sorted.iter_mut().zip(tiles.bytes()).for_each(|(place, tile)| *place = tile);
        let tiles = sorted.get_mut(..tiles.len()).unwrap_or_default();
        tiles.sort_unstable();
        let choices = &mut self.choices;
        choices.clear();
        choices.reserve(1 << tiles.len());
        choices.push(LetterSum::default());
        for run in tiles.chunk_by(|a, b| a == b) {
            let Some(&tile) = run.first() else { continue };
            let one = LetterSum::default().and_letter(tile);
            // Beside every choice of the letters before: one of this letter, two of it, and so on.
            let others = choices.len();
            for _ in run {
                let from = choices.len() - others;
                choices.extend_from_within(from..);
                let more = choices.get_mut(from + others..).unwrap_or_default();
                more.iter_mut().for_each(|choice| *choice = choice.and(one));
            }
        }
        if self.hopes.len() < choices.len() {
            self.hopes.resize(choices.len(), LetterSum::default());
        }
    }

    /// Visits what can be spelt with some vowels, which are the first of `stands`, then with one more of these or a
    /// later one, `wild` at most.
    fn with(
        &mut self,
        vowels: LetterSum,
        stands: &mut [u8; MOST_TILES],
        wild: usize,
        fewest: usize,
        visit: &mut impl FnMut(Spelt<'_>),
    ) {
        let lengths = &self.anagrams.lengths;
        // First all bits are asked for, then all classes, and then all words, so that one does not wait for the
        // other's memory; and which choices have hope is written down without a branch to be guessed.
        let mut many = 0;
        for choice in &self.choices {
            let choice = choice.and(vowels);
            let hope = lengths.get(choice.len).is_some_and(|length| length.hopes(choice.sum));
            if let Some(room) = self.hopes.get_mut(many) {
                *room = choice;
            }
            many += usize::from(hope & (choice.len >= fewest));
        }
        let used = vowels.len;
        let wilds = stands.get(..used).unwrap_or_default();
        self.found.clear();
        for &LetterSum { sum, len } in self.hopes.iter().take(many) {
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
            self.with(vowels.and_letter(vowel), stands, wild, fewest, visit);
        }
    }
}

impl Length {
    /// The words of one length, each with its sum and its index.
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
            let (first, many) = (length.index.len() as u32, class.len() as u32);
            length.classes.push(Class { sum, words: Words { first, many } });
            for &(_, index) in class {
                length.text += &words.word(index).unwrap_or_default();
                length.index.push(index);
            }
        }
        length
    }

    /// May there be words of this sum?
    #[inline]
    fn hopes(&self, sum: u64) -> bool {
        let (block, bit) = self.bit(sum);
        self.blocks.get(block).is_some_and(|block| block.bits & bit != 0)
    }

    /// The words of a sum, if there are any.
    #[inline]
    fn find(&self, sum: u64) -> Option<Words> {
        let (at, bit) = self.bit(sum);
        let block = self.blocks.get(at)?;
        // At least so many classes of the block come first; one more for each bit that several share.
        let mut place = (block.before + (block.bits & (bit - 1)).count_ones()) as usize;
        loop {
            let there = self.classes.get(place)?;
            if there.sum == sum {
                return Some(there.words);
            }
            if self.bit(there.sum) > (at, bit) {
                return None;
            }
            place += 1;
        }
    }

    /// Visits words, which are so many letters long.
    #[inline]
    fn visit(&self, words: Words, len: usize, wild: &[u8], visit: &mut impl FnMut(Spelt<'_>)) {
        let (from, many) = (words.first as usize, words.many as usize);
        let mut rest = self.text.get(from * len..).unwrap_or_default();
        for index in self.index.get(from..from + many).unwrap_or_default() {
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
