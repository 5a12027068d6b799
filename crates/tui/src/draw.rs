//! Draws the whole screen from the app: title, page, notice, footer. Drawing changes nothing and returns the
//! clickable areas.

use crate::action::{KeyBinding, UiAction};
use crate::app::{App, SMALLEST};
use crate::canvas::{Canvas, Hits, adapt};
use crate::event::{Hit, KeyPress};
use crate::page::AppPage;
use crate::text;
use ratatui::Frame;
use ratatui::layout::Rect;

/// The most lines of a notice; a longer one ends in `…`.
const MAX_NOTICE_LINES: usize = 6;

pub(crate) fn draw(app: &App, frame: &mut Frame) -> Hits {
    let mut hits = Hits::default();
    let (area, theme) = (frame.area(), app.context.theme());
    let buf = frame.buffer_mut();
    let mut canvas = Canvas { buf, area, theme, hits: &mut hits, now: app.context.now };
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut canvas);
    } else {
        for page in app.visible() {
            match page.is_dialog() {
                false => whole(app, page, &mut canvas),
                true => {
                    // Only the topmost page can be clicked.
                    canvas.hits.clear();
                    page.draw(&app.context, &mut canvas);
                }
            }
        }
        footer(&app.binds(), &mut canvas);
    }
    adapt(frame.buffer_mut(), theme);
    hits
}

/// Draws a page with its title, and the notice below it.
fn whole(app: &App, page: &dyn AppPage, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let title = page.title(&app.context);
    let name = "Lexicade";
    canvas.text(2, 0, name, theme.accent());
    if !title.is_empty() {
        canvas.text(2 + name.len() as u16 + 2, 0, &title, theme.strong());
    }
    let players = app.context.players().names().join(", ");
    let mut head = canvas.within(Rect { width: area.width - 2, height: 1, ..area });
    head.text_right(0, &text::fit(&players, 24), theme.faint());
    page.draw(&app.context, &mut canvas.within(body(area)));
    if let Some((_, notice)) = &app.context.notice {
        // A notice of several lines covers the end of the page.
        let lines = notice_lines(notice, usize::from(area.width) - 4);
        let high = lines.len() as u16;
        let room = Rect { x: 2, y: area.bottom() - 1 - high, width: area.width - 4, height: high };
        let mut canvas = canvas.within(room);
        if high > 1 {
            canvas.clear(room);
        }
        for (y, line) in (room.y..).zip(&lines) {
            canvas.text(room.x, y, line, theme.accent());
        }
    }
}

/// Wraps a notice; if it is too long, `…` shows it.
fn notice_lines(notice: &str, wide: usize) -> Vec<String> {
    let mut lines = text::wrap(&text::sanitize(notice), wide);
    if lines.len() > MAX_NOTICE_LINES {
        let rest = lines.split_off(MAX_NOTICE_LINES - 1).join(" ");
        lines.push(text::fit(&rest, wide));
    }
    lines
}

/// The area between title and notice.
pub(crate) fn body(area: Rect) -> Rect {
    Rect { x: 2, y: 2, width: area.width.saturating_sub(4), height: area.height.saturating_sub(4) }
}

/// Draws the keys of the page, each of which can be clicked.
fn footer(binds: &[KeyBinding], canvas: &mut Canvas) {
    let area = canvas.area;
    let y = area.bottom() - 1;
    canvas.clear(Rect { y, height: 1, ..area });
    // Keys that every page has are on the right, where they are always found.
    let common = |bind: &&KeyBinding| {
        matches!(bind.action, UiAction::Keys | UiAction::Back | UiAction::Quit)
    };
    let (right, left): (Vec<&KeyBinding>, Vec<&KeyBinding>) =
        binds.iter().filter(|bind| bind.shown).partition(common);
    let wide =
        |bind: &KeyBinding| (text::width(&bind.shown_keys()) + 1 + text::width(&bind.what)) as u16;
    let taken: u16 = right.iter().map(|bind| wide(bind) + 3).sum();
    let end = (area.right() + 1).saturating_sub(taken);
    row(&left, canvas, (2, end), y);
    row(&right, canvas, (end, area.right()), y);
}

/// Draws as many key bindings as fit.
fn row(binds: &[&KeyBinding], canvas: &mut Canvas, (mut x, end): (u16, u16), y: u16) {
    let theme = canvas.theme;
    for bind in binds {
        let shown = bind.shown_keys();
        let wide = (text::width(&shown) + 1 + text::width(&bind.what)) as u16;
        if x + wide + 2 > end {
            break;
        }
        let start = x;
        x += canvas.text(x, y, &shown, theme.accent()) + 1;
        x += canvas.text(x, y, &bind.what, theme.faint());
        if let Some(&key) = bind.keys.first() {
            canvas.hit(Rect { x: start, y, width: x - start, height: 1 }, Hit::Key(key));
        }
        x += 3;
    }
}

/// Says how large a terminal is needed, and what can be done instead.
fn too_small(canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let (wide, high) = SMALLEST;
    let needs = ["Lexicade needs ", "Needs ", ""].map(|needs| format!("{needs}{wide} x {high}."));
    let fits = |text: &&String| text::width(text) <= area.width.into();
    let lines = [
        (needs.iter().find(fits).unwrap_or(&needs[2]).clone(), None),
        (format!("This is {} x {}.", area.width, area.height), None),
        ("l  line mode".to_owned(), Some('l')),
        ("q  quit".to_owned(), Some('q')),
    ];
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (y, (line, key)) in (area.y + top..).zip(&lines) {
        let style = if y == area.y + top { theme.strong() } else { theme.text() };
        canvas.text_centred(y, line, style);
        if let Some(key) = key {
            canvas.hit(Rect { y, height: 1, ..area }, Hit::Key(KeyPress::char(*key)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_that_is_too_long_ends_in_an_ellipsis() {
        let long = "word ".repeat(200);
        let lines = notice_lines(&long, 76);
        assert_eq!(lines.len(), MAX_NOTICE_LINES);
        assert!(
            lines[MAX_NOTICE_LINES - 1].ends_with('…')
                && text::width(&lines[MAX_NOTICE_LINES - 1]) <= 76
        );
        assert_eq!(notice_lines("Settings saved.", 76), ["Settings saved."]);
    }
}
