//! Injects one fault after the other, chosen by a seed.

use crate::node::ServerNode;
use crate::partition::{Partition, Passes};
use crate::player::Book;
use crate::server::Server;
use engine::Chance;
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::SeqCst;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A fault of a node or of the database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum InjectedFault {
    Kill,
    Pause,
    Partition,
    NoAnswers,
    KillOneCutTheOther,
    StopDatabase,
}

const FAULTS: [InjectedFault; 6] = [
    InjectedFault::Kill,
    InjectedFault::Pause,
    InjectedFault::Partition,
    InjectedFault::NoAnswers,
    InjectedFault::KillOneCutTheOther,
    InjectedFault::StopDatabase,
];

/// How many moves must be acknowledged between two faults, and how long that may take.
const BETWEEN: usize = 30;
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Cluster<'a> {
    pub(crate) postgres: &'a Server,
    pub(crate) nodes: [ServerNode; 2],
    pub(crate) partitions: [Partition; 2],
}

impl Cluster<'_> {
    /// Injects faults for this long and undoes each of them. Returns how often each fault happened.
    pub(crate) fn disturb(&mut self, book: &Book, seed: u64, lasts: Duration) -> String {
        let (mut chance, started) = (Chance::new(seed, 0), Instant::now());
        let mut counts: BTreeMap<InjectedFault, usize> = BTreeMap::new();
        wait_for_moves(book);
        while started.elapsed() < lasts {
            // First each fault once, then in random order.
            let done: usize = counts.values().sum();
            let fault =
                FAULTS.get(done).copied().unwrap_or_else(|| FAULTS[chance.index(FAULTS.len())]);
            let (node, length) = (chance.index(2), Duration::from_millis(200 + chance.below(4800)));
            self.inject(fault, node, length);
            *counts.entry(fault).or_default() += 1;
            wait_for_moves(book);
        }
        format!("{counts:?}")
    }

    /// Injects a fault for this long and undoes it.
    fn inject(&mut self, fault: InjectedFault, node: usize, length: Duration) {
        match fault {
            InjectedFault::Kill => {
                self.nodes[node].kill();
                sleep(length / 4);
                self.nodes[node].start_again();
            }
            InjectedFault::Pause => {
                self.nodes[node].signal(Signal::STOP);
                sleep(length);
                self.nodes[node].signal(Signal::CONT);
            }
            InjectedFault::Partition => {
                self.partitions[node].set(Passes::Nothing);
                sleep(length * 2);
                self.partitions[node].set(Passes::Everything);
            }
            InjectedFault::NoAnswers => {
                self.partitions[node].set(Passes::QuestionsOnly);
                sleep(length);
                self.partitions[node].set(Passes::Everything);
            }
            InjectedFault::KillOneCutTheOther => {
                self.partitions[1 - node].set(Passes::Nothing);
                self.nodes[node].kill();
                sleep(length / 4);
                self.nodes[node].start_again();
                self.partitions[1 - node].set(Passes::Everything);
            }
            InjectedFault::StopDatabase => {
                self.postgres.control(&["-m", "immediate", "stop"]);
                sleep(length / 8);
                self.postgres.control(&["start"]);
            }
        }
    }
}

/// Waits until the players have made progress.
fn wait_for_moves(book: &Book) {
    let (started, before) = (Instant::now(), book.acks.load(SeqCst));
    while book.acks.load(SeqCst) < before + BETWEEN && book.problems().is_empty() {
        assert!(started.elapsed() < PATIENCE, "no progress after a fault");
        sleep(Duration::from_millis(5));
    }
}
