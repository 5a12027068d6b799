//! Which letters of a board are covered, and which may be covered next. Racks are passed as text, so the
//! rules, which know all racks, and the bots, which know only visible ones, can use the same functions.

use super::View;
use crate::board::{At, Board, PlacedWord};

/// The covered letters of a board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cover {
    /// One for each cell of the board, row by row.
    covered: Vec<bool>,
}

impl Cover {
    /// A cover without any covered letter.
    pub(super) fn new(board: &Board) -> Cover {
        Cover { covered: vec![false; board.positions().count()] }
    }

    pub(super) fn put(&mut self, board: &Board, at: At) {
        if let Some(cell) = board.index(at).and_then(|index| self.covered.get_mut(index)) {
            *cell = true;
        }
    }

    pub(super) fn has(&self, board: &Board, at: At) -> bool {
        board.index(at).and_then(|index| self.covered.get(index)).is_some_and(|&covered| covered)
    }

    /// Every covered position, in order.
    pub(super) fn positions(&self, board: &Board) -> Vec<At> {
        board.positions().zip(&self.covered).filter_map(|(at, &it)| it.then_some(at)).collect()
    }

    /// Is every letter of the board covered?
    pub(super) fn is_whole(&self, board: &Board) -> bool {
        board.letters().all(|(at, _)| self.has(board, at))
    }

    /// The uncovered letters of a word, in order.
    pub(super) fn open<'a>(
        &'a self,
        board: &'a Board,
        word: &'a PlacedWord,
    ) -> impl Iterator<Item = (At, char)> + 'a {
        word.cells().filter(|&(at, _)| !self.has(board, at))
    }

    /// The first uncovered letter of each word, sorted and without repetitions.
    pub(super) fn playable(&self, board: &Board) -> Vec<At> {
        let first = |word| self.open(board, word).next().map(|(at, _)| at);
        let mut playable: Vec<At> = board.words().iter().filter_map(first).collect();
        playable.sort_unstable();
        playable.dedup();
        playable
    }

    /// The positions that a rack may cover now, sorted. By the two-move rule, first moves that leave no second
    /// one are left out if some other first move does.
    pub(super) fn legal(&self, board: &Board, rack: &str, moves_left: u8) -> Vec<At> {
        let playable = self.playable(board);
        let held = |at: &At| board.letter(*at).is_some_and(|letter| rack.contains(letter));
        let legal: Vec<At> = playable.iter().copied().filter(held).collect();
        if moves_left < 2 {
            return legal;
        }
        let two = |at: &At| self.leaves_another(board, rack, &playable, *at);
        let both: Vec<At> = legal.iter().copied().filter(two).collect();
        if both.is_empty() { legal } else { both }
    }

    /// Is a second move possible after this one? All other playable letters stay playable, and the next letters
    /// of the words through this one may become playable.
    fn leaves_another(&self, board: &Board, rack: &str, playable: &[At], at: At) -> bool {
        let Some(letter) = board.letter(at) else { return false };
        let rest = rack.replacen(letter, "", 1);
        let held = |next: At| board.letter(next).is_some_and(|letter| rest.contains(letter));
        let opened = |word: &PlacedWord| {
            let mut open = self.open(board, word).map(|(at, _)| at);
            open.next() == Some(at) && open.next().is_some_and(held)
        };
        playable.iter().any(|&other| other != at && held(other))
            || board.words().iter().filter(|word| word.runs_through(at)).any(opened)
    }

    /// The words whose last uncovered letter this is, by their index in the list of the board.
    pub(super) fn completes(&self, board: &Board, at: At) -> Vec<u16> {
        let last = |word: &PlacedWord| {
            word.runs_through(at) && self.open(board, word).map(|(at, _)| at).eq([at])
        };
        (0..).zip(board.words()).filter_map(|(n, word)| last(word).then_some(n)).collect()
    }
}

/// A board with its covered letters, from a view.
pub(super) struct CoveredBoard {
    pub(super) board: Board,
    pub(super) cover: Cover,
}

impl CoveredBoard {
    pub(super) fn of(view: &View) -> Option<CoveredBoard> {
        let mut board = Board::new(view.rows, view.cols)?;
        for entry in &view.words {
            board.add(PlacedWord::new(entry.at, entry.dir, &entry.word)?).ok()?;
        }
        let mut cover = Cover::new(&board);
        view.covered.iter().for_each(|&at| cover.put(&board, at));
        Some(CoveredBoard { board, cover })
    }

    pub(super) fn playable(&self) -> Vec<At> {
        self.cover.playable(&self.board)
    }

    /// The uncovered letters of all words, each with the number of uncovered letters before it in the word.
    pub(super) fn open(&self) -> impl Iterator<Item = (usize, char)> {
        let open = |word| self.cover.open(&self.board, word).map(|(_, letter)| letter).enumerate();
        self.board.words().iter().flat_map(open)
    }

    /// The words that covering a letter would complete, such as “EGGS and ZEBRA”.
    pub(super) fn completed(&self, at: At) -> Option<String> {
        let words = self.board.words();
        let text = |n: u16| words.get(usize::from(n)).map(|word| word.text.as_str());
        let done: Vec<&str> =
            self.cover.completes(&self.board, at).into_iter().filter_map(text).collect();
        (!done.is_empty()).then(|| done.join(" and "))
    }
}
