//! Words by their letters: which words do a few tiles spell, with wildcards that stand for any vowel? A
//! walk through the automaton tries every order of the letters; here every choice of tiles is looked up
//! once, whatever the order. With six tiles that is several times faster (benchmark `racks`).
//!
//! The letters' hash leads to a bit, and words lie in the order of their bits, so that bits and how many
//! words come before them are all that is kept beside the words: under 3 MB for the built-in list, made
//! when it is first asked for. Racks with wildcards for any letter, and larger ones, are for `walk.rs`.

use crate::Lexicon;

/// The most tiles, wildcards included, and the longest word that is kept.
pub const MOST_TILES: usize = 12;

/// A list of so many words is not kept in this way: to make it would take too long.
const TOO_MANY: usize = 1 << 19;

/// What a wildcard may stand for.
const VOWELS: [u8; 5] = *b"aeiou";

/// What follows a word in the text: another one of the same letters, another one of the same bit, or one
/// of another bit.
const SAME: char = '=';
const MORE: char = ' ';
const LAST: char = '\n';

/// The words of a list by their letters.
pub struct Anagrams {
    lengths: [Length; MOST_TILES + 1],
}

/// The words of one length, in the order of the bits that their letters lead to.
#[derive(Default)]
struct Length {
    /// One word after the other, with [`SAME`], [`MORE`] or [`LAST`] behind each.
    text: String,
    /// Their places in the list.
    index: Vec<u32>,
    /// The bits.
    blocks: Vec<Block>,
}

/// A bit for each 32nd part of the block's hashes: is there a word? Sixteen times as many bits as there
/// are words make most questions end here, in memory that is small enough to stay near.
#[derive(Clone, Copy, Default)]
struct Block {
    bits: u32,
    /// How many words lie before those of this block.
    before: u32,
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
                let hash = |sum: u64, letter| sum.wrapping_add(hash_of(letter));
                same.push((word.text.bytes().fold(0, hash), word.index));
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
        visit: impl FnMut(Spelt<'_>),
    ) -> bool {
        let plain = tiles.bytes().all(|tile| tile.is_ascii_lowercase());
        if !plain || tiles.len() + wild > MOST_TILES {
            return false;
        }
        let choices = choices(tiles);
        let hopeful = vec![0; choices.len()];
        let mut search = Search { anagrams: self, choices: &choices, wild, fewest, hopeful, visit };
        search.with(&mut [0; MOST_TILES], 0, Choice::default());
        true
    }
}

/// One question, while it is answered.
struct Search<'a, V> {
    anagrams: &'a Anagrams,
    choices: &'a [Choice],
    wild: usize,
    fewest: usize,
    /// Room for the numbers of the choices that may be words.
    hopeful: Vec<u16>,
    visit: V,
}

impl<V: FnMut(Spelt<'_>)> Search<'_, V> {
    /// Visits what can be spelt with the `used` vowels of `stands`, then with one more of these or a
    /// later one.
    fn with(&mut self, stands: &mut [u8; MOST_TILES], used: usize, vowels: Choice) {
        let wild = stands.get(..used).unwrap_or_default();
        // First all bits are asked for and then all words, so that one does not wait for the other's
        // memory; and which choices have hope is written down without a branch to be guessed.
        let mut many = 0;
        for (n, choice) in (0..).zip(self.choices) {
            let len = choice.len + used;
            let hash = choice.hash.wrapping_add(vowels.hash);
            let hope = self.anagrams.lengths.get(len).is_some_and(|length| length.hopes(hash));
            if let Some(room) = self.hopeful.get_mut(many) {
                *room = n;
            }
            many += usize::from(hope & (len >= self.fewest));
        }
        for n in self.hopeful.iter().take(many) {
            let Some(choice) = self.choices.get(usize::from(*n)) else { continue };
            let choice = choice.and(&vowels);
            if let Some(length) = self.anagrams.lengths.get(choice.len) {
                length.visit(&choice, wild, &mut self.visit);
            }
        }
        if used == self.wild {
            return;
        }
        let latest = used.checked_sub(1).and_then(|last| stands.get(last)).copied();
        for vowel in VOWELS.into_iter().filter(|vowel| latest.is_none_or(|latest| *vowel >= latest))
        {
            if let Some(next) = stands.get_mut(used) {
                *next = vowel;
            }
            self.with(stands, used + 1, vowels.and(&Choice::of(vowel)));
        }
    }
}

impl Length {
    /// The words of one length, each with its hash and its index.
    fn of(words: &Lexicon, same: Vec<(u64, u32)>) -> Length {
        let blocks = vec![Block::default(); same.len() / 2 + 1];
        let mut length = Length { blocks, ..Length::default() };
        let mut placed: Vec<_> =
            same.into_iter().map(|(hash, index)| (length.bit(hash), hash, index)).collect();
        // Words of the same letters have the same hash, so they come to lie side by side.
        placed.sort_unstable();
        let mut before = None;
        for (n, ((at, bit), _, index)) in placed.into_iter().enumerate() {
            let text = words.word(index).unwrap_or_default();
            let here = (at, bit, Letters::of(&text));
            length.text.extend(before.map(|before: (usize, u32, Letters)| match here {
                here if here == before => SAME,
                (at, bit, _) if (at, bit) == (before.0, before.1) => MORE,
                _ => LAST,
            }));
            before = Some(here);
            length.text.push_str(&text);
            length.index.push(index);
            if let Some(block) = length.blocks.get_mut(at) {
                if block.bits == 0 {
                    block.before = n as u32;
                }
                block.bits |= bit;
            }
        }
        length.text.push(LAST);
        length
    }

    /// May there be words with this hash?
    #[inline]
    fn hopes(&self, hash: u64) -> bool {
        let (block, bit) = self.bit(hash);
        self.blocks.get(block).is_some_and(|block| block.bits & bit != 0)
    }

    /// Visits the words of these letters, if there are any with their bit.
    #[inline]
    fn visit(&self, choice: &Choice, wild: &[u8], visit: &mut impl FnMut(Spelt<'_>)) {
        let (block, bit) = self.bit(choice.hash);
        let Some(block) = self.blocks.get(block) else { return };
        let wide = choice.len + 1;
        let mut place = block.before as usize;
        let bytes = self.text.as_bytes();
        let after =
            |place: usize| bytes.get(place * wide + choice.len).copied().unwrap_or(LAST as u8);
        let mut below = block.bits & (bit - 1);
        while below != 0 {
            below &= below - 1;
            while after(place) != LAST as u8 {
                place += 1;
            }
            place += 1;
        }
        let text = |place: usize| {
            self.text.get(place * wide..place * wide + choice.len).unwrap_or_default()
        };
        // Nearly always it is the first class, and then its words need not be looked at one by one.
        while Letters::of(text(place)) != choice.letters {
            if after(place) == LAST as u8 {
                return;
            }
            place += 1;
        }
        while let Some(index) = self.index.get(place) {
            visit(Spelt { text: text(place), index, wild });
            if after(place) != SAME as u8 {
                return;
            }
            place += 1;
        }
    }

    /// The block of a hash, and its bit there.
    #[inline]
    fn bit(&self, hash: u64) -> (usize, u32) {
        let block = ((hash >> 32) * self.blocks.len() as u64) >> 32;
        (block as usize, 1 << (hash & 31))
    }
}

/// How many there are of each letter, four bits each: as many as there are tiles fit.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Letters(u128);

impl Letters {
    /// The letters of a word of a-z.
    #[inline]
    fn of(text: &str) -> Letters {
        Letters(text.bytes().map(one).sum())
    }
}

/// One of a letter.
#[inline]
fn one(letter: u8) -> u128 {
    const ONES: [u128; 32] = {
        let (mut ones, mut n) = ([0; 32], 0);
        while n < ones.len() {
            ones[n] = 1 << (n * 4);
            n += 1;
        }
        ones
    };
    ONES[usize::from(letter & 31)]
}

/// Some tiles, as they are looked up.
#[derive(Clone, Copy, Default)]
struct Choice {
    letters: Letters,
    hash: u64,
    len: usize,
}

impl Choice {
    #[inline]
    fn of(letter: u8) -> Choice {
        Choice { letters: Letters(one(letter)), hash: hash_of(letter), len: 1 }
    }

    #[inline]
    fn and(&self, other: &Choice) -> Choice {
        Choice {
            letters: Letters(self.letters.0 + other.letters.0),
            hash: self.hash.wrapping_add(other.hash),
            len: self.len + other.len,
        }
    }
}

/// Every choice of these tiles, equal ones once.
fn choices(tiles: &str) -> Vec<Choice> {
    let mut choices = Vec::with_capacity(1 << tiles.len());
    choices.push(Choice::default());
    for (at, tile) in tiles.bytes().enumerate() {
        if tiles.bytes().take(at).any(|before| before == tile) {
            continue;
        }
        let (others, one) = (choices.len(), Choice::of(tile));
        for _ in tiles.bytes().filter(|other| *other == tile) {
            // One more of this letter, beside every choice of the letters before.
            let fewer = choices.len() - others;
            choices.extend_from_within(fewer..);
            choices.iter_mut().skip(fewer + others).for_each(|choice| *choice = choice.and(&one));
        }
    }
    choices
}

/// A letter's share of a hash: numbers without a pattern, so that sums of them have none either.
#[inline]
fn hash_of(letter: u8) -> u64 {
    const HASHES: [u64; 32] = {
        let mut hashes = [0; 32];
        let (mut n, mut state) = (0, 0u64);
        while n < hashes.len() {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            hashes[n] = mixed ^ mixed >> 31;
            n += 1;
        }
        hashes
    };
    HASHES[usize::from(letter & 31)]
}
