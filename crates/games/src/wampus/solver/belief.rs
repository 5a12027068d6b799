//! A player's knowledge of the cave, and how every action changes it.
//!
//! All placements of wampus, pit, gold and exit that fit count alike. Gold and exit fill the rest of the
//! cave in the same number of ways wherever wampus and pit are, and each sense depends on only one of the
//! two. So two sets of candidate cells are enough, and every pair of different cells out of them is
//! equally likely. Numbers of placements and values are integers: nothing is ever rounded.

use super::cave::{Cave, CellMask, MOST, Symmetry, each, one};
use crate::wampus::Heading;

/// Where the gold is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gold {
    /// In some unvisited cell.
    Hidden,
    /// In this visited cell.
    Seen(u8),
    /// The agent has it, or it doesn't matter for the aim.
    Had,
}

/// The knowledge of an agent that is alive and in the cave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Belief {
    pub(super) visited: CellMask,
    /// Where the wampus may be; empty once it is dead.
    pub(super) wampus: CellMask,
    /// Where the pit may be.
    pub(super) pit: CellMask,
    /// Where the wampus was shot, until that cell is visited: neither gold nor exit is there.
    pub(super) slain: CellMask,
    /// The exit, if it is known.
    pub(super) exit: CellMask,
    pub(super) gold: Gold,
    pub(super) arrow: bool,
    /// Where the agent is; [`ANYWHERE`] if steps cost nothing.
    pub(super) place: u8,
}

/// The place of an agent whose steps cost nothing.
pub(super) const ANYWHERE: u8 = 31;

/// A plan. It includes the steps to its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Intent {
    /// Go to an unvisited cell.
    Enter(u8),
    /// Go to a visited cell and shoot from there.
    Shoot(u8, Heading),
    /// Go and grab the gold that was seen.
    Fetch,
    /// Do nothing more.
    Stop,
}

impl Belief {
    /// The belief at the start of a match, before anything is sensed.
    pub(super) fn arrival(cave: &Cave, start: u8, exit: Option<u8>) -> Belief {
        let exit = exit.map_or(0, one);
        let hidden = cave.all & !one(start) & !exit;
        Belief {
            visited: one(start),
            wampus: hidden,
            pit: hidden,
            slain: 0,
            exit,
            gold: Gold::Hidden,
            arrow: true,
            place: start,
        }
    }

    /// The number of possible positions of wampus and pit.
    pub(super) fn ways(&self) -> i64 {
        pairs(self.wampus, self.pit, self.is_dead())
    }

    fn is_dead(&self) -> bool {
        self.wampus == 0
    }

    /// The number of cells that may hold gold or exit, once wampus and pit are placed.
    pub(super) fn room(&self, cave: &Cave) -> i64 {
        let taken = if self.is_dead() { 1 } else { 2 };
        let free = cave.all & !self.visited & !self.exit & !self.slain;
        i64::from(free.count_ones()) - taken
    }

    /// The number of ways to place gold and exit in the rest of the cave.
    pub(super) fn fillings(&self, cave: &Cave) -> i64 {
        let room = self.room(cave);
        match (self.gold, self.exit) {
            (Gold::Hidden, 0) => room * (room - 1),
            (Gold::Hidden, _) | (_, 0) => room,
            _ => 1,
        }
    }

    /// The number of placements that fit.
    pub(super) fn placements(&self, cave: &Cave) -> i64 {
        self.ways() * self.fillings(cave)
    }

    /// The cells that cannot kill.
    pub(super) fn safe(&self) -> CellMask {
        !(self.wampus | self.pit)
    }

    /// The unvisited cells next to visited ones.
    pub(super) fn frontier(&self, cave: &Cave) -> CellMask {
        cave.around(self.visited) & !self.visited
    }

    /// A lower bound for the steps, summed over all placements, of an agent that finds the gold in `found` of them or
    /// wins in `won` of them. The first new cell is at least as far away as the nearest one, and each further one takes
    /// at least one step more; in placements where the agent doesn't find the gold, it walks just as far in vain.
    pub(super) fn walk(&self, cave: &Cave, found: i64, won: i64) -> i64 {
        let hidden = cave.all & !self.visited & !self.exit & !self.slain;
        let seen = match self.gold {
            Gold::Seen(cell) => one(cell),
            _ => 0,
        };
        // The distances to the exit and to gold that was seen.
        let (mut out, mut fetch) = (0, 0);
        let mut left = self.room(cave);
        let (mut far, mut one_of_one, mut one_of_two) = (0, Finds::NONE, Finds::NONE);
        for (steps, cells) in self.rings(cave) {
            if cells & self.exit != 0 {
                out = steps;
            }
            if cells & seen != 0 {
                fetch = steps;
            }
            for _ in 0..left.min((cells & hidden).count_ones().into()) {
                left -= 1;
                far = steps.max(far + 1);
                one_of_one.add(far, 1, 1, left);
                // Gold or exit ends the walk, and the gold comes first in half of the fillings.
                one_of_two.add(far, left, 2 * left, left * (left - 1));
            }
        }
        let won = if self.exit == 0 { one_of_one.steps(won) } else { out * won };
        let found = match self.gold {
            Gold::Had => 0,
            Gold::Seen(_) => fetch * found,
            Gold::Hidden if self.exit == 0 => one_of_two.steps(found),
            Gold::Hidden => one_of_one.steps(found),
        };
        won.max(found)
    }

    /// The cells that are one step away, two steps away and so on, if nothing but the exit were in the way.
    fn rings(&self, cave: &Cave) -> impl Iterator<Item = (i64, CellMask)> {
        let (mut edge, mut seen) = (one(self.place), one(self.place));
        (1..).map_while(move |steps| {
            edge = cave.around(edge & !self.exit) & !seen;
            seen |= edge;
            (edge != 0).then_some((steps, edge))
        })
    }

    /// The same belief in normal form: a cell that certainly holds wampus or pit is no candidate for the other.
    #[must_use]
    pub(super) fn settled(mut self) -> Belief {
        if self.pit.is_power_of_two() && self.wampus != self.pit {
            self.wampus &= !self.pit;
        }
        if self.wampus.is_power_of_two() {
            self.pit &= !self.wampus;
        }
        self
    }

    /// The belief after sensing in the cell that was entered last.
    #[must_use]
    pub(super) fn sensing(mut self, near: CellMask, stench: bool, breeze: bool) -> Belief {
        self.wampus &= if stench { near } else { !near };
        self.pit &= if breeze { near } else { !near };
        self
    }

    /// The beliefs after everything that may be sensed in a cell that was just entered, in normal form; only
    /// those that fit some placement.
    pub(super) fn senses(self, near: CellMask) -> impl Iterator<Item = Belief> {
        let alive = !self.is_dead();
        let stenches = [Some(false), alive.then_some(true)];
        let both =
            stenches.into_iter().flatten().flat_map(|stench| [(stench, false), (stench, true)]);
        both.filter_map(move |(stench, breeze)| {
            let next = self.sensing(near, stench, breeze);
            // Without a candidate for the wampus no placement fits, unless it is dead.
            (pairs(next.wampus, next.pit, !alive) > 0).then(|| next.settled())
        })
    }

    /// The belief after entering a cell that is neither deadly nor the exit, before anything is sensed there;
    /// `None` if the cell is certainly deadly.
    pub(super) fn entering(&self, cell: u8, place: u8) -> Option<Belief> {
        let others = !one(cell);
        let next = Belief {
            visited: self.visited | one(cell),
            wampus: self.wampus & others,
            pit: self.pit & others,
            slain: self.slain & others,
            place,
            ..*self
        };
        (pairs(next.wampus, next.pit, self.is_dead()) > 0).then_some(next)
    }

    /// The belief after shooting the wampus in a cell.
    pub(super) fn slaying(&self, cell: u8, place: u8) -> Belief {
        let (slain, pit) = (one(cell), self.pit & !one(cell));
        Belief { wampus: 0, pit, slain, arrow: false, place, ..*self }
    }

    /// The belief after applying a symmetry of the cave.
    pub(super) fn mapped(&self, symmetry: &Symmetry) -> Belief {
        Belief {
            visited: symmetry.cells(self.visited),
            wampus: symmetry.cells(self.wampus),
            pit: symmetry.cells(self.pit),
            slain: symmetry.cells(self.slain),
            exit: symmetry.cells(self.exit),
            gold: match self.gold {
                Gold::Seen(cell) => Gold::Seen(symmetry.cell(cell)),
                gold => gold,
            },
            arrow: self.arrow,
            place: if self.place == ANYWHERE { ANYWHERE } else { symmetry.cell(self.place) },
        }
    }

    /// The belief as a number; different beliefs have different numbers.
    pub(super) fn number(&self) -> u128 {
        let cell = |cells: CellMask| cells.trailing_zeros() as u8;
        let gold = match self.gold {
            Gold::Hidden => 30,
            Gold::Had => 31,
            Gold::Seen(cell) => cell,
        };
        let parts = [cell(self.slain), cell(self.exit), gold, self.place];
        let sets = [self.visited, self.wampus, self.pit];
        let number = sets.into_iter().fold(0, |all, set| all << 16 | u128::from(set));
        let number = parts.into_iter().fold(number, |all, part| all << 5 | u128::from(part));
        number << 1 | u128::from(self.arrow)
    }

    /// The smallest number among all symmetric beliefs, and the symmetry that leads to it.
    pub(super) fn canonical<'a>(&self, cave: &'a Cave) -> (u128, Option<&'a Symmetry>) {
        let all = cave
            .symmetries()
            .iter()
            .map(|symmetry| (self.mapped(symmetry).number(), Some(symmetry)));
        all.min_by_key(|&(number, _)| number).unwrap_or((self.number(), None))
    }
}

/// The steps to find something, new cell by new cell, for one wampus and one pit and all fillings of the rest.
struct Finds {
    finds: i64,
    walked: i64,
    /// The fewest steps per find so far, as a fraction.
    least: (i64, i64),
}

impl Finds {
    const NONE: Finds = Finds { finds: 0, walked: 0, least: (0, 1) };

    /// Adds a cell at distance `far`: the number of fillings in which the thing is here, in which the walk ends here,
    /// and in which it continues.
    fn add(&mut self, far: i64, here: i64, ends: i64, others: i64) {
        self.finds += here;
        self.walked += ends * far;
        let all = self.walked + others * far;
        if self.least.0 == 0 || all * self.least.1 < self.least.0 * self.finds {
            self.least = (all, self.finds.max(1));
        }
    }

    /// A lower bound for the steps of this number of finds.
    fn steps(&self, finds: i64) -> i64 {
        finds * self.least.0 / self.least.1
    }
}

/// The number of pairs of a wampus cell and a different pit cell out of these sets.
fn pairs(wampus: CellMask, pit: CellMask, dead: bool) -> i64 {
    let count = |cells: CellMask| i64::from(cells.count_ones());
    if dead { count(pit) } else { count(wampus) * count(pit) - count(wampus & pit) }
}

/// The distance of each cell in steps.
pub(super) struct Distances([u8; MOST]);

impl Distances {
    /// Distances across visited cells only; all are zero for an agent whose steps cost nothing.
    pub(super) fn new(cave: &Cave, place: u8, visited: CellMask) -> Distances {
        let mut steps = [0; MOST];
        if place == ANYWHERE {
            return Distances(steps);
        }
        let (mut edge, mut seen, mut far) = (one(place), one(place), 0);
        while edge != 0 {
            far += 1;
            let next = cave.around(edge) & !seen;
            for cell in each(next) {
                if let Some(steps) = steps.get_mut(usize::from(cell)) {
                    *steps = far;
                }
            }
            seen |= next;
            edge = next & visited;
        }
        Distances(steps)
    }

    /// The distance to a visited cell or to a neighbour of one.
    pub(super) fn to(&self, cell: u8) -> i64 {
        self.0.get(usize::from(cell)).map_or(0, |&steps| i64::from(steps))
    }

    /// These cells, the nearest first.
    pub(super) fn nearest_first(&self, cells: CellMask) -> impl Iterator<Item = u8> {
        let far = each(cells).map(|cell| self.to(cell)).max().unwrap_or(0);
        (0..=far).flat_map(move |steps| each(cells).filter(move |&cell| self.to(cell) == steps))
    }
}
