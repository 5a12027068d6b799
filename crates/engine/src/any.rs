//! Games and matches without their types, for code that handles many games. Callers pass lines and JSON; inside,
//! [`Match`] does the work. There are no rules of any game here.

use crate::chance::seed_of;
use crate::views::{Views, scene};
use crate::{
    Budget, Chance, Code, Cx, Face, Game, Hint, Info, Key, Keys, Match, Minds, Outcome, Refusal,
    Scene, Seat, Seats, Settings, Unnamed, Viewer,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use std::marker::PhantomData;
use std::sync::Arc;
use words::Lexicon;

/// JSON text, its keys in the order of the type's fields.
pub type Json = Box<RawValue>;

/// A game without its types.
pub trait AnyGame: Send + Sync {
    /// The description of the game.
    fn info(&self) -> &'static Info;
    /// The keys of its setup.
    fn keys(&self) -> &'static [Key];
    /// The names of its bots, weakest first.
    fn bots(&self) -> Vec<&'static str>;
    /// The names of its presets, the standard one first.
    fn preset_names(&self) -> Vec<&'static str>;
    /// Its presets by name.
    fn presets(&self) -> Result<Vec<(&'static str, Settings)>, Refusal>;
    /// Parses settings from `(key, value)` pairs of text. Keys that aren't given keep their defaults.
    fn read(&self, given: &[(String, String)]) -> Result<Settings, Refusal>;
    /// Reads settings from a stored JSON object.
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
    /// The scene of a view in JSON, for clients that have only the view. `acts`: may the viewer move now? Returns
    /// `None` if the JSON isn't a view of this game.
    fn scene(&self, view: &str, acts: bool) -> Option<Unnamed<Scene>>;
}

/// A match without its types. It is immutable: a move returns the match after it. So [`Game::view`] runs at most once
/// for each viewer, however often views, scenes, hints or moves are asked for.
pub trait AnyMatch: Send + Sync {
    /// The number of seats.
    fn seats(&self) -> u8;
    /// The number of moves so far; a resignation counts as one.
    fn moves(&self) -> u64;
    /// The seats that may move now; none when the match is over.
    fn to_act(&self) -> Seats;
    /// The result, once the match is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Fails with the reason if this seat may not move now.
    fn may_act(&self, seat: Seat) -> Result<(), Refusal>;
    /// The view of one viewer.
    fn view(&self, viewer: Viewer) -> Json;
    /// The scene of one viewer. It has choices and asks only if the viewer may move now.
    fn scene(&self, viewer: Viewer) -> Unnamed<Scene>;
    /// How far a seat has come.
    fn progress(&self, seat: Seat) -> String;
    /// What happens when a seat plays this line.
    fn act(&self, seat: Seat, line: &str) -> Result<Step, Refusal>;
    /// Can [`AnyMatch::act`] take more than a few milliseconds for this line?
    fn is_costly(&self, line: &str) -> bool;
    /// What happens when a seat leaves.
    fn leave(&self, seat: Seat) -> Result<Step, Refusal>;
    /// Applies the stored events of one move or resignation.
    fn apply(&self, events: &[Json]) -> Result<Step, Corrupt>;
    /// The line in the game's own spelling.
    fn echo(&self, seat: Seat, line: &str) -> Result<String, Refusal>;
    /// A hint for a seat.
    fn hint(&self, seat: Seat, budget: Budget) -> Option<Hint>;
    /// Remarks about a half-typed line.
    fn preview(&self, seat: Seat, typed: &str) -> Vec<String>;
    /// The line that a bot would play for a seat; `None` if there is no such bot.
    fn bot(&self, seat: Seat, name: &str, budget: Budget) -> Option<String>;
}

/// The result of a move: its events, what viewers are told about them, and the match after it.
pub struct Step {
    /// The events, for the log.
    pub events: Vec<Json>,
    /// Sentences about the events.
    pub narration: Narration,
    /// Are all events free (see [`Game::is_free`])?
    pub free: bool,
    /// The match after the move.
    pub next: Arc<dyn AnyMatch>,
}

/// Sentences about events, for each viewer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Narration(Vec<(Viewer, Unnamed<String>)>);

impl Narration {
    /// The sentences for this viewer.
    pub fn for_viewer(&self, viewer: Viewer) -> impl Iterator<Item = &Unnamed<String>> {
        self.0.iter().filter(move |(to, _)| *to == viewer).map(|(_, text)| text)
    }
}

/// A log that can't be read.
#[derive(Debug, thiserror::Error)]
pub enum Corrupt {
    /// An event isn't valid JSON of the game's event type.
    #[error("the log has an unreadable event: {0}")]
    Event(#[from] serde_json::Error),
    /// No match can start with these settings and seats.
    #[error("the start of the log is invalid: {0}")]
    Start(#[from] Refusal),
}

/// Implements [`AnyGame`] for a game with its [`Face`] and [`Minds`].
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

impl<G: Face + Minds> AnyGame for Erased<G> {
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
        let (narration, _) = opened.narrate(G::blank(&setup, seats)?, &events);
        Ok(Step {
            events: to_json(&events)?,
            narration,
            free: false,
            next: ErasedMatch::shared(opened),
        })
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
        let (narration, _) = restored.narrate(G::blank(&setup, seats)?, &events);
        Ok(Step {
            events: deal.to_vec(),
            narration,
            free: false,
            next: ErasedMatch::shared(restored),
        })
    }

    fn scene(&self, view: &str, acts: bool) -> Option<Unnamed<Scene>> {
        let view: G::View = serde_json::from_str(view).ok()?;
        Some(scene::<G>(&view, acts))
    }
}

/// A match with its views, as an [`AnyMatch`].
struct ErasedMatch<G: Face> {
    game: Match<G>,
    views: Views<G>,
}

impl<G: Face + Minds> AnyMatch for ErasedMatch<G> {
    fn seats(&self) -> u8 {
        self.game.seats
    }

    fn moves(&self) -> u64 {
        self.game.moves
    }

    fn to_act(&self) -> Seats {
        self.game.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn may_act(&self, seat: Seat) -> Result<(), Refusal> {
        self.game.may_act(seat)
    }

    fn view(&self, viewer: Viewer) -> Json {
        self.views.json(&self.game, viewer).clone()
    }

    fn scene(&self, viewer: Viewer) -> Unnamed<Scene> {
        self.views.scene(&self.game, viewer).clone()
    }

    fn progress(&self, seat: Seat) -> String {
        G::progress(self.seen_by(seat))
    }

    fn act(&self, seat: Seat, line: &str) -> Result<Step, Refusal> {
        self.game.may_act(seat)?;
        let action = G::parse(self.seen_by(seat), line)?;
        let mut next = self.game.clone();
        let events = next.act(seat, action)?;
        self.step(next, &events)
    }

    fn is_costly(&self, line: &str) -> bool {
        G::is_costly(line)
    }

    fn leave(&self, seat: Seat) -> Result<Step, Refusal> {
        let mut next = self.game.clone();
        let events = next.leave(seat)?;
        self.step(next, &events)
    }

    fn apply(&self, events: &[Json]) -> Result<Step, Corrupt> {
        let read = read::<G>(events)?;
        let mut next = self.game.clone();
        next.apply(&read);
        let (narration, free) = next.narrate(self.game.state.clone(), &read);
        Ok(Step { events: events.to_vec(), narration, free, next: ErasedMatch::shared(next) })
    }

    fn echo(&self, seat: Seat, line: &str) -> Result<String, Refusal> {
        G::parse(self.seen_by(seat), line).map(|action| G::line(&action))
    }

    fn hint(&self, seat: Seat, budget: Budget) -> Option<Hint> {
        G::hint(self.seen_by(seat), &mut self.game.cx("hint", seat, budget))
    }

    fn preview(&self, seat: Seat, typed: &str) -> Vec<String> {
        let mut cx = self.game.cx("preview", seat, Budget::default());
        G::preview(self.seen_by(seat), typed, &mut cx)
    }

    fn bot(&self, seat: Seat, name: &str, budget: Budget) -> Option<String> {
        let (_, bot) = G::BOTS.iter().find(|(known, _)| *known == name)?;
        let mut cx = self.game.cx("bot", seat, budget);
        Some(G::line(&bot(self.seen_by(seat), &mut cx)))
    }
}

impl<G: Face + Minds> ErasedMatch<G> {
    fn shared(game: Match<G>) -> Arc<dyn AnyMatch> {
        let views = Views::new(game.seats);
        Arc::new(ErasedMatch { game, views })
    }

    fn seen_by(&self, seat: Seat) -> &G::View {
        self.views.view(&self.game, Viewer::Seat(seat))
    }

    fn step(&self, next: Match<G>, events: &[G::Event]) -> Result<Step, Refusal> {
        let (narration, free) = self.game.narrate(self.game.state.clone(), events);
        Ok(Step { events: to_json(events)?, narration, free, next: ErasedMatch::shared(next) })
    }
}

impl<G: Face> Match<G> {
    /// The sentences about these events, which follow from `state`, and whether all events are free.
    fn narrate(&self, mut state: G::State, events: &[G::Event]) -> (Narration, bool) {
        let (mut sentences, mut free) = (Vec::new(), true);
        for event in events {
            free = free && G::is_free(&state, event);
            G::apply(&mut state, event);
            for viewer in Viewer::all(self.seats) {
                let text = G::tell(&state, event, self.effective_viewer(viewer));
                sentences.extend(text.map(|text| (viewer, Unnamed::new(text))));
            }
        }
        (Narration(sentences), free)
    }

    /// A context for a hint, a preview or a bot. It has its own random stream, so that asking never changes the match.
    fn cx(&self, what: &str, seat: Seat, budget: Budget) -> Cx<'_> {
        let (seed, n) = (self.seed, self.moves + 1);
        let seed = seed_of(&format!("lexicade-{what}-1|{seed}|{seat}|{n}"));
        Cx::new(&self.words, Chance::new(seed, 0), budget)
    }
}

fn read<G: Game>(events: &[Json]) -> Result<Vec<G::Event>, serde_json::Error> {
    events.iter().map(|event| serde_json::from_str(event.get())).collect()
}

fn to_json<E: serde::Serialize>(events: &[E]) -> Result<Vec<Json>, Refusal> {
    let json = events.iter().map(to_raw_value).collect::<Result<_, _>>();
    json.map_err(|error| Refusal::new(Code::Broken, format!("An event can't be written: {error}.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn an_event_that_json_cant_represent_is_refused() {
        let keyed_by_a_list = BTreeMap::from([(vec![1], 1)]);
        let refusal = to_json(&[keyed_by_a_list]).err().unwrap();
        assert_eq!(refusal.code, "house.broken");
        assert_eq!(refusal.text, "An event can't be written: key must be a string.");
    }
}
