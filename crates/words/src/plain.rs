//! Simple, slow ways to find the words of a rack. They are the reference for tests and benchmarks of the fast way
//! (`anagram.rs`); no game uses them.

use crate::Lexicon;
use crate::anagram::Spelt;
use crate::dawg::{DawgBuilder, FINAL};

/// An automaton in the usual layout: an array of arcs, those of a node side by side. An arc has its letter, whether a
/// word ends with it, whether it is the last of its node, and where the arcs of its target start.
pub struct Arcs {
    arcs: Vec<Arc>,
    root: usize,
}

#[derive(Clone, Copy)]
struct Arc {
    letter: u8,
    ends: bool,
    last: bool,
    target: u32,
}

/// The tiles and wildcards that are left, and the word so far.
struct TilesLeft {
    counts: [u8; 26],
    wild: usize,
    /// The vowels that used wildcards stand for.
    stands: Vec<u8>,
    text: String,
}

impl Arcs {
    /// The automaton of a list.
    pub fn of(words: &Lexicon) -> Arcs {
        let mut builder = DawgBuilder::new();
        words.for_each(|word| {
            builder.add(word.text.as_bytes());
        });
        let dawg = builder.finish();
        let head = |place: usize| dawg.pairs.get(place).map_or(0, |[head, _]| *head);
        // Each pair gives one arc, at the same index.
        let mut arcs = Vec::with_capacity(dawg.pairs.len());
        while arcs.len() < dawg.pairs.len() {
            let letters = head(arcs.len()) & (FINAL - 1);
            let first = arcs.len();
            for letter in (0..26).filter(|letter| letters >> letter & 1 == 1) {
                let target = dawg.pairs.get(arcs.len()).map_or(0, |[_, target]| *target);
                let ends = head(target as usize) & FINAL != 0;
                arcs.push(Arc { letter, ends, last: letters >> letter == 1, target });
            }
            if arcs.len() == first {
                // The leaf, which has no letters.
                arcs.push(Arc { letter: u8::MAX, ends: false, last: true, target: 0 });
            }
        }
        Arcs { arcs, root: dawg.root as usize }
    }

    /// Visits the same words as [`Speller::spelt`](crate::Speller::spelt), by a depth-first walk over the tiles that
    /// are left. Indices aren't known here and are 0.
    pub fn spelt(
        &self,
        tiles: &str,
        wild: usize,
        fewest: usize,
        visit: &mut impl FnMut(Spelt<'_>),
    ) {
        let mut left = TilesLeft { counts: [0; 26], wild, stands: Vec::new(), text: String::new() };
        for tile in tiles.bytes() {
            if let Some(count) = left.counts.get_mut(usize::from(tile.wrapping_sub(b'a'))) {
                *count += 1;
            }
        }
        self.walk(self.root, &mut left, fewest, visit);
    }

    fn walk(
        &self,
        node: usize,
        left: &mut TilesLeft,
        fewest: usize,
        visit: &mut impl FnMut(Spelt<'_>),
    ) {
        for arc in self.arcs.get(node..).unwrap_or_default() {
            let letter = arc.letter.wrapping_add(b'a');
            let held = left.counts.get(usize::from(arc.letter)).copied().unwrap_or(0);
            // Of several equal vowels, wildcards stand for the last ones, so that each choice is visited once.
            if held > 0 && !left.stands.contains(&letter) {
                set(left, arc.letter, held - 1);
                self.follow(arc, letter, left, fewest, visit);
                set(left, arc.letter, held);
            }
            if left.wild > 0 && b"aeiou".contains(&letter) {
                left.wild -= 1;
                left.stands.push(letter);
                self.follow(arc, letter, left, fewest, visit);
                left.stands.pop();
                left.wild += 1;
            }
            if arc.last {
                break;
            }
        }
    }

    fn follow(
        &self,
        arc: &Arc,
        letter: u8,
        left: &mut TilesLeft,
        fewest: usize,
        visit: &mut impl FnMut(Spelt<'_>),
    ) {
        left.text.push(char::from(letter));
        if arc.ends && left.text.len() >= fewest {
            visit(Spelt { text: &left.text, index: &0, wild: &left.stands });
        }
        self.walk(arc.target as usize, left, fewest, visit);
        left.text.pop();
    }
}

fn set(left: &mut TilesLeft, letter: u8, count: u8) {
    if let Some(place) = left.counts.get_mut(usize::from(letter)) {
        *place = count;
    }
}

/// Visits the same words by checking every word of the list.
pub fn scan(
    list: &[String],
    tiles: &str,
    wild: usize,
    fewest: usize,
    visit: &mut impl FnMut(Spelt<'_>),
) {
    let mut held = [0i8; 32];
    tiles.bytes().for_each(|tile| held[usize::from(tile & 31)] += 1);
    for text in list.iter().filter(|text| (fewest..=tiles.len() + wild).contains(&text.len())) {
        stand(text, &held, wild, visit);
    }
}

/// Visits every way in which wildcards can stand for vowels of a word, if the tiles supply all other letters.
pub fn stand(text: &str, held: &[i8; 32], wild: usize, visit: &mut impl FnMut(Spelt<'_>)) {
    let mut lacking = *held;
    text.bytes().for_each(|letter| lacking[usize::from(letter & 31)] -= 1);
    let missing: usize =
        lacking.iter().filter(|n| **n < 0).map(|n| usize::from(n.unsigned_abs())).sum();
    let vowel = |letter: usize| [1, 5, 9, 15, 21].contains(&letter);
    if missing > wild || lacking.iter().enumerate().any(|(letter, n)| *n < 0 && !vowel(letter)) {
        return;
    }
    more(text, &lacking, b"aeiou", wild, &mut Vec::new(), visit);
}

fn more(
    text: &str,
    lacking: &[i8; 32],
    vowels: &[u8],
    wild: usize,
    stands: &mut Vec<u8>,
    visit: &mut impl FnMut(Spelt<'_>),
) {
    let [vowel, rest @ ..] = vowels else { return visit(Spelt { text, index: &0, wild: stands }) };
    let all = text.bytes().filter(|letter| letter == vowel).count();
    let fewest = lacking[usize::from(vowel & 31)].min(0).unsigned_abs();
    let before = stands.len();
    for stars in usize::from(fewest)..=all.min(wild - before.min(wild)) {
        stands.truncate(before);
        stands.extend(std::iter::repeat_n(*vowel, stars));
        more(text, lacking, rest, wild, stands, visit);
    }
    stands.truncate(before);
}
