//! The first page: what can be gone on with, the games with their dailies, and the rooms of the house. Typing
//! finds things by their names.

mod layout;

use super::AppPage;
use super::matches::MatchesPage;
use super::play::PlayPage;
use super::settings::SettingsPage;
use super::stats::StatsPage;
use super::welcome::WelcomePage;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::{PageContext, SMALLEST};
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::text;
use crate::worker::{self, DailyProgress, HallReply};
use engine::{AnyGame, Tone};
use games::GAMES;
use hall::MatchId;
use layout::{GAP, Lines, LobbyLayout, NAME, TODAY};
use ratatui::layout::Rect;

/// The first page.
pub(crate) struct LobbyPage {
    news: worker::LobbyData,
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
fn offered(context: &PageContext) -> usize {
    OFFERED + usize::from(context.size.1.saturating_sub(SMALLEST.1) / 4)
}

/// The longest text that is looked for.
const LONGEST: usize = 40;

/// Something that can be chosen.
#[derive(Clone)]
enum Item {
    /// Going on with a match.
    Resume(usize),
    /// A new match.
    Game(&'static dyn AnyGame),
    /// Today's daily of a game.
    Daily(usize),
    /// Another room.
    Menu(MenuItem),
}

/// What can be chosen, by its own name.
#[derive(PartialEq, Eq)]
enum ItemKey {
    Match(MatchId),
    Game(&'static str),
    Daily(String),
    Menu(MenuItem),
}

/// The rooms of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MenuItem {
    Matches,
    Statistics,
    Settings,
    Games,
}

impl MenuItem {
    const ALL: [MenuItem; 4] =
        [MenuItem::Matches, MenuItem::Statistics, MenuItem::Settings, MenuItem::Games];

    fn name(self) -> &'static str {
        match self {
            MenuItem::Matches => "Matches",
            MenuItem::Statistics => "Statistics",
            MenuItem::Settings => "Settings",
            MenuItem::Games => "How to play",
        }
    }

    fn about(self) -> &'static str {
        match self {
            MenuItem::Matches => {
                "Every match that you can go on with, and those that are over, step by step."
            }
            MenuItem::Statistics => "What you have played, won and reached.",
            MenuItem::Settings => "Colours, contrast, motion, your name, your own word list.",
            MenuItem::Games => "Each game on one page.",
        }
    }
}

/// A part of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LobbySection {
    Unfinished,
    Games,
    Menu,
}

impl LobbyPage {
    /// A lobby that knows nothing yet.
    pub(crate) fn new() -> LobbyPage {
        LobbyPage {
            news: worker::LobbyData::default(),
            trouble: None,
            row: 0,
            col: 0,
            filter: None,
            to_daily: false,
            heard: false,
        }
    }

    /// A lobby in which a daily is chosen.
    pub(crate) fn at_dailies() -> LobbyPage {
        LobbyPage { to_daily: true, ..LobbyPage::new() }
    }

    /// Chooses the first daily that is not done; when all are, the first.
    fn go_to_daily(&mut self, context: &PageContext) {
        let done = |item: &Item| match item {
            Item::Daily(n) => {
                matches!(self.news.dailies.get(*n), Some((_, DailyProgress::Done(..))))
            }
            _ => true,
        };
        let rows = self.rows(context);
        let daily = |row: &(LobbySection, Vec<Item>)| matches!(row.1.get(1), Some(Item::Daily(_)));
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
    fn most(&self, context: &PageContext) -> usize {
        match self.filter.as_deref() {
            None | Some("") => offered(context),
            Some(_) => FOUND,
        }
    }

    /// What can be chosen, row by row, as far as it fits what is looked for.
    fn rows(&self, context: &PageContext) -> Vec<(LobbySection, Vec<Item>)> {
        let fits = |name: &str| self.fits(name);
        let mut rows = Vec::new();
        let begun = self.found().take(self.most(context));
        rows.extend(begun.map(|n| (LobbySection::Unfinished, vec![Item::Resume(n)])));
        for game in GAMES.iter().filter(|game| game.info().listed) {
            let info = game.info();
            if fits(info.name) || fits(info.id) {
                let daily = self.news.dailies.iter().position(|(id, _)| id == info.id);
                let daily = daily.map(Item::Daily);
                rows.push((
                    LobbySection::Games,
                    [Item::Game(*game)].into_iter().chain(daily).collect(),
                ));
            }
        }
        let rooms: Vec<Item> =
            MenuItem::ALL.into_iter().filter(|room| fits(room.name())).map(Item::Menu).collect();
        if !rooms.is_empty() {
            rows.push((LobbySection::Menu, rooms));
        }
        rows
    }

    /// What is chosen of these rows.
    fn chosen<'a>(&self, rows: &'a [(LobbySection, Vec<Item>)]) -> Option<&'a Item> {
        let (_, items) = rows.get(self.row)?;
        items.get(self.col).or(items.last())
    }

    fn choose(&mut self, item: &Item, context: &PageContext) -> Vec<Effect> {
        let push = |page: Box<dyn AppPage>| vec![Effect::Push(page)];
        match item {
            Item::Resume(n) => match self.news.begun.get(*n) {
                Some(begun) => push(Box::new(PlayPage::resume(begun.id.clone()))),
                None => Vec::new(),
            },
            Item::Game(game) => push(super::before(*game)),
            Item::Daily(n) => match self.news.dailies.get(*n) {
                Some((game, DailyProgress::Waiting)) => push(Box::new(self.daily(game, context))),
                Some((_, DailyProgress::Begun(id, _))) => {
                    push(Box::new(PlayPage::resume(id.clone())))
                }
                // Its end, from which it can be shown to others and stepped through.
                Some((_, DailyProgress::Done(id, ..))) => {
                    push(Box::new(PlayPage::resume(id.clone())))
                }
                None => Vec::new(),
            },
            Item::Menu(MenuItem::Matches) => push(Box::new(MatchesPage::new())),
            Item::Menu(MenuItem::Statistics) => push(Box::new(StatsPage::new())),
            Item::Menu(MenuItem::Settings) => push(Box::new(SettingsPage::new())),
            Item::Menu(MenuItem::Games) => push(Box::new(WelcomePage::new())),
        }
    }

    /// Today's daily of a game, opened.
    fn daily(&self, game: &str, context: &PageContext) -> PlayPage {
        let wish = context.match_request(context.opening(game), Vec::new());
        PlayPage::open(worker::MatchRequest { daily: Some(self.news.today), ..wish })
    }

    /// What stands behind an item, whatever its place.
    fn item_key(&self, item: &Item) -> Option<ItemKey> {
        Some(match item {
            Item::Resume(n) => ItemKey::Match(self.news.begun.get(*n)?.id.clone()),
            Item::Game(game) => ItemKey::Game(game.info().id),
            Item::Daily(n) => ItemKey::Daily(self.news.dailies.get(*n)?.0.clone()),
            Item::Menu(room) => ItemKey::Menu(*room),
        })
    }

    /// Chooses again what was chosen, where it is now; what is gone leaves its place to what is there.
    fn stay_on(&mut self, chosen: Option<ItemKey>, context: &PageContext) {
        let Some(chosen) = chosen else { return };
        for (row, (_, items)) in self.rows(context).iter().enumerate() {
            if let Some(col) =
                items.iter().position(|item| self.item_key(item).as_ref() == Some(&chosen))
            {
                (self.row, self.col) = (row, col);
                return;
            }
        }
    }

    /// Stays on something that is there.
    fn settle(&mut self, context: &PageContext) {
        let rows = self.rows(context);
        self.row = self.row.min(rows.len().saturating_sub(1));
        let columns = rows.get(self.row).map_or(0, |(_, items)| items.len());
        self.col = self.col.min(columns.saturating_sub(1));
    }

    fn look_for(&mut self, filter: Option<String>) {
        self.filter = filter;
        (self.row, self.col) = (0, 0);
    }

    /// Asks for what stands here. Who looks for something looks among all matches.
    fn ask(&self, context: &PageContext) -> Vec<Effect> {
        let most = self.filter.is_none().then(|| offered(context));
        vec![Effect::Send(context.ask_lobby(most))]
    }
}

impl AppPage for LobbyPage {
    fn title(&self, _: &PageContext) -> String {
        "one house for five games of words and wits".to_owned()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let seeking = self.filter.is_some();
        let mut binds = vec![
            KeyBinding::hint("↑↓←→", "choose"),
            KeyBinding::new(KeyPress::of(KeyName::Enter), "play", UiAction::Enter),
        ];
        // Every letter begins what is looked for.
        binds.extend(list_keys(false));
        binds.push(KeyBinding::new(KeyPress::of(KeyName::Left), "left", UiAction::Left).hidden());
        binds
            .push(KeyBinding::new(KeyPress::of(KeyName::Right), "right", UiAction::Right).hidden());
        if seeking {
            binds.push(
                KeyBinding::new(KeyPress::of(KeyName::Backspace), "erase", UiAction::Erase)
                    .hidden(),
            );
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Esc), "all again", UiAction::Back));
        } else {
            binds.push(KeyBinding::new(KeyPress::char('/'), "find", UiAction::Next));
            binds.push(KeyBinding::hint("A–Z", "find what is called so").hidden());
        }
        binds
    }

    /// Nothing in the house has a Q in its name: alone, that letter can only mean to quit.
    fn takes_text(&self) -> bool {
        self.filter.is_some()
    }

    fn has_field(&self) -> bool {
        true
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        let rows = self.rows(context);
        let last = rows.len().saturating_sub(1);
        match action {
            UiAction::Up | UiAction::PageUp => self.row = self.row.saturating_sub(1),
            UiAction::Down | UiAction::PageDown => self.row = (self.row + 1).min(last),
            UiAction::First => self.row = 0,
            UiAction::Last => self.row = last,
            UiAction::Left => self.col = self.col.saturating_sub(1),
            UiAction::Right => self.col += 1,
            UiAction::Next => self.look_for(Some(String::new())),
            UiAction::Back => self.look_for(None),
            UiAction::Type(c) => {
                let mut filter = self.filter.take().unwrap_or_default();
                if filter.chars().count() < LONGEST {
                    filter.push(c);
                }
                self.look_for(Some(filter));
            }
            UiAction::Erase => {
                let mut filter = self.filter.take().unwrap_or_default();
                let rest = filter.pop().is_some() && !filter.is_empty();
                self.look_for(rest.then_some(filter));
            }
            UiAction::Enter => {
                if let Some(item) = self.chosen(&rows) {
                    return self.choose(item, context);
                }
            }
            UiAction::Item(n) => {
                let (row, col) = (n / COLUMNS, n % COLUMNS);
                if let Some(item) = rows.get(row).and_then(|(_, items)| items.get(col)) {
                    (self.row, self.col) = (row, col);
                    return self.choose(item, context);
                }
            }
            _ => {}
        }
        self.settle(context);
        if self.filter.is_some() && self.news.more > 0 {
            // It may be among those that were not asked for; until they are there a key would mean something else.
            self.heard = false;
            return self.ask(context);
        }
        Vec::new()
    }

    fn on_reply(&mut self, said: HallReply, context: &mut PageContext) -> Vec<Effect> {
        if let HallReply::Lobby(news) = said {
            let chosen = self.chosen(&self.rows(context)).and_then(|item| self.item_key(item));
            let first = !std::mem::replace(&mut self.heard, true);
            match news {
                Ok(news) => {
                    (self.news, self.trouble) = (news, None);
                    if !first && self.row > 0 {
                        self.stay_on(chosen, context);
                    }
                    if std::mem::take(&mut self.to_daily) {
                        self.go_to_daily(context);
                    }
                }
                Err(refusal) => self.trouble = Some(refusal.text),
            }
            self.settle(context);
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let rows = self.rows(context);
        let plan = LobbyLayout::of(area, &rows, self.filter.is_some());
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
                y = self.head(*of, &plan, context, canvas, y);
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

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        self.ask(context)
    }
}

/// More than there are items in a row: places are counted with it.
const COLUMNS: usize = 8;

impl LobbyPage {
    fn head(
        &self,
        part: LobbySection,
        plan: &LobbyLayout,
        context: &PageContext,
        canvas: &mut Canvas,
        y: u16,
    ) -> u16 {
        let (area, theme) = (canvas.area, canvas.theme);
        match part {
            LobbySection::Unfinished => {
                let all = self.found().count() + self.news.more;
                let head = match all.saturating_sub(self.most(context)) {
                    0 => "Go on with".to_owned(),
                    more => format!("Go on with ({more} more under Matches)"),
                };
                canvas.text(area.x, y, &head, theme.faint());
            }
            LobbySection::Menu if plan.has_menu_heading => {
                canvas.text(area.x, y, "The house", theme.faint());
            }
            LobbySection::Menu => {}
            LobbySection::Games => {
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
        plan: &LobbyLayout,
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
                Item::Resume(n) => {
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
                    let high = plan.high(LobbySection::Games);
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
                Item::Menu(room) => {
                    let wide = canvas.text(x, y, &format!("{mark}{}", room.name()), style);
                    canvas.hit(Rect::new(x, y, wide, 1), hit);
                    x += wide + 2;
                }
            }
        }
    }

    fn about(&self, item: &Item) -> String {
        match item {
            Item::Resume(n) => match self.news.begun.get(*n) {
                Some(begun) => format!("Go on with {} where you were.", name(&begun.game)),
                None => String::new(),
            },
            Item::Game(game) => game.info().blurb.to_owned(),
            Item::Daily(n) => match self.news.dailies.get(*n) {
                Some((_, DailyProgress::Waiting)) => {
                    "Today's puzzle, the same for everybody. The first time counts.".to_owned()
                }
                Some((_, DailyProgress::Begun(..))) => "Go on with today's puzzle.".to_owned(),
                Some((_, DailyProgress::Done(..))) => "How today's puzzle ended.".to_owned(),
                None => String::new(),
            },
            Item::Menu(room) => room.about().to_owned(),
        }
    }
}

/// The name of a game.
fn name(id: &str) -> &str {
    games::find(id).map_or(id, |game| game.info().name)
}

/// How a daily stands, in a few words.
fn state(daily: &DailyProgress) -> (String, Tone) {
    match daily {
        DailyProgress::Waiting => ("○ waiting".into(), Tone::Plain),
        DailyProgress::Begun(_, far) => (format!("◐ {far}"), Tone::Near),
        DailyProgress::Done(_, true, score) => (format!("● won, {score}"), Tone::Good),
        DailyProgress::Done(_, false, score) => (format!("● lost, {score}"), Tone::Off),
    }
}
