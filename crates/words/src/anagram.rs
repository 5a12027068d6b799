//! Words by their letters: which words do a few tiles spell, with wildcards that stand for any vowel? A
//! walk through the automaton tries every order of the letters; here every choice of tiles is looked up
//! once, whatever the order. With six tiles that is several times faster (`lexicade bench`).
//!
//! Letters in alphabetical order are a number, the key of all words that they spell. Tiles are put in order
//! once, and each choice of them is then one step from a smaller one. Most choices spell nothing, and a bit
//! tells so. Some 5 MB for the built-in list, made when it is first asked for. Racks with wildcards for any
//! letter, and larger ones, are for `walk.rs`.

use crate::Lexicon;

/// The most tiles, wildcards included, and the longest word that is kept.
pub const MOST_TILES: usize = 12;

/// A list of so many words is not kept in this way: to make it would take too long.
const TOO_MANY: usize = 1 << 19;

/// What a wildcard may stand for.
const VOWELS: [u8; 5] = *b"aeiou";

/// Letters in alphabetical order, five bits each, the first highest: equal for words of the same letters only.
type Key = u64;

/// The words of a list by their letters.
pub struct Anagrams {
    lengths: [Length; MOST_TILES + 1],
}

/// The words of one length, in the order of the bits that their keys lead to. Each length has bits of its own: small
/// racks ask for short words only, and what they ask is small enough to stay near.
#[derive(Default)]
struct Length {
    blocks: Vec<Block>,
    classes: Vec<Class>,
    /// One word after the other, those of a class side by side.
    text: String,
    /// Their places in the list.
    index: Vec<u32>,
}

/// A bit for each 32nd part of the block's hashes: is there a class? With sixteen times as many bits as classes
/// most questions end here.
#[derive(Clone, Copy, Default)]
struct Block {
    bits: u32,
    /// How many classes lie before those of this block.
    before: u32,
}

/// The words of the same letters: so many, from here on.
#[derive(Clone, Copy)]
struct Class {
    key: Key,
    at: u32,
    len: u32,
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
        let mut by_length: [Vec<(Key, u32)>; MOST_TILES + 1] = Default::default();
        words.for_each(|word| {
            if let Some(same) = by_length.get_mut(word.text.len()) {
                same.push((key_of(word.text), word.index));
            }
        });
        Some(Anagrams { lengths: by_length.map(|same| Length::of(words, same)) })
    }

    /// Visits the words of at least `fewest` letters that tiles and wildcards spell: each word once for
    /// every choice of vowels that the wildcards may stand for in it. A vowel may be a wildcard's though
    /// there is a tile for it: the tile may be wanted for something else. False, and nothing visited,
    /// when there are too many tiles or one is no letter a-z in lower case.
    pub fn spelt(
        &self,
        tiles: &str,
        wild: usize,
        fewest: usize,
        mut visit: impl FnMut(Spelt<'_>),
    ) -> bool {
        let plain = tiles.bytes().all(|tile| tile.is_ascii_lowercase());
        if !plain || tiles.len() + wild > MOST_TILES {
            return false;
        }
        let mut sorted = [0; MOST_TILES];
        for (place, tile) in sorted.iter_mut().zip(tiles.bytes()) {
            *place = tile;
        }
        let tiles = sorted.get_mut(..tiles.len()).unwrap_or_default();
        tiles.sort_unstable();
        let mut search = Search { anagrams: self, tiles, fewest, keys: Vec::new() };
        search.keys.reserve(1 << search.tiles.len());
        search.with(&mut [0; MOST_TILES], 0, wild, &mut visit);
        true
    }
}

/// One question, while it is answered.
struct Search<'a> {
    anagrams: &'a Anagrams,
    /// In alphabetical order.
    tiles: &'a [u8],
    fewest: usize,
    /// The keys of the choices of tiles; then those of them that may be words.
    keys: Vec<Key>,
}

impl Search<'_> {
    /// Visits what can be spelt with the `used` vowels of `stands`, then with one more of these or a
    /// later one, `wild` at most.
    fn with(
        &mut self,
        stands: &mut [u8; MOST_TILES],
        used: usize,
        wild: usize,
        visit: &mut impl FnMut(Spelt<'_>),
    ) {
        let vowels = stands.get(..used).unwrap_or_default();
        self.choose(vowels);
        // First all bits are asked for and then all words, so that one does not wait for the other's
        // memory; and which keys have hope is written down without a branch to be guessed.
        let mut many = 0;
        for n in 0..self.keys.len() {
            let Some(&key) = self.keys.get(n) else { break };
            let len = length(key);
            let hope = self.anagrams.lengths.get(len).is_some_and(|length| length.hopes(key));
            if let Some(room) = self.keys.get_mut(many) {
                *room = key;
            }
            many += usize::from(hope & (len >= self.fewest));
        }
        for &key in self.keys.iter().take(many) {
            let len = length(key);
            if let Some(length) = self.anagrams.lengths.get(len) {
                length.visit(key, len, vowels, visit);
            }
        }
        if used == wild {
            return;
        }
        let latest = used.checked_sub(1).and_then(|last| stands.get(last)).copied();
        for vowel in VOWELS.into_iter().filter(|vowel| latest.is_none_or(|latest| *vowel >= latest))
        {
            if let Some(next) = stands.get_mut(used) {
                *next = vowel;
            }
            self.with(stands, used + 1, wild, visit);
        }
    }

    /// The keys of all choices of tiles with all of these vowels, each once. Both are in alphabetical order.
    fn choose(&mut self, vowels: &[u8]) {
        let keys = &mut self.keys;
        keys.clear();
        keys.push(0);
        let mut vowels = vowels.iter().copied().peekable();
        for run in self.tiles.chunk_by(|a, b| a == b) {
            let Some(&tile) = run.first() else { continue };
            while let Some(vowel) = vowels.next_if(|vowel| *vowel <= tile) {
                keys.iter_mut().for_each(|key| *key = more(*key, vowel));
            }
            // Beside every choice of the letters before: one of this letter, two of it, and so on.
            let others = keys.len();
            for _ in run {
                for n in keys.len() - others..keys.len() {
                    let fewer = keys.get(n).copied().unwrap_or_default();
                    keys.push(more(fewer, tile));
                }
            }
        }
        for vowel in vowels {
            keys.iter_mut().for_each(|key| *key = more(*key, vowel));
        }
    }
}

impl Length {
    /// The words of one length, each with its key and its index.
    fn of(words: &Lexicon, mut same: Vec<(Key, u32)>) -> Length {
        let mut length =
            Length { blocks: vec![Block::default(); same.len() / 2 + 1], ..Length::default() };
        same.sort_by_cached_key(|&(key, index)| (length.bit(key), key, index));
        for class in same.chunk_by(|a, b| a.0 == b.0) {
            let Some(&(key, _)) = class.first() else { continue };
            let (at, bit) = length.bit(key);
            if let Some(block) = length.blocks.get_mut(at) {
                if block.bits == 0 {
                    block.before = length.classes.len() as u32;
                }
                block.bits |= bit;
            }
            let (at, len) = (length.index.len() as u32, class.len() as u32);
            length.classes.push(Class { key, at, len });
            for &(_, index) in class {
                length.text += &words.word(index).unwrap_or_default();
                length.index.push(index);
            }
        }
        length
    }

    /// May there be words with this key?
    #[inline]
    fn hopes(&self, key: Key) -> bool {
        let (block, bit) = self.bit(key);
        self.blocks.get(block).is_some_and(|block| block.bits & bit != 0)
    }

    /// Visits the words with this key, if there are any.
    #[inline]
    fn visit(&self, key: Key, len: usize, wild: &[u8], visit: &mut impl FnMut(Spelt<'_>)) {
        let (at, bit) = self.bit(key);
        let Some(block) = self.blocks.get(at) else { return };
        // At least so many classes of the block come first; one more for each bit that several share.
        let rank = (block.bits & (bit - 1)).count_ones();
        for class in self.classes.iter().skip((block.before + rank) as usize) {
            if class.key == key {
                return self.visit_class(class, len, wild, visit);
            }
            if self.bit(class.key) > (at, bit) {
                return;
            }
        }
    }

    /// Visits the words of a class.
    #[inline]
    fn visit_class(
        &self,
        class: &Class,
        len: usize,
        wild: &[u8],
        visit: &mut impl FnMut(Spelt<'_>),
    ) {
        let (from, to) = (class.at as usize, (class.at + class.len) as usize);
        let text = self.text.get(from * len..to * len).unwrap_or_default();
        let indices = self.index.get(from..to).unwrap_or_default();
        for (n, index) in indices.iter().enumerate() {
            if let Some(text) = text.get(n * len..(n + 1) * len) {
                visit(Spelt { text, index, wild });
            }
        }
    }

    /// The block of a key, and its bit there.
    #[inline]
    fn bit(&self, key: Key) -> (usize, u32) {
        // The highest bits of a product are the best mixed.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let block = ((hash >> 32) * self.blocks.len() as u64) >> 32;
        (block as usize, 1 << (hash >> 20 & 31))
    }
}

/// A key with one more letter, none of which may come before those that it has.
#[inline]
fn more(key: Key, letter: u8) -> Key {
    key << 5 | Key::from(letter & 31)
}

/// How many letters a key has.
#[inline]
fn length(key: Key) -> usize {
    ((Key::BITS - key.leading_zeros()) as usize).div_ceil(5)
}

/// The key of a word of a-z.
fn key_of(text: &str) -> Key {
    let mut letters = [0; MOST_TILES];
    let letters = letters.get_mut(..text.len()).unwrap_or_default();
    letters.iter_mut().zip(text.bytes()).for_each(|(place, letter)| *place = letter);
    letters.sort_unstable();
    letters.iter().fold(0, |key, letter| more(key, *letter))
}
