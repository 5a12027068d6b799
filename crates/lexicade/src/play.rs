//! Playing in a plain terminal: which manners the terminal wants, and the house with its games.

use crate::args::{BuildArgs, Manners, PlayArgs};
use crate::{complain, home};
use engine::Refusal;
use games::GAMES;
use hall::{Hall, Store};
use line::{Console, Ending, House, Manner, Opening, Plan, Trouble};
use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};

/// The house with its games: the player picks one, plays, and comes back.
pub(crate) fn house(manners: &Manners) -> Result<(), Trouble> {
    with_console(manners, |console, house| {
        loop {
            console.say(&welcome())?;
            let Some(what) = choose(console)? else { return Ok(()) };
            let opening = Opening { what, boards: home::boards(manners), ..Opening::default() };
            match line::play(console, house, &Plan { opening, ..Plan::default() }) {
                Ok(Ending::Quit) => return Ok(()),
                Ok(Ending::Done) => {}
                // What cannot be is said, and the house stays open.
                Err(Trouble::Refused(refusal)) => console.say(&refusal.text)?,
                Err(trouble) => return Err(trouble),
            }
            console.say("")?;
        }
    })
}

/// Asks for a game, or a ticket, until it is one.
fn choose(console: &mut Console) -> Result<Option<String>, Trouble> {
    let listed = || GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    loop {
        let Some(answer) = console.ask("Which game? ")? else { return Ok(None) };
        let lower = answer.to_lowercase();
        if matches!(lower.as_str(), "/quit" | "q" | "quit" | "e" | "exit") {
            return Ok(None);
        }
        if let Some(game) = lower.strip_prefix("rules ").or(lower.strip_prefix("/rules ")) {
            match line::opening::find(GAMES, game) {
                Ok(game) => console.say(&line::manual(game.info().manual, WIDTH))?,
                Err(refusal) => console.say(&refusal.text)?,
            }
            continue;
        }
        let number = lower.parse::<usize>().ok();
        let by_number = number.and_then(|n| listed().nth(n.wrapping_sub(1)));
        let named = |name: &str| listed().find(|info| info.id == name);
        match by_number.or_else(|| named(&lower)) {
            Some(info) => return Ok(Some(info.id.to_owned())),
            None if answer.split_once('/').is_some_and(|(game, _)| named(game).is_some()) => {
                return Ok(Some(answer));
            }
            None if lower == "?" => console.say(HELP)?,
            None if answer.is_empty() => {}
            None => console.say("Say the name or the number of a game, or /quit.")?,
        }
    }
}

const HELP: &str = "The name or the number of a game plays it; so does a ticket.
rules and a name shows how a game is played. /quit leaves the house.";

/// The games with their numbers.
fn welcome() -> String {
    let mut text = String::from("Lexicade: one house for five games of words and wits.\n\n");
    let listed = GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    const BEFORE: usize = 14;
    for (n, info) in (1..).zip(listed) {
        let blurb = line::wrap(info.blurb, WIDTH - BEFORE).join(&format!("\n{:BEFORE$}", ""));
        let _ = writeln!(text, "  {n}  {:8} {blurb}", info.id);
    }
    text
}

/// How wide a terminal is taken to be.
pub(crate) const WIDTH: usize = 80;

/// One game, as it was asked for on the command line.
pub(crate) fn play(args: &PlayArgs, manners: &Manners) -> Result<(), Trouble> {
    let plan = args.plan(home::boards(manners))?;
    plan.check()?;
    with_console(manners, |console, house| line::play(console, house, &plan).map(drop))
}

/// A board, by its name or its path.
pub(crate) fn build(args: &BuildArgs, manners: &Manners) -> Result<(), Trouble> {
    let plan = args.plan(home::boards(manners));
    with_console(manners, |console, house| line::play(console, house, &plan).map(drop))
}

fn with_console(
    manners: &Manners,
    run: impl FnOnce(&mut Console, House) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let manner = manner(manners);
    let ascii = "this terminal does not say that it shows UTF-8, so plain ASCII is used";
    let notices: Vec<String> =
        manner.ascii.then(|| ascii.to_owned()).into_iter().chain(home::notice(manners)).collect();
    if !notices.is_empty() {
        complain(&format!("{}.", notices.join("; ")));
    }
    on_interrupt()?;
    let hall = Hall::new(GAMES, Store::memory());
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let output = io::BufWriter::new(io::stdout().lock());
    let mut console = Console::new(io::stdin().lock(), output, manner);
    run(&mut console, House { hall: &hall, runtime: &runtime })
}

/// Ctrl-C ends it at once: colours are taken back, the shell's prompt gets a line of its own, and the
/// status is the customary one.
fn on_interrupt() -> Result<(), Refusal> {
    let restore = io::stdout().is_terminal() && io::stderr().is_terminal();
    let done = ctrlc::set_handler(move || {
        if restore {
            // Standard output is locked while we wait for a line; both are the same terminal.
            let _ = io::stderr().write_all(b"\x1b[0m\n");
        }
        std::process::exit(130);
    });
    done.map_err(|error| Refusal::setup(format!("Ctrl-C cannot be watched for: {error}.")))
}

/// What the terminal and its user want, as is the custom.
fn manner(manners: &Manners) -> Manner {
    let voice = manners.screen_reader;
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name, wanted: &str| env::var_os(name).is_some_and(|value| value == wanted);
    let terminal = io::stdout().is_terminal();
    let forced = set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0");
    let willing = terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0");
    Manner {
        paint: !set("NO_COLOR") && !manners.plain && !voice && (forced || willing),
        echo: !io::stdin().is_terminal(),
        voice,
        ascii: only_ascii(terminal),
        screen: terminal && !is("TERM", "dumb") && !voice,
    }
}

/// Must it be plain ASCII? Only a terminal can fail to show more.
pub(crate) fn only_ascii(terminal: bool) -> bool {
    cfg!(unix) && terminal && !speaks_utf8()
}

/// Does the locale say that text is UTF-8? The first of these that is set decides.
fn speaks_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
