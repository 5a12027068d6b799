//! A grid in the making, as masks: where a word may go is asked of all rows at once. It knows the
//! rules of placement and nothing else: which word goes where is for `generate.rs` to choose.

use super::grid::{COLS, DIAGONAL, GridCell, LETTERS, Orientation, ROWS};
use super::short::Short;

/// Rows of cells, a bit each. Bit `c + 1` of row `r + 1` is the cell in row `r` and column `c`:
/// so every cell has neighbours, and a word that begins in the last row ends within the array.
type BitRows = [u32; ROWS + LETTERS + 3];

/// For each row of the grid (and one row below it, to make the number round) the columns in which a
/// word may start, as bits like those of [`Rows`].
pub(super) type Starts = [u32; ROWS + 1];

const INSIDE: u32 = ((1 << COLS) - 1) << 1;

/// The letters of a main word, numbered by where they first occur.
#[derive(Clone, Copy)]
pub(super) struct Alphabet([u8; 32]);

/// The number of a letter that the main word has not.
const STRANGE: u8 = 7;

impl Alphabet {
    pub(super) fn of(main: Short) -> Alphabet {
        let mut numbers = [STRANGE; 32];
        for (number, letter) in (0..).zip(main.bytes()) {
            let known = &mut numbers[usize::from(letter & 31)];
            *known = number.min(*known);
        }
        Alphabet(numbers)
    }

    pub(super) fn piece(&self, word: Short) -> Piece {
        let mut numbers = [STRANGE; LETTERS];
        let mut has = 0;
        for (number, letter) in numbers.iter_mut().zip(word.bytes()) {
            *number = self.0[usize::from(letter & 31)];
            has |= 1 << *number;
        }
        Piece { word, numbers, has, used: false }
    }
}

/// A word as the canvas takes it: spelt in numbers.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) word: Short,
    pub(super) numbers: [u8; LETTERS],
    /// The numbers it has, as a mask.
    pub(super) has: u8,
    /// Does it lie in the grid already?
    pub(super) used: bool,
}

/// What words of one direction may cover.
struct DirectionCells {
    /// Empty cells: those that would not touch another word from the side.
    open: BitRows,
    /// Cells with a letter: those not in, nor beside, a word of the same direction.
    cross: BitRows,
}

impl DirectionCells {
    fn new() -> DirectionCells {
        let mut open = [0; _];
        open.iter_mut().skip(1).take(ROWS).for_each(|row| *row = INSIDE);
        DirectionCells { open, cross: [!0; _] }
    }
}

/// A grid in the making.
pub(super) struct GridBuilder {
    taken: BitRows,
    letters: [BitRows; 8],
    across: DirectionCells,
    down: DirectionCells,
}

impl GridBuilder {
    /// A canvas with nothing but the main word.
    pub(super) fn new(main: &Piece) -> GridBuilder {
        let (across, down) = (DirectionCells::new(), DirectionCells::new());
        let mut canvas = GridBuilder { taken: [0; _], letters: [[0; _]; 8], across, down };
        for (number, GridCell(row, col)) in main.numbers.into_iter().zip(DIAGONAL) {
            canvas.write(usize::from(row) + 1, col + 1, number);
        }
        canvas
    }

    /// Where a word may start: it fits, agrees with every letter in its way and crosses at least one,
    /// has nothing before its start and after its end, and does not touch a word it does not cross.
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

    /// With the length known, the compiler does several rows at a time.
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

    /// Where each letter of a piece lies already.
    fn rows_of<const N: usize>(&self, piece: &Piece) -> [&BitRows; N] {
        std::array::from_fn(|n| &self.letters[usize::from(piece.numbers[n] & 7)])
    }

    /// Lays a word where [`Canvas::starts`] lets it start.
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
