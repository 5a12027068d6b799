//! Puzzles to print: measures how hard a grid is, and makes a grid for a level. In a match the level only sets the
//! number of lives. A printed puzzle has no lives, so the grid itself has to be easier or harder.

use super::Level;
use super::generate::{self, GenerateError};
use super::grid::{Cells, Grid, Placed};
use super::letters::jumble;
use super::pool::Pool;
use super::short::Short;
use engine::Chance;
use serde::Serialize;
use words::Lexicon;

/// How many grids are generated to choose one from.
const GRIDS: usize = 16;

/// A puzzle to print.
pub struct Puzzle {
    /// The letters, jumbled.
    pub letters: Short,
    /// All words, the main word first.
    pub words: Grid,
    /// How hard it is.
    pub hardness: Hardness,
}

impl Puzzle {
    /// The cells of the grid, row by row.
    pub fn cells(&self) -> Cells {
        self.words.iter().flat_map(Placed::cells).collect()
    }
}

/// How hard a grid is. Each figure is from 0 (easy) to 1000 (hard).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Hardness {
    /// How rare its words are.
    pub rare: u32,
    /// How many of the words that the letters spell are not in the grid, so that guessing them is wrong.
    pub absent: u32,
    /// How few of its letters are crossed, because crossings help to find words.
    pub loose: u32,
    /// The average, in which rarity counts twice.
    pub all: u32,
}

impl Hardness {
    /// Measures a grid.
    pub fn of(grid: &Grid, pool: &Pool, words: &Lexicon) -> Hardness {
        // From the commonest words of a puzzle to the rarest, by Zipf x 100.
        const RARE: (u32, u32) = (200, 600);
        let rarity = |placed: &Placed| {
            let zipf = words.index(placed.word.text()).map_or(0, |index| words.zipf_at(index));
            (RARE.1 - u32::from(zipf).clamp(RARE.0, RARE.1)) * 1000 / (RARE.1 - RARE.0)
        };
        let rare = grid.iter().map(rarity).sum::<u32>() / grid.len() as u32;
        let mut hidden = Vec::new();
        pool.hidden_in(grid[0].word, &mut hidden);
        let placed = grid.len() as u32 - 1;
        let hidden = (hidden.len() as u32).max(placed);
        let absent = (hidden - placed) * 1000 / hidden;
        let letters: u32 = grid.iter().map(|placed| placed.word.len() as u32).sum();
        let cells = grid.iter().flat_map(Placed::cells).collect::<Cells>().len() as u32;
        let loose = 1000 - (letters - cells) * 2000 / letters;
        Hardness { rare, absent, loose, all: (2 * rare + absent + loose) / 4 }
    }
}

/// A puzzle for a level. Sorts several grids by hardness and takes the one at the relative position of the level.
/// Fails if the pool can't fill a grid.
pub fn puzzle(
    level: Level,
    pool: &Pool,
    words: &Lexicon,
    chance: &mut Chance,
) -> Result<Puzzle, GenerateError> {
    let mut grids = Vec::with_capacity(GRIDS);
    for _ in 0..GRIDS {
        let grid = generate::deal(pool, chance)?;
        grids.push((Hardness::of(&grid, pool, words), grid));
    }
    grids.sort_by_key(|(hardness, _)| hardness.all);
    let rank = (GRIDS - 1) * level as usize / (Level::NAMES.len() - 1);
    let (hardness, grid) = grids.swap_remove(rank);
    let letters = jumble(grid[0].word, None, words, chance);
    Ok(Puzzle { letters, words: grid, hardness })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wizards::check::check;

    const LEVELS: [Level; 5] =
        [Level::Apprentice, Level::Scholar, Level::Sorcerer, Level::Master, Level::Elder];

    #[test]
    fn higher_levels_have_harder_puzzles() {
        let (pool, words) = (Pool::builtin(), Lexicon::builtin());
        let mean = |level| {
            let puzzles =
                (0..60).map(|n| puzzle(level, pool, words, &mut Chance::new(5, n)).unwrap());
            puzzles.map(|puzzle| puzzle.hardness.all).sum::<u32>() / 60
        };
        let means = LEVELS.map(mean);
        assert!(means.is_sorted(), "{means:?}");
        assert!(means[4] > means[0] + 80, "{means:?}");
    }

    #[test]
    fn every_puzzle_keeps_the_rules() {
        let (pool, words) = (Pool::builtin(), Lexicon::builtin());
        for (n, level) in (0..200).zip(LEVELS.into_iter().cycle()) {
            let made = puzzle(level, pool, words, &mut Chance::new(1, n)).unwrap();
            assert_eq!(check(&made.words), Ok(()));
            assert_eq!(made.letters.sorted(), made.words[0].word.sorted());
            assert_ne!(made.letters, made.words[0].word);
            let covered = made.words.iter().flat_map(Placed::cells);
            assert!(covered.map(Some).all(|cell| made.cells().iter().any(|it| Some(it) == cell)));
            let again = puzzle(level, pool, words, &mut Chance::new(1, n)).unwrap();
            assert_eq!((again.letters, again.words), (made.letters, made.words));
        }
    }

    #[test]
    fn each_figure_of_hardness_varies() {
        let (pool, words) = (Pool::builtin(), Lexicon::builtin());
        let grids: Vec<_> =
            (0..300).map(|n| generate::deal(pool, &mut Chance::new(2, n)).unwrap()).collect();
        let of = |grid: &Grid| Hardness::of(grid, pool, words);
        let all: Vec<_> = grids.iter().map(of).collect();
        let spread = |part: fn(&Hardness) -> u32| {
            let (low, high) = (all.iter().map(part).min(), all.iter().map(part).max());
            high.unwrap() - low.unwrap()
        };
        assert!(all.iter().all(|h| h.rare <= 1000 && h.absent < 1000 && h.loose <= 1000));
        assert!(spread(|h| h.rare) > 100 && spread(|h| h.absent) > 200 && spread(|h| h.loose) > 50);
        // A player's own list has no frequencies, so all its words count as rare.
        let own = Lexicon::from_words(words.words());
        assert_eq!(Hardness::of(&grids[0], pool, &own).rare, 1000);
    }
}
