//! The search for the best plan from a belief. It tries every plan that might be the best and visits each
//! belief once. It prunes plans by an upper bound that is never too low, so the result is exact.

use super::Aim;
use super::belief::{ANYWHERE, Belief, Distances, Gold, Intent};
use super::cave::{Cave, CellMask, each, one};
use super::worth::Worth;
use crate::wampus::Heading;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The search was stopped before it finished.
#[derive(Debug)]
pub(super) struct Stopped;

/// Called once for each new belief; the search stops when it returns false.
pub(super) type KeepGoing<'a> = &'a mut dyn FnMut() -> bool;

/// A search with its cache of known values.
pub(super) struct CaveSearch<'a> {
    cave: &'a Cave,
    worth: Worth,
    known: HashMap<u128, KnownValue, BuildHasherDefault<MixHasher>>,
    /// An upper bound from a simpler problem.
    bound: Option<Box<Bound<'a>>>,
    /// Are symmetric beliefs searched only once? That pays if many caves are solved.
    by_symmetry: bool,
}

/// What the search knows of the value of a belief.
#[derive(Clone, Copy)]
struct KnownValue {
    /// An upper bound for the value.
    most: i64,
    /// Is `most` the value itself?
    exact: bool,
}

/// A plan and the beliefs that may follow it.
struct Branch {
    plan: Intent,
    /// An upper bound for the value of the plan.
    most: i64,
    /// Every belief that may follow, with an upper bound for its value; `None` before [`CaveSearch::look_ahead`].
    next: Option<Vec<(Belief, i64)>>,
}

/// The same problem with free walking, which is simpler.
struct Bound<'a> {
    free: CaveSearch<'a>,
    /// For beliefs where that isn't simple either: the number of wins.
    wins: CaveSearch<'a>,
}

impl<'a> CaveSearch<'a> {
    /// A search with an empty cache.
    pub(super) fn new(cave: &'a Cave, aim: Aim) -> Self {
        let worth = Worth::of(aim);
        let bound = (worth.step != 0).then(|| {
            let free = CaveSearch::plain(cave, worth.of_free_walks());
            Box::new(Bound { free, wins: CaveSearch::plain(cave, Worth::of(Aim::Win)) })
        });
        CaveSearch { bound, ..CaveSearch::plain(cave, worth) }
    }

    fn plain(cave: &'a Cave, worth: Worth) -> Self {
        let known = HashMap::default();
        CaveSearch { cave, worth, known, bound: None, by_symmetry: false }
    }

    /// The same search, but it searches symmetric beliefs only once.
    #[must_use]
    pub(super) fn with_symmetry(mut self) -> Self {
        self.by_symmetry = true;
        self
    }

    /// The number of beliefs that were searched.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The belief without everything that doesn't matter for this aim.
    pub(super) fn simplified(&self, mut belief: Belief) -> Belief {
        if self.worth.step == 0 {
            belief.place = ANYWHERE;
        }
        if !self.worth.wants_gold() {
            belief.gold = Gold::Had;
        }
        if belief.wampus == 0 {
            belief.arrow = false;
        }
        belief.slain &= !belief.visited;
        belief.settled()
    }

    /// The value of a belief: the best that the player can reach, summed over its placements.
    pub(super) fn value(&mut self, belief: Belief, go: KeepGoing) -> Result<i64, Stopped> {
        self.beyond(belief, i64::MIN, go)
    }

    /// The value of a belief if it is more than `need`; otherwise an upper bound for it that is at most `need`.
    fn beyond(&mut self, belief: Belief, need: i64, go: KeepGoing) -> Result<i64, Stopped> {
        let belief = self.simplified(belief);
        if self.worth.most(&belief, self.cave) == 0 {
            return Ok(0);
        }
        let key = if self.by_symmetry { belief.canonical(self.cave).0 } else { belief.number() };
        if let Some(known) = self.known.get(&key)
            && (known.exact || known.most <= need)
        {
            return Ok(known.most);
        }
        if !go() {
            return Err(Stopped);
        }
        let (_, known) = self.best_beyond(&belief, need, go)?;
        self.known.insert(key, known);
        Ok(known.most)
    }

    /// The best plan and its value.
    pub(super) fn best(
        &mut self,
        belief: &Belief,
        go: KeepGoing,
    ) -> Result<(Intent, i64), Stopped> {
        let (plan, known) = self.best_beyond(belief, i64::MIN, go)?;
        Ok((plan, known.most))
    }

    /// The best plan, if its value is more than `need`.
    fn best_beyond(
        &mut self,
        belief: &Belief,
        need: i64,
        go: KeepGoing,
    ) -> Result<(Intent, KnownValue), Stopped> {
        let mut branches = self.branches(belief, go)?;
        let mut best = None;
        let (mut bar, mut given_up) = (need, i64::MIN);
        while let Some(at) = most_promising(&branches) {
            if branches[at].most <= bar {
                given_up = given_up.max(branches[at].most);
                break;
            }
            if branches[at].next.is_none() {
                self.look_ahead(belief, &mut branches[at], go)?;
                continue;
            }
            let branch = branches.remove(at);
            let value = self.outcome(&branch, bar, go)?;
            if value > bar {
                best = Some(branch.plan);
                bar = value;
            } else {
                given_up = given_up.max(value);
            }
        }
        Ok(match best {
            Some(plan) => (plan, KnownValue { most: bar, exact: true }),
            None => (Intent::Stop, KnownValue { most: given_up, exact: false }),
        })
    }

    /// The value of a plan if it is more than `bar`; otherwise an upper bound for it. The search gives up as soon as
    /// the known values of some outcomes and the bounds of the others are too low.
    fn outcome(&mut self, branch: &Branch, bar: i64, go: KeepGoing) -> Result<i64, Stopped> {
        let mut most = branch.most;
        for &(next, promised) in branch.next.iter().flatten() {
            let others = most - promised;
            most = others + self.beyond(next, bar.saturating_sub(others), go)?;
            if most <= bar {
                break;
            }
        }
        Ok(most)
    }

    /// The plan with the highest bound, for callers without time for the best one.
    pub(super) fn promising(&mut self, belief: &Belief, go: KeepGoing) -> Result<Intent, Stopped> {
        let mut branches = self.branches(belief, go)?;
        for branch in &mut branches {
            self.look_ahead(belief, branch, go)?;
        }
        Ok(most_promising(&branches).map_or(Intent::Stop, |at| branches[at].plan))
    }

    /// Every plan with a first upper bound, from the value of the belief in the simpler problem.
    fn branches(&mut self, belief: &Belief, go: KeepGoing) -> Result<Vec<Branch>, Stopped> {
        let steps = Distances::new(self.cave, belief.place, belief.visited);
        let promised = match &mut self.bound {
            Some(bound) => bound.value(belief, go)?,
            None => 0,
        };
        let plans = self.plans(belief, &steps).into_iter();
        let branch = |plan| Branch {
            plan,
            most: self.quick_bound(belief, plan, &steps, promised),
            next: None,
        };
        Ok(plans.map(branch).collect())
    }

    fn quick_bound(&self, belief: &Belief, plan: Intent, steps: &Distances, promised: i64) -> i64 {
        let Some(bound) = &self.bound else { return i64::MAX };
        let own = |worth| after(self.cave, worth, belief, plan, steps, |_| Ok(0)).unwrap_or(0);
        let left = promised - own(&bound.free.worth);
        let next = match plan {
            Intent::Enter(cell) => belief.entering(cell, cell),
            Intent::Shoot(place, _) => Some(Belief { place, ..*belief }),
            Intent::Fetch | Intent::Stop => None,
        };
        own(&self.worth) + next.map_or(left, |belief| bound.less_walks(&belief, left))
    }

    /// Finds all beliefs that may follow a plan, and tightens the plan's bound.
    fn look_ahead(
        &mut self,
        belief: &Belief,
        branch: &mut Branch,
        go: KeepGoing,
    ) -> Result<(), Stopped> {
        let steps = Distances::new(self.cave, belief.place, belief.visited);
        let (cave, worth) = (self.cave, self.worth);
        let mut next = Vec::with_capacity(8);
        branch.most = after(cave, &worth, belief, branch.plan, &steps, |belief| {
            let bound = self.bound(&belief, go)?;
            next.push((belief, bound));
            Ok(bound)
        })?;
        next.sort_by_key(|&(_, bound)| Reverse(bound));
        branch.next = Some(next);
        Ok(())
    }

    /// An upper bound for the value of a belief.
    fn bound(&mut self, belief: &Belief, go: KeepGoing) -> Result<i64, Stopped> {
        Ok(match &mut self.bound {
            None => self.worth.most(belief, self.cave),
            Some(bound) => {
                let value = bound.value(belief, go)?;
                bound.less_walks(belief, value)
            }
        })
    }

    /// The exact value of a plan.
    #[cfg(test)]
    pub(super) fn worth_of(&mut self, belief: &Belief, plan: Intent) -> i64 {
        let mut branch = Branch { plan, most: i64::MAX, next: None };
        let done = self.look_ahead(belief, &mut branch, &mut || true);
        done.and_then(|()| self.outcome(&branch, i64::MIN, &mut || true)).unwrap()
    }

    /// All plans that may be the best.
    fn plans(&self, belief: &Belief, steps: &Distances) -> Vec<Intent> {
        let frontier = belief.frontier(self.cave);
        if self.worth.step == 0 {
            // A plan that is free and can only help comes first: win if there is nothing else to gain, fetch the
            // gold, and visit safe cells unless that might end the match too early.
            let winning = self.worth.winning(belief.gold) * belief.placements(self.cave);
            if frontier & belief.exit != 0 && winning == self.worth.most(belief, self.cave) {
                return each(belief.exit).map(Intent::Enter).collect();
            }
            if matches!(belief.gold, Gold::Seen(_)) {
                return vec![Intent::Fetch];
            }
            let free = frontier & belief.safe() & !belief.exit;
            if free != 0 && self.can_explore_freely(belief) {
                return each(free).take(1).map(Intent::Enter).collect();
            }
        }
        let mut plans = Vec::with_capacity(24);
        if let Gold::Seen(_) = belief.gold {
            plans.push(Intent::Fetch);
        }
        if belief.arrow {
            self.shots(belief, steps, &mut plans);
        }
        plans.extend(each(frontier).map(Intent::Enter));
        if self.worth.may_stop || plans.is_empty() {
            plans.push(Intent::Stop);
        }
        plans
    }

    /// Is it never a loss to enter a new safe cell? In the dark the cell may be the exit, and an agent that finds the
    /// exit before the gold loses the gold. But for each such cave there is another with gold and exit exchanged,
    /// which looks the same until the agent finds one of them. So over both caves the agent finds something good, and
    /// the sooner the better. Only a kill that is still possible is lost in one of them.
    fn can_explore_freely(&self, belief: &Belief) -> bool {
        belief.exit != 0 || self.worth.kill == 0 || !belief.arrow
    }

    /// Adds the shots that might hit. A shot is left out if another one on the way to its place covers the same
    /// candidates: the agent can shoot there and still walk on.
    fn shots(&self, belief: &Belief, steps: &Distances, plans: &mut Vec<Intent>) {
        let mut kept: Vec<(u8, CellMask, Distances)> = Vec::new();
        for from in steps.nearest_first(belief.visited) {
            for dir in Heading::ALL {
                let line = self.cave.ray(from, dir) & belief.wampus;
                let on_the_way = |(place, wider, onward): &(u8, CellMask, Distances)| {
                    line & !wider == 0 && steps.to(*place) + onward.to(from) == steps.to(from)
                };
                if line != 0 && !kept.iter().any(on_the_way) {
                    let place = if belief.place == ANYWHERE { ANYWHERE } else { from };
                    kept.push((from, line, Distances::new(self.cave, place, belief.visited)));
                    plans.push(Intent::Shoot(from, dir));
                }
            }
        }
    }

    /// Every belief that may follow a plan or occur on the way.
    pub(super) fn following(&self, belief: &Belief, plan: Intent) -> Vec<Belief> {
        let cave = self.cave;
        let steps = Distances::new(cave, belief.place, belief.visited);
        let mut next = Vec::new();
        let _ = after(cave, &self.worth, belief, plan, &steps, |belief| {
            next.push(belief);
            Ok(0)
        });
        let goal = match plan {
            Intent::Enter(cell) | Intent::Shoot(cell, _) => Some(cell),
            // The agent grabs gold as soon as it finds it.
            Intent::Fetch | Intent::Stop => None,
        };
        if let Some(goal) = goal.filter(|_| belief.place != ANYWHERE) {
            let onward = |cell| Distances::new(cave, cell, belief.visited).to(goal);
            let on_the_way = |&cell: &u8| steps.to(cell) + onward(cell) == steps.to(goal);
            let walked = each(belief.visited).filter(|&cell| cell != belief.place);
            next.extend(walked.filter(on_the_way).map(|place| Belief { place, ..*belief }));
        }
        next
    }
}

impl Bound<'_> {
    /// An upper bound for the value of a belief with free walking.
    fn value(&mut self, belief: &Belief, go: KeepGoing) -> Result<i64, Stopped> {
        let (cave, worth) = (self.free.cave, self.free.worth);
        let kills = worth.kills(belief, cave);
        if belief.exit != 0 || kills == 0 {
            return self.free.value(*belief, go);
        }
        // Every new cell may be the exit, which makes the search long even with free walking. The gold is found
        // before the exit in at most half of the placements.
        let gold = match belief.gold {
            Gold::Hidden => worth.gold * belief.placements(cave) / 2,
            Gold::Seen(_) => worth.gold * belief.placements(cave),
            Gold::Had => 0,
        };
        let win = worth.winning(Gold::Had);
        let wins = match win {
            0 => 0,
            _ => {
                let simple = self.wins.simplified(*belief);
                let ways = belief.fillings(cave) / simple.fillings(cave).max(1);
                ways * self.wins.value(simple, go)?
            }
        };
        Ok(win * wins + gold + kills)
    }

    /// The value less the steps that are certainly needed for it.
    fn less_walks(&self, belief: &Belief, value: i64) -> i64 {
        let (cave, worth) = (self.free.cave, &self.free.worth);
        let (wins, score) = worth.apart(value);
        // Whatever kills can't explain is gold, and no gold is found without steps.
        let found = (score - worth.kills(belief, cave)).max(0) / worth.gold;
        value - belief.walk(cave, found, wins)
    }
}

/// The branch with the highest bound; of equal ones the first.
fn most_promising(branches: &[Branch]) -> Option<usize> {
    (0..branches.len()).rev().max_by_key(|&at| branches[at].most)
}

/// The value of a plan: its own points, summed over the placements, and the value `then` of every belief that follows.
fn after(
    cave: &Cave,
    worth: &Worth,
    belief: &Belief,
    plan: Intent,
    steps: &Distances,
    mut then: impl FnMut(Belief) -> Result<i64, Stopped>,
) -> Result<i64, Stopped> {
    let all = belief.placements(cave);
    let stand = |cell| if belief.place == ANYWHERE { ANYWHERE } else { cell };
    match plan {
        Intent::Stop => Ok(0),
        Intent::Fetch => {
            let Gold::Seen(cell) = belief.gold else { return Ok(0) };
            let next = Belief { gold: Gold::Had, place: stand(cell), ..*belief };
            let gain = (steps.to(cell) + 1) * worth.step + worth.gold;
            Ok(gain * all + then(next)?)
        }
        Intent::Enter(cell) => {
            let mut value = steps.to(cell) * worth.step * all;
            let here = one(cell);
            if belief.exit == here {
                return Ok(value + worth.winning(belief.gold) * all);
            }
            let Some(next) = belief.entering(cell, stand(cell)) else { return Ok(value) };
            // The cell where the wampus was shot holds neither gold nor exit.
            let free = belief.slain != here;
            if free && belief.exit == 0 {
                // Each free cell holds the exit equally often.
                let others = belief.fillings(cave) / belief.room(cave).max(1);
                value += worth.winning(belief.gold) * next.ways() * others;
            }
            // The agent grabs gold at once: nothing is worth more, or the gold is worth nothing.
            let found = (free && belief.gold == Gold::Hidden).then_some(Gold::Had);
            for gold in [Some(belief.gold), found].into_iter().flatten() {
                let next = Belief { gold, ..next };
                if next.fillings(cave) <= 0 {
                    continue;
                }
                for next in next.senses(cave.near(cell)) {
                    if gold != belief.gold {
                        value += (worth.gold + worth.step) * next.placements(cave);
                    }
                    value += then(next)?;
                }
            }
            Ok(value)
        }
        Intent::Shoot(from, dir) => {
            let mut value = (steps.to(from) + 1) * worth.step * all;
            let line = cave.ray(from, dir) & belief.wampus;
            let missed = Belief {
                wampus: belief.wampus & !line,
                arrow: false,
                place: stand(from),
                ..*belief
            };
            if missed.wampus != 0 && missed.ways() > 0 {
                value += then(missed.settled())?;
            }
            for cell in each(line) {
                let next = belief.slaying(cell, stand(from));
                value += worth.kill * next.placements(cave) + then(next)?;
            }
            Ok(value)
        }
    }
}

/// A hasher for the numbers of beliefs. They are all different, so it only has to spread their bits.
#[derive(Default)]
pub(super) struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(u128::from(byte)));
    }

    fn write_u128(&mut self, number: u128) {
        let folded = number as u64 ^ ((number >> 64) as u64).rotate_left(32) ^ self.0;
        let mixed = (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}
