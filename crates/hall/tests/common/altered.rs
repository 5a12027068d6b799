//! A game that is played like another, but for what is altered: for tests that plant a fault.

use engine::{
    AnyGame, AnyMatch, Budget, Corrupt, Hint, Info, Json, Key, Outcome, Refusal, Scene, Seat,
    Seats, Settings, Step, Viewer,
};
use serde_json::{Map, Value};
use std::sync::Arc;
use words::Lexicon;

/// What is altered. What is not said stays as it is.
pub trait Alter: Copy + Send + Sync + 'static {
    /// The same for a match that begins so.
    fn dealt(self, _: &Settings, _seed: u64) -> Self {
        self
    }
    fn bots(&self, honest: &dyn AnyGame) -> Vec<&'static str> {
        honest.bots()
    }
    fn view(&self, honest: &dyn AnyMatch, viewer: Viewer) -> Json {
        honest.view(viewer)
    }
    fn act(&self, honest: &dyn AnyMatch, seat: Seat, line: &str) -> Result<Step, Refusal> {
        honest.act(seat, line)
    }
    fn apply(&self, honest: &dyn AnyMatch, events: &[Json]) -> Result<Step, Corrupt> {
        honest.apply(events)
    }
    fn hint(&self, honest: &dyn AnyMatch, seat: Seat, thought: Budget) -> Option<Hint> {
        honest.hint(seat, thought)
    }
    fn bot(&self, honest: &dyn AnyMatch, seat: Seat, name: &str, t: Budget) -> Option<String> {
        honest.bot(seat, name, t)
    }
}

/// The game of this name, altered.
pub struct Altered<A>(pub &'static str, pub A);

impl<A: Alter> Altered<A> {
    fn honest(&self) -> &'static dyn AnyGame {
        games::find(self.0).unwrap()
    }
}

/// A match of such a game.
struct Played<A>(Arc<dyn AnyMatch>, A);

fn altered<A: Alter>(step: Step, alter: A) -> Step {
    Step { next: Arc::new(Played(step.next, alter)), ..step }
}

impl<A: Alter> AnyGame for Altered<A> {
    fn info(&self) -> &'static Info {
        self.honest().info()
    }
    fn keys(&self) -> &'static [Key] {
        self.honest().keys()
    }
    fn bots(&self) -> Vec<&'static str> {
        self.1.bots(self.honest())
    }
    fn preset_names(&self) -> Vec<&'static str> {
        self.honest().preset_names()
    }
    fn presets(&self) -> Result<Vec<(&'static str, Settings)>, Refusal> {
        self.honest().presets()
    }
    fn read(&self, given: &[(String, String)]) -> Result<Settings, Refusal> {
        self.honest().read(given)
    }
    fn stored(&self, map: &Map<String, Value>) -> Result<Settings, Refusal> {
        self.honest().stored(map)
    }
    fn open(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<Step, Refusal> {
        let step = self.honest().open(settings, seats, seed, words)?;
        Ok(altered(step, self.1.dealt(settings, seed)))
    }
    fn restore(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
        deal: &[Json],
    ) -> Result<Step, Corrupt> {
        let step = self.honest().restore(settings, seats, seed, words, deal)?;
        Ok(altered(step, self.1.dealt(settings, seed)))
    }

    fn scene(&self, view: &str, acts: bool) -> Option<Scene> {
        self.honest().scene(view, acts)
    }
}

impl<A: Alter> AnyMatch for Played<A> {
    fn view(&self, viewer: Viewer) -> Json {
        self.1.view(&*self.0, viewer)
    }
    fn act(&self, seat: Seat, line: &str) -> Result<Step, Refusal> {
        Ok(altered(self.1.act(&*self.0, seat, line)?, self.1))
    }
    fn is_costly(&self, line: &str) -> bool {
        self.0.is_costly(line)
    }
    fn leave(&self, seat: Seat) -> Result<Step, Refusal> {
        Ok(altered(self.0.leave(seat)?, self.1))
    }
    fn apply(&self, events: &[Json]) -> Result<Step, Corrupt> {
        Ok(altered(self.1.apply(&*self.0, events)?, self.1))
    }
    fn hint(&self, seat: Seat, thought: Budget) -> Option<Hint> {
        self.1.hint(&*self.0, seat, thought)
    }
    fn bot(&self, seat: Seat, name: &str, thought: Budget) -> Option<String> {
        self.1.bot(&*self.0, seat, name, thought)
    }
    fn seats(&self) -> u8 {
        self.0.seats()
    }
    fn moves(&self) -> u64 {
        self.0.moves()
    }
    fn to_act(&self) -> Seats {
        self.0.to_act()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn may_act(&self, seat: Seat) -> Result<(), Refusal> {
        self.0.may_act(seat)
    }
    fn scene(&self, viewer: Viewer) -> Scene {
        self.0.scene(viewer)
    }
    fn progress(&self, seat: Seat) -> String {
        self.0.progress(seat)
    }
    fn echo(&self, seat: Seat, line: &str) -> Result<String, Refusal> {
        self.0.echo(seat, line)
    }
    fn preview(&self, seat: Seat, typed: &str) -> Vec<String> {
        self.0.preview(seat, typed)
    }
}
