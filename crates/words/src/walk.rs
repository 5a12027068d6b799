//! Walks through the automaton. A walk visits every word that a guide allows, once each and in alphabetical order. A
//! guide is a small value that says which letters may come next: a rack, a pattern, or [`Anything`]. Looking up a
//! single word needs no walk; see `lexicon.rs`.

use crate::MAX_LETTERS;
use crate::dawg::Pair;
use crate::node::{LETTERS, Node, each, letter};

/// A word that a walk visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word, in lower case.
    pub text: &'a str,
    /// Its [`Lexicon::index`](crate::Lexicon::index).
    pub index: u32,
}

/// Decides which words a walk visits. It is copied at every step, so that nothing has to be undone.
pub(crate) trait Guide: Copy {
    /// The letters that may come next, as a mask.
    fn next(self) -> u32;
    /// The guide after one of them.
    fn after(self, letter: u32) -> Self;
    /// Whether a word may end here.
    fn done(self) -> bool;
}

/// Allows every word.
#[derive(Clone, Copy)]
pub(crate) struct Anything;

impl Guide for Anything {
    fn next(self) -> u32 {
        LETTERS
    }

    fn after(self, _: u32) -> Anything {
        Anything
    }

    fn done(self) -> bool {
        true
    }
}

/// One mask of letters for each place of the word.
impl Guide for &[u32] {
    fn next(self) -> u32 {
        self.first().copied().unwrap_or(0)
    }

    fn after(self, _: u32) -> Self {
        self.get(1..).unwrap_or_default()
    }

    fn done(self) -> bool {
        self.is_empty()
    }
}

/// Visits the words below `root` that the guide allows.
pub(crate) fn walk(pairs: &[Pair], root: u32, guide: impl Guide, mut visit: impl FnMut(Word<'_>)) {
    walk_while(pairs, root, guide, |word| {
        visit(word);
        true
    });
}

/// Visits the words below `root` that the guide allows, until `visit` returns false.
pub(crate) fn walk_while(
    pairs: &[Pair],
    root: u32,
    guide: impl Guide,
    visit: impl FnMut(Word<'_>) -> bool,
) {
    let text = String::with_capacity(MAX_LETTERS);
    Walk { pairs, text, visit }.below(root, 0, guide);
}

struct Walk<'a, V> {
    pairs: &'a [Pair],
    text: String,
    visit: V,
}

impl<V: FnMut(Word<'_>) -> bool> Walk<'_, V> {
    /// Visits the words below a node. Returns false once the visitor wants no more. The recursion is at most
    /// `MAX_LETTERS` deep, because no list contains a longer word.
    fn below<G: Guide>(&mut self, place: u32, index: u32, guide: G) -> bool {
        let node = Node::at(self.pairs, place);
        if node.ends() && guide.done() && !(self.visit)(Word { text: &self.text, index }) {
            return false;
        }
        for number in each(node.letters() & guide.next()) {
            let Some(step) = node.step(number) else { continue };
            self.text.push(letter(number));
            if !self.below(step.target, index + step.skip, guide.after(number)) {
                return false;
            }
            self.text.pop();
        }
        true
    }
}
