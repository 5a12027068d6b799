//! The program without its terminal: a stack of pages and what they share. Events go in, effects come out;
//! nothing here reads, writes, waits or draws.

use crate::action::{Effect, KeyBinding, UiAction};
use crate::draw;
use crate::event::{Hit, KeyName, KeyPress, UiEvent};
use crate::page::{
    self, AppPage, keys::KeysPage, lobby, play::PlayPage, question, review::ReviewPage,
    welcome::WelcomePage,
};
use crate::path;
use crate::settings::{CellNotes, PlayerSettings};
use crate::theme::{Depth, Theme};
use crate::worker::{HallReply, HallRequest, MatchRequest, PageKey, PageReply, PageRequest};
use engine::{AnyGame, Seat};
use games::GAMES;
use hall::{BoardLibrary, MatchId, Opening, Players};
use jiff::civil::Date;
use ratatui::layout::Rect;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

/// The smallest screen on which every page has room.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);

/// What all pages share.
pub(crate) struct PageContext {
    /// What time it is, since the program began.
    pub(crate) now: Duration,
    /// How large the screen is.
    pub(crate) size: (u16, u16),
    /// What the terminal can show.
    pub(crate) depth: Depth,
    /// Does it understand only ASCII?
    pub(crate) ascii: bool,
    /// What the player wishes.
    pub(crate) settings: PlayerSettings,
    /// What the player has noted.
    pub(crate) notes: CellNotes,
    /// Who is here, when it was said to the program.
    pub(crate) players: Players,
    /// Where boards are found.
    pub(crate) boards: BoardLibrary,
    /// What the player should know, and since when.
    pub(crate) notice: Option<(Duration, String)>,
    /// Does the player know that wishes and notes are not kept?
    pub(crate) knows_unsaved: bool,
}

impl PageContext {
    /// How things look.
    pub(crate) fn theme(&self) -> Theme {
        let PlayerSettings { theme: palette, contrast, motion, .. } = self.settings;
        Theme { depth: self.depth, palette, contrast, motion, ascii: self.ascii }
    }

    /// The room that a page has.
    pub(crate) fn body(&self) -> Rect {
        draw::body(Rect::new(0, 0, self.size.0, self.size.1))
    }

    /// Who is here: as it was said to the program, or as the player is called by their own wish.
    pub(crate) fn players(&self) -> Players {
        match Players::read(&self.settings.name) {
            Ok(players) if !self.players.is_introduced() && players.only().is_ok() => players,
            _ => self.players.clone(),
        }
    }

    /// The question for the first page, with so many matches to go on with at most.
    pub(crate) fn ask_lobby(&self, most: Option<usize>) -> HallRequest {
        HallRequest::Lobby { players: self.players(), most, noted: self.notes.matches() }
    }

    /// A match of this game as the player usually wants it.
    pub(crate) fn opening(&self, what: &str) -> Opening {
        let words = Some(self.settings.words.trim()).filter(|path| !path.is_empty());
        let words = words.map(path::expand_tilde);
        Opening { what: what.to_owned(), boards: self.boards.clone(), words, ..Opening::default() }
    }

    /// A match that was asked for. Where nothing was said of others, bots take the seats of those who are not
    /// here.
    pub(crate) fn match_request(
        &self,
        opening: Opening,
        mut bots: Vec<(Seat, String)>,
    ) -> MatchRequest {
        let players = self.players();
        if let Ok(game) = hall::opening::find(GAMES, opening.game())
            && bots.is_empty()
            && opening.seats.is_none()
            && !opening.is_settled()
        {
            let missing = players.names().len() as u8..game.info().fewest;
            bots = missing.map(|seat| (Seat(seat), "sensible".to_owned())).collect();
        }
        MatchRequest { opening, bots, players, daily: None, file: None, in_memory: false }
    }

    /// Tells the player something, below the page.
    pub(crate) fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some((self.now, text.into()));
    }
}

/// What the program begins with.
#[derive(Clone)]
pub enum StartPage {
    /// The house.
    Lobby,
    /// A new match, with bots on some seats. Whoever only names a game is asked whether to go on with what
    /// was begun of it.
    Play {
        /// What was asked for.
        opening: Box<Opening>,
        /// Bots, and where they sit.
        bots: Vec<(Seat, String)>,
        /// A match of this game that was begun, and how far it has come.
        begun: Option<(MatchId, String)>,
        /// Where the board goes that is built, if not to the player's own folder.
        file: Option<PathBuf>,
    },
    /// A match that was begun; of one that is over, its end.
    Resume(MatchId),
    /// The house, at today's dailies.
    Dailies,
    /// The daily of a game and a day, which nobody here has begun.
    Daily(&'static dyn AnyGame, Date),
    /// A match that is over, step by step.
    Review(MatchId),
    /// A match of this game, once it is settled how; or the one that was begun, and how far it has come.
    Setup(&'static dyn AnyGame, Option<(MatchId, String)>),
}

/// What is to be done outside.
pub(crate) enum SideEffect {
    /// The hall is asked.
    Send(PageRequest),
    /// Text for the clipboard.
    Copy(String),
    /// Wishes and notes are to be kept.
    SaveSettings,
    /// It ends; the number is the program's status.
    Quit(u8),
    /// It goes on in plain lines.
    ToLine(Option<MatchId>),
    /// It stops until it is called back.
    Suspend,
    /// Everything is drawn anew.
    Redraw,
}

/// How long a notice stays.
const NOTICE: Duration = Duration::from_secs(8);

/// The pages and what they share.
pub(crate) struct App {
    /// What they share.
    pub(crate) context: PageContext,
    pages: Vec<(PageKey, Box<dyn AppPage>)>,
    last: PageKey,
    /// Keys and clicks that wait for an answer.
    queue: VecDeque<UiEvent>,
}

/// The most characters that are pasted: more than any field takes.
const PASTED: usize = 1000;

/// How many of them may wait.
const QUEUE: usize = 64;

/// The keys that never wait.
const AT_ONCE: [KeyPress; 4] =
    [KeyPress::of(KeyName::Esc), KeyPress::ctrl('c'), KeyPress::ctrl('z'), KeyPress::ctrl('l')];

impl App {
    /// The program as it begins.
    pub(crate) fn new(desk: PageContext, enter: StartPage) -> (App, Vec<SideEffect>) {
        let mut app = App { context: desk, pages: Vec::new(), last: 0, queue: VecDeque::new() };
        let mut outside = app.push(Box::new(match enter {
            StartPage::Dailies => lobby::LobbyPage::at_dailies(),
            _ => lobby::LobbyPage::new(),
        }));
        outside.extend(match enter {
            StartPage::Lobby if !app.context.settings.welcomed => {
                app.push(Box::new(WelcomePage::new()))
            }
            StartPage::Lobby | StartPage::Dailies => Vec::new(),
            StartPage::Daily(game, day) => {
                let wish =
                    app.context.match_request(app.context.opening(game.info().id), Vec::new());
                app.push(Box::new(PlayPage::open(MatchRequest { daily: Some(day), ..wish })))
            }
            StartPage::Resume(id) => app.push(Box::new(PlayPage::resume(id))),
            StartPage::Review(id) => app.push(Box::new(ReviewPage::new(id))),
            StartPage::Setup(game, None) => app.push(page::before(game)),
            StartPage::Setup(game, Some((id, far))) => {
                app.push(Box::new(question::ask_resume(id, &far, move || page::before(game))))
            }
            StartPage::Play { opening, bots, begun, file } => {
                let wish = MatchRequest { file, ..app.context.match_request(*opening, bots) };
                match begun {
                    None => app.push(Box::new(PlayPage::open(wish))),
                    Some((id, far)) => {
                        let new =
                            move || -> Box<dyn AppPage> { Box::new(PlayPage::open(wish.clone())) };
                        app.push(Box::new(question::ask_resume(id, &far, new)))
                    }
                }
            }
        });
        (app, outside)
    }

    /// Takes an event in, and says what is to be done outside. Keys and clicks keep their order, also when they
    /// have to wait.
    pub(crate) fn update(&mut self, event: UiEvent) -> Vec<SideEffect> {
        let waits = match event {
            UiEvent::Key(key) => !AT_ONCE.contains(&key),
            UiEvent::Click(_) | UiEvent::Paste(_) => true,
            _ => false,
        };
        if waits && self.is_busy() {
            if self.queue.len() < QUEUE {
                self.queue.push_back(event);
            }
            return Vec::new();
        }
        if self.is_busy() && matches!(event, UiEvent::Key(key) if key == KeyPress::of(KeyName::Esc))
        {
            // What was meant for the page that is left means something else on the one below.
            self.queue.clear();
        }
        let mut outside = self.handle(event);
        if self.rests() {
            // It was typed for what was there before the end.
            self.queue.clear();
        }
        while !self.is_busy()
            && let Some(event) = self.queue.pop_front()
        {
            outside.extend(self.handle(event));
        }
        outside
    }

    /// Is an answer waited for?
    pub(crate) fn is_busy(&self) -> bool {
        self.top().is_some_and(AppPage::is_busy)
    }

    /// Is what is seen too new for keys?
    pub(crate) fn rests(&self) -> bool {
        self.top().is_some_and(|page| page.ignores_keys(&self.context))
    }

    fn handle(&mut self, event: UiEvent) -> Vec<SideEffect> {
        match event {
            UiEvent::Key(key) => self.key(key),
            UiEvent::Click(Hit::Key(key)) => self.key(key),
            // Nothing of a page is seen, so nothing of it can be meant.
            UiEvent::Click(_) | UiEvent::Wheel(_) | UiEvent::Paste(_) if self.is_too_small() => {
                Vec::new()
            }
            UiEvent::Click(hit) => self.act(hit.into()),
            UiEvent::Paste(text) => self.paste(&text),
            UiEvent::Wheel(-1) => self.act(UiAction::Up),
            UiEvent::Wheel(_) => self.act(UiAction::Down),
            UiEvent::Resize(width, height) => {
                self.context.size = (width, height);
                Vec::new()
            }
            UiEvent::Tick => {
                let old = |(since, _): &(Duration, String)| self.context.now >= *since + NOTICE;
                if self.context.notice.as_ref().is_some_and(old) {
                    self.context.notice = None;
                }
                Vec::new()
            }
            UiEvent::Reply(news) => self.on_reply(news),
        }
    }

    /// When something is to be drawn again without an event.
    pub(crate) fn wake(&self) -> Option<Duration> {
        let notice = self.context.notice.as_ref().map(|(since, _)| *since + NOTICE);
        let page = self.top().and_then(|page| page.wake(&self.context));
        notice.into_iter().chain(page).min()
    }

    /// Is there too little room?
    pub(crate) fn is_too_small(&self) -> bool {
        self.context.size.0 < SMALLEST.0 || self.context.size.1 < SMALLEST.1
    }

    /// The page on top.
    pub(crate) fn top(&self) -> Option<&dyn AppPage> {
        self.pages.last().map(|(_, page)| &**page)
    }

    /// The pages that are seen: a dialog leaves what is below it in sight.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &dyn AppPage> {
        let pages = self.pages.iter().map(|(_, page)| &**page);
        let whole = self.pages.iter().rposition(|(_, page)| !page.is_dialog()).unwrap_or(0);
        pages.skip(whole)
    }

    /// Every key that works now.
    pub(crate) fn binds(&self) -> Vec<KeyBinding> {
        if self.is_too_small() {
            return vec![
                KeyBinding::new(KeyPress::char('l'), "line mode", UiAction::Enter),
                KeyBinding::new(KeyPress::char('q'), "quit", UiAction::Quit),
            ];
        }
        let Some(page) = self.top() else { return Vec::new() };
        let mut binds = page.binds(&self.context);
        let help = KeyPress::of(KeyName::F(1));
        let has_help = binds.iter().any(|bind| bind.keys.contains(&help));
        match (page.is_dialog(), page.has_field()) {
            (true, _) if has_help => {}
            // There `?` may be typed.
            (true, true) => binds.push(KeyBinding::new(help, "keys", UiAction::Keys)),
            _ => binds.push(KeyBinding::new(KeyPress::char('?'), "keys", UiAction::Keys).or(help)),
        }
        let is_esc = |bind: &KeyBinding| bind.keys.contains(&KeyPress::of(KeyName::Esc));
        if self.pages.len() > 1 && !binds.iter().any(is_esc) {
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Esc), "back", UiAction::Back));
        }
        if !page.takes_text() && !page.ignores_keys(&self.context) {
            binds.push(KeyBinding::new(KeyPress::char('q'), "quit", UiAction::Quit));
        }
        binds
    }

    fn key(&mut self, key: KeyPress) -> Vec<SideEffect> {
        match key {
            key if key == KeyPress::ctrl('c') => return vec![SideEffect::Quit(130)],
            key if key == KeyPress::ctrl('z') => return vec![SideEffect::Suspend],
            key if key == KeyPress::ctrl('l') => return vec![SideEffect::Redraw],
            _ => {}
        }
        let bind = self.binds().into_iter().find(|bind| bind.keys.contains(&key));
        if self.is_too_small() {
            return match bind.map(|bind| bind.action) {
                Some(UiAction::Enter) => {
                    let id = self.pages.iter().rev().find_map(|(_, page)| page.in_match());
                    vec![SideEffect::ToLine(id)]
                }
                Some(_) => self.quit(),
                None => Vec::new(),
            };
        }
        match (bind, key.typed()) {
            (Some(bind), _) => self.act(bind.action),
            (None, Some(c)) => self.act(UiAction::Type(c)),
            (None, None) => Vec::new(),
        }
    }

    /// What is pasted is typed, as far as its first line goes; it is never taken for keys.
    fn paste(&mut self, text: &str) -> Vec<SideEffect> {
        if !self.top().is_some_and(AppPage::has_field) {
            self.context.notify("Nothing can be typed here, so what was pasted is left out.");
            return Vec::new();
        }
        let line = text.trim().split(['\r', '\n']).next().unwrap_or_default();
        let line = line.chars().filter(|c| !c.is_control()).take(PASTED);
        line.flat_map(|c| self.act(UiAction::Type(c))).collect()
    }

    fn act(&mut self, action: UiAction) -> Vec<SideEffect> {
        match action {
            UiAction::Quit => return self.quit(),
            UiAction::Keys => {
                let (title, binds) = match self.top() {
                    Some(page) => (page.title(&self.context), self.binds()),
                    None => return Vec::new(),
                };
                return self.push(Box::new(KeysPage::new(&title, binds)));
            }
            _ => {}
        }
        let Some((key, page)) = self.pages.last_mut() else { return Vec::new() };
        let (key, effects) = (*key, page.update(action, &mut self.context));
        self.run_effects(key, effects)
    }

    fn on_reply(&mut self, PageReply { to, what }: PageReply) -> Vec<SideEffect> {
        match what {
            HallReply::Notice(text) => self.context.notify(text),
            // Once is enough: it is tried again with everything that is wished or noted.
            HallReply::NotSaved(text)
                if !std::mem::replace(&mut self.context.knows_unsaved, true) =>
            {
                self.context.notify(text);
            }
            HallReply::NotSaved(_) => {}
            what => return self.deliver(to, what),
        }
        Vec::new()
    }

    /// A page is told something.
    fn deliver(&mut self, to: PageKey, what: HallReply) -> Vec<SideEffect> {
        let Some((_, page)) = self.pages.iter_mut().find(|(key, _)| *key == to) else {
            // Whoever left the table thinks that the last move was made.
            if let HallReply::Acted(Err(refusal)) = what {
                self.context.notify(refusal.text);
            }
            return Vec::new();
        };
        let effects = page.on_reply(what, &mut self.context);
        self.run_effects(to, effects)
    }

    /// Sees to what a page wants.
    fn run_effects(&mut self, key: PageKey, effects: Vec<Effect>) -> Vec<SideEffect> {
        let mut outside = Vec::new();
        for effect in effects {
            outside.extend(match effect {
                Effect::Push(page) => self.push(page),
                Effect::Pop => self.pop(key),
                Effect::Replace(page) => {
                    let mut closed = self.close(key);
                    closed.extend(self.push(page));
                    closed
                }
                Effect::Below(action) => {
                    let mut closed = self.close(key);
                    closed.extend(self.act(action));
                    closed
                }
                Effect::Send(what) => vec![SideEffect::Send(PageRequest { to: key, what })],
                Effect::Copy(text) => vec![SideEffect::Copy(text)],
                Effect::SaveSettings => vec![SideEffect::SaveSettings],
            });
        }
        outside
    }

    fn push(&mut self, page: Box<dyn AppPage>) -> Vec<SideEffect> {
        // Where nothing of it would be seen, nothing is explained.
        let known = |game: &&'static dyn AnyGame| {
            self.is_too_small() || self.context.settings.has_seen_intro(game.info().id)
        };
        let mut page = match page.opens_game().filter(|game| game.info().listed && !known(game)) {
            Some(game) => Box::new(WelcomePage::before(game, page)),
            None => page,
        };
        self.last += 1;
        let key = self.last;
        let effects = page.opened(&mut self.context);
        self.pages.push((key, page));
        self.run_effects(key, effects)
    }

    /// A page on top, without its beginning.
    #[cfg(test)]
    pub(crate) fn show(&mut self, page: Box<dyn AppPage>) {
        self.last += 1;
        self.pages.push((self.last, page));
    }

    /// Takes a page away, and lets the one below know.
    fn pop(&mut self, key: PageKey) -> Vec<SideEffect> {
        if self.pages.len() < 2 {
            return Vec::new();
        }
        let mut outside = self.close(key);
        if let Some((below, page)) = self.pages.last_mut() {
            let (below, effects) = (*below, page.opened(&mut self.context));
            outside.extend(self.run_effects(below, effects));
        }
        outside
    }

    fn close(&mut self, key: PageKey) -> Vec<SideEffect> {
        let Some(place) = self.pages.iter().position(|(other, _)| *other == key) else {
            return Vec::new();
        };
        let (_, mut page) = self.pages.remove(place);
        let effects = page.closed(&mut self.context);
        self.run_effects(key, effects)
    }

    fn quit(&mut self) -> Vec<SideEffect> {
        let mut outside = Vec::new();
        while let Some((key, mut page)) = self.pages.pop() {
            let effects = page.closed(&mut self.context);
            outside.extend(self.run_effects(key, effects));
        }
        outside.push(SideEffect::Quit(0));
        outside
    }
}
