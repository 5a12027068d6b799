//! What pages and skins draw on: a piece of the screen with its theme and its clock. Whatever is written goes
//! through here, so that nothing leaves its room and nothing reaches the terminal that it would obey. What
//! can be clicked is noted while it is drawn.

use crate::event::Hit;
use crate::text;
use crate::theme::{Depth, Theme};
use engine::{Cell, Tone};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};
use std::time::Duration;

/// What can be clicked, the topmost last.
#[derive(Debug, Default)]
pub(crate) struct Hits(Vec<(Rect, Hit)>);

impl Hits {
    /// What stands at this place.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<&Hit> {
        let found = self.0.iter().rev().find(|(area, _)| area.contains(Position { x, y }));
        found.map(|(_, hit)| hit)
    }

    /// What was below is out of reach.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// A piece of the screen.
pub(crate) struct Canvas<'a> {
    /// The whole screen.
    pub(crate) buf: &'a mut Buffer,
    /// The room there is.
    pub(crate) area: Rect,
    /// How things look.
    pub(crate) theme: Theme,
    /// What can be clicked.
    pub(crate) hits: &'a mut Hits,
    /// What time it is, since the program began.
    pub(crate) now: Duration,
}

impl Canvas<'_> {
    /// The same canvas with less room.
    pub(crate) fn within(&mut self, area: Rect) -> Canvas<'_> {
        let area = area.intersection(self.area);
        Canvas { buf: self.buf, area, theme: self.theme, hits: self.hits, now: self.now }
    }

    /// Writes a text, as much of it as there is room for. Gives how many columns it took.
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

    /// Writes a text that ends at the right border of the room.
    pub(crate) fn text_right(&mut self, y: u16, text: &str, style: Style) {
        let shown = text::sanitize(text);
        let wide = text::width(&shown).min(self.area.width.into()) as u16;
        let x = self.area.right() - wide;
        self.text(x, y, &shown, style);
    }

    /// Writes a text in the middle of the room.
    pub(crate) fn text_centred(&mut self, y: u16, text: &str, style: Style) {
        let shown = text::sanitize(text);
        let wide = text::width(&shown).min(self.area.width.into()) as u16;
        let x = self.area.x + (self.area.width - wide) / 2;
        self.text(x, y, &shown, style);
    }

    /// Writes a text over as many lines as it needs, from this line on. Gives the line after it.
    pub(crate) fn paragraph(&mut self, y: u16, text: &str, style: Style) -> u16 {
        let mut y = y;
        for line in text::wrap(&text::sanitize(text), self.area.width.into()) {
            self.text(self.area.x, y, &line, style);
            y = y.saturating_add(1);
        }
        y
    }

    /// Wipes an area.
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

    /// Four lines around an area, with round corners.
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

    /// What a click on this area means.
    pub(crate) fn hit(&mut self, area: Rect, hit: Hit) {
        let area = area.intersection(self.area);
        if !area.is_empty() {
            self.hits.0.push((area, hit));
        }
    }

    /// So many of so many, as a bar of this width.
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

    /// A tile of three columns and one line: a letter, and the mark of its tone.
    pub(crate) fn key(&mut self, x: u16, y: u16, cell: &Cell) -> u16 {
        let mark = if marked(cell.tone) { cell.tone.mark() } else { ' ' };
        let style = match cell.tone {
            Tone::Plain => self.theme.strong(),
            tone => self.theme.ground(tone),
        };
        self.text(x, y, &format!(" {}{mark}", cell.text), style)
    }

    /// A tile of five columns and three lines; its mark stands on the lower border.
    pub(crate) fn tile(&mut self, x: u16, y: u16, cell: &Cell, border: Style) {
        let area = Rect::new(x, y, 5, 3);
        self.frame(area, border);
        let ground = match cell.tone {
            Tone::Plain => self.theme.strong(),
            tone => self.theme.ground(tone),
        };
        let letter = if cell.text.is_empty() { " " } else { &cell.text };
        self.text(x + 1, y + 1, &format!(" {letter} "), ground);
        if marked(cell.tone) {
            self.text(x + 2, y + 2, &cell.tone.mark().to_string(), border);
        }
    }
}

/// Does this tone need a mark? What is hidden says so by its text.
pub(crate) fn marked(tone: Tone) -> bool {
    !matches!(tone, Tone::Plain | Tone::Hidden)
}

/// The last thing before the screen is shown: what the terminal lacks is replaced.
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
