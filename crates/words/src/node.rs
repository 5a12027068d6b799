//! One node of the automaton, read in place: see `dawg.rs` for what its cells mean. Every access is
//! checked and a wrong place reads as a node without words, so no question can panic.

use crate::dawg::FINAL;

/// All letters, as a mask.
pub(crate) const LETTERS: u32 = FINAL - 1;

#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    head: u32,
    rest: &'a [u32],
}

/// Where a letter leads, and how many of its node's words come before all that go there.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) target: u32,
    pub(crate) skip: u32,
}

impl<'a> Node<'a> {
    pub(crate) fn at(cells: &'a [u32], place: u32) -> Node<'a> {
        match cells.get(place as usize..).and_then(<[u32]>::split_first) {
            Some((&head, rest)) => Node { head, rest },
            None => Node { head: 0, rest: &[] },
        }
    }

    /// Whether a word ends here.
    pub(crate) fn ends(self) -> bool {
        self.head & FINAL != 0
    }

    /// The letters that lead on, as a mask.
    pub(crate) fn letters(self) -> u32 {
        self.head & LETTERS
    }

    /// The step by a letter, counted from 0 for `a`.
    pub(crate) fn step(self, letter: u32) -> Option<Step> {
        let bit = 1u32.checked_shl(letter)?;
        if self.letters() & bit == 0 {
            return None;
        }
        let rank = (self.head & (bit - 1)).count_ones() as usize;
        let target = *self.rest.get(rank)?;
        let skip = match rank.checked_sub(1) {
            None => u32::from(self.ends()),
            Some(before) => *self.rest.get(self.arms() + before)?,
        };
        Some(Step { target, skip })
    }

    /// The letter under which the node's word number `index` goes on. A word that ends here has none.
    pub(crate) fn letter_of(self, index: u32) -> Option<u32> {
        if index < u32::from(self.ends()) {
            return None;
        }
        let arms = self.arms();
        let skips = self.rest.get(arms..(2 * arms).checked_sub(1)?)?;
        let rank = skips.partition_point(|&skip| skip <= index);
        each(self.letters()).nth(rank)
    }

    fn arms(self) -> usize {
        self.letters().count_ones() as usize
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

/// A letter's number, 0 for `a`. Anything but a lower-case letter has none.
pub(crate) fn number(letter: u8) -> Option<u32> {
    letter.is_ascii_lowercase().then(|| u32::from(letter - b'a'))
}

/// The letter of a number: the inverse of [`number`].
pub(crate) fn letter(number: u32) -> char {
    char::from(b'a'.wrapping_add(number as u8))
}
