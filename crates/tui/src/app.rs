//! The program without its terminal: a stack of pages and what they share. Events go in, effects come out;
//! nothing here reads, writes, waits or draws.

use crate::action::{Action, Bind, Effect};
use crate::draw;
use crate::event::{Code, Event, Hit, Key};
use crate::link::{Ask, Command, News, PageKey, Said, Wish};
use crate::page::{
    self, Page, keys::Keys, lobby, play::Play, question, review::Review, welcome::Welcome,
};
use crate::path;
use crate::theme::{Depth, Theme};
use crate::wishes::{Notes, Wishes};
use engine::{AnyGame, Seat};
use games::GAMES;
use hall::{Boards, MatchId, Opening, Players};
use jiff::civil::Date;
use ratatui::layout::Rect;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

/// The smallest screen on which every page has room.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);

/// What all pages share.
pub(crate) struct Desk {
    /// What time it is, since the program began.
    pub(crate) now: Duration,
    /// How large the screen is.
    pub(crate) size: (u16, u16),
    /// What the terminal can show.
    pub(crate) depth: Depth,
    /// Does it understand only ASCII?
    pub(crate) ascii: bool,
    /// What the player wishes.
    pub(crate) wishes: Wishes,
    /// What the player has noted.
    pub(crate) notes: Notes,
    /// Who is here, when it was said to the program.
    pub(crate) players: Players,
    /// Where boards are found.
    pub(crate) boards: Boards,
    /// What the player should know, and since when.
    pub(crate) notice: Option<(Duration, String)>,
    /// Does the player know that wishes and notes are not kept?
    pub(crate) unkept: bool,
}

impl Desk {
    /// How things look.
    pub(crate) fn theme(&self) -> Theme {
        let Wishes { theme: palette, contrast, motion, .. } = self.wishes;
        Theme { depth: self.depth, palette, contrast, motion, ascii: self.ascii }
    }

    /// The room that a page has.
    pub(crate) fn body(&self) -> Rect {
        draw::body(Rect::new(0, 0, self.size.0, self.size.1))
    }

    /// Who is here: as it was said to the program, or as the player is called by their own wish.
    pub(crate) fn players(&self) -> Players {
        match Players::read(&self.wishes.name) {
            Ok(players) if !self.players.is_introduced() && players.only().is_ok() => players,
            _ => self.players.clone(),
        }
    }

    /// The question for the first page, with so many matches to go on with at most.
    pub(crate) fn ask_lobby(&self, most: Option<usize>) -> Ask {
        Ask::Lobby { players: self.players(), most, noted: self.notes.matches() }
    }

    /// A match of this game as the player usually wants it.
    pub(crate) fn opening(&self, what: &str) -> Opening {
        let words = Some(self.wishes.words.trim()).filter(|path| !path.is_empty());
        let words = words.map(path::typed);
        Opening { what: what.to_owned(), boards: self.boards.clone(), words, ..Opening::default() }
    }

    /// A match that was asked for. Where nothing was said of others, bots take the seats of those who are not
    /// here.
    pub(crate) fn wish(&self, opening: Opening, mut bots: Vec<(Seat, String)>) -> Wish {
        let players = self.players();
        if let Ok(game) = hall::opening::find(GAMES, opening.game())
            && bots.is_empty()
            && opening.seats.is_none()
            && !opening.is_settled()
        {
            let missing = players.names().len() as u8..game.info().fewest;
            bots = missing.map(|seat| (Seat(seat), "sensible".to_owned())).collect();
        }
        Wish { opening, bots, players, daily: None, file: None, unkept: false }
    }

    /// Tells the player something, below the page.
    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some((self.now, text.into()));
    }
}

/// What the program begins with.
#[derive(Clone)]
pub enum Enter {
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
    GoOn(MatchId),
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
pub(crate) enum Outside {
    /// The hall is asked.
    Tell(Command),
    /// Text for the clipboard.
    Copy(String),
    /// Wishes and notes are to be kept.
    Keep,
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
    pub(crate) desk: Desk,
    pages: Vec<(PageKey, Box<dyn Page>)>,
    last: PageKey,
    /// Keys and clicks that wait for an answer.
    queue: VecDeque<Event>,
}

/// The most characters that are pasted: more than any field takes.
const PASTED: usize = 1000;

/// How many of them may wait.
const QUEUE: usize = 64;

/// The keys that never wait.
const AT_ONCE: [Key; 4] = [Key::of(Code::Esc), Key::ctrl('c'), Key::ctrl('z'), Key::ctrl('l')];

impl App {
    /// The program as it begins.
    pub(crate) fn new(desk: Desk, enter: Enter) -> (App, Vec<Outside>) {
        let mut app = App { desk, pages: Vec::new(), last: 0, queue: VecDeque::new() };
        let mut outside = app.push(Box::new(match enter {
            Enter::Dailies => lobby::Lobby::at_dailies(),
            _ => lobby::Lobby::new(),
        }));
        outside.extend(match enter {
            Enter::Lobby if !app.desk.wishes.welcomed => app.push(Box::new(Welcome::new())),
            Enter::Lobby | Enter::Dailies => Vec::new(),
            Enter::Daily(game, day) => {
                let wish = app.desk.wish(app.desk.opening(game.info().id), Vec::new());
                app.push(Box::new(Play::open(Wish { daily: Some(day), ..wish })))
            }
            Enter::GoOn(id) => app.push(Box::new(Play::go_on(id))),
            Enter::Review(id) => app.push(Box::new(Review::new(id))),
            Enter::Setup(game, None) => app.push(page::before(game)),
            Enter::Setup(game, Some((id, far))) => {
                app.push(Box::new(question::go_on(id, &far, move || page::before(game))))
            }
            Enter::Play { opening, bots, begun, file } => {
                let wish = Wish { file, ..app.desk.wish(*opening, bots) };
                match begun {
                    None => app.push(Box::new(Play::open(wish))),
                    Some((id, far)) => {
                        let new = move || -> Box<dyn Page> { Box::new(Play::open(wish.clone())) };
                        app.push(Box::new(question::go_on(id, &far, new)))
                    }
                }
            }
        });
        (app, outside)
    }

    /// Takes an event in, and says what is to be done outside. Keys and clicks keep their order, also when they
    /// have to wait.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Outside> {
        let waits = match event {
            Event::Key(key) => !AT_ONCE.contains(&key),
            Event::Click(_) | Event::Paste(_) => true,
            _ => false,
        };
        if waits && self.is_busy() {
            if self.queue.len() < QUEUE {
                self.queue.push_back(event);
            }
            return Vec::new();
        }
        if self.is_busy() && matches!(event, Event::Key(key) if key == Key::of(Code::Esc)) {
            // What was meant for the page that is left means something else on the one below.
            self.queue.clear();
        }
        let mut outside = self.take(event);
        if self.rests() {
            // It was typed for what was there before the end.
            self.queue.clear();
        }
        while !self.is_busy()
            && let Some(event) = self.queue.pop_front()
        {
            outside.extend(self.take(event));
        }
        outside
    }

    /// Is an answer waited for?
    pub(crate) fn is_busy(&self) -> bool {
        self.top().is_some_and(Page::is_busy)
    }

    /// Is what is seen too new for keys?
    pub(crate) fn rests(&self) -> bool {
        self.top().is_some_and(|page| page.rests(&self.desk))
    }

    fn take(&mut self, event: Event) -> Vec<Outside> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Click(Hit::Key(key)) => self.key(key),
            // Nothing of a page is seen, so nothing of it can be meant.
            Event::Click(_) | Event::Wheel(_) | Event::Paste(_) if self.is_too_small() => {
                Vec::new()
            }
            Event::Click(hit) => self.act(hit.into()),
            Event::Paste(text) => self.paste(&text),
            Event::Wheel(-1) => self.act(Action::Up),
            Event::Wheel(_) => self.act(Action::Down),
            Event::Resize(width, height) => {
                self.desk.size = (width, height);
                Vec::new()
            }
            Event::Tick => {
                let old = |(since, _): &(Duration, String)| self.desk.now >= *since + NOTICE;
                if self.desk.notice.as_ref().is_some_and(old) {
                    self.desk.notice = None;
                }
                Vec::new()
            }
            Event::News(news) => self.hear(news),
        }
    }

    /// When something is to be drawn again without an event.
    pub(crate) fn wake(&self) -> Option<Duration> {
        let notice = self.desk.notice.as_ref().map(|(since, _)| *since + NOTICE);
        let page = self.top().and_then(|page| page.wake(&self.desk));
        notice.into_iter().chain(page).min()
    }

    /// Is there too little room?
    pub(crate) fn is_too_small(&self) -> bool {
        self.desk.size.0 < SMALLEST.0 || self.desk.size.1 < SMALLEST.1
    }

    /// The page on top.
    pub(crate) fn top(&self) -> Option<&dyn Page> {
        self.pages.last().map(|(_, page)| &**page)
    }

    /// The pages that are seen: a dialog leaves what is below it in sight.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &dyn Page> {
        let pages = self.pages.iter().map(|(_, page)| &**page);
        let whole = self.pages.iter().rposition(|(_, page)| !page.is_dialog()).unwrap_or(0);
        pages.skip(whole)
    }

    /// Every key that works now.
    pub(crate) fn binds(&self) -> Vec<Bind> {
        if self.is_too_small() {
            return vec![
                Bind::new(Key::char('l'), "line mode", Action::Enter),
                Bind::new(Key::char('q'), "quit", Action::Quit),
            ];
        }
        let Some(page) = self.top() else { return Vec::new() };
        let mut binds = page.binds(&self.desk);
        let help = Key::of(Code::F(1));
        let has_help = binds.iter().any(|bind| bind.keys.contains(&help));
        match (page.is_dialog(), page.has_field()) {
            (true, _) if has_help => {}
            // There `?` may be typed.
            (true, true) => binds.push(Bind::new(help, "keys", Action::Keys)),
            _ => binds.push(Bind::new(Key::char('?'), "keys", Action::Keys).or(help)),
        }
        let is_esc = |bind: &Bind| bind.keys.contains(&Key::of(Code::Esc));
        if self.pages.len() > 1 && !binds.iter().any(is_esc) {
            binds.push(Bind::new(Key::of(Code::Esc), "back", Action::Back));
        }
        if !page.types() && !page.rests(&self.desk) {
            binds.push(Bind::new(Key::char('q'), "quit", Action::Quit));
        }
        binds
    }

    fn key(&mut self, key: Key) -> Vec<Outside> {
        match key {
            key if key == Key::ctrl('c') => return vec![Outside::Quit(130)],
            key if key == Key::ctrl('z') => return vec![Outside::Suspend],
            key if key == Key::ctrl('l') => return vec![Outside::Redraw],
            _ => {}
        }
        let bind = self.binds().into_iter().find(|bind| bind.keys.contains(&key));
        if self.is_too_small() {
            return match bind.map(|bind| bind.action) {
                Some(Action::Enter) => {
                    let id = self.pages.iter().rev().find_map(|(_, page)| page.in_match());
                    vec![Outside::ToLine(id)]
                }
                Some(_) => self.quit(),
                None => Vec::new(),
            };
        }
        match (bind, key.typed()) {
            (Some(bind), _) => self.act(bind.action),
            (None, Some(c)) => self.act(Action::Type(c)),
            (None, None) => Vec::new(),
        }
    }

    /// What is pasted is typed, as far as its first line goes; it is never taken for keys.
    fn paste(&mut self, text: &str) -> Vec<Outside> {
        if !self.top().is_some_and(Page::has_field) {
            self.desk.tell("Nothing can be typed here, so what was pasted is left out.");
            return Vec::new();
        }
        let line = text.trim().split(['\r', '\n']).next().unwrap_or_default();
        let line = line.chars().filter(|c| !c.is_control()).take(PASTED);
        line.flat_map(|c| self.act(Action::Type(c))).collect()
    }

    fn act(&mut self, action: Action) -> Vec<Outside> {
        match action {
            Action::Quit => return self.quit(),
            Action::Keys => {
                let (title, binds) = match self.top() {
                    Some(page) => (page.title(&self.desk), self.binds()),
                    None => return Vec::new(),
                };
                return self.push(Box::new(Keys::new(&title, binds)));
            }
            _ => {}
        }
        let Some((key, page)) = self.pages.last_mut() else { return Vec::new() };
        let (key, effects) = (*key, page.update(action, &mut self.desk));
        self.run(key, effects)
    }

    fn hear(&mut self, News { to, what }: News) -> Vec<Outside> {
        match what {
            Said::Notice(text) => self.desk.tell(text),
            // Once is enough: it is tried again with everything that is wished or noted.
            Said::Unkept(text) if !std::mem::replace(&mut self.desk.unkept, true) => {
                self.desk.tell(text);
            }
            Said::Unkept(_) => {}
            what => return self.told(to, what),
        }
        Vec::new()
    }

    /// A page is told something.
    fn told(&mut self, to: PageKey, what: Said) -> Vec<Outside> {
        let Some((_, page)) = self.pages.iter_mut().find(|(key, _)| *key == to) else {
            // Whoever left the table thinks that the last move was made.
            if let Said::Acted(Err(refusal)) = what {
                self.desk.tell(refusal.text);
            }
            return Vec::new();
        };
        let effects = page.hear(what, &mut self.desk);
        self.run(to, effects)
    }

    /// Sees to what a page wants.
    fn run(&mut self, key: PageKey, effects: Vec<Effect>) -> Vec<Outside> {
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
                Effect::Tell(what) => vec![Outside::Tell(Command { to: key, what })],
                Effect::Copy(text) => vec![Outside::Copy(text)],
                Effect::Keep => vec![Outside::Keep],
            });
        }
        outside
    }

    fn push(&mut self, page: Box<dyn Page>) -> Vec<Outside> {
        // Where nothing of it would be seen, nothing is explained.
        let known = |game: &&'static dyn AnyGame| {
            self.is_too_small() || self.desk.wishes.has_met(game.info().id)
        };
        let mut page = match page.opens().filter(|game| game.info().listed && !known(game)) {
            Some(game) => Box::new(Welcome::before(game, page)),
            None => page,
        };
        self.last += 1;
        let key = self.last;
        let effects = page.opened(&mut self.desk);
        self.pages.push((key, page));
        self.run(key, effects)
    }

    /// A page on top, without its beginning.
    #[cfg(test)]
    pub(crate) fn show(&mut self, page: Box<dyn Page>) {
        self.last += 1;
        self.pages.push((self.last, page));
    }

    /// Takes a page away, and lets the one below know.
    fn pop(&mut self, key: PageKey) -> Vec<Outside> {
        if self.pages.len() < 2 {
            return Vec::new();
        }
        let mut outside = self.close(key);
        if let Some((below, page)) = self.pages.last_mut() {
            let (below, effects) = (*below, page.opened(&mut self.desk));
            outside.extend(self.run(below, effects));
        }
        outside
    }

    fn close(&mut self, key: PageKey) -> Vec<Outside> {
        let Some(place) = self.pages.iter().position(|(other, _)| *other == key) else {
            return Vec::new();
        };
        let (_, mut page) = self.pages.remove(place);
        let effects = page.closed(&mut self.desk);
        self.run(key, effects)
    }

    fn quit(&mut self) -> Vec<Outside> {
        let mut outside = Vec::new();
        while let Some((key, mut page)) = self.pages.pop() {
            let effects = page.closed(&mut self.desk);
            outside.extend(self.run(key, effects));
        }
        outside.push(Outside::Quit(0));
        outside
    }
}
