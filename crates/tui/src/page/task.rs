//! A long task as a dialog: it may ask for a file, shows a progress bar, and then the result. Esc stops a task
//! that can be stopped without losing anything.

use super::AppPage;
use super::review::ReviewPage;
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::match_view::spinner;
use crate::path;
use crate::text;
use crate::worker::{HallReply, HallRequest};
use engine::{Stop, Tone};
use hall::MatchId;
use ratatui::layout::Rect;
use std::time::Duration;

pub(crate) struct TaskPage {
    title: &'static str,
    phase: TaskPhase,
}

enum TaskPhase {
    /// The player types the path of a file.
    Path(String),
    /// It is running: the progress, and how to stop it if that is possible.
    Running(Option<(u64, u64)>, Option<Stop>),
    /// The result, and the match that was imported.
    Done(String, Tone, Option<MatchId>),
}

/// The longest path that can be typed.
const MAX_PATH: usize = 250;

const WIDE: u16 = 64;
const HIGH: u16 = 9;

impl TaskPage {
    /// Rebuilds summaries and statistics from the match logs.
    pub(crate) fn rebuild() -> TaskPage {
        let phase = TaskPhase::Running(None, Some(Stop::default()));
        TaskPage { title: "Rebuild summaries and statistics", phase }
    }

    /// Imports a match from a file.
    pub(crate) fn import() -> TaskPage {
        TaskPage {
            title: "Import a match from a .play file",
            phase: TaskPhase::Path(String::new()),
        }
    }
}

impl AppPage for TaskPage {
    fn title(&self, _: &PageContext) -> String {
        String::new()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let key = KeyPress::of;
        match &self.phase {
            TaskPhase::Path(_) => vec![
                KeyBinding::new(key(KeyName::Enter), "import", UiAction::Enter),
                KeyBinding::new(key(KeyName::Backspace), "erase", UiAction::Erase),
            ],
            TaskPhase::Running(_, Some(_)) => {
                vec![KeyBinding::new(key(KeyName::Esc), "stop", UiAction::Stop)]
            }
            // An import must not stop halfway.
            TaskPhase::Running(_, None) => {
                vec![KeyBinding::new(key(KeyName::Esc), "wait", UiAction::Wait)]
            }
            TaskPhase::Done(_, _, Some(_)) => {
                vec![KeyBinding::new(key(KeyName::Enter), "replay", UiAction::Review)]
            }
            TaskPhase::Done(..) => {
                vec![KeyBinding::new(key(KeyName::Enter), "close", UiAction::Back)]
            }
        }
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn has_field(&self) -> bool {
        matches!(self.phase, TaskPhase::Path(_))
    }

    fn update(&mut self, action: UiAction, _: &mut PageContext) -> Vec<Effect> {
        match (&mut self.phase, action) {
            (TaskPhase::Path(path), UiAction::Type(c)) if path.chars().count() < MAX_PATH => {
                path.push(c)
            }
            (TaskPhase::Path(path), UiAction::Erase) => drop(path.pop()),
            (TaskPhase::Path(path), UiAction::Enter) if !path.trim().is_empty() => {
                let request = HallRequest::Import(path::expand_tilde(path));
                (self.title, self.phase) = ("Importing the match", TaskPhase::Running(None, None));
                return vec![Effect::Send(request)];
            }
            (TaskPhase::Running(_, Some(stop)), UiAction::Stop) => stop.set(),
            (TaskPhase::Done(_, _, Some(id)), UiAction::Review) => {
                return vec![Effect::Replace(Box::new(ReviewPage::new(id.clone())))];
            }
            (TaskPhase::Path(_) | TaskPhase::Done(..), UiAction::Back) => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn on_reply(&mut self, reply: HallReply, _: &mut PageContext) -> Vec<Effect> {
        match (reply, &mut self.phase) {
            (HallReply::Progress(done, of), TaskPhase::Running(progress, _)) => {
                *progress = Some((done, of))
            }
            (HallReply::Rebuilt(rebuilt), phase) => {
                let (text, tone) = match rebuilt {
                    Ok(text) => (text, Tone::Good),
                    Err(refusal) => (refusal.text, Tone::Danger),
                };
                *phase = TaskPhase::Done(text, tone, None);
            }
            (HallReply::Imported(Ok(id)), phase) => {
                self.title = "Match imported";
                *phase =
                    TaskPhase::Done("You can find it under Matches.".into(), Tone::Good, Some(id));
            }
            (HallReply::Imported(Err(refusal)), phase) => {
                self.title = "Import failed";
                *phase = TaskPhase::Done(refusal.text, Tone::Danger, None);
            }
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let dialog = Rect::new((area.width - WIDE) / 2, (area.height - HIGH) / 2, WIDE, HIGH);
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        let (x, y, wide) = (dialog.x + 4, dialog.y + 2, WIDE - 8);
        let mut within = canvas.within(Rect { x, width: wide, height: HIGH - 1, ..dialog });
        within.text(x, y, self.title, theme.strong());
        match &self.phase {
            TaskPhase::Path(path) => {
                let shown = text::fit_end(path, usize::from(wide) - 1);
                let end = x + within.text(x, y + 2, &shown, theme.accent());
                within.text(end, y + 2, " ", theme.cursor());
                let about = "lexicade export writes finished matches to such files.";
                within.paragraph(y + 4, about, theme.faint());
            }
            TaskPhase::Running(None, _) => {
                within.text(x, y + 2, spinner(context.now, context.settings.motion), theme.faint());
            }
            TaskPhase::Running(Some((done, of)), _) => {
                within.bar(x, y + 2, wide, *done, *of, theme.ink(Tone::Good));
                within.text(x, y + 4, &format!("{done} of {of}"), theme.faint());
            }
            TaskPhase::Done(text, tone, _) => {
                within.paragraph(y + 2, text, theme.ink(*tone));
            }
        }
        if let (TaskPhase::Done(..), Some(bind)) = (&self.phase, self.binds(context).first()) {
            let y = dialog.bottom() - 2;
            let shown = format!("{}  {}", bind.shown_keys(), bind.what);
            let wide = within.text(x, y, &shown, theme.accent());
            within.hit(Rect::new(x, y, wide, 1), Hit::Key(KeyPress::of(KeyName::Enter)));
        }
    }

    fn wake(&self, context: &PageContext) -> Option<Duration> {
        let turns = matches!(self.phase, TaskPhase::Running(None, _)) && context.settings.motion;
        turns.then(|| context.now + Duration::from_millis(120))
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn opened(&mut self, _: &mut PageContext) -> Vec<Effect> {
        match &self.phase {
            TaskPhase::Running(None, Some(stop)) => {
                vec![Effect::Send(HallRequest::Rebuild(stop.clone()))]
            }
            _ => Vec::new(),
        }
    }
}
