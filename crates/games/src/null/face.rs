//! Text, parsing and the scene.

use super::{Add, Event, State, View};
use engine::{Body, Choice, Pane, Refusal, Scene, Viewer};

pub(super) fn scene(view: &View) -> Scene {
    let left = view.target - view.count;
    Scene {
        panes: vec![
            Pane {
                id: "count",
                title: "Count".into(),
                body: Body::Meter { value: view.count.into(), of: view.target.into() },
            },
            Pane {
                id: "scores",
                title: "Points".into(),
                body: Body::Scores(
                    (1..)
                        .zip(&view.scores)
                        .map(|(n, &s)| (format!("Player {n}").into(), s))
                        .collect(),
                ),
            },
        ],
        choices: [("add 1", "1"), ("add 2", "2"), ("add 3", "3")]
            .into_iter()
            .take(left.into())
            .map(|(line, key)| Choice {
                line: line.into(),
                label: line.into(),
                key: Some(key),
                cell: None,
            })
            .collect(),
        asks: Vec::new(),
    }
}

pub(super) fn parse(line: &str) -> Result<Add, Refusal> {
    let by = match line.split(' ').collect::<Vec<_>>()[..] {
        [verb, by] if verb.eq_ignore_ascii_case("add") => by,
        _ => "",
    };
    match by {
        "1" => Ok(Add(1)),
        "2" => Ok(Add(2)),
        "3" => Ok(Add(3)),
        _ => Err(Refusal::new("null.line", "Type add 1, add 2 or add 3.")),
    }
}

pub(super) fn tell(after: &State, event: &Event, viewer: Viewer) -> Option<String> {
    let name = |seat| match viewer.is(seat) {
        true => "You".to_owned(),
        false => format!("Player {}", seat.0 + 1),
    };
    match *event {
        Event::Dealt { .. } => Some(format!("Count to {}.", after.target)),
        Event::Added { seat, by, .. } => {
            Some(format!("{} added {by}: {}.", name(seat), after.count))
        }
        Event::Sprung { seat } => Some(format!("{} stepped on the trap.", name(seat))),
        Event::Left { seat, .. } => Some(format!("{} left.", name(seat))),
        Event::Ended { winner } => winner.map(|seat| format!("{} won.", name(seat))),
    }
}
