//! Weaving sorted words into the smallest automaton that knows exactly them (a DAWG): words share
//! their beginnings and their endings. It also numbers them: the counts it keeps let a reader tell a
//! word's place in alphabetical order. `build.rs` includes this very file, so the built-in list and
//! a player's cannot differ in kind. Reading the cells is `node.rs`, not here.
//!
//! A node is a run of cells, named by the place of the first:
//!
//! ```text
//! head         bits 0..26: the letters that lead on; FINAL: a word ends here
//! k targets    the nodes they lead to, in the order of the letters
//! k - 1 skips  how many of this node's words come before the second letter's, the third's, ...
//! ```
//!
//! The first letter's skip is not kept: it is 1 where a word ends and 0 elsewhere. A reader finds a
//! letter's target by counting the bits below its own, so no step searches.

/// The bit of a head that says a word ends here.
pub(crate) const FINAL: u32 = 1 << 26;

/// The node where words end and none goes on: always the first cell.
const LEAF: u32 = 0;

/// A finished automaton.
pub(crate) struct Dawg {
    pub(crate) cells: Vec<u32>,
    pub(crate) root: u32,
    pub(crate) len: u32,
}

/// A letter leading on to a node that will not change any more.
#[derive(Clone, Copy)]
struct Arm {
    letter: u8,
    target: u32,
    words: u32,
}

/// A node of the latest word's path: it may still gain arms. They lie in `Loom::arms` from `first`
/// up to the first of the next open node.
struct Open {
    first: usize,
    ends: bool,
}

/// Takes words in ascending order and keeps, beside what is finished, only the latest word's path.
pub(crate) struct Loom {
    cells: Vec<u32>,
    register: Register,
    path: Vec<Open>,
    arms: Vec<Arm>,
    latest: Vec<u8>,
    len: u32,
}

impl Loom {
    pub(crate) fn new() -> Loom {
        Loom {
            cells: vec![FINAL],
            register: Register::new(),
            path: vec![Open { first: 0, ends: false }],
            arms: Vec::new(),
            latest: Vec::new(),
            len: 0,
        }
    }

    /// Adds a word of a-z. One that does not come after the latest is ignored, which drops repeats.
    pub(crate) fn add(&mut self, word: &[u8]) {
        if word <= self.latest.as_slice() {
            return;
        }
        let shared = word.iter().zip(&self.latest).take_while(|(new, old)| new == old).count();
        self.close(shared);
        let first = self.arms.len();
        let fresh = word.len() - shared;
        self.path.extend((1..=fresh).map(|n| Open { first, ends: n == fresh }));
        self.latest.truncate(shared);
        self.latest.extend(word.iter().skip(shared));
        self.len += 1;
    }

    pub(crate) fn finish(mut self) -> Dawg {
        self.close(0);
        // Nothing leads to the root, so it needs no place in the register; and the root of no words
        // is the one node that neither ends a word nor leads on.
        let root = self.cells.len() as u32;
        write(&mut self.cells, head(false, &self.arms), &self.arms);
        Dawg { cells: self.cells, root, len: self.len }
    }

    /// Finishes the open nodes below `depth`, deepest first, handing each to its parent as an arm.
    fn close(&mut self, depth: usize) {
        while self.path.len() > depth + 1 {
            let Some(open) = self.path.pop() else { return };
            let arms = self.arms.get(open.first..).unwrap_or_default();
            let words = u32::from(open.ends) + arms.iter().map(|arm| arm.words).sum::<u32>();
            let target = self.register.place(&mut self.cells, open.ends, arms);
            self.arms.truncate(open.first);
            let letter = self.latest.get(self.path.len() - 1).copied().unwrap_or_default();
            self.arms.push(Arm { letter, target, words });
        }
    }
}

/// The finished nodes by what they hold, so that equal ones are kept once: an open-addressing table
/// of places, where 0 (the leaf's, which is never looked up) means free. Equal targets imply equal
/// counts, so the skips take no part. Written by hand because the keys live in the cells, and a map
/// that owned copies of them would take several times the memory and the time.
struct Register {
    slots: Vec<u32>,
    used: usize,
}

impl Register {
    fn new() -> Register {
        Register { slots: vec![0; 1 << 10], used: 0 }
    }

    /// The place of the node with these arms, written now if there is none yet.
    fn place(&mut self, cells: &mut Vec<u32>, ends: bool, arms: &[Arm]) -> u32 {
        if arms.is_empty() {
            return LEAF;
        }
        // A list of no structure has one node a letter, so the table may hold tens of millions: keep
        // it rather full.
        if self.used * 5 > self.slots.len() * 4 {
            self.grow(cells);
        }
        let head = head(ends, arms);
        let targets = || arms.iter().map(|arm| arm.target);
        let mut slot = self.slot(hash(head, targets()));
        while let Some(&place) = self.slots.get(slot).filter(|&&place| place != 0) {
            let node = cells.get(place as usize..).unwrap_or_default();
            let here = std::iter::once(head).chain(targets());
            if node.iter().copied().take(arms.len() + 1).eq(here) {
                return place;
            }
            slot = self.after(slot);
        }
        let place = cells.len() as u32;
        write(cells, head, arms);
        self.put(slot, place);
        self.used += 1;
        place
    }

    fn grow(&mut self, cells: &[u32]) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for place in old.into_iter().filter(|&place| place != 0) {
            let node = cells.get(place as usize..).unwrap_or_default();
            let Some((&head, rest)) = node.split_first() else { continue };
            let arms = (head & !FINAL).count_ones() as usize;
            let mut slot = self.slot(hash(head, rest.iter().copied().take(arms)));
            while self.slots.get(slot).is_some_and(|&place| place != 0) {
                slot = self.after(slot);
            }
            self.put(slot, place);
        }
    }

    /// Where to begin looking: the table's size is a power of two, and the hash's best bits are its
    /// highest.
    fn slot(&self, hash: u64) -> usize {
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    fn put(&mut self, slot: usize, place: u32) {
        if let Some(free) = self.slots.get_mut(slot) {
            *free = place;
        }
    }
}

fn head(ends: bool, arms: &[Arm]) -> u32 {
    let letters = arms.iter().fold(0, |head, arm| head | 1 << arm.letter.wrapping_sub(b'a'));
    if ends { letters | FINAL } else { letters }
}

fn write(cells: &mut Vec<u32>, head: u32, arms: &[Arm]) {
    cells.push(head);
    cells.extend(arms.iter().map(|arm| arm.target));
    let first = u32::from(head & FINAL != 0);
    let skips = arms.iter().scan(first, |before, arm| {
        *before += arm.words;
        Some(*before)
    });
    cells.extend(skips.take(arms.len().saturating_sub(1)));
}

/// A multiplicative hash, one round a cell. Nobody gains by forging collisions: the one who chose the
/// list is the one who waits for it.
fn hash(head: u32, targets: impl Iterator<Item = u32>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    targets.fold(u64::from(head).wrapping_mul(ODD), |hash, target| {
        (hash.rotate_left(26) ^ u64::from(target)).wrapping_mul(ODD)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_shared() {
        let mut loom = Loom::new();
        for word in ["tap", "taps", "top", "tops"] {
            loom.add(word.as_bytes());
        }
        let dawg = loom.finish();
        let letter = |letter: u8| 1u32 << (letter - b'a');
        let cells = [
            [FINAL].as_slice(),                      // 0: the leaf
            &[FINAL | letter(b's'), 0],              // 1: after tap and top
            &[letter(b'p'), 1],                      // 3: after ta and to
            &[letter(b'a') | letter(b'o'), 3, 3, 2], // 5: after t; two words before to-
            &[letter(b't'), 5],                      // 9: the root
        ];
        assert_eq!(dawg.cells, cells.concat());
        assert_eq!((dawg.root, dawg.len), (9, 4));
    }

    #[test]
    fn what_does_not_ascend_is_ignored() {
        let mut loom = Loom::new();
        for word in ["dog", "dog", "cat", "do", "dogs"] {
            loom.add(word.as_bytes());
        }
        assert_eq!(loom.finish().len, 2);
    }
}
