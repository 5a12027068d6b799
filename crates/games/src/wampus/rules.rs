//! The rules.

use super::{
    Action, CaveKind, Event, Fog, Heading, HuntEnd, Layout, SIDE, Setup, Shot, Spot, Spots,
};
use super::{State, Status, Thing, View, Wampus};
use engine::{Cx, Draft, Game, Info, Outcome, Refusal, Seat, Seats, Viewer};

/// Points for any action.
pub(super) const STEP: i64 = -1;
/// Points for killing the wampus.
pub(super) const KILL: i64 = 100;
/// Points for grabbing the gold.
pub(super) const GOLD: i64 = 1000;

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
        return Err(Refusal::game("wampus.arrow", "You have no arrow left; you can still walk."));
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
        return Err(Refusal::game("wampus.gold", text));
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
