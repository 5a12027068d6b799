//! The table: plans that would take long to find. It holds everything that can be met, whatever was
//! done before, while wampus and pit may stand in many ways or a search would take long, and the way
//! that best play takes from the beginning.
//!
//! An entry is six bytes, five of a fingerprint of the belief and the aim, and one of the plan, in
//! the order of the fingerprints. `cargo run --release -p games --example wampus -- table FILE` makes
//! it, `… -- check` makes it again and compares.

use super::belief::{ANYWHERE, Belief, Intent};
use super::cave::{Cave, Symmetry, each, one};
use super::search::CaveSearch;
use super::{Aim, Fog, Heading};
use std::collections::{BTreeMap, BTreeSet};

static TABLE: &[u8] = include_bytes!("plans.table");

/// The bytes of an entry: a fingerprint and a plan.
const ENTRY: usize = 6;

/// The plan for a belief, if it is in the table.
pub(super) fn find(cave: &Cave, aim: Aim, belief: &Belief) -> Option<Intent> {
    find_in(TABLE, cave, aim, belief)
}

/// The plan for a belief in any table.
pub(super) fn find_in(table: &[u8], cave: &Cave, aim: Aim, belief: &Belief) -> Option<Intent> {
    let (number, turn) = belief.canonical(cave);
    let print = fingerprint(aim, number);
    let (entries, _) = table.as_chunks::<ENTRY>();
    let place = entries.binary_search_by(|entry| entry[..ENTRY - 1].cmp(&print[..])).ok()?;
    let &[.., plan] = entries.get(place)?;
    Some(back(read(plan)?, turn?))
}

fn fingerprint(aim: Aim, number: u128) -> [u8; ENTRY - 1] {
    let spread = |n: u64| {
        let n = (n ^ n >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let n = (n ^ n >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        n ^ n >> 32
    };
    let [a, b, c, d, e, ..] =
        spread(number as u64 ^ spread((number >> 64) as u64 ^ (aim as u64) << 56)).to_be_bytes();
    [a, b, c, d, e]
}

/// A plan as a byte.
pub(super) fn write(plan: Intent) -> u8 {
    match plan {
        Intent::Enter(cell) => cell,
        Intent::Shoot(cell, dir) => 16 + 4 * cell + dir as u8,
        Intent::Fetch => 80,
        Intent::Stop => 81,
    }
}

pub(super) fn read(byte: u8) -> Option<Intent> {
    match byte {
        0..16 => Some(Intent::Enter(byte)),
        16..80 => {
            let dir = Heading::ALL.get(usize::from(byte % 4))?;
            Some(Intent::Shoot((byte - 16) / 4, *dir))
        }
        80 => Some(Intent::Fetch),
        81 => Some(Intent::Stop),
        _ => None,
    }
}

/// The exits that have to be looked at, each with how many a turn makes of it.
pub(super) fn exits(cave: &Cave, fog: Fog) -> Vec<(Option<u8>, i64)> {
    if fog != Fog::Exit {
        return vec![(None, 1)];
    }
    let mut exits: BTreeMap<u8, i64> = BTreeMap::new();
    for cell in each(cave.all) {
        let least = cave.symmetries().iter().map(|turn| turn.cell(cell)).min().unwrap_or(cell);
        *exits.entry(least).or_default() += 1;
    }
    exits.into_iter().map(|(exit, times)| (Some(exit), times)).collect()
}

/// Everything that may be known when a hunt begins.
pub(super) fn starts(cave: &Cave, exit: Option<u8>) -> Vec<Belief> {
    let places = each(cave.all).filter(|&start| Some(start) != exit);
    places.flat_map(|start| Belief::arrival(cave, start, exit).senses(cave.near(start))).collect()
}

/// What the table holds.
#[derive(Clone, Copy)]
pub(super) struct TableLimits {
    /// While wampus and pit may stand in so many ways, every belief: with the arrow, and without it.
    pub(super) many: (i64, i64),
    /// With fewer ways those for which a search would look at so many others.
    pub(super) long: u32,
}

/// A search that looks at so many beliefs takes a fiftieth of a second.
const USUAL: TableLimits = TableLimits { many: (8, 16), long: 8_000 };

/// With fewer ways than this no search takes long.
const FEW: i64 = 3;

/// As long as no more cells are visited, the way of best play is in the table.
fn path(aim: Aim, fog: Fog) -> u32 {
    match (aim, fog) {
        (Aim::Rank, Fog::Exit) => 5,
        (Aim::Score | Aim::GoldAndWin, Fog::Exit) => 4,
        (Aim::Score, _) => 8,
        _ => 16,
    }
}

/// Makes the table for a cave of this size, saying what it does; nothing where there is no such cave. It takes
/// a quarter of an hour for the game's own size.
pub fn make(rows: u8, cols: u8, say: impl FnMut(String)) -> Option<Vec<u8>> {
    make_within(rows, cols, USUAL, say)
}

pub(super) fn make_within(
    rows: u8,
    cols: u8,
    limits: TableLimits,
    mut say: impl FnMut(String),
) -> Option<Vec<u8>> {
    let cave = &Cave::new(rows, cols)?;
    let mut table: BTreeMap<[u8; ENTRY - 1], u8> = BTreeMap::new();
    for fog in [Fog::Dark, Fog::Exit] {
        for aim in Aim::ALL {
            let before = table.len();
            for (exit, _) in exits(cave, fog) {
                let mut search = CaveSearch::new(cave, aim).over_turns();
                let mut found = Plans { search: &mut search, cave, plans: BTreeMap::new() };
                found.begin(exit, aim, limits);
                found.follow(starts(cave, exit), path(aim, fog));
                for (number, plan) in found.plans {
                    table.insert(fingerprint(aim, number), write(plan));
                }
            }
            say(format!("{fog:?} {}: {} plans", aim.word(), table.len() - before));
        }
    }
    Some(table.into_iter().flat_map(|(print, plan)| print.into_iter().chain([plan])).collect())
}

/// Is this the table that is built in?
pub fn check(table: &[u8]) -> bool {
    table == TABLE
}

/// Every belief that can be met while wampus and pit may stand in so many ways, wherever the agent goes and shoots; one of
/// those that a turn makes equal.
pub(super) fn met(search: &CaveSearch, cave: &Cave, exit: Option<u8>, ways: i64) -> Vec<Belief> {
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    let mut next = starts(cave, exit);
    while let Some(belief) = next.pop() {
        let belief = search.simplified(belief);
        if belief.ways() < ways || !seen.insert(belief.canonical(cave).0) {
            continue;
        }
        all.push(belief);
        if belief.place != ANYWHERE {
            let elsewhere = each(belief.visited & !one(belief.place));
            next.extend(elsewhere.map(|place| Belief { place, ..belief }));
        }
        let places = if belief.arrow { belief.visited } else { 0 };
        for (from, dir) in each(places).flat_map(|from| Heading::ALL.map(|dir| (from, dir))) {
            next.extend(search.following(&belief, Intent::Shoot(from, dir)));
        }
        for cell in each(belief.frontier(cave) & !belief.exit) {
            next.extend(search.following(&belief, Intent::Enter(cell)));
        }
    }
    all
}

/// Plans that are being collected, each for a belief in the way of telling it that its turns share.
struct Plans<'a, 'b> {
    search: &'a mut CaveSearch<'b>,
    cave: &'b Cave,
    plans: BTreeMap<u128, Intent>,
}

impl Plans<'_, '_> {
    /// Adds the best plan for a belief, unless it is there already.
    fn add(&mut self, belief: &Belief) {
        let (number, turn) = belief.canonical(self.cave);
        if self.plans.contains_key(&number) {
            return;
        }
        let best = self.search.best(belief, &mut || true);
        let plan = best.map(|(plan, _)| (number, turn.map_or(plan, |turn| turned(plan, turn))));
        self.plans.extend(plan);
    }

    /// Adds every belief that can be met and would take long.
    fn begin(&mut self, exit: Option<u8>, aim: Aim, limits: TableLimits) {
        for belief in met(self.search, self.cave, exit, FEW) {
            let many = if belief.arrow { limits.many.0 } else { limits.many.1 };
            if belief.ways() >= many || self.takes_long(aim, &belief, limits.long) {
                self.add(&belief);
            }
        }
    }

    /// Would a search that knows nothing yet take long?
    fn takes_long(&self, aim: Aim, belief: &Belief, mut left: u32) -> bool {
        let mut go = || {
            left -= 1;
            left > 0
        };
        CaveSearch::new(self.cave, aim).best(belief, &mut go).is_err()
    }

    /// Adds what best play meets while no more cells than this are visited.
    fn follow(&mut self, mut beliefs: Vec<Belief>, most: u32) {
        let mut seen = BTreeSet::new();
        while let Some(belief) = beliefs.pop() {
            let belief = self.search.simplified(belief);
            let (number, turn) = belief.canonical(self.cave);
            if belief.visited.count_ones() > most || !seen.insert(number) {
                continue;
            }
            self.add(&belief);
            // What is in the table is what will be done, also where another turn of it was met first.
            if let (Some(&plan), Some(turn)) = (self.plans.get(&number), turn) {
                beliefs.extend(self.search.following(&belief, back(plan, turn)));
            }
        }
    }
}

fn turned(plan: Intent, turn: &Symmetry) -> Intent {
    match plan {
        Intent::Enter(cell) => Intent::Enter(turn.cell(cell)),
        Intent::Shoot(cell, dir) => Intent::Shoot(turn.cell(cell), turn.dir(dir)),
        plan => plan,
    }
}

fn back(plan: Intent, turn: &Symmetry) -> Intent {
    match plan {
        Intent::Enter(cell) => Intent::Enter(turn.cell_back(cell)),
        Intent::Shoot(cell, dir) => Intent::Shoot(turn.cell_back(cell), turn.dir_back(dir)),
        plan => plan,
    }
}
