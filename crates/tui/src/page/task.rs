//! Something that may take long: it is asked for, shows how far it has come as a gauge, and says what came of it.
//! What can be stopped without losing anything is stopped by Esc.

use super::Page;
use super::review::Review;
use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Hit, Key};
use crate::link::{Ask, Said};
use crate::path;
use crate::table::spinner;
use crate::text;
use engine::{Stop, Tone};
use hall::MatchId;
use ratatui::layout::Rect;
use std::time::Duration;

/// A long task.
pub(crate) struct Task {
    title: &'static str,
    phase: Phase,
}

enum Phase {
    /// The file is asked for.
    Path(String),
    /// It runs, and has come so far. What can be stopped says how.
    Runs(Option<(u64, u64)>, Option<Stop>),
    /// It is over; a match that came of it can be seen.
    Done(String, Tone, Option<MatchId>),
}

/// The longest path that is typed.
const LONGEST: usize = 250;

/// How wide the dialog is, and how high.
const WIDE: u16 = 64;
const HIGH: u16 = 9;

impl Task {
    /// Everything is made again that was made from the logs of matches.
    pub(crate) fn rebuild() -> Task {
        let phase = Phase::Runs(None, Some(Stop::default()));
        Task { title: "Lists and statistics are made again", phase }
    }

    /// A match is taken in from a file.
    pub(crate) fn import() -> Task {
        Task { title: "Which .play file is to be taken in?", phase: Phase::Path(String::new()) }
    }
}

impl Page for Task {
    fn title(&self, _: &Desk) -> String {
        String::new()
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let key = Key::of;
        match &self.phase {
            Phase::Path(_) => vec![
                Bind::new(key(Code::Enter), "take it in", Action::Enter),
                Bind::new(key(Code::Backspace), "erase", Action::Erase),
            ],
            Phase::Runs(_, Some(_)) => vec![Bind::new(key(Code::Esc), "stop", Action::Stop)],
            // It must not end half done.
            Phase::Runs(_, None) => vec![Bind::new(key(Code::Esc), "wait", Action::Wait)],
            Phase::Done(_, _, Some(_)) => {
                vec![Bind::new(key(Code::Enter), "step through it", Action::Review)]
            }
            Phase::Done(..) => vec![Bind::new(key(Code::Enter), "close", Action::Back)],
        }
    }

    fn types(&self) -> bool {
        true
    }

    fn has_field(&self) -> bool {
        matches!(self.phase, Phase::Path(_))
    }

    fn update(&mut self, action: Action, _: &mut Desk) -> Vec<Effect> {
        match (&mut self.phase, action) {
            (Phase::Path(path), Action::Type(c)) if path.chars().count() < LONGEST => path.push(c),
            (Phase::Path(path), Action::Erase) => drop(path.pop()),
            (Phase::Path(path), Action::Enter) if !path.trim().is_empty() => {
                let ask = Ask::Import(path::typed(path));
                (self.title, self.phase) = ("Taking the match in", Phase::Runs(None, None));
                return vec![Effect::Tell(ask)];
            }
            (Phase::Runs(_, Some(stop)), Action::Stop) => stop.set(),
            (Phase::Done(_, _, Some(id)), Action::Review) => {
                return vec![Effect::Replace(Box::new(Review::new(id.clone())))];
            }
            (Phase::Path(_) | Phase::Done(..), Action::Back) => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn hear(&mut self, said: Said, _: &mut Desk) -> Vec<Effect> {
        match (said, &mut self.phase) {
            (Said::Far(done, of), Phase::Runs(far, _)) => *far = Some((done, of)),
            (Said::Rebuilt(rebuilt), phase) => {
                let (text, tone) = match rebuilt {
                    Ok(text) => (text, Tone::Good),
                    Err(refusal) => (refusal.text, Tone::Danger),
                };
                *phase = Phase::Done(text, tone, None);
            }
            (Said::Imported(Ok(id)), phase) => {
                self.title = "The match is taken in";
                *phase = Phase::Done("It stands among your matches.".into(), Tone::Good, Some(id));
            }
            (Said::Imported(Err(refusal)), phase) => {
                self.title = "No match is taken in";
                *phase = Phase::Done(refusal.text, Tone::Danger, None);
            }
            _ => {}
        }
        Vec::new()
    }

    fn draw(&self, desk: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let dialog = Rect::new((area.width - WIDE) / 2, (area.height - HIGH) / 2, WIDE, HIGH);
        canvas.clear(dialog);
        canvas.frame(dialog, theme.accent());
        let (x, y, wide) = (dialog.x + 4, dialog.y + 2, WIDE - 8);
        let mut within = canvas.within(Rect { x, width: wide, height: HIGH - 1, ..dialog });
        within.text(x, y, self.title, theme.strong());
        match &self.phase {
            Phase::Path(path) => {
                let shown = text::end(path, usize::from(wide) - 1);
                let end = x + within.text(x, y + 2, &shown, theme.accent());
                within.text(end, y + 2, " ", theme.cursor());
                let about = "lexicade export writes such files of matches that are over.";
                within.paragraph(y + 4, about, theme.faint());
            }
            Phase::Runs(None, _) => {
                within.text(x, y + 2, spinner(desk.now, desk.wishes.motion), theme.faint());
            }
            Phase::Runs(Some((done, of)), _) => {
                within.bar(x, y + 2, wide, *done, *of, theme.ink(Tone::Good));
                within.text(x, y + 4, &format!("{done} of {of}"), theme.faint());
            }
            Phase::Done(text, tone, _) => {
                within.paragraph(y + 2, text, theme.ink(*tone));
            }
        }
        if let (Phase::Done(..), Some(bind)) = (&self.phase, self.binds(desk).first()) {
            let y = dialog.bottom() - 2;
            let shown = format!("{}  {}", bind.shown_keys(), bind.what);
            let wide = within.text(x, y, &shown, theme.accent());
            within.hit(Rect::new(x, y, wide, 1), Hit::Key(Key::of(Code::Enter)));
        }
    }

    fn wake(&self, desk: &Desk) -> Option<Duration> {
        let turns = matches!(self.phase, Phase::Runs(None, _)) && desk.wishes.motion;
        turns.then(|| desk.now + Duration::from_millis(120))
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn opened(&mut self, _: &mut Desk) -> Vec<Effect> {
        match &self.phase {
            Phase::Runs(None, Some(stop)) => vec![Effect::Tell(Ask::Rebuild(stop.clone()))],
            _ => Vec::new(),
        }
    }
}
