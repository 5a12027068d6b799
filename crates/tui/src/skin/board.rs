//! A board as Junior and the Builder show it: lettered rows and columns, a cursor, and as many rows as fit.

use crate::action::{KeyBinding, UiAction};
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use engine::scene::Place;
use games::board::At;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The pane of the board.
const BOARD: &str = "board";
/// The columns between the board and its side.
const GAP: u16 = 3;
/// The narrowest side that is readable.
const NARROWEST: u16 = 30;
/// The space for the letters of rows and columns.
const LETTERS: (u16, u16) = (3, 1);

#[derive(Debug)]
pub(crate) struct BoardLayout {
    /// The position of the first cell.
    left: u16,
    top: u16,
    /// The distance from one cell to the next.
    step: (u16, u16),
    /// The rows and columns of the board.
    size: (u8, u8),
    /// The visible rows: the first, and how many.
    first: u8,
    visible: u8,
    pub(crate) beside: Rect,
}

impl BoardLayout {
    /// Uses the largest cells that fit. If not all rows fit, those around `around` are visible.
    pub(crate) fn of(area: Rect, (rows, cols): (u8, u8), around: Option<At>) -> BoardLayout {
        let room =
            (area.width.saturating_sub(LETTERS.0 + GAP), area.height.saturating_sub(LETTERS.1));
        let fits = |(wide, high): &(u16, u16)| {
            u16::from(cols) * wide + NARROWEST <= room.0
                && (*high == 1 || u16::from(rows) * high <= room.1)
        };
        let step = [(4, 2), (3, 1)].into_iter().find(fits).unwrap_or((2, 1));
        let visible = u8::try_from(room.1 / step.1).unwrap_or(u8::MAX).min(rows);
        let wanted = around.map_or(0, |at| at.row().saturating_sub(visible / 2));
        let first = wanted.min(rows - visible);
        let (left, top) = (area.x + LETTERS.0, area.y + LETTERS.1);
        let taken = LETTERS.0 + u16::from(cols) * step.0 + GAP;
        let beside = Rect {
            x: area.x + taken.min(area.width),
            width: area.width.saturating_sub(taken),
            ..area
        };
        BoardLayout { left, top, step, size: (rows, cols), first, visible, beside }
    }

    /// The area of a cell, if it is visible.
    fn cell(&self, at: At) -> Option<Rect> {
        let row = at.row().checked_sub(self.first).filter(|row| *row < self.visible)?;
        let (wide, high) = self.step;
        let (x, y) = (self.left + u16::from(at.col()) * wide, self.top + u16::from(row) * high);
        (at.col() < self.size.1).then(|| Rect::new(x, y, wide, high))
    }

    /// Draws the letters of rows and columns, those of the cursor highlighted. Arrows show that there are more
    /// rows.
    pub(crate) fn letters(&self, cursor: Option<At>, canvas: &mut Canvas) {
        let theme = canvas.theme;
        let style = |is_cursor| if is_cursor { theme.accent() } else { theme.faint() };
        for at in (0..self.size.1).filter_map(|col| At::new(self.first, col)) {
            let Some(cell) = self.cell(at) else { continue };
            let letter = char::from(b'a' + at.col()).to_string();
            let is_cursor = cursor.is_some_and(|cursor| cursor.col() == at.col());
            canvas.text(cell.x, self.top - 1, &letter, style(is_cursor));
        }
        for at in (self.first..self.first + self.visible).filter_map(|row| At::new(row, 0)) {
            let Some(cell) = self.cell(at) else { continue };
            let letter = char::from(b'A' + at.row()).to_string();
            let is_cursor = cursor.is_some_and(|cursor| cursor.row() == at.row());
            canvas.text(self.left - LETTERS.0, cell.y, &letter, style(is_cursor));
        }
        let above = if self.first > 0 { "↑" } else { " " };
        let below = if self.first + self.visible < self.size.0 { "↓" } else { " " };
        canvas.text(
            self.left - LETTERS.0,
            self.top - 1,
            &format!("{above}{below}"),
            theme.accent(),
        );
    }

    /// Draws a cell with a mark, and makes it clickable.
    pub(crate) fn draw(
        &self,
        at: At,
        (letter, mark): (char, char),
        style: Style,
        canvas: &mut Canvas,
    ) {
        let Some(cell) = self.cell(at) else { return };
        canvas.text(cell.x, cell.y, &format!("{letter}{mark}"), style);
        canvas.hit(cell, Hit::Cell(Place { pane: BOARD, row: at.row(), col: at.col() }));
    }
}

/// The position of a clicked cell, if it is on the board.
pub(crate) fn clicked(place: Place) -> Option<At> {
    At::new(place.row, place.col).filter(|_| place.pane == BOARD)
}

/// The keys that move a cursor over a board. `h`, `j`, `k` and `l` work only where letters aren't text.
pub(crate) fn board_keys(letters: bool) -> Vec<KeyBinding> {
    let mut binds = vec![
        KeyBinding::new(KeyPress::of(KeyName::Left), "left", UiAction::Left).hidden(),
        KeyBinding::new(KeyPress::of(KeyName::Down), "down", UiAction::Down).hidden(),
        KeyBinding::new(KeyPress::of(KeyName::Up), "up", UiAction::Up).hidden(),
        KeyBinding::new(KeyPress::of(KeyName::Right), "right", UiAction::Right).hidden(),
    ];
    if letters {
        for (bind, letter) in binds.iter_mut().zip(['h', 'j', 'k', 'l']) {
            bind.keys.push(KeyPress::char(letter));
        }
    }
    binds.push(
        KeyBinding::new(KeyPress::of(KeyName::Home), "first column", UiAction::First).hidden(),
    );
    binds.push(KeyBinding::new(KeyPress::of(KeyName::End), "last column", UiAction::Last).hidden());
    binds
}

/// The keys that scroll a board that can't be played on now.
pub(crate) fn scroll_keys() -> [KeyBinding; 2] {
    [
        KeyBinding::new(KeyPress::of(KeyName::PageUp), "first row", UiAction::PageUp).hidden(),
        KeyBinding::new(KeyPress::of(KeyName::PageDown), "last row", UiAction::PageDown).hidden(),
    ]
}

/// The cursor after a movement; `None` for any other action.
pub(crate) fn moved(at: At, action: &UiAction, (rows, cols): (u8, u8)) -> Option<At> {
    let (row, col) = (at.row(), at.col());
    let (row, col) = match action {
        UiAction::Up => (row.saturating_sub(1), col),
        UiAction::Down => ((row + 1).min(rows.saturating_sub(1)), col),
        UiAction::Left => (row, col.saturating_sub(1)),
        UiAction::Right => (row, (col + 1).min(cols.saturating_sub(1))),
        UiAction::First => (row, 0),
        UiAction::Last => (row, cols.saturating_sub(1)),
        UiAction::PageUp => (0, col),
        UiAction::PageDown => (rows.saturating_sub(1), col),
        _ => return None,
    };
    At::new(row, col)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_fits_and_its_cursor_is_visible() {
        for (wide, high) in [(76, 20), (76, 19), (116, 36)] {
            let area = Rect::new(2, 2, wide, high);
            for (rows, cols) in (1..=20).flat_map(|rows| (1..=20).map(move |cols| (rows, cols))) {
                let all = || {
                    (0..rows)
                        .flat_map(move |row| (0..cols).filter_map(move |col| At::new(row, col)))
                };
                for cursor in all() {
                    let layout = BoardLayout::of(area, (rows, cols), Some(cursor));
                    let cell = layout.cell(cursor).unwrap();
                    assert_eq!(cell.intersection(area), cell, "{rows} x {cols}");
                    assert!(cell.right() <= layout.beside.x && layout.beside.width >= NARROWEST);
                }
            }
        }
    }

    #[test]
    fn a_cursor_stays_on_its_board() {
        let at = |text: &str| text.parse::<At>().unwrap();
        for (from, action, to) in [
            ("Aa", UiAction::Up, "Aa"),
            ("Aa", UiAction::Left, "Aa"),
            ("Aa", UiAction::Right, "Ab"),
            ("Bc", UiAction::Down, "Bc"),
            ("Bc", UiAction::Right, "Bc"),
            ("Bb", UiAction::First, "Ba"),
            ("Aa", UiAction::Last, "Ac"),
            ("Bb", UiAction::PageUp, "Ab"),
            ("Ab", UiAction::PageDown, "Bb"),
        ] {
            assert_eq!(moved(at(from), &action, (2, 3)), Some(at(to)), "{from} {action:?}");
        }
        assert_eq!(moved(at("Aa"), &UiAction::Enter, (2, 3)), None);
    }
}
