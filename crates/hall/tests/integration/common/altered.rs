//! A game that behaves like another one except for some functions, for tests that inject faults.

use engine::{
    AnyGame, AnyMatch, Budget, Corrupt, Hint, Info, Json, Key, Outcome, Refusal, Scene, Seat,
    Seats, Settings, Step, Unnamed, Viewer,
};
use serde_json::{Map, Value};
use std::sync::Arc;
use words::Lexicon;

/// The altered functions. The defaults call the original game.
pub trait Alter: Copy + Send + Sync + 'static {
    /// The alteration for a match with these settings and this seed.
    fn dealt(self, _: &Settings, _seed: u64) -> Self {
        self
    }
    fn bots(&self, original: &dyn AnyGame) -> Vec<&'static str> {
        original.bots()
    }
    fn view(&self, original: &dyn AnyMatch, viewer: Viewer) -> Json {
        original.view(viewer)
    }
    fn act(&self, original: &dyn AnyMatch, seat: Seat, line: &str) -> Result<Step, Refusal> {
        original.act(seat, line)
    }
    fn apply(&self, original: &dyn AnyMatch, events: &[Json]) -> Result<Step, Corrupt> {
        original.apply(events)
    }
    fn hint(&self, original: &dyn AnyMatch, seat: Seat, budget: Budget) -> Option<Hint> {
        original.hint(seat, budget)
    }
    fn bot(
        &self,
        original: &dyn AnyMatch,
        seat: Seat,
        name: &str,
        budget: Budget,
    ) -> Option<String> {
        original.bot(seat, name, budget)
    }
}

/// The game with this name, altered.
pub struct Altered<A>(pub &'static str, pub A);

impl<A: Alter> Altered<A> {
    fn original(&self) -> &'static dyn AnyGame {
        games::find(self.0).unwrap()
    }
}

/// A match of an altered game.
struct Played<A>(Arc<dyn AnyMatch>, A);

fn altered<A: Alter>(step: Step, alter: A) -> Step {
    Step { next: Arc::new(Played(step.next, alter)), ..step }
}

impl<A: Alter> AnyGame for Altered<A> {
    fn info(&self) -> &'static Info {
        self.original().info()
    }
    fn keys(&self) -> &'static [Key] {
        self.original().keys()
    }
    fn bots(&self) -> Vec<&'static str> {
        self.1.bots(self.original())
    }
    fn preset_names(&self) -> Vec<&'static str> {
        self.original().preset_names()
    }
    fn presets(&self) -> Result<Vec<(&'static str, Settings)>, Refusal> {
        self.original().presets()
    }
    fn read(&self, given: &[(String, String)]) -> Result<Settings, Refusal> {
        self.original().read(given)
    }
    fn stored(&self, map: &Map<String, Value>) -> Result<Settings, Refusal> {
        self.original().stored(map)
    }
    fn open(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<Step, Refusal> {
        let step = self.original().open(settings, seats, seed, words)?;
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
        let step = self.original().restore(settings, seats, seed, words, deal)?;
        Ok(altered(step, self.1.dealt(settings, seed)))
    }

    fn scene(&self, view: &str, acts: bool) -> Option<Unnamed<Scene>> {
        self.original().scene(view, acts)
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
    fn hint(&self, seat: Seat, budget: Budget) -> Option<Hint> {
        self.1.hint(&*self.0, seat, budget)
    }
    fn bot(&self, seat: Seat, name: &str, budget: Budget) -> Option<String> {
        self.1.bot(&*self.0, seat, name, budget)
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
    fn scene(&self, viewer: Viewer) -> Unnamed<Scene> {
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
