//! What goes wrong, one thing after the other, as a seed says.

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

/// What can go wrong, with one of the nodes or with the database.
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

/// How many moves are acknowledged between two faults, and how long that may take.
const BETWEEN: usize = 30;
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Cluster<'a> {
    pub(crate) postgres: &'a Server,
    pub(crate) nodes: [ServerNode; 2],
    pub(crate) partitions: [Partition; 2],
}

impl Cluster<'_> {
    /// Lets things go wrong for so long, and puts everything right in the end. Returns how often each happened.
    pub(crate) fn disturb(&mut self, book: &Book, seed: u64, lasts: Duration) -> String {
        let (mut chance, begin) = (Chance::new(seed, 0), Instant::now());
        let mut counts: BTreeMap<InjectedFault, usize> = BTreeMap::new();
        wait_for_moves(book);
        while begin.elapsed() < lasts {
            // Each of them comes up early on, then in any order.
            let done: usize = counts.values().sum();
            let fault =
                FAULTS.get(done).copied().unwrap_or_else(|| FAULTS[chance.index(FAULTS.len())]);
            let (which, length) =
                (chance.index(2), Duration::from_millis(200 + chance.below(4800)));
            self.happen(fault, which, length);
            *counts.entry(fault).or_default() += 1;
            wait_for_moves(book);
        }
        format!("{counts:?}")
    }

    /// One thing goes wrong for so long, and is right again.
    fn happen(&mut self, fault: InjectedFault, which: usize, length: Duration) {
        match fault {
            InjectedFault::Kill => {
                self.nodes[which].kill();
                sleep(length / 4);
                self.nodes[which].start_again();
            }
            InjectedFault::Pause => {
                self.nodes[which].signal(Signal::STOP);
                sleep(length);
                self.nodes[which].signal(Signal::CONT);
            }
            InjectedFault::Partition => {
                self.partitions[which].set(Passes::Nothing);
                sleep(length * 2);
                self.partitions[which].set(Passes::Everything);
            }
            InjectedFault::NoAnswers => {
                self.partitions[which].set(Passes::QuestionsOnly);
                sleep(length);
                self.partitions[which].set(Passes::Everything);
            }
            InjectedFault::KillOneCutTheOther => {
                self.partitions[1 - which].set(Passes::Nothing);
                self.nodes[which].kill();
                sleep(length / 4);
                self.nodes[which].start_again();
                self.partitions[1 - which].set(Passes::Everything);
            }
            InjectedFault::StopDatabase => {
                self.postgres.control(&["-m", "immediate", "stop"]);
                sleep(length / 8);
                self.postgres.control(&["start"]);
            }
        }
    }
}

/// Waits until the players have got on.
fn wait_for_moves(book: &Book) {
    let (begin, before) = (Instant::now(), book.acks.load(SeqCst));
    while book.acks.load(SeqCst) < before + BETWEEN && book.problems().is_empty() {
        assert!(begin.elapsed() < PATIENCE, "nobody gets on after a fault");
        sleep(Duration::from_millis(5));
    }
}
