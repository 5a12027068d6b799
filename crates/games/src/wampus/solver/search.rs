//! The search: the best that can be done from a belief. Every plan that might be the best is tried,
//! each belief once; what cannot be, by a bound that never errs on the low side, is left out. So the
//! result is exact.

use super::Aim;
use super::belief::{ANYWHERE, Belief, Distances, Gold, Intent};
use super::cave::{Cave, CellMask, each, one};
use super::worth::Worth;
use crate::wampus::Heading;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Thinking was ended before it was done.
#[derive(Debug)]
pub(super) struct Stopped;

/// Asked once for each belief that is looked at for the first time: may it go on?
pub(super) type KeepGoing<'a> = &'a mut dyn FnMut() -> bool;

/// Somebody who thinks, and remembers what was thought before.
pub(super) struct CaveSearch<'a> {
    cave: &'a Cave,
    worth: Worth,
    known: HashMap<u128, KnownValue, BuildHasherDefault<MixHasher>>,
    /// A simpler question whose answer bounds this one.
    bound: Option<Box<Bound<'a>>>,
    /// Are beliefs that a turn makes equal thought about once? It pays when many caves are solved.
    turns: bool,
}

/// What was found out about a belief.
#[derive(Clone, Copy)]
struct KnownValue {
    /// Its value does not exceed this.
    most: i64,
    /// Is that the value itself?
    exact: bool,
}

/// A plan with what may follow.
struct Branch {
    plan: Intent,
    /// What the plan is worth does not exceed this.
    most: i64,
    /// Every belief that may follow, with a number that its value does not exceed; nothing before that was asked.
    next: Option<Vec<(Belief, i64)>>,
}

/// The same question where walks are free, which is an easier one.
struct Bound<'a> {
    free: CaveSearch<'a>,
    /// Where that is not easy either: how often it can be won at all.
    wins: CaveSearch<'a>,
}

impl<'a> CaveSearch<'a> {
    /// Somebody who has not thought yet.
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
        CaveSearch { cave, worth, known, bound: None, turns: false }
    }

    /// The same, thinking once about beliefs that are turns of each other.
    #[must_use]
    pub(super) fn over_turns(mut self) -> Self {
        self.turns = true;
        self
    }

    /// How many beliefs were looked at.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Leaves out of a belief what does not matter to this aim.
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

    /// The most that can be had from a belief, summed over its placements.
    pub(super) fn value(&mut self, belief: Belief, go: KeepGoing) -> Result<i64, Stopped> {
        self.beyond(belief, i64::MIN, go)
    }

    /// The same, if it is more than is needed; else any number that it does not exceed, and that is no more than is
    /// needed either.
    fn beyond(&mut self, belief: Belief, need: i64, go: KeepGoing) -> Result<i64, Stopped> {
        let belief = self.simplified(belief);
        if self.worth.most(&belief, self.cave) == 0 {
            return Ok(0);
        }
        let key = if self.turns { belief.canonical(self.cave).0 } else { belief.number() };
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

    /// The best plan, if it brings more than is needed.
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

    /// What a plan brings, summed over the placements, if it is more than the bar; else a number that it does not
    /// exceed. It is given up as soon as what is known of some outcomes, and promised by the others, is too little.
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

    /// The plan that promises most: for somebody who has no time for the best.
    pub(super) fn promising(&mut self, belief: &Belief, go: KeepGoing) -> Result<Intent, Stopped> {
        let mut branches = self.branches(belief, go)?;
        for branch in &mut branches {
            self.look_ahead(belief, branch, go)?;
        }
        Ok(most_promising(&branches).map_or(Intent::Stop, |at| branches[at].plan))
    }

    /// Every plan with what it promises at a glance: no more than the belief itself in a simpler question.
    fn branches(&mut self, belief: &Belief, go: KeepGoing) -> Result<Vec<Branch>, Stopped> {
        let steps = Distances::new(self.cave, belief.place, belief.visited);
        let promised = match &mut self.bound {
            Some(bound) => bound.value(belief, go)?,
            None => 0,
        };
        let plans = self.plans(belief, &steps).into_iter();
        let branch =
            |plan| Branch { plan, most: self.glance(belief, plan, &steps, promised), next: None };
        Ok(plans.map(branch).collect())
    }

    fn glance(&self, belief: &Belief, plan: Intent, steps: &Distances, promised: i64) -> i64 {
        let Some(bound) = &self.bound else { return i64::MAX };
        let own = |worth| after(self.cave, worth, belief, plan, steps, |_| Ok(0)).unwrap_or(0);
        let left = promised - own(&bound.free.worth);
        let standing = match plan {
            Intent::Enter(cell) => belief.entering(cell, cell),
            Intent::Shoot(place, _) => Some(Belief { place, ..*belief }),
            Intent::Fetch | Intent::Stop => None,
        };
        own(&self.worth) + standing.map_or(left, |belief| bound.less_walks(&belief, left))
    }

    /// Looks at everything that may follow a plan.
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

    /// A number that a belief's value does not exceed.
    fn bound(&mut self, belief: &Belief, go: KeepGoing) -> Result<i64, Stopped> {
        Ok(match &mut self.bound {
            None => self.worth.most(belief, self.cave),
            Some(bound) => {
                let value = bound.value(belief, go)?;
                bound.less_walks(belief, value)
            }
        })
    }

    /// What a plan is worth, exactly.
    #[cfg(test)]
    pub(super) fn worth_of(&mut self, belief: &Belief, plan: Intent) -> i64 {
        let mut branch = Branch { plan, most: i64::MAX, next: None };
        let done = self.look_ahead(belief, &mut branch, &mut || true);
        done.and_then(|()| self.outcome(&branch, i64::MIN, &mut || true)).unwrap()
    }

    /// Everything that may be worth doing.
    fn plans(&self, belief: &Belief, steps: &Distances) -> Vec<Intent> {
        let frontier = belief.frontier(self.cave);
        if self.worth.step == 0 {
            // What costs nothing and can only help is done first: a win is taken if there is nothing else to gain,
            // the gold is fetched, and what is safe is looked at unless that might end it too early.
            let winning = self.worth.winning(belief.gold) * belief.placements(self.cave);
            if frontier & belief.exit != 0 && winning == self.worth.most(belief, self.cave) {
                return each(belief.exit).map(Intent::Enter).collect();
            }
            if matches!(belief.gold, Gold::Seen(_)) {
                return vec![Intent::Fetch];
            }
            let free = frontier & belief.safe() & !belief.exit;
            if free != 0 && self.is_even(belief) {
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

    /// Is a new cell that is safe never a loss? In the dark it may be the exit, and whoever finds that before the gold
    /// has lost what the gold is worth; but for each such cave there is another one with gold and exit exchanged,
    /// which looks the same until one of them is found. So in the two together something good is found in the end, and
    /// the sooner it is, the less can go wrong. Only a kill that still might be made is lost in one of them.
    fn is_even(&self, belief: &Belief) -> bool {
        belief.exit != 0 || self.worth.kill == 0 || !belief.arrow
    }

    /// The shots that might hit. One that hits no more than another on the way to its place is left
    /// out: who has shot there can still walk on.
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

    /// Every belief that may follow a plan, walks included.
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
            // Gold that is met is grabbed where it is met.
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
    /// The most that can be had from a belief where walks are free.
    fn value(&mut self, belief: &Belief, go: KeepGoing) -> Result<i64, Stopped> {
        let (cave, worth) = (self.free.cave, self.free.worth);
        let kills = worth.kills(belief, cave);
        if belief.exit != 0 || kills == 0 {
            return self.free.value(*belief, go);
        }
        // Every new cell may be the exit, which even without steps is a long question. The gold is found before the
        // exit in half of the placements at best.
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

    /// What is left of a value when the steps are counted that nobody can spare.
    fn less_walks(&self, belief: &Belief, value: i64) -> i64 {
        let (cave, worth) = (self.free.cave, &self.free.worth);
        let (wins, score) = worth.apart(value);
        // Kills alone do not bring that much: the rest is gold, and no gold is found without steps.
        let found = (score - worth.kills(belief, cave)).max(0) / worth.gold;
        value - belief.walk(cave, found, wins)
    }
}

/// The branch that promises most, the first of equal ones.
fn most_promising(branches: &[Branch]) -> Option<usize> {
    (0..branches.len()).rev().max_by_key(|&at| branches[at].most)
}

/// What a plan brings by itself, summed over the placements, and what follows it, belief by belief.
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
            // Where the wampus fell there is neither gold nor exit.
            let free = belief.slain != here;
            if free && belief.exit == 0 {
                // Each free cell holds the exit equally often.
                let others = belief.fillings(cave) / belief.room(cave).max(1);
                value += worth.winning(belief.gold) * next.ways() * others;
            }
            // Gold that is found is grabbed at once: nothing is worth more, or it is worth nothing.
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

/// Mixes the number of a belief into a hash: they are all different and need no more than spreading.
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
