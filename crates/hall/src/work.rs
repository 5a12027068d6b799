//! Work that can take longer than a few milliseconds: bots, hints, replays, imports, long logs, leaderboards.
//!
//! It never runs on the threads that serve requests. A [`Scheduler`] runs a bounded number of jobs at a time on
//! separate threads, and clients take turns: the address that was served longest ago goes first, and at that address
//! the person who was. A client that asks for too much at once is refused, and told when to retry. Costly functions
//! take a [`WorkPermit`], which only a scheduler creates: they can't be called without waiting for a turn.

use crate::catch_panic::catch_panic;
use crate::live::broken;
use engine::{Code, Refusal, Stop};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// How many bots may wait in all. Each belongs to a different match, and a bot that is refused moves when its match is
/// next opened.
const WAITING_BOTS: usize = 4096;

/// How many clients are remembered, so that they take turns.
const REMEMBERED: usize = 10_000;

/// The client for whom work is done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Client {
    address: Arc<str>,
    person: OnceLock<Arc<str>>,
}

tokio::task_local! {
    static CLIENT: Client;
}

impl Client {
    /// A client at this address. The person may be identified later.
    pub fn at(address: &str) -> Client {
        Client { address: address.into(), person: OnceLock::new() }
    }

    /// The client for whom this code runs; outside of a request, the server itself.
    pub fn current() -> Client {
        CLIENT.try_with(Clone::clone).unwrap_or_default()
    }

    /// Sets the person of the current client.
    pub fn identify(person: &str) {
        // The first identification stays. The server's own work belongs to no person.
        let _ = CLIENT.try_with(|client| client.person.set(person.into()));
    }

    /// Runs a future on behalf of this client.
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        CLIENT.scope(self, future).await
    }

    fn person(&self) -> &str {
        self.person.get().map_or("", |person| person)
    }
}

/// How much work may run and wait at a time.
#[derive(Clone, Debug)]
pub struct WorkLimits {
    /// Jobs that may run at a time.
    pub workers: usize,
    /// Jobs that may wait, in all.
    pub waiting: usize,
    /// Jobs of one address that may wait.
    pub per_address: usize,
    /// Jobs of one person that may wait.
    pub per_person: usize,
    /// How long a hint may take before it returns the best move found so far; without a limit, until its step budget is
    /// used up.
    pub hint_time: Option<Duration>,
    /// How old a cached leaderboard may be, so that it isn't rebuilt for every request.
    pub leaderboard_age: Duration,
}

impl Default for WorkLimits {
    /// For one person at their own machine: no limits, and all cores.
    fn default() -> WorkLimits {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let most = usize::MAX;
        WorkLimits {
            workers,
            waiting: most,
            per_address: most,
            per_person: most,
            hint_time: None,
            leaderboard_age: Duration::ZERO,
        }
    }
}

impl WorkLimits {
    /// For a server, where moves must not wait for bots and hints: half of the cores.
    pub fn server() -> WorkLimits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        WorkLimits {
            workers: (cores / 2).max(1),
            waiting: 256,
            per_address: 64,
            per_person: 8,
            hint_time: Some(Duration::from_millis(100)),
            leaderboard_age: Duration::from_secs(1),
        }
    }
}

/// Permission to run a costly function. Only a scheduler creates one, on a thread that may block.
#[derive(Debug)]
pub struct WorkPermit(());

/// Counts of a scheduler's jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkFigures {
    /// Jobs that wait now.
    pub waiting: usize,
    /// Jobs that run now.
    pub running: usize,
    /// Jobs that were started.
    pub begun: u64,
    /// Jobs that were refused because too many waited.
    pub refused: u64,
}

/// Gives clients their turns. Clones share the scheduler.
#[derive(Clone, Debug)]
pub struct Scheduler(Arc<SchedulerInner>);

#[derive(Debug)]
struct SchedulerInner {
    state: Mutex<WorkQueue>,
    begun: AtomicU64,
    refused: AtomicU64,
}

#[derive(Debug)]
struct WorkQueue {
    limits: WorkLimits,
    running: usize,
    waiting: Vec<QueuedJob>,
    /// The number of turns given so far.
    turns: u64,
    /// The last turn of each address, and of each person.
    served: HashMap<String, u64>,
}

#[derive(Debug)]
struct QueuedJob {
    client: Client,
    /// A bot has its own limit: nothing would retry for it.
    is_bot: bool,
    start: oneshot::Sender<WorkTurn>,
}

/// The right to do one piece of work; it ends when it is dropped. Its holder may wait for the store, but not for
/// another turn: with one worker, that would be a deadlock.
#[derive(Debug)]
pub struct WorkTurn(Option<Arc<SchedulerInner>>);

impl Default for Scheduler {
    fn default() -> Scheduler {
        Scheduler::new(WorkLimits::default())
    }
}

impl Scheduler {
    pub fn new(limits: WorkLimits) -> Scheduler {
        let (waiting, served) = (Vec::new(), HashMap::new());
        let state = Mutex::new(WorkQueue { limits, running: 0, waiting, turns: 0, served });
        Scheduler(Arc::new(SchedulerInner {
            state,
            begun: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        }))
    }

    /// Changes the limits. Jobs that are already waiting stay.
    pub fn set_limits(&self, limits: WorkLimits) {
        self.0.state().limits = limits;
    }

    pub fn figures(&self) -> WorkFigures {
        let state = self.0.state();
        WorkFigures {
            waiting: state.waiting.len(),
            running: state.running,
            begun: self.0.begun.load(Relaxed),
            refused: self.0.refused.load(Relaxed),
        }
    }

    /// Waits for a turn and does some work. Fails with `house.busy` if too many jobs are waiting.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&WorkPermit) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        self.turn().await?.run(work).await
    }

    /// Waits for a turn of the current client.
    pub async fn turn(&self) -> Result<WorkTurn, Refusal> {
        self.wait(false).await
    }

    /// Waits for a turn of a bot.
    pub(crate) async fn bot_turn(&self) -> Result<WorkTurn, Refusal> {
        self.wait(true).await
    }

    /// How long a hint may take.
    pub(crate) fn hint_time(&self) -> Option<Duration> {
        self.0.state().limits.hint_time
    }

    pub(crate) fn leaderboard_age(&self) -> Duration {
        self.0.state().limits.leaderboard_age
    }

    async fn wait(&self, is_bot: bool) -> Result<WorkTurn, Refusal> {
        let started = {
            let mut state = self.0.state();
            let client = Client::current();
            state.drop_abandoned();
            if !state.has_room(&client, is_bot) {
                self.0.refused.fetch_add(1, Relaxed);
                return Err(busy());
            }
            let (start, started) = oneshot::channel();
            state.waiting.push(QueuedJob { client, is_bot, start });
            started
        };
        self.0.start_next();
        // The sender is dropped only with the scheduler, which exists.
        started.await.map_err(|_| busy())
    }
}

impl WorkTurn {
    /// Does the work of this turn on a thread that may block. The turn lasts until the work is done, even if the caller
    /// stops waiting for the result.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&WorkPermit) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        self.run_within(None, &Stop::never(), work).await
    }

    /// The same with a time limit, after which `stop` is set.
    pub(crate) async fn run_within<T: Send + 'static>(
        self,
        time: Option<Duration>,
        stop: &Stop,
        work: impl FnOnce(&WorkPermit) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self;
        let mut running = tokio::task::spawn_blocking(move || {
            let done = catch_panic(|| work(&WorkPermit(())));
            drop(turn);
            done
        });
        let done = match time {
            None => running.await,
            Some(time) => tokio::select! {
                done = &mut running => done,
                () = tokio::time::sleep(time) => {
                    stop.set();
                    running.await
                }
            },
        };
        done.unwrap_or_else(|error| Err(error.to_string())).map_err(broken)
    }
}

impl Drop for WorkTurn {
    fn drop(&mut self) {
        if let Some(inner) = self.0.take() {
            inner.state().running -= 1;
            inner.start_next();
        }
    }
}

impl SchedulerInner {
    /// Starts as many jobs as may run.
    fn start_next(self: &Arc<Self>) {
        loop {
            let next = {
                let mut state = self.state();
                let Some(next) = state.take_next() else { return };
                state.running += 1;
                next
            };
            self.begun.fetch_add(1, Relaxed);
            // If the client has stopped waiting, the turn is dropped here and ends.
            drop(next.start.send(WorkTurn(Some(Arc::clone(self)))));
        }
    }

    /// No code panics while it holds the lock, so a poisoned state is still consistent.
    fn state(&self) -> MutexGuard<'_, WorkQueue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WorkQueue {
    fn drop_abandoned(&mut self) {
        self.waiting.retain(|waiting| !waiting.start.is_closed());
    }

    /// Whether one more job of this client may wait.
    fn has_room(&self, client: &Client, is_bot: bool) -> bool {
        let same_kind = || self.waiting.iter().filter(|waiting| waiting.is_bot == is_bot);
        if is_bot {
            return same_kind().count() < WAITING_BOTS;
        }
        let of_address = same_kind().filter(|waiting| waiting.client.address == client.address);
        let is_same = |waiting: &&QueuedJob| waiting.client.person() == client.person();
        let of_person = of_address.clone().filter(is_same);
        same_kind().count() < self.limits.waiting
            && of_address.count() < self.limits.per_address
            && of_person.count() < self.limits.per_person
    }

    /// The next job: of the address that was served longest ago, then of the person, then the oldest.
    fn take_next(&mut self) -> Option<QueuedJob> {
        self.drop_abandoned();
        if self.running >= self.limits.workers {
            return None;
        }
        let last = |key: &str| self.served.get(key).copied().unwrap_or_default();
        let rank = |n: &usize| {
            let client = self.waiting.get(*n).map(|waiting| &waiting.client);
            client.map(|client| (last(&client.address), last(client.person())))
        };
        let next = (0..self.waiting.len()).min_by_key(rank)?;
        let next = self.waiting.remove(next);
        self.serve(&next.client);
        Some(next)
    }

    fn serve(&mut self, client: &Client) {
        self.turns += 1;
        if self.served.len() > REMEMBERED {
            let old = self.turns.saturating_sub(REMEMBERED as u64 / 2);
            self.served.retain(|_, turn| *turn > old);
        }
        for key in [&client.address, client.person()] {
            self.served.insert(key.to_owned(), self.turns);
        }
    }
}

fn busy() -> Refusal {
    Refusal::new(Code::Busy, "The server is busy. Please try again in a moment.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn client(address: &str, person: &str) -> Client {
        Client { address: address.into(), person: OnceLock::from(Arc::from(person)) }
    }

    #[tokio::test]
    async fn a_client_is_known_as_soon_as_it_is_identified() {
        assert_eq!(Client::current(), Client::default());
        let known = async {
            Client::identify("ann");
            Client::identify("bob");
            Client::current()
        };
        assert_eq!(Client::at("a").scope(known).await, client("a", "ann"));
    }

    fn one_worker() -> Scheduler {
        let limits = WorkLimits { workers: 1, ..WorkLimits::server() };
        Scheduler::new(limits)
    }

    /// Queues clients in this order behind a running job and returns the order in which they are served.
    async fn order(clients: &[(&'static str, &'static str)]) -> Vec<&'static str> {
        let scheduler = one_worker();
        let first = scheduler.turn().await.unwrap();
        let (sender, served) = mpsc::channel();
        let mut tasks = Vec::new();
        for &(address, person) in clients {
            let (queue, sender) = (scheduler.clone(), sender.clone());
            let work = async move { queue.run(move |_| sender.send(person)).await.unwrap() };
            let before = scheduler.figures().waiting;
            tasks.push(tokio::spawn(client(address, person).scope(work)));
            while scheduler.figures().waiting == before {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        served.try_iter().collect()
    }

    #[tokio::test]
    async fn addresses_take_turns_and_so_do_people_at_one_address() {
        let flood = [("a", "a1"), ("a", "a1"), ("a", "a1"), ("a", "a2"), ("b", "b1"), ("c", "c1")];
        assert_eq!(order(&flood).await, ["a1", "b1", "c1", "a2", "a1", "a1"]);
    }

    #[tokio::test]
    async fn too_many_jobs_of_a_person_an_address_or_in_all_are_refused() {
        let (workers, waiting, per_address, per_person) = (1, 6, 4, 2);
        let limits =
            WorkLimits { workers, waiting, per_address, per_person, ..WorkLimits::default() };
        let scheduler = Scheduler::new(limits);
        let _running = scheduler.turn().await.unwrap();
        let mut kept = Vec::new();
        let mut ask = async |address: &str, person: &str| {
            let waiting = scheduler.clone();
            let waiting = async move { waiting.turn().await.map(drop) };
            let mut turn = Box::pin(client(address, person).scope(waiting));
            // Polled once: refused at once, or waiting.
            let refused = std::future::poll_fn(|cx| match turn.as_mut().poll(cx) {
                std::task::Poll::Ready(done) => std::task::Poll::Ready(done.err()),
                std::task::Poll::Pending => std::task::Poll::Ready(None),
            });
            let refused = refused.await;
            kept.push(turn);
            refused.map(|refusal| refusal.code.as_str())
        };
        assert_eq!(ask("a", "1").await, None);
        assert_eq!(ask("a", "1").await, None);
        assert_eq!(ask("a", "1").await, Some("house.busy"), "of one person");
        assert_eq!(ask("a", "2").await, None);
        assert_eq!(ask("a", "3").await, None);
        assert_eq!(ask("a", "4").await, Some("house.busy"), "of one address");
        assert_eq!(ask("b", "5").await, None);
        assert_eq!(ask("c", "6").await, None);
        assert_eq!(ask("d", "7").await, Some("house.busy"), "of all");
        assert_eq!((scheduler.figures().waiting, scheduler.figures().refused), (6, 3));
        // Clients that stop waiting make room.
        kept.clear();
        assert_eq!(
            scheduler.0.state().waiting.iter().filter(|it| !it.start.is_closed()).count(),
            0
        );
    }

    #[tokio::test]
    async fn at_most_as_many_jobs_run_as_there_are_workers() {
        let limits = WorkLimits { workers: 2, ..WorkLimits::default() };
        let scheduler = Scheduler::new(limits);
        let (most, now) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let jobs = (0..50).map(|_| {
            let (scheduler, most, now) = (scheduler.clone(), Arc::clone(&most), Arc::clone(&now));
            tokio::spawn(async move {
                let work = move |_: &WorkPermit| {
                    most.fetch_max(now.fetch_add(1, Relaxed) + 1, Relaxed);
                    std::thread::yield_now();
                    now.fetch_sub(1, Relaxed);
                };
                scheduler.run(work).await.unwrap();
            })
        });
        for job in jobs.collect::<Vec<_>>() {
            job.await.unwrap();
        }
        assert!(most.load(Relaxed) <= 2, "{most:?}");
        assert_eq!(scheduler.figures(), WorkFigures { begun: 50, ..WorkFigures::default() });
    }

    #[tokio::test]
    async fn a_panic_in_the_work_ends_its_turn() {
        let scheduler = one_worker();
        let refusal = scheduler.run(|_| panic!("a bug")).await.unwrap_err();
        assert_eq!(refusal.code, "house.broken");
        assert_eq!(scheduler.run(|_| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_time_limit_stops_the_work() {
        let (scheduler, stop) = (one_worker(), Stop::default());
        let (turn, seen) = (scheduler.turn().await.unwrap(), stop.clone());
        let work = move |_: &WorkPermit| {
            while !seen.is_set() {
                std::thread::yield_now();
            }
            "the best so far"
        };
        let time = Some(Duration::from_millis(1));
        assert_eq!(turn.run_within(time, &stop, work).await.unwrap(), "the best so far");
    }
}
