//! The rules.

use super::{Add, Event, Null, Setup, State, Status, View};
use engine::{Cx, Draft, Game, Info, Outcome, Refusal, Seat, Seats, Viewer};

impl Game for Null {
    const INFO: Info = Info {
        id: "null",
        name: "Null",
        rules: 1,
        fewest: 1,
        most: 4,
        blurb: "The template: count to 21 and mind the trap.",
        manual: include_str!("RULES.md"),
        terminal_help: include_str!("TERMINAL.md"),
        page_help: include_str!("PAGE.md"),
        codes: &["null.high", "null.line"],
        listed: false,
    };
    type Setup = Setup;
    type State = State;
    type Action = Add;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<(&'static str, Setup)> {
        vec![("daily", Setup::default()), ("long", Setup { target: 50, ..Setup::default() })]
    }

    fn blank(setup: &Setup, seats: u8) -> Result<State, Refusal> {
        if setup.trap.is_some_and(|trap| trap >= setup.target) {
            return Err(Refusal::setup("The trap must be below the target."));
        }
        Ok(State {
            target: setup.target,
            trap: setup.trap,
            sprung: false,
            count: 0,
            turn: Seat(0),
            here: Seats::first(seats),
            scores: vec![0; usize::from(seats)],
            winners: Vec::new(),
            over: false,
        })
    }

    fn deal(draft: &mut Draft<Self>, cx: &mut Cx) -> Result<(), Refusal> {
        let drawn = 4 + cx.chance.below(u64::from(draft.target) - 4) as u8;
        let trap = draft.trap.unwrap_or(drawn);
        draft.emit(Event::Dealt { trap });
        Ok(())
    }

    fn act(draft: &mut Draft<Self>, seat: Seat, Add(by): Add, _: &mut Cx) -> Result<(), Refusal> {
        if draft.count + by > draft.target {
            let left = draft.target - draft.count;
            return Err(Refusal::game("null.high", format!("You can add at most {left}.")));
        }
        let next = next(draft.here, seat);
        draft.emit(Event::Added { seat, by, next });
        if draft.trap == Some(draft.count) {
            draft.emit(Event::Sprung { seat });
        }
        if draft.count == draft.target {
            draft.emit(Event::Ended { winner: Some(seat) });
        }
        Ok(())
    }

    fn leave(draft: &mut Draft<Self>, seat: Seat, _: &mut Cx) {
        let here = draft.here.without(seat);
        let next = if draft.turn == seat { next(here, seat) } else { draft.turn };
        draft.emit(Event::Left { seat, next });
        if here.len() <= 1 {
            draft.emit(Event::Ended { winner: here.iter().next() });
        }
    }

    fn apply(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { trap } => state.trap = Some(trap),
            Event::Added { by, next, .. } => {
                state.count += by;
                state.turn = next;
            }
            Event::Sprung { seat } => {
                state.sprung = true;
                score(state, seat, -1);
            }
            Event::Left { seat, next } => {
                state.here = state.here.without(seat);
                state.turn = next;
            }
            Event::Ended { winner } => {
                state.over = true;
                state.winners.extend(winner);
                winner.into_iter().for_each(|seat| score(state, seat, 1));
            }
        }
    }

    fn to_act(state: &State) -> Seats {
        if state.over { Seats::NONE } else { Seats::one(state.turn) }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (scores, winners) = (state.scores.clone(), state.winners.clone());
        state.over.then_some(Outcome { scores, winners })
    }

    fn view(state: &State, _: Viewer) -> View {
        View {
            target: state.target,
            count: state.count,
            trap: state.trap.filter(|_| state.sprung || state.over),
            turn: state.turn,
            scores: state.scores.clone(),
            status: if state.over { Status::Over } else { Status::Playing },
        }
    }
}

/// The next seat that hasn't left; the seat itself if no other is left.
fn next(here: Seats, seat: Seat) -> Seat {
    let after = here.iter().find(|&other| other > seat);
    after.or(here.iter().next()).unwrap_or(seat)
}

fn score(state: &mut State, seat: Seat, points: i64) {
    if let Some(score) = state.scores.get_mut(seat.index()) {
        *score += points;
    }
}
