//! The analysis of a position: the best action for an aim, the reason for it, and the risk of each next cell.

use super::solver::knowledge::Knowledge;
use super::solver::{self, Aim};
use super::{Spot, View, Wampus, minds};
use engine::{Cx, Face};

/// The analysis of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The best action as a line; `None` if stopping is best, or if there was no time to search.
    pub line: Option<String>,
    /// The reason for it; `None` if every action is deadly.
    pub why: Option<String>,
    /// Is `line` proved to be the best? Otherwise the search ran out of time.
    pub exact: bool,
    /// The risk of each cell that can be entered next, the safest first.
    pub risks: Vec<Risk>,
}

/// The risk of entering a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Risk {
    pub spot: Spot,
    /// In how many of the possible positions of wampus and pit it is deadly.
    pub deadly: u32,
    /// The number of possible positions of wampus and pit.
    pub ways: u32,
}

impl Risk {
    /// The share of positions in which the cell is deadly, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * f64::from(self.deadly) / f64::from(self.ways.max(1))
    }
}

/// Analyses a position. Returns `None` if the match is over, or if no cave fits the view.
pub fn analyse(view: &View, aim: Aim, cx: &mut Cx) -> Option<Analysis> {
    if !solver::fits(view) {
        return None;
    }
    let knowledge = Knowledge::of(view);
    let best = solver::best_action(view, aim, &mut || cx.spend(1));
    let risk = |spot| Risk { spot, deadly: knowledge.deadly(spot), ways: knowledge.ways() };
    let mut risks: Vec<Risk> = knowledge.next_cells().iter().map(risk).collect();
    risks.sort_by_key(|risk| risk.deadly);
    Some(Analysis {
        line: best.map(|best| Wampus::line(&best.action)),
        why: best.and_then(|best| minds::reason(view, &knowledge, best)),
        // No action is best only if there was time to find that out.
        exact: best.map_or_else(|| cx.spend(0), |best| best.exact),
        risks,
    })
}
