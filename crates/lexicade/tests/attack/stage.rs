//! A server with players on it, the cost of an attack, and the expectations of it.

use crate::crowd::{Crowd, CrowdStats};
use crate::node::ServerNode;
use std::fmt::Write;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// The limit for jobs that wait for a worker; more are refused.
const QUEUE: f64 = 1024.0;

/// The limit for jobs that run at the same time.
const WORKERS: f64 = 16.0;

/// A debug build replays every match twice and takes several times longer for the same work.
pub(crate) const SLOWER: f64 = if cfg!(debug_assertions) { 4.0 } else { 1.0 };

/// A server, its players and the report on the current attack.
pub(crate) struct AttackStage {
    pub(crate) node: ServerNode,
    pub(crate) crowd: Crowd,
    pub(crate) lasts: Duration,
    report: AttackReport,
}

/// The cost of an attack for the server.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Cost {
    /// Processor seconds beyond those for the players.
    pub(crate) processor: f64,
    /// The largest growth of resident memory in KB.
    pub(crate) memory: i64,
}

/// The results of an attack.
#[derive(Default)]
pub(crate) struct AttackReport {
    pub(crate) name: &'static str,
    pub(crate) finding: &'static str,
    before: CrowdStats,
    during: CrowdStats,
    requests: usize,
    cost: Cost,
    /// Expectations that weren't met.
    pub(crate) failed: Vec<String>,
    /// All observations, for readers.
    pub(crate) noted: Vec<String>,
}

impl AttackStage {
    pub(crate) fn new(node: ServerNode, crowd: Crowd, lasts: Duration) -> AttackStage {
        AttackStage { node, crowd, lasts, report: AttackReport::default() }
    }

    pub(crate) fn begin(&mut self, name: &'static str, finding: &'static str) {
        self.report = AttackReport { name, finding, ..AttackReport::default() };
    }

    pub(crate) fn end(&mut self) -> AttackReport {
        std::mem::take(&mut self.report)
    }

    /// Records an observation, as a failure unless it holds.
    pub(crate) fn expect(&mut self, holds: bool, observation: impl Into<String>) {
        let observation = observation.into();
        if !holds {
            self.report.failed.push(observation.clone());
        }
        self.report.noted.push(observation);
    }

    /// Runs an attack, and measures the players' times and the server's resources before it and while it lasts.
    /// `requests` returns how many requests it sent.
    pub(crate) async fn during<T>(
        &mut self,
        requests: impl Fn(&T) -> usize,
        attack: impl Future<Output = T>,
    ) -> (T, Cost) {
        let (begin, used) = (Instant::now(), self.node.processor());
        self.crowd.since(begin).await;
        sleep(self.lasts / 2).await;
        self.report.before = self.crowd.since(begin).await;
        let rate = (self.node.processor() - used) / begin.elapsed().as_secs_f64();

        let (begin, used) = (Instant::now(), self.node.processor());
        let resident = self.node.resident();
        self.node.forget_peak();
        let result = attack.await;
        // A short attack is still measured for as long as the others.
        sleep(self.lasts.saturating_sub(begin.elapsed())).await;
        self.report.during = self.crowd.since(begin).await;
        let processor = self.node.processor() - used - rate * begin.elapsed().as_secs_f64();
        let cost = Cost { processor: processor.max(0.0), memory: self.node.peak() - resident };
        self.report.requests += requests(&result);
        self.report.cost = cost;
        let AttackReport { during, .. } = &self.report;
        let (cut, unanswered) = (during.cut, during.unanswered);
        self.expect(cut == 0, format!("{cut} players lost their socket"));
        self.expect(unanswered == 0, format!("{unanswered} players waited more than 20 s"));
        (result, cost)
    }

    /// Expects that a request costs at most this many milliseconds of processor time in a release build.
    pub(crate) fn expect_cheap(&mut self, cost: Cost, requests: usize, most: f64) {
        let each = cost.processor * 1e3 / requests.max(1) as f64;
        let most = most * SLOWER;
        let observation =
            format!("{each:.1} ms of processor time for a request (at most {most:.0})");
        self.expect(each <= most, observation);
    }

    /// Expects that resident memory grew by at most this many MB.
    pub(crate) fn expect_small(&mut self, cost: Cost, most: i64) {
        let grown = cost.memory >> 10;
        self.expect(grown <= most, format!("memory grew by {grown} MB (at most {most})"));
    }

    /// Expects that costly work went through the scheduler and is bounded.
    pub(crate) async fn expect_scheduled(&mut self) {
        for (name, most) in [
            ("lexicade_async_stalls_total", 0.0),
            ("lexicade_work_queued", QUEUE),
            ("lexicade_work_running", WORKERS),
            ("lexicade_panics_total", 0.0),
        ] {
            let value = self.node.metric(name).await;
            let observation = match value {
                Some(value) => format!("{name} is {value} (at most {most})"),
                None => format!("{name} is missing in /metrics"),
            };
            self.expect(value.is_some_and(|value| value <= most), observation);
        }
        let threads = self.node.threads();
        self.expect(threads <= 64, format!("{threads} threads (at most 64)"));
    }
}

impl AttackReport {
    /// The head of the table of results.
    pub(crate) fn head() -> &'static str {
        "| attack | finding | requests | CPU ms/request | memory MB | p50 ms before → during | p99 ms before → during | p99 × | |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---|\n"
    }

    /// A row of the table.
    pub(crate) fn row(&self) -> String {
        let (before, during) = (&self.before, &self.during);
        let each = self.cost.processor * 1e3 / self.requests.max(1) as f64;
        let mut row = format!("| {} | {} | {} |", self.name, self.finding, self.requests);
        let _ = write!(row, " {each:.1} | {:+} |", self.cost.memory >> 10);
        for n in [50, 99] {
            let _ = write!(row, " {:.1} → {:.1} |", before.percentile(n), during.percentile(n));
        }
        let times = during.percentile(99) / before.percentile(99).max(0.1);
        let held = if self.failed.is_empty() { "holds" } else { "**broken**" };
        match during.moves() {
            0 => format!("{row} – | {held} |"),
            _ => format!("{row} {times:.1} | {held} |"),
        }
    }
}
