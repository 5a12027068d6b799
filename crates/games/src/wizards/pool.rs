//! The words for puzzles: words of three to six letters that are common and fit to be shown. They are indexed by their
//! letters, so that the words in a main word are found by looking up its subsets of letters. All words of a
//! player's own list count as common.

use super::short::{MOST, Short};
use std::sync::OnceLock;
use words::{Lexicon, Rack};

/// The fewest letters of a word in a puzzle.
pub const FEWEST: usize = 3;

/// The number of other words that a main word must spell.
pub const ENOUGH: usize = 20;

/// The words of a list that can be in puzzles.
pub struct Pool {
    /// Sorted so that anagrams are together.
    words: Vec<Short>,
    /// An open-addressing hash table of anagram classes; a class without words is a free slot.
    slots: Vec<AnagramClass>,
    mains: Vec<Short>,
}

/// The words that are anagrams of each other: `len` words from index `at`.
#[derive(Clone, Copy, Default)]
struct AnagramClass {
    key: Signature,
    at: u32,
    len: u32,
}

/// The letters of a word in alphabetical order, five bits each: equal for anagrams.
type Signature = u32;

impl Pool {
    /// The pool of the built-in list, built on first use. All its main words spell enough other words.
    pub fn builtin() -> &'static Pool {
        static BUILTIN: OnceLock<Pool> = OnceLock::new();
        BUILTIN.get_or_init(|| {
            let mut pool = Pool::of(Lexicon::builtin());
            let mut mains = std::mem::take(&mut pool.mains);
            let mut found = Vec::new();
            mains.retain(|main| {
                pool.hidden_in(*main, &mut found);
                found.len() >= ENOUGH
            });
            Pool { mains, ..pool }
        })
    }

    /// The pool of a list. Its main words are all words of six letters; some may not spell enough other words.
    pub fn of(lexicon: &Lexicon) -> Pool {
        let mut words = Vec::new();
        // A rack of six wildcards finds every word of up to six letters in one search.
        lexicon.spelt_from(&Rack::wild(MOST as u8), |word| {
            let good = lexicon.common_at(word.index) && lexicon.fit_at(word.index);
            if word.text.len() >= FEWEST && good {
                words.extend(Short::new(word.text).map(|short| (key(short), short)));
            }
        });
        words.sort_unstable();
        let classes = words.chunk_by(|a, b| a.0 == b.0);
        // The table is never full, because a search ends at a free slot.
        let size = (classes.clone().count() * 3 / 2 + 1).next_power_of_two();
        let mut pool = Pool {
            words: Vec::new(),
            slots: vec![AnagramClass::default(); size],
            mains: Vec::new(),
        };
        let mut at = 0;
        for class in classes {
            let (key, len) = (class[0].0, class.len() as u32);
            let slot = pool.slot(key);
            pool.slots[slot] = AnagramClass { key, at, len };
            at += len;
        }
        pool.words = words.into_iter().map(|(_, word)| word).collect();
        pool.mains = pool.words.iter().copied().filter(|word| word.len() == MOST).collect();
        pool
    }

    /// The candidates for main words, in a fixed order.
    pub fn mains(&self) -> &[Short] {
        &self.mains
    }

    /// Fills `found` with the other words that the letters of a main word spell, longest first.
    pub fn hidden_in(&self, main: Short, found: &mut Vec<Short>) {
        found.clear();
        let letters = main.sorted();
        let letters = letters.bytes();
        let mut keys = [0; 1 << MOST];
        let mut repeats = 0;
        for (place, letter) in letters.iter().enumerate() {
            let (done, fresh) = keys.split_at_mut(1 << place);
            for (key, shorter) in fresh.iter_mut().zip(done) {
                *key = *shorter << 5 | u32::from(letter & 31);
            }
            if place > 0 && letters[place - 1] == *letter {
                repeats |= 1 << place;
            }
        }
        for set in SETS {
            // Of equal letters take the first ones, so that no word is found twice.
            if set & !(set << 1) & repeats != 0 {
                continue;
            }
            let class = self.slots[self.slot(keys[usize::from(set)])];
            let (from, to) = (class.at as usize, (class.at + class.len) as usize);
            found.extend_from_slice(&self.words[from..to]);
        }
        found.retain(|word| *word != main);
    }

    /// The slot of a key, or the free slot where it belongs.
    fn slot(&self, key: Signature) -> usize {
        let mask = self.slots.len() - 1;
        // The high bits of a product are mixed best.
        let hash = u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mut slot = hash as usize & mask;
        while self.slots[slot].len > 0 && self.slots[slot].key != key {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// All sets of three or more of six positions, one bit each, largest sets first.
const SETS: [u8; 42] = {
    let mut sets = [0; 42];
    let (mut n, mut size) = (0, MOST as u32);
    while size >= FEWEST as u32 {
        let mut set: u8 = 0;
        while set < 1 << MOST {
            if set.count_ones() == size {
                sets[n] = set;
                n += 1;
            }
            set += 1;
        }
        size -= 1;
    }
    sets
};

fn key(word: Short) -> Signature {
    word.sorted().bytes().iter().fold(0, |key, letter| key << 5 | u32::from(letter & 31))
}
