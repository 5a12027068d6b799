//! Tiles as an automaton for the `fst` crate, to find words with it.

use fst::{Automaton, IntoStreamer, Set, Streamer};
use words::{Lexicon, Spelt, plain};

/// The remaining letters and wildcards.
#[derive(Clone)]
struct TileAutomaton {
    held: [i8; 32],
    wild: usize,
    fewest: usize,
}

impl Automaton for TileAutomaton {
    type State = Option<TileAutomaton>;

    fn start(&self) -> Self::State {
        Some(self.clone())
    }

    fn is_match(&self, state: &Self::State) -> bool {
        state.as_ref().is_some_and(|left| left.fewest == 0)
    }

    fn can_match(&self, state: &Self::State) -> bool {
        state.is_some()
    }

    fn accept(&self, state: &Self::State, letter: u8) -> Self::State {
        let mut left = state.clone()?;
        left.fewest = left.fewest.saturating_sub(1);
        let held = &mut left.held[usize::from(letter & 31)];
        if *held > 0 {
            *held -= 1;
        } else if left.wild > 0 && b"aeiou".contains(&letter) {
            left.wild -= 1;
        } else {
            return None;
        }
        Some(left)
    }
}

/// The words of [`Speller::spelt`](words::Speller::spelt), found in an `fst` set.
pub(super) fn spelt(
    set: &Set<Vec<u8>>,
    tiles: &str,
    wild: usize,
    fewest: usize,
    visit: &mut impl FnMut(Spelt<'_>),
) {
    let mut held = [0; 32];
    tiles.bytes().for_each(|tile| held[usize::from(tile & 31)] += 1);
    let mut stream = set.search(TileAutomaton { held, wild, fewest }).into_stream();
    while let Some(word) = stream.next() {
        plain::stand(std::str::from_utf8(word).unwrap_or_default(), &held, wild, visit);
    }
}

/// Panics unless both ways find the same words: otherwise the figures would compare different things.
pub(crate) fn check(words: &Lexicon, set: &Set<Vec<u8>>) {
    for (tiles, wild) in [("streak", 0), ("streak", 1), ("aabbee", 1), ("qzxjvw", 0)] {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        words.anagrams().unwrap().speller().spelt(tiles, wild, 3, |spelt| {
            ours.push((spelt.text.to_owned(), spelt.wild.to_owned()));
        });
        spelt(set, tiles, wild, 3, &mut |spelt| {
            theirs.push((spelt.text.to_owned(), spelt.wild.to_owned()));
        });
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{tiles} {wild}");
    }
}
