//! Playing in a plain terminal: the lobby, new matches, and resuming unfinished ones.

use crate::args::{BuildArgs, GlobalArgs, PlayArgs};
use crate::store_location::{self, StoreLocation};
use crate::terminal;
use crate::{complain, full_screen, home, matches};
use engine::{Code, Refusal};
use games::GAMES;
use hall::{Clock, Store, StoreError, Summary};
use line::{Console, Ending, HallContext, LineError, Opening, PlayRequest};
use std::fmt::Write as _;
use tokio::runtime::Runtime;
use tui::StartPage;

/// How many unfinished matches the lobby offers.
const OFFERED: usize = 5;

/// Opens the lobby: the player chooses a game, plays, and comes back.
pub(crate) fn open_lobby(global: &GlobalArgs) -> Result<(), LineError> {
    if full_screen::is_wanted(global) {
        return full_screen::open(global, StartPage::Lobby);
    }
    with_console(global, |console, context| run_lobby(global, console, context))
}

pub(crate) fn run_lobby(
    global: &GlobalArgs,
    console: &mut Console,
    context: HallContext,
) -> Result<(), LineError> {
    loop {
        let unfinished = resumable(global, console, context, None)?;
        console.say(&welcome(context, &unfinished, console.width()))?;
        let boards = home::boards(global);
        let played = match choose(console, &unfinished)? {
            None => return Ok(()),
            Some(LobbyChoice::Daily) => {
                line::daily(console, context, None, &boards).map(|()| Ending::Done)
            }
            Some(LobbyChoice::Resume(summary)) => PlayRequest::resume(context, summary, boards)
                .map_err(LineError::from)
                .and_then(|request| line::play(console, context, &request)),
            Some(LobbyChoice::Game(what)) => {
                let opening = Opening { what, boards, ..Opening::default() };
                let request = PlayRequest { opening, ..PlayRequest::default() }.complete(context);
                request
                    .map_err(LineError::from)
                    .and_then(|request| line::play(console, context, &request))
            }
        };
        match played {
            Ok(Ending::Quit) => return Ok(()),
            Ok(Ending::Done) => {}
            // The player may still choose another one.
            Err(LineError::Refused(refusal)) => console.say(&refusal.text)?,
            Err(error) => return Err(error),
        }
        console.say("")?;
    }
}

/// The matches to resume. If they can't be listed, the player is told and can still play.
fn resumable(
    global: &GlobalArgs,
    console: &mut Console,
    context: HallContext,
    game: Option<&str>,
) -> Result<Vec<Summary>, LineError> {
    match matches::resumable(global, context, game, OFFERED + 1) {
        Ok(found) => Ok(found),
        Err(refusal) => {
            console.say(&refusal.text)?;
            Ok(Vec::new())
        }
    }
}

/// The player's choice in the lobby.
enum LobbyChoice<'a> {
    /// A new match of this game, or of this ticket.
    Game(String),
    Daily,
    /// An unfinished match.
    Resume(&'a Summary),
}

/// Asks until the answer is a game, a ticket or an unfinished match.
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
                Ok(game) => console.show_manual(&game.info().terminal_manual())?,
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
            None => console.say("Type the name or number of a game, or /quit.")?,
        }
    }
}

/// The word for today's dailies.
const DAILY: &str = "daily";

const HELP: &str = "Type the name or number of a game to play it, or paste a ticket.
rules and a name shows the rules of a game. /quit stops.";

/// The letters for choosing an unfinished match. E is left out: it exits.
const LETTERS: [char; OFFERED] = ['a', 'b', 'c', 'd', 'f'];

fn by_letter<'a>(unfinished: &'a [Summary], answer: &str) -> Option<&'a Summary> {
    let letter = LETTERS.iter().position(|letter| answer.chars().eq([*letter]))?;
    unfinished.get(letter)
}

/// The unfinished matches with their letters.
fn offer(context: HallContext, unfinished: &[Summary]) -> String {
    let mut text = String::new();
    for (letter, summary) in LETTERS.iter().zip(unfinished) {
        let (game, state) = (&summary.game, matches::short_state(context, summary));
        let _ = writeln!(text, "  {letter}  {game:8} {state}");
    }
    if unfinished.len() > OFFERED {
        text.push_str("  For all of them: lexicade matches\n");
    }
    text
}

/// The unfinished matches, and the games with their numbers.
fn welcome(context: HallContext, unfinished: &[Summary], width: usize) -> String {
    let mut text = String::from("Lexicade: five games of words and wits.\n\n");
    if !unfinished.is_empty() {
        let _ = writeln!(text, "Resume:\n{}\nOr play:", offer(context, unfinished));
    }
    let listed = GAMES.iter().map(|game| game.info()).filter(|info| info.listed);
    const BEFORE: usize = 14;
    let games = listed.map(|info| (info.id, info.blurb));
    let daily = (DAILY, "Today's puzzles, the same for everyone.");
    for (n, (name, blurb)) in (1..).zip(games.chain([daily])) {
        let blurb =
            line::wrap(blurb, width.saturating_sub(BEFORE)).join(&format!("\n{:BEFORE$}", ""));
        let _ = writeln!(text, "  {n}  {name:8} {blurb}");
    }
    text
}

/// Plays a game, a ticket or an unfinished match from the command line. Without any, resumes.
pub(crate) fn play(args: &PlayArgs, global: &GlobalArgs) -> Result<(), LineError> {
    let boards = home::boards(global);
    if full_screen::is_wanted(global) {
        return full_screen::play(args, global);
    }
    let Some(what) = args.what() else {
        return with_console(global, |console, context| resume(global, console, context));
    };
    if !what.contains('/') && line::opening::find(GAMES, what).is_err() {
        return with_console(global, |console, context| {
            let request = PlayRequest::resume(context, &by_name(context, what)?, boards)?;
            line::play(console, context, &request).map(drop)
        });
    }
    let request = args.request(boards.clone())?;
    // A ticket may need values from the store, so it is checked later.
    if !request.opening.is_ticket() {
        request.check()?;
    }
    with_console(global, |console, context| {
        let request = request.complete(context)?;
        request.check()?;
        // With settings or a seed, the player wants a new match.
        let unfinished = match args.is_bare() {
            true => resumable(global, console, context, Some(request.opening.game()))?
                .into_iter()
                .next(),
            false => None,
        };
        if let Some(unfinished) = unfinished {
            let state = matches::short_state(context, &unfinished);
            let prompt = format!("You have an unfinished match ({state}). Resume it? (y/n) ");
            match console.ask_yes(&prompt)? {
                Some(true) => {
                    let request = PlayRequest {
                        par: request.par,
                        ..PlayRequest::resume(context, &unfinished, boards)?
                    };
                    return line::play(console, context, &request).map(drop);
                }
                Some(false) => {}
                None => return Ok(()),
            }
        }
        line::play(console, context, &request).map(drop)
    })
}

/// The match with this id. The refusal speaks of games too, because the player may have meant one.
pub(crate) fn by_name(context: HallContext, what: &str) -> Result<Summary, Refusal> {
    matches::find(context, what).map_err(|refusal| match line::opening::find(GAMES, what) {
        Err(unknown_game) if refusal.code == Code::Match => {
            let text = format!("{} {}", refusal.text, unknown_game.text);
            Refusal::new(Code::Match, text)
        }
        _ => refusal,
    })
}

/// Resumes the only unfinished match, or lets the player choose one. Without any, opens the lobby.
fn resume(
    global: &GlobalArgs,
    console: &mut Console,
    context: HallContext,
) -> Result<(), LineError> {
    let unfinished = resumable(global, console, context, None)?;
    let summary = match &unfinished[..] {
        [] => return run_lobby(global, console, context),
        [one] => {
            console.say(&format!("{}: {}.\n", one.game, matches::short_state(context, one)))?;
            one
        }
        several => match pick(console, context, several)? {
            Some(summary) => summary,
            None => return Ok(()),
        },
    };
    let request = PlayRequest::resume(context, summary, home::boards(global))?;
    line::play(console, context, &request).map(drop)
}

fn pick<'a>(
    console: &mut Console,
    context: HallContext,
    unfinished: &'a [Summary],
) -> Result<Option<&'a Summary>, LineError> {
    console.say(&offer(context, unfinished))?;
    loop {
        let Some(answer) = console.question("Which one? (Enter for a) ")? else { return Ok(None) };
        let answer = answer.to_lowercase();
        match answer.as_str() {
            "q" | "quit" => return Ok(None),
            "" => return Ok(unfinished.first()),
            letter => match by_letter(unfinished, letter) {
                Some(summary) => return Ok(Some(summary)),
                None => console.say("Type the letter of a match, or /quit.")?,
            },
        }
    }
}

/// Builds a board.
pub(crate) fn build(args: &BuildArgs, global: &GlobalArgs) -> Result<(), LineError> {
    let request = args.request(home::boards(global));
    if full_screen::is_wanted(global) {
        return full_screen::build(args, request, global);
    }
    with_console(global, |console, context| line::play(console, context, &request).map(drop))
}

/// Plays today's dailies, or the daily of one game.
pub(crate) fn daily(game: Option<&str>, global: &GlobalArgs) -> Result<(), LineError> {
    if full_screen::is_wanted(global) {
        return full_screen::daily(game, global);
    }
    with_console(global, |console, context| {
        unknown_zone().iter().for_each(|notice| complain(notice));
        line::daily(console, context, game, &home::boards(global))
    })
}

/// Runs a dialogue with a console and a hall.
fn with_console(
    global: &GlobalArgs,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    let (location, players) = (StoreLocation::of(global)?, store_location::players(global)?);
    if let Some(notice) = notice(global, &location) {
        complain(&notice);
    }
    terminal::on_interrupt(global)?;
    let runtime = store_location::runtime()?;
    let mut console = terminal::console(global);
    let store = match store(&location, &runtime) {
        Ok(store) => Some(store),
        Err(refusal) => offer_memory(&refusal, &mut console)?,
    };
    let Some(store) = store else { return Ok(()) };
    let (hall, shared) = (store_location::hall(store), location.is_shared());
    run(&mut console, HallContext { hall: &hall, runtime: &runtime, players: &players, shared })
}

/// A sentence about what does not work on this terminal or with this store.
pub(crate) fn notice(global: &GlobalArgs, location: &StoreLocation) -> Option<String> {
    let ascii = "the locale isn't UTF-8, so only ASCII is used";
    let ascii = terminal::console_options(global).ascii.then(|| ascii.to_owned());
    let notices: Vec<String> = ascii.into_iter().chain(home::notice(global, location)).collect();
    (!notices.is_empty()).then(|| format!("{}.", notices.join("; ")))
}

/// A warning if the time zone is unknown.
pub(crate) fn unknown_zone() -> Option<&'static str> {
    // Looking up the zone reads files, so it happens only if the variable is set.
    let unknown = std::env::var_os("TZ").is_some() && !Clock::local().knows_days();
    unknown.then_some("The time zone in TZ is unknown, so dailies follow UTC.")
}

/// Opens the store, if necessary for reading only. Then unfinished matches are shown, and the player is asked whether
/// to play without saving when a move can't be stored.
pub(crate) fn store(location: &StoreLocation, runtime: &Runtime) -> Result<Store, Refusal> {
    location.open(runtime).or_else(|error| match error {
        // Opening has already waited for the lock.
        StoreError::Locked { .. } => Err(store_location::store_refusal(&error)),
        _ => {
            location.open_existing_read_only().ok_or_else(|| store_location::store_refusal(&error))
        }
    })
}

/// A store in memory, if the other one can't be opened. A player is asked; a script always continues.
pub(crate) fn offer_memory(
    refusal: &Refusal,
    console: &mut Console,
) -> Result<Option<Store>, LineError> {
    if !console.is_attended() {
        complain(&format!("{} This match will not be saved.", refusal.text));
        return Ok(Some(Store::memory()));
    }
    console.say(&refusal.text)?;
    match console.ask_yes("Play without saving? (y/n) ")? {
        Some(true) => Ok(Some(Store::memory())),
        _ => Ok(None),
    }
}
