//! An independent check of finished grids: it implements the rules again, cell by cell. It shares only the types of a
//! grid with the generator, so that it finds mistakes there. It does not know the word list.

use super::grid::{GridCell, Orientation, Placed};
use super::short::Short;
use std::collections::{BTreeMap, BTreeSet};

/// A rule that a grid breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It has this number of words instead of 21.
    Count(usize),
    /// The diagonal does not have exactly one word, of six letters and at its position.
    Main,
    /// The word does not have three to six letters.
    Length(Short),
    /// The word is in the grid twice.
    Twice(Short),
    /// The word is not spelt from the letters of the main word.
    Spelling(Short),
    /// The word extends beyond the grid.
    Outside(Short),
    /// Two words have different letters in this cell.
    Clash(GridCell),
    /// The word crosses no letter.
    Alone(Short),
    /// Two words of the same direction overlap.
    Overlap(Short, Short),
    /// There is a letter right before the start or after the end of the word.
    Ends(Short),
    /// Two words of the same direction are side by side.
    Beside(Short, Short),
    /// The second word starts or ends beside the first without crossing it.
    Touching(Short, Short),
    /// The run of letters that starts here is not exactly one word.
    Run(GridCell),
    /// The word is not connected to the main word.
    Apart(Short),
    /// No word crosses this letter of the main word.
    Uncrossed(GridCell),
}

/// Checks a finished grid. Fails with the first broken rule.
pub fn check(grid: &[Placed]) -> Result<(), Fault> {
    if grid.len() != 21 {
        return Err(Fault::Count(grid.len()));
    }
    let (main, words): (Vec<&Placed>, Vec<&Placed>) =
        grid.iter().partition(|word| word.dir == Orientation::Diagonal);
    let [main] = main[..] else { return Err(Fault::Main) };
    if main.word.len() != 6 || main.at != GridCell(2, 7) {
        return Err(Fault::Main);
    }
    for (n, word) in words.iter().enumerate() {
        if !(3..=6).contains(&word.word.len()) {
            return Err(Fault::Length(word.word));
        }
        if word.word == main.word || words.iter().take(n).any(|other| other.word == word.word) {
            return Err(Fault::Twice(word.word));
        }
        if !spelt(word.word, main.word) {
            return Err(Fault::Spelling(word.word));
        }
    }
    for word in &words {
        let others: Vec<_> = grid.iter().filter(|other| other != word).copied().collect();
        position(word, &others)?;
    }
    runs(grid)?;
    for (row, col) in cells(main) {
        if !words.iter().any(|word| cells(word).contains(&(row, col))) {
            return Err(Fault::Uncrossed(GridCell(row as u8, col as u8)));
        }
    }
    connected(main, &words)
}

/// Checks the position of one word among others. Fails with the first broken rule.
pub fn position(word: &Placed, others: &[Placed]) -> Result<(), Fault> {
    let mine = cells(word);
    if mine.iter().any(|(row, col)| !(0..15).contains(row) || !(0..25).contains(col)) {
        return Err(Fault::Outside(word.word));
    }
    let letters = letters(others);
    for (cell, letter) in mine.iter().zip(word.word.bytes()) {
        if letters.get(cell).is_some_and(|other| other != letter) {
            return Err(Fault::Clash(GridCell(cell.0 as u8, cell.1 as u8)));
        }
    }
    if !mine.iter().any(|cell| letters.contains_key(cell)) {
        return Err(Fault::Alone(word.word));
    }
    let (row, col, len) = (i32::from(word.at.0), i32::from(word.at.1), word.word.len() as i32);
    let [before, after] = match word.dir {
        Orientation::Across => [(row, col - 1), (row, col + len)],
        _ => [(row - 1, col), (row + len, col)],
    };
    for other in others {
        let theirs = cells(other);
        let (Some(first), Some(last)) = (theirs.first(), theirs.last()) else { continue };
        if word.dir == other.dir && mine.iter().any(|cell| theirs.contains(cell)) {
            return Err(Fault::Overlap(word.word, other.word));
        }
        if theirs.contains(&before) || theirs.contains(&after) {
            return Err(Fault::Ends(word.word));
        }
        let side_by_side = mine.iter().any(|&(row, col)| match word.dir {
            Orientation::Across => {
                theirs.contains(&(row - 1, col)) || theirs.contains(&(row + 1, col))
            }
            _ => theirs.contains(&(row, col - 1)) || theirs.contains(&(row, col + 1)),
        });
        if word.dir == other.dir && side_by_side {
            return Err(Fault::Beside(word.word, other.word));
        }
        let touching = mine.iter().any(|&(row, col)| match (word.dir, other.dir) {
            (Orientation::Across, Orientation::Down) => {
                *first == (row + 1, col) || *last == (row - 1, col)
            }
            (Orientation::Down, Orientation::Across) => {
                *first == (row, col + 1) || *last == (row, col - 1)
            }
            _ => false,
        });
        if touching {
            return Err(Fault::Touching(word.word, other.word));
        }
    }
    Ok(())
}

/// Checks that every run of two or more letters in a row or column is exactly one word.
fn runs(grid: &[Placed]) -> Result<(), Fault> {
    let letters = letters(grid);
    for &(row, col) in letters.keys() {
        for (dir, down, right) in [(Orientation::Across, 0, 1), (Orientation::Down, 1, 0)] {
            if letters.contains_key(&(row - down, col - right)) {
                continue;
            }
            let along = (0..).map(|n| (row + n * down, col + n * right));
            let len = along.take_while(|cell| letters.contains_key(cell)).count();
            let at = GridCell(row as u8, col as u8);
            let is_run =
                |word: &&Placed| word.dir == dir && word.at == at && word.word.len() == len;
            if len > 1 && grid.iter().filter(is_run).count() != 1 {
                return Err(Fault::Run(at));
            }
        }
    }
    Ok(())
}

/// Checks that every word is connected to the main word through shared cells.
fn connected(main: &Placed, words: &[&Placed]) -> Result<(), Fault> {
    let mut reached: BTreeSet<_> = cells(main).into_iter().collect();
    let mut far = words.to_vec();
    loop {
        let (near, rest): (Vec<&Placed>, Vec<&Placed>) =
            far.iter().partition(|word| cells(word).iter().any(|cell| reached.contains(cell)));
        let Some(lost) = rest.first() else { return Ok(()) };
        if near.is_empty() {
            return Err(Fault::Apart(lost.word));
        }
        reached.extend(near.into_iter().flat_map(cells));
        far = rest;
    }
}

/// The row and column of each letter. They may be outside the grid.
fn cells(word: &Placed) -> Vec<(i32, i32)> {
    let (row, col) = (i32::from(word.at.0), i32::from(word.at.1));
    let along = 0..word.word.len() as i32;
    match word.dir {
        Orientation::Across => along.map(|n| (row, col + n)).collect(),
        Orientation::Down => along.map(|n| (row + n, col)).collect(),
        Orientation::Diagonal => along.map(|n| (row + 2 * n, col + 2 * n)).collect(),
    }
}

fn letters(words: &[Placed]) -> BTreeMap<(i32, i32), u8> {
    let lettered = |word: &Placed| {
        let bytes = word.word.bytes().to_vec();
        cells(word).into_iter().zip(bytes)
    };
    words.iter().flat_map(lettered).collect()
}

/// Whether a word can be spelt with the letters of another word.
fn spelt(word: Short, from: Short) -> bool {
    let count = |text: Short, letter| text.bytes().iter().filter(|other| **other == letter).count();
    word.bytes().iter().all(|letter| count(word, *letter) <= count(from, *letter))
}
