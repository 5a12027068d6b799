//! Any game at a plain terminal: the scene is drawn or said, a bare word goes to what is asked, and
//! every other line takes a slash. Games whose documents prescribe a dialogue have one of their own
//! beside this file.

use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, view};
use crate::sitting::LocalMatch;
use crate::{Console, Ending, LineError, sanitize};
use engine::text::plain;
use engine::{Scene, Start};
use games::wordle;
use hall::{Over, Update};

/// Plays a game, and again as long as the player likes.
pub(crate) fn play(host: &mut Dialogue) -> Result<Ending, LineError> {
    let mut start = host.start(&[])?;
    loop {
        if host.rounds(start.clone(), once)? == AfterMatch::Quit {
            return Ok(Ending::Quit);
        }
        if let Some(ending) = host.ends("Another one? ")? {
            return Ok(ending);
        }
        start = host.another(&start)?;
    }
}

fn once(host: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut sitting) = host.open(start)? else { return Ok(AfterMatch::Quit) };
    host.console.say(&format!("{}. Type ? to see what you can do.", start.game.info().name))?;
    let legend = legend(start.game.info().id);
    legend.iter().try_for_each(|legend| host.legend(legend))?;
    loop {
        let Some(shown) = host.wait(&mut sitting)? else { return Ok(AfterMatch::Quit) };
        host.show(&shown)?;
        if let Some(over) = &shown.update.over {
            finish(host, start, &shown.update, over)?;
            return Ok(AfterMatch::Over);
        }
        if let Some(next) = ask(host, &sitting, &shown.update.scene, legend)? {
            return Ok(next);
        }
    }
}

/// Asks until something was accepted, or the player wants something else.
fn ask(
    host: &mut Dialogue,
    sitting: &LocalMatch,
    scene: &Scene,
    legend: Option<&str>,
) -> Result<Option<AfterMatch>, LineError> {
    let prompt = prompt(scene);
    let legend = legend.filter(|_| !host.console.screen_reader()).map(str::to_owned);
    let help: Vec<String> = help(scene).into_iter().chain(legend).collect();
    loop {
        let done = match host.read_input(sitting, scene, &prompt, &help)? {
            PlayerInput::End => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(next) => return Ok(Some(next)),
            PlayerInput::Leave => sitting.leave(),
            PlayerInput::Line(line) => sitting.act(&line),
            PlayerInput::Word(word) => sitting.act(&of_word(&word, scene)),
        };
        if host.accepted(sitting, done)? {
            return Ok(None);
        }
    }
}

/// The line that is meant by what was typed: with a slash it is the line itself.
pub(crate) fn expand_line(typed: &str, scene: &Scene) -> String {
    match typed.strip_prefix('/') {
        Some(line) => line.trim_start().to_owned(),
        None => of_word(typed, scene),
    }
}

/// The line that a bare word stands for.
fn of_word(word: &str, scene: &Scene) -> String {
    match scene.asks.first() {
        // Whoever says the verb too means the same.
        Some(ask) if word.to_ascii_lowercase().starts_with(&*ask.prefix) => word.to_owned(),
        Some(ask) => format!("{}{word}", ask.prefix),
        None => in_full(word, scene),
    }
}

/// What the marks and letters of a game's drawing mean.
fn legend(game: &str) -> Option<&'static str> {
    match game {
        "wordle" => Some("Marks: + right place, ~ elsewhere in the word, - not in the word."),
        "wampus" => {
            Some("A you, W wampus, P pit, G gold, E exit, s stench, b breeze, ? not known yet.")
        }
        _ => None,
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
pub(crate) fn prompt(scene: &Scene) -> String {
    match scene.asks.first() {
        Some(ask) => {
            let mut letters = ask.prefix.trim().chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            format!("{}: ", first.into_iter().chain(letters).collect::<String>())
        }
        None => "Your move: ".into(),
    }
}

/// What can be done now.
pub(crate) fn help(scene: &Scene) -> Vec<String> {
    let ask = |(n, ask): (usize, &engine::Ask)| {
        let (verb, max) = (ask.prefix.trim(), ask.max);
        match n {
            0 => format!("A bare word is a {verb} (at most {max} letters)."),
            _ => format!("/{verb} and what it takes (at most {max} letters)"),
        }
    };
    let mut help: Vec<String> = scene.asks.iter().enumerate().map(ask).collect();
    let slash = if scene.asks.is_empty() { "" } else { "/" };
    let lines: Vec<_> =
        scene.choices.iter().map(|choice| format!("{slash}{}", choice.line)).collect();
    if !lines.is_empty() {
        help.push(format!("You can say: {}.", lines.join(", ")));
    }
    help
}

/// The end: what is left of it for others, and the ticket.
fn finish(
    host: &mut Dialogue,
    start: &Start,
    update: &Update,
    over: &Over,
) -> Result<(), LineError> {
    share(host.console, start.game.info().id, update, over)?;
    say_ticket(host.console, over)
}

/// Says the ticket, to play the same again. A cancelled match has none to show.
pub(crate) fn say_ticket(console: &mut Console, over: &Over) -> Result<(), LineError> {
    match &over.ticket {
        Some(ticket) => Ok(console.say(&format!("Ticket: {ticket}"))?),
        None => Ok(()),
    }
}

/// What a player may show to others, where the game has such a thing.
pub(crate) fn share(
    console: &mut Console,
    game: &str,
    update: &Update,
    over: &Over,
) -> Result<(), LineError> {
    let Some(ticket) = over.ticket.as_ref().filter(|_| game == "wordle") else { return Ok(()) };
    let view: wordle::View = view(update)?;
    // It is for others, so no line of it is broken; and squares say nothing to a voice.
    for line in wordle::share(&view, ticket, false).lines() {
        let line = if console.screen_reader() { sanitize(line, true) } else { line.to_owned() };
        console.show(&[plain(line)])?;
    }
    Ok(console.say("")?)
}
