//! Bots and hints, from the view alone. The sensible bot needs little time and never looks at the budget;
//! only the perfect one does. The best play, and conclusions from a view, are in `solver`.

use super::rules::{GOLD, KILL};
use super::solver::knowledge::{Knowledge, Route, Routes};
use super::solver::{self, Aim, BestAction, Goal};
use super::{Action, Fog, Heading, Spot, Spots, Status, Thing, View, Wampus};
use engine::{Bot, Cx, Face, Hint, Minds};

impl Minds for Wampus {
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", random), ("sensible", sensible), ("perfect", perfect)];

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        let knowledge = Knowledge::of(view);
        let best = best_action(view, HINT_STEPS, cx)
            .map(|best| (best.action, move_reason(view, &knowledge, best)));
        let (action, why) = best.or_else(|| plan(view, &knowledge))?;
        Some(Hint { line: Wampus::line(&action), why: sentence(view, &knowledge, &why)? })
    }
}

/// Takes any legal action.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    cx.chance.pick(&view.choices()).copied().unwrap_or(Action::Grab)
}

/// Goes where it is safe, shoots when the arrow is sure to hit, and takes the smallest risk when it has
/// to. Its matches end: every route leads to a shot, to the gold, to the exit or to an unknown cell.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match plan(view, &Knowledge::of(view)) {
        Some((action, _)) => action,
        None => random(view, cx),
    }
}

/// Wins as often as possible, and then scores as much as possible. In a host's own cave without a pit, a
/// wampus, gold or an exit it plays like the sensible bot.
pub(super) fn perfect(view: &View, cx: &mut Cx) -> Action {
    match best_action(view, BOT_STEPS, cx) {
        Some(best) => best.action,
        None => sensible(view, cx),
    }
}

/// The steps that a bot is charged for each belief. Bots have time, so it is small.
const BOT_STEPS: u64 = 60;

/// The steps that a hint is charged for each belief. It is larger, because the player waits for the hint.
const HINT_STEPS: u64 = 400;

fn best_action(view: &View, steps: u64, cx: &mut Cx) -> Option<BestAction> {
    solver::best_action(view, Aim::Rank, &mut || cx.spend(steps))
}

/// The reason for the best action as a sentence; `None` for certain death.
pub(super) fn reason(view: &View, knowledge: &Knowledge, best: BestAction) -> Option<String> {
    sentence(view, knowledge, &move_reason(view, knowledge, best))
}

/// A shot with a lower chance than one in four is a long shot. Four wins most, as measured over thousands of
/// matches.
const LONG_SHOT: u32 = 4;

/// The reason for an action.
enum MoveReason {
    Grab,
    Shoot(ShotOption),
    Fetch(Spot),
    Explore(Spot),
    Leave(Spot),
    /// This cell is the smallest risk.
    Risk(Spot),
    /// Another cell is less risky, but this one promises more.
    Dare(Spot),
}

fn move_reason(view: &View, knowledge: &Knowledge, best: BestAction) -> MoveReason {
    match best.goal {
        Goal::Fetch(spot) if spot == view.agent => MoveReason::Grab,
        Goal::Fetch(spot) => MoveReason::Fetch(spot),
        Goal::Enter(spot) if knowledge.exit == Some(spot) => MoveReason::Leave(spot),
        Goal::Enter(spot) if knowledge.safe().has(spot) => MoveReason::Explore(spot),
        Goal::Enter(spot) if is_least_deadly(knowledge, spot) => MoveReason::Risk(spot),
        Goal::Enter(spot) => MoveReason::Dare(spot),
        Goal::Shoot(from, dir) => {
            let first = match best.action {
                Action::Move(first) => Some(first),
                _ => None,
            };
            let hits = knowledge.hits(from.ahead(dir));
            MoveReason::Shoot(ShotOption { from, route: Route { steps: 0, first }, dir, hits })
        }
    }
}

/// Is no safe cell left to explore?
fn is_hemmed_in(knowledge: &Knowledge) -> bool {
    knowledge.next_cells().and(knowledge.safe()).is_empty()
}

/// Is this cell at most as deadly as every other next cell?
fn is_least_deadly(knowledge: &Knowledge, spot: Spot) -> bool {
    knowledge.next_cells().iter().all(|other| knowledge.deadly(other) >= knowledge.deadly(spot))
}

/// The next action of the sensible bot. A win counts more than any score, so the bot takes the exit
/// rather than a risk; but it does everything that is safe first.
fn plan(view: &View, knowledge: &Knowledge) -> Option<(Action, MoveReason)> {
    if view.status != Status::Playing {
        return None;
    }
    if view.shows(Thing::Gold, view.agent) {
        return Some((Action::Grab, MoveReason::Grab));
    }
    let floor = floor(knowledge);
    let routes = Routes::new(view.agent, floor);
    let nearest = |cells: Spots| routes.iter().find(|&(spot, _)| cells.has(spot));
    let shot = best_shot(view, knowledge, &routes, floor);
    if let Some(shot) = shot.filter(|shot| shot.hits == knowledge.ways()) {
        return Some(shot.shoot());
    }
    let exit = nearest(Spots::of(knowledge.exit));
    let leave = || exit.and_then(|(exit, route)| go(route, MoveReason::Leave(exit)));
    if view.has_gold && exit.is_some() {
        return shot.map(ShotOption::shoot).or_else(leave);
    }
    if let Some((gold, route)) = nearest(Spots::of(knowledge.gold).and(knowledge.safe())) {
        return go(route, MoveReason::Fetch(gold));
    }
    if let Some((spot, route)) = nearest(knowledge.safe().less(knowledge.known)) {
        return go(route, MoveReason::Explore(spot));
    }
    // A bot that can leave has no other use for the arrow; one that can't saves it for a likely hit.
    let likely = |shot: ShotOption| exit.is_some() || shot.hits * LONG_SHOT >= knowledge.ways();
    shot.filter(|&shot| likely(shot)).map(ShotOption::shoot).or_else(leave).or_else(|| {
        let risks = routes.iter().filter(|&(spot, _)| !knowledge.safe().has(spot));
        let (spot, route) = risks.min_by_key(|&(spot, _)| knowledge.deadly(spot))?;
        go(route, MoveReason::Risk(spot))
    })
}

fn go(route: Route, why: MoveReason) -> Option<(Action, MoveReason)> {
    Some((Action::Move(route.first?), why))
}

/// The cells that routes may cross: safe ones, but not the exit. While the exit may be anywhere, only
/// known cells.
fn floor(knowledge: &Knowledge) -> Spots {
    match knowledge.exit {
        Some(exit) => knowledge.safe().less(Spots::of(exit)),
        None => knowledge.safe().and(knowledge.known),
    }
}

/// A shot from some cell, and in how many positions of wampus and pit it would hit.
#[derive(Clone, Copy)]
struct ShotOption {
    from: Spot,
    route: Route,
    dir: Heading,
    hits: u32,
}

impl ShotOption {
    fn shoot(self) -> (Action, MoveReason) {
        let action = self.route.first.map_or(Action::Shoot(self.dir), Action::Move);
        (action, MoveReason::Shoot(self))
    }
}

/// The shot with the highest expected score, the steps to its place included; `None` if that isn't positive.
fn best_shot(
    view: &View,
    knowledge: &Knowledge,
    routes: &Routes,
    floor: Spots,
) -> Option<ShotOption> {
    if !view.arrow {
        return None;
    }
    let ways = i64::from(knowledge.ways());
    let worth =
        |shot: &ShotOption| KILL * i64::from(shot.hits) - ways * i64::from(shot.route.steps + 1);
    let places = routes.iter().filter(|&(from, _)| floor.has(from));
    let shots = places.flat_map(|(from, route)| {
        Heading::ALL.map(|dir| ShotOption {
            from,
            route,
            dir,
            hits: knowledge.hits(from.ahead(dir)),
        })
    });
    let better =
        |best: ShotOption, shot: ShotOption| if worth(&shot) > worth(&best) { shot } else { best };
    shots.reduce(better).filter(|shot| worth(shot) > 0)
}

/// The reason as a sentence; `None` for certain death, which no hint should suggest.
fn sentence(view: &View, knowledge: &Knowledge, why: &MoveReason) -> Option<String> {
    Some(match *why {
        MoveReason::Grab => format!("There is gold here, worth {GOLD} points."),
        MoveReason::Shoot(shot) => shot_sentence(view, knowledge, shot),
        MoveReason::Fetch(gold) => format!("The gold is at {gold}, and the way there is safe."),
        MoveReason::Explore(spot) => why_safe(view, knowledge, spot),
        MoveReason::Leave(exit) if view.has_gold => {
            format!("You have the gold, and reaching the exit at {exit} wins.")
        }
        MoveReason::Leave(exit) if is_hemmed_in(knowledge) && view.fog != Fog::Open => {
            format!("No safe cell is left to explore, and reaching the exit at {exit} wins.")
        }
        MoveReason::Leave(exit) => {
            format!("Reaching the exit at {exit} wins, and the way there is safe.")
        }
        MoveReason::Risk(spot) | MoveReason::Dare(spot)
            if knowledge.deadly(spot) == knowledge.ways() =>
        {
            return None;
        }
        MoveReason::Risk(spot) => format!(
            "No safe cell is left; {spot} is the smallest risk: deadly in {} of the possible caves.",
            percent(knowledge.deadly(spot), knowledge.ways())
        ),
        MoveReason::Dare(spot) => format!(
            "The risk is worth taking: {spot} is deadly in {} of the possible caves, but nothing else is better on average.",
            percent(knowledge.deadly(spot), knowledge.ways())
        ),
    })
}

fn shot_sentence(view: &View, knowledge: &Knowledge, shot: ShotOption) -> String {
    let place = match shot.route.first {
        None => "here".to_owned(),
        Some(_) => shot.from.to_string(),
    };
    let dir = shot.dir.word();
    if let Some(wampus) = knowledge.wampus.only() {
        return format!(
            "The wampus must be at {wampus}; an arrow shot {dir} from {place} hits it for {KILL} points."
        );
    }
    if shot.hits == knowledge.ways() {
        return format!(
            "Wherever the wampus is, an arrow shot {dir} from {place} hits it for {KILL} points."
        );
    }
    let odds = percent(shot.hits, knowledge.ways());
    let hits = format!("an arrow shot {dir} from {place} hits in {odds} of the possible caves");
    let exit_is_free = || knowledge.exit.is_some_and(|exit| floor(knowledge).around().has(exit));
    match view.has_gold {
        true if exit_is_free() => format!("The way out is free, and {hits}."),
        false if is_hemmed_in(knowledge) => format!("No safe cell is left to explore, and {hits}."),
        _ => format!("Before anything else, {hits}."),
    }
}

fn percent(part: u32, whole: u32) -> String {
    let whole = whole.max(1);
    format!("{} %", (100 * part + whole / 2) / whole)
}

/// The proof that a cell is safe, as a sentence.
fn why_safe(view: &View, knowledge: &Knowledge, spot: Spot) -> String {
    if view.killed == Some(spot) {
        return format!("You shot the wampus at {spot}, so that cell is safe.");
    }
    let around = Spots::of(spot).around();
    let first = |cells: Spots| cells.and(around).iter().next();
    let alive = !knowledge.wampus.is_empty();
    if let Some(quiet) = first(knowledge.no_breeze.and(knowledge.no_stench)).filter(|_| alive) {
        return format!("No breeze and no stench at {quiet}, so {spot} is safe.");
    }
    let pit = match first(knowledge.no_breeze) {
        Some(calm) => format!("No breeze at {calm}"),
        None => format!("The pit must be at {}", either(knowledge.pit)),
    };
    if !alive {
        return format!("{pit}, so {spot} is safe.");
    }
    let missed = view.shot.is_some_and(|shot| shot.from.ahead(shot.dir).has(spot));
    let wampus = match first(knowledge.no_stench) {
        Some(fresh) => format!("no stench at {fresh}"),
        None if missed && knowledge.wampus.len() > 1 => format!("the arrow hit nothing at {spot}"),
        None => format!("the wampus must be at {}", either(knowledge.wampus)),
    };
    format!("{pit}, and {wampus}, so {spot} is safe.")
}

/// The names of the cells, joined by “or”.
fn either(cells: Spots) -> String {
    cells.iter().map(|spot| spot.to_string()).collect::<Vec<_>>().join(" or ")
}
