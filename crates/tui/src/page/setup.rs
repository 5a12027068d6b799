//! The setup of a match: presets, settings, seats and bots, a seed or a ticket. Enter starts the match as it is
//! shown.

use super::AppPage;
use super::list::ListCursor;
use super::manual::ManualPage;
use super::play::PlayPage;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::event::{Hit, KeyName, KeyPress};
use crate::text;
use engine::setup::text_of;
use engine::{AnyGame, Names, Refusal, Seat, Settings, Takes, Tone};
use hall::Opening;
use ratatui::layout::Rect;

#[derive(Clone)]
pub(crate) struct SetupPage {
    game: &'static dyn AnyGame,
    /// The presets, with a text for each key.
    presets: Vec<(&'static str, Vec<String>)>,
    /// The value of each key; empty if it is left open.
    values: Vec<String>,
    seats: u8,
    /// For how many people the seats were prepared.
    people: usize,
    /// The bot on each seat; `None` for a person.
    sat: Vec<Option<&'static str>>,
    seed: String,
    ticket: String,
    /// Boards by name, with their texts.
    boards: Vec<(String, String)>,
    /// Fields that were edited: typing into any other field replaces its value.
    touched: Vec<SetupField>,
    /// Why the match was refused.
    problem: Option<String>,
    list: ListCursor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SetupField {
    Preset,
    Key(usize),
    Seats,
    Seat(u8),
    Seed,
    Ticket,
}

impl SetupPage {
    /// The default setup of a game.
    pub(crate) fn new(game: &'static dyn AnyGame) -> SetupPage {
        let as_text = |settings: &Settings| -> Vec<String> {
            let value = |value: &serde_json::Value| match value.is_null() {
                true => String::new(),
                false => text_of(value),
            };
            settings.iter().map(|(_, set)| value(set)).collect()
        };
        // Dailies are started from the lobby.
        let presets = game.presets().unwrap_or_default().into_iter();
        let presets: Vec<_> = presets
            .filter(|(name, _)| *name != "daily")
            .map(|(name, settings)| (name, as_text(&settings)))
            .collect();
        let values = presets.first().map(|(_, values)| values.clone()).unwrap_or_default();
        let bot = game.bots().contains(&"sensible").then_some("sensible");
        // By default the player has the first seat and bots have the others.
        let sat = (0..game.info().most).map(|seat| bot.filter(|_| seat > 0)).collect();
        let seats = game.info().fewest;
        let (seed, ticket, list) = (String::new(), String::new(), ListCursor::default());
        let (boards, touched, problem) = (Vec::new(), Vec::new(), None);
        SetupPage {
            game,
            presets,
            values,
            seats,
            people: 1,
            sat,
            seed,
            ticket,
            boards,
            touched,
            problem,
            list,
        }
    }

    /// The same setup with some keys changed.
    pub(crate) fn set(mut self, set: &[(&str, String)]) -> SetupPage {
        for (key, value) in self.game.keys().iter().zip(&mut self.values) {
            if let Some((_, set)) = set.iter().find(|(name, _)| *name == key.name) {
                value.clone_from(set);
            }
        }
        self
    }

    /// The preset that equals the current values, if there is one.
    fn preset(&self) -> Option<usize> {
        self.presets.iter().position(|(_, values)| *values == self.values)
    }

    fn fields(&self) -> Vec<SetupField> {
        let info = self.game.info();
        let mut fields = Vec::new();
        if self.presets.len() > 1 {
            fields.push(SetupField::Preset);
        }
        fields.extend((0..self.game.keys().len()).map(SetupField::Key));
        if info.fewest < info.most {
            fields.push(SetupField::Seats);
        }
        if info.most > 1 {
            fields.extend((0..self.seats).map(SetupField::Seat));
        }
        fields.extend([SetupField::Seed, SetupField::Ticket]);
        fields
    }

    fn field(&self) -> SetupField {
        self.fields().get(self.list.at).copied().unwrap_or(SetupField::Ticket)
    }

    /// The values that a field offers, if they are limited.
    fn offers(&self, field: SetupField) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let SetupField::Key(n) = field else { return Vec::new() };
        let Some(key) = self.game.keys().get(n) else { return Vec::new() };
        let open = self
            .presets
            .first()
            .and_then(|(_, values)| values.get(n))
            .is_some_and(String::is_empty);
        let mut offers: Vec<String> = match key.takes {
            Takes::Flag => words(&["false", "true"]),
            Takes::OneOf(of) => words(of),
            Takes::Number(from, to) => (from..=to).map(|n| n.to_string()).collect(),
            Takes::Text if is_board(self.game, key.name) => {
                self.boards.iter().map(|(_, text)| text.clone()).collect()
            }
            Takes::Text => return Vec::new(),
        };
        if open {
            offers.insert(0, String::new());
        }
        offers
    }

    /// Changes the selected field to its next or previous value.
    fn change(&mut self, forward: bool) {
        let next = |at: Option<usize>, many: usize| match (at, forward) {
            (None, _) => 0,
            (Some(at), true) => (at + 1) % many.max(1),
            (Some(at), false) => (at + many.max(1) - 1) % many.max(1),
        };
        let field = self.field();
        let offers = self.offers(field);
        self.problem = None;
        self.touched.retain(|touched| *touched != field && field != SetupField::Preset);
        match field {
            SetupField::Preset => {
                let preset = next(self.preset(), self.presets.len());
                if let Some((_, values)) = self.presets.get(preset) {
                    self.values = values.clone();
                }
            }
            SetupField::Key(n) if !offers.is_empty() => {
                if let Some(value) = self.values.get_mut(n) {
                    let at = offers.iter().position(|offer| offer == value);
                    *value = offers.get(next(at, offers.len())).cloned().unwrap_or_default();
                }
            }
            SetupField::Seats => {
                let (fewest, most) = (self.game.info().fewest, self.game.info().most);
                let at = usize::from(self.seats - fewest);
                self.seats = fewest + next(Some(at), usize::from(most - fewest) + 1) as u8;
            }
            SetupField::Seat(seat) => {
                let bots = self.game.bots();
                let all: Vec<_> = [None].into_iter().chain(bots.into_iter().map(Some)).collect();
                if let Some(sits) = self.sat.get_mut(usize::from(seat)) {
                    let at = all.iter().position(|one| one == sits);
                    *sits = all.get(next(at, all.len())).copied().flatten();
                }
            }
            SetupField::Key(_) | SetupField::Seed | SetupField::Ticket => {}
        }
    }

    /// The text of the selected field, if it can be typed.
    fn text(&mut self) -> Option<&mut String> {
        match self.field() {
            SetupField::Seed => Some(&mut self.seed),
            SetupField::Ticket => Some(&mut self.ticket),
            SetupField::Key(n) => {
                let takes = &self.game.keys().get(n)?.takes;
                let typed = matches!(takes, Takes::Text | Takes::Number(..));
                self.values.get_mut(n).filter(|_| typed)
            }
            _ => None,
        }
    }

    /// Marks the selected field as edited; returns whether this is the first edit.
    fn touch(&mut self) -> bool {
        let field = self.field();
        self.problem = None;
        let first = !self.touched.contains(&field);
        if first {
            self.touched.push(field);
        }
        first
    }

    /// Starts the match as it is shown.
    fn start(&self, context: &PageContext) -> Vec<Effect> {
        let ticket = self.ticket.trim();
        let (opening, bots) = match ticket.is_empty() {
            false => (context.opening(ticket), Vec::new()),
            true => {
                let plain = self.presets.first().map(|(_, values)| values.as_slice());
                let keys = self.game.keys().iter().zip(&self.values).enumerate();
                let differs = |(n, (_, value)): &(usize, (&engine::Key, &String))| {
                    !value.is_empty() && plain.and_then(|plain| plain.get(*n)) != Some(value)
                };
                let set =
                    keys.filter(differs).map(|(_, (key, value))| format!("{}={value}", key.name));
                let seed =
                    Some(self.seed.trim()).filter(|seed| !seed.is_empty()).map(str::to_owned);
                let opening = Opening {
                    set: set.collect(),
                    seats: Some(self.seats),
                    seed,
                    ..context.opening(self.game.info().id)
                };
                let seats = (0..self.seats).map(Seat).zip(&self.sat);
                let bots = seats.filter_map(|(seat, bot)| Some((seat, (*bot)?.to_owned())));
                (opening, bots.collect())
            }
        };
        // If the match is refused, the player finds the setup unchanged.
        let mut again = self.clone();
        let back = move |refusal: Refusal| -> Box<dyn AppPage> {
            again.problem = Some(refusal.text);
            Box::new(again)
        };
        let play = PlayPage::open(context.match_request(opening, bots)).or_back(back);
        vec![Effect::Replace(Box::new(play))]
    }

    /// A field's name, its value and its description.
    fn shown(&self, field: SetupField) -> (String, String, String) {
        match field {
            SetupField::Preset => {
                let preset = self.preset().and_then(|preset| self.presets.get(preset));
                let name = preset.map_or("custom", |(name, _)| name);
                ("Preset".into(), name.into(), "a named set of settings".into())
            }
            SetupField::Key(n) => {
                let (Some(key), Some(value)) = (self.game.keys().get(n), self.values.get(n)) else {
                    return Default::default();
                };
                // A board with a name is shown by it.
                let named = self.boards.iter().find(|(_, text)| text == value);
                let named = named.filter(|_| is_board(self.game, key.name));
                let value =
                    named.map_or_else(|| value.replace('\n', " "), |(name, _)| name.clone());
                let value = match (value.as_str(), &key.takes) {
                    ("true", Takes::Flag) => "yes".to_owned(),
                    ("false", Takes::Flag) => "no".to_owned(),
                    _ => value,
                };
                (label(key.name), value, key.about.into())
            }
            SetupField::Seats => {
                ("Players".into(), self.seats.to_string(), "how many players there are".into())
            }
            SetupField::Seat(seat) => {
                let bot = self.sat.get(usize::from(seat)).copied().flatten();
                let occupant = bot.map_or("person".into(), |bot| format!("bot, {bot}"));
                (Names::by_seat().of(Seat(seat)), occupant, "a person or a bot".into())
            }
            SetupField::Seed => (
                "Seed".into(),
                self.seed.clone(),
                "optional: the same seed deals the same puzzle again".into(),
            ),
            SetupField::Ticket => (
                "Ticket".into(),
                self.ticket.clone(),
                "paste a ticket to play that exact puzzle".into(),
            ),
        }
    }
}

/// Whether the value of this key is a board.
fn is_board(game: &dyn AnyGame, key: &str) -> bool {
    matches!((game.info().id, key), ("junior", "board") | ("builder", "from"))
}

/// The name of a key as it is shown.
fn label(name: &str) -> String {
    let name = if name == "cols" { "columns" } else { name };
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

impl AppPage for SetupPage {
    fn title(&self, _: &PageContext) -> String {
        self.game.info().name.to_owned()
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let mut binds = vec![
            KeyBinding::new(KeyPress::of(KeyName::Enter), "start", UiAction::Enter),
            KeyBinding::hint("↑↓", "choose"),
        ];
        let typed = self.takes_text();
        let turns = !matches!(self.field(), SetupField::Seed | SetupField::Ticket);
        if turns && (!typed || !self.offers(self.field()).is_empty()) {
            binds.push(KeyBinding::hint("←→", "change"));
            let right =
                KeyBinding::new(KeyPress::of(KeyName::Right), "next value", UiAction::Right)
                    .hidden();
            let left =
                KeyBinding::new(KeyPress::of(KeyName::Left), "previous value", UiAction::Left)
                    .hidden();
            match typed {
                true => binds.extend([right, left]),
                false => {
                    binds.extend([right.or(KeyPress::char('l')), left.or(KeyPress::char('h'))])
                }
            }
        }
        if typed {
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Backspace), "erase", UiAction::Erase));
        }
        binds.push(KeyBinding::new(KeyPress::of(KeyName::F(1)), "rules", UiAction::Rules));
        binds.extend(list_keys(!typed));
        binds
    }

    fn takes_text(&self) -> bool {
        match self.field() {
            SetupField::Seed | SetupField::Ticket => true,
            SetupField::Key(n) => {
                let key = self.game.keys().get(n);
                key.is_some_and(|key| matches!(key.takes, Takes::Text | Takes::Number(..)))
            }
            _ => false,
        }
    }

    fn opens_game(&self) -> Option<&'static dyn AnyGame> {
        Some(self.game)
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        if self.list.update(&action, self.fields().len()) {
            return Vec::new();
        }
        match action {
            UiAction::Enter => return self.start(context),
            UiAction::Right => self.change(true),
            UiAction::Left => self.change(false),
            UiAction::Item(n) => match n == self.list.at {
                true => self.change(true),
                false => self.list.at = n.min(self.fields().len().saturating_sub(1)),
            },
            UiAction::Type(c) => {
                let fresh = self.touch();
                if let Some(text) = self.text() {
                    if fresh {
                        text.clear();
                    }
                    if text.len() < 400 {
                        text.push(c);
                    }
                }
            }
            UiAction::Erase => {
                self.touch();
                if let Some(text) = self.text() {
                    // A board's text is erased as a whole.
                    match text.contains('\n') {
                        true => text.clear(),
                        false => drop(text.pop()),
                    }
                }
            }
            UiAction::Rules => return vec![Effect::Push(Box::new(ManualPage::new(self.game)))],
            UiAction::Back => return vec![Effect::Pop],
            _ => {}
        }
        Vec::new()
    }

    fn opened(&mut self, context: &mut PageContext) -> Vec<Effect> {
        let named = |name: String| context.boards.named(&name).ok().map(|text| (name, text));
        self.boards = context.boards.names().into_iter().filter_map(named).collect();
        // At first everybody who is here gets a seat.
        let here = context.players().names().len();
        if here > self.people {
            self.people = here;
            let most = self.game.info().most;
            self.seats = self.seats.max(u8::try_from(here).unwrap_or(most)).min(most);
            self.sat.iter_mut().take(here).for_each(|sits| *sits = None);
        }
        Vec::new()
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let mut y = canvas.paragraph(area.y, self.game.info().blurb, theme.faint()) + 1;
        if let Some(problem) = &self.problem {
            y = canvas.paragraph(y, problem, theme.ink(Tone::Danger)) + 1;
        }
        let fields = self.fields();
        let room = usize::from(area.bottom().saturating_sub(y + 2));
        let first = self.list.first(fields.len(), room);
        for (n, field) in fields.into_iter().enumerate().skip(first).take(room) {
            let y = y + (n - first) as u16;
            let (name, value, about) = self.shown(field);
            let chosen = n == self.list.at;
            let style = if chosen { theme.accent() } else { theme.text() };
            let mark = if chosen { "▸ " } else { "  " };
            canvas.text(area.x, y, &format!("{mark}{name}"), style);
            let x = area.x + 14;
            let turns = chosen && (!self.takes_text() || !self.offers(field).is_empty());
            let room = usize::from(area.width).saturating_sub(18);
            let value = match chosen && !turns {
                true => text::fit_end(&value, room),
                false => text::fit(&value, room),
            };
            let wide = match turns {
                true => canvas.text(x - 2, y, &format!("‹ {value} ›"), style).saturating_sub(2),
                false => canvas.text(x, y, &value, theme.strong()),
            };
            if chosen && self.takes_text() && !turns {
                canvas.text(x + wide, y, " ", theme.cursor());
            }
            if chosen {
                canvas.text(area.x, area.bottom() - 1, &about, theme.faint());
            }
            canvas.hit(Rect::new(area.x, y, area.width, 1), Hit::Item(n));
        }
    }
}
