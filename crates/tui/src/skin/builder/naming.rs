//! Asks for the name of a board, or the path of its file. An existing file is replaced only after Enter is
//! pressed twice.

use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::page::AppPage;
use crate::text;
use games::board::FEWEST_LETTERS;
use ratatui::layout::Rect;

/// The longest path that can be typed.
const MAX_PATH: usize = 250;

pub(super) struct NamePage {
    name: String,
    letters: usize,
    problem: NameProblem,
}

#[derive(Clone, PartialEq, Eq)]
enum NameProblem {
    None,
    /// The name is invalid, and why.
    Invalid(String),
    /// A file of this name exists.
    Exists,
}

impl NamePage {
    /// Asks for the name of a board with this many letters.
    pub(super) fn new(name: &str, letters: usize) -> NamePage {
        NamePage { name: name.to_owned(), letters, problem: NameProblem::None }
    }
}

impl AppPage for NamePage {
    fn title(&self, _: &PageContext) -> String {
        String::new()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let what = if self.problem == NameProblem::Exists { "replace" } else { "save" };
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
            UiAction::Type(c) if self.name.chars().count() < MAX_PATH => {
                self.name.push(c);
                self.problem = NameProblem::None;
            }
            UiAction::Erase => {
                self.name.pop();
                self.problem = NameProblem::None;
            }
            UiAction::Enter => match context.boards.place(&self.name) {
                Ok((_, Some(path))) if path.exists() && self.problem != NameProblem::Exists => {
                    self.problem = NameProblem::Exists;
                }
                Ok((_, Some(_))) => {
                    return vec![Effect::Below(UiAction::Save(self.name.clone()))];
                }
                Ok((name, None)) => {
                    let text = "There is no folder for boards. Enter a path, such as";
                    self.problem = NameProblem::Invalid(format!("{text} ./{name}.txt."));
                }
                Err(refusal) => self.problem = NameProblem::Invalid(refusal.text),
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
        within.text(x, y + 2, "Name of the board", theme.strong());
        // Of a long path the end is visible.
        let shown = text::fit_end(&self.name, usize::from(wide) - 9);
        let end = x + within.text(x, y + 4, &shown, theme.accent());
        within.text(end, y + 4, " ", theme.cursor());
        let few = format!(
            "It has {} of the {FEWEST_LETTERS} letters that two players need.",
            self.letters
        );
        let problem = match &self.problem {
            NameProblem::Invalid(why) => why,
            NameProblem::Exists => "That file already exists. Enter replaces it.",
            NameProblem::None if self.letters < FEWEST_LETTERS => &few,
            NameProblem::None => {
                "A name saves it in your boards folder; a path such as ./pets.txt saves it there."
            }
        };
        within.paragraph(y + 6, problem, theme.text());
    }

    fn is_dialog(&self) -> bool {
        true
    }
}
