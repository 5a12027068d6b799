//! A question with its answers, or just a message.

use super::AppPage;
use super::play::PlayPage;
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::text;
use hall::MatchId;
use ratatui::layout::Rect;

type OnAnswer = Box<dyn FnMut() -> Vec<Effect>>;

pub(crate) struct QuestionPage {
    lines: Vec<String>,
    answers: Vec<(KeyPress, &'static str, OnAnswer)>,
}

impl QuestionPage {
    /// A question without answers. Each answer gets a key; Enter is the first answer.
    pub(crate) fn new(text: &str) -> QuestionPage {
        QuestionPage { lines: text.lines().map(str::to_owned).collect(), answers: Vec::new() }
    }

    /// Adds an answer.
    pub(crate) fn answer(
        mut self,
        key: char,
        what: &'static str,
        does: impl FnMut() -> Vec<Effect> + 'static,
    ) -> QuestionPage {
        self.answers.push((KeyPress::char(key), what, Box::new(does)));
        self
    }
}

/// Asks whether to resume an unfinished match or to start a new one.
pub(crate) fn ask_resume(
    id: MatchId,
    progress: &str,
    new: impl Fn() -> Box<dyn AppPage> + 'static,
) -> QuestionPage {
    QuestionPage::new(&format!("You have an unfinished match ({progress}).\nResume it?"))
        .answer('y', "resume", move || {
            vec![Effect::Replace(Box::new(PlayPage::resume(id.clone())))]
        })
        .answer('n', "new match", move || vec![Effect::Replace(new())])
}

impl AppPage for QuestionPage {
    fn title(&self, _: &PageContext) -> String {
        String::new()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let mut binds: Vec<KeyBinding> = (0..)
            .zip(&self.answers)
            .map(|(n, (key, what, _))| KeyBinding::new(*key, *what, UiAction::Item(n)))
            .collect();
        if let Some(first) = binds.first_mut() {
            first.keys.push(KeyPress::of(KeyName::Enter));
        }
        binds
    }

    fn takes_text(&self) -> bool {
        // So that `q` doesn't quit by accident.
        true
    }

    fn has_field(&self) -> bool {
        false
    }

    fn update(&mut self, action: UiAction, _: &mut PageContext) -> Vec<Effect> {
        match action {
            UiAction::Item(n) => match self.answers.get_mut(n) {
                Some((_, _, does)) => does(),
                None => Vec::new(),
            },
            UiAction::Back => vec![Effect::Pop],
            UiAction::Enter if self.answers.is_empty() => vec![Effect::Pop],
            _ => Vec::new(),
        }
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let most = usize::from(area.width) - 16;
        let lines: Vec<String> =
            self.lines.iter().flat_map(|line| text::wrap(&text::sanitize(line), most)).collect();
        let wide = lines.iter().map(|line| text::width(line)).max().unwrap_or(0) as u16;
        let answers: Vec<String> =
            self.answers.iter().map(|(key, what, _)| format!("{key}  {what}")).collect();
        let wide = answers.iter().map(|answer| text::width(answer) as u16).fold(wide, u16::max);
        let (width, height) = (wide + 8, lines.len() as u16 + answers.len() as u16 + 5);
        let dialog = Rect::new(
            (area.width - width) / 2,
            area.height.saturating_sub(height + 1) / 2,
            width,
            height.min(area.height - 1),
        );
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        let mut y = dialog.y + 2;
        for line in &lines {
            canvas.text(dialog.x + 4, y, line, theme.text());
            y += 1;
        }
        y += 1;
        for ((key, _, _), shown) in self.answers.iter().zip(&answers) {
            canvas.text(dialog.x + 4, y, shown, theme.accent());
            canvas.hit(Rect::new(dialog.x + 4, y, wide, 1), crate::event::Hit::Key(*key));
            y += 1;
        }
    }

    fn is_dialog(&self) -> bool {
        true
    }
}
