//! Every match of the player: those to go on with, and those that are over, to be stepped through.

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

/// The list of matches.
pub(crate) struct MatchesPage {
    begun: Vec<UnfinishedMatch>,
    done: Vec<FinishedMatch>,
    trouble: Option<String>,
    heard: bool,
    list: ListCursor,
}

/// Where the second column begins: the longest name has room before it.
const NAME: u16 = 29;

impl MatchesPage {
    /// A list that knows nothing yet.
    pub(crate) fn new() -> MatchesPage {
        let (begun, done) = (Vec::new(), Vec::new());
        MatchesPage { begun, done, trouble: None, heard: false, list: ListCursor::default() }
    }

    fn len(&self) -> usize {
        self.begun.len() + self.done.len()
    }

    fn open(&self) -> Vec<Effect> {
        let at = self.list.at;
        if let Some(begun) = self.begun.get(at) {
            return vec![Effect::Push(Box::new(PlayPage::resume(begun.id.clone())))];
        }
        match self.done.get(at.saturating_sub(self.begun.len())) {
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
        let does = if self.list.at < self.begun.len() { "go on" } else { "step through" };
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

    fn on_reply(&mut self, said: HallReply, _: &mut PageContext) -> Vec<Effect> {
        match said {
            HallReply::Lobby(Ok(news)) => self.begun = news.begun,
            HallReply::Finished(Ok(done)) => (self.done, self.heard) = (done, true),
            HallReply::Lobby(Err(refusal)) | HallReply::Finished(Err(refusal)) => {
                self.trouble = Some(refusal.text);
            }
            _ => {}
        }
        self.list.at = self.list.at.min(self.len().saturating_sub(1));
        Vec::new()
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        if let Some(trouble) = &self.trouble {
            canvas.paragraph(area.y, trouble, theme.ink(Tone::Danger));
            return;
        }
        if self.len() == 0 && self.heard {
            canvas.text(area.x, area.y, "No match has been played here yet.", theme.faint());
        }
        let begun = self.begun.iter().map(|begun| (&begun.game, &begun.far, &begun.ago));
        let done = self.done.iter().map(|done| (&done.game, &done.how, &done.ago));
        let room = usize::from(area.height);
        let first = self.list.first(self.len(), room);
        for (n, (game, far, ago)) in begun.chain(done).enumerate().skip(first).take(room) {
            let y = area.y + (n - first) as u16;
            let chosen = n == self.list.at;
            let unfinished = n < self.begun.len();
            let style = match (chosen, unfinished) {
                (true, _) => theme.accent(),
                (false, true) => theme.strong(),
                (false, false) => theme.text(),
            };
            let mark = if chosen { "▸ " } else { "  " };
            let name = games::find(game).map_or(game.as_str(), |game| game.info().name);
            canvas.text(area.x, y, &format!("{mark}{name}"), style);
            let state = if unfinished { format!("unfinished, {far}") } else { far.clone() };
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
