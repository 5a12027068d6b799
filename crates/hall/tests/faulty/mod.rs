//! The template game with planted faults. The line `panic` does what it says; a bot of the kind `rude`
//! plays what the rules refuse; hints wait at a gate; views fail once the count is 13.

use engine::{
    AnyGame, AnyMatch, Corrupt, Hint, Info, Json, Key, Outcome, Refusal, Scene, Seat, Seats,
    Settings, Step, Thought, Viewer,
};
use serde_json::{Map, Value};
use std::sync::{Arc, Condvar, Mutex};
use words::Lexicon;

pub(crate) struct Faulty;

/// Where a hint waits: it says that it has come, and goes on when it is let through.
pub(crate) static GATE: Gate = Gate { open: Mutex::new(None), change: Condvar::new() };

/// Nothing: nobody is there. No: somebody waits. Yes: they may go on.
pub(crate) struct Gate {
    open: Mutex<Option<bool>>,
    change: Condvar,
}

impl Gate {
    fn pass(&self) {
        *self.open.lock().unwrap() = Some(false);
        self.change.notify_all();
        let let_through = |open: &mut Option<bool>| *open != Some(true);
        *self.change.wait_while(self.open.lock().unwrap(), let_through).unwrap() = None;
    }

    /// Blocks until somebody has come to the gate.
    pub(crate) fn wait_for_somebody(&self) {
        drop(self.change.wait_while(self.open.lock().unwrap(), |open| open.is_none()).unwrap());
    }

    pub(crate) fn let_through(&self) {
        *self.open.lock().unwrap() = Some(true);
        self.change.notify_all();
    }
}

fn null() -> &'static dyn AnyGame {
    games::find("null").unwrap()
}

fn wrap(step: Step) -> Step {
    Step { next: Arc::new(Wrapped(step.next)), ..step }
}

impl AnyGame for Faulty {
    fn info(&self) -> &'static Info {
        null().info()
    }
    fn keys(&self) -> &'static [Key] {
        null().keys()
    }
    fn bots(&self) -> Vec<&'static str> {
        vec!["rude"]
    }
    fn presets(&self) -> Result<Vec<(&'static str, Settings)>, Refusal> {
        null().presets()
    }
    fn read(&self, given: &[(String, String)]) -> Result<Settings, Refusal> {
        null().read(given)
    }
    fn stored(&self, map: &Map<String, Value>) -> Result<Settings, Refusal> {
        null().stored(map)
    }
    fn open(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
    ) -> Result<Step, Refusal> {
        null().open(settings, seats, seed, words).map(wrap)
    }
    fn restore(
        &self,
        settings: &Settings,
        seats: u8,
        seed: u64,
        words: Arc<Lexicon>,
        deal: &[Json],
    ) -> Result<Step, Corrupt> {
        null().restore(settings, seats, seed, words, deal).map(wrap)
    }
}

struct Wrapped(Arc<dyn AnyMatch>);

impl AnyMatch for Wrapped {
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
    fn view(&self, viewer: Viewer) -> Json {
        let view = self.0.view(viewer);
        assert!(!view.get().contains(r#""count":13"#), "a planted fault");
        view
    }
    fn scene(&self, viewer: Viewer) -> Scene {
        self.0.scene(viewer)
    }
    fn progress(&self, seat: Seat) -> String {
        self.0.progress(seat)
    }
    fn act(&self, seat: Seat, line: &str) -> Result<Step, Refusal> {
        assert!(line != "panic", "a planted fault");
        self.0.act(seat, line).map(wrap)
    }
    fn leave(&self, seat: Seat) -> Result<Step, Refusal> {
        self.0.leave(seat).map(wrap)
    }
    fn apply(&self, events: &[Json]) -> Result<Step, Corrupt> {
        self.0.apply(events).map(wrap)
    }
    fn echo(&self, seat: Seat, line: &str) -> Result<String, Refusal> {
        self.0.echo(seat, line)
    }
    fn hint(&self, seat: Seat, thought: Thought) -> Option<Hint> {
        GATE.pass();
        self.0.hint(seat, thought)
    }
    fn preview(&self, seat: Seat, typed: &str) -> Vec<String> {
        self.0.preview(seat, typed)
    }
    fn bot(&self, _: Seat, name: &str, _: Thought) -> Option<String> {
        (name == "rude").then(|| "add 9".into())
    }
}
