//! Finds the possible words for each open slot of the grid, from the view alone. Crossing slots must agree, and no
//! word is in the grid twice. A patient player could do the same.

use super::View;
use super::grid::{COLS, DIAGONAL, GridCell, LETTERS, Orientation, ROWS};
use super::short::Short;
use engine::Cx;
use words::Rack;

/// A word that a player might guess.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Idea {
    pub(super) word: Short,
    /// How frequent it is.
    pub(super) zipf: u16,
    common: bool,
}

/// The words that the letters spell and that are fit to be shown, without earlier guesses.
pub(super) fn ideas(view: &View, cx: &Cx) -> Vec<Idea> {
    let mut ideas = Vec::new();
    let Ok(rack) = Rack::new(&view.letters, 0) else { return ideas };
    cx.words.spelt_from(&rack, |found| {
        let word = Short::new(found.text).filter(|word| word.len() >= 3);
        if let Some(word) = word.filter(|_| cx.words.fit_at(found.index)) {
            let (zipf, common) = (cx.words.zipf_at(found.index), cx.words.common_at(found.index));
            ideas.push(Idea { word, zipf, common });
        }
    });
    ideas.retain(|idea| {
        let tried = view.found.contains(&idea.word) || view.bonus.contains(&idea.word);
        !tried && !view.wrong.iter().any(|word| word == idea.word.text())
    });
    ideas
}

/// The cells of a word that is not completely uncovered.
#[derive(Clone, Debug)]
pub(super) struct OpenSlot {
    pub(super) dir: Orientation,
    pub(super) cells: Vec<GridCell>,
    /// The words that may be here.
    pub(super) options: Vec<Idea>,
}

/// The open slots of a view, each with the words that may be there. Slots without any such word are left out: their
/// word is not fit to be shown.
pub(super) fn open_slots(view: &View, cx: &mut Cx) -> Vec<OpenSlot> {
    let (open, done): (Vec<_>, Vec<_>) = all_slots(view)
        .into_iter()
        .partition(|(_, cells)| cells.iter().any(|c| seen(view, *c) == b'#'));
    let uncovered = |(_, cells): &(Orientation, Vec<GridCell>)| {
        let word: Vec<u8> =
            cells.iter().map(|cell| seen(view, *cell).to_ascii_lowercase()).collect();
        Short::of(&word)
    };
    let done: Vec<Short> = done.iter().filter_map(uncovered).collect();
    let mut ideas = ideas(view, cx);
    ideas.retain(|idea| !done.contains(&idea.word));
    let fitting = |ideas: &[Idea], cells: &[GridCell]| -> Vec<Idea> {
        ideas.iter().filter(|idea| fits(view, idea.word, cells)).copied().collect()
    };
    // All words of a grid are common, except perhaps a main word that the host fixed.
    let common: Vec<_> = ideas.iter().filter(|idea| idea.common).copied().collect();
    let slot = |(dir, cells): (Orientation, Vec<GridCell>)| {
        let options = fitting(&common, &cells);
        OpenSlot { dir, cells, options }
    };
    let mut slots: Vec<OpenSlot> = open.into_iter().map(slot).collect();
    let mut likely = slots.clone();
    narrow(&mut likely, cx);
    if likely.iter().all(|slot| !slot.options.is_empty()) {
        return likely;
    }
    for slot in slots.iter_mut().filter(|slot| slot.dir == Orientation::Diagonal) {
        slot.options = fitting(&ideas, &slot.cells);
    }
    slots.retain(|slot| !slot.options.is_empty());
    let mut likely = slots.clone();
    narrow(&mut likely, cx);
    if likely.iter().all(|slot| !slot.options.is_empty()) { likely } else { slots }
}

/// Removes options until crossing slots agree and a word that must be in one slot is in no other. One step of the
/// budget is one slot.
fn narrow(slots: &mut [OpenSlot], cx: &mut Cx) {
    let mut before = usize::MAX;
    loop {
        let options = slots.iter().map(|slot| slot.options.len()).sum();
        if options >= before {
            return;
        }
        before = options;
        // The letters that each cell may hold, given all slots that contain it.
        let mut may = [[u32::MAX; COLS]; ROWS];
        for slot in slots.iter() {
            if !cx.spend(1) {
                return;
            }
            for (n, cell) in slot.cells.iter().enumerate() {
                let letters = slot.options.iter().fold(0, |all, idea| all | bit(idea.word, n));
                if let Some(may) = at(&mut may, *cell) {
                    *may &= letters;
                }
            }
        }
        for slot in slots.iter_mut() {
            slot.options.retain(|idea| {
                let mut cells = slot.cells.iter().enumerate();
                cells.all(|(n, cell)| {
                    at(&mut may, *cell).is_some_and(|m| *m & bit(idea.word, n) != 0)
                })
            });
        }
        for n in 0..slots.len() {
            let Some([only]) = slots.get(n).map(|slot| slot.options.as_slice()) else { continue };
            let only = *only;
            let others = slots.iter_mut().enumerate().filter(|(other, _)| *other != n);
            others.for_each(|(_, slot)| slot.options.retain(|idea| *idea != only));
        }
    }
}

fn at(rows: &mut [[u32; COLS]; ROWS], GridCell(row, col): GridCell) -> Option<&mut u32> {
    rows.get_mut(usize::from(row))?.get_mut(usize::from(col))
}

fn bit(word: Short, n: usize) -> u32 {
    word.bytes().get(n).map_or(0, |letter| 1 << (letter & 31))
}

fn fits(view: &View, word: Short, cells: &[GridCell]) -> bool {
    let agrees = |(cell, letter): (&GridCell, &u8)| {
        let seen = seen(view, *cell);
        seen == b'#' || seen.eq_ignore_ascii_case(letter)
    };
    word.len() == cells.len() && cells.iter().zip(word.bytes()).all(agrees)
}

/// All slots for words: the diagonal, and each run of two or more cells in a row or column.
fn all_slots(view: &View) -> Vec<(Orientation, Vec<GridCell>)> {
    let taken = |cell: &GridCell| seen(view, *cell) != b'.';
    let rows = (0..ROWS as u8)
        .map(|row| (Orientation::Across, (0..COLS as u8).map(|c| GridCell(row, c)).collect()));
    let cols = (0..COLS as u8)
        .map(|col| (Orientation::Down, (0..ROWS as u8).map(|r| GridCell(r, col)).collect()));
    let mut slots = vec![(Orientation::Diagonal, DIAGONAL.to_vec())];
    for (dir, line) in rows.chain(cols) {
        let line: Vec<GridCell> = line;
        let runs = line.chunk_by(|a, b| taken(a) && taken(b));
        slots.extend(runs.filter(|run| run.len() > 1).map(|run| (dir, run.to_vec())));
    }
    debug_assert!(slots.iter().all(|(_, cells)| cells.len() <= LETTERS));
    slots
}

/// The character of a cell in the grid of the view.
fn seen(view: &View, GridCell(row, col): GridCell) -> u8 {
    let row = view.grid.get(usize::from(row)).map_or(&[][..], |row| row.as_bytes());
    row.get(usize::from(col)).copied().unwrap_or(b'.')
}
