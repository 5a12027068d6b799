//! How every guess splits a set of possible answers into parts. Guesses that split it in the same way are merged,
//! because the same follows from them. Each guess is a row. The words of the set come first, then the other guesses, by
//! the number of parts they make, most first: no guess makes more parts of a subset than of the set, so a search that
//! needs many parts has to look at few rows. Choosing the best row isn't done here.

use crate::wordle::solver::matrix::{Codes, Matrix};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The largest set whose labels fit in a byte.
pub(super) const SMALL: usize = 256;

/// The number of rows whose labels are compared at once.
const BLOCK: usize = 32;

/// Up to this many words it is faster to compare all pairs of words in many rows at once than to go through each row.
const MAX_PAIRWISE: usize = 44;

/// The number of a part.
pub(super) trait PartLabel: Copy + Eq + Default {
    fn new(number: usize) -> Self;
    fn number(self) -> usize;
}

impl PartLabel for u8 {
    fn new(number: usize) -> u8 {
        number as u8
    }
    fn number(self) -> usize {
        self.into()
    }
}

impl PartLabel for u16 {
    fn new(number: usize) -> u16 {
        number as u16
    }
    fn number(self) -> usize {
        self.into()
    }
}

/// A set and the ways in which guesses split it.
pub(super) struct Partitions<L> {
    /// The words of the set, by their number among all answers.
    pub(super) words: Vec<u16>,
    /// The guess of each row.
    pub(super) guesses: Vec<u32>,
    /// The number of parts that each row makes.
    counts: Vec<u16>,
    /// Row by row, the label of each word's part.
    rows: Vec<L>,
    /// The same labels word by word. Each column has `stride` labels, a multiple of [`BLOCK`].
    columns: Vec<L>,
    stride: usize,
}

/// A map from labels to numbers that can be cleared in constant time.
pub(super) struct SeenLabels {
    round: u32,
    /// For each label, the round in which its number was set, and the number.
    entries: Vec<(u32, u16)>,
}

impl SeenLabels {
    /// A map for labels or codes below `labels`.
    pub(super) fn new(labels: usize) -> SeenLabels {
        SeenLabels { round: 0, entries: vec![(0, 0); labels] }
    }

    pub(super) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.entries.fill((0, 0));
            self.round = 1;
        }
    }

    /// The number of this label, which becomes `new` if there is none. It is written back in any case: the processor
    /// can't predict whether it is new, and a mispredicted branch costs more than a write.
    #[inline]
    pub(super) fn get_or_insert(&mut self, label: usize, new: u16) -> u16 {
        let entry = &mut self.entries[label];
        let number = if entry.0 == self.round { entry.1 } else { new };
        *entry = (self.round, number);
        number
    }
}

impl<L: PartLabel> Partitions<L> {
    /// The partitions of these words by the codes of a matrix. `own` has the guess for each word of the set; `merge`
    /// merges guesses that split the set in the same way.
    pub(super) fn new(
        matrix: &Matrix,
        words: &[u16],
        own: &[u32],
        guesses: impl Iterator<Item = u32>,
        merge: bool,
        seen_labels: &mut SeenLabels,
    ) -> Partitions<L> {
        let mut builder = PartitionsBuilder::new(words.len(), merge);
        let mut read =
            |guess: u32, builder: &mut PartitionsBuilder<L>| match matrix.row(guess as usize) {
                Codes::Narrow(codes) => {
                    let codes = words.iter().map(|&word| usize::from(codes[usize::from(word)]));
                    builder.add(guess, codes, seen_labels)
                }
                Codes::Wide(codes) => {
                    let codes = words.iter().map(|&word| usize::from(codes[usize::from(word)]));
                    builder.add(guess, codes, seen_labels)
                }
            };
        own.iter().for_each(|&guess| read(guess, &mut builder));
        guesses.for_each(|guess| read(guess, &mut builder));
        builder.finish(words.to_vec())
    }

    /// The partitions of a subset: it has fewer of them, in a better order.
    pub(super) fn subset<M: PartLabel>(
        &self,
        set: &[u16],
        seen_labels: &mut SeenLabels,
    ) -> Partitions<M> {
        let mut builder = PartitionsBuilder::new(set.len(), true);
        let mut read = |row: usize| {
            let labels = self.row(row);
            let codes = set.iter().map(|&place| labels[usize::from(place)].number());
            builder.add(self.guesses[row], codes, seen_labels);
        };
        set.iter().for_each(|&place| read(place.into()));
        // Words of the set that aren't in the subset split it like any other guess.
        (0..self.guesses.len()).filter(|row| !has(set, *row)).for_each(&mut read);
        builder.finish(set.iter().map(|&place| self.words[usize::from(place)]).collect())
    }

    /// The number of words in the set.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The words at these places.
    pub(super) fn words_of(&self, set: &[u16]) -> impl ExactSizeIterator<Item = u16> {
        set.iter().map(|&place| self.words[usize::from(place)])
    }

    /// The labels of a row.
    pub(super) fn row(&self, row: usize) -> &[L] {
        &self.rows[row * self.len()..(row + 1) * self.len()]
    }

    /// The first row after the words of the set that splits the whole set into fewer parts than this.
    fn until(&self, parts: usize) -> usize {
        let own = self.len();
        own + self.counts[own..].partition_point(|&count| usize::from(count) >= parts)
    }

    /// The number of parts into which a row splits a subset; `None` if more than `spare` words share a part with an
    /// earlier word.
    pub(super) fn count(
        &self,
        row: usize,
        set: &[u16],
        spare: usize,
        seen_labels: &mut SeenLabels,
    ) -> Option<usize> {
        seen_labels.clear();
        let labels = self.row(row);
        let mut shared = 0;
        for &place in set {
            if seen_labels.get_or_insert(labels[usize::from(place)].number(), place) != place {
                shared += 1;
                if shared > spare {
                    return None;
                }
            }
        }
        Some(set.len() - shared)
    }

    /// The most parts into which a word of the subset splits it, and that word.
    pub(super) fn best_own(&self, set: &[u16], seen_labels: &mut SeenLabels) -> (usize, u16) {
        let mut best = (0, 0);
        for &place in set {
            let spare = set.len() - best.0;
            let count = self.count(place.into(), set, spare, seen_labels);
            if let Some(count) = count.filter(|&count| count > best.0) {
                best = (count, place);
                if count == set.len() {
                    break;
                }
            }
        }
        best
    }

    /// Calls `found` with every row that splits a subset into at least `least` parts, and with their number. For a word
    /// of the subset one part less is enough. Returns the number of rows that were checked.
    pub(super) fn tally(
        &self,
        set: &[u16],
        least: usize,
        seen_labels: &mut SeenLabels,
        mut found: impl FnMut(usize, usize),
    ) -> usize {
        for &place in set {
            let spare = set.len().saturating_sub(least.saturating_sub(1));
            if let Some(count) = self.count(place.into(), set, spare, seen_labels) {
                found(place.into(), count);
            }
        }
        let (end, spare) = (self.until(least), set.len().saturating_sub(least));
        if set.len() <= MAX_PAIRWISE {
            self.tally_blocks(set, 0..end, spare, |row, count| {
                if row >= self.len() || !has(set, row) {
                    found(row, count);
                }
            });
        } else {
            for row in (0..end).filter(|row| *row >= self.len() || !has(set, *row)) {
                if let Some(count) = self.count(row, set, spare, seen_labels) {
                    found(row, count);
                }
            }
        }
        end
    }

    /// Counts the parts of many rows at once.
    fn tally_blocks(
        &self,
        set: &[u16],
        rows: std::ops::Range<usize>,
        spare: usize,
        mut found: impl FnMut(usize, usize),
    ) {
        let spare = spare as u8;
        'blocks: for start in rows.clone().step_by(BLOCK) {
            let mut shared = [0u8; BLOCK];
            for (number, &place) in set.iter().enumerate().skip(1) {
                let Some(here) = self.block(place, start) else { continue 'blocks };
                let mut same = [0u8; BLOCK];
                for &earlier in &set[..number] {
                    let Some(there) = self.block(earlier, start) else { continue 'blocks };
                    for lane in 0..BLOCK {
                        same[lane] |= u8::from(here[lane] == there[lane]);
                    }
                }
                let mut least = u8::MAX;
                for lane in 0..BLOCK {
                    shared[lane] += same[lane];
                    least = least.min(shared[lane]);
                }
                if least > spare {
                    continue 'blocks;
                }
            }
            for (lane, &shared) in shared.iter().enumerate().take(rows.end - start) {
                if shared <= spare {
                    found(start + lane, set.len() - usize::from(shared));
                }
            }
        }
    }

    fn block(&self, place: u16, start: usize) -> Option<&[L; BLOCK]> {
        self.columns[usize::from(place) * self.stride + start..].first_chunk()
    }
}

/// Is a place in a sorted set?
pub(super) fn has(set: &[u16], place: usize) -> bool {
    set.binary_search_by(|&other| usize::from(other).cmp(&place)).is_ok()
}

/// Collects rows, without those that equal an earlier one.
struct PartitionsBuilder<L> {
    len: usize,
    merge: bool,
    rows: Vec<L>,
    guesses: Vec<u32>,
    counts: Vec<u16>,
    known: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
}

impl<L: PartLabel> PartitionsBuilder<L> {
    fn new(len: usize, merge: bool) -> PartitionsBuilder<L> {
        PartitionsBuilder {
            len,
            merge,
            rows: Vec::new(),
            guesses: Vec::new(),
            counts: Vec::new(),
            known: HashMap::default(),
        }
    }

    /// Adds a guess by its codes. Labels number the parts in the order of their first words.
    fn add(
        &mut self,
        guess: u32,
        codes: impl Iterator<Item = usize>,
        seen_labels: &mut SeenLabels,
    ) {
        seen_labels.clear();
        let start = self.rows.len();
        let mut count = 0;
        self.rows.extend(codes.map(|code| {
            let label = seen_labels.get_or_insert(code, count);
            count += u16::from(label == count);
            L::new(label.into())
        }));
        let own = self.guesses.len() < self.len;
        if count == 1 && !own {
            // This guess reveals nothing.
            self.rows.truncate(start);
            return;
        }
        if self.merge {
            let row = self.guesses.len() as u32;
            let known = *self.known.entry(hash(&self.rows[start..])).or_insert(row);
            let equal = known as usize * self.len;
            // Words of the set are never merged, because each of them may be the answer.
            if known != row && !own && self.rows[equal..equal + self.len] == self.rows[start..] {
                self.rows.truncate(start);
                return;
            }
        }
        self.guesses.push(guess);
        self.counts.push(count);
    }

    fn finish(self, words: Vec<u16>) -> Partitions<L> {
        let len = self.len;
        let mut order: Vec<usize> = (0..self.guesses.len()).collect();
        order[len..].sort_by_key(|&row| std::cmp::Reverse(self.counts[row]));
        let stride = order.len().next_multiple_of(BLOCK);
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut columns = vec![L::default(); stride * len];
        for (chunk, olds) in order.chunks(BLOCK).enumerate() {
            for &old in olds {
                rows.extend_from_slice(&self.rows[old * len..(old + 1) * len]);
            }
            let block = &rows[chunk * BLOCK * len..];
            for place in 0..len {
                let column = &mut columns[place * stride + chunk * BLOCK..][..olds.len()];
                for (lane, cell) in column.iter_mut().enumerate() {
                    *cell = block[lane * len + place];
                }
            }
        }
        let guesses = order.iter().map(|&row| self.guesses[row]).collect();
        let counts = order.iter().map(|&row| self.counts[row]).collect();
        Partitions { words, guesses, counts, rows, columns, stride }
    }
}

/// A hash of labels, eight at a time.
fn hash<L: PartLabel>(labels: &[L]) -> u64 {
    labels.chunks(8).fold(0x9e37_79b9_7f4a_7c15, |hash: u64, chunk| {
        let word = chunk.iter().fold(0, |word: u64, label| word << 8 ^ label.number() as u64);
        let mixed = (hash.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    })
}

/// A hasher for keys that are already hashes.
#[derive(Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn labels_are_cleared_when_the_round_number_overflows() {
        let mut seen_labels = SeenLabels::new(2);
        seen_labels.round = u32::MAX - 1;
        seen_labels.clear();
        assert_eq!((seen_labels.get_or_insert(1, 7), seen_labels.get_or_insert(1, 8)), (7, 7));
        seen_labels.clear();
        assert_eq!((seen_labels.get_or_insert(0, 1), seen_labels.get_or_insert(1, 9)), (1, 9));
    }

    #[test]
    fn the_identity_hasher_accepts_bytes() {
        let hash = |bytes: &[u8]| {
            let mut hasher = IdentityHasher::default();
            hasher.write(bytes);
            hasher.finish()
        };
        assert_eq!((hash(b"\x01\x02"), hash(b"\x02\x01")), (0x0102, 0x0201));
    }

    #[test]
    fn different_rows_have_different_hashes() {
        let row = |n: u16| n.to_le_bytes().into_iter().cycle().take(23).collect::<Vec<u8>>();
        let hashes: HashSet<u64> = (0..u16::MAX).map(|n| hash(&row(n))).collect();
        assert_eq!(hashes.len(), usize::from(u16::MAX));
    }
}
