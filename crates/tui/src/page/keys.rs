//! Every key that works on the page below.

use super::Page;
use super::list::List;
use crate::action::{Action, Bind, Effect, moving};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::Key;
use crate::text;
use ratatui::layout::Rect;

/// The keys of a page.
pub(crate) struct Keys {
    title: String,
    rows: Vec<(String, String)>,
    list: List,
}

impl Keys {
    /// The keys of the page with this title.
    pub(crate) fn new(title: &str, binds: Vec<Bind>) -> Keys {
        // A key does what the first that has it says.
        let mut seen: Vec<Key> = Vec::new();
        let mut rows = Vec::new();
        for bind in binds {
            let new: Vec<Key> = bind.keys.into_iter().filter(|key| !seen.contains(key)).collect();
            if !new.is_empty() {
                let shown: Vec<String> = new.iter().map(ToString::to_string).collect();
                rows.push((shown.join("  "), bind.what));
                seen.extend(new);
            }
        }
        let always = [(Key::ctrl('c'), "leave at once"), (Key::ctrl('l'), "draw anew")];
        rows.extend(always.map(|(key, what)| (key.to_string(), what.to_owned())));
        if cfg!(unix) {
            rows.push((Key::ctrl('z').to_string(), "suspend; fg comes back".into()));
        }
        Keys { title: title.to_owned(), rows, list: List::default() }
    }
}

impl Page for Keys {
    fn title(&self, _: &Desk) -> String {
        self.title.clone()
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        moving(true)
    }

    fn update(&mut self, action: Action, _: &mut Desk) -> Vec<Effect> {
        if self.list.update(&action, self.rows.len()) {
            return Vec::new();
        }
        vec![Effect::Pop]
    }

    fn draw(&self, _: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let keys = self.rows.iter().map(|(keys, _)| text::width(keys)).max().unwrap_or(0) as u16;
        let what = self.rows.iter().map(|(_, what)| text::width(what)).max().unwrap_or(0) as u16;
        let width = (keys + what + 8).min(area.width - 4);
        let height = (self.rows.len() as u16 + 4).min(area.height - 3);
        let x = (area.width - width) / 2;
        let y = (area.height - 1 - height) / 2;
        let dialog = Rect::new(x, y, width, height);
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        canvas.text(x + 2, y, " Keys ", theme.accent());
        let room = usize::from(height).saturating_sub(4);
        let first = self.list.first(self.rows.len(), room);
        let mut canvas = canvas.within(Rect { width: width - 2, ..dialog });
        for (y, (keys_of, what)) in (y + 2..).zip(self.rows.iter().skip(first).take(room)) {
            canvas.text(x + 3, y, keys_of, theme.accent());
            canvas.text(x + 3 + keys + 2, y, what, theme.text());
        }
    }

    fn is_dialog(&self) -> bool {
        true
    }
}
