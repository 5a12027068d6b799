//! Hunt the Wampus: a dark cave of sixteen cells with a monster, a pit, a bar of gold and an exit; the
//! player has one arrow. This file holds the rules. The positions of all objects are in `board.rs`, the
//! part of them that a viewer may know is in `view.rs`.

pub mod analysis;
mod board;
mod bots;
mod face;
mod knowledge;
pub mod solver;
mod view;

pub use board::{Heading, Layout, SIDE, Spot, Spots, Thing};
pub use view::{Status, View};

use engine::{
    Bot, Cx, Draft, Game, Hint, Info, Key, Keys, Outcome, Refusal, Scene, Seat, Seats, Takes,
    Viewer,
};
use serde::{Deserialize, Serialize};

/// The game.
pub struct Wampus;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    pub cave: CaveKind,
    pub fog: Fog,
    /// The host's own cave; it overrides `cave`.
    pub layout: Option<String>,
}

/// Where the cave comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaveKind {
    /// [`Layout::CLASSIC`].
    Classic,
    /// A new one for each seed.
    #[default]
    Random,
}

/// What the player sees of cells that were not visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fog {
    /// Everything.
    Open,
    /// Only where the exit is.
    #[default]
    Exit,
    /// Nothing.
    Dark,
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("cave", Takes::OneOf(&["classic", "random"]), "which cave"),
        Key::open(
            "fog",
            Takes::OneOf(&["open", "exit", "dark"]),
            "what you see before you go there",
        ),
        Key::secret("layout", Takes::Text, "your own cave, such as ...E:WG..:....:A.P."),
    ];
}

/// Everything about a match, hidden or not.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    fog: Fog,
    /// The cave that the settings ask for; a random one is drawn if there is none.
    fixed: Option<Layout>,
    board: Layout,
    visited: Spots,
    shot: Option<Shot>,
    killed: Option<Spot>,
    has_gold: bool,
    alive: bool,
    score: i64,
    status: Status,
}

/// A shot with the arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// Where the agent stood.
    pub from: Spot,
    /// Where the arrow flew.
    pub dir: Heading,
}

/// An action of the agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Move(Heading),
    Shoot(Heading),
    Grab,
}

/// A change of the state. `points` is the change of the score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The objects were placed.
    Dealt { board: Layout },
    /// The agent moved to a neighbouring cell.
    Moved { to: Spot, points: i64 },
    /// The agent walked into a wall and stayed where it was.
    Bumped { dir: Heading, points: i64 },
    /// The agent shot the arrow.
    Shot {
        from: Spot,
        dir: Heading,
        /// Where the arrow hit the wampus, if it did.
        killed: Option<Spot>,
        points: i64,
    },
    /// The agent took the gold.
    Grabbed { points: i64 },
    /// The match ended.
    Ended { how: HuntEnd },
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HuntEnd {
    /// The agent reached the exit.
    Won,
    /// The wampus ate the agent.
    Eaten,
    /// The agent fell into the pit.
    Fell,
    /// The player left.
    Left,
}

/// Points for any action.
const STEP: i64 = -1;
/// Points for killing the wampus.
const KILL: i64 = 100;
/// Points for grabbing the gold.
const GOLD: i64 = 1000;

impl Game for Wampus {
    const INFO: Info = Info {
        id: "wampus",
        name: "Hunt the Wampus",
        rules: 1,
        fewest: 1,
        most: 1,
        blurb: "Find the gold and the way out of a dark cave; mind the pit and the wampus.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &["wampus.arrow", "wampus.gold", "wampus.line"],
        listed: true,
    };
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", bots::random), ("sensible", bots::sensible), ("perfect", bots::perfect)];
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        let fog = |fog| Setup { fog, ..Setup::default() };
        vec![
            ("cave", Setup::default()),
            ("classic", Setup { cave: CaveKind::Classic, ..fog(Fog::Open) }),
            ("dark", fog(Fog::Dark)),
            ("open", fog(Fog::Open)),
            ("daily", Setup::default()),
        ]
    }

    fn blank(setup: &Setup, _: u8) -> Result<State, Refusal> {
        let fixed = match (&setup.layout, setup.cave) {
            (Some(layout), _) => Some(Layout::read(layout)?),
            (None, CaveKind::Classic) => Some(Layout::CLASSIC),
            (None, CaveKind::Random) => None,
        };
        Ok(State {
            fog: setup.fog,
            fixed,
            board: Layout::default(),
            visited: Spots::NONE,
            shot: None,
            killed: None,
            has_gold: false,
            alive: true,
            score: 0,
            status: Status::Playing,
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        let board = draft.fixed.unwrap_or_else(|| Layout::draw(&mut cx.chance));
        draft.emit(Event::Dealt { board });
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, _: Seat, action: Action, _: &mut Cx) -> Result<(), Refusal> {
        match action {
            Action::Move(dir) => walk(draft, dir),
            Action::Shoot(dir) => return shoot(draft, dir),
            Action::Grab => return grab(draft),
        }
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, _: Seat, _: &mut Cx) {
        draft.emit(Event::Ended { how: HuntEnd::Left });
    }

    fn apply(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { board } => {
                state.board = board;
                state.visited = Spots::of(board.agent);
            }
            Event::Moved { to, points } => {
                state.board.agent = to;
                state.visited = state.visited.with(to);
                state.score += points;
            }
            Event::Bumped { points, .. } => state.score += points,
            Event::Shot { from, dir, killed, points } => {
                state.shot = Some(Shot { from, dir });
                state.score += points;
                if killed.is_some() {
                    state.killed = killed;
                    state.board.wampus = None;
                }
            }
            Event::Grabbed { points } => {
                state.board.gold = None;
                state.has_gold = true;
                state.score += points;
            }
            Event::Ended { how } => {
                state.status = if how == HuntEnd::Won { Status::Won } else { Status::Lost };
                state.alive = matches!(how, HuntEnd::Won | HuntEnd::Left);
            }
        }
    }

    fn to_act(state: &State) -> Seats {
        if state.status == Status::Playing { Seats::one(Seat(0)) } else { Seats::NONE }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let winners = match state.status {
            Status::Playing => return None,
            Status::Won => vec![Seat(0)],
            Status::Lost => Vec::new(),
        };
        Some(Outcome { scores: vec![state.score], winners })
    }

    fn view(state: &State, _: Viewer) -> View {
        let cell = |row, col| Spot::at(row, col).and_then(|spot| seen(state, spot));
        View {
            rows: SIDE,
            cols: SIDE,
            cells: (0..SIDE).map(|row| (0..SIDE).map(|col| cell(row, col)).collect()).collect(),
            agent: state.board.agent,
            arrow: state.shot.is_none(),
            alive: state.alive,
            has_gold: state.has_gold,
            score: state.score,
            status: state.status,
            shot: state.shot,
            killed: state.killed,
            fog: state.fog,
        }
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        Some(face::tell(after, event))
    }

    fn scene(view: &View) -> Scene {
        face::scene(view)
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        face::parse(line)
    }

    fn line(action: &Action) -> String {
        face::line(*action)
    }

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        bots::hint(view, cx)
    }

    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        face::preview(view, typed)
    }

    fn progress(view: &View) -> String {
        match view.actions() {
            1 => "1 action".into(),
            n => format!("{n} actions"),
        }
    }
}

fn walk(draft: &mut Draft<Wampus>, dir: Heading) {
    let Some(to) = draft.board.agent.step(dir) else {
        return draft.emit(Event::Bumped { dir, points: STEP });
    };
    draft.emit(Event::Moved { to, points: STEP });
    let here = Some(to);
    let how = match &draft.board {
        board if board.wampus == here => HuntEnd::Eaten,
        board if board.pit == here => HuntEnd::Fell,
        board if board.exit == here => HuntEnd::Won,
        _ => return,
    };
    draft.emit(Event::Ended { how });
}

fn shoot(draft: &mut Draft<Wampus>, dir: Heading) -> Result<(), Refusal> {
    if draft.shot.is_some() {
        return Err(Refusal::new("wampus.arrow", "You have no arrow left; you can still walk."));
    }
    let from = draft.board.agent;
    let killed = draft.board.wampus.filter(|&wampus| from.ahead(dir).has(wampus));
    let points = if killed.is_some() { STEP + KILL } else { STEP };
    draft.emit(Event::Shot { from, dir, killed, points });
    Ok(())
}

fn grab(draft: &mut Draft<Wampus>) -> Result<(), Refusal> {
    if draft.board.gold != Some(draft.board.agent) {
        let text = match draft.has_gold {
            true => "You already have the gold; now find the exit.",
            false => "There is no gold here; look elsewhere.",
        };
        return Err(Refusal::new("wampus.gold", text));
    }
    draft.emit(Event::Grabbed { points: STEP + GOLD });
    Ok(())
}

/// The contents of a cell as far as the player sees them: everything once the match is over, the fog is
/// open or the cell was visited. Otherwise `None`, except that an exit can be visible from afar.
fn seen(state: &State, spot: Spot) -> Option<Vec<Thing>> {
    let over = state.status != Status::Playing;
    if over || state.fog == Fog::Open || state.visited.has(spot) {
        return Some(state.board.cell(spot));
    }
    (state.fog == Fog::Exit && state.board.exit == Some(spot)).then(|| vec![Thing::Exit])
}

#[cfg(test)]
mod tests;
