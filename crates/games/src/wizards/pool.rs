//! The words that puzzles are made of: those of three to six letters that are common and fit to be
//! shown, filed by their letters, so that all words hidden in a main word are found by looking up
//! its sets of letters. A player's list has no rare words: whoever chose it chose all of them.

use super::short::{MOST, Short};
use std::sync::OnceLock;
use words::{Lexicon, Rack};

/// The fewest letters a word of a puzzle has.
pub const FEWEST: usize = 3;

/// How many words a main word must hide.
pub const ENOUGH: usize = 20;

/// The words of a list that puzzles are made of.
pub struct Pool {
    /// Words of the same letters lie together.
    words: Vec<Short>,
    /// An open-addressing table of where they lie; a class of no words is a free slot.
    slots: Vec<AnagramClass>,
    mains: Vec<Short>,
}

/// The words of the same letters: so many, from here on.
#[derive(Clone, Copy, Default)]
struct AnagramClass {
    key: Signature,
    at: u32,
    len: u32,
}

/// A word's letters in alphabetical order, five bits each: equal for words of the same letters.
type Signature = u32;

impl Pool {
    /// The pool of the built-in list, made when it is first asked for. Its main words are known to
    /// hide enough words.
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

    /// The pool of a list. Any word of six letters may be a main word, if it hides enough.
    pub fn of(lexicon: &Lexicon) -> Pool {
        let mut words = Vec::new();
        // Six wildcards and no letters: one walk meets every word of up to six letters.
        lexicon.spelt_from(&Rack::wild(MOST as u8), |word| {
            let good = lexicon.common_at(word.index) && lexicon.fit_at(word.index);
            if word.text.len() >= FEWEST && good {
                words.extend(Short::new(word.text).map(|short| (key(short), short)));
            }
        });
        words.sort_unstable();
        let classes = words.chunk_by(|a, b| a.0 == b.0);
        // Never full: a search ends at a free slot.
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

    /// The words of six letters that a puzzle may be built on, in a fixed order.
    pub fn mains(&self) -> &[Short] {
        &self.mains
    }

    /// The words spelt from a main word's letters, itself left out: longest first.
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
            // Of equal letters the first is taken first, so that no word comes up twice.
            if set & !(set << 1) & repeats != 0 {
                continue;
            }
            let class = self.slots[self.slot(keys[usize::from(set)])];
            let (from, to) = (class.at as usize, (class.at + class.len) as usize);
            found.extend_from_slice(&self.words[from..to]);
        }
        found.retain(|word| *word != main);
    }

    /// The slot that holds a key, or the free one where it belongs.
    fn slot(&self, key: Signature) -> usize {
        let mask = self.slots.len() - 1;
        // The highest bits of a product are the best mixed.
        let hash = u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mut slot = hash as usize & mask;
        while self.slots[slot].len > 0 && self.slots[slot].key != key {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// The sets of three and more places among six, a bit each, the largest first.
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
