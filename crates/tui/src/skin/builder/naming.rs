//! What a board is to be called. A board of the same name is replaced only after it was said twice.

use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Key};
use crate::page::Page;
use games::board::FEWEST_LETTERS;
use hall::boards::is_name;
use ratatui::layout::Rect;

/// The longest name that is typed.
const LONGEST: usize = 40;

/// The question for a name.
pub(super) struct Naming {
    name: String,
    letters: usize,
    note: Note,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Note {
    None,
    /// A board cannot be called so.
    NoName,
    /// There is one of this name.
    There,
}

impl Naming {
    /// Asks for the name of a board with so many letters.
    pub(super) fn new(name: &str, letters: usize) -> Naming {
        Naming { name: name.to_owned(), letters, note: Note::None }
    }
}

impl Page for Naming {
    fn title(&self, _: &Desk) -> String {
        String::new()
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let what = if self.note == Note::There { "replace it" } else { "save" };
        vec![
            Bind::new(Key::of(Code::Enter), what, Action::Enter),
            Bind::new(Key::of(Code::Backspace), "erase", Action::Erase),
        ]
    }

    fn types(&self) -> bool {
        true
    }

    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect> {
        match action {
            Action::Back => return vec![Effect::Pop],
            Action::Type(c) if self.name.chars().count() < LONGEST => {
                self.name.push(c);
                self.note = Note::None;
            }
            Action::Erase => {
                self.name.pop();
                self.note = Note::None;
            }
            Action::Enter if !is_name(&self.name) => self.note = Note::NoName,
            Action::Enter => {
                let there = desk.boards.saved(&self.name).is_some_and(|path| path.exists());
                if !there || self.note == Note::There {
                    return vec![Effect::Below(Action::Save(self.name.clone()))];
                }
                self.note = Note::There;
            }
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, _: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let (wide, high) = (60, 10);
        let dialog = Rect::new((area.width - wide) / 2, (area.height - high) / 2, wide, high);
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        let (x, y) = (dialog.x + 4, dialog.y);
        let mut within = canvas.within(Rect { x, width: wide - 8, height: high - 1, ..dialog });
        within.text(x, y + 2, "What is the board called?", theme.strong());
        let end = x + within.text(x, y + 4, &self.name, theme.accent());
        within.text(end, y + 4, " ", theme.cursor());
        let few = format!(
            "It has {} of the {FEWEST_LETTERS} letters that two players need.",
            self.letters
        );
        let note = match self.note {
            Note::NoName => "A name is made of the letters A to Z and a to z, digits and _.",
            Note::There => "A board of this name is there. Enter replaces it.",
            Note::None if self.letters < FEWEST_LETTERS => &few,
            Note::None => "It goes to your folder of boards; then it is done.",
        };
        within.paragraph(y + 6, note, theme.text());
    }

    fn is_dialog(&self) -> bool {
        true
    }
}
