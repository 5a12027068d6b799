//! Letters that lie before a player: which of them a typed letter takes up, and tiles in rows. The skins of games
//! in which words are spelt from a few letters share it.

use crate::canvas::Canvas;
use engine::{Cell, Tone};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar;

/// How large a tile is.
pub(crate) const WIDE: u16 = 5;
pub(crate) const HIGH: u16 = 3;

/// What typing has taken up.
pub(crate) struct UsedLetters {
    /// For each letter that lies there: was it taken up?
    pub(crate) up: Vec<bool>,
    /// For each typed letter: was there one to take up?
    pub(crate) held: Vec<bool>,
}

impl UsedLetters {
    /// Each typed letter takes up the first of its kind that still lies there.
    pub(crate) fn of(letters: &str, typed: &str) -> UsedLetters {
        let mut up = vec![false; letters.chars().count()];
        let mut take = |typed: char| {
            let typed = typed.to_ascii_lowercase();
            let free = letters.chars().zip(&mut up).find(|(letter, up)| *letter == typed && !**up);
            free.map(|(_, up)| *up = true).is_some()
        };
        let held = typed.chars().map(&mut take).collect();
        UsedLetters { up, held }
    }
}

/// Places for tiles, in rows of about the same length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RackLayout {
    left: u16,
    top: u16,
    per: u16,
    rows: u16,
}

impl RackLayout {
    /// So many tiles from the corner of an area on, as few rows as its width allows.
    pub(crate) fn of(area: Rect, tiles: usize) -> RackLayout {
        let (most, tiles) = ((area.width / WIDE).max(1), (tiles as u16).max(1));
        let rows = tiles.div_ceil(most);
        RackLayout { left: area.x, top: area.y, per: tiles.div_ceil(rows), rows }
    }

    /// Where a tile goes, counted from 0.
    pub(crate) fn at(&self, n: usize) -> Rect {
        let (row, col) = (n as u16 / self.per, n as u16 % self.per);
        Rect::new(self.left + col * WIDE, self.top + row * HIGH, WIDE, HIGH)
    }

    /// How many lines they take.
    pub(crate) fn high(&self) -> u16 {
        self.rows * HIGH
    }
}

/// What stands for a typed character where there is one column for it: what takes more would break its tile.
pub(crate) fn face(letter: char) -> char {
    let letter = letter.to_ascii_uppercase();
    if letter.width() == Some(1) { letter } else { '?' }
}

/// A tile with its letter, and in its corner what it is worth.
pub(crate) fn tile(canvas: &mut Canvas, at: Rect, letter: char, tone: Tone, worth: Option<u32>) {
    let theme = canvas.theme;
    let border = match tone {
        Tone::Plain => theme.text(),
        tone => theme.ink(tone),
    };
    canvas.tile(at.x, at.y, &Cell::new(face(letter).to_string(), tone), border);
    // What is not held is worth nothing, and its mark wants the room.
    if let Some(worth) = worth.filter(|worth| *worth > 0 && tone != Tone::Danger) {
        let worth = worth.to_string();
        canvas.text(at.right() - 1 - worth.len() as u16, at.y + 2, &worth, theme.faint());
    }
}

/// The place that a tile has left.
pub(crate) fn gap(canvas: &mut Canvas, at: Rect) {
    canvas.text(at.x + 1, at.y + 2, "╌╌╌", canvas.theme.faint());
}

/// The place where the next letter goes.
pub(crate) fn cursor(canvas: &mut Canvas, at: Rect) {
    canvas.text(at.x + 2, at.y + 1, " ", canvas.theme.cursor());
    gap(canvas, at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_letter_takes_up_one_of_its_kind() {
        let taken = UsedLetters::of("ajjef*", "Jj*j");
        assert_eq!(taken.up, [false, true, true, false, false, true]);
        assert_eq!(taken.held, [true, true, true, false]);
    }

    #[test]
    fn tiles_stay_in_their_room() {
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
