//! Reading a node of the automaton in place; `dawg.rs` describes its pairs. Every access is checked, and an invalid
//! place reads as a node without words, so nothing here can panic.

use crate::dawg::{FINAL, Pair};

/// All letters, as a mask.
pub(crate) const LETTERS: u32 = FINAL - 1;

#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    pairs: &'a [Pair],
    place: usize,
    head: u32,
}

/// The step from a node to the next one by a letter.
#[derive(Clone, Copy)]
pub(crate) struct Transition {
    pub(crate) target: u32,
    /// How many of the node's words come, in alphabetical order, before those that take this step.
    pub(crate) skip: u32,
}

impl<'a> Node<'a> {
    pub(crate) fn at(pairs: &'a [Pair], place: u32) -> Node<'a> {
        let place = place as usize;
        let head = pairs.get(place).map_or(0, |[head, _]| *head);
        Node { pairs, place, head }
    }

    /// Whether a word ends here.
    pub(crate) fn ends(self) -> bool {
        self.head & FINAL != 0
    }

    /// The letters by which words continue, as a mask.
    pub(crate) fn letters(self) -> u32 {
        self.head & LETTERS
    }

    /// The step by a letter, counted from 0 for `a`.
    pub(crate) fn step(self, letter: u32) -> Option<Transition> {
        let bit = 1u32.checked_shl(letter)?;
        if self.letters() & bit == 0 {
            return None;
        }
        self.ranked((self.head & (bit - 1)).count_ones() as usize)
    }

    /// The target of the step by a letter, counted from 0 for `a`. It is faster than [`Node::step`], because it doesn't
    /// count words: the letter's bit is moved to the top, so that its rank is the number of bits below it.
    #[inline]
    pub(crate) fn target(self, letter: u8) -> Option<u32> {
        if letter > 25 {
            return None;
        }
        let bits = self.head << (31 - letter);
        if bits >> 31 == 0 {
            return None;
        }
        let rank = (bits << 1).count_ones() as usize;
        self.pairs.get(self.place + rank).map(|&[_, target]| target)
    }

    /// The letter and the step by which the node's word number `index` continues; `None` if that word ends here.
    pub(crate) fn toward(self, index: u32) -> Option<(u32, Transition)> {
        let steps = (0..).zip(each(self.letters()));
        let steps = steps.map_while(|(rank, letter)| Some((letter, self.ranked(rank)?)));
        steps.take_while(|(_, step)| step.skip <= index).last()
    }

    /// The step by the letter that has `rank` letters before it.
    fn ranked(self, rank: usize) -> Option<Transition> {
        let &[skip, target] = self.pairs.get(self.place + rank)?;
        let skip = if rank == 0 { u32::from(self.ends()) } else { skip };
        Some(Transition { target, skip })
    }
}

/// The letters of a mask, in order.
pub(crate) fn each(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let letter = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(letter)
    })
}

/// A letter's number, 0 for `a`; `None` for anything but a lower-case letter.
pub(crate) fn number(letter: u8) -> Option<u32> {
    letter.is_ascii_lowercase().then(|| u32::from(letter - b'a'))
}

/// The letter of a number: the inverse of [`number`].
pub(crate) fn letter(number: u32) -> char {
    char::from(b'a'.wrapping_add(number as u8))
}
