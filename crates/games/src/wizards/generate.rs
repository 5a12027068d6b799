//! Making a grid: longer words first, horizontal before vertical, and luck among equals. When a word
//! finds no place it waits for the next round; when a round places nothing the grid is given up and
//! begun anew, which is quicker than taking words back. Every loop here has a bound.

use super::grid::{DIAGONAL, Grid, GridCell, LETTERS, Orientation, Placed, WORDS};
use super::grid_builder::{Alphabet, GridBuilder, Piece, Starts};
use super::pool::{ENOUGH, Pool};
use super::short::Short;
use engine::Chance;

/// How often a grid is begun for one main word. The hardest of the built-in list needs a dozen.
const BEGINNINGS: usize = 200;

/// How often in all, before the list is given up.
const ALL_BEGINNINGS: usize = 20_000;

/// How many words of six letters are looked at. Only a list that is no language has more.
const LOOKS: usize = 200_000;

/// Why there is no grid; the later is the nearer miss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GenerateError {
    /// No word of six letters hides enough others.
    NoMain,
    /// There are such words, but their words do not go together.
    NoGrid,
}

/// A grid around a main word drawn from the pool, every one with equal chance.
pub fn deal(pool: &Pool, chance: &mut Chance) -> Result<Grid, GenerateError> {
    let mains = pool.mains();
    let first = chance.index(mains.len());
    let Some(&main) = mains.get(first) else { return Err(GenerateError::NoMain) };
    let mut left = ALL_BEGINNINGS;
    // Nearly always the first will do, and the others are not even listed.
    let mut trouble = match begin(pool, main, &mut left, chance) {
        Ok(grid) => return Ok(grid),
        Err(trouble) => trouble,
    };
    let mut others: Vec<Short> = mains.to_vec();
    others.swap_remove(first);
    let mut looks = LOOKS.min(others.len());
    while looks > 0 && left > 0 {
        let drawn = chance.index(others.len());
        match begin(pool, others.swap_remove(drawn), &mut left, chance) {
            Ok(grid) => return Ok(grid),
            Err(other) => trouble = trouble.max(other),
        }
        looks -= 1;
    }
    Err(trouble)
}

/// A grid around this main word.
pub fn around(pool: &Pool, main: Short, chance: &mut Chance) -> Result<Grid, GenerateError> {
    begin(pool, main, &mut ALL_BEGINNINGS.clone(), chance)
}

/// Begins grids around a main word until one is finished, as long as some beginnings are left.
fn begin(
    pool: &Pool,
    main: Short,
    left: &mut usize,
    chance: &mut Chance,
) -> Result<Grid, GenerateError> {
    let mut hidden = Vec::new();
    pool.hidden_in(main, &mut hidden);
    if hidden.len() < ENOUGH || main.len() != LETTERS {
        return Err(GenerateError::NoMain);
    }
    let alphabet = Alphabet::of(main);
    let main = alphabet.piece(main);
    let mut pieces: Vec<_> = hidden.into_iter().map(|word| alphabet.piece(word)).collect();
    let holders = main.numbers.map(|number| holders(&pieces, number));
    let copies = main.numbers.map(|number| main.numbers.iter().filter(|n| **n == number).count());
    if holders.iter().zip(&copies).any(|(holders, copies)| holders < copies) {
        return Err(GenerateError::NoGrid);
    }
    let mut luck = BufferedChance { chance, bits: 0, left: 0 };
    let grid = (0..BEGINNINGS.min(*left)).find_map(|_| {
        *left -= 1;
        pieces.iter_mut().for_each(|piece| piece.used = false);
        pieces
            .chunk_by_mut(|a, b| a.word.len() == b.word.len())
            .for_each(|same| luck.shuffle(same));
        Attempt::new(&main, &mut luck).finish(&main, &holders, &mut pieces)
    });
    grid.ok_or(GenerateError::NoGrid)
}

/// How many words have a letter.
fn holders(pieces: &[Piece], number: u8) -> usize {
    pieces.iter().filter(|piece| piece.has >> number & 1 == 1).count()
}

/// A grid that may come to nothing.
struct Attempt<'a, 'b> {
    canvas: GridBuilder,
    grid: Grid,
    placed: usize,
    luck: &'a mut BufferedChance<'b>,
}

impl<'a, 'b> Attempt<'a, 'b> {
    fn new(main: &Piece, luck: &'a mut BufferedChance<'b>) -> Attempt<'a, 'b> {
        let word = Placed { word: main.word, at: DIAGONAL[0], dir: Orientation::Diagonal };
        Attempt { canvas: GridBuilder::new(main), grid: [word; WORDS], placed: 1, luck }
    }

    /// Places all words, or gives up.
    fn finish(mut self, main: &Piece, holders: &[usize], pieces: &mut [Piece]) -> Option<Grid> {
        // The letters that few words have come first: later those words may be used up.
        let mut order: [usize; LETTERS] = std::array::from_fn(|n| n);
        self.luck.shuffle(&mut order);
        order.sort_by_key(|n| holders[*n]);
        for n in order {
            let crosses = |piece: &&mut Piece| piece.has >> main.numbers[n] & 1 == 1;
            let mut crossing = pieces.iter_mut().filter(|piece| !piece.used).filter(crosses);
            crossing.find_map(|piece| self.cross(piece, DIAGONAL[n]))?;
        }
        while self.placed < WORDS {
            let before = self.placed;
            for piece in pieces.iter_mut().filter(|piece| !piece.used) {
                self.place(piece, Orientation::Across)
                    .or_else(|| self.place(piece, Orientation::Down));
                if self.placed == WORDS {
                    break;
                }
            }
            if self.placed == before {
                return None;
            }
        }
        Some(self.grid)
    }

    /// Places a word across a letter of the main word: mostly horizontally, but not so often that
    /// all grids look alike.
    fn cross(&mut self, piece: &mut Piece, cell: GridCell) -> Option<()> {
        let dirs = match self.luck.below(4) {
            0 => [Orientation::Down, Orientation::Across],
            _ => [Orientation::Across, Orientation::Down],
        };
        dirs.into_iter().find_map(|dir| {
            let mut starts = self.canvas.starts(piece, dir);
            keep_covering(&mut starts, cell, piece.word.len(), dir);
            self.choose(piece, dir, &starts)
        })
    }

    /// Places a word wherever it may lie.
    fn place(&mut self, piece: &mut Piece, dir: Orientation) -> Option<()> {
        let starts = self.canvas.starts(piece, dir);
        self.choose(piece, dir, &starts)
    }

    /// Places a word on one of these starts: in the first row from a random one on, and there in the
    /// first column from a random one on.
    fn choose(&mut self, piece: &mut Piece, dir: Orientation, starts: &Starts) -> Option<()> {
        if starts.iter().fold(0, |any, row| any | row) == 0 {
            return None;
        }
        let (from, turn) = (self.luck.below(starts.len()), self.luck.below(32) as u32);
        let mut rows = (from..starts.len()).chain(0..from);
        let row = rows.find(|row| starts[*row] != 0)?;
        let bit = (starts[row].rotate_right(turn).trailing_zeros() + turn) % 32;
        let at = GridCell(row as u8, bit as u8 - 1);
        self.canvas.put(piece, at, dir);
        piece.used = true;
        self.grid[self.placed] = Placed { word: piece.word, at, dir };
        self.placed += 1;
        Some(())
    }
}

/// Keeps the starts from which a word of this length covers the cell.
fn keep_covering(starts: &mut Starts, GridCell(row, col): GridCell, len: usize, dir: Orientation) {
    let (row, bit) = (usize::from(row), 2u32 << col);
    for (start, cols) in starts.iter_mut().enumerate() {
        *cols &= match dir {
            Orientation::Down if start <= row && row < start + len => bit,
            Orientation::Across if start == row => (0..len).fold(0, |all, back| all | bit >> back),
            _ => 0,
        };
    }
}

/// Luck in small change: one draw from the house lasts for several small ones.
struct BufferedChance<'a> {
    chance: &'a mut Chance,
    bits: u64,
    left: u32,
}

impl BufferedChance<'_> {
    /// A number below `n`. Some are favoured by a few parts in a thousand, which nobody can see in a
    /// grid; the main word, where the chance must be equal, is drawn from the house.
    fn below(&mut self, n: usize) -> usize {
        const BITS: u32 = 15;
        if self.left < BITS {
            self.bits = self.chance.below(1 << 60);
            self.left = 60;
        }
        let drawn = self.bits as usize & ((1 << BITS) - 1);
        self.bits >>= BITS;
        self.left -= BITS;
        (drawn * n) >> BITS
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
