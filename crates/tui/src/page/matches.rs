//! All matches of the players here: unfinished ones to resume, finished ones to replay.

use super::AppPage;
use super::list::ListCursor;
use super::play::PlayPage;
use super::review::ReviewPage;
use super::task::TaskPage;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::worker::{FinishedMatch, HallReply, HallRequest, UnfinishedMatch};
use engine::Tone;
use ratatui::layout::Rect;

pub(crate) struct MatchesPage {
    unfinished: Vec<UnfinishedMatch>,
    done: Vec<FinishedMatch>,
    problem: Option<String>,
    loaded: bool,
    list: ListCursor,
}

/// The start of the second column.
const NAME: u16 = 29;

impl MatchesPage {
    /// A list whose data has not arrived yet.
    pub(crate) fn new() -> MatchesPage {
        let (unfinished, done) = (Vec::new(), Vec::new());
        MatchesPage { unfinished, done, problem: None, loaded: false, list: ListCursor::default() }
    }

    fn len(&self) -> usize {
        self.unfinished.len() + self.done.len()
    }

    fn open(&self) -> Vec<Effect> {
        let at = self.list.at;
        if let Some(unfinished) = self.unfinished.get(at) {
            return vec![Effect::Push(Box::new(PlayPage::resume(unfinished.id.clone())))];
        }
        match self.done.get(at.saturating_sub(self.unfinished.len())) {
            Some(done) => vec![Effect::Push(Box::new(ReviewPage::new(done.id.clone())))],
            None => Vec::new(),
        }
    }
}

impl AppPage for MatchesPage {
    fn title(&self, _: &PageContext) -> String {
        "Matches".to_owned()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let does = if self.list.at < self.unfinished.len() { "resume" } else { "replay" };
        let mut binds = vec![
            KeyBinding::hint("↑↓", "choose"),
            KeyBinding::new(KeyPress::of(KeyName::Enter), does, UiAction::Enter),
        ];
        binds.push(KeyBinding::new(KeyPress::char('i'), "import", UiAction::Own("import")));
        binds.extend(list_keys(true));
        binds
    }

    fn update(&mut self, action: UiAction, _: &mut PageContext) -> Vec<Effect> {
        if self.list.update(&action, self.len()) {
            return Vec::new();
        }
        match action {
            UiAction::Enter => self.open(),
            UiAction::Item(n) => {
                self.list.at = n;
                self.open()
            }
            UiAction::Own("import") => vec![Effect::Push(Box::new(TaskPage::import()))],
            UiAction::Back => vec![Effect::Pop],
            _ => Vec::new(),
        }
    }

    fn on_reply(&mut self, reply: HallReply, _: &mut PageContext) -> Vec<Effect> {
        match reply {
            HallReply::Lobby(Ok(data)) => self.unfinished = data.unfinished,
            HallReply::Finished(Ok(done)) => (self.done, self.loaded) = (done, true),
            HallReply::Lobby(Err(refusal)) | HallReply::Finished(Err(refusal)) => {
                self.problem = Some(refusal.text);
            }
            _ => {}
        }
        self.list.at = self.list.at.min(self.len().saturating_sub(1));
        Vec::new()
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        if let Some(problem) = &self.problem {
            canvas.paragraph(area.y, problem, theme.ink(Tone::Danger));
            return;
        }
        if self.len() == 0 && self.loaded {
            canvas.text(area.x, area.y, "No games yet.", theme.faint());
        }
        let unfinished = self.unfinished.iter().map(|it| (&it.game, &it.progress, &it.ago));
        let done = self.done.iter().map(|done| (&done.game, &done.result, &done.ago));
        let room = usize::from(area.height);
        let first = self.list.first(self.len(), room);
        for (n, (game, state, ago)) in unfinished.chain(done).enumerate().skip(first).take(room) {
            let y = area.y + (n - first) as u16;
            let chosen = n == self.list.at;
            let is_unfinished = n < self.unfinished.len();
            let style = match (chosen, is_unfinished) {
                (true, _) => theme.accent(),
                (false, true) => theme.strong(),
                (false, false) => theme.text(),
            };
            let mark = if chosen { "▸ " } else { "  " };
            let name = games::find(game).map_or(game.as_str(), |game| game.info().name);
            canvas.text(area.x, y, &format!("{mark}{name}"), style);
            let state = if is_unfinished { format!("unfinished, {state}") } else { state.clone() };
            canvas.text(area.x + NAME, y, &state, theme.text());
            canvas.within(Rect { y, height: 1, ..area }).text_right(y, ago, theme.faint());
            canvas.hit(Rect::new(area.x, y, area.width, 1), Hit::Item(n));
        }
    }

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        let finished = HallRequest::Finished(context.players());
        vec![Effect::Send(context.ask_lobby(None)), Effect::Send(finished)]
    }
}
