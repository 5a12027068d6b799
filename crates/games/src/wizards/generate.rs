//! Generates grids: longer words first, horizontal before vertical, in random order otherwise. A word that fits
//! nowhere is tried again in the next round. If a round places no word, the attempt is dropped and a new one
//! started, which is faster than backtracking. Every loop has a bound.

use super::grid::{DIAGONAL, Grid, GridCell, LETTERS, Orientation, Placed, WORDS};
use super::grid_builder::{Alphabet, GridBuilder, Piece, Starts};
use super::pool::{ENOUGH, Pool};
use super::short::Short;
use engine::Chance;

/// The most attempts for one main word. The hardest one of the built-in list needs a dozen.
const ATTEMPTS: usize = 200;

/// The most attempts for a word list.
const ALL_ATTEMPTS: usize = 20_000;

/// The most main words to try. No language has more words of six letters.
const MOST_MAINS: usize = 200_000;

/// Why there is no grid. The later variant is closer to success.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GenerateError {
    /// No word of six letters spells enough other words.
    NoMain,
    /// There are such words, but the words that they spell don't fit together.
    NoGrid,
}

/// A grid for a random main word of the pool, each with equal probability.
pub fn deal(pool: &Pool, chance: &mut Chance) -> Result<Grid, GenerateError> {
    let mains = pool.mains();
    let first = chance.index(mains.len());
    let Some(&main) = mains.get(first) else { return Err(GenerateError::NoMain) };
    let mut attempts = ALL_ATTEMPTS;
    // The first main word nearly always works, so don't copy the list before it fails.
    let mut error = match generate(pool, main, &mut attempts, chance) {
        Ok(grid) => return Ok(grid),
        Err(error) => error,
    };
    let mut others: Vec<Short> = mains.to_vec();
    others.swap_remove(first);
    let mut mains_left = MOST_MAINS.min(others.len());
    while mains_left > 0 && attempts > 0 {
        let drawn = chance.index(others.len());
        match generate(pool, others.swap_remove(drawn), &mut attempts, chance) {
            Ok(grid) => return Ok(grid),
            Err(other) => error = error.max(other),
        }
        mains_left -= 1;
    }
    Err(error)
}

/// A grid for the given main word.
pub fn around(pool: &Pool, main: Short, chance: &mut Chance) -> Result<Grid, GenerateError> {
    generate(pool, main, &mut ALL_ATTEMPTS.clone(), chance)
}

/// Makes attempts for a main word until one succeeds, and subtracts them from `attempts`.
fn generate(
    pool: &Pool,
    main: Short,
    attempts: &mut usize,
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
    let mut chance = BufferedChance { chance, bits: 0, left: 0 };
    let grid = (0..ATTEMPTS.min(*attempts)).find_map(|_| {
        *attempts -= 1;
        pieces.iter_mut().for_each(|piece| piece.used = false);
        pieces
            .chunk_by_mut(|a, b| a.word.len() == b.word.len())
            .for_each(|same| chance.shuffle(same));
        Attempt::new(&main, &mut chance).finish(&main, &holders, &mut pieces)
    });
    grid.ok_or(GenerateError::NoGrid)
}

/// The number of pieces that have a letter.
fn holders(pieces: &[Piece], number: u8) -> usize {
    pieces.iter().filter(|piece| piece.has >> number & 1 == 1).count()
}

/// An attempt to generate a grid.
struct Attempt<'a, 'b> {
    builder: GridBuilder,
    grid: Grid,
    placed: usize,
    chance: &'a mut BufferedChance<'b>,
}

impl<'a, 'b> Attempt<'a, 'b> {
    fn new(main: &Piece, chance: &'a mut BufferedChance<'b>) -> Attempt<'a, 'b> {
        let word = Placed { word: main.word, at: DIAGONAL[0], dir: Orientation::Diagonal };
        Attempt { builder: GridBuilder::new(main), grid: [word; WORDS], placed: 1, chance }
    }

    /// Places all words. None if a round places no word.
    fn finish(mut self, main: &Piece, holders: &[usize], pieces: &mut [Piece]) -> Option<Grid> {
        // Cross the letters that few words have first: later those words may be used up.
        let mut order: [usize; LETTERS] = std::array::from_fn(|n| n);
        self.chance.shuffle(&mut order);
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

    /// Places a word across a letter of the main word: usually horizontally, but sometimes vertically for variety.
    fn cross(&mut self, piece: &mut Piece, cell: GridCell) -> Option<()> {
        let dirs = match self.chance.below(4) {
            0 => [Orientation::Down, Orientation::Across],
            _ => [Orientation::Across, Orientation::Down],
        };
        dirs.into_iter().find_map(|dir| {
            let mut starts = self.builder.starts(piece, dir);
            keep_covering(&mut starts, cell, piece.word.len(), dir);
            self.choose(piece, dir, &starts)
        })
    }

    /// Places a word anywhere.
    fn place(&mut self, piece: &mut Piece, dir: Orientation) -> Option<()> {
        let starts = self.builder.starts(piece, dir);
        self.choose(piece, dir, &starts)
    }

    /// Places a word at one of these starts: in the first possible row after a random one, and there in the first
    /// possible column after a random one.
    fn choose(&mut self, piece: &mut Piece, dir: Orientation, starts: &Starts) -> Option<()> {
        if starts.iter().fold(0, |any, row| any | row) == 0 {
            return None;
        }
        let (from, turn) = (self.chance.below(starts.len()), self.chance.below(32) as u32);
        let mut rows = (from..starts.len()).chain(0..from);
        let row = rows.find(|row| starts[*row] != 0)?;
        let bit = (starts[row].rotate_right(turn).trailing_zeros() + turn) % 32;
        let at = GridCell(row as u8, bit as u8 - 1);
        self.builder.put(piece, at, dir);
        piece.used = true;
        self.grid[self.placed] = Placed { word: piece.word, at, dir };
        self.placed += 1;
        Some(())
    }
}

/// Drops all starts from which a word of this length does not cover the cell.
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

/// Small random numbers: one draw from `Chance` is split into several, which is faster.
struct BufferedChance<'a> {
    chance: &'a mut Chance,
    bits: u64,
    left: u32,
}

impl BufferedChance<'_> {
    /// A number below `n`. The distribution is uneven by a few parts in a thousand, which doesn't matter for a grid.
    /// The main word must have an even distribution and is drawn from `Chance` itself.
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
