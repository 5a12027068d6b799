//! The help of `?`: every key that works on the page below.

use super::AppPage;
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::text;
use ratatui::layout::Rect;

pub(crate) struct KeysPage {
    title: String,
    rows: Vec<(String, String)>,
}

/// The lines of the frame and around it, and the columns between two keys.
const FRAME: usize = 4;
const GAP: u16 = 3;

/// A column of keys with their descriptions.
struct Column<'a> {
    rows: &'a [(String, String)],
    keys: u16,
    what: u16,
}

impl Column<'_> {
    fn of(rows: &[(String, String)]) -> Column<'_> {
        let widest = |of: fn(&(String, String)) -> &String| {
            rows.iter().map(|row| text::width(of(row))).max().unwrap_or(0) as u16
        };
        Column { rows, keys: widest(|row| &row.0), what: widest(|row| &row.1) }
    }

    fn width(&self) -> u16 {
        self.keys + 2 + self.what
    }
}

impl KeysPage {
    /// The keys of the page with this title.
    pub(crate) fn new(title: &str, binds: Vec<KeyBinding>) -> KeysPage {
        // The first binding of a key wins, and keys with the same action share a row.
        let mut seen: Vec<KeyPress> = Vec::new();
        let mut rows: Vec<(String, String)> = Vec::new();
        let mut actions: Vec<UiAction> = Vec::new();
        for bind in binds {
            // A command to type has no key; a footer hint stands for keys that are listed anyway.
            if let (Some(typed), true) = (bind.label, bind.keys.is_empty() && !bind.shown) {
                rows.push((typed.to_owned(), bind.what));
                actions.push(bind.action);
                continue;
            }
            let new: Vec<KeyPress> =
                bind.keys.into_iter().filter(|key| !seen.contains(key)).collect();
            if new.is_empty() {
                continue;
            }
            let shown: Vec<String> = new.iter().map(ToString::to_string).collect();
            let shown = shown.join("  ");
            let mut listed = rows.iter_mut().zip(&actions);
            match listed.find(|((_, what), action)| **action == bind.action && *what == bind.what) {
                Some(((keys, _), _)) => *keys = format!("{keys}  {shown}"),
                None => {
                    rows.push((shown, bind.what));
                    actions.push(bind.action);
                }
            }
            seen.extend(new);
        }
        let always = [(KeyPress::ctrl('c'), "quit at once"), (KeyPress::ctrl('l'), "redraw")];
        rows.extend(always.map(|(key, what)| (key.to_string(), what.to_owned())));
        if cfg!(unix) {
            rows.push((KeyPress::ctrl('z').to_string(), "suspend".into()));
        }
        KeysPage { title: title.to_owned(), rows }
    }
}

impl AppPage for KeysPage {
    fn title(&self, _: &PageContext) -> String {
        self.title.clone()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        // The keys that open it close it.
        vec![
            KeyBinding::new(KeyPress::of(KeyName::F(1)), "back", UiAction::Back)
                .or(KeyPress::char('?'))
                .hidden(),
        ]
    }

    fn update(&mut self, action: UiAction, _: &mut PageContext) -> Vec<Effect> {
        match action {
            // The wheel does nothing here.
            UiAction::Up | UiAction::Down => Vec::new(),
            _ => vec![Effect::Pop],
        }
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        // Everything is shown at once, in as many columns as needed.
        let room = usize::from(area.height).saturating_sub(3 + FRAME).max(1);
        let columns = self.rows.len().div_ceil(room).max(1);
        let high = self.rows.len().div_ceil(columns).max(1);
        let columns: Vec<Column> = self.rows.chunks(high).map(Column::of).collect();
        let wide: u16 = columns.iter().map(|column| column.width() + GAP).sum();
        let width = (wide + GAP).min(area.width);
        let height = (high + FRAME) as u16;
        let x = (area.width - width) / 2;
        let y = (area.height - 1).saturating_sub(height) / 2;
        let dialog = Rect::new(x, y, width, height);
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        canvas.text(x + 2, y, " Keys ", theme.accent());
        let mut canvas = canvas.within(Rect { width: width - 1, ..dialog });
        let mut x = x + GAP;
        for column in columns {
            for (y, (keys, what)) in (y + 2..).zip(column.rows) {
                canvas.text(x, y, keys, theme.accent());
                canvas.text(x + column.keys + 2, y, what, theme.text());
            }
            x += column.width() + GAP;
        }
    }

    fn is_dialog(&self) -> bool {
        true
    }
}
