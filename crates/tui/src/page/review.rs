//! A match once more, step by step, in the skin in which it was played.

use super::AppPage;
use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{KeyName, KeyPress};
use crate::match_view::MatchView;
use crate::skin::{self, Skin};
use crate::worker::{HallReply, HallRequest, Replayed};
use engine::Tone;
use hall::MatchId;
use ratatui::layout::Rect;
use std::time::Duration;

/// A match that is stepped through.
pub(crate) struct ReviewPage {
    id: MatchId,
    steps: Option<Result<Box<Replayed>, String>>,
    at: usize,
    table: Option<(MatchView, Box<dyn Skin>)>,
}

impl ReviewPage {
    /// The match with this name.
    pub(crate) fn new(id: MatchId) -> ReviewPage {
        ReviewPage { id, steps: None, at: 0, table: None }
    }

    /// Shows a step. Going on by one may move; everything else is there at once.
    fn go(&mut self, to: usize, desk: &PageContext) {
        let Some(Ok(replayed)) = &self.steps else { return };
        let (Some(update), on_by_one) = (replayed.steps.get(to), to == self.at + 1) else { return };
        let mut table = MatchView::shown(replayed.game, update.clone(), desk.now);
        table.before = replayed.steps.get(self.at).filter(|_| on_by_one).cloned();
        for text in &update.said {
            table.say(desk.now, text.clone(), Tone::Plain);
        }
        self.at = to;
        self.table = Some((table, skin::of(replayed.game.info().id)));
    }

    fn last(&self) -> usize {
        match &self.steps {
            Some(Ok(replayed)) => replayed.steps.len().saturating_sub(1),
            _ => 0,
        }
    }
}

impl AppPage for ReviewPage {
    fn title(&self, _: &PageContext) -> String {
        match &self.steps {
            Some(Ok(replayed)) => format!("{} once more", replayed.game.info().name),
            _ => String::new(),
        }
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let key = KeyPress::of;
        vec![
            KeyBinding::new(key(KeyName::Right), "on", UiAction::Right)
                .or(KeyPress::char('l'))
                .or(KeyPress::char(' '))
                .or(key(KeyName::Enter)),
            KeyBinding::new(key(KeyName::Left), "back", UiAction::Left)
                .or(KeyPress::char('h'))
                .or(key(KeyName::Backspace)),
            KeyBinding::new(key(KeyName::Home), "to the deal", UiAction::First),
            KeyBinding::new(key(KeyName::End), "to the end", UiAction::Last),
        ]
    }

    fn update(&mut self, action: UiAction, desk: &mut PageContext) -> Vec<Effect> {
        match action {
            UiAction::Right | UiAction::Down if self.at < self.last() => self.go(self.at + 1, desk),
            UiAction::Left | UiAction::Up => self.go(self.at.saturating_sub(1), desk),
            UiAction::First => self.go(0, desk),
            UiAction::Last => self.go(self.last(), desk),
            UiAction::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn on_reply(&mut self, said: HallReply, desk: &mut PageContext) -> Vec<Effect> {
        if let HallReply::Replayed(replayed) = said {
            self.steps = Some(replayed.map_err(|refusal| refusal.text));
            self.go(0, desk);
        }
        Vec::new()
    }

    fn draw(&self, desk: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let middle = area.y + area.height / 3;
        match (&self.steps, &self.table) {
            (Some(Err(why)), _) => {
                canvas.paragraph(middle, why, theme.ink(Tone::Danger));
            }
            (_, Some((table, skin))) => {
                let (at, last) = (self.at as u64, self.last() as u64);
                let shown = format!("Step {at} of {last}");
                // It stands beside the title, above the room of the skin.
                let wide = canvas.text(area.x, area.y, &shown, theme.faint());
                let bar = area.width.saturating_sub(wide + 2).min(30);
                canvas.bar(area.x + wide + 2, area.y, bar, at, last, theme.accent());
                let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
                skin.draw(table, desk, &mut canvas.within(below));
            }
            _ => canvas.text_centred(middle, "Reading the match", theme.faint()),
        }
    }

    fn wake(&self, desk: &PageContext) -> Option<Duration> {
        let (table, skin) = self.table.as_ref()?;
        let moves = desk.settings.motion
            && table.before.is_some()
            && table.age(desk.now) < skin.animation_time(table);
        moves.then(|| desk.now + Duration::from_millis(40))
    }

    fn opened(&mut self, desk: &mut PageContext) -> Vec<Effect> {
        vec![Effect::Send(HallRequest::Replay(self.id.clone(), desk.players()))]
    }
}
