//! What players read and type.

use super::{Add, Event, Null, State, View};
use engine::{Body, Choice, Face, Pane, Refusal, Scene, Seat, Viewer, mention};

impl Face for Null {
    fn scene(view: &View) -> Scene {
        let count = Body::Meter { value: view.count.into(), of: view.target.into() };
        let score = |(seat, &score)| (mention(seat).to_string().into(), score);
        let scores = Body::Scores((0..).map(Seat).zip(&view.scores).map(score).collect());
        let choice = |(line, key): (&'static str, _)| Choice {
            line: line.into(),
            label: line.into(),
            key: Some(key),
            cell: None,
        };
        let choices = [("add 1", "1"), ("add 2", "2"), ("add 3", "3")].map(choice);
        let left = usize::from(view.target - view.count);
        Scene {
            panes: vec![
                Pane { id: "count", title: "Count".into(), body: count },
                Pane { id: "scores", title: "Points".into(), body: scores },
            ],
            choices: choices.into_iter().take(left).collect(),
            asks: Vec::new(),
        }
    }

    fn parse(_: &View, line: &str) -> Result<Add, Refusal> {
        let by = match line.split(' ').collect::<Vec<_>>()[..] {
            [verb, by] if verb.eq_ignore_ascii_case("add") => by,
            _ => "",
        };
        match by {
            "1" => Ok(Add(1)),
            "2" => Ok(Add(2)),
            "3" => Ok(Add(3)),
            _ => Err(Refusal::game("null.line", "Type add 1, add 2 or add 3.")),
        }
    }

    fn line(Add(by): &Add) -> String {
        format!("add {by}")
    }

    fn progress(view: &View) -> String {
        format!("{} of {}", view.count, view.target)
    }

    fn tell(after: &State, event: &Event, viewer: Viewer) -> Option<String> {
        let name = |seat| match viewer.is(seat) {
            true => "You".to_owned(),
            false => mention(seat).to_string(),
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
}
