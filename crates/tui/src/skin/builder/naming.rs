//! What a board is to be called, or where its file goes. One that is there is replaced only after it was said
//! twice.

use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Key};
use crate::page::Page;
use crate::text;
use games::board::FEWEST_LETTERS;
use ratatui::layout::Rect;

/// The longest path that is typed.
const LONGEST: usize = 250;

/// The question for a name.
pub(super) struct Naming {
    name: String,
    letters: usize,
    note: Note,
}

#[derive(Clone, PartialEq, Eq)]
enum Note {
    None,
    /// A board cannot be called so, and why.
    Wrong(String),
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
            Action::Enter => match desk.boards.place(&self.name) {
                Ok((_, Some(path))) if path.exists() && self.note != Note::There => {
                    self.note = Note::There;
                }
                Ok((_, Some(_))) => {
                    return vec![Effect::Below(Action::Save(self.name.clone()))];
                }
                Ok((name, None)) => {
                    let text = "There is no folder for boards; say a path, such as";
                    self.note = Note::Wrong(format!("{text} ./{name}.txt."));
                }
                Err(refusal) => self.note = Note::Wrong(refusal.text),
            },
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, _: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let (wide, high) = (64, 11);
        let dialog = Rect::new((area.width - wide) / 2, (area.height - high) / 2, wide, high);
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        let (x, y) = (dialog.x + 4, dialog.y);
        let mut within = canvas.within(Rect { x, width: wide - 8, height: high - 1, ..dialog });
        within.text(x, y + 2, "What is the board called?", theme.strong());
        // Of a long path its end is seen.
        let shown = text::end(&self.name, usize::from(wide) - 9);
        let end = x + within.text(x, y + 4, &shown, theme.accent());
        within.text(end, y + 4, " ", theme.cursor());
        let few = format!(
            "It has {} of the {FEWEST_LETTERS} letters that two players need.",
            self.letters
        );
        let note = match &self.note {
            Note::Wrong(why) => why,
            Note::There => "It is there already. Enter replaces it.",
            Note::None if self.letters < FEWEST_LETTERS => &few,
            Note::None => {
                "A name goes to your folder of boards; a path, such as ./pets.txt, where it says."
            }
        };
        within.paragraph(y + 6, note, theme.text());
    }

    fn is_dialog(&self) -> bool {
        true
    }
}
