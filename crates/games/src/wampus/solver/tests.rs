//! The solver against brute force on small caves, and against the known figures for the real one.

use super::*;
use std::collections::BTreeMap;
use std::hash::Hasher;

/// Wampus, pit, gold and exit, each a cell.
type Placement = [u8; 4];

/// A player's knowledge in its simplest form: the list of all placements that fit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct BruteKnowledge {
    fits: Vec<Placement>,
    visited: u16,
    arrow: bool,
    killed: bool,
    gold: bool,
}

/// Tries everything, one step at a time, without pruning.
struct Brute {
    rows: u8,
    cols: u8,
    aim: Aim,
    known: BTreeMap<BruteKnowledge, Vec<i64>>,
}

impl Brute {
    fn beside(&self, cell: u8, dir: Heading) -> Option<u8> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        match dir {
            Heading::Up => (row > 0).then(|| cell - self.cols),
            Heading::Down => (row + 1 < self.rows).then(|| cell + self.cols),
            Heading::Left => (col > 0).then(|| cell - 1),
            Heading::Right => (col + 1 < self.cols).then(|| cell + 1),
        }
    }

    fn near(&self, a: u8, b: u8) -> bool {
        Heading::ALL.iter().any(|&dir| self.beside(a, dir) == Some(b))
    }

    fn points(&self, step: i64, kill: i64, gold: i64) -> i64 {
        match self.aim {
            Aim::Score | Aim::Rank => -step + 100 * kill + 1000 * gold,
            _ => 0,
        }
    }

    fn won(&self, gold: bool) -> i64 {
        match self.aim {
            Aim::Win => 1,
            Aim::GoldAndWin => i64::from(gold),
            Aim::Score => 0,
            Aim::Rank => worth::WIN,
        }
    }

    /// The knowledge after each possible combination of senses in a cell that was just entered.
    fn senses(&self, knowledge: &BruteKnowledge, cell: u8) -> Vec<BruteKnowledge> {
        let mut groups: BTreeMap<(bool, bool, bool), Vec<Placement>> = BTreeMap::new();
        for &fit in &knowledge.fits {
            let [wampus, pit, gold, _] = fit;
            let stench = !knowledge.killed && self.near(wampus, cell);
            let seen = (stench, self.near(pit, cell), !knowledge.gold && gold == cell);
            groups.entry(seen).or_default().push(fit);
        }
        groups.into_values().map(|fits| BruteKnowledge { fits, ..knowledge.clone() }).collect()
    }

    /// The value for an agent in each visited cell.
    fn values(&mut self, knowledge: &BruteKnowledge) -> Vec<i64> {
        if let Some(values) = self.known.get(knowledge) {
            return values.clone();
        }
        let cells = usize::from(self.rows * self.cols);
        let all = knowledge.fits.len() as i64;
        let mut values = vec![i64::MIN / 2; cells];
        for place in each_of(knowledge.visited) {
            let mut best = if self.aim == Aim::Rank { i64::MIN / 2 } else { 0 };
            for dir in Heading::ALL {
                if let Some(to) =
                    self.beside(place, dir).filter(|to| knowledge.visited >> to & 1 == 0)
                {
                    best = best.max(self.entering(knowledge, to));
                }
                if knowledge.arrow {
                    best = best.max(self.shooting(knowledge, place, dir));
                }
            }
            if !knowledge.gold && knowledge.fits.iter().all(|&[_, _, gold, _]| gold == place) {
                let next = BruteKnowledge { gold: true, ..knowledge.clone() };
                best =
                    best.max(self.points(1, 0, 1) * all + self.values(&next)[usize::from(place)]);
            }
            values[usize::from(place)] = best;
        }
        // Walking among visited cells changes only the place.
        for _ in 0..cells {
            for place in each_of(knowledge.visited) {
                for to in Heading::ALL.iter().filter_map(|&dir| self.beside(place, dir)) {
                    if knowledge.visited >> to & 1 == 1 {
                        let there = values[usize::from(to)] + self.points(1, 0, 0) * all;
                        values[usize::from(place)] = values[usize::from(place)].max(there);
                    }
                }
            }
        }
        self.known.insert(knowledge.clone(), values.clone());
        values
    }

    fn entering(&mut self, knowledge: &BruteKnowledge, to: u8) -> i64 {
        let mut value = self.points(1, 0, 0) * knowledge.fits.len() as i64;
        let mut alive = Vec::new();
        for &fit in &knowledge.fits {
            let [wampus, pit, _, exit] = fit;
            match () {
                () if pit == to || (wampus == to && !knowledge.killed) => {}
                () if exit == to => value += self.won(knowledge.gold),
                () => alive.push(fit),
            }
        }
        let visited = knowledge.visited | 1 << to;
        let next = BruteKnowledge { fits: alive, visited, ..knowledge.clone() };
        for next in self.senses(&next, to) {
            value += self.values(&next)[usize::from(to)];
        }
        value
    }

    fn shooting(&mut self, knowledge: &BruteKnowledge, place: u8, dir: Heading) -> i64 {
        let mut value = self.points(1, 0, 0) * knowledge.fits.len() as i64;
        let mut line = Vec::new();
        let mut cell = place;
        while let Some(next) = self.beside(cell, dir) {
            line.push(next);
            cell = next;
        }
        let mut groups: BTreeMap<Option<u8>, Vec<Placement>> = BTreeMap::new();
        for &fit in &knowledge.fits {
            let hit = Some(fit[0]).filter(|wampus| !knowledge.killed && line.contains(wampus));
            groups.entry(hit).or_default().push(fit);
        }
        for (hit, fits) in groups {
            let killed = knowledge.killed || hit.is_some();
            value += self.points(0, i64::from(hit.is_some()), 0) * fits.len() as i64;
            let next = BruteKnowledge { fits, arrow: false, killed, ..knowledge.clone() };
            value += self.values(&next)[usize::from(place)];
        }
        value
    }

    fn start(&mut self, start: u8, exit: Option<u8>) -> i64 {
        let cells = self.rows * self.cols;
        let mut fits = Vec::new();
        let apart = |cells: &[u8]| (1..cells.len()).all(|n| !cells[..n].contains(&cells[n]));
        for code in 0..u32::from(cells).pow(4) {
            let digit = |n: u32| (code / u32::from(cells).pow(n) % u32::from(cells)) as u8;
            let [w, p, g, e] = [0, 1, 2, 3].map(digit);
            if apart(&[start, w, p, g, e]) && exit.is_none_or(|exit| exit == e) {
                fits.push([w, p, g, e]);
            }
        }
        let first =
            BruteKnowledge { fits, visited: 1 << start, arrow: true, killed: false, gold: false };
        let groups = self.senses(&first, start);
        groups.iter().map(|next| self.values(next)[usize::from(start)]).sum()
    }
}

fn each_of(cells: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |cell| cells >> cell & 1 == 1)
}

/// The same value from the solver.
fn solved(rows: u8, cols: u8, aim: Aim, start: u8, exit: Option<u8>, by_symmetry: bool) -> i64 {
    let cave = Cave::new(rows, cols).unwrap();
    let mut search = CaveSearch::new(&cave, aim);
    if by_symmetry {
        search = search.with_symmetry();
    }
    let beliefs = Belief::arrival(&cave, start, exit).senses(cave.near(start));
    beliefs
        .map(|belief| {
            let simple = search.simplified(belief);
            let ways = belief.placements(&cave) / simple.placements(&cave);
            ways * search.value(belief, &mut || true).unwrap()
        })
        .sum()
}

fn agrees(rows: u8, cols: u8, aim: Aim, start: u8, exit: Option<u8>) {
    let mut brute = Brute { rows, cols, aim, known: BTreeMap::new() };
    let expected = brute.start(start, exit);
    for by_symmetry in [false, true] {
        let found = solved(rows, cols, aim, start, exit, by_symmetry);
        assert_eq!(found, expected, "{rows}x{cols} {aim:?} from {start}, exit {exit:?}");
    }
}

#[test]
fn the_solver_agrees_with_brute_force_on_small_caves() {
    for aim in Aim::ALL {
        for start in 0..6 {
            agrees(2, 3, aim, start, None);
            for exit in (0..6).filter(|&exit| exit != start) {
                agrees(2, 3, aim, start, Some(exit));
            }
        }
        agrees(1, 6, aim, 2, None);
        agrees(2, 4, aim, 1, Some(6));
        agrees(2, 4, aim, 0, None);
    }
}

#[test]
fn the_solver_agrees_with_brute_force_on_caves_of_three_by_three() {
    for aim in Aim::ALL {
        agrees(3, 3, aim, 0, Some(8));
        agrees(3, 3, aim, 1, Some(4));
        agrees(3, 3, aim, 4, Some(2));
        agrees(3, 3, aim, 0, None);
    }
}

/// The sum over all placements of the real cave.
fn sum(fog: Fog, aim: Aim) -> i64 {
    let value = value(4, 4, fog, aim).unwrap();
    assert_eq!(value.placements, 524_160);
    value.sum
}

#[test]
fn the_known_figures_hold_in_the_fog() {
    // The others take too long: `cargo run --release -p games --example wampus -- values`.
    assert_eq!(sum(Fog::Dark, Aim::Win), 486_240); // 0.9277
    assert_eq!(sum(Fog::Exit, Aim::Win), 492_480); // 0.9396
    assert_eq!(sum(Fog::Exit, Aim::GoldAndWin), 480_608); // 0.9169
}

#[test]
fn no_other_aim_does_better_at_an_aim_with_an_open_fog() {
    let some = |aim| open::value(aim, Layout::placements().step_by(997));
    let [win, rich, score, rank] = [Aim::Win, Aim::GoldAndWin, Aim::Score, Aim::Rank].map(some);
    assert_eq!(win.placements, 526);
    assert!(rich.sum <= win.sum && win.sum <= win.placements, "{} {}", rich.sum, win.sum);
    assert_eq!(rank.sum, win.sum);
    assert!(rank.score <= score.sum, "{} {}", rank.score, score.sum);
}

#[test]
fn the_known_figures_hold_with_an_open_fog() {
    assert_eq!(sum(Fog::Open, Aim::Win), 524_160);
    assert_eq!(sum(Fog::Open, Aim::GoldAndWin), 521_664);
    assert_eq!(sum(Fog::Open, Aim::Score), 571_354_864);
    let best = value(4, 4, Fog::Open, Aim::Rank).unwrap();
    assert_eq!(best.sum, 524_160);
    assert_eq!(format!("{:.2}", best.score as f64 / 524_160.0), "1087.39");
}

#[test]
fn every_symmetry_can_be_inverted() {
    let cave = Cave::new(4, 4).unwrap();
    assert_eq!(cave.symmetries().len(), 8);
    assert_eq!(Cave::new(2, 3).unwrap().symmetries().len(), 4);
    for symmetry in cave.symmetries() {
        for cell in 0..16 {
            assert_eq!(symmetry.cell_back(symmetry.cell(cell)), cell);
            assert_eq!(symmetry.cells(one(cell)), one(symmetry.cell(cell)));
            for dir in Heading::ALL {
                assert_eq!(symmetry.dir_back(symmetry.dir(dir)), dir);
                let ray = symmetry.cells(cave.ray(cell, dir));
                assert_eq!(cave.ray(symmetry.cell(cell), symmetry.dir(dir)), ray);
            }
        }
    }
}

/// Follows best play from some starts. Where the table has a plan and a search is short enough for a test,
/// the search finds nothing better.
#[test]
fn the_table_holds_best_plans() {
    let cave = Cave::new(4, 4).unwrap();
    let mut checked = 0;
    for (aim, exit) in [(Aim::Rank, Some(6)), (Aim::Rank, None), (Aim::GoldAndWin, None)] {
        let mut search = CaveSearch::new(&cave, aim);
        let mut beliefs = table::starts(&cave, exit);
        // Two of the sixteen starts are enough.
        beliefs.retain(|belief| belief.place == 0 || belief.place == 9);
        while let Some(belief) = beliefs.pop() {
            let belief = search.simplified(belief);
            let Some(plan) = table::find(&cave, aim, &belief) else { continue };
            let mut next = search.following(&belief, plan);
            if belief.visited.count_ones() > 4 {
                let value = search.worth_of(&belief, plan);
                assert_eq!(value, search.value(belief, &mut || true).unwrap(), "{belief:?}");
                checked += 1;
                next.truncate(1);
            }
            beliefs.extend(next);
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Searches are short in a small cave, so every plan can be checked: the table holds the best plans for the openings
/// of best play, and for all beliefs whose search takes long by the given limits.
#[test]
fn a_new_table_holds_best_plans() {
    let cave = Cave::new(2, 3).unwrap();
    let mut reports = Vec::new();
    let made = make_table(2, 3, |text| reports.push(text)).unwrap();
    let limits = table::TableLimits { many: (6, 8), long: 5 };
    let larger = table::make_within(2, 3, limits, |_| {}).unwrap();
    assert!(larger.len() > made.len());
    let (mut many, mut long) = (0, 0);
    for aim in Aim::ALL {
        let mut search = CaveSearch::new(&cave, aim);
        for belief in table::reachable(&CaveSearch::new(&cave, aim), &cave, None, 3) {
            let mut looked = 0;
            let mut go = || {
                looked += 1;
                true
            };
            let best = CaveSearch::new(&cave, aim).best(&belief, &mut go).unwrap().1;
            let is_many = belief.ways() >= if belief.arrow { 6 } else { 8 };
            let plan = table::find_in(&larger, &cave, aim, &belief);
            assert!(plan.is_some() || !is_many && looked < 5, "{aim:?} {belief:?}");
            many += usize::from(is_many);
            long += usize::from(!is_many && looked >= 5);
            if let Some(plan) = plan {
                assert_eq!(search.worth_of(&belief, plan), best, "{aim:?} {belief:?} {plan:?}");
            }
        }
    }
    assert!(many > 10 && long > 10, "{many} {long}");
    assert_eq!(reports.len(), 8, "{reports:?}");
    assert!(reports[0].starts_with("Dark win: "), "{reports:?}");
    assert!(!table::check(&made));
    let mut checked_again = 0;
    for aim in Aim::ALL {
        let mut search = CaveSearch::new(&cave, aim);
        for exit in [None, Some(0), Some(4)] {
            let mut beliefs = table::starts(&cave, exit);
            while let Some(belief) = beliefs.pop() {
                let belief = search.simplified(belief);
                let Some(plan) = table::find_in(&made, &cave, aim, &belief) else { continue };
                let value = search.worth_of(&belief, plan);
                let best = search.value(belief, &mut || true).unwrap();
                assert_eq!(value, best, "{aim:?} {belief:?} {plan:?}");
                beliefs.extend(search.following(&belief, plan));
                checked_again += 1;
            }
        }
    }
    assert!(checked_again > 500, "{checked_again}");
}

/// Each belief that can occur comes up once, and its search ends.
#[test]
fn questions_are_searched() {
    let asked = |rows, every| {
        let (mut asked, mut looked) = (0usize, 0);
        questions((rows, 3), (Fog::Dark, Aim::Score), (every, 4), |search| {
            looked += search();
            asked += 1;
        });
        assert_eq!(asked > 0, looked > asked);
        asked
    };
    let all = asked(2, 1);
    assert!(all > 10, "{all}");
    assert_eq!((asked(2, 0), asked(2, 5)), (all, all.div_ceil(5)));
    assert_eq!(asked(6, 1), 0);
}

#[test]
fn plans_are_stored_as_bytes() {
    let enters = (0..16).map(Intent::Enter);
    let shots = (0..16).flat_map(|cell| Heading::ALL.map(|dir| Intent::Shoot(cell, dir)));
    let mut bytes = Vec::new();
    for plan in enters.chain(shots).chain([Intent::Fetch, Intent::Stop]) {
        bytes.push(table::write(plan));
        assert_eq!(table::read(table::write(plan)), Some(plan));
    }
    assert_eq!(bytes, (0..82).collect::<Vec<u8>>());
    assert_eq!(table::read(82), None);
}

#[test]
fn values_are_sums_over_all_starts() {
    for aim in Aim::ALL {
        let mut brute = Brute { rows: 2, cols: 3, aim, known: BTreeMap::new() };
        let dark: i64 = (0..6).map(|start| brute.start(start, None)).sum();
        let shown =
            |start| (0..6).filter(move |&exit| exit != start).map(move |exit| (start, exit));
        let exit: i64 =
            (0..6).flat_map(shown).map(|(start, exit)| brute.start(start, Some(exit))).sum();
        for (fog, sum) in [(Fog::Dark, dark), (Fog::Exit, exit)] {
            let value = value(2, 3, fog, aim).unwrap();
            let wins =
                if aim == Aim::Rank { value.sum * worth::WIN + value.score } else { value.sum };
            assert_eq!((wins, value.placements), (sum, 720), "{fog:?} {aim:?}");
        }
        assert_eq!(value(2, 3, Fog::Open, aim), None);
        assert_eq!(value(2, 2, Fog::Dark, aim), None);
    }
    let words = Aim::ALL.map(Aim::word);
    assert_eq!(words, ["win", "score", "gold", "rank"]);
}

#[test]
fn the_hasher_accepts_bytes() {
    let hash = |bytes: &[u8]| {
        let mut mix = search::MixHasher::default();
        mix.write(bytes);
        mix.finish()
    };
    assert_ne!(hash(b"ab"), hash(b"ba"));
}

#[test]
fn a_search_stops_when_its_budget_is_used_up() {
    let cave = Cave::new(4, 4).unwrap();
    let [start, ..] = table::starts(&cave, Some(6))[..] else { panic!() };
    let mut left = 100;
    let mut go = || {
        left -= 1;
        left > 0
    };
    assert!(CaveSearch::new(&cave, Aim::Score).value(start, &mut go).is_err());
    assert_eq!(left, 0);
}

/// The lower bound for steps, in a cave without obstacles, where it is easy to count.
#[test]
fn the_bound_counts_the_steps_that_are_certainly_needed() {
    let cave = Cave::new(4, 4).unwrap();
    let start = Belief { arrow: false, ..Belief::arrival(&cave, 0, Some(15)) };
    let had = Belief { gold: Gold::Had, ..start };
    assert_eq!((had.walk(&cave, 0, 0), had.walk(&cave, 0, 5)), (0, 5 * 6));
    let visited = one(0) | one(1) | one(5);
    let seen = Belief { visited, gold: Gold::Seen(5), ..start };
    assert_eq!(
        (seen.walk(&cave, 7, 0), seen.walk(&cave, 7, 1), seen.walk(&cave, 7, 5)),
        (14, 14, 30)
    );

    // The gold is in one of twelve cells, and the k-th of them is at least k steps away: an agent that visits all of
    // them finds it in twelve placements, after 1 + 2 + … + 12 steps.
    assert_eq!(start.room(&cave), 12);
    assert_eq!(start.walk(&cave, 12, 0), 78);
    // With wampus and pit in two of the three hidden cells, the gold is at least four steps away.
    let far = Belief { visited: cave.all & !one(7) & !one(11) & !one(10) & !one(15), ..start };
    assert_eq!((far.room(&cave), far.walk(&cave, 1, 0)), (1, 4));

    // In the dark the walk ends with gold or exit. Three cells for both, each one step further: 1, 1, 1, 1, 2, 2.
    let dark = Belief { exit: 0, visited: cave.all & !0b11_1110, ..start };
    assert_eq!(dark.room(&cave), 3);
    assert_eq!(dark.walk(&cave, 3, 0), 4 + 2 * 2);
    assert_eq!(dark.walk(&cave, 0, 3), 1 + 2 + 3);
}
