//! Any game at a plain terminal: the scene is drawn or said, a bare word goes to what is asked, and
//! every other line takes a slash. Games whose documents prescribe a dialogue have one of their own
//! beside this file.

use crate::console::Console;
use crate::opening::random_seed;
use crate::sitting::{Shown, Sitting};
use crate::{House, Trouble};
use engine::text::{draw_pane, plain, speak_pane};
use engine::{Body, Pane, Refusal, Scene, Seat, Start};
use games::{builder, wordle};
use hall::{Over, Update};

/// How a player left the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played to its end, and no more is wanted.
    Done,
    /// The player wants to go, or the input ended.
    Quit,
}

/// Plays a game, and again as long as the player likes.
pub fn play(
    console: &mut Console,
    house: House,
    start: &Start,
    bots: &[(Seat, String)],
) -> Result<Ending, Trouble> {
    let mut start = start.clone();
    loop {
        match play_once(console, house, &start, bots)? {
            Next::Quit => return Ok(Ending::Quit),
            Next::Restart => {}
            Next::New => start.seed = random_seed()?,
            Next::Over if console.ask_yes("Another one? ")? => start.seed = random_seed()?,
            Next::Over => return Ok(Ending::Done),
        }
        console.say("")?;
    }
}

/// What comes after a match.
enum Next {
    Over,
    Restart,
    New,
    Quit,
}

fn play_once(
    console: &mut Console,
    house: House,
    start: &Start,
    bots: &[(Seat, String)],
) -> Result<Next, Trouble> {
    let mut sitting = Sitting::open(house.hall, house.runtime, start.clone(), bots)?;
    console.say(&format!("{}. Type ? to see what you can do.", start.game.info().name))?;
    loop {
        let shown = sitting.wait()?;
        tell(console, &shown)?;
        if let Some(over) = &shown.update.over {
            finish(console, start, &shown.update, over)?;
            return Ok(Next::Over);
        }
        if let Some(next) = ask(console, &sitting, &shown.update)? {
            return Ok(next);
        }
    }
}

/// Asks until something was accepted, or the player wants something else.
fn ask(console: &mut Console, sitting: &Sitting, update: &Update) -> Result<Option<Next>, Trouble> {
    let scene = &update.scene;
    let prompt = prompt(scene);
    loop {
        let Some(line) = console.ask(&prompt)? else { return Ok(Some(Next::Quit)) };
        let lower = line.to_ascii_lowercase();
        let done = match lower.as_str() {
            "" => continue,
            "?" | "/?" | "/help" => {
                help(console, scene)?;
                continue;
            }
            "/quit" => return Ok(Some(Next::Quit)),
            "/restart" => return Ok(Some(Next::Restart)),
            "/new" => return Ok(Some(Next::New)),
            "/leave" => sitting.leave(),
            "/hint" => {
                hint(console, sitting)?;
                continue;
            }
            "/board" | "/rack" | "/score" => {
                part(console, scene, &lower)?;
                continue;
            }
            _ => match (line.strip_prefix('/'), scene.asks.first()) {
                (Some(command), _) => sitting.act(command),
                (None, Some(ask)) => sitting.act(&format!("{}{line}", ask.prefix)),
                (None, None) => sitting.act(&in_full(&line, scene)),
            },
        };
        match done {
            Ok(()) => return Ok(None),
            Err(refusal) if refusal.code == "house.broken" => return Err(refusal.into()),
            Err(refusal) => console.say(&refusal.text)?,
        }
    }
}

/// Where nothing is asked for, the last word of what is offered is enough: `up` for `move up`.
fn in_full(line: &str, scene: &Scene) -> String {
    let ends = |offered: &str| {
        offered.rsplit(' ').next().is_some_and(|last| last.eq_ignore_ascii_case(line))
    };
    let meant = scene.choices.iter().find(|choice| ends(&choice.line));
    meant.map_or_else(|| line.to_owned(), |choice| choice.line.to_string())
}

/// What is asked for: the first thing that may be typed, or a move.
fn prompt(scene: &Scene) -> String {
    match scene.asks.first() {
        Some(ask) => {
            let mut letters = ask.prefix.trim().chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            format!("{}: ", first.into_iter().chain(letters).collect::<String>())
        }
        None => "Your move: ".into(),
    }
}

/// What was said, then what is on the table. What was just said is not drawn again.
fn tell(console: &mut Console, shown: &Shown) -> Result<(), Trouble> {
    shown.said.iter().try_for_each(|said| console.say(said))?;
    if !console.voice() {
        console.say("")?;
        for pane in &shown.update.scene.panes {
            let lines = draw_pane(pane);
            let new =
                |line: &&Vec<_>| !shown.said.iter().any(|said| **line == plain(said.as_str()));
            let lines: Vec<_> = lines.iter().filter(new).cloned().collect();
            console.show(&lines)?;
        }
        console.say("")?;
    }
    Ok(())
}

fn read<V: serde::de::DeserializeOwned>(update: &Update) -> Result<V, Refusal> {
    serde_json::from_str(update.view.get())
        .map_err(|error| Refusal::new("house.broken", error.to_string()))
}

/// What can be done now.
pub(crate) fn help(console: &mut Console, scene: &Scene) -> Result<(), Trouble> {
    for (n, ask) in scene.asks.iter().enumerate() {
        let verb = ask.prefix.trim();
        console.say(&match n {
            0 => format!("A bare word: {verb} (at most {} characters)", ask.max),
            _ => format!("/{verb} … (at most {} characters)", ask.max),
        })?;
    }
    let slash = if scene.asks.is_empty() { "" } else { "/" };
    for choice in &scene.choices {
        console.say(&format!("{slash}{}", choice.line))?;
    }
    console.say("/hint /restart /new /leave /quit; /board /rack /score say one part again")?;
    Ok(())
}

/// A hint with its reason.
pub(crate) fn hint(console: &mut Console, sitting: &Sitting) -> Result<(), Trouble> {
    console.say(&match sitting.hint() {
        Ok(Some(hint)) => format!("Hint: {}. {}", hint.line, hint.why),
        Ok(None) => "There is no hint to give.".into(),
        Err(refusal) => refusal.text,
    })?;
    Ok(())
}

/// One part of the table, again.
pub(crate) fn part(console: &mut Console, scene: &Scene, which: &str) -> Result<(), Trouble> {
    let wanted = |pane: &&Pane| match pane.body {
        Body::Grid(_) => which == "/board",
        Body::Tiles(_) => which == "/rack",
        Body::Meter { .. } | Body::Scores(_) | Body::Text(_) => which == "/score",
    };
    let mut found = false;
    for pane in scene.panes.iter().filter(wanted) {
        found = true;
        match console.voice() {
            true => speak_pane(pane).iter().try_for_each(|line| console.say(line))?,
            false => console.show(&draw_pane(pane))?,
        }
    }
    if !found {
        console.say("There is no such part here.")?;
    }
    Ok(())
}

/// The end: what is left of it for others, and the ticket.
fn finish(
    console: &mut Console,
    start: &Start,
    update: &Update,
    over: &Over,
) -> Result<(), Trouble> {
    match start.game.info().id {
        "wordle" => {
            let view: wordle::View = read(update)?;
            console.say(&wordle::share(&view, &over.ticket, false))?;
            console.say("")?;
        }
        "builder" => {
            let view: builder::View = read(update)?;
            if let Some(file) = view.file {
                console.say(&format!("{}:\n\n{}", file.name, file.text))?;
            }
        }
        _ => {}
    }
    console.say(&format!("Ticket: {}", over.ticket))?;
    Ok(())
}
