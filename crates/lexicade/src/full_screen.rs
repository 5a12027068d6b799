//! The full screen: when it is wanted, and what it begins with.

use crate::args::{BuildArgs, GlobalArgs, PlayArgs};
use crate::store_location::{self, StoreLocation};
use crate::{home, matches, play, terminal};
use engine::Refusal;
use games::GAMES;
use hall::{Hall, Opening};
use line::{Console, HallContext, LineError, PlayRequest};
use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;
use tui::{AppExit, Depth, StartPage};

/// Is it wanted? It needs a terminal on both ends that can do more than print lines.
pub(crate) fn is_wanted(manners: &GlobalArgs) -> bool {
    let term = env::var("TERM").unwrap_or_default();
    let able = cfg!(windows) || !matches!(term.as_str(), "" | "dumb");
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    terminal && able && !manners.line && !manners.screen_reader
}

/// Opens the full screen with whatever can be kept. From there a player may go on in plain lines. The store is opened
/// on the way: it takes as long as everything else.
pub(crate) fn open(manners: &GlobalArgs, enter: StartPage) -> Result<(), LineError> {
    let place = StoreLocation::of(manners)?;
    let there = place.clone();
    let open = Box::new(move || {
        let failed = |error: io::Error| Refusal::new("house.broken", error.to_string());
        let runtime = store_location::runtime().map_err(failed)?;
        let store = play::store(&there, &runtime)?;
        Ok((store_location::hall(store), runtime))
    });
    let Some(refusal) = show(manners, &place, open, enter.clone())? else { return Ok(()) };
    let store = play::without(&refusal, &mut terminal::console(manners))?;
    let Some(store) = store else { return Ok(()) };
    let (hall, runtime) = (store_location::hall(store), store_location::runtime()?);
    show(manners, &place, Box::new(|| Ok((hall, runtime))), enter).map(drop)
}

/// The same when the hall has to be asked what it begins with.
fn open_asking(
    manners: &GlobalArgs,
    enter: impl Fn(HallContext) -> Result<StartPage, LineError>,
) -> Result<(), LineError> {
    let (place, players) = (StoreLocation::of(manners)?, store_location::players(manners)?);
    let runtime = store_location::runtime()?;
    let store = match play::store(&place, &runtime) {
        Ok(store) => Some(store),
        Err(refusal) => play::without(&refusal, &mut terminal::console(manners))?,
    };
    let Some(store) = store else { return Ok(()) };
    let (mut hall, shared) = (store_location::hall(store), place.is_shared());
    let ask =
        |hall: &Hall| enter(HallContext { hall, runtime: &runtime, players: &players, shared });
    let enter = match ask(&hall) {
        // It could be opened, and cannot be read.
        Err(LineError::Refused(refusal)) if refusal.code == "house.store" => {
            let store = play::without(&refusal, &mut terminal::console(manners))?;
            let Some(store) = store else { return Ok(()) };
            hall = store_location::hall(store);
            ask(&hall)?
        }
        asked => asked?,
    };
    show(manners, &place, Box::new(|| Ok((hall, runtime))), enter).map(drop)
}

/// Shows it until the player leaves. When the hall cannot be opened nothing is shown, and it is said why.
fn show(
    manners: &GlobalArgs,
    place: &StoreLocation,
    open: tui::OpenHall,
    enter: StartPage,
) -> Result<Option<Refusal>, LineError> {
    let (players, shared) = (store_location::players(manners)?, place.is_shared());
    let zone = play::unknown_zone().map(str::to_owned);
    let told = play::notice(manners, place);
    let unkept = told.is_some() && home::notice(manners, place).is_some();
    let told = told.into_iter().chain(zone);
    let around = tui::Environment {
        players: players.clone(),
        boards: home::boards(manners),
        config: home::config(),
        data: home::data(manners),
        notice: told.map(sentence).reduce(|all, one| format!("{all} {one}")),
        notice_says_unsaved: unkept,
        depth: depth(manners),
        ascii: terminal::console_options(manners).ascii,
    };
    let (id, hall, runtime) =
        match tui::run(tui::RunOptions { open, shared, environment: around }, enter)? {
            AppExit::Left(0) => return Ok(None),
            // What a signal or Ctrl-C ended has the customary status.
            AppExit::Left(status) => std::process::exit(status.into()),
            AppExit::ToLine(id, hall, runtime) => (id, hall, runtime),
            AppExit::Closed(refusal) => return Ok(Some(refusal)),
        };
    terminal::on_interrupt(manners)?;
    let mut console = terminal::console(manners);
    let house = HallContext { hall: &hall, runtime: &runtime, players: &players, shared };
    in_lines(&mut console, house, id, manners).map(|()| None)
}

/// What goes after the name of the program in plain lines stands on its own here.
fn sentence(text: String) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The same house in plain lines, beginning with the match that was played.
fn in_lines(
    console: &mut Console,
    house: HallContext,
    id: Option<hall::MatchId>,
    manners: &GlobalArgs,
) -> Result<(), LineError> {
    if let Some(id) = id {
        let summary = matches::find(house, &id.0)?;
        let plan = PlayRequest::resume(house, &summary, home::boards(manners))?;
        if line::play(console, house, &plan)? == line::Ending::Quit {
            return Ok(());
        }
    }
    play::run_lobby(manners, console, house)
}

/// What was asked for on the command line: a game, a ticket, a match that was begun, or nothing in
/// particular, which goes on where the player was.
pub(crate) fn play(args: &PlayArgs, manners: &GlobalArgs) -> Result<(), LineError> {
    let Some(what) = args.what() else {
        return open_asking(manners, |house| {
            Ok(match &matches::resumable(manners, house, None, 2)?[..] {
                [one] => StartPage::Resume(one.id.clone()),
                // The lobby has them first.
                _ => StartPage::Lobby,
            })
        });
    };
    if !what.contains('/') && line::opening::find(GAMES, what).is_err() {
        return open_asking(manners, |house| {
            let summary = play::by_name(house, what)?;
            // One that is over is refused in a sentence.
            PlayRequest::resume(house, &summary, home::boards(manners))?;
            Ok(StartPage::Resume(summary.id))
        });
    }
    let plan = args.plan(home::boards(manners))?;
    // What a ticket names may be kept in the house.
    if !plan.opening.is_ticket() {
        plan.check()?;
    }
    open_asking(manners, |house| {
        let plan = plan.clone().complete(house)?;
        plan.check()?;
        // Who says more than the name of a game wants a new match.
        let begun = match args.is_bare() {
            true => {
                matches::resumable(manners, house, Some(plan.opening.game()), 1)?.into_iter().next()
            }
            false => None,
        };
        let begun = begun.map(|begun| (begun.id.clone(), matches::in_short(house, &begun)));
        // Where there is something to choose that everybody wants to, it is asked, as it is in lines.
        if args.is_bare() && matches!(plan.opening.game(), "wizards" | "junior" | "builder") {
            return Ok(StartPage::Setup(line::opening::find(GAMES, plan.opening.game())?, begun));
        }
        let (opening, bots) = (Box::new(plan.opening), plan.bots);
        Ok(StartPage::Play { opening, bots, begun, file: None })
    })
}

/// A board, by its name or its path: one that is there is gone on with, and so is one that was begun.
pub(crate) fn build(
    args: &BuildArgs,
    plan: PlayRequest,
    manners: &GlobalArgs,
) -> Result<(), LineError> {
    plan.opening.word_list()?;
    open_asking(manners, |house| {
        let Some(called) = args.board() else {
            return Ok(StartPage::Setup(line::opening::find(GAMES, "builder")?, None));
        };
        let boards = &plan.opening.boards;
        let (name, path) = boards.place(called)?;
        let file = path.filter(|path| boards.saved(&name).as_ref() != Some(path));
        let file = file.and_then(|path| std::path::absolute(path).ok());
        let begun = match args.is_bare() {
            true => begun(manners, house, &name, file.as_deref())?,
            false => None,
        };
        let from = match &file {
            Some(path) if path.exists() => Some(line::opening::read_text(path)?),
            Some(_) => None,
            None => boards.named(&name).ok(),
        };
        let from = from.filter(|_| !plan.opening.knows("from"));
        let from = from.map(|text| ("from".to_owned(), text));
        let settled = [("name".to_owned(), name)].into_iter().chain(from).collect();
        let opening = Box::new(Opening { settled, ..plan.opening.clone() });
        Ok(StartPage::Play { opening, bots: Vec::new(), begun, file })
    })
}

/// A board that was begun under this name, and goes to this file.
fn begun(
    manners: &GlobalArgs,
    house: HallContext,
    name: &str,
    file: Option<&Path>,
) -> Result<Option<(hall::MatchId, String)>, LineError> {
    for summary in matches::unfinished(manners, house, Some("builder"))? {
        let start = house.runtime.block_on(house.hall.start(&summary.id))?;
        let called = start.settings.iter().find(|(key, _)| key.name == "name");
        let goes_to = house.runtime.block_on(house.hall.note(&summary.id))?;
        if called.is_some_and(|(_, value)| engine::setup::text_of(value) == name)
            && goes_to.as_deref().map(Path::new) == file
        {
            return Ok(Some((summary.id.clone(), matches::in_short(house, &summary))));
        }
    }
    Ok(None)
}

/// Today's daily of a game: it is begun, gone on with, or seen as it ended. Without a game, the house at its
/// dailies.
pub(crate) fn daily(game: Option<&str>, manners: &GlobalArgs) -> Result<(), LineError> {
    let Some(game) = game else {
        store_location::players(manners)?.only()?;
        return open(manners, StartPage::Dailies);
    };
    let game = line::opening::find(GAMES, game)?;
    open_asking(manners, |house| {
        let player = house.players.only()?;
        let day = house.hall.today();
        let state = house.runtime.block_on(house.hall.daily(game, day, player))?;
        Ok(match state.counted {
            Some(summary) => StartPage::Resume(summary.id),
            None => StartPage::Daily(game, day),
        })
    })
}

/// A match once more, step by step.
pub(crate) fn replay(name: &str, manners: &GlobalArgs) -> Result<(), LineError> {
    open_asking(manners, |house| {
        let summary = matches::find(house, name)?;
        house.players.replay_viewer(&summary)?;
        Ok(StartPage::Review(summary.id))
    })
}

/// How many colours are wanted, and can be shown.
fn depth(manners: &GlobalArgs) -> Depth {
    if !terminal::console_options(manners).colour {
        return Depth::None;
    }
    let set = |name| env::var(name).unwrap_or_default();
    Depth::of(&set("COLORTERM"), &set("TERM"))
}
