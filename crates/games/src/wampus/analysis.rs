//! Advice about a cave that may be hunted anywhere: what to do for an aim, why, and how risky each next cell is.

use super::knowledge::Knowledge;
use super::solver::{self, Aim};
use super::{Spot, View, bots, face};
use engine::Cx;

/// What to do, and what is known.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The line to say; nothing when it is best to stop, or when there was no time to think.
    pub line: Option<String>,
    /// Why; nothing where all ways are deadly.
    pub why: Option<String>,
    /// Is it certain that there is nothing better? Else thinking has ended before that was proved.
    pub exact: bool,
    /// The cells that can be entered next, the safest first.
    pub risks: Vec<Risk>,
}

/// How risky it is to enter a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Risk {
    /// The cell.
    pub spot: Spot,
    /// In how many of the ways in which wampus and pit may stand it is deadly.
    pub deadly: u32,
    /// How many ways there are.
    pub ways: u32,
}

impl Risk {
    /// The share of deadly ways, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * f64::from(self.deadly) / f64::from(self.ways.max(1))
    }
}

/// The best that can be done for an aim. Nothing when no cave looks like this, or when it is over.
pub fn analyse(view: &View, aim: Aim, cx: &mut Cx) -> Option<Analysis> {
    if !solver::fits(view) {
        return None;
    }
    let mind = Knowledge::of(view);
    let advice = solver::best_action(view, aim, &mut || cx.spend(1));
    let risk = |spot| Risk { spot, deadly: mind.deadly(spot), ways: mind.ways() };
    let mut risks: Vec<Risk> = bots::next_cells(&mind).iter().map(risk).collect();
    risks.sort_by_key(|risk| risk.deadly);
    Some(Analysis {
        line: advice.map(|advice| face::line(advice.action)),
        why: advice.and_then(|advice| bots::reason(view, &mind, advice)),
        // Nothing is the best there is to do only if there was time to find out.
        exact: advice.map_or_else(|| cx.spend(0), |advice| advice.exact),
        risks,
    })
}
