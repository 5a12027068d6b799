//! The exact solver: the best action for a view. `belief.rs` has the player's knowledge, `search.rs` the
//! search, `knowledge.rs` simpler conclusions from a view. With an open fog the best play is only a shortest path, in
//! `open.rs`. Openings, which would take long to search, are looked up in `table.rs`.
//!
//! All 524,160 placements count alike, as in the rules. The 2,496 that are never dealt (where pit and
//! exit shut off the gold) are included: a player can't tell them apart until it is too late, and leaving
//! them out would make the positions of gold and pit depend on each other.

mod belief;
mod cave;
pub(super) mod knowledge;
mod open;
mod search;
mod table;
mod worth;

use super::{Action, Fog, Heading, Layout, SIDE, Spot, Spots, Status, View};
use belief::{Belief, Gold, Intent};
use cave::{Cave, one};
use knowledge::{Knowledge, Routes};
use search::{CaveSearch, KeepGoing};
use std::sync::LazyLock;

pub use table::check as check_table;
pub use table::make as make_table;

/// What a player tries to maximize.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The probability of reaching the exit.
    Win,
    /// The expected score; the player may stop at any time.
    Score,
    /// The probability of reaching the exit with the gold.
    GoldAndWin,
    /// The probability of reaching the exit, and among equal ones the expected score, as leaderboards rank.
    Rank,
}

impl Aim {
    pub const ALL: [Aim; 4] = [Aim::Win, Aim::Score, Aim::GoldAndWin, Aim::Rank];

    /// The name of the aim on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Aim::Win => "win",
            Aim::Score => "score",
            Aim::GoldAndWin => "gold",
            Aim::Rank => "rank",
        }
    }
}

/// The best action and its purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BestAction {
    pub(super) action: Action,
    pub(super) goal: Goal,
    /// Is it proved to be the best? Otherwise the search ran out of time.
    pub(super) exact: bool,
}

/// The purpose of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// Entering this cell.
    Enter(Spot),
    /// Shooting from this cell.
    Shoot(Spot, Heading),
    /// Grabbing the gold in this cell.
    Fetch(Spot),
}

static CAVE: LazyLock<Option<Cave>> = LazyLock::new(|| Cave::new(SIDE, SIDE));

/// The best action, or the most promising one if the search runs out of time. Returns `None` if the match
/// is over, if stopping is best, or if no cave that can be dealt fits the view.
pub(super) fn best_action(view: &View, aim: Aim, go: KeepGoing) -> Option<BestAction> {
    if view.status != Status::Playing {
        return None;
    }
    if view.fog == Fog::Open {
        return open::best_action(view, aim);
    }
    let cave = CAVE.as_ref()?;
    let mut search = CaveSearch::new(cave, aim);
    let belief = search.simplified(believe(view, cave)?);
    // An agent that stands on the gold grabs it for one step, and no other plan makes that cheaper.
    let grab = (belief.gold == Gold::Seen(belief.place)).then_some(Intent::Fetch);
    let (plan, exact) = match grab.or_else(|| table::find(cave, aim, &belief)) {
        Some(plan) => (plan, true),
        None => {
            let promising = search.promising(&belief, go).ok()?;
            search.best(&belief, go).map_or((promising, false), |(plan, _)| (plan, true))
        }
    };
    let spot = |cell: u8| Spot::at(cell / SIDE, cell % SIDE);
    let goal = match (plan, belief.gold) {
        (Intent::Enter(cell), _) => Goal::Enter(spot(cell)?),
        (Intent::Shoot(cell, dir), _) => Goal::Shoot(spot(cell)?, dir),
        (Intent::Fetch, Gold::Seen(cell)) => Goal::Fetch(spot(cell)?),
        _ => return None,
    };
    Some(BestAction { action: action(view, goal)?, goal, exact })
}

/// Is the match not over, and does a cave that can be dealt fit the view?
pub(super) fn fits(view: &View) -> bool {
    let fits = |cave: &Cave| view.fog == Fog::Open || believe(view, cave).is_some();
    view.status == Status::Playing && CAVE.as_ref().is_some_and(fits)
}

/// The first action towards a goal.
fn action(view: &View, goal: Goal) -> Option<Action> {
    let (place, there) = match goal {
        Goal::Enter(spot) => (spot, None),
        Goal::Shoot(spot, dir) => (spot, Some(Action::Shoot(dir))),
        Goal::Fetch(spot) => (spot, Some(Action::Grab)),
    };
    if view.agent == place {
        return there;
    }
    let seen = Spot::all().filter(|&spot| view.cell(spot).is_some());
    let exit = |spot: &Spot| view.shows(super::Thing::Exit, *spot);
    let floor = seen.filter(|spot| !exit(spot)).fold(Spots::NONE, Spots::with);
    let routes = Routes::new(view.agent, floor);
    let route = routes.iter().find(|&(spot, _)| spot == place);
    route.and_then(|(_, route)| route.first).map(Action::Move)
}

/// The belief that a view proves; `None` if no cave that can be dealt fits the view.
fn believe(view: &View, cave: &Cave) -> Option<Belief> {
    let knowledge = Knowledge::of(view);
    let cells =
        |spots: Spots| spots.iter().fold(0, |set, spot| set | one(spot.row() * SIDE + spot.col()));
    let cell = |spot: Spot| spot.row() * SIDE + spot.col();
    let exit = cells(Spots::of(knowledge.exit));
    let visited = cells(knowledge.known) & !exit;
    let belief = Belief {
        visited,
        wampus: cells(knowledge.wampus),
        pit: cells(knowledge.pit),
        slain: cells(Spots::of(view.killed)) & !visited,
        exit,
        gold: match knowledge.gold {
            _ if view.has_gold => Gold::Had,
            Some(gold) => Gold::Seen(cell(gold)),
            None => Gold::Hidden,
        },
        arrow: view.arrow,
        place: cell(view.agent),
    };
    let shown = (view.fog == Fog::Exit) == (exit != 0);
    let whole = !knowledge.pit.is_empty() && (knowledge.wampus.is_empty() == view.killed.is_some());
    (shown && whole && belief.placements(cave) > 0).then_some(belief)
}

/// How well an aim can be reached: sums over all placements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaveValue {
    /// The number of placements that are won as the aim asks; for [`Aim::Score`] the sum of the scores.
    pub sum: i64,
    /// The sum of the scores, where the aim is [`Aim::Rank`].
    pub score: i64,
    /// The number of placements.
    pub placements: i64,
    /// The number of beliefs that were searched.
    pub beliefs: usize,
}

/// How well a player can reach an aim in caves of this size, over all placements of five objects. Takes
/// seconds to minutes for the game's own size. Returns `None` for a size without such caves.
pub fn value(rows: u8, cols: u8, fog: Fog, aim: Aim) -> Option<CaveValue> {
    let cave = Cave::new(rows, cols).filter(|cave| cave.all.count_ones() >= 5)?;
    let mut all = CaveValue { sum: 0, score: 0, placements: 0, beliefs: 0 };
    if fog == Fog::Open {
        return (rows == SIDE && cols == SIDE).then(|| open::value(aim, Layout::placements()));
    }
    for (exit, times) in table::exits(&cave, fog) {
        let mut search = CaveSearch::new(&cave, aim).with_symmetry();
        for belief in table::starts(&cave, exit) {
            let simple = search.simplified(belief);
            let (fits, simple_fits) = (belief.placements(&cave), simple.placements(&cave));
            let Ok(value) = search.value(belief, &mut || true) else { continue };
            let value = times * value * (fits / simple_fits.max(1));
            let (wins, score) = worth::Worth::of(aim).apart(value);
            let sum = if aim == Aim::Rank { wins } else { value };
            all.score += if aim == Aim::Rank { score } else { 0 };
            all.sum += sum;
            all.placements += times * fits;
        }
        all.beliefs += search.len();
    }
    Some(all)
}

/// Lets the caller measure searches: takes every belief that can occur in a cave of this size with at least `ways`
/// possible positions of wampus and pit, skips all but every `every`-th and those that the table answers, and gives
/// `watch` a function for each that runs the search and returns how many beliefs it looked at.
pub fn questions(
    (rows, cols): (u8, u8),
    (fog, aim): (Fog, Aim),
    (every, ways): (usize, i64),
    mut watch: impl FnMut(&mut dyn FnMut() -> usize),
) {
    let Some(cave) = Cave::new(rows, cols) else { return };
    for (exit, _) in table::exits(&cave, fog) {
        let beliefs = table::reachable(&CaveSearch::new(&cave, aim), &cave, exit, ways);
        let asked = beliefs.iter().step_by(every.max(1));
        for belief in asked.filter(|belief| table::find(&cave, aim, belief).is_none()) {
            watch(&mut || {
                let mut looked = 0;
                let _ = CaveSearch::new(&cave, aim).best(belief, &mut || {
                    looked += 1;
                    true
                });
                looked
            });
        }
    }
}

#[cfg(test)]
mod tests;
