//! One simulation: the houses, the people, what goes wrong, and what is told of it. In the story people and houses have
//! names and matches too, so that nothing in it is drawn by the machine.

use crate::check::{self, Record};
use crate::nemesis::{self, Plan};
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

/// How much time passes in a step.
const TICK: Duration = Duration::from_millis(10);

/// How long everything may take; who is not done then never is.
const LONGEST: Duration = Duration::from_secs(90);

/// How long it is quiet before everybody looks once more.
const QUIET: Duration = Duration::from_secs(1);

/// What everybody in a simulation shares.
pub(crate) struct Scene {
    pub(crate) seed: u64,
    memory: Memory,
    told: RefCell<Told>,
    wrong: RefCell<Option<String>>,
    /// Rings when a house is to close.
    pub(crate) closing: [watch::Sender<u64>; 2],
    /// The table and its invitation, once there is one.
    pub(crate) letter: watch::Sender<Option<(String, String)>>,
    /// Is it over with all that goes wrong?
    pub(crate) peace: watch::Sender<bool>,
    /// How many have played all they wanted.
    pub(crate) done: Cell<usize>,
    pub(crate) records: RefCell<Vec<Record>>,
}

/// What is told of a simulation.
#[derive(Default)]
pub(crate) struct Told {
    lines: Vec<String>,
    pub(crate) counts: Counts,
}

impl Told {
    /// Tells two stories apart.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.lines.hash(&mut hasher);
        hasher.finish()
    }

    /// The last lines of the story.
    pub(crate) fn last(&self, lines: usize) -> String {
        self.lines[self.lines.len().saturating_sub(lines)..].join("\n")
    }
}

/// How often something happened that is to be met.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    /// Moves that were made.
    pub(crate) moves: u64,
    /// Lines that were sent again.
    pub(crate) again: u64,
    /// Lines that had been stored already when they were sent again.
    pub(crate) known: u64,
    /// Lines that were sent to both houses at once, and answered by both.
    pub(crate) both: u64,
    /// Connections that broke, or on which nothing was heard any more.
    pub(crate) lost: u64,
    /// People who went to the other house while they waited for an answer.
    pub(crate) fled: u64,
    /// Rounds and matches whose opening was asked for again.
    pub(crate) reopened: u64,
}

impl Counts {
    fn all(&mut self) -> [&mut u64; 7] {
        let Counts { moves, again, known, both, lost, fled, reopened } = self;
        [moves, again, known, both, lost, fled, reopened]
    }

    pub(crate) fn add(&mut self, mut other: Counts) {
        self.all().into_iter().zip(other.all()).for_each(|(sum, more)| *sum += *more);
    }

    /// A network on which nothing goes wrong proves nothing.
    pub(crate) fn all_met(mut self) {
        assert!(self.all().into_iter().all(|count| *count > 0), "never met: {self:?}");
    }
}

impl Scene {
    fn new(seed: u64) -> Scene {
        Scene {
            seed,
            memory: Memory::default(),
            told: RefCell::default(),
            wrong: RefCell::default(),
            closing: [watch::Sender::new(0), watch::Sender::new(0)],
            letter: watch::Sender::new(None),
            peace: watch::Sender::new(false),
            done: Cell::new(0),
            records: RefCell::default(),
        }
    }

    /// The store, as it is.
    pub(crate) fn store(&self) -> Store {
        Store::Memory(self.memory.clone())
    }

    /// The store, as houses reach it. It outlives them, as a database would.
    pub(crate) fn store_from_afar(&self) -> Store {
        Store::Memory(self.memory.with_latency(clock::way))
    }

    /// Tells what somebody did.
    pub(crate) fn tell(&self, who: &str, what: &str) {
        self.tell_at(turmoil::sim_elapsed().unwrap_or_default(), who, what);
    }

    pub(crate) fn tell_at(&self, at: Duration, who: &str, what: &str) {
        let mut line = String::new();
        let _ = write!(line, "{:>7} {who:<5} {what}", at.as_millis());
        self.told.borrow_mut().lines.push(line);
    }

    /// Counts what is to be met.
    pub(crate) fn count(&self, which: impl FnOnce(&mut Counts) -> &mut u64) {
        *which(&mut self.told.borrow_mut().counts) += 1;
    }

    /// Something is not as promised: the simulation ends with this.
    pub(crate) fn fail(&self, why: String) {
        self.wrong.borrow_mut().get_or_insert(why);
    }
}

/// Runs the simulation of a seed. What is not as promised comes with the story.
pub(crate) fn run(seed: u64) -> Result<Told, (Told, String)> {
    let scene = Rc::new(Scene::new(seed));
    let ran = play(&scene).and_then(|()| check::records(&scene));
    let told = scene.told.take();
    match ran {
        Ok(()) => Ok(told),
        Err(why) => Err((told, why)),
    }
}

fn play(scene: &Rc<Scene>) -> Result<(), String> {
    let begin = SystemTime::UNIX_EPOCH + Duration::from_secs(clock::BEGIN);
    let mut sim = Builder::new()
        .rng_seed(scene.seed)
        .epoch(begin)
        .tick_duration(TICK)
        .simulation_duration(LONGEST)
        .enable_random_order()
        .build();
    for (house, name) in SERVERS.into_iter().enumerate() {
        let scene = Rc::clone(scene);
        sim.host(name, move || server::run(Rc::clone(&scene), house));
    }
    for (n, part) in (0..).zip(CAST) {
        let person = Person::new(Rc::clone(scene), n, *part);
        sim.client(part.name, async move {
            person.live().await;
            Ok(())
        });
    }
    let mut plan = nemesis::draw(scene.seed);
    nemesis::calm(&sim);
    let mut quiet = Duration::ZERO;
    loop {
        work(scene, &mut sim, &mut plan);
        if plan.is_empty() && scene.done.get() == CAST.len() {
            quiet += TICK;
            scene.peace.send_if_modified(|peace| quiet > QUIET && !std::mem::replace(peace, true));
        }
        let ended = sim.step().map_err(|error| error.to_string());
        if let Some(why) = scene.wrong.take() {
            return Err(why);
        }
        if ended? {
            return Ok(());
        }
    }
}

/// Does what goes wrong now.
fn work(scene: &Scene, sim: &mut Sim<'_>, plan: &mut Plan) {
    while plan.front().is_some_and(|(at, _)| *at <= sim.elapsed()) {
        let Some((_, deed)) = plan.pop_front() else { return };
        scene.tell_at(sim.elapsed(), "-", &format!("{deed:?}"));
        nemesis::act(scene, sim, deed);
    }
}
