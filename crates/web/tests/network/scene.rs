//! One simulation: the nodes, the people, the faults and the trace. The trace names people, nodes and entries, but
//! never random ids, so that two runs of a seed have the same trace.

use crate::check::{self, Record};
use crate::nemesis::{self, Schedule};
use crate::person::{CAST, Person};
use crate::wire::SERVERS;
use crate::{clock, server};
use hall::Store;
use hall::store::Memory;
use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::time::{Duration, SystemTime};
use tokio::sync::watch;
use turmoil::{Builder, Sim};

/// How much time passes in one step.
const TICK: Duration = Duration::from_millis(10);

/// The longest simulation. A person who isn't done by then is stuck.
const LONGEST: Duration = Duration::from_secs(90);

/// How long to wait after the last move before everyone reads the match once more.
const QUIET: Duration = Duration::from_secs(1);

/// The shared state of a simulation.
pub(crate) struct Scene {
    pub(crate) seed: u64,
    memory: Memory,
    trace: RefCell<Trace>,
    error: RefCell<Option<String>>,
    /// Signals to a node that it should shut down.
    pub(crate) closing: [watch::Sender<u64>; 2],
    /// The table and its invitation, once there is one.
    pub(crate) invitation: watch::Sender<Option<(String, String)>>,
    /// Whether all faults are over and everyone is done.
    pub(crate) is_quiet: watch::Sender<bool>,
    /// How many people are done playing.
    pub(crate) done: Cell<usize>,
    pub(crate) records: RefCell<Vec<Record>>,
}

/// The events of a simulation.
#[derive(Default)]
pub(crate) struct Trace {
    lines: Vec<String>,
    pub(crate) counts: Counts,
}

impl Trace {
    /// Equal traces have equal hashes.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.lines.hash(&mut hasher);
        hasher.finish()
    }

    /// The last lines.
    pub(crate) fn last(&self, lines: usize) -> String {
        self.lines[self.lines.len().saturating_sub(lines)..].join("\n")
    }
}

/// How often things happened that the simulations must cover.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    /// Moves that were acknowledged.
    pub(crate) moves: u64,
    /// Lines that were sent again.
    pub(crate) resent: u64,
    /// Lines that were already stored when they were sent again.
    pub(crate) known: u64,
    /// Lines that were sent to both nodes at once, and acknowledged by both.
    pub(crate) both: u64,
    /// Connections that broke or became silent.
    pub(crate) lost: u64,
    /// Reconnections to the other node while a line was unanswered.
    pub(crate) switched: u64,
    /// Requests to open a match or a round that got no response.
    pub(crate) reopened: u64,
}

impl Counts {
    fn all(&mut self) -> [&mut u64; 7] {
        let Counts { moves, resent, known, both, lost, switched, reopened } = self;
        [moves, resent, known, both, lost, switched, reopened]
    }

    pub(crate) fn add(&mut self, mut other: Counts) {
        self.all().into_iter().zip(other.all()).for_each(|(sum, more)| *sum += *more);
    }

    /// Without faults the simulations would prove nothing.
    pub(crate) fn check_all_happened(mut self) {
        assert!(self.all().into_iter().all(|count| *count > 0), "never happened: {self:?}");
    }
}

impl Scene {
    fn new(seed: u64) -> Scene {
        Scene {
            seed,
            memory: Memory::default(),
            trace: RefCell::default(),
            error: RefCell::default(),
            closing: [watch::Sender::new(0), watch::Sender::new(0)],
            invitation: watch::Sender::new(None),
            is_quiet: watch::Sender::new(false),
            done: Cell::new(0),
            records: RefCell::default(),
        }
    }

    /// The store, without latency.
    pub(crate) fn store(&self) -> Store {
        Store::Memory(self.memory.clone())
    }

    /// The store with latency, for the nodes. It outlives them, as a database would.
    pub(crate) fn remote_store(&self) -> Store {
        Store::Memory(self.memory.with_latency(clock::store_latency))
    }

    /// Adds an event of a person to the trace.
    pub(crate) fn log(&self, name: &str, event: &str) {
        self.log_at(turmoil::sim_elapsed().unwrap_or_default(), name, event);
    }

    pub(crate) fn log_at(&self, at: Duration, name: &str, event: &str) {
        let mut line = String::new();
        let _ = write!(line, "{:>7} {name:<5} {event}", at.as_millis());
        self.trace.borrow_mut().lines.push(line);
    }

    pub(crate) fn count(&self, counter: impl FnOnce(&mut Counts) -> &mut u64) {
        *counter(&mut self.trace.borrow_mut().counts) += 1;
    }

    /// Ends the simulation with this error.
    pub(crate) fn fail(&self, error: String) {
        self.error.borrow_mut().get_or_insert(error);
    }
}

/// Runs the simulation of a seed. An error comes with the trace.
pub(crate) fn run(seed: u64) -> Result<Trace, (Trace, String)> {
    let scene = Rc::new(Scene::new(seed));
    let result = play(&scene).and_then(|()| check::records(&scene));
    let trace = scene.trace.take();
    match result {
        Ok(()) => Ok(trace),
        Err(error) => Err((trace, error)),
    }
}

fn play(scene: &Rc<Scene>) -> Result<(), String> {
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(clock::START);
    let mut sim = Builder::new()
        .rng_seed(scene.seed)
        .epoch(start)
        .tick_duration(TICK)
        .simulation_duration(LONGEST)
        .enable_random_order()
        .build();
    for (node, name) in SERVERS.into_iter().enumerate() {
        let scene = Rc::clone(scene);
        sim.host(name, move || server::run(Rc::clone(&scene), node));
    }
    for (n, part) in (0..).zip(CAST) {
        let person = Person::new(Rc::clone(scene), n, *part);
        sim.client(part.name, async move {
            person.live().await;
            Ok(())
        });
    }
    let mut schedule = nemesis::draw(scene.seed);
    nemesis::repair_links(&sim);
    let mut quiet = Duration::ZERO;
    loop {
        apply_due(scene, &mut sim, &mut schedule);
        if schedule.is_empty() && scene.done.get() == CAST.len() {
            quiet += TICK;
            let set = |is_quiet: &mut bool| quiet > QUIET && !std::mem::replace(is_quiet, true);
            scene.is_quiet.send_if_modified(set);
        }
        let ended = sim.step().map_err(|error| error.to_string());
        if let Some(error) = scene.error.take() {
            return Err(error);
        }
        if ended? {
            return Ok(());
        }
    }
}

/// Makes the faults happen that are due.
fn apply_due(scene: &Scene, sim: &mut Sim<'_>, schedule: &mut Schedule) {
    while schedule.front().is_some_and(|(at, _)| *at <= sim.elapsed()) {
        let Some((_, fault)) = schedule.pop_front() else { return };
        scene.log_at(sim.elapsed(), "-", &format!("{fault:?}"));
        nemesis::apply(scene, sim, fault);
    }
}
