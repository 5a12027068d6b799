//! What somebody in the cave can know, and how every act changes it.
//!
//! All placements of wampus, pit, gold and exit that fit count alike. Gold and exit fill the rest of
//! the cave in the same number of ways wherever wampus and pit stand, and each sense speaks of one of
//! the two alone; so two sets of candidates say everything, and every pair out of them that does not
//! share a cell is equally likely. Numbers of placements are whole numbers, and so are all values:
//! nothing is rounded anywhere.

use super::cave::{Cave, CellMask, MOST, Symmetry, each, one};
use crate::wampus::Heading;

/// Where the gold is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gold {
    /// In a cell that was not visited.
    Hidden,
    /// In this visited cell.
    Seen(u8),
    /// With the agent; or nobody cares.
    Had,
}

/// What is known. Nobody who knows this is dead or out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Belief {
    /// The cells that were visited.
    pub(super) visited: CellMask,
    /// Where the wampus may be; nowhere once it is dead.
    pub(super) wampus: CellMask,
    /// Where the pit may be.
    pub(super) pit: CellMask,
    /// Where the wampus was shot, as long as that cell is not visited: neither gold nor exit is there.
    pub(super) slain: CellMask,
    /// The exit, where it shows.
    pub(super) exit: CellMask,
    pub(super) gold: Gold,
    pub(super) arrow: bool,
    /// Where the agent stands; [`ANYWHERE`] when steps cost nothing.
    pub(super) place: u8,
}

/// The place of an agent whose steps cost nothing.
pub(super) const ANYWHERE: u8 = 31;

/// What somebody may set out to do. The steps that lead there are part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Intent {
    /// Go to a cell that was not visited.
    Enter(u8),
    /// Go to a visited cell and shoot from there.
    Shoot(u8, Heading),
    /// Go and grab the gold that was seen.
    Fetch,
    /// Do nothing more.
    Stop,
}

impl Belief {
    /// What is known on arrival in this cell, before anything is sensed there.
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

    /// In how many ways wampus and pit may stand.
    pub(super) fn ways(&self) -> i64 {
        pairs(self.wampus, self.pit, self.is_dead())
    }

    fn is_dead(&self) -> bool {
        self.wampus == 0
    }

    /// The cells that may hold gold or exit, once wampus and pit are placed.
    pub(super) fn room(&self, cave: &Cave) -> i64 {
        let taken = if self.is_dead() { 1 } else { 2 };
        let free = cave.all & !self.visited & !self.exit & !self.slain;
        i64::from(free.count_ones()) - taken
    }

    /// In how many ways gold and exit fill the rest.
    pub(super) fn fillings(&self, cave: &Cave) -> i64 {
        let room = self.room(cave);
        match (self.gold, self.exit) {
            (Gold::Hidden, 0) => room * (room - 1),
            (Gold::Hidden, _) | (_, 0) => room,
            _ => 1,
        }
    }

    /// How many placements fit.
    pub(super) fn placements(&self, cave: &Cave) -> i64 {
        self.ways() * self.fillings(cave)
    }

    /// The cells that cannot kill.
    pub(super) fn safe(&self) -> CellMask {
        !(self.wampus | self.pit)
    }

    /// The cells that were not visited and can be.
    pub(super) fn frontier(&self, cave: &Cave) -> CellMask {
        cave.around(self.visited) & !self.visited
    }

    /// Steps that nobody can spare who finds the gold in so many placements, or wins in so many. The first new cell is
    /// at least as far away as the nearest one, each further one takes a step more, or as many as lead there; and
    /// whoever does not find the gold has walked as far in vain.
    pub(super) fn walk(&self, cave: &Cave, found: i64, won: i64) -> i64 {
        let hidden = cave.all & !self.visited & !self.exit & !self.slain;
        let seen = match self.gold {
            Gold::Seen(cell) => one(cell),
            _ => 0,
        };
        // How far it is to the exit and to gold that was seen.
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
                // Gold or exit ends it, and the gold is first in half of the fillings.
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

    /// The cells that are one step away, two steps and so on, if nothing but the exit stood in the way.
    fn rings(&self, cave: &Cave) -> impl Iterator<Item = (i64, CellMask)> {
        let (mut edge, mut seen) = (one(self.place), one(self.place));
        (1..).map_while(move |steps| {
            edge = cave.around(edge & !self.exit) & !seen;
            seen |= edge;
            (edge != 0).then_some((steps, edge))
        })
    }

    /// The same, told in one way only: what is certain of one of wampus and pit excludes the other.
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

    /// What is known after sensing in the cell that was entered last.
    #[must_use]
    pub(super) fn sensing(mut self, near: CellMask, stench: bool, breeze: bool) -> Belief {
        self.wampus &= if stench { near } else { !near };
        self.pit &= if breeze { near } else { !near };
        self
    }

    /// Everything that may be sensed in a cell that was just entered, with what is known then; only
    /// what fits some placement.
    pub(super) fn senses(self, near: CellMask) -> impl Iterator<Item = Belief> {
        let alive = !self.is_dead();
        let stenches = [Some(false), alive.then_some(true)];
        let both =
            stenches.into_iter().flatten().flat_map(|stench| [(stench, false), (stench, true)]);
        both.filter_map(move |(stench, breeze)| {
            let next = self.sensing(near, stench, breeze);
            // No wampus that fits means no placement, unless it is dead.
            (pairs(next.wampus, next.pit, !alive) > 0).then(|| next.settled())
        })
    }

    /// What is known on entering a cell alive and not out, before anything is sensed there; none when
    /// it kills for certain.
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

    /// What is known after the wampus was shot in a cell.
    pub(super) fn slaying(&self, cell: u8, place: u8) -> Belief {
        let (slain, pit) = (one(cell), self.pit & !one(cell));
        Belief { wampus: 0, pit, slain, arrow: false, place, ..*self }
    }

    /// The same as it looks after a turn of the cave.
    pub(super) fn turned(&self, turn: &Symmetry) -> Belief {
        Belief {
            visited: turn.cells(self.visited),
            wampus: turn.cells(self.wampus),
            pit: turn.cells(self.pit),
            slain: turn.cells(self.slain),
            exit: turn.cells(self.exit),
            gold: match self.gold {
                Gold::Seen(cell) => Gold::Seen(turn.cell(cell)),
                gold => gold,
            },
            arrow: self.arrow,
            place: if self.place == ANYWHERE { ANYWHERE } else { turn.cell(self.place) },
        }
    }

    /// All of it in one number; different beliefs have different numbers.
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

    /// The way of telling it that all turns of it share, and the turn that leads there.
    pub(super) fn canonical<'a>(&self, cave: &'a Cave) -> (u128, Option<&'a Symmetry>) {
        let all = cave.symmetries().iter().map(|turn| (self.turned(turn).number(), Some(turn)));
        all.min_by_key(|&(number, _)| number).unwrap_or((self.number(), None))
    }
}

/// What it takes to find something, new cell by new cell, for one wampus and one pit in all fillings of the rest.
struct Finds {
    finds: i64,
    walked: i64,
    /// The fewest steps so far, for a number of finds.
    least: (i64, i64),
}

impl Finds {
    const NONE: Finds = Finds { finds: 0, walked: 0, least: (0, 1) };

    /// One cell more, so far away: in how many fillings it is here, in how many it ends here, and in how many it goes on.
    fn add(&mut self, far: i64, here: i64, ends: i64, others: i64) {
        self.finds += here;
        self.walked += ends * far;
        let all = self.walked + others * far;
        if self.least.0 == 0 || all * self.least.1 < self.least.0 * self.finds {
            self.least = (all, self.finds.max(1));
        }
    }

    /// The steps that so many finds take at least.
    fn steps(&self, finds: i64) -> i64 {
        finds * self.least.0 / self.least.1
    }
}

/// Pairs of a wampus and a pit out of these that do not share a cell.
fn pairs(wampus: CellMask, pit: CellMask, dead: bool) -> i64 {
    let count = |cells: CellMask| i64::from(cells.count_ones());
    if dead { count(pit) } else { count(wampus) * count(pit) - count(wampus & pit) }
}

/// How many steps away each cell is.
pub(super) struct Distances([u8; MOST]);

impl Distances {
    /// Steps across visited cells only; none at all for an agent whose steps cost nothing.
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

    /// To a visited cell, or to one beside those.
    pub(super) fn to(&self, cell: u8) -> i64 {
        self.0.get(usize::from(cell)).map_or(0, |&steps| i64::from(steps))
    }

    /// These cells, those first that are near.
    pub(super) fn nearest_first(&self, cells: CellMask) -> impl Iterator<Item = u8> {
        let far = each(cells).map(|cell| self.to(cell)).max().unwrap_or(0);
        (0..=far).flat_map(move |steps| each(cells).filter(move |&cell| self.to(cell) == steps))
    }
}
