//! Wordle: tiles that turn over when a guess is made, and the keyboard beside them.

use super::plain::answers;
use super::rack::face;
use super::{Share, Skin};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::Hit;
use crate::match_view::MatchView;
use engine::scene::Place;
use engine::{Body, Cell, Tone};
use games::wordle::{View, share};
use ratatui::layout::Rect;
use std::time::Duration;

pub(crate) struct WordleSkin;

/// How long a tile takes to turn; the next one starts halfway.
const TILE_TURN: Duration = Duration::from_millis(220);
const TILE_DELAY: Duration = Duration::from_millis(110);

/// The number of letters in the longest row of the keyboard.
const KEYS: u16 = 10;

impl Skin for WordleSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        let rows = match_view.cells("rows");
        let length = rows.first().map_or(0, Vec::len) as u16;
        let Some(layout) = WordleLayout::of(canvas.area, rows.len() as u16, length) else { return };
        let turning = turning_row(match_view, context);
        for (row, cells) in rows.iter().enumerate() {
            let is_turning = turning.is_some_and(|(last, _)| last == row);
            for (col, cell) in cells.iter().enumerate() {
                let side = match turning.filter(|_| is_turning) {
                    Some((_, age)) => side(age, col),
                    None => TileSide::Front,
                };
                let typed = match_view.echo("rows", row, col);
                layout.tile(canvas, (row, col), cell, typed, side);
            }
        }
        self.beside(
            match_view,
            context,
            &mut canvas.within(layout.beside),
            layout.key,
            turning.is_some(),
        );
    }

    fn animation_time(&self, match_view: &MatchView) -> Duration {
        match guessed(match_view) {
            true => {
                TILE_TURN + TILE_DELAY * match_view.cells("rows").first().map_or(0, Vec::len) as u32
            }
            false => Duration::ZERO,
        }
    }

    fn share(&self, match_view: &MatchView, context: &PageContext) -> Option<Share> {
        let (view, over) = (match_view.view::<View>()?, match_view.over()?);
        let squares = share(&view, over.ticket.as_deref()?, context.settings.contrast);
        let letters = in_letters(&squares, &view);
        let names = ("show letters", "show squares");
        Some(match context.ascii {
            false => Share { text: squares, other: letters, instead: names },
            true => Share { text: letters, other: squares, instead: (names.1, names.0) },
        })
    }
}

impl WordleSkin {
    /// Draws the attempts, the keyboard and the messages.
    fn beside(
        &self,
        match_view: &MatchView,
        context: &PageContext,
        canvas: &mut Canvas,
        wide: u16,
        turning: bool,
    ) {
        let (area, theme) = (canvas.area, canvas.theme);
        if let Some(Body::Meter { value, of }) = body(match_view, "attempts") {
            let shown = format!("{value} of {of} attempts left");
            canvas.text(area.x, area.y, &shown, theme.faint());
        }
        // The keyboard shows the marks of a guess only when its last tile has turned.
        let now = match_view.cells("keys");
        let before = match_view.before.as_ref().and_then(|before| {
            let pane = before.scene.panes.iter().find(|pane| pane.id == "keys")?;
            match &pane.body {
                Body::Tiles(rows) => Some(rows.as_slice()),
                _ => None,
            }
        });
        let keys = before.filter(|_| turning).unwrap_or(now);
        let mut y = area.y + 2;
        for (row, cells) in (0..).zip(keys) {
            let mut x = area.x
                + match row {
                    1 => wide / 2,
                    _ => 0,
                };
            for (col, cell) in (0..).zip(cells) {
                let taken = match &*cell.text {
                    "Enter" | "Delete" => {
                        let label = if cell.text == "Enter" { "Enter" } else { "Del" };
                        canvas.text(x, y, label, theme.faint())
                    }
                    _ => canvas.key(x, y, cell),
                };
                let place = Place { pane: "keys", row: row as u8, col };
                canvas.hit(Rect::new(x, y, taken, 1), Hit::Cell(place));
                x += if taken == 3 && wide == 4 { 4 } else { taken + u16::from(taken != 3) };
            }
            y += 2;
        }
        canvas.text(area.x, y, "+ right  ~ wrong spot  - not in word", theme.faint());
        y += 2;
        if !turning {
            for sentence in match_view.sentences("answer") {
                y = canvas.paragraph(y, sentence, theme.strong());
            }
            let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
            answers(match_view, context, &mut canvas.within(rest));
        }
    }
}

/// The shared text with letters in place of squares, as in the pipe: `G`, `Y` and `-`.
fn in_letters(shared: &str, view: &View) -> String {
    let mut text = shared.lines().next().unwrap_or_default().to_owned();
    // If the player left at once, there are no rows and only the first line remains.
    let mut gap = "\n\n";
    for row in &view.guesses {
        text.push_str(gap);
        text.push_str(&row.marks.to_string());
        gap = "\n";
    }
    text
}

fn body<'a>(match_view: &'a MatchView, id: &str) -> Option<&'a Body> {
    match_view.scene().panes.iter().find(|pane| pane.id == id).map(|pane| &pane.body)
}

/// Whether the last update brought a guess.
fn guessed(match_view: &MatchView) -> bool {
    let before = match_view.view_before::<View>().map(|view| view.guesses.len());
    let now = match_view.view::<View>().map(|view| view.guesses.len());
    matches!((before, now), (Some(before), Some(now)) if now == before + 1)
}

/// The row that is turning, and for how long.
fn turning_row(match_view: &MatchView, context: &PageContext) -> Option<(usize, Duration)> {
    let age = match_view.age(context.now);
    if !context.settings.motion || age >= WordleSkin.animation_time(match_view) {
        return None;
    }
    let last = match_view.view::<View>()?.guesses.len().checked_sub(1)?;
    Some((last, age))
}

/// The visible side of a turning tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TileSide {
    /// The letter without its mark.
    Back,
    /// Its edge.
    Edge,
    /// The letter with its mark.
    Front,
}

fn side(age: Duration, col: usize) -> TileSide {
    let start = TILE_DELAY * col as u32;
    match age.checked_sub(start) {
        None => TileSide::Back,
        Some(age) if age < TILE_TURN / 2 => TileSide::Back,
        Some(age) if age < TILE_TURN => TileSide::Edge,
        Some(_) => TileSide::Front,
    }
}

struct WordleLayout {
    /// The top left corner of the tiles.
    left: u16,
    top: u16,
    /// The distance from one tile to the next.
    step: (u16, u16),
    /// Whether a tile is three lines high.
    tall: bool,
    /// The distance from one key to the next.
    key: u16,
    beside: Rect,
}

impl WordleLayout {
    /// Uses the largest tiles and keys that fit.
    fn of(area: Rect, rows: u16, length: u16) -> Option<WordleLayout> {
        const GAP: u16 = 4;
        let tall = rows * 3 <= area.height;
        let keyboard = |key: u16| KEYS * key - u16::from(key == 4);
        let tile = if tall { 5 } else { 3 };
        let (step, key) = [(tile + 1, 4), (tile, 4), (tile, 3)]
            .into_iter()
            .find(|(step, key)| length * step + GAP + keyboard(*key) <= area.width)?;
        let high = match tall {
            true => 3,
            false if rows * 2 <= area.height => 2,
            false => 1,
        };
        let (tiles, side) = (length * step, keyboard(key));
        let left = area.x + (area.width - tiles - GAP - side) / 2;
        let top = area.y + (area.height.saturating_sub(rows * high) * 2 / 5);
        let beside = Rect {
            x: left + tiles + GAP,
            y: top,
            width: area.right() - left - tiles - GAP,
            height: area.bottom() - top,
        };
        Some(WordleLayout { left, top, step: (step, high), tall, key, beside })
    }

    fn tile(
        &self,
        canvas: &mut Canvas,
        (row, col): (usize, usize),
        cell: &Cell,
        typed: Option<char>,
        side: TileSide,
    ) {
        let (x, y) = (self.left + col as u16 * self.step.0, self.top + row as u16 * self.step.1);
        let theme = canvas.theme;
        let plain = |text: String| Cell::new(text, Tone::Plain);
        let cell = match (side, typed) {
            (_, Some(c)) => plain(face(c).to_string()),
            (TileSide::Back, None) => plain(cell.text.to_string()),
            (TileSide::Edge | TileSide::Front, None) => cell.clone(),
        };
        if !self.tall {
            let shown = if cell.text.is_empty() { plain("·".into()) } else { cell };
            canvas.key(x, y, &shown);
            return;
        }
        if side == TileSide::Edge {
            canvas.text(x, y + 1, "╶───╴", theme.ink(cell.tone));
            return;
        }
        let border = match (cell.tone, cell.text.is_empty()) {
            (Tone::Plain, true) => theme.faint(),
            (tone, _) => theme.ink(tone),
        };
        canvas.tile(x, y, &cell, border);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_and_number_of_attempts_fits() {
        for (wide, high) in [(76, 20), (116, 36)] {
            let area = Rect::new(2, 2, wide, high);
            for length in 4..=8 {
                for rows in 1..=10 {
                    let layout = WordleLayout::of(area, rows, length).unwrap();
                    let bottom =
                        layout.top + (rows - 1) * layout.step.1 + if layout.tall { 3 } else { 1 };
                    assert!(bottom <= area.bottom(), "{rows} x {length}");
                    assert!(layout.left + length * layout.step.0 <= layout.beside.x);
                    assert!(layout.beside.x + KEYS * layout.key - 1 <= area.right());
                }
            }
        }
    }

    #[test]
    fn tiles_turn_one_after_the_other() {
        assert_eq!(side(Duration::ZERO, 0), TileSide::Back);
        assert_eq!(side(TILE_TURN / 2, 0), TileSide::Edge);
        assert_eq!(side(TILE_TURN, 0), TileSide::Front);
        assert_eq!(side(TILE_TURN, 4), TileSide::Back);
        assert_eq!(side(TILE_TURN + TILE_DELAY * 4, 4), TileSide::Front);
    }
}
