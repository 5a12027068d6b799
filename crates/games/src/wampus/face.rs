//! What the player reads and types. `tell` gets the whole state, but may mention only the agent's own cell, an exit
//! that is visible from afar, and what was just revealed.

use super::rules::STEP;
use super::{Action, Event, Fog, Heading, HuntEnd, Spot, State, Status, Thing, View, Wampus};
use engine::scene::{Place, Text};
use engine::{Body, Cell, Choice, Cx, Face, Pane, Refusal, Scene, Tone, Viewer};

const CAVE: &str = "cave";

impl Face for Wampus {
    fn scene(view: &View) -> Scene {
        let rows = view.cells.iter().zip(0..);
        let cells = rows.map(|(row, r)| row.iter().zip(0..).map(move |(_, c)| cell(view, r, c)));
        Scene {
            panes: vec![
                Pane {
                    id: CAVE,
                    title: "Cave".into(),
                    body: Body::Grid(cells.map(Iterator::collect).collect()),
                },
                Pane {
                    id: "arrow",
                    title: "Arrow".into(),
                    body: Body::Meter { value: view.arrow.into(), of: 1 },
                },
                Pane { id: "report", title: "Report".into(), body: Body::Text(report(view)) },
            ],
            choices: view.choices().into_iter().map(|action| choice(view, action)).collect(),
            asks: Vec::new(),
        }
    }

    fn parse(_: &View, line: &str) -> Result<Action, Refusal> {
        let is_typed = |action: &Action| Self::line(action).eq_ignore_ascii_case(line);
        actions().find(is_typed).ok_or_else(|| {
            let text = "Type move or shoot with up, right, down or left, or type grab.";
            Refusal::game("wampus.line", text)
        })
    }

    fn line(action: &Action) -> String {
        match action {
            Action::Move(dir) => format!("move {}", dir.word()),
            Action::Shoot(dir) => format!("shoot {}", dir.word()),
            Action::Grab => "grab".into(),
        }
    }

    /// Remarks only on text that can't become a valid line any more.
    fn preview(view: &View, typed: &str, _: &mut Cx) -> Vec<String> {
        let typed: Vec<_> = typed.split_whitespace().map(str::to_ascii_lowercase).collect();
        let typed = typed.join(" ");
        if view.status != Status::Playing
            || actions().any(|action| Self::line(&action).starts_with(&typed))
        {
            return Vec::new();
        }
        Self::parse(view, &typed).err().into_iter().map(|refusal| refusal.text).collect()
    }

    fn progress(view: &View) -> String {
        match view.actions() {
            1 => "1 action".into(),
            n => format!("{n} actions"),
        }
    }

    fn tell(after: &State, event: &Event, _: Viewer) -> Option<String> {
        Some(match *event {
            Event::Dealt { board } => {
                let mut sentences = vec![format!("You wake up in a cave at {}.", board.agent)];
                if let Some(exit) = board.exit.filter(|_| after.fog != Fog::Dark) {
                    sentences.push(format!("You see daylight at {exit}: the exit."));
                }
                with_senses(sentences, after)
            }
            Event::Moved { to, .. } => with_senses(vec![format!("You walk to {to}.")], after),
            Event::Bumped { .. } => format!("You hit the wall ({STEP})."),
            Event::Shot { dir, killed: Some(spot), .. } => {
                format!("Your arrow flies {} and kills the wampus at {spot}.", dir.word())
            }
            Event::Shot { dir, killed: None, .. } => {
                format!("Your arrow flies {} and hits nothing.", dir.word())
            }
            Event::Grabbed { .. } => "You take the gold.".into(),
            Event::Ended { how } => {
                let end = match how {
                    HuntEnd::Won if after.has_gold => "You escape with the gold: you win",
                    HuntEnd::Won => "You escape without the gold: you win",
                    HuntEnd::Eaten => "The wampus eats you: you lose",
                    HuntEnd::Fell => "You fall into the pit: you lose",
                    HuntEnd::Left => "You give up: you lose",
                };
                format!("{end} with a score of {}.", after.score)
            }
        })
    }
}

fn cell(view: &View, row: u8, col: u8) -> Cell {
    let Some(spot) = Spot::at(row, col) else { return Cell::default() };
    let Some(things) = view.cell(spot) else {
        return Cell::new("?", Tone::Hidden).named(format!("{spot}: unknown"));
    };
    if things.is_empty() {
        return Cell::new(".", Tone::Plain).named(format!("{spot}: empty"));
    }
    let text: String = things.iter().map(|&thing| letter(thing)).collect();
    let names: Vec<_> = things.iter().map(|&thing| name(thing)).collect();
    Cell::new(text, tone(things, view.alive)).named(format!("{spot}: {}", names.join(", ")))
}

fn tone(things: &[Thing], alive: bool) -> Tone {
    let has = |thing| things.contains(&thing);
    match () {
        () if has(Thing::Agent) && alive => Tone::Here,
        () if has(Thing::Wampus) || has(Thing::Pit) => Tone::Danger,
        () if has(Thing::Gold) || has(Thing::Exit) => Tone::Good,
        // Only the senses are left: a dead agent always shares its cell with the wampus or the pit.
        () => Tone::Near,
    }
}

/// The letter of a thing in a layout. Senses, which don't occur in layouts, are lower case.
fn letter(thing: Thing) -> char {
    match thing {
        Thing::Agent => 'A',
        Thing::Wampus => 'W',
        Thing::Pit => 'P',
        Thing::Gold => 'G',
        Thing::Exit => 'E',
        Thing::Stench => 's',
        Thing::Breeze => 'b',
    }
}

fn name(thing: Thing) -> &'static str {
    match thing {
        Thing::Agent => "you",
        Thing::Wampus => "wampus",
        Thing::Pit => "pit",
        Thing::Gold => "gold",
        Thing::Exit => "exit",
        Thing::Stench => "stench",
        Thing::Breeze => "breeze",
    }
}

fn choice(view: &View, action: Action) -> Choice {
    let line = Wampus::line(&action);
    let (key, to) = match action {
        Action::Move(dir) => (dir.word(), view.agent.step(dir)),
        Action::Shoot(Heading::Up) => ("shift+up", None),
        Action::Shoot(Heading::Right) => ("shift+right", None),
        Action::Shoot(Heading::Down) => ("shift+down", None),
        Action::Shoot(Heading::Left) => ("shift+left", None),
        Action::Grab => ("g", None),
    };
    let cell = to.map(|to| Place { pane: CAVE, row: to.row(), col: to.col() });
    Choice { label: line.clone().into(), line: line.into(), key: Some(key), cell }
}

/// The sentences of the report pane.
fn report(view: &View) -> Vec<Text> {
    let mut report: Vec<Text> = match view.status {
        Status::Playing => {
            let here = format!("You stand at {}.", view.agent);
            let senses = senses(view.cell(view.agent).unwrap_or_default());
            [here.into()].into_iter().chain(senses.into_iter().map(Text::from)).collect()
        }
        Status::Won => vec!["You escaped: you won.".into()],
        Status::Lost if view.alive => vec!["You gave up.".into()],
        Status::Lost => vec!["You are dead.".into()],
    };
    if let Some(spot) = view.killed {
        report.push(format!("You shot the wampus at {spot}.").into());
    }
    if view.has_gold {
        report.push("You have the gold.".into());
    }
    report.push(format!("Score: {}.", view.score).into());
    report
}

/// A sentence for everything that the player notices in a cell.
fn senses(cell: &[Thing]) -> Vec<&'static str> {
    let sense = |thing: &Thing| match thing {
        Thing::Gold => Some("Gold glitters here."),
        Thing::Stench => Some("You smell a stench."),
        Thing::Breeze => Some("You feel a breeze."),
        _ => None,
    };
    cell.iter().filter_map(sense).collect()
}

/// Every action that can be typed.
fn actions() -> impl Iterator<Item = Action> {
    let (moves, shots) = (Heading::ALL.map(Action::Move), Heading::ALL.map(Action::Shoot));
    moves.into_iter().chain(shots).chain([Action::Grab])
}

/// Adds what the agent notices in its cell. An agent that has just died or escaped notices nothing.
fn with_senses(mut sentences: Vec<String>, after: &State) -> String {
    let cell = after.board.cell(after.board.agent);
    let ended = [Thing::Wampus, Thing::Pit, Thing::Exit].iter().any(|thing| cell.contains(thing));
    if !ended {
        sentences.extend(senses(&cell).into_iter().map(String::from));
    }
    sentences.join(" ")
}
