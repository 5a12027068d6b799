//! Games and matches without their types, for whoever holds many kinds: JSON and lines outside, the
//! typed path inside. Nothing here knows a rule.

use crate::chance::seed_of;
use crate::{
    Budget, Chance, Cx, Game, Hint, Info, Key, Keys, Match, Outcome, Refusal, Scene, Seat, Seats,
    Settings, Viewer,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use std::marker::PhantomData;
use std::sync::Arc;
use words::Lexicon;

/// A piece of JSON text, its keys in the order of the type it came from.
pub type Json = Box<RawValue>;

/// A kind of game.
pub trait AnyGame: Send + Sync {
    /// What it is called and how many may play.
    fn info(&self) -> &'static Info;
    /// The keys of its setup.
    fn keys(&self) -> &'static [Key];
    /// The names of its bots, weakest first.
    fn bots(&self) -> Vec<&'static str>;
    /// The names of its setups, the usual one first.
    fn preset_names(&self) -> Vec<&'static str>;
    /// Its named setups.
    fn presets(&self) -> Result<Vec<(&'static str, Settings)>, Refusal>;
    /// Settings from `(key, value)` pairs of text.
    fn read(&self, given: &[(String, String)]) -> Result<Settings, Refusal>;
    /// Settings from a stored table.
    fn stored(&self, map: &Map<String, Value>) -> Result<Settings, Refusal>;
    /// Opens a match and deals.
    fn open(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<Step, Refusal>;
    /// Rebuilds a match from the events of its deal.
    fn restore(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
        deal: &[Json],
    ) -> Result<Step, Corrupt>;
    /// What somebody has before them, from what they may know: for whoever has only that. Nothing, when it is no view
    /// of this game.
    fn scene(&self, view: &str, acts: bool) -> Option<Scene>;
}

/// A match of some game.
pub trait AnyMatch: Send + Sync {
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// How many moves and leavings there have been.
    fn moves(&self) -> u64;
    /// Who is to act.
    fn to_act(&self) -> Seats;
    /// The result, once it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// May this seat act now? If not, why.
    fn may_act(&self, seat: Seat) -> Result<(), Refusal>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Json;
    /// What a viewer has before them; choices and asks only for those who are to act.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// How far a seat has come.
    fn progress(&self, seat: Seat) -> String;
    /// What a line would lead to; nothing has changed yet.
    fn act(&self, seat: Seat, line: &str) -> Result<Step, Refusal>;
    /// Can finding out what this line leads to take more than a few milliseconds?
    fn is_costly(&self, line: &str) -> bool;
    /// What leaving would lead to; nothing has changed yet.
    fn leave(&self, seat: Seat) -> Result<Step, Refusal>;
    /// What folding the events of one move or leaving leads to.
    fn apply(&self, events: &[Json]) -> Result<Step, Corrupt>;
    /// The line as the game itself would write it.
    fn echo(&self, seat: Seat, line: &str) -> Result<String, Refusal>;
    /// A hint for a seat.
    fn hint(&self, seat: Seat, thought: Budget) -> Option<Hint>;
    /// Remarks about a half-typed line.
    fn preview(&self, seat: Seat, typed: &str) -> Vec<String>;
    /// The line that a bot would play for a seat; nothing when there is no such bot.
    fn bot(&self, seat: Seat, name: &str, thought: Budget) -> Option<String>;
}

/// What happened, who is told what, and the match as it is then.
pub struct Step {
    /// The events, for the log.
    pub events: Vec<Json>,
    /// What is said of them.
    pub narration: Narration,
    /// Are all of them free (see [`Game::is_free`])?
    pub free: bool,
    /// The match after them.
    pub next: Arc<dyn AnyMatch>,
}

/// What each viewer is told, in sentences.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Narration(Vec<(Viewer, String)>);

impl Narration {
    /// What this viewer is told.
    pub fn for_viewer(&self, viewer: Viewer) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(to, _)| *to == viewer).map(|(_, text)| text.as_str())
    }
}

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Corrupt {
    /// An event that is none.
    #[error("an event of the log cannot be read: {0}")]
    Event(#[from] serde_json::Error),
    /// A beginning that cannot be.
    #[error("the beginning of the log cannot be: {0}")]
    Start(#[from] Refusal),
}

/// A game without its types.
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The game, for a list of games.
    pub const fn new() -> Self {
        Erased(PhantomData)
    }
}

impl<G> Default for Erased<G> {
    fn default() -> Self {
        Erased::new()
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn keys(&self) -> &'static [Key] {
        G::Setup::KEYS
    }

    fn bots(&self) -> Vec<&'static str> {
        G::BOTS.iter().map(|(name, _)| *name).collect()
    }

    fn preset_names(&self) -> Vec<&'static str> {
        G::presets().into_iter().map(|(name, _)| name).collect()
    }

    fn presets(&self) -> Result<Vec<(&'static str, Settings)>, Refusal> {
        G::presets().iter().map(|(name, setup)| Ok((*name, Settings::of(setup)?))).collect()
    }

    fn read(&self, given: &[(String, String)]) -> Result<Settings, Refusal> {
        Settings::read::<G::Setup>(given)
    }

    fn stored(&self, map: &Map<String, Value>) -> Result<Settings, Refusal> {
        Settings::from_map::<G::Setup>(map)
    }

    fn open(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<Step, Refusal> {
        let setup = settings.setup()?;
        let (opened, events) = Match::<G>::open(&setup, seats, seed, words)?;
        let said = opened.narrate(G::blank(&setup, seats)?, &events);
        Ok(Step { events: to_json(&events)?, narration: said, free: false, next: Arc::new(opened) })
    }

    fn restore(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
        deal: &[Json],
    ) -> Result<Step, Corrupt> {
        let setup = settings.setup()?;
        let events = read::<G>(deal)?;
        let restored = Match::<G>::restore(&setup, seats, seed, words, &events)?;
        let said = restored.narrate(G::blank(&setup, seats)?, &events);
        Ok(Step { events: deal.to_vec(), narration: said, free: false, next: Arc::new(restored) })
    }

    fn scene(&self, view: &str, acts: bool) -> Option<Scene> {
        let view: G::View = serde_json::from_str(view).ok()?;
        Some(scene::<G>(&view, acts))
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn seats(&self) -> u8 {
        self.seats
    }

    fn moves(&self) -> u64 {
        self.moves
    }

    fn to_act(&self) -> Seats {
        Match::to_act(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn may_act(&self, seat: Seat) -> Result<(), Refusal> {
        Match::may_act(self, seat)
    }

    fn view(&self, viewer: Viewer) -> Json {
        // A view is plain data; a type that could not be written would fail every test there is.
        to_raw_value(&Match::view(self, viewer)).unwrap_or_default()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let acts = viewer.seat().is_some_and(|seat| Match::to_act(self).has(seat));
        scene::<G>(&Match::view(self, viewer), acts)
    }

    fn progress(&self, seat: Seat) -> String {
        G::progress(&Match::view(self, Viewer::Seat(seat)))
    }

    fn act(&self, seat: Seat, line: &str) -> Result<Step, Refusal> {
        Match::may_act(self, seat)?;
        let action = G::parse(&Match::view(self, Viewer::Seat(seat)), line)?;
        let mut next = self.clone();
        let events = Match::act(&mut next, seat, action)?;
        self.step(next, &events)
    }

    fn is_costly(&self, line: &str) -> bool {
        G::is_costly(line)
    }

    fn leave(&self, seat: Seat) -> Result<Step, Refusal> {
        let mut next = self.clone();
        let events = Match::leave(&mut next, seat)?;
        self.step(next, &events)
    }

    fn apply(&self, events: &[Json]) -> Result<Step, Corrupt> {
        let read = read::<G>(events)?;
        let mut next = self.clone();
        Match::apply(&mut next, &read);
        let said = next.narrate(self.state.clone(), &read);
        let free = read.iter().all(G::is_free);
        Ok(Step { events: events.to_vec(), narration: said, free, next: Arc::new(next) })
    }

    fn echo(&self, seat: Seat, line: &str) -> Result<String, Refusal> {
        G::parse(&Match::view(self, Viewer::Seat(seat)), line).map(|action| G::line(&action))
    }

    fn hint(&self, seat: Seat, thought: Budget) -> Option<Hint> {
        G::hint(&Match::view(self, Viewer::Seat(seat)), &mut self.cx("hint", seat, thought))
    }

    fn preview(&self, seat: Seat, typed: &str) -> Vec<String> {
        let mut cx = self.cx("preview", seat, Budget::default());
        G::preview(&Match::view(self, Viewer::Seat(seat)), typed, &mut cx)
    }

    fn bot(&self, seat: Seat, name: &str, thought: Budget) -> Option<String> {
        let (_, bot) = G::BOTS.iter().find(|(known, _)| *known == name)?;
        let mut cx = self.cx("bot", seat, thought);
        Some(G::line(&bot(&Match::view(self, Viewer::Seat(seat)), &mut cx)))
    }
}

impl<G: Game> Match<G> {
    fn step(&self, next: Match<G>, events: &[G::Event]) -> Result<Step, Refusal> {
        let said = self.narrate(self.state.clone(), events);
        let free = events.iter().all(G::is_free);
        Ok(Step { events: to_json(events)?, narration: said, free, next: Arc::new(next) })
    }

    /// What is said of events, each with the state just after it.
    fn narrate(&self, mut state: G::State, events: &[G::Event]) -> Narration {
        let mut said = Vec::new();
        for event in events {
            G::apply(&mut state, event);
            for viewer in Viewer::all(self.seats) {
                let text = G::tell(&state, event, self.effective_viewer(viewer));
                said.extend(text.map(|text| (viewer, text)));
            }
        }
        Narration(said)
    }

    /// A context for thinking: its luck is its own, so that hints and bots change no deal.
    fn cx(&self, what: &str, seat: Seat, thought: Budget) -> Cx<'_> {
        let (seed, n) = (self.seed, self.moves + 1);
        let seed = seed_of(&format!("lexicade-{what}-1|{seed}|{seat}|{n}"));
        Cx::new(&self.words, Chance::new(seed, 0), thought)
    }
}

/// What somebody has before them; choices and asks only for those who are to act.
fn scene<G: Game>(view: &G::View, acts: bool) -> Scene {
    let mut scene = G::scene(view);
    if !acts {
        scene.choices.clear();
        scene.asks.clear();
    }
    scene
}

fn read<G: Game>(events: &[Json]) -> Result<Vec<G::Event>, serde_json::Error> {
    events.iter().map(|event| serde_json::from_str(event.get())).collect()
}

fn to_json<E: serde::Serialize>(events: &[E]) -> Result<Vec<Json>, Refusal> {
    let json = events.iter().map(to_raw_value).collect::<Result<_, _>>();
    json.map_err(|error| {
        Refusal::new("house.broken", format!("An event cannot be written: {error}."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn an_event_that_json_cannot_hold_is_refused() {
        let keyed_by_a_list = BTreeMap::from([(vec![1], 1)]);
        let refusal = to_json(&[keyed_by_a_list]).err().unwrap();
        assert_eq!(refusal.code, "house.broken");
        assert_eq!(refusal.text, "An event cannot be written: key must be a string.");
    }
}
