//! The drawing surface of pages and skins: a part of the screen with its theme and clock. All text goes through
//! here, so it stays inside its area and contains nothing that a terminal would obey. Clickable areas are
//! recorded while they are drawn.

use crate::event::Hit;
use crate::text;
use crate::theme::{Depth, Theme};
use engine::{Cell, Tone};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};
use std::time::Duration;

/// Clickable areas, the topmost last.
#[derive(Debug, Default)]
pub(crate) struct Hits(Vec<(Rect, Hit)>);

impl Hits {
    /// The topmost clickable thing at this position.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<&Hit> {
        let found = self.0.iter().rev().find(|(area, _)| area.contains(Position { x, y }));
        found.map(|(_, hit)| hit)
    }

    /// Forgets all areas, because a dialog covers them.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// A part of the screen.
pub(crate) struct Canvas<'a> {
    /// The whole screen.
    pub(crate) buf: &'a mut Buffer,
    /// The part that can be drawn on.
    pub(crate) area: Rect,
    pub(crate) theme: Theme,
    pub(crate) hits: &'a mut Hits,
    /// Time since the program started.
    pub(crate) now: Duration,
}

impl Canvas<'_> {
    /// The same canvas, limited to this area.
    pub(crate) fn within(&mut self, area: Rect) -> Canvas<'_> {
        let area = area.intersection(self.area);
        Canvas { buf: self.buf, area, theme: self.theme, hits: self.hits, now: self.now }
    }

    /// Writes as much of a text as fits and returns how many columns it took.
    pub(crate) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let area = self.area;
        if !area.contains(Position { x, y }) {
            return 0;
        }
        let room = area.right() - x;
        if let Some(columns) = text::columns(text).filter(|columns| *columns <= room.into()) {
            for (x, letter) in (x..).zip(text.chars()) {
                if let Some(cell) = self.buf.cell_mut((x, y)) {
                    cell.set_char(letter).set_style(style);
                }
            }
            return columns as u16;
        }
        let shown = text::fit(&text::sanitize(text), room.into());
        let (end, _) = self.buf.set_stringn(x, y, &shown, room.into(), style);
        end - x
    }

    /// Writes a text that ends at the right border.
    pub(crate) fn text_right(&mut self, y: u16, text: &str, style: Style) {
        let shown = text::sanitize(text);
        let wide = text::width(&shown).min(self.area.width.into()) as u16;
        let x = self.area.right() - wide;
        self.text(x, y, &shown, style);
    }

    pub(crate) fn text_centred(&mut self, y: u16, text: &str, style: Style) {
        let shown = text::sanitize(text);
        let wide = text::width(&shown).min(self.area.width.into()) as u16;
        let x = self.area.x + (self.area.width - wide) / 2;
        self.text(x, y, &shown, style);
    }

    /// Writes a text over as many lines as it needs and returns the line after it.
    pub(crate) fn paragraph(&mut self, y: u16, text: &str, style: Style) -> u16 {
        let mut y = y;
        for line in text::wrap(&text::sanitize(text), self.area.width.into()) {
            self.text(self.area.x, y, &line, style);
            y = y.saturating_add(1);
        }
        y
    }

    pub(crate) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                if let Some(cell) = self.buf.cell_mut((x, y)) {
                    cell.reset();
                }
            }
        }
    }

    /// Draws a box with round corners.
    pub(crate) fn frame(&mut self, area: Rect, style: Style) {
        if area.width < 2 || area.height < 2 {
            return;
        }
        let across = "─".repeat(usize::from(area.width) - 2);
        self.text(area.x, area.y, &format!("╭{across}╮"), style);
        for y in area.top() + 1..area.bottom() - 1 {
            self.text(area.x, y, "│", style);
            self.text(area.right() - 1, y, "│", style);
        }
        self.text(area.x, area.bottom() - 1, &format!("╰{across}╯"), style);
    }

    /// Makes an area clickable.
    pub(crate) fn hit(&mut self, area: Rect, hit: Hit) {
        let area = area.intersection(self.area);
        if !area.is_empty() {
            self.hits.0.push((area, hit));
        }
    }

    /// Draws `value` out of `of` as a bar of this width.
    pub(crate) fn bar(&mut self, x: u16, y: u16, wide: u16, value: u64, of: u64, style: Style) {
        let full = match of {
            0 => 0,
            of => (value.min(of) * u64::from(wide)).div_ceil(of) as usize,
        };
        let wide = usize::from(wide);
        self.text(x, y, &"█".repeat(full), style);
        let rest = "░".repeat(wide.saturating_sub(full));
        self.text(x + full as u16, y, &rest, self.theme.faint());
    }

    /// Draws a tile of three columns and one line: a letter and the mark of its tone.
    pub(crate) fn key(&mut self, x: u16, y: u16, cell: &Cell) -> u16 {
        let mark = if needs_mark(cell.tone) { cell.tone.mark() } else { ' ' };
        let style = match cell.tone {
            Tone::Plain => self.theme.strong(),
            tone => self.theme.ground(tone),
        };
        self.text(x, y, &format!(" {}{mark}", cell.text), style)
    }

    /// Draws a tile of five columns and three lines; its mark is on the lower border.
    pub(crate) fn tile(&mut self, x: u16, y: u16, cell: &Cell, border: Style) {
        let area = Rect::new(x, y, 5, 3);
        self.frame(area, border);
        let ground = match cell.tone {
            Tone::Plain => self.theme.strong(),
            tone => self.theme.ground(tone),
        };
        let letter = if cell.text.is_empty() { " " } else { &cell.text };
        self.text(x + 1, y + 1, &format!(" {letter} "), ground);
        if needs_mark(cell.tone) {
            self.text(x + 2, y + 2, &cell.tone.mark().to_string(), border);
        }
    }
}

/// Whether this tone needs a mark. A hidden cell shows it by its text.
pub(crate) fn needs_mark(tone: Tone) -> bool {
    !matches!(tone, Tone::Plain | Tone::Hidden)
}

/// Replaces what the terminal can't show, just before the screen is written.
pub(crate) fn adapt(buf: &mut Buffer, theme: Theme) {
    if !theme.ascii && theme.depth != Depth::None {
        return;
    }
    for cell in &mut buf.content {
        if theme.ascii && !cell.symbol().is_ascii() {
            let plain = text::ascii(cell.symbol());
            cell.set_symbol(plain);
        }
        if theme.depth == Depth::None {
            cell.set_fg(Color::Reset).set_bg(Color::Reset);
        }
    }
}
