//! The best play there is: exact, from what a view shows. What can be known is in `belief.rs`, the
//! search in `search.rs`; where all is seen it is no more than a shortest way, in `open.rs`. The
//! beginnings, which would take long, are looked up in `table.rs`.
//!
//! All 524,160 placements count alike, as on the page of the rules. Those few that are never dealt
//! (2,496, where pit and exit shut off the gold) are not left out: a player cannot tell them apart
//! until it is too late, and leaving them out would tie the gold's place to the pit's.

mod belief;
mod cave;
mod open;
mod search;
mod table;
mod worth;

use super::knowledge::Knowledge;
use super::{Action, Fog, Heading, Layout, SIDE, Spot, Spots, Status, View};
use belief::{Belief, Gold, Intent};
use cave::{Cave, one};
use search::{CaveSearch, KeepGoing};
use std::sync::LazyLock;

pub use table::check as check_table;
pub use table::make as make_table;

/// What somebody wants most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// To reach the exit as surely as can be.
    Win,
    /// The highest expected score, with leave to stop at any time.
    Score,
    /// To reach the exit with the gold as surely as can be.
    GoldAndWin,
    /// As leaderboards rank: to win as surely as can be, and then the highest expected score.
    Rank,
}

impl Aim {
    /// All of them.
    pub const ALL: [Aim; 4] = [Aim::Win, Aim::Score, Aim::GoldAndWin, Aim::Rank];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Aim::Win => "win",
            Aim::Score => "score",
            Aim::GoldAndWin => "gold",
            Aim::Rank => "rank",
        }
    }
}

/// What to do, and where that leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BestAction {
    /// What to do now.
    pub(super) action: Action,
    /// What it is for.
    pub(super) goal: Goal,
    /// Is there nothing better? Else thinking has ended before that was proved.
    pub(super) exact: bool,
}

/// What an action is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// To enter this cell.
    Enter(Spot),
    /// To shoot from this cell.
    Shoot(Spot, Heading),
    /// To grab the gold in this cell.
    Fetch(Spot),
}

static CAVE: LazyLock<Option<Cave>> = LazyLock::new(|| Cave::new(SIDE, SIDE));

/// The best that can be done now, or the most promising when there is no time to find out. Nothing
/// when it is over, when stopping is best, or when the cave is none of those that are dealt.
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
    // Whoever stands on the gold has it for one step, and no other plan makes that cheaper.
    let at_once = (belief.gold == Gold::Seen(belief.place)).then_some(Intent::Fetch);
    let (plan, exact) = match at_once.or_else(|| table::find(cave, aim, &belief)) {
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

/// Does any cave that is dealt look like this, and does the hunt go on?
pub(super) fn fits(view: &View) -> bool {
    let fits = |cave: &Cave| view.fog == Fog::Open || believe(view, cave).is_some();
    view.status == Status::Playing && CAVE.as_ref().is_some_and(fits)
}

/// The first step towards a goal.
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
    let walks = super::knowledge::Routes::new(view.agent, floor);
    let walk = walks.iter().find(|&(spot, _)| spot == place);
    walk.and_then(|(_, walk)| walk.first).map(Action::Move)
}

/// What a view proves; nothing when no cave that is dealt looks like it.
fn believe(view: &View, cave: &Cave) -> Option<Belief> {
    let mind = Knowledge::of(view);
    let cells =
        |spots: Spots| spots.iter().fold(0, |set, spot| set | one(spot.row() * SIDE + spot.col()));
    let cell = |spot: Spot| spot.row() * SIDE + spot.col();
    let exit = cells(Spots::of(mind.exit));
    let visited = cells(mind.known) & !exit;
    let belief = Belief {
        visited,
        wampus: cells(mind.wampus),
        pit: cells(mind.pit),
        slain: cells(Spots::of(view.killed)) & !visited,
        exit,
        gold: match mind.gold {
            _ if view.has_gold => Gold::Had,
            Some(gold) => Gold::Seen(cell(gold)),
            None => Gold::Hidden,
        },
        arrow: view.arrow,
        place: cell(view.agent),
    };
    let shown = (view.fog == Fog::Exit) == (exit != 0);
    let whole = !mind.pit.is_empty() && (mind.wampus.is_empty() == view.killed.is_some());
    (shown && whole && belief.placements(cave) > 0).then_some(belief)
}

/// How well an aim can be reached: a sum over placements, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaveValue {
    /// Placements that are won as the aim wants, for [`Aim::Score`] the sum of the scores.
    pub sum: i64,
    /// The sum of the scores, where the aim is [`Aim::Rank`].
    pub score: i64,
    /// How many placements there are.
    pub placements: i64,
    /// How many beliefs were looked at.
    pub beliefs: usize,
}

/// How well an aim can be reached in a cave of this size, over all placements of five objects, by
/// whoever knows what the fog lets through. It takes seconds to minutes for the game's own size.
/// Nothing for a size that has no such cave.
pub fn value(rows: u8, cols: u8, fog: Fog, aim: Aim) -> Option<CaveValue> {
    let cave = Cave::new(rows, cols).filter(|cave| cave.all.count_ones() >= 5)?;
    let mut all = CaveValue { sum: 0, score: 0, placements: 0, beliefs: 0 };
    if fog == Fog::Open {
        return (rows == SIDE && cols == SIDE).then(|| open::value(aim, Layout::placements()));
    }
    for (exit, times) in table::exits(&cave, fog) {
        let mut search = CaveSearch::new(&cave, aim).over_turns();
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

/// Has every so many-th question thought about that can come up in a cave of this size and is not answered by the table, as
/// long as wampus and pit may stand in at least so many ways. `watch` is given the thinking, which says how many
/// beliefs it has looked at, and may look at the clock.
pub fn questions(
    (rows, cols): (u8, u8),
    (fog, aim): (Fog, Aim),
    (every, ways): (usize, i64),
    mut watch: impl FnMut(&mut dyn FnMut() -> usize),
) {
    let Some(cave) = Cave::new(rows, cols) else { return };
    for (exit, _) in table::exits(&cave, fog) {
        let met = table::met(&CaveSearch::new(&cave, aim), &cave, exit, ways);
        let asked = met.iter().step_by(every.max(1));
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
