//! The whole screen from the whole program: title, page, notice, footer. It changes nothing; what can be
//! clicked comes back, to be asked when the mouse is.

use crate::action::{Action, Bind};
use crate::app::{App, SMALLEST};
use crate::canvas::{Canvas, Hits, adapt};
use crate::event::Hit;
use crate::page::Page;
use crate::text;
use ratatui::Frame;
use ratatui::layout::Rect;

/// The most lines of a notice.
const NOTICE: usize = 3;

/// Draws everything.
pub(crate) fn draw(app: &App, frame: &mut Frame) -> Hits {
    let mut hits = Hits::default();
    let (area, theme) = (frame.area(), app.desk.theme());
    let buf = frame.buffer_mut();
    let mut canvas = Canvas { buf, area, theme, hits: &mut hits, now: app.desk.now };
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut canvas);
    } else {
        for page in app.seen() {
            match page.is_dialog() {
                false => whole(app, page, &mut canvas),
                true => {
                    // Only what is on top can be clicked.
                    canvas.hits.clear();
                    page.draw(&app.desk, &mut canvas);
                }
            }
        }
        footer(&app.binds(), &mut canvas);
    }
    adapt(frame.buffer_mut(), theme);
    hits
}

/// A page with its title, and what the player should know below it.
fn whole(app: &App, page: &dyn Page, canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let title = page.title(&app.desk);
    let name = "Lexicade";
    canvas.text(2, 0, name, theme.accent());
    if !title.is_empty() {
        canvas.text(2 + name.len() as u16 + 2, 0, &title, theme.strong());
    }
    let who = app.desk.players().names().join(", ");
    let mut head = canvas.within(Rect { width: area.width - 2, height: 1, ..area });
    head.text_right(0, &text::fit(&who, 24), theme.faint());
    page.draw(&app.desk, &mut canvas.within(body(area)));
    if let Some((_, notice)) = &app.desk.notice {
        // One that needs more than its line stands over the end of the page.
        let lines = text::wrap(&text::harmless(notice), usize::from(area.width) - 4);
        let high = lines.len().min(NOTICE) as u16;
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

/// The room between title and notice.
pub(crate) fn body(area: Rect) -> Rect {
    Rect { x: 2, y: 2, width: area.width.saturating_sub(4), height: area.height.saturating_sub(4) }
}

/// The keys that matter here, each of which can be clicked.
fn footer(binds: &[Bind], canvas: &mut Canvas) {
    let area = canvas.area;
    let y = area.bottom() - 1;
    canvas.clear(Rect { y, height: 1, ..area });
    // What goes for every page stands to the right, where it is always found.
    let common = |bind: &&Bind| matches!(bind.action, Action::Keys | Action::Back | Action::Quit);
    let (right, left): (Vec<&Bind>, Vec<&Bind>) =
        binds.iter().filter(|bind| bind.shown).partition(common);
    let wide = |bind: &Bind| (text::width(&bind.shown_keys()) + 1 + text::width(&bind.what)) as u16;
    let taken: u16 = right.iter().map(|bind| wide(bind) + 3).sum();
    let end = (area.right() + 1).saturating_sub(taken);
    row(&left, canvas, (2, end), y);
    row(&right, canvas, (end, area.right()), y);
}

/// Keys with what they do, as many as there is room for.
fn row(binds: &[&Bind], canvas: &mut Canvas, (mut x, end): (u16, u16), y: u16) {
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

/// What is needed, and what can be done instead.
fn too_small(canvas: &mut Canvas) {
    let (area, theme) = (canvas.area, canvas.theme);
    let (wide, high) = SMALLEST;
    let lines = [
        format!("Lexicade needs {wide} x {high}."),
        format!("This is {} x {}.", area.width, area.height),
        "l  line mode".to_owned(),
        "q  quit".to_owned(),
    ];
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (n, line) in (0..).zip(&lines) {
        let style = if n == 0 { theme.strong() } else { theme.text() };
        canvas.text_centred(area.y + top + n, line, style);
    }
}
