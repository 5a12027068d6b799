//! Every match of the player: those to go on with, and those that are over, to be stepped through.

use super::Page;
use super::list::List;
use super::play::Play;
use super::review::Review;
use super::task::Task;
use crate::action::{Action, Bind, Effect, moving};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::event::{Code, Hit, Key};
use crate::link::{Ask, Begun, Done, Said};
use engine::Tone;
use ratatui::layout::Rect;

/// The list of matches.
pub(crate) struct Matches {
    begun: Vec<Begun>,
    done: Vec<Done>,
    trouble: Option<String>,
    heard: bool,
    list: List,
}

/// Where the second column begins: the longest name has room before it.
const NAME: u16 = 29;

impl Matches {
    /// A list that knows nothing yet.
    pub(crate) fn new() -> Matches {
        let (begun, done) = (Vec::new(), Vec::new());
        Matches { begun, done, trouble: None, heard: false, list: List::default() }
    }

    fn len(&self) -> usize {
        self.begun.len() + self.done.len()
    }

    fn open(&self) -> Vec<Effect> {
        let at = self.list.at;
        if let Some(begun) = self.begun.get(at) {
            return vec![Effect::Push(Box::new(Play::go_on(begun.id.clone())))];
        }
        match self.done.get(at.saturating_sub(self.begun.len())) {
            Some(done) => vec![Effect::Push(Box::new(Review::new(done.id.clone())))],
            None => Vec::new(),
        }
    }
}

impl Page for Matches {
    fn title(&self, _: &Desk) -> String {
        "Matches".to_owned()
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let does = if self.list.at < self.begun.len() { "go on" } else { "step through" };
        let mut binds =
            vec![Bind::hint("↑↓", "choose"), Bind::new(Key::of(Code::Enter), does, Action::Enter)];
        binds.push(Bind::new(Key::char('i'), "import", Action::Own("import")));
        binds.extend(moving(true));
        binds
    }

    fn update(&mut self, action: Action, _: &mut Desk) -> Vec<Effect> {
        if self.list.update(&action, self.len()) {
            return Vec::new();
        }
        match action {
            Action::Enter => self.open(),
            Action::Item(n) => {
                self.list.at = n;
                self.open()
            }
            Action::Own("import") => vec![Effect::Push(Box::new(Task::import()))],
            Action::Back => vec![Effect::Pop],
            _ => Vec::new(),
        }
    }

    fn hear(&mut self, said: Said, _: &mut Desk) -> Vec<Effect> {
        match said {
            Said::Lobby(Ok(news)) => self.begun = news.begun,
            Said::Finished(Ok(done)) => (self.done, self.heard) = (done, true),
            Said::Lobby(Err(refusal)) | Said::Finished(Err(refusal)) => {
                self.trouble = Some(refusal.text);
            }
            _ => {}
        }
        self.list.at = self.list.at.min(self.len().saturating_sub(1));
        Vec::new()
    }

    fn draw(&self, _: &Desk, canvas: &mut Canvas) {
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

    fn opened(&mut self, desk: &mut Desk) -> Vec<Effect> {
        let finished = Ask::Finished(desk.players());
        vec![Effect::Tell(desk.ask_lobby(None)), Effect::Tell(finished)]
    }
}
