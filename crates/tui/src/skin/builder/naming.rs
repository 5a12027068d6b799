//! What a board is to be called, or where its file goes. One that is there is replaced only after it was said
//! twice.

use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::page::AppPage;
use crate::text;
use games::board::FEWEST_LETTERS;
use ratatui::layout::Rect;

/// The longest path that is typed.
const LONGEST: usize = 250;

/// The question for a name.
pub(super) struct NamePage {
    name: String,
    letters: usize,
    note: NameProblem,
}

#[derive(Clone, PartialEq, Eq)]
enum NameProblem {
    None,
    /// A board cannot be called so, and why.
    Wrong(String),
    /// There is one of this name.
    There,
}

impl NamePage {
    /// Asks for the name of a board with so many letters.
    pub(super) fn new(name: &str, letters: usize) -> NamePage {
        NamePage { name: name.to_owned(), letters, note: NameProblem::None }
    }
}

impl AppPage for NamePage {
    fn title(&self, _: &PageContext) -> String {
        String::new()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let what = if self.note == NameProblem::There { "replace it" } else { "save" };
        vec![
            KeyBinding::new(KeyPress::of(KeyName::Enter), what, UiAction::Enter),
            KeyBinding::new(KeyPress::of(KeyName::Backspace), "erase", UiAction::Erase),
        ]
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        match action {
            UiAction::Back => return vec![Effect::Pop],
            UiAction::Type(c) if self.name.chars().count() < LONGEST => {
                self.name.push(c);
                self.note = NameProblem::None;
            }
            UiAction::Erase => {
                self.name.pop();
                self.note = NameProblem::None;
            }
            UiAction::Enter => match context.boards.place(&self.name) {
                Ok((_, Some(path))) if path.exists() && self.note != NameProblem::There => {
                    self.note = NameProblem::There;
                }
                Ok((_, Some(_))) => {
                    return vec![Effect::Below(UiAction::Save(self.name.clone()))];
                }
                Ok((name, None)) => {
                    let text = "There is no folder for boards; say a path, such as";
                    self.note = NameProblem::Wrong(format!("{text} ./{name}.txt."));
                }
                Err(refusal) => self.note = NameProblem::Wrong(refusal.text),
            },
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let (wide, high) = (64, 11);
        let dialog = Rect::new((area.width - wide) / 2, (area.height - high) / 2, wide, high);
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        let (x, y) = (dialog.x + 4, dialog.y);
        let mut within = canvas.within(Rect { x, width: wide - 8, height: high - 1, ..dialog });
        within.text(x, y + 2, "What is the board called?", theme.strong());
        // Of a long path its end is seen.
        let shown = text::fit_end(&self.name, usize::from(wide) - 9);
        let end = x + within.text(x, y + 4, &shown, theme.accent());
        within.text(end, y + 4, " ", theme.cursor());
        let few = format!(
            "It has {} of the {FEWEST_LETTERS} letters that two players need.",
            self.letters
        );
        let note = match &self.note {
            NameProblem::Wrong(why) => why,
            NameProblem::There => "It is there already. Enter replaces it.",
            NameProblem::None if self.letters < FEWEST_LETTERS => &few,
            NameProblem::None => {
                "A name goes to your folder of boards; a path, such as ./pets.txt, where it says."
            }
        };
        within.paragraph(y + 6, note, theme.text());
    }

    fn is_dialog(&self) -> bool {
        true
    }
}
