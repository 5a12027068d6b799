//! Chance: the only source of random numbers. A seed gives the same numbers on every machine, for ever.
//!
//! Only the ChaCha block generator comes from a library. The code that draws numbers from it is here, because a library
//! may change that between versions, and a ticket must always give the same puzzle.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// A stream of random numbers, given by a seed and a stream number: 0 for the deal, k for the k-th move. The generator
/// is created with the first draw, because every move has a stream and few moves draw from it.
#[derive(Clone, Debug)]
pub struct Chance {
    seed: u64,
    n: u64,
    generator: Option<Box<ChaCha8Rng>>,
}

impl Chance {
    /// Stream `n` of a seed.
    pub fn new(seed: u64, n: u64) -> Chance {
        Chance { seed, n, generator: None }
    }

    fn draw(&mut self) -> u64 {
        let (seed, n) = (self.seed, self.n);
        let create = || {
            let mut key = [0; 32];
            for (to, from) in key.iter_mut().zip(seed.to_le_bytes()) {
                *to = from;
            }
            let mut rng = ChaCha8Rng::from_seed(key);
            rng.set_stream(n);
            Box::new(rng)
        };
        self.generator.get_or_insert_with(create).next_u64()
    }

    /// A random number below `n`, each with the same probability; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n <= 1 {
            return 0;
        }
        if n.is_power_of_two() {
            return self.draw() & (n - 1);
        }
        // Numbers past the last whole multiple of n would make small results more likely: draw again.
        let fair = u64::MAX - (u64::MAX % n + 1) % n;
        loop {
            let drawn = self.draw();
            if drawn <= fair {
                return drawn % n;
            }
        }
    }

    /// A random index below `n`; 0 if `n` is 0.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// One element, each with the same probability; `None` if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.index(from.len()))
    }

    /// Puts the elements into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.index(last + 1));
        }
    }
}

/// A seed made from text: the first 8 bytes, big-endian, of the SHA-256 of `text`.
pub fn seed_of(text: &str) -> u64 {
    Sha256::digest(text.as_bytes())
        .iter()
        .take(8)
        .fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut chance = Chance::new(0, 0);
        assert_eq!([0; 4].map(|_| chance.below(u64::MAX)), PINNED_0_0);
        let mut chance = Chance::new(0x0123_4567_89ab_cdef, 7);
        assert_eq!([0; 6].map(|_| chance.below(1000)), PINNED_SMALL);
        let mut list: Vec<u8> = (0..10).collect();
        chance.shuffle(&mut list);
        assert_eq!(list, PINNED_ORDER);
        assert_eq!(seed_of("lexicade"), PINNED_SEED);
    }

    // The reference keystream of ChaCha8 for a key of zeros.
    const PINNED_0_0: [u64; 4] = [
        0xd640_5f89_2fef_003e,
        0xa1a5_091f_e8b8_5b7f,
        0x3b7f_9ace_c30e_842c,
        0x1e1a_71ef_88e1_1b18,
    ];
    const PINNED_SMALL: [u64; 6] = [261, 27, 992, 937, 756, 777];
    const PINNED_ORDER: [u8; 10] = [1, 9, 3, 2, 0, 8, 4, 7, 5, 6];
    const PINNED_SEED: u64 = 0x461ddb19aa6ecfca;

    #[test]
    fn small_ranges_are_fair() {
        let mut chance = Chance::new(1, 2);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[chance.index(7)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
        assert_eq!(chance.below(0), 0);
        assert_eq!(chance.below(1), 0);
        assert_eq!(chance.pick::<u8>(&[]), None);
    }

    #[test]
    fn large_ranges_are_fair_too() {
        // Three quarters of all 64-bit numbers: without drawing again, the first third would come up half of the time.
        let n = 3 << 62;
        let mut chance = Chance::new(3, 4);
        let low = (0..9_000).filter(|_| chance.below(n) < 1 << 62).count();
        assert!((2_800..3_200).contains(&low), "{low}");
    }

    #[test]
    fn streams_differ() {
        let first = |seed, n| Chance::new(seed, n).below(u64::MAX);
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
    }
}
