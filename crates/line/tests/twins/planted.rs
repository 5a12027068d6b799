//! Do twins notice a leak? One is planted in every game: its views carry a trace of the seed and of the
//! secret settings.

use super::*;
use engine::{
    AnyMatch, Corrupt, Hint, Info, Json, Key, Outcome, Refusal, Scene, Seats, Settings, Step,
    Thought,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use words::Lexicon;

/// A game whose views leak.
struct Leaky(&'static str);

static LEAKY: Games =
    &[&Leaky("wordle"), &Leaky("wampus"), &Leaky("hand"), &Leaky("wizards"), &Leaky("junior")];

impl Leaky {
    fn honest(&self) -> &'static dyn AnyGame {
        games::find(self.0).unwrap()
    }
}

/// A match whose views carry a trace of what nobody may know.
struct Open {
    honest: Arc<dyn AnyMatch>,
    trace: u64,
}

fn leaking(step: Step, trace: u64) -> Step {
    Step { next: Arc::new(Open { honest: step.next, trace }), ..step }
}

fn trace(settings: &Settings, seed: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    settings.iter().for_each(|(_, value)| value.to_string().hash(&mut hasher));
    hasher.finish()
}

impl AnyGame for Leaky {
    fn info(&self) -> &'static Info {
        self.honest().info()
    }
    fn keys(&self) -> &'static [Key] {
        self.honest().keys()
    }
    fn bots(&self) -> Vec<&'static str> {
        self.honest().bots()
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
        Ok(leaking(step, trace(settings, seed)))
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
        Ok(leaking(step, trace(settings, seed)))
    }
}

impl AnyMatch for Open {
    fn view(&self, viewer: Viewer) -> Json {
        let view = self.honest.view(viewer);
        let rest = view.get().strip_prefix('{').unwrap();
        RawValue::from_string(format!(r#"{{"trace":{},{rest}"#, self.trace)).unwrap()
    }
    fn act(&self, seat: Seat, line: &str) -> Result<Step, Refusal> {
        Ok(leaking(self.honest.act(seat, line)?, self.trace))
    }
    fn leave(&self, seat: Seat) -> Result<Step, Refusal> {
        Ok(leaking(self.honest.leave(seat)?, self.trace))
    }
    fn apply(&self, events: &[Json]) -> Result<Step, Corrupt> {
        Ok(leaking(self.honest.apply(events)?, self.trace))
    }
    fn seats(&self) -> u8 {
        self.honest.seats()
    }
    fn moves(&self) -> u64 {
        self.honest.moves()
    }
    fn to_act(&self) -> Seats {
        self.honest.to_act()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.honest.outcome()
    }
    fn may_act(&self, seat: Seat) -> Result<(), Refusal> {
        self.honest.may_act(seat)
    }
    fn scene(&self, viewer: Viewer) -> Scene {
        self.honest.scene(viewer)
    }
    fn progress(&self, seat: Seat) -> String {
        self.honest.progress(seat)
    }
    fn echo(&self, seat: Seat, line: &str) -> Result<String, Refusal> {
        self.honest.echo(seat, line)
    }
    fn hint(&self, seat: Seat, thought: Thought) -> Option<Hint> {
        self.honest.hint(seat, thought)
    }
    fn preview(&self, seat: Seat, typed: &str) -> Vec<String> {
        self.honest.preview(seat, typed)
    }
    fn bot(&self, seat: Seat, name: &str, thought: Thought) -> Option<String> {
        self.honest.bot(seat, name, thought)
    }
}

/// Twins of a game: they differ in a secret setting or in the seed alone.
fn twins(game: &str) -> [Start; 2] {
    let set = |set: &[(&str, &str)], seed| start(game, set, seed);
    match game {
        "wordle" => [set(&[("word", "crane")], 1), set(&[("word", "moist")], 1)],
        "wampus" => ["A..P:..W.:....:.G..", "A...:.P..:..W.:..G."]
            .map(|layout| set(&[("layout", layout)], 1)),
        "hand" => [1, 2].map(|seed| set(&[("deals", "cat*"), ("hands", "3")], seed)),
        "wizards" => [1, 2].map(|seed| set(&[("main", "streak")], seed)),
        _ => ["AAA", "EEE"].map(|draws| set(&[("racks", "hidden"), ("draws", draws)], 1)),
    }
}

#[test]
fn a_planted_leak_is_noticed_in_every_game_by_pipe_by_watch_and_through_every_store() {
    for &game in LEAKY {
        let [one, two] = twins(game.info().id).map(|start| Start { game, ..start });
        for compare in [compare_pipes, compare_watches, compare_stores] {
            let noticed = catch_unwind(AssertUnwindSafe(|| compare(LEAKY, &one, &two, &[], 1)));
            let message = noticed.unwrap_err().downcast::<String>().unwrap();
            assert!(message.contains("twins apart at []"), "{}: {message}", game.info().id);
            assert!(message.contains("trace"), "{}: {message}", game.info().id);
        }
    }
}
