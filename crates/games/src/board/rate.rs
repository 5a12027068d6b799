//! Rating boards: how good one is to play on.

use super::{At, Board, Dir};
use std::collections::BTreeSet;

/// The rating of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    pub words: usize,
    /// The number of letters that two words share.
    pub crossings: usize,
    /// How evenly the letters are spread over the four quarters, in percent: 100 if all quarters have the same
    /// number, 0 if one has all letters.
    pub spread: usize,
    /// The number of connected pieces.
    pub pieces: usize,
}

impl Rating {
    /// Higher for a better board: one more word or crossing is worth as much as ten percent of spread.
    pub fn worth(&self) -> usize {
        10 * (self.words + self.crossings) + self.spread
    }
}

impl Board {
    pub fn rating(&self) -> Rating {
        let spelt: usize = self.words().iter().map(|word| word.text.len()).sum();
        let letters = self.count();
        Rating {
            words: self.words().len(),
            crossings: spelt.saturating_sub(letters),
            spread: self.spread(letters),
            pieces: self.pieces(),
        }
    }

    fn spread(&self, letters: usize) -> usize {
        let mut quarters = [0; 4];
        for (at, _) in self.letters() {
            let lower = 2 * at.row() >= self.rows();
            let right = 2 * at.col() >= self.cols();
            quarters[2 * usize::from(lower) + usize::from(right)] += 4;
        }
        // The share of letters in overfull quarters, out of three quarters at most.
        let excess: usize = quarters.iter().map(|&part: &usize| part.saturating_sub(letters)).sum();
        (100 * excess).checked_div(3 * letters).map_or(0, |excess| 100 - excess)
    }

    fn pieces(&self) -> usize {
        let mut left: BTreeSet<At> = self.letters().map(|(at, _)| at).collect();
        let mut pieces = 0;
        while let Some(first) = left.pop_first() {
            pieces += 1;
            let mut edge = vec![first];
            while let Some(at) = edge.pop() {
                let beside = Dir::ALL.into_iter().flat_map(|dir| [at.back(dir), at.ahead(dir, 1)]);
                edge.extend(beside.flatten().filter(|at| left.remove(at)).collect::<Vec<_>>());
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BOARDS, ParsedBoard};
    use super::*;

    fn rating(text: &str) -> Rating {
        text.parse::<ParsedBoard>().unwrap().board.rating()
    }

    #[test]
    fn boards_are_rated_by_words_crossings_spread_and_pieces() {
        let cross = rating("6x6 AaHCAT AaVCOW");
        assert_eq!(cross, Rating { words: 2, crossings: 1, spread: 0, pieces: 1 });
        let frame = rating("4x4 AaHTEST AaVTENT AdVTEAT DaHTEXT");
        assert_eq!(frame, Rating { words: 4, crossings: 4, spread: 100, pieces: 1 });
        let islands = rating("6x6 AaHCAT FdHDOG");
        // Two of the four quarters have all letters.
        assert_eq!(islands, Rating { words: 2, crossings: 0, spread: 34, pieces: 2 });
        assert_eq!((cross.worth(), frame.worth(), islands.worth()), (30, 180, 54));
        let empty = Board::new(5, 5).unwrap().rating();
        assert_eq!(empty, Rating { words: 0, crossings: 0, spread: 0, pieces: 0 });
    }

    #[test]
    fn every_built_in_board_is_connected() {
        for (name, text) in BOARDS {
            let rating = rating(text);
            assert_eq!(rating.pieces, 1, "{name}");
            assert!(rating.crossings + 1 >= rating.words, "{name}: {rating:?}");
        }
    }
}
