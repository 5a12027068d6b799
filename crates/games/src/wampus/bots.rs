//! Bots and hints, from the view alone. A sensible plan takes the same few steps every time, far below
//! any budget; only the perfect one has to ask for time. What a view proves is worked out in `mind.rs`,
//! the best play in `solve`.

use super::knowledge::{Knowledge, Route, Routes};
use super::solver::{self, Aim as Wish, BestAction, Goal};
use super::{Action, GOLD, Heading, KILL, Spot, Spots, Status, Thing, View, face};
use engine::{Cx, Hint};

/// Does anything that would be accepted.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    cx.chance.pick(&view.choices()).copied().unwrap_or(Action::Grab)
}

/// Goes where it is safe, shoots when it is sure, and takes the smallest risk when it must. It ends:
/// every walk leads to a shot, to the gold, to the exit or to a cell that was not known before.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match plan(view, &Knowledge::of(view)) {
        Some((action, _)) => action,
        None => random(view, cx),
    }
}

/// Wins as often as can be and scores as much as that allows. In a cave of the host's own that lacks
/// something it is only sensible.
pub(super) fn perfect(view: &View, cx: &mut Cx) -> Action {
    match best_action(view, AT_LEISURE, cx) {
        Some(advice) => advice.action,
        None => sensible(view, cx),
    }
}

/// Steps of thought for each thing that can be known: a bot may take its time.
const AT_LEISURE: u64 = 60;

/// Whoever asks for a hint waits for it.
const AT_ONCE: u64 = 400;

fn best_action(view: &View, steps: u64, cx: &mut Cx) -> Option<BestAction> {
    solver::best_action(view, Wish::Rank, &mut || cx.spend(steps))
}

pub(super) fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
    let mind = Knowledge::of(view);
    let best =
        best_action(view, AT_ONCE, cx).map(|advice| (advice.action, why(view, &mind, advice)));
    let (action, why) = best.or_else(|| plan(view, &mind))?;
    Some(Hint { line: face::line(action), why: say(view, &mind, &why)? })
}

/// The reason for the best, in a sentence; none for certain death.
pub(super) fn reason(view: &View, mind: &Knowledge, advice: BestAction) -> Option<String> {
    say(view, mind, &why(view, mind, advice))
}

/// An arrow that would hit less often than once in so many ways is a long shot. Over thousands of
/// matches four wins most.
const LONG_SHOT: u32 = 4;

/// Why something is done.
enum MoveReason {
    Grab,
    Shoot(ShotOption),
    Fetch(Spot),
    Explore(Spot),
    Leave(Spot),
    Risk(Spot),
    Dare(Spot),
}

/// Why the best is done.
fn why(view: &View, mind: &Knowledge, advice: BestAction) -> MoveReason {
    match advice.goal {
        Goal::Fetch(spot) if spot == view.agent => MoveReason::Grab,
        Goal::Fetch(spot) => MoveReason::Fetch(spot),
        Goal::Enter(spot) if mind.exit == Some(spot) => MoveReason::Leave(spot),
        Goal::Enter(spot) if mind.safe().has(spot) => MoveReason::Explore(spot),
        Goal::Enter(spot) if is_least(mind, spot) => MoveReason::Risk(spot),
        Goal::Enter(spot) => MoveReason::Dare(spot),
        Goal::Shoot(from, dir) => {
            let first = match advice.action {
                Action::Move(first) => Some(first),
                _ => None,
            };
            let hits = mind.hits(from.ahead(dir));
            MoveReason::Shoot(ShotOption { from, walk: Route { steps: 0, first }, dir, hits })
        }
    }
}

/// The cells that come next: beside those that were visited, the exit left out.
pub(super) fn next_cells(mind: &Knowledge) -> Spots {
    mind.known.less(Spots::of(mind.exit)).around().less(mind.known)
}

/// Is nothing safe left to explore?
fn is_hemmed_in(mind: &Knowledge) -> bool {
    next_cells(mind).and(mind.safe()).is_empty()
}

/// Is no other cell that comes next less deadly?
fn is_least(mind: &Knowledge, spot: Spot) -> bool {
    next_cells(mind).iter().all(|other| mind.deadly(other) >= mind.deadly(spot))
}

/// What to do next. A match that is won counts more than any score, so that the exit is taken before
/// a risk; but whatever is safe is tried before the exit.
fn plan(view: &View, mind: &Knowledge) -> Option<(Action, MoveReason)> {
    if view.status != Status::Playing {
        return None;
    }
    if view.shows(Thing::Gold, view.agent) {
        return Some((Action::Grab, MoveReason::Grab));
    }
    let floor = floor(mind);
    let walks = Routes::new(view.agent, floor);
    let nearest = |cells: Spots| walks.iter().find(|&(spot, _)| cells.has(spot));
    let aim = best_aim(view, mind, &walks, floor);
    if let Some(aim) = aim.filter(|aim| aim.hits == mind.ways()) {
        return Some(aim.shoot());
    }
    let exit = nearest(Spots::of(mind.exit));
    let leave = || exit.and_then(|(exit, walk)| go(walk, MoveReason::Leave(exit)));
    if view.has_gold && exit.is_some() {
        return aim.map(ShotOption::shoot).or_else(leave);
    }
    if let Some((gold, walk)) = nearest(Spots::of(mind.gold).and(mind.safe())) {
        return go(walk, MoveReason::Fetch(gold));
    }
    if let Some((spot, walk)) = nearest(mind.safe().less(mind.known)) {
        return go(walk, MoveReason::Explore(spot));
    }
    // Who can leave has no further use for the arrow; who cannot keeps it from long shots.
    let likely = |aim: ShotOption| exit.is_some() || aim.hits * LONG_SHOT >= mind.ways();
    aim.filter(|&aim| likely(aim)).map(ShotOption::shoot).or_else(leave).or_else(|| {
        let risks = walks.iter().filter(|&(spot, _)| !mind.safe().has(spot));
        let (spot, walk) = risks.min_by_key(|&(spot, _)| mind.deadly(spot))?;
        go(walk, MoveReason::Risk(spot))
    })
}

fn go(walk: Route, why: MoveReason) -> Option<(Action, MoveReason)> {
    Some((Action::Move(walk.first?), why))
}

/// Where one may walk across: safe cells, but not the exit; and while the exit may be anywhere, only
/// cells that are known.
fn floor(mind: &Knowledge) -> Spots {
    match mind.exit {
        Some(exit) => mind.safe().less(Spots::of(exit)),
        None => mind.safe().and(mind.known),
    }
}

/// A place to shoot from, and in how many ways the arrow would hit.
#[derive(Clone, Copy)]
struct ShotOption {
    from: Spot,
    walk: Route,
    dir: Heading,
    hits: u32,
}

impl ShotOption {
    fn shoot(self) -> (Action, MoveReason) {
        let action = self.walk.first.map_or(Action::Shoot(self.dir), Action::Move);
        (action, MoveReason::Shoot(self))
    }
}

/// The shot that is worth most on average, the walk there paid for; none if none pays.
fn best_aim(view: &View, mind: &Knowledge, walks: &Routes, floor: Spots) -> Option<ShotOption> {
    if !view.arrow {
        return None;
    }
    let ways = i64::from(mind.ways());
    let worth =
        |aim: &ShotOption| KILL * i64::from(aim.hits) - ways * i64::from(aim.walk.steps + 1);
    let places = walks.iter().filter(|&(from, _)| floor.has(from));
    let aims = places.flat_map(|(from, walk)| {
        Heading::ALL.map(|dir| ShotOption { from, walk, dir, hits: mind.hits(from.ahead(dir)) })
    });
    let better =
        |best: ShotOption, aim: ShotOption| if worth(&aim) > worth(&best) { aim } else { best };
    aims.reduce(better).filter(|aim| worth(aim) > 0)
}

/// The reason in a sentence; none for certain death, which nobody should be advised to seek.
fn say(view: &View, mind: &Knowledge, why: &MoveReason) -> Option<String> {
    Some(match *why {
        MoveReason::Grab => format!("Gold glitters here, and it is worth {GOLD}."),
        MoveReason::Shoot(aim) => say_aim(view, mind, aim),
        MoveReason::Fetch(gold) => format!("The gold lies at {gold}, and the way there is safe."),
        MoveReason::Explore(spot) => why_safe(view, mind, spot),
        MoveReason::Leave(exit) if view.has_gold => {
            format!("You have the gold, and reaching the exit at {exit} wins.")
        }
        MoveReason::Leave(exit) if is_hemmed_in(mind) && view.fog != super::Fog::Open => {
            format!("Nothing safe is left to explore, and reaching the exit at {exit} wins.")
        }
        MoveReason::Leave(exit) => {
            format!("Reaching the exit at {exit} wins, and the way there is safe.")
        }
        MoveReason::Risk(spot) | MoveReason::Dare(spot) if mind.deadly(spot) == mind.ways() => {
            return None;
        }
        MoveReason::Risk(spot) => format!(
            "Nothing safe is left; {spot} is the smallest risk, deadly in {} of the caves that fit.",
            percent(mind.deadly(spot), mind.ways())
        ),
        MoveReason::Dare(spot) => format!(
            "A risk pays here: {spot} is deadly in {} of the caves that fit, and nothing else promises more.",
            percent(mind.deadly(spot), mind.ways())
        ),
    })
}

fn say_aim(view: &View, mind: &Knowledge, aim: ShotOption) -> String {
    let place = match aim.walk.first {
        None => "here".to_owned(),
        Some(_) => aim.from.to_string(),
    };
    let dir = aim.dir.word();
    if let Some(wampus) = mind.wampus.only() {
        return format!(
            "The wampus must be at {wampus}; an arrow shot {dir} from {place} hits it for {KILL} points."
        );
    }
    if aim.hits == mind.ways() {
        return format!(
            "Wherever the wampus is, an arrow shot {dir} from {place} hits it for {KILL} points."
        );
    }
    let odds = percent(aim.hits, mind.ways());
    let hits = format!("an arrow shot {dir} from {place} hits in {odds} of the caves that fit");
    let exit_is_free = || mind.exit.is_some_and(|exit| floor(mind).around().has(exit));
    match view.has_gold {
        true if exit_is_free() => format!("The way out is free, and {hits}."),
        false if is_hemmed_in(mind) => format!("Nothing safe is left to explore, and {hits}."),
        _ => format!("Before anything else, {hits}."),
    }
}

fn percent(part: u32, whole: u32) -> String {
    let whole = whole.max(1);
    format!("{} %", (100 * part + whole / 2) / whole)
}

/// The evidence that a cell is safe.
fn why_safe(view: &View, mind: &Knowledge, spot: Spot) -> String {
    if view.killed == Some(spot) {
        return format!("The wampus was shot at {spot}, so the cell is safe.");
    }
    let around = Spots::of(spot).around();
    let first = |cells: Spots| cells.and(around).iter().next();
    let alive = !mind.wampus.is_empty();
    if let Some(quiet) = first(mind.calm.and(mind.odourless)).filter(|_| alive) {
        return format!("No draught and no stench at {quiet}, so {spot} is safe.");
    }
    let pit = match first(mind.calm) {
        Some(calm) => format!("No draught at {calm}"),
        None => format!("The pit must be at {}", either(mind.pit)),
    };
    if !alive {
        return format!("{pit}, so {spot} is safe.");
    }
    let flown = view.shot.is_some_and(|shot| shot.from.ahead(shot.dir).has(spot));
    let wampus = match first(mind.odourless) {
        Some(fresh) => format!("no stench at {fresh}"),
        None if flown && mind.wampus.len() > 1 => format!("the arrow met nothing at {spot}"),
        None => format!("the wampus must be at {}", either(mind.wampus)),
    };
    format!("{pit}, and {wampus}, so {spot} is safe.")
}

/// One of these cells, in words.
fn either(cells: Spots) -> String {
    cells.iter().map(|spot| spot.to_string()).collect::<Vec<_>>().join(" or ")
}
