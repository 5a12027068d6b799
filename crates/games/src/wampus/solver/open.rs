//! The solver for an open fog. Nothing is left to chance there, so the best play is a shortest path
//! through the states: the agent's position, whether the wampus was shot, whether the gold was grabbed.

use super::knowledge::Knowledge;
use super::{Aim, BestAction, CaveValue, Goal};
use crate::wampus::rules::{GOLD, KILL};
use crate::wampus::{Action, Heading, Layout, Spot, Thing, View};

/// A cave in which the player sees everything.
#[derive(Clone, Copy)]
struct Seen {
    board: Layout,
    arrow: bool,
    has_gold: bool,
}

/// A way to end the match: whether it is a win, with the gold or without, the points from now on, and the
/// first action with the place where it happens.
#[derive(Clone, Copy, PartialEq, Debug)]
struct BestPath {
    won: bool,
    rich: bool,
    points: i64,
    first: Option<(Action, Spot)>,
}

/// Where the agent is, whether the wampus was shot, and whether the agent has the gold.
type OpenState = (Spot, bool, bool);

impl Seen {
    /// All ends worth considering: for each state the quickest way to stop there and to leave from there.
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
            for (state, first) in edge {
                let (place, shot, rich) = state;
                ends.push(BestPath { won: false, rich, points: points(state, actions), first });
                for (action, to) in self.actions(state) {
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

    /// All actions that neither kill the agent nor waste a point.
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

    /// The best end for an aim; of equal ones the first.
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

/// The best action when the player sees everything; `None` if stopping is best.
pub(super) fn best_action(view: &View, aim: Aim) -> Option<BestAction> {
    let knowledge = Knowledge::of(view);
    let board = Layout {
        agent: view.agent,
        wampus: knowledge.wampus.only(),
        pit: knowledge.pit.only(),
        gold: knowledge.gold,
        exit: knowledge.exit,
    };
    let seen = Seen { board, arrow: view.arrow, has_gold: view.has_gold };
    let end = seen.best(aim)?;
    let (action, _) = end.first?;
    let goal = match action {
        Action::Grab => Goal::Fetch(view.agent),
        Action::Shoot(dir) => Goal::Shoot(view.agent, dir),
        Action::Move(dir) => {
            let to = view.agent.step(dir)?;
            let gold = knowledge.gold.filter(|_| end.rich && !view.has_gold);
            match gold {
                Some(gold) if !view.shows(Thing::Exit, to) => Goal::Fetch(gold),
                _ => Goal::Enter(knowledge.exit.unwrap_or(to)),
            }
        }
    };
    Some(BestAction { action, goal, exact: true })
}

/// How well a player who sees everything can reach an aim, over these placements.
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
