//! Building a DAWG from sorted words: a small automaton that accepts exactly these words and shares their beginnings
//! and endings. It also counts words, so that a reader can compute a word's index in alphabetical order. `build.rs`
//! includes this file, so the built-in list and players' lists always have the same format. `node.rs` reads the pairs.
//!
//! A node with k letters is k pairs, one for each letter in order. Its place is the index of its first pair:
//!
//! ```text
//! head, target     head: bits 0 (a) to 25 (z), the letters of the node; FINAL: a word ends here
//! skip, target     skip: how many of this node's words come before those of this letter
//! skip, target
//! ```
//!
//! The first letter needs no skip: it is 1 where a word ends and 0 elsewhere. A reader finds a letter's pair by
//! counting the bits below its own, so no step needs a search.

/// One pair of a node: see above.
pub(crate) type Pair = [u32; 2];

/// The bit of a head that says a word ends here.
pub(crate) const FINAL: u32 = 1 << 26;

/// The node where words end and none continue. It is always the first, and has one pair although it has no letters.
const LEAF: u32 = 0;

/// A finished automaton.
pub(crate) struct Dawg {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) root: u32,
    pub(crate) len: u32,
}

/// A letter that leads to a finished node.
#[derive(Clone, Copy)]
struct Edge {
    letter: u8,
    target: u32,
    words: u32,
}

/// A node on the path of the latest word, which may still get edges. Its edges are in `DawgBuilder::edges`, from
/// `first` up to the first edge of the next open node.
struct OpenNode {
    first: usize,
    ends: bool,
}

/// Takes words in ascending order. Besides the finished nodes it keeps only the path of the latest word. All words
/// together may have at most 2^26 letters, because places are packed into 26 bits.
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

    /// Adds a word of a-z. Ignores it and returns false if it doesn't come after the latest word, which drops
    /// duplicates.
    pub(crate) fn add(&mut self, word: &[u8]) -> bool {
        if word <= self.latest.as_slice() {
            return false;
        }
        let shared = word.iter().zip(&self.latest).take_while(|(new, old)| new == old).count();
        self.close(shared);
        let first = self.edges.len();
        let added = word.len() - shared;
        self.path.extend((1..=added).map(|n| OpenNode { first, ends: n == added }));
        self.latest.truncate(shared);
        self.latest.extend(word.iter().skip(shared));
        self.len += 1;
        true
    }

    pub(crate) fn finish(mut self) -> Dawg {
        self.close(0);
        // No edge leads to the root, so the register doesn't need it.
        let root = self.pairs.len() as u32;
        match self.edges.is_empty() {
            true => self.pairs.push([0, LEAF]),
            false => self.pairs.extend(node(false, &self.edges)),
        }
        Dawg { pairs: self.pairs, root, len: self.len }
    }

    /// Finishes the open nodes below `depth`, deepest first, and adds each to its parent as an edge.
    fn close(&mut self, depth: usize) {
        while self.path.len() > depth + 1 {
            let Some(open) = self.path.pop() else { return };
            let edges = self.edges.get(open.first..).unwrap_or_default();
            let words = u32::from(open.ends) + edges.iter().map(|edge| edge.words).sum::<u32>();
            let target = self.register.place(&mut self.pairs, open.ends, edges);
            self.edges.truncate(open.first);
            let letter = self.latest.get(self.path.len() - 1).copied().unwrap_or_default();
            self.edges.push(Edge { letter, target, words });
        }
    }
}

/// The pairs of a node.
fn node(ends: bool, edges: &[Edge]) -> impl Iterator<Item = Pair> {
    let letters =
        edges.iter().fold(0, |letters, edge| letters | 1 << edge.letter.wrapping_sub(b'a'));
    let head = if ends { letters | FINAL } else { letters };
    let mut before = u32::from(ends);
    edges.iter().enumerate().map(move |(rank, edge)| {
        let skip = before;
        before += edge.words;
        [if rank == 0 { head } else { skip }, edge.target]
    })
}

/// Finds finished nodes by their contents, so that equal nodes are stored once. It is a hand-written open-addressing
/// hash table, because its keys are the pairs themselves: a map that owned copies of them would take several times the
/// memory and the time.
///
/// A slot contains a place in its low 26 bits, and six bits of the hash above them. These six bits rule out most wrong
/// slots without reading the node from memory. 0 is a free slot: it is the place of the leaf, which is never looked up.
///
/// The table has a maximum size and is cleared when it is full. Word lists of a language stay far below, and their
/// automaton is the smallest possible one. A list of random letters has a node for each letter, tens of millions of
/// them: it loses some sharing, but no time or memory is spent on a table too large for the processor's caches.
struct Register {
    slots: Vec<u32>,
    used: usize,
}

const PLACE_BITS: u32 = 26;

/// The initial and the maximum size of a register. Both are powers of two.
const MIN_SLOTS: usize = 1 << 10;
const MAX_SLOTS: usize = 1 << 20;

impl Register {
    fn new() -> Register {
        Register { slots: vec![0; MIN_SLOTS], used: 0 }
    }

    /// The place of the node with these edges. Adds the node if there is none yet.
    fn place(&mut self, pairs: &mut Vec<Pair>, ends: bool, edges: &[Edge]) -> u32 {
        if edges.is_empty() {
            return LEAF;
        }
        self.make_room(pairs);
        let hash = hash(node(ends, edges));
        let mark = mark(hash);
        let mut at = self.first(hash);
        while let Some(&slot) = self.slots.get(at).filter(|&&slot| slot != 0) {
            let place = slot ^ mark;
            if place >> PLACE_BITS == 0 {
                let known = pairs.get(place as usize..).unwrap_or_default();
                if known.iter().copied().take(edges.len()).eq(node(ends, edges)) {
                    return place;
                }
            }
            at = self.next(at);
        }
        let place = pairs.len() as u32;
        pairs.extend(node(ends, edges));
        self.put(at, place | mark);
        self.used += 1;
        place
    }

    /// Grows or clears the table, so that a fifth of the slots stays free.
    fn make_room(&mut self, pairs: &[Pair]) {
        if self.used * 5 <= self.slots.len() * 4 {
            return;
        }
        if self.slots.len() == MAX_SLOTS {
            self.slots.fill(0);
            self.used = 0;
            return;
        }
        // Refilled from the pairs. Until the table is first cleared, it contains all nodes, and they follow one
        // another.
        self.slots = vec![0; self.slots.len() * 2];
        let mut place = LEAF as usize + 1;
        while let Some([head, _]) = pairs.get(place) {
            let edges = (head & (FINAL - 1)).count_ones() as usize;
            let hash = hash(pairs.iter().copied().skip(place).take(edges));
            let mut at = self.first(hash);
            while self.slots.get(at).is_some_and(|&slot| slot != 0) {
                at = self.next(at);
            }
            self.put(at, place as u32 | mark(hash));
            place += edges;
        }
    }

    /// The slot to try first: the highest bits of the hash, because they are the best mixed.
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

/// Six bits of the hash that don't affect which slot is tried first, shifted above the bits of a place.
fn mark(hash: u64) -> u32 {
    ((hash >> 20) as u32) << PLACE_BITS
}

/// A multiplicative hash, one round per pair. It needn't resist forged collisions: only the person who chose the list
/// would have to wait.
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
        let mut builder = DawgBuilder::new();
        for word in ["tap", "taps", "top", "tops"] {
            builder.add(word.as_bytes());
        }
        let dawg = builder.finish();
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
    fn words_out_of_order_are_ignored() {
        let mut builder = DawgBuilder::new();
        let added = ["dog", "dog", "cat", "do", "dogs"].map(|word| builder.add(word.as_bytes()));
        assert_eq!(added, [true, false, false, false, true]);
        assert_eq!(builder.finish().len, 2);
    }

    /// No node is lost when the table grows: the same words after another first letter add no nodes.
    #[test]
    fn a_growing_register_keeps_all_nodes() {
        let mut builder = DawgBuilder::new();
        for first in [b'a', b'b'] {
            let mut word = [first; 9];
            for n in 0u32..1 << 16 {
                // Words without a pattern but in order: a 16-bit counter, followed by bits that depend on it.
                let noise = (n.wrapping_mul(0x9e37_79b9) >> 24).wrapping_mul(n);
                for place in 0..4 {
                    word[place + 1] = b'a' + (n >> (12 - 4 * place) & 15) as u8;
                    word[place + 5] = b'a' + (noise >> (12 - 4 * place) & 15) as u8;
                }
                builder.add(&word);
            }
        }
        assert!(builder.register.slots.len() > MIN_SLOTS);
        let dawg = builder.finish();
        let root = &dawg.pairs[dawg.root as usize..];
        assert_eq!(root.len(), 2);
        assert_eq!(root[0][1], root[1][1], "a and b lead to the same node");
        assert_eq!(root[1][0], 1 << 16);
    }
}
