//! A match on screen: the newest update, the text being typed, pending answers, messages. This is what all
//! games have in common; skins draw it. It serves both matches being played and replays.

use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::event::{KeyName, KeyPress};
use crate::worker::{self, SeatedMatch};
use engine::scene::Place;
use engine::{AnyGame, Ask, Body, Cell, Choice, Scene, Seat, Stop, Tone, Viewer};
use hall::{NamedUpdate, Over};
use serde::de::DeserializeOwned;
use std::time::Duration;

/// How long a message is shown, and how long it then fades.
pub(crate) const READ: Duration = Duration::from_secs(5);
pub(crate) const FADE: Duration = Duration::from_secs(4);

/// A message about the match.
#[derive(Clone, Debug)]
pub(crate) struct MatchMessage {
    pub(crate) at: Duration,
    pub(crate) text: String,
    /// `Near` for a refusal, `Good` for a hint.
    pub(crate) tone: Tone,
}

/// An answer that has not arrived yet.
#[derive(Clone, Debug)]
pub(crate) enum PendingAnswer {
    /// The answer to a line.
    Move,
    /// A hint, which can be stopped.
    Hint(Stop),
}

/// A match on screen.
pub(crate) struct MatchView {
    pub(crate) game: &'static dyn AnyGame,
    /// The players here; `None` in a replay.
    pub(crate) seated: Option<Box<SeatedMatch>>,
    pub(crate) update: NamedUpdate,
    /// The update before, if there was one: the skin animates what has changed.
    pub(crate) before: Option<NamedUpdate>,
    /// When the update arrived.
    pub(crate) since: Duration,
    /// The text being typed.
    pub(crate) typed: String,
    /// The line for which remarks were requested.
    previewed: Option<String>,
    /// Remarks about that line.
    pub(crate) remarks: Vec<String>,
    /// The index of the current prompt.
    pub(crate) ask: usize,
    /// The index of the selected choice among the listed ones.
    pub(crate) picked: usize,
    /// Messages, the newest last.
    pub(crate) messages: Vec<MatchMessage>,
    /// The pending answer, and since when it is pending.
    pub(crate) waiting: Option<(Duration, PendingAnswer)>,
    /// The last line that was sent.
    pub(crate) sent: Option<String>,
    /// The seat whose action brought the last messages.
    last_actor: Option<Seat>,
    /// Whether a bot was told to stop thinking since it was last our turn.
    hurried: bool,
}

impl MatchView {
    /// A match that the player has just opened or resumed.
    pub(crate) fn new(seated: Box<SeatedMatch>, update: NamedUpdate, now: Duration) -> MatchView {
        let game = seated.start.game;
        MatchView { seated: Some(seated), ..MatchView::shown(game, update, now) }
    }

    /// A match in a replay.
    pub(crate) fn shown(
        game: &'static dyn AnyGame,
        update: NamedUpdate,
        now: Duration,
    ) -> MatchView {
        MatchView {
            game,
            seated: None,
            update,
            before: None,
            since: now,
            typed: String::new(),
            previewed: None,
            remarks: Vec::new(),
            ask: 0,
            picked: 0,
            messages: Vec::new(),
            waiting: None,
            sent: None,
            last_actor: None,
            hurried: false,
        }
    }

    pub(crate) fn scene(&self) -> &Scene {
        &self.update.scene
    }

    /// The game's own view, `None` if it doesn't parse.
    pub(crate) fn view<V: DeserializeOwned>(&self) -> Option<V> {
        serde_json::from_str(self.update.view.get()).ok()
    }

    /// The game's own view before the last update.
    pub(crate) fn view_before<V: DeserializeOwned>(&self) -> Option<V> {
        serde_json::from_str(self.before.as_ref()?.view.get()).ok()
    }

    pub(crate) fn over(&self) -> Option<&Over> {
        self.update.over.as_ref()
    }

    /// Whether the last update ended the match while the player was watching.
    pub(crate) fn has_just_ended(&self) -> bool {
        self.over().is_some() && self.before.as_ref().is_some_and(|before| before.over.is_none())
    }

    /// The time since the update arrived.
    pub(crate) fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.since)
    }

    /// The seat whose view this is.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self.update.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        }
    }

    pub(crate) fn is_our_turn(&self) -> bool {
        let here = self.seated.as_ref().map(|seated| seated.here);
        self.update.to_act.iter().any(|seat| here.is_some_and(|here| here.has(seat)))
    }

    /// The current prompt.
    pub(crate) fn asked(&self) -> Option<&Ask> {
        let asks = &self.scene().asks;
        asks.get(self.ask).or(asks.first())
    }

    pub(crate) fn cells(&self, id: &str) -> &[Vec<Cell>] {
        let pane = self.scene().panes.iter().find(|pane| pane.id == id);
        match pane.map(|pane| &pane.body) {
            Some(Body::Grid(rows) | Body::Tiles(rows)) => rows,
            _ => &[],
        }
    }

    pub(crate) fn sentences(&self, id: &str) -> &[engine::scene::Text] {
        let pane = self.scene().panes.iter().find(|pane| pane.id == id);
        match pane.map(|pane| &pane.body) {
            Some(Body::Text(texts)) => texts,
            _ => &[],
        }
    }

    /// The typed letter to show in this cell.
    pub(crate) fn echo(&self, pane: &str, row: usize, col: usize) -> Option<char> {
        let at = self.asked()?.echo.filter(|at| at.pane == pane && usize::from(at.row) == row)?;
        self.typed.chars().nth(col.checked_sub(at.col.into())?)
    }

    /// The key of a choice. Where letters are typed, a letter needs Ctrl.
    fn key_of(&self, choice: &Choice) -> Option<KeyPress> {
        let key = KeyPress::read(choice.key?)?;
        match key.code {
            KeyName::Char(c) if c.is_alphanumeric() && !self.scene().asks.is_empty() => {
                Some(KeyPress { ctrl: true, ..key })
            }
            _ => Some(key),
        }
    }

    /// The choices without a key, which are shown as a list.
    pub(crate) fn listed(&self) -> Vec<&Choice> {
        self.scene().choices.iter().filter(|choice| self.key_of(choice).is_none()).collect()
    }

    /// The listed choice that Enter would play.
    pub(crate) fn pick(&self) -> Option<&Choice> {
        let listed = self.listed();
        listed.get(self.picked).or(listed.last()).copied()
    }

    /// The messages that are still shown, and whether each is fading.
    pub(crate) fn fresh(
        &self,
        now: Duration,
        motion: bool,
    ) -> impl Iterator<Item = (&MatchMessage, bool)> {
        let age = move |message: &MatchMessage| now.saturating_sub(message.at);
        let alive = move |message: &&MatchMessage| !motion || age(message) < READ + FADE;
        self.messages.iter().filter(alive).map(move |m| (m, motion && age(m) >= READ))
    }

    /// Adds a message.
    pub(crate) fn add_message(&mut self, now: Duration, text: impl Into<String>, tone: Tone) {
        self.messages.push(MatchMessage { at: now, text: text.into(), tone });
        let count = self.messages.len();
        self.messages.drain(..count.saturating_sub(50));
    }

    /// Takes in a new update with its messages.
    pub(crate) fn apply(&mut self, update: NamedUpdate, said: Vec<String>, now: Duration) {
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
            self.previewed = None;
        }
        (self.ask, self.picked) = (0, 0);
        // Messages since the player's last action stay together, however long they take. If several players
        // share this keyboard, so do all messages of one turn: the next player was not looking.
        let same_turn = self.is_shared() && self.last_actor == acted;
        if answers && !said.is_empty() {
            if !same_turn {
                self.messages.clear();
            }
            self.last_actor = acted;
        }
        said.into_iter().for_each(|text| self.add_message(now, text, Tone::Plain));
    }

    /// Whether several players share this keyboard.
    fn is_shared(&self) -> bool {
        self.seated.as_ref().is_some_and(|seated| seated.here.len() > 1)
    }

    /// When the view changes by itself: a message fades or a spinner turns.
    pub(crate) fn wake(&self, context: &PageContext) -> Option<Duration> {
        if !context.settings.motion {
            return None;
        }
        let stages = self.messages.iter().flat_map(|m| [m.at + READ, m.at + READ + FADE]);
        let next_fade = stages.filter(|stage| *stage > context.now).min();
        let next_spin = self.thinks().then(|| context.now + SPINNER_STEP);
        next_fade.into_iter().chain(next_spin).min()
    }

    /// Whether an answer is pending or a bot is thinking.
    pub(crate) fn thinks(&self) -> bool {
        self.waiting.is_some() || self.bot_to_act().is_some()
    }

    fn bot_to_act(&self) -> Option<Seat> {
        let bots = &self.seated.as_ref()?.bots;
        self.update.to_act.iter().find(|seat| bots.iter().any(|(bot, _)| bot == seat))
    }

    /// Whether a thinking bot or hint can be told to stop. Only once: where only bots play, a second Esc
    /// leaves.
    pub(crate) fn can_stop(&self) -> bool {
        match &self.waiting {
            Some((_, PendingAnswer::Hint(stop))) => !stop.is_set(),
            Some((_, PendingAnswer::Move)) => false,
            None => self.bot_to_act().is_some() && !self.hurried,
        }
    }

    /// Tells the hint or bot to stop thinking and use the best move found so far.
    pub(crate) fn stop(&mut self) -> Vec<Effect> {
        if let Some((_, PendingAnswer::Hint(stop))) = &self.waiting {
            stop.set();
            return Vec::new();
        }
        self.hurried = true;
        let id = self.seated.as_ref().map(|seated| seated.id.clone());
        id.map(|id| Effect::Send(worker::HallRequest::Hurry(id))).into_iter().collect()
    }

    /// Describes the pending answer; `None` if there is none or it has only just been requested.
    pub(crate) fn waiting_text(&self, now: Duration) -> Option<String> {
        let seated = self.seated.as_ref()?;
        match &self.waiting {
            Some((_, PendingAnswer::Hint(_))) => return Some("Thinking of a hint".into()),
            Some((since, PendingAnswer::Move)) if now >= *since + SHOW_PENDING_AFTER => {
                return Some("One moment".into());
            }
            _ => {}
        }
        if let Some(bot) = self.bot_to_act() {
            return Some(format!("{} is thinking", seated.names.of(bot)));
        }
        if self.over().is_none() && !self.is_our_turn() {
            let seat = self.update.to_act.iter().next()?;
            return Some(format!("Waiting for {}", seated.names.of(seat)));
        }
        None
    }

    /// The keys of the scene: for typing, for the list and for choices.
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
            binds.push(erase.or(KeyPress::of(KeyName::Delete)).hidden());
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
                binds.push(if arrow { bind.hidden() } else { bind });
            }
        }
        if listed {
            binds.extend(list_keys(asks.is_empty()));
        }
        binds
    }

    /// Handles the actions that all games have in common.
    pub(crate) fn update(&mut self, action: &UiAction, context: &mut PageContext) -> Vec<Effect> {
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
                return self.request_remarks(None);
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
                return line.map_or(Vec::new(), |line| self.act(line, context));
            }
            UiAction::Enter => {
                let line = match (self.asked(), self.pick()) {
                    (Some(ask), _) if !self.typed.is_empty() => {
                        format!("{}{}", ask.prefix, self.typed)
                    }
                    (_, Some(choice)) => choice.line.to_string(),
                    (Some(_), None) => {
                        self.add_message(
                            context.now,
                            "Type something first, then press Enter.",
                            Tone::Near,
                        );
                        return Vec::new();
                    }
                    (None, None) => return Vec::new(),
                };
                return self.act(line, context);
            }
            UiAction::Line(line) => return self.act(line.clone(), context),
            UiAction::Cell(place) => return self.click(*place, context),
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

    /// Plays the choice of a clicked cell, or types a clicked tile.
    fn click(&mut self, place: Place, context: &mut PageContext) -> Vec<Effect> {
        let choice = self.scene().choices.iter().find(|choice| choice.cell == Some(place));
        if let Some(line) = choice.map(|choice| choice.line.to_string()) {
            return self.act(line, context);
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
            "Enter" => self.update(&UiAction::Enter, context),
            "Delete" => self.update(&UiAction::Erase, context),
            tile => match tile.chars().next() {
                Some(c) => self.type_in(c.to_ascii_lowercase()),
                None => Vec::new(),
            },
        }
    }

    /// Sends a line to the hall.
    pub(crate) fn act(&mut self, line: String, context: &mut PageContext) -> Vec<Effect> {
        let Some((id, seat)) = self.acting() else { return Vec::new() };
        self.waiting = Some((context.now, PendingAnswer::Move));
        self.sent = Some(line.clone());
        let seen = self.update.seq;
        vec![Effect::Send(worker::HallRequest::Act { id, seat, seen, line })]
    }

    /// The match and the seat for which the player here acts.
    pub(crate) fn acting(&self) -> Option<(hall::MatchId, Seat)> {
        let seated = self.seated.as_ref()?;
        let seat = self.seat().filter(|seat| seated.here.has(*seat))?;
        Some((seated.id.clone(), seat))
    }

    fn preview(&mut self) -> Vec<Effect> {
        let line = self.asked().map(|ask| format!("{}{}", ask.prefix, self.typed));
        self.request_remarks(line.filter(|_| !self.typed.is_empty()))
    }

    /// Requests remarks about a line that isn't sent yet; without a line there are none.
    pub(crate) fn request_remarks(&mut self, line: Option<String>) -> Vec<Effect> {
        self.remarks.clear();
        self.previewed.clone_from(&line);
        let (Some((id, seat)), Some(typed)) = (self.acting(), line) else { return Vec::new() };
        vec![Effect::Send(worker::HallRequest::Preview { id, seat, typed })]
    }

    /// Stores remarks, unless the typed line has changed since they were requested.
    pub(crate) fn set_remarks(&mut self, line: &str, remarks: Vec<String>) {
        if self.previewed.as_deref() == Some(line) {
            self.remarks = remarks;
        }
    }
}

/// How long an answer may take before the screen says that it is pending.
const SHOW_PENDING_AFTER: Duration = Duration::from_millis(400);

const SPINNER_STEP: Duration = Duration::from_millis(120);

/// The spinner at this time.
pub(crate) fn spinner(now: Duration, motion: bool) -> &'static str {
    const TURNS: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠛"];
    match motion {
        true => TURNS[(now.as_millis() / SPINNER_STEP.as_millis()) as usize % TURNS.len()],
        false => "…",
    }
}

/// A label with a small first letter, for the footer.
fn lowered(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
