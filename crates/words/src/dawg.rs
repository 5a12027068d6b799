//! Weaving sorted words into a small automaton that knows exactly them (a DAWG): words share their
//! beginnings and their endings. It also numbers them: the counts it keeps let a reader tell a
//! word's place in alphabetical order. `build.rs` includes this very file, so the built-in list and
//! a player's cannot differ in kind. Reading the pairs is `node.rs`, not here.
//!
//! A node that k letters lead on from is k pairs, one for each letter in order, and is named by the
//! place of its first:
//!
//! ```text
//! head, target     head: bits 0 (a) to 25 (z), the letters that lead on; FINAL: a word ends here
//! skip, target     skip: how many of this node's words come before those of this letter
//! skip, target
//! ```
//!
//! The first letter needs no skip: it is 1 where a word ends and 0 elsewhere. A reader finds a
//! letter's pair by counting the bits below its own, so no step searches.

/// Two cells of a node: see above.
pub(crate) type Pair = [u32; 2];

/// The bit of a head that says a word ends here.
pub(crate) const FINAL: u32 = 1 << 26;

/// The node where words end and none goes on: always the first, and one pair though no letter leads
/// on.
const LEAF: u32 = 0;

/// A finished automaton.
pub(crate) struct Dawg {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) root: u32,
    pub(crate) len: u32,
}

/// A letter leading on to a node that will not change any more.
#[derive(Clone, Copy)]
struct Edge {
    letter: u8,
    target: u32,
    words: u32,
}

/// A node of the latest word's path: it may still gain arms. They lie in `Loom::arms` from `first`
/// up to the first of the next open node.
struct OpenNode {
    first: usize,
    ends: bool,
}

/// Takes words in ascending order and keeps, beside what is finished, only the latest word's path.
/// The letters of all words together must be at most 2^26: places are packed into 26 bits.
pub(crate) struct DawgBuilder {
    pairs: Vec<Pair>,
    register: Register,
    path: Vec<OpenNode>,
    edges: Vec<Edge>,
    latest: Vec<u8>,
    len: u32,
}

impl DawgBuilder {
    pub(crate) fn new() -> DawgBuilder {
        DawgBuilder {
            pairs: vec![[FINAL, LEAF]],
            register: Register::new(),
            path: vec![OpenNode { first: 0, ends: false }],
            edges: Vec::new(),
            latest: Vec::new(),
            len: 0,
        }
    }

    /// Adds a word of a-z. One that does not come after the latest is ignored, which drops repeats;
    /// says whether it was added.
    pub(crate) fn add(&mut self, word: &[u8]) -> bool {
        if word <= self.latest.as_slice() {
            return false;
        }
        let shared = word.iter().zip(&self.latest).take_while(|(new, old)| new == old).count();
        self.close(shared);
        let first = self.edges.len();
        let fresh = word.len() - shared;
        self.path.extend((1..=fresh).map(|n| OpenNode { first, ends: n == fresh }));
        self.latest.truncate(shared);
        self.latest.extend(word.iter().skip(shared));
        self.len += 1;
        true
    }

    pub(crate) fn finish(mut self) -> Dawg {
        self.close(0);
        // Nothing leads to the root, so it needs no place in the register.
        let root = self.pairs.len() as u32;
        match self.edges.is_empty() {
            true => self.pairs.push([0, LEAF]),
            false => self.pairs.extend(node(false, &self.edges)),
        }
        Dawg { pairs: self.pairs, root, len: self.len }
    }

    /// Finishes the open nodes below `depth`, deepest first, handing each to its parent as an arm.
    fn close(&mut self, depth: usize) {
        while self.path.len() > depth + 1 {
            let Some(open) = self.path.pop() else { return };
            let arms = self.edges.get(open.first..).unwrap_or_default();
            let words = u32::from(open.ends) + arms.iter().map(|arm| arm.words).sum::<u32>();
            let target = self.register.place(&mut self.pairs, open.ends, arms);
            self.edges.truncate(open.first);
            let letter = self.latest.get(self.path.len() - 1).copied().unwrap_or_default();
            self.edges.push(Edge { letter, target, words });
        }
    }
}

/// The pairs of a node.
fn node(ends: bool, arms: &[Edge]) -> impl Iterator<Item = Pair> {
    let letters = arms.iter().fold(0, |letters, arm| letters | 1 << arm.letter.wrapping_sub(b'a'));
    let head = if ends { letters | FINAL } else { letters };
    let mut before = u32::from(ends);
    arms.iter().enumerate().map(move |(rank, arm)| {
        let skip = before;
        before += arm.words;
        [if rank == 0 { head } else { skip }, arm.target]
    })
}

/// The finished nodes by what they hold, so that equal ones are kept once: an open-addressing
/// table, written by hand because its keys are the pairs themselves, and a map that owned copies of
/// them would take several times the memory and the time.
///
/// A slot is a place in its low 26 bits, and six more bits of the hash above them: most slots that
/// are not the one looked for are told by these, without a trip through memory to the node. 0 is a
/// free slot: it is the place of the leaf, which is never looked up.
///
/// The table has a largest size, and forgets everything when that is full. Any list of a language
/// stays far below, and its automaton is the smallest there is. A list without any pattern has a
/// node for each letter, tens of millions: it loses some sharing between its parts, and in turn
/// neither time nor memory is spent on a table that the processor's caches could not hold.
struct Register {
    slots: Vec<u32>,
    used: usize,
}

const PLACE_BITS: u32 = 26;

/// The first size of a register and its largest: powers of two.
const MIN_SLOTS: usize = 1 << 10;
const MAX_SLOTS: usize = 1 << 20;

impl Register {
    fn new() -> Register {
        Register { slots: vec![0; MIN_SLOTS], used: 0 }
    }

    /// The place of the node with these arms, written now if there is none yet.
    fn place(&mut self, pairs: &mut Vec<Pair>, ends: bool, arms: &[Edge]) -> u32 {
        if arms.is_empty() {
            return LEAF;
        }
        self.make_room(pairs);
        let hash = hash(node(ends, arms));
        let mark = mark(hash);
        let mut at = self.first(hash);
        while let Some(&slot) = self.slots.get(at).filter(|&&slot| slot != 0) {
            let place = slot ^ mark;
            if place >> PLACE_BITS == 0 {
                let known = pairs.get(place as usize..).unwrap_or_default();
                if known.iter().copied().take(arms.len()).eq(node(ends, arms)) {
                    return place;
                }
            }
            at = self.next(at);
        }
        let place = pairs.len() as u32;
        pairs.extend(node(ends, arms));
        self.put(at, place | mark);
        self.used += 1;
        place
    }

    /// Keeps a fifth of the slots free.
    fn make_room(&mut self, pairs: &[Pair]) {
        if self.used * 5 <= self.slots.len() * 4 {
            return;
        }
        if self.slots.len() == MAX_SLOTS {
            self.slots.fill(0);
            self.used = 0;
            return;
        }
        // Filled again from the pairs, all of which it knows as long as it never forgot: they lie
        // in a row, each node right after the one before.
        self.slots = vec![0; self.slots.len() * 2];
        let mut place = LEAF as usize + 1;
        while let Some([head, _]) = pairs.get(place) {
            let arms = (head & (FINAL - 1)).count_ones() as usize;
            let hash = hash(pairs.iter().copied().skip(place).take(arms));
            let mut at = self.first(hash);
            while self.slots.get(at).is_some_and(|&slot| slot != 0) {
                at = self.next(at);
            }
            self.put(at, place as u32 | mark(hash));
            place += arms;
        }
    }

    /// Where to look first: the table's size is a power of two, and a hash's best bits are its
    /// highest.
    fn first(&self, hash: u64) -> usize {
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }

    fn put(&mut self, at: usize, slot: u32) {
        if let Some(free) = self.slots.get_mut(at) {
            *free = slot;
        }
    }
}

/// Six bits that play no part in where to look, above a place's.
fn mark(hash: u64) -> u32 {
    ((hash >> 20) as u32) << PLACE_BITS
}

/// A multiplicative hash, one round a pair. Nobody gains by forging collisions: the one who chose
/// the list is the one who waits for it.
fn hash(node: impl Iterator<Item = Pair>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    node.fold(0, |hash: u64, [first, target]| {
        let pair = u64::from(first) << 32 | u64::from(target);
        (hash.rotate_left(26) ^ pair).wrapping_mul(ODD)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_shared() {
        let mut loom = DawgBuilder::new();
        for word in ["tap", "taps", "top", "tops"] {
            loom.add(word.as_bytes());
        }
        let dawg = loom.finish();
        let bit = |letter: u8| 1 << (letter - b'a');
        let (leaf, end, tail, fork) = (0, 1, 2, 3);
        let pairs = [
            [FINAL, 0],                    // the leaf
            [FINAL | bit(b's'), leaf],     // end: after tap and top
            [bit(b'p'), end],              // tail: after ta and to
            [bit(b'a') | bit(b'o'), tail], // fork: after t
            [2, tail],                     // two words before to-
            [bit(b't'), fork],             // the root
        ];
        assert_eq!(dawg.pairs, pairs);
        assert_eq!((dawg.root, dawg.len), (5, 4));
    }

    #[test]
    fn what_does_not_ascend_is_ignored() {
        let mut loom = DawgBuilder::new();
        let added = ["dog", "dog", "cat", "do", "dogs"].map(|word| loom.add(word.as_bytes()));
        assert_eq!(added, [true, false, false, false, true]);
        assert_eq!(loom.finish().len, 2);
    }

    /// As the table grows, no node is lost from it: the same words under another letter add
    /// nothing.
    #[test]
    fn the_register_outgrows_its_first_size() {
        let mut loom = DawgBuilder::new();
        for first in [b'a', b'b'] {
            let mut word = [first; 9];
            for n in 0u32..1 << 16 {
                // Words with no pattern, in order: all of 16 bits, and 8 more that depend on them.
                let noise = (n.wrapping_mul(0x9e37_79b9) >> 24).wrapping_mul(n);
                for place in 0..4 {
                    word[place + 1] = b'a' + (n >> (12 - 4 * place) & 15) as u8;
                    word[place + 5] = b'a' + (noise >> (12 - 4 * place) & 15) as u8;
                }
                loom.add(&word);
            }
        }
        assert!(loom.register.slots.len() > MIN_SLOTS);
        let dawg = loom.finish();
        let root = &dawg.pairs[dawg.root as usize..];
        assert_eq!(root.len(), 2);
        assert_eq!(root[0][1], root[1][1], "what follows a and b is one node");
        assert_eq!(root[1][0], 1 << 16);
    }
}
