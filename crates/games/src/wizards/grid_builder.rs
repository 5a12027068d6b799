//! An unfinished grid, as bit masks, so that the legal positions of a word are found for all rows at once. It knows
//! only the rules of placement; `generate.rs` chooses the words and their positions.

use super::grid::{COLS, DIAGONAL, GridCell, LETTERS, Orientation, ROWS};
use super::short::Short;

/// Rows of cells, one bit each. Bit `c + 1` of row `r + 1` is the cell in row `r` and column `c`, so that every cell
/// has neighbours and a word that starts in the last row ends within the array.
type BitRows = [u32; ROWS + LETTERS + 3];

/// For each row of the grid, and for one more to make it a power of two, the columns in which a word may start. The
/// bits are those of [`BitRows`].
pub(super) type Starts = [u32; ROWS + 1];

const INSIDE: u32 = ((1 << COLS) - 1) << 1;

/// The letters of a main word, numbered by their first position in it.
#[derive(Clone, Copy)]
pub(super) struct Alphabet([u8; 32]);

/// The number of a letter that is not in the main word.
const FOREIGN: u8 = 7;

impl Alphabet {
    pub(super) fn of(main: Short) -> Alphabet {
        let mut numbers = [FOREIGN; 32];
        for (number, letter) in (0..).zip(main.bytes()) {
            let known = &mut numbers[usize::from(letter & 31)];
            *known = number.min(*known);
        }
        Alphabet(numbers)
    }

    pub(super) fn piece(&self, word: Short) -> Piece {
        let mut numbers = [FOREIGN; LETTERS];
        let mut has = 0;
        for (number, letter) in numbers.iter_mut().zip(word.bytes()) {
            *number = self.0[usize::from(letter & 31)];
            has |= 1 << *number;
        }
        Piece { word, numbers, has, used: false }
    }
}

/// A word spelt with the numbers of an [`Alphabet`].
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) word: Short,
    pub(super) numbers: [u8; LETTERS],
    /// Its numbers, as a bit mask.
    pub(super) has: u8,
    /// Whether it is in the grid.
    pub(super) used: bool,
}

/// The cells that words of one direction may use.
struct DirectionCells {
    /// The empty cells that are not beside another word.
    open: BitRows,
    /// The cells that are neither in nor beside a word of the same direction.
    cross: BitRows,
}

impl DirectionCells {
    fn new() -> DirectionCells {
        let mut open = [0; _];
        open.iter_mut().skip(1).take(ROWS).for_each(|row| *row = INSIDE);
        DirectionCells { open, cross: [!0; _] }
    }
}

/// An unfinished grid.
pub(super) struct GridBuilder {
    taken: BitRows,
    letters: [BitRows; 8],
    across: DirectionCells,
    down: DirectionCells,
}

impl GridBuilder {
    /// A grid with only the main word.
    pub(super) fn new(main: &Piece) -> GridBuilder {
        let (across, down) = (DirectionCells::new(), DirectionCells::new());
        let mut builder = GridBuilder { taken: [0; _], letters: [[0; _]; 8], across, down };
        for (number, GridCell(row, col)) in main.numbers.into_iter().zip(DIAGONAL) {
            builder.write(usize::from(row) + 1, col + 1, number);
        }
        builder
    }

    /// Where a word may start: it fits, agrees with the letters in its way, crosses at least one letter, has empty
    /// cells before its start and after its end, and touches no word that it does not cross.
    pub(super) fn starts(&self, piece: &Piece, dir: Orientation) -> Starts {
        // Words of a pool have three to six letters.
        match (dir, piece.word.len()) {
            (Orientation::Down, 3) => self.down::<3>(piece),
            (Orientation::Down, 4) => self.down::<4>(piece),
            (Orientation::Down, 5) => self.down::<5>(piece),
            (Orientation::Down, _) => self.down::<6>(piece),
            (_, 3) => self.across::<3>(piece),
            (_, 4) => self.across::<4>(piece),
            (_, 5) => self.across::<5>(piece),
            (_, _) => self.across::<6>(piece),
        }
    }

    /// The length is a constant so that the compiler can vectorize over rows.
    fn across<const N: usize>(&self, piece: &Piece) -> Starts {
        let letters: [&BitRows; N] = self.rows_of(piece);
        std::array::from_fn(|row| {
            let row = row + 1;
            let taken = self.taken[row];
            let mut fits = !(taken << 1) & !(taken >> N);
            let mut meets = 0;
            for (n, letter) in letters.iter().enumerate() {
                fits &= (self.across.open[row] | letter[row] & self.across.cross[row]) >> n;
                meets |= taken >> n;
            }
            fits & meets
        })
    }

    fn down<const N: usize>(&self, piece: &Piece) -> Starts {
        let letters: [&BitRows; N] = self.rows_of(piece);
        std::array::from_fn(|row| {
            let row = row + 1;
            let mut fits = !self.taken[row - 1] & !self.taken[row + N];
            let mut meets = 0;
            for (n, letter) in letters.iter().enumerate() {
                let row = row + n;
                fits &= self.down.open[row] | letter[row] & self.down.cross[row];
                meets |= self.taken[row];
            }
            fits & meets
        })
    }

    /// The cells that already hold each letter of a piece.
    fn rows_of<const N: usize>(&self, piece: &Piece) -> [&BitRows; N] {
        std::array::from_fn(|n| &self.letters[usize::from(piece.numbers[n] & 7)])
    }

    /// Places a word at a position that [`GridBuilder::starts`] allows.
    pub(super) fn put(&mut self, piece: &Piece, GridCell(row, col): GridCell, dir: Orientation) {
        let (mut row, mut col) = (usize::from(row) + 1, col + 1);
        for &number in piece.numbers.iter().take(piece.word.len()) {
            self.write(row, col, number);
            if dir == Orientation::Down {
                self.down.cross[row] &= !beside(col);
                row += 1;
            } else {
                self.across.cross[row - 1..=row + 1].iter_mut().for_each(|row| *row &= !(1 << col));
                col += 1;
            }
        }
    }

    fn write(&mut self, row: usize, col: u8, number: u8) {
        let bit = 1 << col;
        self.taken[row] |= bit;
        self.letters[usize::from(number & 7)][row] |= bit;
        self.down.open[row] &= !beside(col);
        self.across.open[row - 1..=row + 1].iter_mut().for_each(|row| *row &= !bit);
    }
}

/// A cell of a row and its two neighbours.
fn beside(col: u8) -> u32 {
    7 << (col - 1)
}
