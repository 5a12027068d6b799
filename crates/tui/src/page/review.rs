//! The replay of a match, step by step, in the skin of its game.

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

pub(crate) struct ReviewPage {
    id: MatchId,
    steps: Option<Result<Box<Replayed>, String>>,
    at: usize,
    match_view: Option<(MatchView, Box<dyn Skin>)>,
}

impl ReviewPage {
    pub(crate) fn new(id: MatchId) -> ReviewPage {
        ReviewPage { id, steps: None, at: 0, match_view: None }
    }

    /// Shows a step. Only a single step forward is animated.
    fn go(&mut self, to: usize, context: &PageContext) {
        let Some(Ok(replayed)) = &self.steps else { return };
        let (Some(update), is_next) = (replayed.steps.get(to), to == self.at + 1) else { return };
        let mut match_view = MatchView::shown(replayed.game, update.clone(), context.now);
        match_view.before = replayed.steps.get(self.at).filter(|_| is_next).cloned();
        for text in &update.said {
            match_view.add_message(context.now, text.clone(), Tone::Plain);
        }
        self.at = to;
        self.match_view = Some((match_view, skin::of(replayed.game.info().id)));
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
            Some(Ok(replayed)) => format!("{}, replay", replayed.game.info().name),
            _ => String::new(),
        }
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let key = KeyPress::of;
        vec![
            KeyBinding::new(key(KeyName::Right), "next", UiAction::Right)
                .or(KeyPress::char('l'))
                .or(KeyPress::char(' '))
                .or(key(KeyName::Enter)),
            KeyBinding::new(key(KeyName::Left), "previous", UiAction::Left)
                .or(KeyPress::char('h'))
                .or(key(KeyName::Backspace)),
            KeyBinding::new(key(KeyName::Home), "start", UiAction::First),
            KeyBinding::new(key(KeyName::End), "end", UiAction::Last),
        ]
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        match action {
            UiAction::Right | UiAction::Down if self.at < self.last() => {
                self.go(self.at + 1, context)
            }
            UiAction::Left | UiAction::Up => self.go(self.at.saturating_sub(1), context),
            UiAction::First => self.go(0, context),
            UiAction::Last => self.go(self.last(), context),
            UiAction::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn on_reply(&mut self, reply: HallReply, context: &mut PageContext) -> Vec<Effect> {
        if let HallReply::Replayed(replayed) = reply {
            self.steps = Some(replayed.map_err(|refusal| refusal.text));
            self.go(0, context);
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let middle = area.y + area.height / 3;
        match (&self.steps, &self.match_view) {
            (Some(Err(why)), _) => {
                canvas.paragraph(middle, why, theme.ink(Tone::Danger));
            }
            (_, Some((match_view, skin))) => {
                let (at, last) = (self.at as u64, self.last() as u64);
                let shown = format!("Step {at} of {last}");
                // On the first line, above the skin's area.
                let wide = canvas.text(area.x, area.y, &shown, theme.faint());
                let bar = area.width.saturating_sub(wide + 2).min(30);
                canvas.bar(area.x + wide + 2, area.y, bar, at, last, theme.accent());
                let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
                skin.draw(match_view, context, &mut canvas.within(below));
            }
            _ => canvas.text_centred(middle, "Loading the replay", theme.faint()),
        }
    }

    fn wake(&self, context: &PageContext) -> Option<Duration> {
        let (match_view, skin) = self.match_view.as_ref()?;
        let moves = context.settings.motion
            && match_view.before.is_some()
            && match_view.age(context.now) < skin.animation_time(match_view);
        moves.then(|| context.now + Duration::from_millis(40))
    }

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        vec![Effect::Send(HallRequest::Replay(self.id.clone(), context.players()))]
    }
}
