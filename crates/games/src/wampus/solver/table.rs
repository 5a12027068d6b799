//! The table of plans that would take long to find. It covers every belief that can occur, whatever the
//! player did before, with many possible positions of wampus and pit or with a long search; and the
//! openings of best play.
//!
//! An entry has six bytes: five for a fingerprint of belief and aim, one for the plan. Entries are sorted
//! by fingerprint. `cargo run --release -p games --example wampus -- table FILE` makes the table,
//! `… -- check` makes it again and compares.

use super::belief::{ANYWHERE, Belief, Intent};
use super::cave::{Cave, Symmetry, each, one};
use super::search::CaveSearch;
use super::{Aim, Fog, Heading};
use std::collections::{BTreeMap, BTreeSet};

static TABLE: &[u8] = include_bytes!("plans.table");

/// The length of an entry in bytes.
const ENTRY: usize = 6;

/// The plan for a belief, if the built-in table has it.
pub(super) fn find(cave: &Cave, aim: Aim, belief: &Belief) -> Option<Intent> {
    find_in(TABLE, cave, aim, belief)
}

/// The plan for a belief, if this table has it.
pub(super) fn find_in(table: &[u8], cave: &Cave, aim: Aim, belief: &Belief) -> Option<Intent> {
    let (number, symmetry) = belief.canonical(cave);
    let print = fingerprint(aim, number);
    let (entries, _) = table.as_chunks::<ENTRY>();
    let place = entries.binary_search_by(|entry| entry[..ENTRY - 1].cmp(&print[..])).ok()?;
    let &[.., plan] = entries.get(place)?;
    Some(mapped_back(read(plan)?, symmetry?))
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

/// The exits that differ by more than a symmetry, each with the number of exits that are symmetric to it.
pub(super) fn exits(cave: &Cave, fog: Fog) -> Vec<(Option<u8>, i64)> {
    if fog != Fog::Exit {
        return vec![(None, 1)];
    }
    let mut exits: BTreeMap<u8, i64> = BTreeMap::new();
    for cell in each(cave.all) {
        let least =
            cave.symmetries().iter().map(|symmetry| symmetry.cell(cell)).min().unwrap_or(cell);
        *exits.entry(least).or_default() += 1;
    }
    exits.into_iter().map(|(exit, times)| (Some(exit), times)).collect()
}

/// The beliefs with which a match can start.
pub(super) fn starts(cave: &Cave, exit: Option<u8>) -> Vec<Belief> {
    let places = each(cave.all).filter(|&start| Some(start) != exit);
    places.flat_map(|start| Belief::arrival(cave, start, exit).senses(cave.near(start))).collect()
}

/// Which beliefs the table holds.
#[derive(Clone, Copy)]
pub(super) struct TableLimits {
    /// Every belief with at least this number of positions of wampus and pit: with the arrow, and without it.
    pub(super) many: (i64, i64),
    /// With fewer positions, only beliefs whose search looks at this number of others.
    pub(super) long: u32,
}

/// A search of 8,000 beliefs takes a fiftieth of a second.
const LIMITS: TableLimits = TableLimits { many: (8, 16), long: 8_000 };

/// With fewer positions of wampus and pit than this, no search takes long.
const FEW: i64 = 3;

/// The table holds the openings of best play up to this number of visited cells.
fn opening_length(aim: Aim, fog: Fog) -> u32 {
    match (aim, fog) {
        (Aim::Rank, Fog::Exit) => 5,
        (Aim::Score | Aim::GoldAndWin, Fog::Exit) => 4,
        (Aim::Score, _) => 8,
        _ => 16,
    }
}

/// Makes the table for caves of this size and reports its progress; `None` for a size without caves. Takes a quarter
/// of an hour for the game's own size.
pub fn make(rows: u8, cols: u8, report: impl FnMut(String)) -> Option<Vec<u8>> {
    make_within(rows, cols, LIMITS, report)
}

pub(super) fn make_within(
    rows: u8,
    cols: u8,
    limits: TableLimits,
    mut report: impl FnMut(String),
) -> Option<Vec<u8>> {
    let cave = &Cave::new(rows, cols)?;
    let mut table: BTreeMap<[u8; ENTRY - 1], u8> = BTreeMap::new();
    for fog in [Fog::Dark, Fog::Exit] {
        for aim in Aim::ALL {
            let before = table.len();
            for (exit, _) in exits(cave, fog) {
                let mut search = CaveSearch::new(cave, aim).with_symmetry();
                let mut found = Plans { search: &mut search, cave, plans: BTreeMap::new() };
                found.add_slow(exit, aim, limits);
                found.follow(starts(cave, exit), opening_length(aim, fog));
                for (number, plan) in found.plans {
                    table.insert(fingerprint(aim, number), write(plan));
                }
            }
            report(format!("{fog:?} {}: {} plans", aim.word(), table.len() - before));
        }
    }
    Some(table.into_iter().flat_map(|(print, plan)| print.into_iter().chain([plan])).collect())
}

/// Is this the built-in table?
pub fn check(table: &[u8]) -> bool {
    table == TABLE
}

/// Every belief that can occur with at least `ways` positions of wampus and pit, wherever the agent goes and shoots; of
/// symmetric ones only one.
pub(super) fn reachable(
    search: &CaveSearch,
    cave: &Cave,
    exit: Option<u8>,
    ways: i64,
) -> Vec<Belief> {
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

/// The plans of a new table, by the canonical number of their belief.
struct Plans<'a, 'b> {
    search: &'a mut CaveSearch<'b>,
    cave: &'b Cave,
    plans: BTreeMap<u128, Intent>,
}

impl Plans<'_, '_> {
    /// Adds the best plan for a belief, unless the table already has one.
    fn add(&mut self, belief: &Belief) {
        let (number, symmetry) = belief.canonical(self.cave);
        if self.plans.contains_key(&number) {
            return;
        }
        let best = self.search.best(belief, &mut || true);
        let plan = best
            .map(|(plan, _)| (number, symmetry.map_or(plan, |symmetry| mapped(plan, symmetry))));
        self.plans.extend(plan);
    }

    /// Adds every belief that can occur and whose search takes long.
    fn add_slow(&mut self, exit: Option<u8>, aim: Aim, limits: TableLimits) {
        for belief in reachable(self.search, self.cave, exit, FEW) {
            let many = if belief.arrow { limits.many.0 } else { limits.many.1 };
            if belief.ways() >= many || self.takes_long(aim, &belief, limits.long) {
                self.add(&belief);
            }
        }
    }

    /// Does a search with an empty cache take long?
    fn takes_long(&self, aim: Aim, belief: &Belief, mut left: u32) -> bool {
        let mut go = || {
            left -= 1;
            left > 0
        };
        CaveSearch::new(self.cave, aim).best(belief, &mut go).is_err()
    }

    /// Adds the beliefs that best play leads to, with at most `most` visited cells.
    fn follow(&mut self, mut beliefs: Vec<Belief>, most: u32) {
        let mut seen = BTreeSet::new();
        while let Some(belief) = beliefs.pop() {
            let belief = self.search.simplified(belief);
            let (number, symmetry) = belief.canonical(self.cave);
            if belief.visited.count_ones() > most || !seen.insert(number) {
                continue;
            }
            self.add(&belief);
            // The bot will follow the plan in the table, even if a symmetric belief was added first.
            if let (Some(&plan), Some(symmetry)) = (self.plans.get(&number), symmetry) {
                beliefs.extend(self.search.following(&belief, mapped_back(plan, symmetry)));
            }
        }
    }
}

fn mapped(plan: Intent, symmetry: &Symmetry) -> Intent {
    match plan {
        Intent::Enter(cell) => Intent::Enter(symmetry.cell(cell)),
        Intent::Shoot(cell, dir) => Intent::Shoot(symmetry.cell(cell), symmetry.dir(dir)),
        plan => plan,
    }
}

fn mapped_back(plan: Intent, symmetry: &Symmetry) -> Intent {
    match plan {
        Intent::Enter(cell) => Intent::Enter(symmetry.cell_back(cell)),
        Intent::Shoot(cell, dir) => Intent::Shoot(symmetry.cell_back(cell), symmetry.dir_back(dir)),
        plan => plan,
    }
}
