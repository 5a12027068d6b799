//! The crossword: hidden cells, letters, the diagonal, and newly uncovered cells one by one.

use crate::canvas::Canvas;
use engine::Tone;
use games::wizards::grid::{COLS, Cells, DIAGONAL, GridCell, ROWS};
use games::wizards::{Status, View};
use std::time::Duration;

/// How long uncovering takes per cell, and at most for all of them.
const CELL_DELAY: Duration = Duration::from_millis(70);
const MAX_TIME: Duration = Duration::from_millis(1200);

/// The cells of a view with their contents.
fn cells(view: &View) -> impl Iterator<Item = (GridCell, char)> {
    let cell = |row: u8| move |(col, seen): (u8, char)| (GridCell(row, col), seen);
    (0..).zip(&view.grid).flat_map(move |(row, seen)| (0..).zip(seen.chars()).map(cell(row)))
}

/// The number of cells that belong to words.
pub(super) fn size(view: &View) -> usize {
    cells(view).filter(|(_, seen)| *seen != '.').count()
}

/// The cells that were hidden in the view before.
pub(super) fn fresh(view: &View, before: Option<&View>) -> Vec<GridCell> {
    let Some(before) = before else { return Vec::new() };
    let both = cells(view).zip(cells(before));
    let is_fresh = both.filter(|((_, now), (_, then))| *then == '#' && *now != '#');
    is_fresh.map(|((cell, _), _)| cell).collect()
}

fn step(cells: usize) -> Duration {
    CELL_DELAY.min(MAX_TIME / cells.max(1) as u32)
}

/// How long uncovering this many cells takes.
pub(super) fn time(cells: usize) -> Duration {
    step(cells) * cells as u32
}

/// The position of the grid on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GridLayout {
    pub(super) left: u16,
    pub(super) top: u16,
    /// The distance from one cell to the next.
    pub(super) step: (u16, u16),
}

impl GridLayout {
    /// The columns and lines that a grid with this step takes.
    pub(super) fn size((wide, high): (u16, u16)) -> (u16, u16) {
        ((COLS as u16 - 1) * wide + 1, (ROWS as u16 - 1) * high + 1)
    }
}

/// Draws the grid. `age` is the time since the update, `None` without animations.
pub(super) fn draw(
    view: &View,
    fresh: &[GridCell],
    age: Option<Duration>,
    place: GridLayout,
    canvas: &mut Canvas,
) {
    let theme = canvas.theme;
    let guessed = guessed(view);
    for (cell, seen) in cells(view).filter(|(_, seen)| *seen != '.') {
        let nth = fresh.iter().position(|fresh| *fresh == cell);
        let is_dark = |nth: usize| age.is_some_and(|age| age < step(fresh.len()) * nth as u32);
        let diagonal = DIAGONAL.contains(&cell);
        let missed = view.status == Status::Lost && !guessed.has(cell);
        let (shown, style) = match (seen == '#' || nth.is_some_and(is_dark), nth) {
            (true, _) if diagonal => ('◆', theme.text()),
            (true, _) => ('■', theme.faint()),
            _ if missed => (seen, theme.ink(Tone::Near)),
            (false, Some(_)) => (seen, theme.ground(Tone::Good)),
            (false, None) if diagonal => (seen, theme.ink(Tone::Good)),
            (false, None) => (seen, theme.strong()),
        };
        let x = place.left + u16::from(cell.1) * place.step.0;
        let y = place.top + u16::from(cell.0) * place.step.1;
        canvas.text(x, y, &shown.to_string(), style);
    }
}

/// The cells of guessed words, once their positions are known.
fn guessed(view: &View) -> Cells {
    let answers = view.answers.iter().flatten();
    answers.filter(|answer| view.found.contains(&answer.word)).flat_map(|a| a.cells()).collect()
}
