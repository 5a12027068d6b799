//! A set of words that may be hidden, and how every guess parts it. Guesses that part it in the same way are one:
//! what follows them is the same. Guesses stand in rows, those of the set's own words first, the others by
//! the number of parts they make, most first: no guess makes more parts of a subset than of the set, so a
//! search that needs many parts has to look at few rows. Which row is best is not here.

use crate::wordle::matrix::{Codes, Matrix};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The most words in a set whose parts fit a byte.
pub(super) const SMALL: usize = 256;

/// So many rows are looked at together: their labels are compared side by side.
const BLOCK: usize = 32;

/// Up to so many words it pays to compare all pairs of many rows at once; above, to go through each row.
const PAIRS: usize = 44;

/// A number that a part of a set is known by.
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

/// A set and the ways to part it.
pub(super) struct Partitions<L> {
    /// The words of the set, by their number among all answers.
    pub(super) words: Vec<u16>,
    /// The guess of each row.
    pub(super) guesses: Vec<u32>,
    /// How many parts each row makes.
    counts: Vec<u16>,
    /// Row by row, the label of the part that each word is in.
    rows: Vec<L>,
    /// The same word by word; the length of one is a multiple of a block.
    columns: Vec<L>,
    stride: usize,
}

/// Where the first place of each label was noted, forgotten all at once for the next row.
pub(super) struct SeenLabels {
    round: u32,
    noted: Vec<(u32, u16)>,
}

impl SeenLabels {
    /// For labels or codes below this.
    pub(super) fn new(labels: usize) -> SeenLabels {
        SeenLabels { round: 0, noted: vec![(0, 0); labels] }
    }

    pub(super) fn forget(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.noted.fill((0, 0));
            self.round = 1;
        }
    }

    /// The note for this label, or the new one. Written back in any case: nobody can foresee which it is, and a
    /// wrong guess of the processor costs more than a write.
    #[inline]
    pub(super) fn note(&mut self, label: usize, new: u16) -> u16 {
        let noted = &mut self.noted[label];
        let note = if noted.0 == self.round { noted.1 } else { new };
        *noted = (self.round, note);
        note
    }
}

impl<L: PartLabel> Partitions<L> {
    /// The set of these words, parted by the codes of a matrix. `own` is the guess that each word of the set
    /// is; `merge` makes one of guesses that part it alike.
    pub(super) fn new(
        matrix: &Matrix,
        words: &[u16],
        own: &[u32],
        guesses: impl Iterator<Item = u32>,
        merge: bool,
        notes: &mut SeenLabels,
    ) -> Partitions<L> {
        let mut draft = PartitionsBuilder::new(words.len(), merge);
        let mut read =
            |guess: u32, draft: &mut PartitionsBuilder<L>| match matrix.row(guess as usize) {
                Codes::Narrow(codes) => {
                    let codes = words.iter().map(|&word| usize::from(codes[usize::from(word)]));
                    draft.read(guess, codes, notes)
                }
                Codes::Wide(codes) => {
                    let codes = words.iter().map(|&word| usize::from(codes[usize::from(word)]));
                    draft.read(guess, codes, notes)
                }
            };
        own.iter().for_each(|&guess| read(guess, &mut draft));
        guesses.for_each(|guess| read(guess, &mut draft));
        draft.finish(words.to_vec())
    }

    /// A subset on its own: fewer ways to part it are left, and in better order.
    pub(super) fn subset<M: PartLabel>(
        &self,
        set: &[u16],
        notes: &mut SeenLabels,
    ) -> Partitions<M> {
        let mut draft = PartitionsBuilder::new(set.len(), true);
        let mut read = |row: usize| {
            let labels = self.row(row);
            let codes = set.iter().map(|&place| labels[usize::from(place)].number());
            draft.read(self.guesses[row], codes, notes);
        };
        set.iter().for_each(|&place| read(place.into()));
        // Words of the set that are not in the subset part it like any other guess.
        (0..self.guesses.len()).filter(|row| !has(set, *row)).for_each(&mut read);
        draft.finish(set.iter().map(|&place| self.words[usize::from(place)]).collect())
    }

    /// How many words there are.
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

    /// The first row behind the words of the set that makes fewer parts than this of the whole set.
    fn until(&self, parts: usize) -> usize {
        let own = self.len();
        own + self.counts[own..].partition_point(|&count| usize::from(count) >= parts)
    }

    /// How many parts a row makes of a subset; or nothing if more than `spare` words share one with an
    /// earlier word.
    pub(super) fn count(
        &self,
        row: usize,
        set: &[u16],
        spare: usize,
        notes: &mut SeenLabels,
    ) -> Option<usize> {
        notes.forget();
        let labels = self.row(row);
        let mut shared = 0;
        for &place in set {
            if notes.note(labels[usize::from(place)].number(), place) != place {
                shared += 1;
                if shared > spare {
                    return None;
                }
            }
        }
        Some(set.len() - shared)
    }

    /// The most parts that a word of the subset makes of it, and which word.
    pub(super) fn best_own(&self, set: &[u16], notes: &mut SeenLabels) -> (usize, u16) {
        let mut best = (0, 0);
        for &place in set {
            let spare = set.len() - best.0;
            let count = self.count(place.into(), set, spare, notes);
            if let Some(count) = count.filter(|&count| count > best.0) {
                best = (count, place);
                if count == set.len() {
                    break;
                }
            }
        }
        best
    }

    /// Every row that makes at least `least` parts of a subset, with their number; one more part will do for a
    /// word of the subset. Gives how many rows it looked at.
    pub(super) fn tally(
        &self,
        set: &[u16],
        least: usize,
        notes: &mut SeenLabels,
        mut found: impl FnMut(usize, usize),
    ) -> usize {
        for &place in set {
            let spare = set.len().saturating_sub(least.saturating_sub(1));
            if let Some(count) = self.count(place.into(), set, spare, notes) {
                found(place.into(), count);
            }
        }
        let (end, spare) = (self.until(least), set.len().saturating_sub(least));
        if set.len() <= PAIRS {
            self.tally_blocks(set, 0..end, spare, |row, count| {
                if row >= self.len() || !has(set, row) {
                    found(row, count);
                }
            });
        } else {
            for row in (0..end).filter(|row| *row >= self.len() || !has(set, *row)) {
                if let Some(count) = self.count(row, set, spare, notes) {
                    found(row, count);
                }
            }
        }
        end
    }

    /// Counts the parts of many rows side by side.
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

/// Rows as they come in, those that are like an earlier one left out.
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

    /// Takes a guess by its codes. Labels count the parts in the order in which words first fall into them.
    fn read(&mut self, guess: u32, codes: impl Iterator<Item = usize>, notes: &mut SeenLabels) {
        notes.forget();
        let start = self.rows.len();
        let mut count = 0;
        self.rows.extend(codes.map(|code| {
            let label = notes.note(code, count);
            count += u16::from(label == count);
            L::new(label.into())
        }));
        let own = self.guesses.len() < self.len;
        if count == 1 && !own {
            // It tells nothing.
            self.rows.truncate(start);
            return;
        }
        if self.merge {
            let row = self.guesses.len() as u32;
            let known = *self.known.entry(hash(&self.rows[start..])).or_insert(row);
            let like = known as usize * self.len;
            // Words of the set all stay: each of them may hit itself.
            if known != row && !own && self.rows[like..like + self.len] == self.rows[start..] {
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

/// Keys that are hashes already.
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
    fn notes_are_forgotten_when_the_rounds_begin_anew() {
        let mut notes = SeenLabels::new(2);
        notes.round = u32::MAX - 1;
        notes.forget();
        assert_eq!((notes.note(1, 7), notes.note(1, 8)), (7, 7));
        notes.forget();
        assert_eq!((notes.note(0, 1), notes.note(1, 9)), (1, 9));
    }

    #[test]
    fn a_hash_takes_bytes_too() {
        let hash = |bytes: &[u8]| {
            let mut same = IdentityHasher::default();
            same.write(bytes);
            same.finish()
        };
        assert_eq!((hash(b"\x01\x02"), hash(b"\x02\x01")), (0x0102, 0x0201));
    }

    #[test]
    fn rows_that_differ_have_different_hashes() {
        let row = |n: u16| n.to_le_bytes().into_iter().cycle().take(23).collect::<Vec<u8>>();
        let hashes: HashSet<u64> = (0..u16::MAX).map(|n| hash(&row(n))).collect();
        assert_eq!(hashes.len(), usize::from(u16::MAX));
    }
}
