//! A rack of letters: which of them are used by the typed word, and tiles in rows. Shared by the skins of games
//! in which words are spelt from a few letters.

use crate::canvas::Canvas;
use engine::{Cell, Tone};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar;

/// The size of a tile.
pub(crate) const WIDE: u16 = 5;
pub(crate) const HIGH: u16 = 3;

/// Which letters of a rack the typed word uses.
pub(crate) struct UsedLetters {
    /// For each letter of the rack, whether it is used.
    pub(crate) used: Vec<bool>,
    /// For each typed letter, whether the rack has it.
    pub(crate) held: Vec<bool>,
}

impl UsedLetters {
    /// Each typed letter uses the first matching letter that is still free.
    pub(crate) fn of(letters: &str, typed: &str) -> UsedLetters {
        let mut used = vec![false; letters.chars().count()];
        let mut take = |typed: char| {
            let typed = typed.to_ascii_lowercase();
            let free =
                letters.chars().zip(&mut used).find(|(letter, used)| *letter == typed && !**used);
            free.map(|(_, used)| *used = true).is_some()
        };
        let held = typed.chars().map(&mut take).collect();
        UsedLetters { used, held }
    }
}

/// Positions of tiles, in rows of about the same length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RackLayout {
    left: u16,
    top: u16,
    per: u16,
    rows: u16,
}

impl RackLayout {
    /// Arranges tiles from the top left corner of an area, in as few rows as its width allows.
    pub(crate) fn of(area: Rect, tiles: usize) -> RackLayout {
        let (most, tiles) = ((area.width / WIDE).max(1), (tiles as u16).max(1));
        let rows = tiles.div_ceil(most);
        RackLayout { left: area.x, top: area.y, per: tiles.div_ceil(rows), rows }
    }

    /// The position of a tile, counted from 0.
    pub(crate) fn at(&self, n: usize) -> Rect {
        let (row, col) = (n as u16 / self.per, n as u16 % self.per);
        Rect::new(self.left + col * WIDE, self.top + row * HIGH, WIDE, HIGH)
    }

    /// The height of all rows.
    pub(crate) fn high(&self) -> u16 {
        self.rows * HIGH
    }
}

/// The character to show for a typed one: `?` if it is wider than one column, which would break its tile.
pub(crate) fn face(letter: char) -> char {
    let letter = letter.to_ascii_uppercase();
    if letter.width() == Some(1) { letter } else { '?' }
}

/// Draws a tile with its letter, and its value in the corner.
pub(crate) fn tile(canvas: &mut Canvas, at: Rect, letter: char, tone: Tone, worth: Option<u32>) {
    let theme = canvas.theme;
    let border = match tone {
        Tone::Plain => theme.text(),
        tone => theme.ink(tone),
    };
    canvas.tile(at.x, at.y, &Cell::new(face(letter).to_string(), tone), border);
    // A missing letter is worth nothing, and its mark needs the space.
    if let Some(worth) = worth.filter(|worth| *worth > 0 && tone != Tone::Danger) {
        let worth = worth.to_string();
        canvas.text(at.right() - 1 - worth.len() as u16, at.y + 2, &worth, theme.faint());
    }
}

/// Draws the gap that a used tile leaves.
pub(crate) fn gap(canvas: &mut Canvas, at: Rect) {
    canvas.text(at.x + 1, at.y + 2, "╌╌╌", canvas.theme.faint());
}

/// Draws the position of the next letter.
pub(crate) fn cursor(canvas: &mut Canvas, at: Rect) {
    canvas.text(at.x + 2, at.y + 1, " ", canvas.theme.cursor());
    gap(canvas, at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_letter_uses_one_matching_tile() {
        let letters = UsedLetters::of("ajjef*", "Jj*j");
        assert_eq!(letters.used, [false, true, true, false, false, true]);
        assert_eq!(letters.held, [true, true, true, false]);
    }

    #[test]
    fn tiles_stay_in_their_area() {
        for width in [30, 76, 116] {
            let area = Rect::new(2, 2, width, 20);
            for tiles in 0..=26 {
                let rows = RackLayout::of(area, tiles);
                for n in 0..tiles {
                    let at = rows.at(n);
                    assert!(at.right() <= area.right(), "{n} of {tiles}");
                    assert!(at.bottom() <= area.y + rows.high(), "{n} of {tiles}");
                }
            }
        }
    }
}
