//! The program without its terminal: a stack of pages and the state they share. Events go in, side effects come
//! out; nothing here reads, writes, waits or draws.

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

/// State shared by all pages.
pub(crate) struct PageContext {
    /// Time since the program started.
    pub(crate) now: Duration,
    pub(crate) size: (u16, u16),
    /// How many colours the terminal can show.
    pub(crate) depth: Depth,
    /// Whether the terminal shows only ASCII.
    pub(crate) ascii: bool,
    pub(crate) settings: PlayerSettings,
    pub(crate) notes: CellNotes,
    /// The players named on the command line.
    pub(crate) players: Players,
    pub(crate) boards: BoardLibrary,
    /// A message for the player, and when it appeared.
    pub(crate) notice: Option<(Duration, String)>,
    /// Whether the player has been told that settings and notes aren't saved.
    pub(crate) knows_unsaved: bool,
}

impl PageContext {
    pub(crate) fn theme(&self) -> Theme {
        let PlayerSettings { theme: palette, contrast, motion, .. } = self.settings;
        Theme { depth: self.depth, palette, contrast, motion, ascii: self.ascii }
    }

    /// The area that a page can draw on.
    pub(crate) fn body(&self) -> Rect {
        draw::body(Rect::new(0, 0, self.size.0, self.size.1))
    }

    /// The players named on the command line, otherwise the name in the settings.
    pub(crate) fn players(&self) -> Players {
        match Players::read(&self.settings.name) {
            Ok(players) if !self.players.is_introduced() && players.only().is_ok() => players,
            _ => self.players.clone(),
        }
    }

    /// Requests the lobby's data, with at most this many unfinished matches.
    pub(crate) fn ask_lobby(&self, most: Option<usize>) -> HallRequest {
        HallRequest::Lobby { players: self.players(), most, noted: self.notes.matches() }
    }

    /// An opening of this game (or ticket) with the player's settings.
    pub(crate) fn opening(&self, what: &str) -> Opening {
        let words = Some(self.settings.words.trim()).filter(|path| !path.is_empty());
        let words = words.map(path::expand_tilde);
        Opening { what: what.to_owned(), boards: self.boards.clone(), words, ..Opening::default() }
    }

    /// A request for a match. Unless bots or seats were chosen, bots take the seats that nobody here fills.
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

    /// Shows a notice below the page.
    pub(crate) fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some((self.now, text.into()));
    }
}

/// What the program shows first.
#[derive(Clone)]
pub enum StartPage {
    /// The lobby.
    Lobby,
    /// A new match, with bots on some seats. If there is an unfinished match of this game, the player is asked
    /// whether to resume it.
    Play {
        /// The game or ticket, and its setup.
        opening: Box<Opening>,
        /// Bots, and where they sit.
        bots: Vec<(Seat, String)>,
        /// An unfinished match of this game, and its progress.
        begun: Option<(MatchId, String)>,
        /// Where a built board is saved, if not in the player's own folder.
        file: Option<PathBuf>,
    },
    /// An unfinished match, or the end of a finished one.
    Resume(MatchId),
    /// The lobby, with today's dailies selected.
    Dailies,
    /// The daily of a game and a day that nobody here has started.
    Daily(&'static dyn AnyGame, Date),
    /// The replay of a finished match.
    Review(MatchId),
    /// The setup page of a game, or the unfinished match of it and its progress.
    Setup(&'static dyn AnyGame, Option<(MatchId, String)>),
}

/// Something that the event loop does side_effects the app.
pub(crate) enum SideEffect {
    Send(PageRequest),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Save settings and notes.
    SaveSettings,
    /// End the program with this exit status.
    Quit(u8),
    /// Switch to plain lines, resuming this match if there is one.
    ToLine(Option<MatchId>),
    /// Stop until the shell resumes the program.
    Suspend,
    Redraw,
}

const NOTICE: Duration = Duration::from_secs(8);

/// The stack of pages and the state they share.
pub(crate) struct App {
    pub(crate) context: PageContext,
    pages: Vec<(PageKey, Box<dyn AppPage>)>,
    last: PageKey,
    /// Keys, clicks and pastes that wait until the page is no longer busy.
    queue: VecDeque<UiEvent>,
}

/// The longest text that is pasted: more than any field takes.
const MAX_PASTE: usize = 1000;

/// How many events may wait.
const MAX_QUEUE: usize = 64;

/// Keys that are handled at once, even while the page is busy.
const UNQUEUED_KEYS: [KeyPress; 4] =
    [KeyPress::of(KeyName::Esc), KeyPress::ctrl('c'), KeyPress::ctrl('z'), KeyPress::ctrl('l')];

impl App {
    /// Creates the app with its first pages.
    pub(crate) fn new(context: PageContext, start: StartPage) -> (App, Vec<SideEffect>) {
        let mut app = App { context, pages: Vec::new(), last: 0, queue: VecDeque::new() };
        let mut side_effects = app.push(Box::new(match start {
            StartPage::Dailies => lobby::LobbyPage::at_dailies(),
            _ => lobby::LobbyPage::new(),
        }));
        side_effects.extend(match start {
            StartPage::Lobby if !app.context.settings.welcomed => {
                app.push(Box::new(WelcomePage::new()))
            }
            StartPage::Lobby | StartPage::Dailies => Vec::new(),
            StartPage::Daily(game, day) => {
                let request =
                    app.context.match_request(app.context.opening(game.info().id), Vec::new());
                app.push(Box::new(PlayPage::open(MatchRequest { daily: Some(day), ..request })))
            }
            StartPage::Resume(id) => app.push(Box::new(PlayPage::resume(id))),
            StartPage::Review(id) => app.push(Box::new(ReviewPage::new(id))),
            StartPage::Setup(game, None) => app.push(page::setup_page(game)),
            StartPage::Setup(game, Some((id, progress))) => {
                app.push(Box::new(question::ask_resume(id, &progress, move || {
                    page::setup_page(game)
                })))
            }
            StartPage::Play { opening, bots, begun, file } => {
                let request = MatchRequest { file, ..app.context.match_request(*opening, bots) };
                match begun {
                    None => app.push(Box::new(PlayPage::open(request))),
                    Some((id, progress)) => {
                        let new = move || -> Box<dyn AppPage> {
                            Box::new(PlayPage::open(request.clone()))
                        };
                        app.push(Box::new(question::ask_resume(id, &progress, new)))
                    }
                }
            }
        });
        (app, side_effects)
    }

    /// Handles an event and returns the side effects it asks for. Keys and clicks keep their order, even when
    /// they are queued.
    pub(crate) fn update(&mut self, event: UiEvent) -> Vec<SideEffect> {
        let waits = match event {
            UiEvent::Key(key) => !UNQUEUED_KEYS.contains(&key),
            UiEvent::Click(_) | UiEvent::Paste(_) => true,
            _ => false,
        };
        if waits && self.is_busy() {
            if self.queue.len() < MAX_QUEUE {
                self.queue.push_back(event);
            }
            return Vec::new();
        }
        if self.is_busy() && matches!(event, UiEvent::Key(key) if key == KeyPress::of(KeyName::Esc))
        {
            // These keys were meant for the page being left, not for the one below.
            self.queue.clear();
        }
        let mut side_effects = self.handle(event);
        if self.ignores_keys() {
            // These keys were typed before the match ended.
            self.queue.clear();
        }
        while !self.is_busy()
            && let Some(event) = self.queue.pop_front()
        {
            side_effects.extend(self.handle(event));
        }
        side_effects
    }

    /// Whether the top page waits for a reply.
    pub(crate) fn is_busy(&self) -> bool {
        self.top().is_some_and(AppPage::is_busy)
    }

    /// Whether the top page has just changed too much for keys to be meant for it.
    pub(crate) fn ignores_keys(&self) -> bool {
        self.top().is_some_and(|page| page.ignores_keys(&self.context))
    }

    fn handle(&mut self, event: UiEvent) -> Vec<SideEffect> {
        match event {
            UiEvent::Key(key) => self.key(key),
            UiEvent::Click(Hit::Key(key)) => self.key(key),
            // The page can't be seen, so it can't be meant.
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
            UiEvent::Reply(reply) => self.on_reply(reply),
        }
    }

    /// When the screen has to be drawn again without an event.
    pub(crate) fn wake(&self) -> Option<Duration> {
        let notice = self.context.notice.as_ref().map(|(since, _)| *since + NOTICE);
        let page = self.top().and_then(|page| page.wake(&self.context));
        notice.into_iter().chain(page).min()
    }

    pub(crate) fn is_too_small(&self) -> bool {
        self.context.size.0 < SMALLEST.0 || self.context.size.1 < SMALLEST.1
    }

    pub(crate) fn top(&self) -> Option<&dyn AppPage> {
        self.pages.last().map(|(_, page)| &**page)
    }

    /// The visible pages: the topmost whole page and the dialogs above it.
    pub(crate) fn visible(&self) -> impl Iterator<Item = &dyn AppPage> {
        let pages = self.pages.iter().map(|(_, page)| &**page);
        let whole = self.pages.iter().rposition(|(_, page)| !page.is_dialog()).unwrap_or(0);
        pages.skip(whole)
    }

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
            // `?` can be typed into the field.
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

    /// Types the first line of a pasted text. It is never read as key presses.
    fn paste(&mut self, text: &str) -> Vec<SideEffect> {
        if !self.top().is_some_and(AppPage::has_field) {
            self.context.notify("There is no text field here to paste into.");
            return Vec::new();
        }
        let line = text.trim().split(['\r', '\n']).next().unwrap_or_default();
        let line = line.chars().filter(|c| !c.is_control()).take(MAX_PASTE);
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
            // Reporting it once is enough: every later save tries again with all changes.
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

    /// Passes a reply to the page that asked.
    fn deliver(&mut self, to: PageKey, what: HallReply) -> Vec<SideEffect> {
        let Some((_, page)) = self.pages.iter_mut().find(|(key, _)| *key == to) else {
            // The page was left, so the player would think that the last move was made.
            if let HallReply::Acted(Err(refusal)) = what {
                self.context.notify(refusal.text);
            }
            return Vec::new();
        };
        let effects = page.on_reply(what, &mut self.context);
        self.run_effects(to, effects)
    }

    /// Carries out the effects of a page.
    fn run_effects(&mut self, key: PageKey, effects: Vec<Effect>) -> Vec<SideEffect> {
        let mut side_effects = Vec::new();
        for effect in effects {
            side_effects.extend(match effect {
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
        side_effects
    }

    fn push(&mut self, page: Box<dyn AppPage>) -> Vec<SideEffect> {
        // The introduction can't be read in a small terminal.
        let skips_intro = |game: &&'static dyn AnyGame| {
            self.is_too_small() || self.context.settings.has_seen_intro(game.info().id)
        };
        let mut page =
            match page.opens_game().filter(|game| game.info().listed && !skips_intro(game)) {
                Some(game) => Box::new(WelcomePage::before(game, page)),
                None => page,
            };
        self.last += 1;
        let key = self.last;
        let effects = page.opened(&mut self.context);
        self.pages.push((key, page));
        self.run_effects(key, effects)
    }

    /// Pushes a page without opening it.
    #[cfg(test)]
    pub(crate) fn show(&mut self, page: Box<dyn AppPage>) {
        self.last += 1;
        self.pages.push((self.last, page));
    }

    /// Removes a page and opens the one below again.
    fn pop(&mut self, key: PageKey) -> Vec<SideEffect> {
        if self.pages.len() < 2 {
            return Vec::new();
        }
        let mut side_effects = self.close(key);
        if let Some((below, page)) = self.pages.last_mut() {
            let (below, effects) = (*below, page.opened(&mut self.context));
            side_effects.extend(self.run_effects(below, effects));
        }
        side_effects
    }

    fn close(&mut self, key: PageKey) -> Vec<SideEffect> {
        let Some(index) = self.pages.iter().position(|(other, _)| *other == key) else {
            return Vec::new();
        };
        let (_, mut page) = self.pages.remove(index);
        let effects = page.closed(&mut self.context);
        self.run_effects(key, effects)
    }

    fn quit(&mut self) -> Vec<SideEffect> {
        let mut side_effects = Vec::new();
        while let Some((key, mut page)) = self.pages.pop() {
            let effects = page.closed(&mut self.context);
            side_effects.extend(self.run_effects(key, effects));
        }
        side_effects.push(SideEffect::Quit(0));
        side_effects
    }
}
