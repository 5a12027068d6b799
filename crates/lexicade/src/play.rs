//! Playing in a plain terminal: the house with its games, and going on with what was begun.

use crate::args::{BuildArgs, GlobalArgs, PlayArgs};
use crate::store_location::{self, StoreLocation};
use crate::terminal;
use crate::{complain, full_screen, home, matches};
use engine::Refusal;
use games::GAMES;
use hall::{Clock, Store, StoreError, Summary};
use line::{Console, Ending, HallContext, LineError, Opening, PlayRequest};
use std::fmt::Write as _;
use tokio::runtime::Runtime;
use tui::StartPage;

/// How many unfinished matches are offered.
const OFFERED: usize = 5;

/// The house with its games: the player picks one, plays, and comes back.
pub(crate) fn open_lobby(manners: &GlobalArgs) -> Result<(), LineError> {
    if full_screen::is_wanted(manners) {
        return full_screen::open(manners, StartPage::Lobby);
    }
    with_console(manners, |console, house| run_lobby(manners, console, house))
}

pub(crate) fn run_lobby(
    manners: &GlobalArgs,
    console: &mut Console,
    house: HallContext,
) -> Result<(), LineError> {
    loop {
        let unfinished = resumable(manners, console, house, None)?;
        console.say(&welcome(house, &unfinished, console.width()))?;
        let boards = home::boards(manners);
        let played = match choose(console, &unfinished)? {
            None => return Ok(()),
            Some(LobbyChoice::Daily) => {
                line::daily(console, house, None, &boards).map(|()| Ending::Done)
            }
            Some(LobbyChoice::Resume(summary)) => PlayRequest::resume(house, summary, boards)
                .map_err(LineError::from)
                .and_then(|plan| line::play(console, house, &plan)),
            Some(LobbyChoice::Game(what)) => {
                let opening = Opening { what, boards, ..Opening::default() };
                let plan = PlayRequest { opening, ..PlayRequest::default() }.complete(house);
                plan.map_err(LineError::from).and_then(|plan| line::play(console, house, &plan))
            }
        };
        match played {
            Ok(Ending::Quit) => return Ok(()),
            Ok(Ending::Done) => {}
            // What cannot be is said, and the house stays open.
            Err(LineError::Refused(refusal)) => console.say(&refusal.text)?,
            Err(trouble) => return Err(trouble),
        }
        console.say("")?;
    }
}

/// The matches to go on with. That they cannot be listed is said, and no reason not to play.
fn resumable(
    manners: &GlobalArgs,
    console: &mut Console,
    house: HallContext,
    game: Option<&str>,
) -> Result<Vec<Summary>, LineError> {
    match matches::resumable(manners, house, game, OFFERED + 1) {
        Ok(found) => Ok(found),
        Err(refusal) => {
            console.say(&refusal.text)?;
            Ok(Vec::new())
        }
    }
}

/// What was chosen in the house.
enum LobbyChoice<'a> {
    /// A new match of this game, or the one that a ticket names.
    Game(String),
    /// Today's dailies.
    Daily,
    /// A match that was begun.
    Resume(&'a Summary),
}

/// Asks for a game, a ticket or a match that was begun, until it is one.
fn choose<'a>(
    console: &mut Console,
    unfinished: &'a [Summary],
) -> Result<Option<LobbyChoice<'a>>, LineError> {
    let listed = || GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    loop {
        let Some(answer) = console.question("Which game? ")? else { return Ok(None) };
        let lower = answer.to_lowercase();
        if matches!(lower.as_str(), "q" | "quit" | "e" | "exit") {
            return Ok(None);
        }
        if let Some(game) = lower.strip_prefix("rules ").or(lower.strip_prefix("/rules ")) {
            match line::opening::find(GAMES, game) {
                Ok(game) => console.say(&line::manual(&game.info().terminal_manual(), console.width()))?,
                Err(refusal) => console.say(&refusal.text)?,
            }
            continue;
        }
        if let Some(summary) = by_letter(unfinished, &lower) {
            return Ok(Some(LobbyChoice::Resume(summary)));
        }
        let number = lower.parse::<usize>().ok();
        if lower == DAILY || number == Some(listed().count() + 1) {
            return Ok(Some(LobbyChoice::Daily));
        }
        let by_number = number.and_then(|n| listed().nth(n.wrapping_sub(1)));
        let named = |name: &str| listed().find(|info| info.id == name);
        match by_number.or_else(|| named(&lower)) {
            Some(info) => return Ok(Some(LobbyChoice::Game(info.id.to_owned()))),
            None if answer.split_once('/').is_some_and(|(game, _)| named(game).is_some()) => {
                return Ok(Some(LobbyChoice::Game(answer)));
            }
            None if lower == "?" => console.say(HELP)?,
            None if answer.is_empty() => {}
            None => console.say("Say the name or the number of a game, or /quit.")?,
        }
    }
}

/// The word for today's dailies.
const DAILY: &str = "daily";

const HELP: &str = "The name or the number of a game plays it; so does a ticket.
rules and a name shows how a game is played. /quit leaves the house.";

/// The letter by which a match that was begun is chosen.
const LETTERS: [char; OFFERED] = ['a', 'b', 'c', 'd', 'f'];

fn by_letter<'a>(unfinished: &'a [Summary], answer: &str) -> Option<&'a Summary> {
    let letter = LETTERS.iter().position(|letter| answer.chars().eq([*letter]))?;
    unfinished.get(letter)
}

/// The matches that were begun with their letters.
fn offer(house: HallContext, unfinished: &[Summary]) -> String {
    let mut text = String::new();
    for (letter, summary) in LETTERS.iter().zip(unfinished) {
        let (game, state) = (&summary.game, matches::in_short(house, summary));
        let _ = writeln!(text, "  {letter}  {game:8} {state}");
    }
    if unfinished.len() > OFFERED {
        text.push_str("  There are more: lexicade matches lists them.\n");
    }
    text
}

/// What was begun, and the games with their numbers.
fn welcome(house: HallContext, unfinished: &[Summary], width: usize) -> String {
    let mut text = String::from("Lexicade: one house for five games of words and wits.\n\n");
    if !unfinished.is_empty() {
        let _ = writeln!(text, "You can go on with\n{}\nor play", offer(house, unfinished));
    }
    let listed = GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    const BEFORE: usize = 14;
    let games = listed.map(|info| (info.id, info.blurb));
    let daily = (DAILY, "Today's puzzles, the same for everybody.");
    for (n, (name, blurb)) in (1..).zip(games.chain([daily])) {
        let blurb =
            line::wrap(blurb, width.saturating_sub(BEFORE)).join(&format!("\n{:BEFORE$}", ""));
        let _ = writeln!(text, "  {n}  {name:8} {blurb}");
    }
    text
}

/// What was asked for on the command line: a game, a ticket, a match that was begun, or nothing in
/// particular, which goes on where the player was.
pub(crate) fn play(args: &PlayArgs, manners: &GlobalArgs) -> Result<(), LineError> {
    let boards = home::boards(manners);
    if full_screen::is_wanted(manners) {
        return full_screen::play(args, manners);
    }
    let Some(what) = args.what() else {
        return with_console(manners, |console, house| resume(manners, console, house));
    };
    if !what.contains('/') && line::opening::find(GAMES, what).is_err() {
        return with_console(manners, |console, house| {
            let plan = PlayRequest::resume(house, &by_name(house, what)?, boards)?;
            line::play(console, house, &plan).map(drop)
        });
    }
    let plan = args.plan(boards.clone())?;
    // What a ticket names may be kept in the house.
    if !plan.opening.is_ticket() {
        plan.check()?;
    }
    with_console(manners, |console, house| {
        let plan = plan.complete(house)?;
        plan.check()?;
        // Who says more than the name of a game wants a new match.
        let begun = match args.is_bare() {
            true => {
                resumable(manners, console, house, Some(plan.opening.game()))?.into_iter().next()
            }
            false => None,
        };
        if let Some(begun) = begun {
            let state = matches::in_short(house, &begun);
            let prompt = format!("A match is unfinished ({state}). Go on with it? (y/n) ");
            match console.ask_yes(&prompt)? {
                Some(true) => {
                    let plan = PlayRequest {
                        par: plan.par,
                        ..PlayRequest::resume(house, &begun, boards)?
                    };
                    return line::play(console, house, &plan).map(drop);
                }
                Some(false) => {}
                None => return Ok(()),
            }
        }
        line::play(console, house, &plan).map(drop)
    })
}

/// The match of this name. What is neither a match nor a game may have been meant as either.
pub(crate) fn by_name(house: HallContext, what: &str) -> Result<Summary, Refusal> {
    matches::find(house, what).map_err(|refusal| match line::opening::find(GAMES, what) {
        Err(no_game) if refusal.code == "house.match" => {
            let text = format!("{} {}", refusal.text, no_game.text);
            Refusal::new("house.match", text)
        }
        _ => refusal,
    })
}

/// Goes on with what was begun: at once when there is only one, and else the player picks. Where there
/// is nothing, the house is open.
fn resume(
    manners: &GlobalArgs,
    console: &mut Console,
    house: HallContext,
) -> Result<(), LineError> {
    let begun = resumable(manners, console, house, None)?;
    let summary = match &begun[..] {
        [] => return run_lobby(manners, console, house),
        [one] => {
            console.say(&format!("{}: {}.\n", one.game, matches::in_short(house, one)))?;
            one
        }
        several => match pick(console, house, several)? {
            Some(summary) => summary,
            None => return Ok(()),
        },
    };
    let plan = PlayRequest::resume(house, summary, home::boards(manners))?;
    line::play(console, house, &plan).map(drop)
}

fn pick<'a>(
    console: &mut Console,
    house: HallContext,
    begun: &'a [Summary],
) -> Result<Option<&'a Summary>, LineError> {
    console.say(&offer(house, begun))?;
    loop {
        let Some(answer) = console.question("Which one? (Enter for a) ")? else { return Ok(None) };
        let answer = answer.to_lowercase();
        match answer.as_str() {
            "q" | "quit" => return Ok(None),
            "" => return Ok(begun.first()),
            letter => match by_letter(begun, letter) {
                Some(summary) => return Ok(Some(summary)),
                None => console.say("Say the letter of a match, or /quit.")?,
            },
        }
    }
}

/// A board, by its name or its path.
pub(crate) fn build(args: &BuildArgs, manners: &GlobalArgs) -> Result<(), LineError> {
    let plan = args.plan(home::boards(manners));
    if full_screen::is_wanted(manners) {
        return full_screen::build(args, plan, manners);
    }
    with_console(manners, |console, house| line::play(console, house, &plan).map(drop))
}

/// Today's dailies, or that of one game.
pub(crate) fn daily(game: Option<&str>, manners: &GlobalArgs) -> Result<(), LineError> {
    if full_screen::is_wanted(manners) {
        return full_screen::daily(game, manners);
    }
    with_console(manners, |console, house| {
        unknown_zone().iter().for_each(|told| complain(told));
        line::daily(console, house, game, &home::boards(manners))
    })
}

/// Runs what is played in a terminal, with whatever can be kept.
fn with_console(
    manners: &GlobalArgs,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    let (place, players) = (StoreLocation::of(manners)?, store_location::players(manners)?);
    if let Some(notice) = notice(manners, &place) {
        complain(&notice);
    }
    terminal::on_interrupt(manners)?;
    let runtime = store_location::runtime()?;
    let mut console = terminal::console(manners);
    let store = match store(&place, &runtime) {
        Ok(store) => Some(store),
        Err(refusal) => without(&refusal, &mut console)?,
    };
    let Some(store) = store else { return Ok(()) };
    let (hall, shared) = (store_location::hall(store), place.is_shared());
    run(&mut console, HallContext { hall: &hall, runtime: &runtime, players: &players, shared })
}

/// What the player should know from the beginning, in one sentence.
pub(crate) fn notice(manners: &GlobalArgs, place: &StoreLocation) -> Option<String> {
    let ascii = "this terminal does not say that it shows UTF-8, so plain ASCII is used";
    let ascii = terminal::console_options(manners).ascii.then(|| ascii.to_owned());
    let notices: Vec<String> = ascii.into_iter().chain(home::notice(manners, place)).collect();
    (!notices.is_empty()).then(|| format!("{}.", notices.join("; ")))
}

/// That the days are not those of the player's zone, if it is so.
pub(crate) fn unknown_zone() -> Option<&'static str> {
    // A zone is looked up only where there can be something to tell: that reads files.
    let unknown = std::env::var_os("TZ").is_some() && !Clock::local().knows_days();
    unknown.then_some("The time zone in TZ is not known, so the days are those of UTC.")
}

/// The store. One that can only be read is read: what was begun is shown, and whoever plays it is asked whether to
/// go on without the store when it does not take a move.
pub(crate) fn store(place: &StoreLocation, runtime: &Runtime) -> Result<Store, Refusal> {
    place.open(runtime).or_else(|error| match error {
        // It was waited for long enough.
        StoreError::Locked { .. } => Err(store_location::store_refusal(&error)),
        _ => place.open_existing_read_only().ok_or_else(|| store_location::store_refusal(&error)),
    })
}

/// What is played in when the store cannot be opened: whoever is there decides whether to play without it; nobody
/// there means yes.
pub(crate) fn without(
    refusal: &Refusal,
    console: &mut Console,
) -> Result<Option<Store>, LineError> {
    if !console.is_attended() {
        complain(&format!("{} What is played now is forgotten in the end.", refusal.text));
        return Ok(Some(Store::memory()));
    }
    console.say(&refusal.text)?;
    match console.ask_yes("Play, though it is forgotten in the end? (y/n) ")? {
        Some(true) => Ok(Some(Store::memory())),
        _ => Ok(None),
    }
}
