//! The search: the best that can be done from a belief. Every plan that might be the best is tried,
//! each belief once; what cannot be, by a bound that never errs on the low side, is left out. So the
//! result is exact.

use super::Aim;
use super::belief::{ANYWHERE, Belief, Gold, Plan, Steps};
use super::cave::{Cave, Cells, each, one};
use super::worth::{WIN, Worth};
use crate::wampus::Dir;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Thinking was ended before it was done.
#[derive(Debug)]
pub(super) struct Stopped;

/// Asked once for each belief that is looked at for the first time: may it go on?
pub(super) type Leave<'a> = &'a mut dyn FnMut() -> bool;

/// Somebody who thinks, and remembers what was thought before.
pub(super) struct Search<'a> {
    cave: &'a Cave,
    worth: Worth,
    known: HashMap<u128, i64, BuildHasherDefault<Mix>>,
    /// Simpler questions whose answers bound this one.
    bounds: Vec<Bound<'a>>,
    /// Are beliefs that a turn makes equal thought about once? It pays when many caves are solved.
    turns: bool,
}

/// A question with an easier answer: what it is about, and how much each unit of it is worth here.
struct Bound<'a> {
    search: Search<'a>,
    times: i64,
}

impl<'a> Search<'a> {
    /// Somebody who has not thought yet.
    pub(super) fn new(cave: &'a Cave, aim: Aim) -> Self {
        let mut search = Search::plain(cave, Worth::of(aim));
        let bound = |worth, times| Bound { search: Search::plain(cave, worth), times };
        match aim {
            Aim::Win | Aim::GoldAndWin => {}
            Aim::Score => search.bounds.push(bound(Worth::of_free_walks(), 1)),
            Aim::Rank => {
                search.bounds.push(bound(Worth::of(Aim::Win), WIN));
                search.bounds.push(bound(Worth::of_free_walks(), 1));
            }
        }
        search
    }

    fn plain(cave: &'a Cave, worth: Worth) -> Self {
        let known = HashMap::default();
        Search { cave, worth, known, bounds: Vec::new(), turns: false }
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
    pub(super) fn value(&mut self, belief: Belief, go: Leave) -> Result<i64, Stopped> {
        let belief = self.simplified(belief);
        let key = if self.turns { belief.canonical(self.cave).0 } else { belief.number() };
        if let Some(&value) = self.known.get(&key) {
            return Ok(value);
        }
        if !go() {
            return Err(Stopped);
        }
        let value = self.best(&belief, go)?.1;
        self.known.insert(key, value);
        Ok(value)
    }

    /// The best plan and its value.
    pub(super) fn best(&mut self, belief: &Belief, go: Leave) -> Result<(Plan, i64), Stopped> {
        let steps = Steps::new(self.cave, belief.place, belief.visited);
        let mut best = None;
        for (plan, bound) in self.bounded(belief, &steps, go)? {
            if best.is_some_and(|(_, most)| bound <= most) {
                break;
            }
            let value = self.outcome(belief, plan, &steps, go)?;
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((plan, value));
            }
        }
        Ok(best.unwrap_or((Plan::Stop, 0)))
    }

    /// The plan that promises most at a glance: for somebody who has no time for the best.
    pub(super) fn promising(&mut self, belief: &Belief, go: Leave) -> Result<Plan, Stopped> {
        let steps = Steps::new(self.cave, belief.place, belief.visited);
        let plans = self.bounded(belief, &steps, go)?;
        Ok(plans.first().map_or(Plan::Stop, |&(plan, _)| plan))
    }

    /// Every plan with a number that its value does not exceed, the most promising first.
    fn bounded(
        &mut self,
        belief: &Belief,
        steps: &Steps,
        go: Leave,
    ) -> Result<Vec<(Plan, i64)>, Stopped> {
        let mut plans = Vec::new();
        for plan in self.plans(belief, steps) {
            plans.push((plan, self.bound(belief, plan, steps, go)?));
        }
        plans.sort_by_key(|&(_, bound)| Reverse(bound));
        Ok(plans)
    }

    /// Everything that may be worth doing.
    fn plans(&self, belief: &Belief, steps: &Steps) -> Vec<Plan> {
        let frontier = belief.frontier(self.cave);
        if self.worth.step == 0 {
            // What costs nothing and can only help is done first: a win is taken, the gold is
            // fetched, and what is safe is looked at unless that might end it too early.
            let out = self.worth.winning(belief.gold) > 0;
            if out && frontier & belief.exit != 0 {
                return each(belief.exit).map(Plan::Enter).collect();
            }
            if matches!(belief.gold, Gold::Seen(_)) {
                return vec![Plan::Fetch];
            }
            let free = frontier & belief.safe() & !belief.exit;
            if free != 0 && (out || belief.exit != 0) {
                return each(free).take(1).map(Plan::Enter).collect();
            }
        }
        let mut plans = Vec::with_capacity(24);
        if let Gold::Seen(_) = belief.gold {
            plans.push(Plan::Fetch);
        }
        plans.extend(each(frontier).map(Plan::Enter));
        if belief.arrow {
            self.shots(belief, steps, &mut plans);
        }
        if self.worth.may_stop {
            plans.push(Plan::Stop);
        }
        plans
    }

    /// The shots that might hit. One that hits no more than another on the way to its place is left
    /// out: who has shot there can still walk on.
    fn shots(&self, belief: &Belief, steps: &Steps, plans: &mut Vec<Plan>) {
        let mut kept: Vec<(u8, Cells, Steps)> = Vec::new();
        for from in steps.nearest_first(belief.visited) {
            for dir in Dir::ALL {
                let line = self.cave.ray(from, dir) & belief.wampus;
                let on_the_way = |(place, wider, onward): &(u8, Cells, Steps)| {
                    line & !wider == 0 && steps.to(*place) + onward.to(from) == steps.to(from)
                };
                if line != 0 && !kept.iter().any(on_the_way) {
                    let place = if belief.place == ANYWHERE { ANYWHERE } else { from };
                    kept.push((from, line, Steps::new(self.cave, place, belief.visited)));
                    plans.push(Plan::Shoot(from, dir));
                }
            }
        }
    }

    /// A number that a plan's value does not exceed.
    fn bound(
        &mut self,
        belief: &Belief,
        plan: Plan,
        steps: &Steps,
        go: Leave,
    ) -> Result<i64, Stopped> {
        if self.bounds.is_empty() {
            return Ok(i64::MAX);
        }
        let (cave, worth) = (self.cave, self.worth);
        // Take the others out, so that they can be asked while this one looks at what follows.
        let mut bounds = std::mem::take(&mut self.bounds);
        let sum = after(cave, &worth, belief, plan, steps, |next| {
            bounds.iter_mut().try_fold(0, |sum, bound| Ok(sum + bound.of(&next, go)?))
        });
        self.bounds = bounds;
        sum
    }

    /// What a plan brings, summed over the placements.
    pub(super) fn outcome(
        &mut self,
        belief: &Belief,
        plan: Plan,
        steps: &Steps,
        go: Leave,
    ) -> Result<i64, Stopped> {
        let (cave, worth) = (self.cave, self.worth);
        after(cave, &worth, belief, plan, steps, |next| self.value(next, go))
    }

    /// Every belief that may follow a plan, walks included.
    pub(super) fn following(&self, belief: &Belief, plan: Plan) -> Vec<Belief> {
        let cave = self.cave;
        let steps = Steps::new(cave, belief.place, belief.visited);
        let mut next = Vec::new();
        let _ = after(cave, &self.worth, belief, plan, &steps, |belief| {
            next.push(belief);
            Ok(0)
        });
        let goal = match plan {
            Plan::Enter(cell) | Plan::Shoot(cell, _) => Some(cell),
            // Gold that is met is grabbed where it is met.
            Plan::Fetch | Plan::Stop => None,
        };
        if let Some(goal) = goal.filter(|_| belief.place != ANYWHERE) {
            let onward = |cell| Steps::new(cave, cell, belief.visited).to(goal);
            let on_the_way = |&cell: &u8| steps.to(cell) + onward(cell) == steps.to(goal);
            let walked = each(belief.visited).filter(|&cell| cell != belief.place);
            next.extend(walked.filter(on_the_way).map(|place| Belief { place, ..*belief }));
        }
        next
    }
}

impl Bound<'_> {
    fn of(&mut self, belief: &Belief, go: Leave) -> Result<i64, Stopped> {
        let (cave, search) = (self.search.cave, &mut self.search);
        let simple = search.simplified(*belief);
        // In the dark every new cell may be the exit, and even a simpler question is a long one.
        if belief.exit == 0 && search.worth.wants_gold() {
            let armed = simple.arrow && simple.wampus != 0;
            let most = search.worth.most(simple.gold, armed);
            return Ok(self.times * most * belief.placements(cave));
        }
        // What was left out as of no matter fills the cave in as many ways each time.
        let ways = belief.fillings(cave) / simple.fillings(cave).max(1);
        Ok(self.times * ways * search.value(simple, go)?)
    }
}

/// What a plan brings by itself, summed over the placements, and what follows it, belief by belief.
fn after(
    cave: &Cave,
    worth: &Worth,
    belief: &Belief,
    plan: Plan,
    steps: &Steps,
    mut then: impl FnMut(Belief) -> Result<i64, Stopped>,
) -> Result<i64, Stopped> {
    let all = belief.placements(cave);
    let stand = |cell| if belief.place == ANYWHERE { ANYWHERE } else { cell };
    match plan {
        Plan::Stop => Ok(0),
        Plan::Fetch => {
            let Gold::Seen(cell) = belief.gold else { return Ok(0) };
            let next = Belief { gold: Gold::Had, place: stand(cell), ..*belief };
            let gain = (steps.to(cell) + 1) * worth.step + worth.gold;
            Ok(gain * all + then(next)?)
        }
        Plan::Enter(cell) => {
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
        Plan::Shoot(from, dir) => {
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
pub(super) struct Mix(u64);

impl Hasher for Mix {
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
