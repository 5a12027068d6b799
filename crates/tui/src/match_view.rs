//! A match as it lies on the table: the newest update, what is half typed, what is thought of, what was said.
//! Here is what every game has in common; how it looks is the skin's business. It serves a match that is
//! played and one that is stepped through alike.

use crate::action::{Effect, KeyBinding, UiAction, moving};
use crate::app::PageContext;
use crate::event::{KeyName, KeyPress};
use crate::worker::{self, SeatedMatch};
use engine::scene::Place;
use engine::{AnyGame, Ask, Body, Cell, Choice, Scene, Seat, Stop, Tone, Viewer};
use hall::{Over, Update};
use serde::de::DeserializeOwned;
use std::time::Duration;

/// How long a message is read, and how long it takes to go.
pub(crate) const READ: Duration = Duration::from_secs(5);
pub(crate) const FADE: Duration = Duration::from_secs(4);

/// Something that was said.
#[derive(Clone, Debug)]
pub(crate) struct MatchMessage {
    /// When.
    pub(crate) at: Duration,
    /// What.
    pub(crate) text: String,
    /// In which tone: a refusal is near, a hint is good.
    pub(crate) tone: Tone,
}

/// What is waited for.
#[derive(Clone, Debug)]
pub(crate) enum PendingAnswer {
    /// A line was sent.
    Move,
    /// A hint is thought of, until somebody says stop.
    Hint(Stop),
}

/// A match on the table.
pub(crate) struct MatchView {
    /// The game.
    pub(crate) game: &'static dyn AnyGame,
    /// Who sits here; nobody where a match is only looked at.
    pub(crate) seated: Option<Box<SeatedMatch>>,
    /// The match as it is now.
    pub(crate) update: Update,
    /// The match as it was before, when there was one: what has changed may move.
    pub(crate) before: Option<Update>,
    /// When the update came.
    pub(crate) since: Duration,
    /// What is half typed.
    pub(crate) typed: String,
    /// The line that remarks were asked for.
    probed: Option<String>,
    /// Remarks about it.
    pub(crate) remarks: Vec<String>,
    /// Which of the things that may be typed.
    pub(crate) ask: usize,
    /// Which of the listed choices.
    pub(crate) picked: usize,
    /// What was said, the newest last.
    pub(crate) messages: Vec<MatchMessage>,
    /// What is waited for, and since when.
    pub(crate) waiting: Option<(Duration, PendingAnswer)>,
    /// The last line that was sent.
    pub(crate) sent: Option<String>,
    /// Whose doing the last answer was.
    spoke: Option<Seat>,
    /// Was a bot told to stop thinking since somebody here could act?
    hurried: bool,
}

impl MatchView {
    /// A match that was just sat down at.
    pub(crate) fn new(seated: Box<SeatedMatch>, update: Update, now: Duration) -> MatchView {
        let game = seated.start.game;
        MatchView { seated: Some(seated), ..MatchView::shown(game, update, now) }
    }

    /// A match that is only looked at.
    pub(crate) fn shown(game: &'static dyn AnyGame, update: Update, now: Duration) -> MatchView {
        MatchView {
            game,
            seated: None,
            update,
            before: None,
            since: now,
            typed: String::new(),
            probed: None,
            remarks: Vec::new(),
            ask: 0,
            picked: 0,
            messages: Vec::new(),
            waiting: None,
            sent: None,
            spoke: None,
            hurried: false,
        }
    }

    /// What is on the table.
    pub(crate) fn scene(&self) -> &Scene {
        &self.update.scene
    }

    /// The game's own view.
    pub(crate) fn view<V: DeserializeOwned>(&self) -> Option<V> {
        serde_json::from_str(self.update.view.get()).ok()
    }

    /// The game's own view of the match as it was before.
    pub(crate) fn view_before<V: DeserializeOwned>(&self) -> Option<V> {
        serde_json::from_str(self.before.as_ref()?.view.get()).ok()
    }

    /// How it ended.
    pub(crate) fn over(&self) -> Option<&Over> {
        self.update.over.as_ref()
    }

    /// Has the last update ended it, before the eyes of whoever plays?
    pub(crate) fn has_just_ended(&self) -> bool {
        self.over().is_some() && self.before.as_ref().is_some_and(|before| before.over.is_none())
    }

    /// How long ago the update came.
    pub(crate) fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.since)
    }

    /// The seat whose eyes these are.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self.update.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        }
    }

    /// May somebody here act?
    pub(crate) fn is_our_turn(&self) -> bool {
        let here = self.seated.as_ref().map(|seated| seated.here);
        self.update.to_act.iter().any(|seat| here.is_some_and(|here| here.has(seat)))
    }

    /// What may be typed now.
    pub(crate) fn asked(&self) -> Option<&Ask> {
        let asks = &self.scene().asks;
        asks.get(self.ask).or(asks.first())
    }

    /// The cells of a pane.
    pub(crate) fn cells(&self, id: &str) -> &[Vec<Cell>] {
        let pane = self.scene().panes.iter().find(|pane| pane.id == id);
        match pane.map(|pane| &pane.body) {
            Some(Body::Grid(rows) | Body::Tiles(rows)) => rows,
            _ => &[],
        }
    }

    /// The sentences of a pane.
    pub(crate) fn sentences(&self, id: &str) -> &[engine::scene::Text] {
        let pane = self.scene().panes.iter().find(|pane| pane.id == id);
        match pane.map(|pane| &pane.body) {
            Some(Body::Text(texts)) => texts,
            _ => &[],
        }
    }

    /// The typed letter that shows in this cell.
    pub(crate) fn echo(&self, pane: &str, row: usize, col: usize) -> Option<char> {
        let at = self.asked()?.echo.filter(|at| at.pane == pane && usize::from(at.row) == row)?;
        self.typed.chars().nth(col.checked_sub(at.col.into())?)
    }

    /// The key of a choice. Where letters are typed, a letter wants Ctrl.
    fn key_of(&self, choice: &Choice) -> Option<KeyPress> {
        let key = KeyPress::read(choice.key?)?;
        match key.code {
            KeyName::Char(c) if c.is_alphanumeric() && !self.scene().asks.is_empty() => {
                Some(KeyPress { ctrl: true, ..key })
            }
            _ => Some(key),
        }
    }

    /// The choices that no key does: they are listed.
    pub(crate) fn listed(&self) -> Vec<&Choice> {
        self.scene().choices.iter().filter(|choice| self.key_of(choice).is_none()).collect()
    }

    /// The listed choice that Enter would do.
    pub(crate) fn pick(&self) -> Option<&Choice> {
        let listed = self.listed();
        listed.get(self.picked).or(listed.last()).copied()
    }

    /// The newest message that is still to be read; `None` for its age means that it has not faded.
    pub(crate) fn fresh(
        &self,
        now: Duration,
        motion: bool,
    ) -> impl Iterator<Item = (&MatchMessage, bool)> {
        let age = move |message: &MatchMessage| now.saturating_sub(message.at);
        let alive = move |message: &&MatchMessage| !motion || age(message) < READ + FADE;
        self.messages.iter().filter(alive).map(move |m| (m, motion && age(m) >= READ))
    }

    /// Says something to the player.
    pub(crate) fn say(&mut self, now: Duration, text: impl Into<String>, tone: Tone) {
        self.messages.push(MatchMessage { at: now, text: text.into(), tone });
        let many = self.messages.len();
        self.messages.drain(..many.saturating_sub(50));
    }

    /// The match has gone on.
    pub(crate) fn apply(&mut self, update: Update, said: Vec<String>, now: Duration) {
        let acted = self.seat();
        let before = std::mem::replace(&mut self.update, update);
        self.before = Some(before);
        self.since = now;
        self.hurried &= !self.is_our_turn();
        self.waiting.take_if(|(_, waiting)| matches!(waiting, PendingAnswer::Move));
        let answers = self.sent.take().is_some();
        if answers || self.asked().is_none() {
            self.typed.clear();
            self.remarks.clear();
            self.probed = None;
        }
        (self.ask, self.picked) = (0, 0);
        // What is said since the player did something is said together, however long it takes. Where several
        // are here, so is all that one of them does in a turn: the next one was not looking.
        let same_turn = self.is_shared() && self.spoke == acted;
        if answers && !said.is_empty() {
            if !same_turn {
                self.messages.clear();
            }
            self.spoke = acted;
        }
        said.into_iter().for_each(|text| self.say(now, text, Tone::Plain));
    }

    /// Do several people sit here?
    fn is_shared(&self) -> bool {
        self.seated.as_ref().is_some_and(|seated| seated.here.len() > 1)
    }

    /// When something on the table changes by itself: a message fades, a spinner turns.
    pub(crate) fn wake(&self, desk: &PageContext) -> Option<Duration> {
        if !desk.settings.motion {
            return None;
        }
        let stages = self.messages.iter().flat_map(|m| [m.at + READ, m.at + READ + FADE]);
        let fading = stages.filter(|stage| *stage > desk.now).min();
        let turning = self.thinks().then(|| desk.now + SPIN);
        fading.into_iter().chain(turning).min()
    }

    /// Is something thought about, here or by a bot?
    pub(crate) fn thinks(&self) -> bool {
        self.waiting.is_some() || self.bot_to_act().is_some()
    }

    /// The bot that is to act.
    fn bot_to_act(&self) -> Option<Seat> {
        let bots = &self.seated.as_ref()?.bots;
        self.update.to_act.iter().find(|seat| bots.iter().any(|(bot, _)| bot == seat))
    }

    /// Does somebody think who can be told to stop? Once is enough: where only bots play, whoever says it again wants
    /// to go.
    pub(crate) fn can_stop(&self) -> bool {
        match &self.waiting {
            Some((_, PendingAnswer::Hint(stop))) => !stop.is_set(),
            Some((_, PendingAnswer::Move)) => false,
            None => self.bot_to_act().is_some() && !self.hurried,
        }
    }

    /// Tells whoever thinks to stop, and to give the best there is.
    pub(crate) fn stop(&mut self) -> Vec<Effect> {
        if let Some((_, PendingAnswer::Hint(stop))) = &self.waiting {
            stop.set();
            return Vec::new();
        }
        self.hurried = true;
        let id = self.seated.as_ref().map(|seated| seated.id.clone());
        id.map(|id| Effect::Send(worker::HallRequest::Hurry(id))).into_iter().collect()
    }

    /// What is waited for, in words. What is there at once need not be told.
    pub(crate) fn waiting_text(&self, now: Duration) -> Option<String> {
        let seated = self.seated.as_ref()?;
        match &self.waiting {
            Some((_, PendingAnswer::Hint(_))) => return Some("Thinking of a hint".into()),
            Some((since, PendingAnswer::Move)) if now >= *since + SOON => {
                return Some("One moment".into());
            }
            _ => {}
        }
        if let Some(bot) = self.bot_to_act() {
            return Some(format!("{} thinks", seated.names.of(bot)));
        }
        if self.over().is_none() && !self.is_our_turn() {
            let who = self.update.to_act.iter().next()?;
            return Some(format!("Waiting for {}", seated.names.of(who)));
        }
        None
    }

    /// The keys of the scene: what is typed, what is chosen, what is offered.
    pub(crate) fn binds(&self) -> Vec<KeyBinding> {
        let mut binds: Vec<KeyBinding> = Vec::new();
        if self.seated.is_none() {
            return binds;
        }
        let asks = &self.scene().asks;
        let listed = !self.listed().is_empty();
        if let Some(ask) = self.asked() {
            let verb = ask.prefix.trim().to_owned();
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Enter), verb, UiAction::Enter));
            let erase = KeyBinding::new(KeyPress::of(KeyName::Backspace), "erase", UiAction::Erase);
            binds.push(erase.or(KeyPress::of(KeyName::Delete)).quiet());
        } else if listed {
            binds.push(KeyBinding::new(KeyPress::of(KeyName::Enter), "play", UiAction::Enter));
        }
        if asks.len() > 1 {
            binds.push(KeyBinding::new(
                KeyPress::of(KeyName::Tab),
                "other command",
                UiAction::Next,
            ));
        }
        for choice in &self.scene().choices {
            if let Some(key) = self.key_of(choice) {
                let bind = KeyBinding::new(
                    key,
                    lowered(&choice.label),
                    UiAction::Line(choice.line.to_string()),
                );
                let arrow = matches!(
                    key.code,
                    KeyName::Up | KeyName::Down | KeyName::Left | KeyName::Right
                );
                binds.push(if arrow { bind.quiet() } else { bind });
            }
        }
        if listed {
            binds.extend(moving(asks.is_empty()));
        }
        binds
    }

    /// Does what every table does.
    pub(crate) fn update(&mut self, action: &UiAction, desk: &mut PageContext) -> Vec<Effect> {
        if self.seated.is_none() {
            return Vec::new();
        }
        match action {
            UiAction::Type(c) => return self.type_in(*c),
            UiAction::Erase => {
                self.typed.pop();
                return self.preview();
            }
            UiAction::Next => {
                self.ask = (self.ask + 1) % self.scene().asks.len().max(1);
                self.typed.clear();
                return self.probe(None);
            }
            UiAction::Up => self.picked = self.picked.saturating_sub(1),
            UiAction::Down => {
                self.picked = (self.picked + 1).min(self.listed().len().saturating_sub(1))
            }
            UiAction::First => self.picked = 0,
            UiAction::Last => self.picked = self.listed().len().saturating_sub(1),
            UiAction::PageUp => self.picked = self.picked.saturating_sub(5),
            UiAction::PageDown => {
                self.picked = (self.picked + 5).min(self.listed().len().saturating_sub(1));
            }
            UiAction::Item(n) => {
                let line = self.listed().get(*n).map(|choice| choice.line.to_string());
                return line.map_or(Vec::new(), |line| self.act(line, desk));
            }
            UiAction::Enter => {
                let line = match (self.asked(), self.pick()) {
                    (Some(ask), _) if !self.typed.is_empty() => {
                        format!("{}{}", ask.prefix, self.typed)
                    }
                    (_, Some(choice)) => choice.line.to_string(),
                    (Some(_), None) => {
                        self.say(desk.now, "Type something first, then press Enter.", Tone::Near);
                        return Vec::new();
                    }
                    (None, None) => return Vec::new(),
                };
                return self.act(line, desk);
            }
            UiAction::Line(line) => return self.act(line.clone(), desk),
            UiAction::Cell(place) => return self.click(*place, desk),
            _ => {}
        }
        Vec::new()
    }

    fn type_in(&mut self, c: char) -> Vec<Effect> {
        let Some(max) = self.asked().map(|ask| ask.max) else { return Vec::new() };
        let text = !c.is_control() && (c != ' ' || !self.typed.is_empty());
        if !text || self.typed.chars().count() >= max {
            return Vec::new();
        }
        self.typed.push(c);
        self.preview()
    }

    /// A cell that does something is clicked, or a tile that types.
    fn click(&mut self, place: Place, desk: &mut PageContext) -> Vec<Effect> {
        let choice = self.scene().choices.iter().find(|choice| choice.cell == Some(place));
        if let Some(line) = choice.map(|choice| choice.line.to_string()) {
            return self.act(line, desk);
        }
        if self.asked().and_then(|ask| ask.tiles) != Some(place.pane) {
            return Vec::new();
        }
        let row = self.cells(place.pane).get(usize::from(place.row));
        let Some(text) =
            row.and_then(|row| row.get(usize::from(place.col))).map(|cell| cell.text.clone())
        else {
            return Vec::new();
        };
        match &*text {
            "Enter" => self.update(&UiAction::Enter, desk),
            "Delete" => self.update(&UiAction::Erase, desk),
            tile => match tile.chars().next() {
                Some(c) => self.type_in(c.to_ascii_lowercase()),
                None => Vec::new(),
            },
        }
    }

    /// Sends a line.
    pub(crate) fn act(&mut self, line: String, desk: &mut PageContext) -> Vec<Effect> {
        let Some((id, seat)) = self.acting() else { return Vec::new() };
        self.waiting = Some((desk.now, PendingAnswer::Move));
        self.sent = Some(line.clone());
        let seen = self.update.seq;
        vec![Effect::Send(worker::HallRequest::Act { id, seat, seen, line })]
    }

    /// The match and the seat for which something is done here.
    pub(crate) fn acting(&self) -> Option<(hall::MatchId, Seat)> {
        let seated = self.seated.as_ref()?;
        let seat = self.seat().filter(|seat| seated.here.has(*seat))?;
        Some((seated.id.clone(), seat))
    }

    fn preview(&mut self) -> Vec<Effect> {
        let line = self.asked().map(|ask| format!("{}{}", ask.prefix, self.typed));
        self.probe(line.filter(|_| !self.typed.is_empty()))
    }

    /// Asks for remarks about a line that is not sent yet; without one there are none.
    pub(crate) fn probe(&mut self, line: Option<String>) -> Vec<Effect> {
        self.remarks.clear();
        self.probed.clone_from(&line);
        let (Some((id, seat)), Some(typed)) = (self.acting(), line) else { return Vec::new() };
        vec![Effect::Send(worker::HallRequest::Preview { id, seat, typed })]
    }

    /// Remarks have come about a line; they count if it is still the one.
    pub(crate) fn remark(&mut self, line: &str, remarks: Vec<String>) {
        if self.probed.as_deref() == Some(line) {
            self.remarks = remarks;
        }
    }
}

/// How long an answer may take before it is said that it is waited for.
const SOON: Duration = Duration::from_millis(400);

/// How fast a spinner turns.
const SPIN: Duration = Duration::from_millis(120);

/// The spinner at this time.
pub(crate) fn spinner(now: Duration, motion: bool) -> &'static str {
    const TURNS: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠛"];
    match motion {
        true => TURNS[(now.as_millis() / SPIN.as_millis()) as usize % TURNS.len()],
        false => "…",
    }
}

/// A label as it stands in the footer.
fn lowered(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
