//! Draws any game from its scene: grids on the left, other panes beside them, choices and messages below. Skins
//! use its parts.

use super::Skin;
use super::rack::face as letter;
use crate::app::PageContext;
use crate::canvas::{Canvas, needs_mark};
use crate::event::Hit;
use crate::match_view::{MatchMessage, MatchView, spinner};
use crate::text;
use engine::scene::{Place, Text};
use engine::{Body, Cell, Pane, Tone};
use ratatui::layout::Rect;

/// The look of a game without a skin.
pub(crate) struct PlainSkin;

/// The columns between the grid and its side.
const GAP: u16 = 3;
/// The narrowest side that is readable.
const NARROWEST: u16 = 20;
/// The lines below: text being typed, remarks, messages.
const BELOW: u16 = 4;

impl Skin for PlainSkin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
        let area = canvas.area;
        let main = Rect { height: area.height.saturating_sub(BELOW), ..area };
        let (grids, others): (Vec<&Pane>, Vec<&Pane>) =
            match_view.scene().panes.iter().partition(|pane| matches!(pane.body, Body::Grid(_)));
        let wide = grids.iter().map(|pane| grid_size(pane).0).max().unwrap_or(0);
        let beside = wide > 0 && main.width >= wide + GAP + NARROWEST;
        let mut y = main.y;
        for grid in grids {
            y = draw_grid(grid, match_view, &mut canvas.within(Rect { y, ..main }), y) + 1;
        }
        let side = match beside {
            true => Rect { x: main.x + wide + GAP, width: main.width - wide - GAP, ..main },
            false => Rect { y, height: main.bottom().saturating_sub(y), ..main },
        };
        let listed = match_view.listed().len() as u16;
        let list = if listed == 0 { 0 } else { (listed + 2).min(side.height / 2) };
        let panes = Rect { height: side.height - list, ..side };
        let mut y = panes.y;
        for pane in others {
            y = draw_pane(pane, match_view, &mut canvas.within(panes), y) + 1;
        }
        let y = y.min(panes.bottom());
        choices(match_view, &mut canvas.within(Rect { y, height: side.bottom() - y, ..side }));
        let below = Rect { y: main.bottom(), height: BELOW, ..area };
        status(match_view, context, &mut canvas.within(below));
    }
}

/// Draws a pane that isn't a grid and returns the line after it.
pub(crate) fn draw_pane(pane: &Pane, match_view: &MatchView, canvas: &mut Canvas, y: u16) -> u16 {
    let (area, theme) = (canvas.area, canvas.theme);
    match &pane.body {
        Body::Grid(_) => draw_grid(pane, match_view, canvas, y),
        Body::Tiles(rows) => {
            canvas.text(area.x, y, &pane.title, theme.faint());
            tiles(pane.id, rows, canvas, y + 1)
        }
        Body::Meter { value, of } => {
            let title = canvas.text(area.x, y, &pane.title, theme.faint()) + 2;
            let counted = format!("{value} of {of}");
            let room = area.width.saturating_sub(title + 2 + counted.len() as u16);
            let bar = room.min((*of).min(20) as u16);
            let x = area.x + title;
            canvas.bar(x, y, bar, (*value).into(), (*of).into(), theme.ink(Tone::Good));
            canvas.text(x + bar + 1, y, &counted, theme.text());
            y + 1
        }
        Body::Scores(scores) => {
            canvas.text(area.x, y, &pane.title, theme.faint());
            let name = |player: &Text| text::width(player);
            let wide = scores.iter().map(|(player, _)| name(player)).max().unwrap_or(0) as u16;
            for (n, (player, score)) in (1..).zip(scores) {
                canvas.text(area.x, y + n, player, theme.text());
                canvas.text(area.x + wide + 2, y + n, &format!("{score:>5}"), theme.strong());
            }
            y + 1 + scores.len() as u16
        }
        Body::Text(texts) => sentences(&pane.title, texts, canvas, y),
    }
}

/// Sentences need no title; shorter texts get one.
fn sentences(title: &str, texts: &[Text], canvas: &mut Canvas, y: u16) -> u16 {
    let theme = canvas.theme;
    let is_sentence = |text: &Text| text.ends_with(['.', '?', '!']);
    let mut y = y;
    if !texts.iter().any(is_sentence) {
        canvas.text(canvas.area.x, y, title, theme.faint());
        y += 1;
    }
    for text in texts {
        y = canvas.paragraph(y, text, theme.text());
    }
    y
}

/// Draws rows of clickable tiles.
pub(crate) fn tiles(id: &'static str, rows: &[Vec<Cell>], canvas: &mut Canvas, y: u16) -> u16 {
    let mut y = y;
    for (row, cells) in (0..).zip(rows) {
        let wide: usize = cells.iter().map(|cell| text::width(&cell.text) + 3).sum();
        let gap = u16::from(wide <= usize::from(canvas.area.width) + 1);
        let mut x = canvas.area.x + row;
        for (col, cell) in (0..).zip(cells) {
            let wide = canvas.key(x, y, cell);
            let place = Place { pane: id, row: row as u8, col };
            canvas.hit(Rect::new(x, y, wide, 1), Hit::Cell(place));
            x += wide + gap;
        }
        y += 1;
    }
    y
}

/// Whether the cells of this grid are named by letters.
fn is_lettered(pane: &Pane) -> bool {
    pane.id == "board"
}

/// The width of a cell with its mark and the gap after it.
fn cell_width(rows: &[Vec<Cell>]) -> u16 {
    let wide = |cell: &Cell| text::width(&cell.text).max(1) + usize::from(needs_mark(cell.tone));
    rows.iter().flatten().map(wide).max().unwrap_or(1) as u16 + 1
}

/// Columns and lines of a grid.
fn grid_size(pane: &Pane) -> (u16, u16) {
    let Body::Grid(rows) = &pane.body else { return (0, 0) };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0) as u16;
    let letters = if is_lettered(pane) { (2, 1) } else { (0, 0) };
    (columns * cell_width(rows) + letters.0, rows.len() as u16 + letters.1)
}

fn draw_grid(pane: &Pane, match_view: &MatchView, canvas: &mut Canvas, y: u16) -> u16 {
    let Body::Grid(rows) = &pane.body else { return y };
    let (theme, wide) = (canvas.theme, cell_width(rows));
    let (mut left, mut y) = (canvas.area.x, y);
    if is_lettered(pane) {
        left += 2;
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        for (col, letter) in (0..).zip(('a'..='z').take(columns)) {
            canvas.text(left + col * wide, y, &letter.to_string(), theme.faint());
        }
        y += 1;
        for (row, letter) in (0..).zip(('A'..='Z').take(rows.len())) {
            canvas.text(left - 2, y + row, &letter.to_string(), theme.faint());
        }
    }
    // Of a grid that is too large, the part around the picked cell is shown.
    let picked =
        match_view.pick().and_then(|choice| choice.cell).filter(|cell| cell.pane == pane.id);
    let room = usize::from(canvas.area.bottom().saturating_sub(y)).max(1);
    let wanted = picked.map_or(0, |cell| usize::from(cell.row));
    let first = wanted.saturating_sub(room / 2).min(rows.len().saturating_sub(room));
    for (row, cells) in rows.iter().enumerate().skip(first).take(room) {
        for (col, cell) in cells.iter().enumerate() {
            let place = Place { pane: pane.id, row: row as u8, col: col as u8 };
            let x = left + col as u16 * wide;
            let typed = match_view.echo(pane.id, row, col);
            let (shown, style) = match typed {
                Some(c) => (letter(c).to_string(), theme.accent()),
                None => cell_face(pane.id, cell, canvas),
            };
            let style = if picked == Some(place) { theme.cursor() } else { style };
            canvas.text(x, y, &shown, style);
            canvas.hit(Rect::new(x, y, wide, 1), Hit::Cell(place));
        }
        y += 1;
    }
    y
}

/// The text and style of a cell.
fn cell_face(pane: &str, cell: &Cell, canvas: &Canvas) -> (String, ratatui::style::Style) {
    let theme = canvas.theme;
    match cell.tone {
        // An empty cell of a crossword isn't part of it.
        Tone::Plain if cell.text.is_empty() && pane == "grid" => (" ".into(), theme.text()),
        Tone::Plain if cell.text.is_empty() => ("·".into(), theme.faint()),
        Tone::Hidden if cell.text.is_empty() => ("░".into(), theme.faint()),
        Tone::Plain | Tone::Hidden => (cell.text.to_string(), theme.ink(cell.tone)),
        tone => (format!("{}{}", cell.text, tone.mark()), theme.ground(tone)),
    }
}

/// Lists the choices without a key; one of them is picked.
pub(crate) fn choices(match_view: &MatchView, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let listed = match_view.listed();
    if listed.is_empty() || area.height < 2 {
        return;
    }
    canvas.text(area.x, area.y, "You can", theme.faint());
    let room = usize::from(area.height) - 1;
    let picked = match_view.picked.min(listed.len() - 1);
    let first = picked.saturating_sub(room / 2).min(listed.len().saturating_sub(room));
    for (n, choice) in listed.iter().enumerate().skip(first).take(room) {
        let y = area.y + 1 + (n - first) as u16;
        let (mark, style) = match n == picked {
            true => ("▸ ", theme.accent()),
            false => ("  ", theme.text()),
        };
        canvas.text(area.x, y, &format!("{mark}{}", choice.label), style);
        canvas.hit(Rect::new(area.x, y, area.width, 1), Hit::Item(n));
    }
}

/// Draws messages, the pending answer and, at the bottom, the text being typed.
pub(crate) fn status(match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
    draw_messages(match_view, context, canvas, |_| true);
}

/// The same without the text being typed and its remarks, for skins that show them elsewhere.
pub(crate) fn messages(match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
    let room = canvas.area.height.into();
    draw_lines(match_view, context, canvas, |_| true, &[], room);
}

/// Only public messages: refusals and hints are for the player who asked.
pub(crate) fn public_messages(match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
    let room = canvas.area.height.into();
    draw_lines(match_view, context, canvas, |message| message.tone == Tone::Plain, &[], room);
}

/// Only refusals and hints, for skins that show the result of moves elsewhere.
pub(crate) fn answers(match_view: &MatchView, context: &PageContext, canvas: &mut Canvas) {
    draw_messages(match_view, context, canvas, |message| message.tone != Tone::Plain);
}

fn draw_messages(
    match_view: &MatchView,
    context: &PageContext,
    canvas: &mut Canvas,
    shows: impl Fn(&MatchMessage) -> bool,
) {
    let (area, theme) = (canvas.area, canvas.theme);
    if area.height == 0 {
        return;
    }
    let typing = match_view.asked().filter(|ask| ask.echo.is_none() && match_view.seated.is_some());
    let room = usize::from(area.height) - usize::from(typing.is_some());
    draw_lines(match_view, context, canvas, shows, &match_view.remarks, room);
    if let Some(ask) = typing {
        let y = area.bottom() - 1;
        let x = area.x + canvas.text(area.x, y, &format!("{} ", ask.prefix.trim()), theme.strong());
        let x = x + canvas.text(x, y, &match_view.typed, theme.accent());
        canvas.text(x, y, " ", theme.cursor());
        let others = match_view.scene().asks.iter().filter(|other| other.prefix != ask.prefix);
        let others: Vec<&str> = others.map(|other| other.prefix.trim()).collect();
        if !others.is_empty() {
            canvas.text_right(y, &format!("Tab: {}", others.join(", ")), theme.faint());
        }
    }
}

/// Draws the newest lines of messages, remarks and the pending answer.
fn draw_lines(
    match_view: &MatchView,
    context: &PageContext,
    canvas: &mut Canvas,
    shows: impl Fn(&MatchMessage) -> bool,
    remarks: &[String],
    room: usize,
) {
    let (area, theme) = (canvas.area, canvas.theme);
    let mut lines: Vec<(String, ratatui::style::Style)> = Vec::new();
    let fresh = match_view.fresh(context.now, context.settings.motion);
    for (message, faded) in fresh.filter(|(message, _)| shows(message)) {
        let style = match (faded, message.tone) {
            (true, _) => theme.faint(),
            (false, Tone::Plain) => theme.text(),
            (false, tone) => theme.ink(tone),
        };
        lines.extend(text::wrap(&message.text, area.width.into()).into_iter().map(|l| (l, style)));
    }
    let is_shown = |remark: &&String| lines.iter().any(|(line, _)| line == *remark);
    let remarks: Vec<&String> = remarks.iter().filter(|remark| !is_shown(remark)).collect();
    for remark in remarks {
        let wrapped = text::wrap(remark, area.width.into());
        lines.extend(wrapped.into_iter().map(|line| (line, theme.faint())));
    }
    if let Some(waits) = match_view.waiting_text(context.now) {
        let turning = spinner(context.now, context.settings.motion);
        let shown = if match_view.thinks() { format!("{turning} {waits}") } else { waits };
        lines.push((shown, theme.faint()));
    }
    let skipped = lines.len().saturating_sub(room);
    for (y, (line, style)) in (area.y..).zip(lines.into_iter().skip(skipped)) {
        canvas.text(area.x, y, &line, style);
    }
}
