//! The first page: what can be gone on with, the games with their dailies, and the rooms of the house. Typing
//! finds things by their names.

mod plan;

use super::Page;
use super::matches::Matches;
use super::options::Options;
use super::play::Play;
use super::stats::Stats;
use super::welcome::Welcome;
use crate::action::{Action, Bind, Effect, moving};
use crate::app::{Desk, SMALLEST};
use crate::canvas::Canvas;
use crate::event::{Code, Hit, Key};
use crate::link::{self, Daily, Said};
use crate::text;
use engine::{AnyGame, Tone};
use games::GAMES;
use hall::MatchId;
use plan::{GAP, Lines, NAME, Plan, TODAY};
use ratatui::layout::Rect;

/// The first page.
pub(crate) struct Lobby {
    news: link::Lobby,
    /// Why there is no news, if it is so.
    trouble: Option<String>,
    row: usize,
    col: usize,
    /// What is looked for, while it is typed.
    filter: Option<String>,
    /// Is the first daily to be chosen that is not done?
    to_daily: bool,
    /// Has the hall answered?
    heard: bool,
}

/// How many matches to go on with are shown on the smallest screen, and of those that are looked for.
const OFFERED: usize = 3;
const FOUND: usize = 6;

/// How many are shown on this one: one more for every four lines.
fn offered(desk: &Desk) -> usize {
    OFFERED + usize::from(desk.size.1.saturating_sub(SMALLEST.1) / 4)
}

/// The longest text that is looked for.
const LONGEST: usize = 40;

/// Something that can be chosen.
#[derive(Clone)]
enum Item {
    /// Going on with a match.
    GoOn(usize),
    /// A new match.
    Game(&'static dyn AnyGame),
    /// Today's daily of a game.
    Daily(usize),
    /// Another room.
    Room(Room),
}

/// What can be chosen, by its own name.
#[derive(PartialEq, Eq)]
enum What {
    Match(MatchId),
    Game(&'static str),
    Daily(String),
    Room(Room),
}

/// The rooms of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Room {
    Matches,
    Statistics,
    Settings,
    Games,
}

impl Room {
    const ALL: [Room; 4] = [Room::Matches, Room::Statistics, Room::Settings, Room::Games];

    fn name(self) -> &'static str {
        match self {
            Room::Matches => "Matches",
            Room::Statistics => "Statistics",
            Room::Settings => "Settings",
            Room::Games => "How to play",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Room::Matches => {
                "Every match that you can go on with, and those that are over, step by step."
            }
            Room::Statistics => "What you have played, won and reached.",
            Room::Settings => "Colours, contrast, motion, your name, your own word list.",
            Room::Games => "Each game on one page.",
        }
    }
}

/// A part of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    GoOn,
    Games,
    House,
}

impl Lobby {
    /// A lobby that knows nothing yet.
    pub(crate) fn new() -> Lobby {
        Lobby {
            news: link::Lobby::default(),
            trouble: None,
            row: 0,
            col: 0,
            filter: None,
            to_daily: false,
            heard: false,
        }
    }

    /// A lobby in which a daily is chosen.
    pub(crate) fn at_dailies() -> Lobby {
        Lobby { to_daily: true, ..Lobby::new() }
    }

    /// Chooses the first daily that is not done; when all are, the first.
    fn go_to_daily(&mut self, desk: &Desk) {
        let done = |item: &Item| match item {
            Item::Daily(n) => matches!(self.news.dailies.get(*n), Some((_, Daily::Done(..)))),
            _ => true,
        };
        let rows = self.rows(desk);
        let daily = |row: &(Part, Vec<Item>)| matches!(row.1.get(1), Some(Item::Daily(_)));
        let open = rows.iter().position(|row| daily(row) && !row.1.get(1).is_none_or(done));
        if let Some(row) = open.or_else(|| rows.iter().position(daily)) {
            (self.row, self.col) = (row, 1);
        }
    }

    /// Is it called as what is looked for?
    fn fits(&self, name: &str) -> bool {
        let sought = self.filter.as_deref().unwrap_or_default().to_lowercase();
        sought.is_empty() || name.to_lowercase().contains(&sought)
    }

    /// The matches to go on with that are called so.
    fn found(&self) -> impl Iterator<Item = usize> {
        let begun = self.news.begun.iter().enumerate();
        begun.filter(|(_, it)| self.fits(&it.game) || self.fits(name(&it.game))).map(|(n, _)| n)
    }

    /// How many of them are shown.
    fn most(&self, desk: &Desk) -> usize {
        match self.filter.as_deref() {
            None | Some("") => offered(desk),
            Some(_) => FOUND,
        }
    }

    /// What can be chosen, row by row, as far as it fits what is looked for.
    fn rows(&self, desk: &Desk) -> Vec<(Part, Vec<Item>)> {
        let fits = |name: &str| self.fits(name);
        let mut rows = Vec::new();
        let begun = self.found().take(self.most(desk));
        rows.extend(begun.map(|n| (Part::GoOn, vec![Item::GoOn(n)])));
        for game in GAMES.iter().filter(|game| game.info().listed) {
            let info = game.info();
            if fits(info.name) || fits(info.id) {
                let daily = self.news.dailies.iter().position(|(id, _)| id == info.id);
                let daily = daily.map(Item::Daily);
                rows.push((Part::Games, [Item::Game(*game)].into_iter().chain(daily).collect()));
            }
        }
        let rooms: Vec<Item> =
            Room::ALL.into_iter().filter(|room| fits(room.name())).map(Item::Room).collect();
        if !rooms.is_empty() {
            rows.push((Part::House, rooms));
        }
        rows
    }

    /// What is chosen of these rows.
    fn chosen<'a>(&self, rows: &'a [(Part, Vec<Item>)]) -> Option<&'a Item> {
        let (_, items) = rows.get(self.row)?;
        items.get(self.col).or(items.last())
    }

    fn choose(&mut self, item: &Item, desk: &Desk) -> Vec<Effect> {
        let push = |page: Box<dyn Page>| vec![Effect::Push(page)];
        match item {
            Item::GoOn(n) => match self.news.begun.get(*n) {
                Some(begun) => push(Box::new(Play::go_on(begun.id.clone()))),
                None => Vec::new(),
            },
            Item::Game(game) => push(super::before(*game)),
            Item::Daily(n) => match self.news.dailies.get(*n) {
                Some((game, Daily::Waiting)) => push(Box::new(self.daily(game, desk))),
                Some((_, Daily::Begun(id, _))) => push(Box::new(Play::go_on(id.clone()))),
                // Its end, from which it can be shown to others and stepped through.
                Some((_, Daily::Done(id, ..))) => push(Box::new(Play::go_on(id.clone()))),
                None => Vec::new(),
            },
            Item::Room(Room::Matches) => push(Box::new(Matches::new())),
            Item::Room(Room::Statistics) => push(Box::new(Stats::new())),
            Item::Room(Room::Settings) => push(Box::new(Options::new())),
            Item::Room(Room::Games) => push(Box::new(Welcome::new())),
        }
    }

    /// Today's daily of a game, opened.
    fn daily(&self, game: &str, desk: &Desk) -> Play {
        let wish = desk.wish(desk.opening(game), Vec::new());
        Play::open(link::Wish { daily: Some(self.news.today), ..wish })
    }

    /// What stands behind an item, whatever its place.
    fn what(&self, item: &Item) -> Option<What> {
        Some(match item {
            Item::GoOn(n) => What::Match(self.news.begun.get(*n)?.id.clone()),
            Item::Game(game) => What::Game(game.info().id),
            Item::Daily(n) => What::Daily(self.news.dailies.get(*n)?.0.clone()),
            Item::Room(room) => What::Room(*room),
        })
    }

    /// Chooses again what was chosen, where it is now; what is gone leaves its place to what is there.
    fn stay_on(&mut self, chosen: Option<What>, desk: &Desk) {
        let Some(chosen) = chosen else { return };
        for (row, (_, items)) in self.rows(desk).iter().enumerate() {
            if let Some(col) =
                items.iter().position(|item| self.what(item).as_ref() == Some(&chosen))
            {
                (self.row, self.col) = (row, col);
                return;
            }
        }
    }

    /// Stays on something that is there.
    fn settle(&mut self, desk: &Desk) {
        let rows = self.rows(desk);
        self.row = self.row.min(rows.len().saturating_sub(1));
        let columns = rows.get(self.row).map_or(0, |(_, items)| items.len());
        self.col = self.col.min(columns.saturating_sub(1));
    }

    fn look_for(&mut self, filter: Option<String>) {
        self.filter = filter;
        (self.row, self.col) = (0, 0);
    }

    /// Asks for what stands here. Who looks for something looks among all matches.
    fn ask(&self, desk: &Desk) -> Vec<Effect> {
        let most = self.filter.is_none().then(|| offered(desk));
        vec![Effect::Tell(desk.ask_lobby(most))]
    }
}

impl Page for Lobby {
    fn title(&self, _: &Desk) -> String {
        "one house for five games of words and wits".to_owned()
    }

    fn binds(&self, _: &Desk) -> Vec<Bind> {
        let seeking = self.filter.is_some();
        let mut binds = vec![
            Bind::hint("↑↓←→", "choose"),
            Bind::new(Key::of(Code::Enter), "play", Action::Enter),
        ];
        // Every letter begins what is looked for.
        binds.extend(moving(false));
        binds.push(Bind::new(Key::of(Code::Left), "left", Action::Left).quiet());
        binds.push(Bind::new(Key::of(Code::Right), "right", Action::Right).quiet());
        if seeking {
            binds.push(Bind::new(Key::of(Code::Backspace), "erase", Action::Erase).quiet());
            binds.push(Bind::new(Key::of(Code::Esc), "all again", Action::Back));
        } else {
            binds.push(Bind::new(Key::char('/'), "find", Action::Next));
            binds.push(Bind::hint("A–Z", "find what is called so").quiet());
        }
        binds
    }

    /// Nothing in the house has a Q in its name: alone, that letter can only mean to quit.
    fn types(&self) -> bool {
        self.filter.is_some()
    }

    fn has_field(&self) -> bool {
        true
    }

    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect> {
        let rows = self.rows(desk);
        let last = rows.len().saturating_sub(1);
        match action {
            Action::Up | Action::PageUp => self.row = self.row.saturating_sub(1),
            Action::Down | Action::PageDown => self.row = (self.row + 1).min(last),
            Action::First => self.row = 0,
            Action::Last => self.row = last,
            Action::Left => self.col = self.col.saturating_sub(1),
            Action::Right => self.col += 1,
            Action::Next => self.look_for(Some(String::new())),
            Action::Back => self.look_for(None),
            Action::Type(c) => {
                let mut filter = self.filter.take().unwrap_or_default();
                if filter.chars().count() < LONGEST {
                    filter.push(c);
                }
                self.look_for(Some(filter));
            }
            Action::Erase => {
                let mut filter = self.filter.take().unwrap_or_default();
                let rest = filter.pop().is_some() && !filter.is_empty();
                self.look_for(rest.then_some(filter));
            }
            Action::Enter => {
                if let Some(item) = self.chosen(&rows) {
                    return self.choose(item, desk);
                }
            }
            Action::Item(n) => {
                let (row, col) = (n / COLUMNS, n % COLUMNS);
                if let Some(item) = rows.get(row).and_then(|(_, items)| items.get(col)) {
                    (self.row, self.col) = (row, col);
                    return self.choose(item, desk);
                }
            }
            _ => {}
        }
        self.settle(desk);
        if self.filter.is_some() && self.news.more > 0 {
            // It may be among those that were not asked for; until they are there a key would mean something else.
            self.heard = false;
            return self.ask(desk);
        }
        Vec::new()
    }

    fn hear(&mut self, said: Said, desk: &mut Desk) -> Vec<Effect> {
        if let Said::Lobby(news) = said {
            let chosen = self.chosen(&self.rows(desk)).and_then(|item| self.what(item));
            let first = !std::mem::replace(&mut self.heard, true);
            match news {
                Ok(news) => {
                    (self.news, self.trouble) = (news, None);
                    if !first && self.row > 0 {
                        self.stay_on(chosen, desk);
                    }
                    if std::mem::take(&mut self.to_daily) {
                        self.go_to_daily(desk);
                    }
                }
                Err(refusal) => self.trouble = Some(refusal.text),
            }
            self.settle(desk);
        }
        Vec::new()
    }

    fn draw(&self, desk: &Desk, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let rows = self.rows(desk);
        let plan = Plan::of(area, &rows, self.filter.is_some());
        let mut y = area.y;
        if let Some(filter) = &self.filter {
            let x = area.x + canvas.text(area.x, y, "Find ", theme.faint());
            let x = x + canvas.text(x, y, filter, theme.accent());
            canvas.text(x, y, " ", theme.cursor());
            y += 2;
            if rows.is_empty() {
                canvas.text(area.x, y, "Nothing is called so.", theme.faint());
            }
        }
        let mut part = None;
        for (row, (of, items)) in rows.iter().enumerate() {
            if part.replace(*of) != Some(*of) {
                y += u16::from(row > 0);
                y = self.head(*of, &plan, desk, canvas, y);
            }
            self.row(row, items, self.chosen(&rows), &plan, canvas, y);
            y += plan.high(*of);
        }
        let about = match (&self.trouble, self.chosen(&rows)) {
            (Some(trouble), _) => Some((trouble.clone(), theme.ink(Tone::Danger))),
            (None, Some(item)) if !plan.tells(item) => Some((self.about(item), theme.faint())),
            _ => None,
        };
        if let Some((about, style)) = about {
            let lines = text::wrap(&about, area.width.into());
            let y = area.bottom().saturating_sub(lines.len() as u16).max(y);
            canvas.paragraph(y, &about, style);
        }
    }

    /// What can be gone on with comes first: before it is known, a key would mean something else.
    fn is_busy(&self) -> bool {
        !self.heard
    }

    fn opened(&mut self, desk: &mut Desk) -> Vec<Effect> {
        self.ask(desk)
    }
}

/// More than there are items in a row: places are counted with it.
const COLUMNS: usize = 8;

impl Lobby {
    fn head(&self, part: Part, plan: &Plan, desk: &Desk, canvas: &mut Canvas, y: u16) -> u16 {
        let (area, theme) = (canvas.area, canvas.theme);
        match part {
            Part::GoOn => {
                let all = self.found().count() + self.news.more;
                let head = match all.saturating_sub(self.most(desk)) {
                    0 => "Go on with".to_owned(),
                    more => format!("Go on with ({more} more under Matches)"),
                };
                canvas.text(area.x, y, &head, theme.faint());
            }
            Part::House if plan.heads_house => {
                canvas.text(area.x, y, "The house", theme.faint());
            }
            Part::House => {}
            Part::Games => {
                let today = area.right() - TODAY;
                let day = self.news.today.strftime("%-d %B").to_string();
                if !self.news.dailies.is_empty() {
                    canvas.text(today, y, &format!("Daily, {day}"), theme.faint());
                }
                canvas.text(area.x, y, "Games", theme.faint());
            }
        }
        y + plan.head(part)
    }

    fn row(
        &self,
        row: usize,
        items: &[Item],
        choice: Option<&Item>,
        plan: &Plan,
        canvas: &mut Canvas,
        y: u16,
    ) {
        let (area, theme) = (canvas.area, canvas.theme);
        let mut x = area.x;
        for (col, item) in items.iter().enumerate() {
            let chosen = self.row == row && self.col == col;
            let style = if chosen { theme.accent() } else { theme.text() };
            let mark = if chosen { "▸ " } else { "  " };
            let hit = Hit::Item(row * COLUMNS + col);
            match item {
                Item::GoOn(n) => {
                    let Some(begun) = self.news.begun.get(*n) else { continue };
                    canvas.text(x, y, &format!("{mark}{}", name(&begun.game)), style);
                    let room = usize::from(area.width.saturating_sub(NAME + 2));
                    let room = room.saturating_sub(text::width(&begun.ago));
                    canvas.text(x + NAME, y, &text::fit(&begun.far, room), theme.text());
                    let right = Rect { y, height: 1, ..area };
                    canvas.within(right).text_right(y, &begun.ago, theme.faint());
                    canvas.hit(Rect::new(x, y, area.width, 1), hit);
                }
                Item::Game(game) => {
                    let info = game.info();
                    canvas.text(x, y, &format!("{mark}{}", info.name), style);
                    let below = Rect { x: x + 2, y: y + 1, width: area.width - 2, height: 1 };
                    let width = area.width.saturating_sub(NAME + GAP + TODAY);
                    let height = 1 + u16::from(plan.apart);
                    match (plan.lines, choice) {
                        (Lines::Below, Some(daily @ Item::Daily(_))) if self.row == row => {
                            canvas.within(below).paragraph(
                                y + 1,
                                &self.about(daily),
                                theme.faint(),
                            );
                        }
                        (Lines::Below, _) => {
                            canvas.within(below).paragraph(y + 1, info.blurb, theme.faint());
                        }
                        (Lines::Beside, _) => {
                            let beside = Rect { x: x + NAME, y, width, height };
                            canvas.within(beside).paragraph(y, info.blurb, theme.faint());
                        }
                        (Lines::Foot, _) => {}
                    }
                    let high = plan.high(Part::Games);
                    canvas.hit(Rect::new(x, y, area.width, high), hit);
                }
                Item::Daily(n) => {
                    let x = area.right() - TODAY;
                    let Some((_, daily)) = self.news.dailies.get(*n) else { continue };
                    let (shown, tone) = state(daily);
                    let style = if chosen { theme.accent() } else { theme.ink(tone) };
                    canvas.text(x - 2, y, &format!("{mark}{shown}"), style);
                    canvas.hit(Rect::new(x - 2, y, TODAY + 2, 1), hit);
                }
                Item::Room(room) => {
                    let wide = canvas.text(x, y, &format!("{mark}{}", room.name()), style);
                    canvas.hit(Rect::new(x, y, wide, 1), hit);
                    x += wide + 2;
                }
            }
        }
    }

    fn about(&self, item: &Item) -> String {
        match item {
            Item::GoOn(n) => match self.news.begun.get(*n) {
                Some(begun) => format!("Go on with {} where you were.", name(&begun.game)),
                None => String::new(),
            },
            Item::Game(game) => game.info().blurb.to_owned(),
            Item::Daily(n) => match self.news.dailies.get(*n) {
                Some((_, Daily::Waiting)) => {
                    "Today's puzzle, the same for everybody. The first time counts.".to_owned()
                }
                Some((_, Daily::Begun(..))) => "Go on with today's puzzle.".to_owned(),
                Some((_, Daily::Done(..))) => "How today's puzzle ended.".to_owned(),
                None => String::new(),
            },
            Item::Room(room) => room.about().to_owned(),
        }
    }
}

/// The name of a game.
fn name(id: &str) -> &str {
    games::find(id).map_or(id, |game| game.info().name)
}

/// How a daily stands, in a few words.
fn state(daily: &Daily) -> (String, Tone) {
    match daily {
        Daily::Waiting => ("○ waiting".into(), Tone::Plain),
        Daily::Begun(_, far) => (format!("◐ {far}"), Tone::Near),
        Daily::Done(_, true, score) => (format!("● won, {score}"), Tone::Good),
        Daily::Done(_, false, score) => (format!("● lost, {score}"), Tone::Off),
    }
}
