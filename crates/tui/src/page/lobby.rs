//! The first page: unfinished matches, the games with their dailies, and a menu. Typing filters everything by
//! name.

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

pub(crate) struct LobbyPage {
    data: worker::LobbyData,
    /// Why the data could not be loaded.
    problem: Option<String>,
    row: usize,
    col: usize,
    /// The search text, while the player is searching.
    filter: Option<String>,
    /// Whether to select the first unfinished daily when the data arrives.
    to_daily: bool,
    /// Whether the hall has answered.
    loaded: bool,
}

/// How many unfinished matches are shown on the smallest screen, and how many while searching.
const MIN_SHOWN: usize = 3;
const MAX_FOUND: usize = 6;

/// How many unfinished matches are shown: one more for every four lines.
fn shown_matches(context: &PageContext) -> usize {
    MIN_SHOWN + usize::from(context.size.1.saturating_sub(SMALLEST.1) / 4)
}

/// The longest search text.
const MAX_FILTER: usize = 40;

/// An item of the page.
#[derive(Clone)]
enum Item {
    /// An unfinished match.
    Resume(usize),
    /// A new match of a game.
    Game(&'static dyn AnyGame),
    /// Today's daily of a game.
    Daily(usize),
    Menu(MenuItem),
}

/// Identifies an item, whatever its position.
#[derive(PartialEq, Eq)]
enum ItemKey {
    Match(MatchId),
    Game(&'static str),
    Daily(String),
    Menu(MenuItem),
}

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
            MenuItem::Matches => "Resume an unfinished match, or replay a finished one.",
            MenuItem::Statistics => "Your matches, wins, streaks and best scores.",
            MenuItem::Settings => "Colours, contrast, motion, your name, your own word list.",
            MenuItem::Games => "A one-page introduction to each game.",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LobbySection {
    Unfinished,
    Games,
    Menu,
}

impl LobbyPage {
    /// A lobby whose data has not arrived yet.
    pub(crate) fn new() -> LobbyPage {
        LobbyPage {
            data: worker::LobbyData::default(),
            problem: None,
            row: 0,
            col: 0,
            filter: None,
            to_daily: false,
            loaded: false,
        }
    }

    /// A lobby that will select a daily.
    pub(crate) fn at_dailies() -> LobbyPage {
        LobbyPage { to_daily: true, ..LobbyPage::new() }
    }

    /// Selects the first unfinished daily, or the first one if all are finished.
    fn select_daily(&mut self, context: &PageContext) {
        let done = |item: &Item| match item {
            Item::Daily(n) => {
                matches!(self.data.dailies.get(*n), Some((_, DailyProgress::Done(..))))
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

    /// Whether a name matches the search.
    fn fits(&self, name: &str) -> bool {
        let filter = self.filter.as_deref().unwrap_or_default().to_lowercase();
        filter.is_empty() || name.to_lowercase().contains(&filter)
    }

    /// The unfinished matches whose game matches the search.
    fn found(&self) -> impl Iterator<Item = usize> {
        let unfinished = self.data.unfinished.iter().enumerate();
        unfinished
            .filter(|(_, it)| self.fits(&it.game) || self.fits(name(&it.game)))
            .map(|(n, _)| n)
    }

    fn max_shown(&self, context: &PageContext) -> usize {
        match self.filter.as_deref() {
            None | Some("") => shown_matches(context),
            Some(_) => MAX_FOUND,
        }
    }

    /// The items that match the search, row by row.
    fn rows(&self, context: &PageContext) -> Vec<(LobbySection, Vec<Item>)> {
        let fits = |name: &str| self.fits(name);
        let mut rows = Vec::new();
        let unfinished = self.found().take(self.max_shown(context));
        rows.extend(unfinished.map(|n| (LobbySection::Unfinished, vec![Item::Resume(n)])));
        for game in GAMES.iter().filter(|game| game.info().listed) {
            let info = game.info();
            if fits(info.name) || fits(info.id) {
                let daily = self.data.dailies.iter().position(|(id, _)| id == info.id);
                let daily = daily.map(Item::Daily);
                rows.push((
                    LobbySection::Games,
                    [Item::Game(*game)].into_iter().chain(daily).collect(),
                ));
            }
        }
        let menu: Vec<Item> =
            MenuItem::ALL.into_iter().filter(|item| fits(item.name())).map(Item::Menu).collect();
        if !menu.is_empty() {
            rows.push((LobbySection::Menu, menu));
        }
        rows
    }

    /// The selected item of these rows.
    fn chosen<'a>(&self, rows: &'a [(LobbySection, Vec<Item>)]) -> Option<&'a Item> {
        let (_, items) = rows.get(self.row)?;
        items.get(self.col).or(items.last())
    }

    fn choose(&mut self, item: &Item, context: &PageContext) -> Vec<Effect> {
        let push = |page: Box<dyn AppPage>| vec![Effect::Push(page)];
        match item {
            Item::Resume(n) => match self.data.unfinished.get(*n) {
                Some(unfinished) => push(Box::new(PlayPage::resume(unfinished.id.clone()))),
                None => Vec::new(),
            },
            Item::Game(game) => push(super::setup_page(*game)),
            Item::Daily(n) => match self.data.dailies.get(*n) {
                Some((game, DailyProgress::NotStarted)) => {
                    push(Box::new(self.daily(game, context)))
                }
                Some((_, DailyProgress::Started(id, _))) => {
                    push(Box::new(PlayPage::resume(id.clone())))
                }
                // Shows how it ended, from where it can be shared and replayed.
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

    /// Opens today's daily of a game.
    fn daily(&self, game: &str, context: &PageContext) -> PlayPage {
        let request = context.match_request(context.opening(game), Vec::new());
        PlayPage::open(worker::MatchRequest { daily: Some(self.data.today), ..request })
    }

    fn item_key(&self, item: &Item) -> Option<ItemKey> {
        Some(match item {
            Item::Resume(n) => ItemKey::Match(self.data.unfinished.get(*n)?.id.clone()),
            Item::Game(game) => ItemKey::Game(game.info().id),
            Item::Daily(n) => ItemKey::Daily(self.data.dailies.get(*n)?.0.clone()),
            Item::Menu(item) => ItemKey::Menu(*item),
        })
    }

    /// Selects this item again, wherever it is now; if it is gone, the position stays.
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

    /// Keeps the selection inside the rows.
    fn clamp_selection(&mut self, context: &PageContext) {
        let rows = self.rows(context);
        self.row = self.row.min(rows.len().saturating_sub(1));
        let columns = rows.get(self.row).map_or(0, |(_, items)| items.len());
        self.col = self.col.min(columns.saturating_sub(1));
    }

    fn search(&mut self, filter: Option<String>) {
        self.filter = filter;
        (self.row, self.col) = (0, 0);
    }

    /// Requests the data. While searching, it includes all unfinished matches.
    fn ask(&self, context: &PageContext) -> Vec<Effect> {
        let most = self.filter.is_none().then(|| shown_matches(context));
        vec![Effect::Send(context.ask_lobby(most))]
    }
}

impl AppPage for LobbyPage {
    fn title(&self, _: &PageContext) -> String {
        "games of words and wits".to_owned()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let searching = self.filter.is_some();
        let mut binds = vec![
            KeyBinding::hint("↑↓←→", "choose"),
            KeyBinding::new(KeyPress::of(KeyName::Enter), "play", UiAction::Enter),
        ];
        // Every letter starts a search, so `j` and `k` can't move.
        binds.extend(list_keys(false));
        binds.push(KeyBinding::new(KeyPress::of(KeyName::Left), "left", UiAction::Left).hidden());
        binds
            .push(KeyBinding::new(KeyPress::of(KeyName::Right), "right", UiAction::Right).hidden());
        if searching {
            binds.push(
                KeyBinding::new(KeyPress::of(KeyName::Backspace), "erase", UiAction::Erase)
                    .hidden(),
            );
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Esc), "clear", UiAction::Back));
        } else {
            binds.push(KeyBinding::new(KeyPress::char('/'), "find", UiAction::Next));
            binds.push(KeyBinding::hint("A–Z", "find by name").hidden());
        }
        binds
    }

    /// No game or menu item has a Q in its name, so a single `q` can only mean to quit.
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
            UiAction::Next => self.search(Some(String::new())),
            UiAction::Back => self.search(None),
            UiAction::Type(c) => {
                let mut filter = self.filter.take().unwrap_or_default();
                if filter.chars().count() < MAX_FILTER {
                    filter.push(c);
                }
                self.search(Some(filter));
            }
            UiAction::Erase => {
                let mut filter = self.filter.take().unwrap_or_default();
                let rest = filter.pop().is_some() && !filter.is_empty();
                self.search(rest.then_some(filter));
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
        self.clamp_selection(context);
        if self.filter.is_some() && self.data.more > 0 {
            // The search may match what was not loaded; until it arrives, keys would go to the wrong item.
            self.loaded = false;
            return self.ask(context);
        }
        Vec::new()
    }

    fn on_reply(&mut self, reply: HallReply, context: &mut PageContext) -> Vec<Effect> {
        if let HallReply::Lobby(data) = reply {
            let chosen = self.chosen(&self.rows(context)).and_then(|item| self.item_key(item));
            let first = !std::mem::replace(&mut self.loaded, true);
            match data {
                Ok(data) => {
                    (self.data, self.problem) = (data, None);
                    if !first && self.row > 0 {
                        self.stay_on(chosen, context);
                    }
                    if std::mem::take(&mut self.to_daily) {
                        self.select_daily(context);
                    }
                }
                Err(refusal) => self.problem = Some(refusal.text),
            }
            self.clamp_selection(context);
        }
        Vec::new()
    }

    fn draw(&self, context: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let rows = self.rows(context);
        let layout = LobbyLayout::of(area, &rows, self.filter.is_some());
        let mut y = area.y;
        if let Some(filter) = &self.filter {
            let x = area.x + canvas.text(area.x, y, "Find ", theme.faint());
            let x = x + canvas.text(x, y, filter, theme.accent());
            canvas.text(x, y, " ", theme.cursor());
            y += 2;
            if rows.is_empty() {
                canvas.text(area.x, y, "Nothing found.", theme.faint());
            }
        }
        let mut last = None;
        for (row, (section, items)) in rows.iter().enumerate() {
            if last.replace(*section) != Some(*section) {
                y += u16::from(row > 0);
                y = self.heading(*section, &layout, context, canvas, y);
            }
            self.row(row, items, self.chosen(&rows), &layout, canvas, y);
            y += layout.row_height(*section);
        }
        let about = match (&self.problem, self.chosen(&rows)) {
            (Some(problem), _) => Some((problem.clone(), theme.ink(Tone::Danger))),
            (None, Some(item)) if !layout.shows_about(item) => {
                Some((self.about(item), theme.faint()))
            }
            _ => None,
        };
        if let Some((about, style)) = about {
            let lines = text::wrap(&about, area.width.into());
            let y = area.bottom().saturating_sub(lines.len() as u16).max(y);
            canvas.paragraph(y, &about, style);
        }
    }

    /// Unfinished matches come first: until they are known, keys would go to the wrong item.
    fn is_busy(&self) -> bool {
        !self.loaded
    }

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        self.ask(context)
    }
}

/// More than there are items in a row; positions are encoded with it.
const COLUMNS: usize = 8;

impl LobbyPage {
    fn heading(
        &self,
        section: LobbySection,
        layout: &LobbyLayout,
        context: &PageContext,
        canvas: &mut Canvas,
        y: u16,
    ) -> u16 {
        let (area, theme) = (canvas.area, canvas.theme);
        match section {
            LobbySection::Unfinished => {
                let all = self.found().count() + self.data.more;
                let head = match all.saturating_sub(self.max_shown(context)) {
                    0 => "Resume".to_owned(),
                    more => format!("Resume ({more} more under Matches)"),
                };
                canvas.text(area.x, y, &head, theme.faint());
            }
            LobbySection::Menu if layout.has_menu_heading => {
                canvas.text(area.x, y, "More", theme.faint());
            }
            LobbySection::Menu => {}
            LobbySection::Games => {
                let today = area.right() - TODAY;
                let day = self.data.today.strftime("%-d %B").to_string();
                if !self.data.dailies.is_empty() {
                    canvas.text(today, y, &format!("Daily, {day}"), theme.faint());
                }
                canvas.text(area.x, y, "Games", theme.faint());
            }
        }
        y + layout.heading_height(section)
    }

    fn row(
        &self,
        row: usize,
        items: &[Item],
        choice: Option<&Item>,
        layout: &LobbyLayout,
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
                    let Some(unfinished) = self.data.unfinished.get(*n) else { continue };
                    canvas.text(x, y, &format!("{mark}{}", name(&unfinished.game)), style);
                    let room = usize::from(area.width.saturating_sub(NAME + 2));
                    let room = room.saturating_sub(text::width(&unfinished.ago));
                    canvas.text(x + NAME, y, &text::fit(&unfinished.progress, room), theme.text());
                    let right = Rect { y, height: 1, ..area };
                    canvas.within(right).text_right(y, &unfinished.ago, theme.faint());
                    canvas.hit(Rect::new(x, y, area.width, 1), hit);
                }
                Item::Game(game) => {
                    let info = game.info();
                    canvas.text(x, y, &format!("{mark}{}", info.name), style);
                    let below = Rect { x: x + 2, y: y + 1, width: area.width - 2, height: 1 };
                    let width = area.width.saturating_sub(NAME + GAP + TODAY);
                    let height = 1 + u16::from(layout.apart);
                    match (layout.lines, choice) {
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
                    let row_height = layout.row_height(LobbySection::Games);
                    canvas.hit(Rect::new(x, y, area.width, row_height), hit);
                }
                Item::Daily(n) => {
                    let x = area.right() - TODAY;
                    let Some((_, daily)) = self.data.dailies.get(*n) else { continue };
                    let (shown, tone) = daily_text(daily);
                    let style = if chosen { theme.accent() } else { theme.ink(tone) };
                    canvas.text(x - 2, y, &format!("{mark}{shown}"), style);
                    canvas.hit(Rect::new(x - 2, y, TODAY + 2, 1), hit);
                }
                Item::Menu(item) => {
                    let wide = canvas.text(x, y, &format!("{mark}{}", item.name()), style);
                    canvas.hit(Rect::new(x, y, wide, 1), hit);
                    x += wide + 2;
                }
            }
        }
    }

    fn about(&self, item: &Item) -> String {
        match item {
            Item::Resume(n) => match self.data.unfinished.get(*n) {
                Some(unfinished) => {
                    format!("Resume {} where you left off.", name(&unfinished.game))
                }
                None => String::new(),
            },
            Item::Game(game) => game.info().blurb.to_owned(),
            Item::Daily(n) => match self.data.dailies.get(*n) {
                Some((_, DailyProgress::NotStarted)) => {
                    "Today's puzzle, the same for everyone. Only your first try counts.".to_owned()
                }
                Some((_, DailyProgress::Started(..))) => "Resume today's puzzle.".to_owned(),
                Some((_, DailyProgress::Done(..))) => "See how today's puzzle ended.".to_owned(),
                None => String::new(),
            },
            Item::Menu(item) => item.about().to_owned(),
        }
    }
}

fn name(id: &str) -> &str {
    games::find(id).map_or(id, |game| game.info().name)
}

/// The progress of a daily in a few words.
fn daily_text(daily: &DailyProgress) -> (String, Tone) {
    match daily {
        DailyProgress::NotStarted => ("○ not played".into(), Tone::Plain),
        DailyProgress::Started(_, progress) => (format!("◐ {progress}"), Tone::Near),
        DailyProgress::Done(_, true, score) => (format!("● won, {score}"), Tone::Good),
        DailyProgress::Done(_, false, score) => (format!("● lost, {score}"), Tone::Off),
    }
}
