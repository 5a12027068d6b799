//! What goes wrong: drawn from the seed before anything begins, and mended in the end. Delays are steady while they
//! last: what one connection draws must not change what another one meets.

use crate::clock;
use crate::person::CAST;
use crate::scene::Scene;
use crate::wire::SERVERS;
use engine::Chance;
use std::collections::VecDeque;
use std::time::Duration;
use turmoil::Sim;

/// How long things go wrong, in milliseconds.
const WAR: u64 = 9_000;

/// What is done when.
pub(crate) type Plan = VecDeque<(Duration, Deed)>;

/// Something that is done to the network, the houses or their clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    /// Nothing comes through between them, and nobody is told.
    Cut(&'static str, &'static str),
    /// Nothing comes through from the one to the other.
    CutOneWay(&'static str, &'static str),
    Mend(&'static str, &'static str),
    /// Everything waits.
    Hold(&'static str, &'static str),
    /// And comes at once.
    Release(&'static str, &'static str),
    /// The way takes so many milliseconds. What is sent later may overtake, on another connection.
    Slow(&'static str, &'static str, u64),
    /// A house is gone from one moment to the next.
    Crash(usize),
    /// A house closes as it should.
    Close(usize),
    /// It is there again.
    Bounce(usize),
    /// The way to the store takes so many milliseconds.
    Far(u64),
    /// The clock of a house is set wrong by so many minutes.
    Set(usize, i64),
    /// Everything is mended.
    Calm,
}

/// Draws what goes wrong.
pub(crate) fn draw(seed: u64) -> Plan {
    let mut chance = Chance::new(seed, 1000);
    let mut plan = vec![(0, Deed::Far(chance.below(20)))];
    for house in 0..SERVERS.len() {
        plan.push((0, Deed::Set(house, chance.below(181) as i64 - 90)));
    }
    for _ in 0..4 + chance.below(9) {
        let begin = chance.below(WAR);
        // Mostly short, so that much happens; sometimes longer than anybody waits.
        let long = if chance.below(4) == 0 { 4_000 } else { 900 };
        let end = (begin + 30 + chance.below(long)).min(WAR);
        let (first, then) = pair(&mut chance);
        plan.push((begin, first));
        plan.extend(then.map(|then| (end, then)));
    }
    plan.push((WAR, Deed::Calm));
    plan.sort_by_key(|(at, _)| *at);
    plan.into_iter().map(|(at, deed)| (Duration::from_millis(at), deed)).collect()
}

/// Something, and how it ends.
fn pair(chance: &mut Chance) -> (Deed, Option<Deed>) {
    let who = CAST[chance.index(CAST.len())].name;
    let house = chance.index(SERVERS.len());
    let there = SERVERS[house];
    match chance.below(12) {
        0 | 1 => (Deed::Cut(who, there), Some(Deed::Mend(who, there))),
        2 => (Deed::CutOneWay(who, there), Some(Deed::Mend(who, there))),
        3 => (Deed::CutOneWay(there, who), Some(Deed::Mend(who, there))),
        4 | 5 => (Deed::Hold(who, there), Some(Deed::Release(who, there))),
        6 => (Deed::Slow(who, there, 20 + chance.below(700)), Some(Deed::Slow(who, there, 10))),
        7 | 8 => (Deed::Crash(house), Some(Deed::Bounce(house))),
        9 => (Deed::Close(house), Some(Deed::Bounce(house))),
        10 => (Deed::Far(1 + chance.below(150)), Some(Deed::Far(5))),
        _ => (Deed::Set(house, chance.below(181) as i64 - 90), None),
    }
}

/// Does it.
pub(crate) fn act(scene: &Scene, sim: &mut Sim<'_>, deed: Deed) {
    match deed {
        Deed::Cut(one, other) => sim.partition(one, other),
        Deed::CutOneWay(from, to) => sim.partition_oneway(from, to),
        Deed::Mend(one, other) => sim.repair(one, other),
        Deed::Hold(one, other) => sim.hold(one, other),
        Deed::Release(one, other) => sim.release(one, other),
        Deed::Slow(one, other, ms) => sim.set_link_latency(one, other, Duration::from_millis(ms)),
        Deed::Crash(house) => sim.crash(SERVERS[house]),
        Deed::Close(house) => scene.closing[house].send_modify(|n| *n += 1),
        Deed::Bounce(house) => sim.bounce(SERVERS[house]),
        Deed::Far(ms) => clock::put(Duration::from_millis(ms)),
        Deed::Set(house, minutes) => clock::set(house, minutes),
        Deed::Calm => {
            calm(sim);
            for house in SERVERS {
                if !sim.is_host_running(house) {
                    sim.bounce(house);
                }
            }
        }
    }
}

/// Mends every way.
pub(crate) fn calm(sim: &Sim<'_>) {
    for part in CAST {
        for house in SERVERS {
            sim.release(part.name, house);
            sim.repair(part.name, house);
            sim.set_link_latency(part.name, house, Duration::from_millis(10));
        }
    }
}
