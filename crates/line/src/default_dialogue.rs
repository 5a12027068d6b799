//! The dialogue for any game: it shows the scene, takes a bare word as the answer to the first question, and takes
//! every other line after a slash. Games with a prescribed dialogue have their own module.

use crate::dialogue::{AfterMatch, Dialogue, PlayerInput, view};
use crate::local_match::LocalMatch;
use crate::{Console, Ending, LineError, sanitize};
use engine::text::plain;
use engine::{Scene, Start};
use games::wordle;
use hall::{NamedUpdate, Over};

/// Plays matches until the player wants no other.
pub(crate) fn play(dialogue: &mut Dialogue) -> Result<Ending, LineError> {
    let mut start = dialogue.start(&[])?;
    loop {
        if dialogue.rounds(start.clone(), once)? == AfterMatch::Quit {
            return Ok(Ending::Quit);
        }
        if let Some(ending) = dialogue.ends("Play again? ")? {
            return Ok(ending);
        }
        start = dialogue.another(&start)?;
    }
}

fn once(dialogue: &mut Dialogue, start: &Start) -> Result<AfterMatch, LineError> {
    let Some(mut local_match) = dialogue.open(start)? else { return Ok(AfterMatch::Quit) };
    dialogue.console.say(&format!("{}. Type ? to see what you can do.", start.game.info().name))?;
    let legend = legend(start.game.info().id);
    legend.iter().try_for_each(|legend| dialogue.legend(legend))?;
    loop {
        let Some(shown) = dialogue.wait(&mut local_match)? else { return Ok(AfterMatch::Quit) };
        dialogue.show(&shown)?;
        if let Some(over) = &shown.update.over {
            finish(dialogue, start, &shown.update, over)?;
            return Ok(AfterMatch::Over);
        }
        if let Some(next) = ask(dialogue, &local_match, &shown.update.scene, legend)? {
            return Ok(next);
        }
    }
}

/// Asks until a move is accepted or the player wants something else.
fn ask(
    dialogue: &mut Dialogue,
    local_match: &LocalMatch,
    scene: &Scene,
    legend: Option<&str>,
) -> Result<Option<AfterMatch>, LineError> {
    let prompt = prompt(scene);
    let legend = legend.filter(|_| !dialogue.console.screen_reader()).map(str::to_owned);
    let help: Vec<String> = help(scene).into_iter().chain(legend).collect();
    loop {
        let done = match dialogue.read_input(local_match, scene, &prompt, &help)? {
            PlayerInput::End => return Ok(Some(AfterMatch::Quit)),
            PlayerInput::Next(next) => return Ok(Some(next)),
            PlayerInput::Leave => local_match.leave(),
            PlayerInput::Line(line) => local_match.act(&line),
            PlayerInput::Word(word) => local_match.act(&of_word(&word, scene)),
        };
        if dialogue.accepted(local_match, done)? {
            return Ok(None);
        }
    }
}

/// The game line for a typed line: after a slash, the line itself.
pub(crate) fn expand_line(typed: &str, scene: &Scene) -> String {
    match typed.strip_prefix('/') {
        Some(line) => line.trim_start().to_owned(),
        None => of_word(typed, scene),
    }
}

/// The game line that a bare word stands for.
fn of_word(word: &str, scene: &Scene) -> String {
    match scene.asks.first() {
        // The player may type the verb too.
        Some(ask) if word.to_ascii_lowercase().starts_with(&*ask.prefix) => word.to_owned(),
        Some(ask) => format!("{}{word}", ask.prefix),
        None => in_full(word, scene),
    }
}

/// Explains the marks and letters in a game's drawing.
fn legend(game: &str) -> Option<&'static str> {
    match game {
        "wordle" => {
            Some("Marks: + right spot, ~ in the word but in another spot, - not in the word.")
        }
        "wampus" => Some("A you, W wampus, P pit, G gold, E exit, s stench, b breeze, ? unknown."),
        _ => None,
    }
}

/// Where the scene asks for no text, the last word of a choice is enough: `up` for `move up`.
fn in_full(line: &str, scene: &Scene) -> String {
    let ends = |offered: &str| {
        offered.rsplit(' ').next().is_some_and(|last| last.eq_ignore_ascii_case(line))
    };
    let meant = scene.choices.iter().find(|choice| ends(&choice.line));
    meant.map_or_else(|| line.to_owned(), |choice| choice.line.to_string())
}

/// The prompt: the verb of the first question, or “Your move”.
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

/// Help on the lines that can be typed now.
pub(crate) fn help(scene: &Scene) -> Vec<String> {
    let ask = |(n, ask): (usize, &engine::Ask)| {
        let (verb, max) = (ask.prefix.trim(), ask.max);
        match n {
            0 => format!("Type a word to {verb} it (at most {max} letters)."),
            _ => format!("/{verb} and a text (at most {max} letters)"),
        }
    };
    let mut help: Vec<String> = scene.asks.iter().enumerate().map(ask).collect();
    let slash = if scene.asks.is_empty() { "" } else { "/" };
    let lines: Vec<_> =
        scene.choices.iter().map(|choice| format!("{slash}{}", choice.line)).collect();
    if !lines.is_empty() {
        help.push(format!("You can type: {}.", lines.join(", ")));
    }
    help
}

/// Shows the text to share, and the ticket.
fn finish(
    dialogue: &mut Dialogue,
    start: &Start,
    update: &NamedUpdate,
    over: &Over,
) -> Result<(), LineError> {
    share(dialogue.console, start.game.info().id, update, over)?;
    say_ticket(dialogue.console, over)
}

/// Shows the ticket. A cancelled match has none.
pub(crate) fn say_ticket(console: &mut Console, over: &Over) -> Result<(), LineError> {
    match &over.ticket {
        Some(ticket) => Ok(console.say(&format!("Ticket: {ticket}"))?),
        None => Ok(()),
    }
}

/// Shows the text to share, if the game has one.
pub(crate) fn share(
    console: &mut Console,
    game: &str,
    update: &NamedUpdate,
    over: &Over,
) -> Result<(), LineError> {
    let Some(ticket) = over.ticket.as_ref().filter(|_| game == "wordle") else { return Ok(()) };
    let view: wordle::View = view(update)?;
    // The player will copy the lines, so they aren't wrapped. A screen reader can't read the coloured squares.
    for line in wordle::share(&view, ticket, false).lines() {
        let line = if console.screen_reader() { sanitize(line, true) } else { line.to_owned() };
        console.show(&[plain(line)])?;
    }
    Ok(console.say("")?)
}
