//! The faults: drawn from the seed before the run, and repaired at its end. A delay stays the same while it lasts,
//! because random numbers drawn by one connection must not affect another.

use crate::clock;
use crate::person::CAST;
use crate::scene::Scene;
use crate::wire::SERVERS;
use engine::Chance;
use std::collections::VecDeque;
use std::time::Duration;
use turmoil::Sim;

/// How long faults happen, in milliseconds.
const DURATION: u64 = 9_000;

/// The faults with their times.
pub(crate) type Schedule = VecDeque<(Duration, Fault)>;

/// A fault of the network, a node or a clock, or the repair of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// Packets between the two are lost silently.
    Cut(&'static str, &'static str),
    /// Packets from the first to the second are lost.
    CutOneWay(&'static str, &'static str),
    Repair(&'static str, &'static str),
    /// Packets are held back.
    Hold(&'static str, &'static str),
    /// Packets that were held back arrive.
    Release(&'static str, &'static str),
    /// Packets take this many milliseconds. Later ones may overtake them on another connection.
    Slow(&'static str, &'static str, u64),
    /// A node crashes.
    Crash(usize),
    /// A node shuts down gracefully.
    Close(usize),
    /// A node starts again.
    Restart(usize),
    /// The latency of the store, in milliseconds.
    StoreLatency(u64),
    /// The clock of a node is set wrong by this many minutes.
    SetClock(usize, i64),
    /// Everything is repaired.
    RepairAll,
}

pub(crate) fn draw(seed: u64) -> Schedule {
    let mut chance = Chance::new(seed, 1000);
    let mut schedule = vec![(0, Fault::StoreLatency(chance.below(20)))];
    for node in 0..SERVERS.len() {
        schedule.push((0, Fault::SetClock(node, chance.below(181) as i64 - 90)));
    }
    for _ in 0..4 + chance.below(9) {
        let start = chance.below(DURATION);
        // Mostly short, so that much happens; sometimes longer than any client waits.
        let longest = if chance.below(4) == 0 { 4_000 } else { 900 };
        let end = (start + 30 + chance.below(longest)).min(DURATION);
        let (fault, repair) = fault(&mut chance);
        schedule.push((start, fault));
        schedule.extend(repair.map(|repair| (end, repair)));
    }
    schedule.push((DURATION, Fault::RepairAll));
    schedule.sort_by_key(|(at, _)| *at);
    schedule.into_iter().map(|(at, fault)| (Duration::from_millis(at), fault)).collect()
}

/// A fault and its repair.
fn fault(chance: &mut Chance) -> (Fault, Option<Fault>) {
    let name = CAST[chance.index(CAST.len())].name;
    let node = chance.index(SERVERS.len());
    let host = SERVERS[node];
    match chance.below(12) {
        0 | 1 => (Fault::Cut(name, host), Some(Fault::Repair(name, host))),
        2 => (Fault::CutOneWay(name, host), Some(Fault::Repair(name, host))),
        3 => (Fault::CutOneWay(host, name), Some(Fault::Repair(name, host))),
        4 | 5 => (Fault::Hold(name, host), Some(Fault::Release(name, host))),
        6 => (Fault::Slow(name, host, 20 + chance.below(700)), Some(Fault::Slow(name, host, 10))),
        7 | 8 => (Fault::Crash(node), Some(Fault::Restart(node))),
        9 => (Fault::Close(node), Some(Fault::Restart(node))),
        10 => (Fault::StoreLatency(1 + chance.below(150)), Some(Fault::StoreLatency(5))),
        _ => (Fault::SetClock(node, chance.below(181) as i64 - 90), None),
    }
}

/// Makes a fault happen.
pub(crate) fn apply(scene: &Scene, sim: &mut Sim<'_>, fault: Fault) {
    match fault {
        Fault::Cut(one, other) => sim.partition(one, other),
        Fault::CutOneWay(from, to) => sim.partition_oneway(from, to),
        Fault::Repair(one, other) => sim.repair(one, other),
        Fault::Hold(one, other) => sim.hold(one, other),
        Fault::Release(one, other) => sim.release(one, other),
        Fault::Slow(one, other, ms) => sim.set_link_latency(one, other, Duration::from_millis(ms)),
        Fault::Crash(node) => sim.crash(SERVERS[node]),
        Fault::Close(node) => scene.closing[node].send_modify(|n| *n += 1),
        Fault::Restart(node) => sim.bounce(SERVERS[node]),
        Fault::StoreLatency(ms) => clock::set_store_latency(Duration::from_millis(ms)),
        Fault::SetClock(node, minutes) => clock::set(node, minutes),
        Fault::RepairAll => {
            repair_links(sim);
            for host in SERVERS {
                if !sim.is_host_running(host) {
                    sim.bounce(host);
                }
            }
        }
    }
}

/// Repairs all links.
pub(crate) fn repair_links(sim: &Sim<'_>) {
    for part in CAST {
        for host in SERVERS {
            sim.release(part.name, host);
            sim.repair(part.name, host);
            sim.set_link_latency(part.name, host, Duration::from_millis(10));
        }
    }
}
