//! Where all is seen nothing is left to chance: the best play is a shortest way through the cave, the
//! wampus alive or dead, the gold there or had.

use super::{Aim, BestAction, CaveValue, Goal};
use crate::wampus::knowledge::Knowledge;
use crate::wampus::{Action, GOLD, Heading, KILL, Layout, Spot, Thing, View};

/// A cave in which all is seen.
#[derive(Clone, Copy)]
struct Seen {
    board: Layout,
    arrow: bool,
    has_gold: bool,
}

/// The best end that was found: whether it is won, the points from here on, and the first step.
#[derive(Clone, Copy, PartialEq, Debug)]
struct BestPath {
    won: bool,
    rich: bool,
    points: i64,
    first: Option<(Action, Spot)>,
}

/// How it stands: where the agent is, whether the wampus was shot, whether the gold is had.
type OpenState = (Spot, bool, bool);

impl Seen {
    /// Every end worth reaching: for each way of having shot and grabbed, the quickest stop and the
    /// quickest way out.
    fn ends(&self) -> Vec<BestPath> {
        let start: OpenState = (self.board.agent, false, self.has_gold);
        let mut seen = vec![start];
        let mut edge = vec![(start, None)];
        let mut ends = Vec::new();
        let points = |(_, shot, rich): OpenState, actions: i64| {
            let gold = if rich && !self.has_gold { GOLD } else { 0 };
            gold + if shot { KILL } else { 0 } - actions
        };
        for actions in 0.. {
            if edge.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for (standing, first) in edge {
                let (place, shot, rich) = standing;
                ends.push(BestPath { won: false, rich, points: points(standing, actions), first });
                for (action, to) in self.actions(standing) {
                    let first = first.or(Some((action, place)));
                    if Some(to.0) == self.board.exit {
                        let points = points((place, shot, rich), actions + 1);
                        ends.push(BestPath { won: true, rich, points, first });
                    } else if !seen.contains(&to) {
                        seen.push(to);
                        next.push((to, first));
                    }
                }
            }
            edge = next;
        }
        ends
    }

    /// What can be done without dying and without waste.
    fn actions(&self, (place, shot, rich): OpenState) -> Vec<(Action, OpenState)> {
        let mut actions = Vec::new();
        if self.board.gold == Some(place) && !rich {
            actions.push((Action::Grab, (place, shot, true)));
        }
        for dir in Heading::ALL {
            let wampus = self.board.wampus.filter(|_| !shot);
            if self.arrow && wampus.is_some_and(|wampus| place.ahead(dir).has(wampus)) {
                actions.push((Action::Shoot(dir), (place, true, rich)));
            }
            let free = |to: &Spot| self.board.pit != Some(*to) && wampus != Some(*to);
            if let Some(to) = place.step(dir).filter(free) {
                actions.push((Action::Move(dir), (to, shot, rich)));
            }
        }
        actions
    }

    /// The best end for an aim; the first of equal ones.
    fn best(&self, aim: Aim) -> Option<BestPath> {
        let worth = |end: &BestPath| match aim {
            Aim::Win => (end.won, 0),
            Aim::GoldAndWin => (end.won && end.rich, 0),
            Aim::Score => (false, end.points),
            Aim::Rank => (end.won, end.points),
        };
        let better =
            |best: BestPath, end: BestPath| if worth(&end) > worth(&best) { end } else { best };
        self.ends().into_iter().reduce(better)
    }
}

/// What to do where all is seen; nothing where it cannot be won and nothing can be gained.
pub(super) fn best_action(view: &View, aim: Aim) -> Option<BestAction> {
    let mind = Knowledge::of(view);
    let board = Layout {
        agent: view.agent,
        wampus: mind.wampus.only(),
        pit: mind.pit.only(),
        gold: mind.gold,
        exit: mind.exit,
    };
    let seen = Seen { board, arrow: view.arrow, has_gold: view.has_gold };
    let end = seen.best(aim)?;
    let (action, _) = end.first?;
    let goal = match action {
        Action::Grab => Goal::Fetch(view.agent),
        Action::Shoot(dir) => Goal::Shoot(view.agent, dir),
        Action::Move(dir) => {
            let to = view.agent.step(dir)?;
            let gold = mind.gold.filter(|_| end.rich && !view.has_gold);
            match gold {
                Some(gold) if !view.shows(Thing::Exit, to) => Goal::Fetch(gold),
                _ => Goal::Enter(mind.exit.unwrap_or(to)),
            }
        }
    };
    Some(BestAction { action, goal, exact: true })
}

/// How well an aim is reached over these placements where all is seen.
pub(super) fn value(aim: Aim, boards: impl Iterator<Item = Layout>) -> CaveValue {
    let mut all = CaveValue { sum: 0, score: 0, placements: 0, beliefs: 0 };
    for board in boards {
        let Some(end) = (Seen { board, arrow: true, has_gold: false }).best(aim) else { continue };
        all.placements += 1;
        match aim {
            Aim::Win => all.sum += i64::from(end.won),
            Aim::GoldAndWin => all.sum += i64::from(end.won && end.rich),
            Aim::Score => all.sum += end.points,
            Aim::Rank => {
                all.sum += i64::from(end.won);
                all.score += end.points;
            }
        }
    }
    all
}
