//! Playing in a plain terminal: which manners the terminal wants, and who talks with the player.

use crate::args::PlayArgs;
use crate::complain;
use engine::{Refusal, Seat};
use games::GAMES;
use hall::{Hall, Store};
use line::table::{self, Ending};
use line::{Console, House, Manner, Opening, Trouble};
use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

/// The house with its games: the player picks one, plays, and comes back.
pub(crate) fn house() -> Result<(), Trouble> {
    with_console(false, |console, house| {
        loop {
            console.say(&welcome())?;
            let Some(answer) = console.ask("Which game? ")? else { return Ok(()) };
            let listed = || GAMES.iter().filter(|game| game.info().listed);
            let by_number =
                answer.parse::<usize>().ok().and_then(|n| listed().nth(n.wrapping_sub(1)));
            let by_name = || listed().find(|game| game.info().id.eq_ignore_ascii_case(&answer));
            match by_number.or_else(by_name) {
                Some(game) => {
                    let what = game.info().id.to_owned();
                    let opening = Opening { what, ..Opening::default() };
                    if seat(console, house, &opening, &[])? == Ending::Quit {
                        return Ok(());
                    }
                }
                None if matches!(answer.to_lowercase().as_str(), "/quit" | "q" | "quit" | "e") => {
                    return Ok(());
                }
                None if answer.is_empty() => {}
                None => console.say("Say the name or the number of a game, or /quit.")?,
            }
        }
    })
}

/// One game, as it was asked for on the command line.
pub(crate) fn play(args: &PlayArgs) -> Result<(), Trouble> {
    let bots = args.bot.iter().map(|text| bot(text)).collect::<Result<Vec<_>, _>>()?;
    let opening = args.opening();
    // What cannot be opened is refused before a word is said.
    opening.settle(GAMES)?;
    with_console(args.screen_reader, |console, house| {
        seat(console, house, &opening, &bots).map(drop)
    })
}

/// Seats a player at the game's own dialogue, or at the table that serves all games.
fn seat(
    console: &mut Console,
    house: House,
    opening: &Opening,
    bots: &[(Seat, String)],
) -> Result<Ending, Trouble> {
    let opened = opening.settle(GAMES)?;
    if let Some(notice) = &opened.notice {
        console.say(notice)?;
    }
    house.hall.shelf().put(opened.words);
    table::play(console, house, &opened.start, bots)
}

/// The games with their numbers.
fn welcome() -> String {
    let mut text = String::from("Lexicade: one house for five games of words and wits.\n\n");
    let listed = GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    for (n, info) in (1..).zip(listed) {
        let _ = writeln!(text, "  {n}  {:8} {}", info.id, info.blurb);
    }
    text
}

/// `SEAT=NAME`.
fn bot(text: &str) -> Result<(Seat, String), Refusal> {
    let parsed = text.split_once('=').and_then(|(seat, name)| Some((seat.parse().ok()?, name)));
    match parsed {
        Some((seat, name)) => Ok((Seat(seat), name.to_owned())),
        None => Err(Refusal::setup("A bot is given as SEAT=NAME, such as 1=sensible.")),
    }
}

fn with_console(
    voice: bool,
    run: impl FnOnce(&mut Console, House) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let manner = manner(voice);
    if manner.ascii {
        complain("this terminal does not say that it shows UTF-8, so plain ASCII is used");
    }
    let hall = Hall::new(GAMES, Store::memory());
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let output = io::BufWriter::new(io::stdout().lock());
    let mut console = Console::new(io::stdin().lock(), output, manner);
    run(&mut console, House { hall: &hall, runtime: &runtime })
}

/// What the terminal and its user want, as is the custom.
fn manner(voice: bool) -> Manner {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name, wanted: &str| env::var_os(name).is_some_and(|value| value == wanted);
    let terminal = io::stdout().is_terminal();
    let forced = set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0");
    let willing = terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0");
    Manner {
        paint: !set("NO_COLOR") && !voice && (forced || willing),
        echo: !io::stdin().is_terminal(),
        voice,
        ascii: cfg!(unix) && terminal && !speaks_utf8(),
    }
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
