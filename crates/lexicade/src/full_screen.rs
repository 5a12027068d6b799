//! Starts the full screen: decides when to use it, and its first page.

use crate::args::{BuildArgs, GlobalArgs, PlayArgs};
use crate::store_location::{self, StoreLocation};
use crate::{home, matches, play, terminal};
use engine::{Code, Refusal};
use games::GAMES;
use hall::{Hall, Opening};
use line::{Console, HallContext, LineError, PlayRequest};
use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;
use tui::{AppExit, Depth, StartPage};

/// Use the full screen? Standard input and output must be a capable terminal.
pub(crate) fn is_wanted(global: &GlobalArgs) -> bool {
    let term = env::var("TERM").unwrap_or_default();
    let able = cfg!(windows) || !matches!(term.as_str(), "" | "dumb");
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    terminal && able && !global.line && !global.screen_reader
}

/// Opens the full screen. From there a player may continue in plain lines. The store opens on another thread, because
/// that takes as long as everything else.
pub(crate) fn open(global: &GlobalArgs, enter: StartPage) -> Result<(), LineError> {
    let location = StoreLocation::of(global)?;
    let there = location.clone();
    let open = Box::new(move || {
        let failed = |error: io::Error| Refusal::new(Code::Broken, error.to_string());
        let runtime = store_location::runtime().map_err(failed)?;
        let store = play::store(&there, &runtime)?;
        Ok((store_location::hall(store), runtime))
    });
    let Some(refusal) = show(global, &location, open, enter.clone())? else { return Ok(()) };
    let store = play::offer_memory(&refusal, &mut terminal::console(global))?;
    let Some(store) = store else { return Ok(()) };
    let (hall, runtime) = (store_location::hall(store), store_location::runtime()?);
    show(global, &location, Box::new(|| Ok((hall, runtime))), enter).map(drop)
}

/// Opens the full screen with a first page that depends on the hall.
fn open_at(
    global: &GlobalArgs,
    enter: impl Fn(HallContext) -> Result<StartPage, LineError>,
) -> Result<(), LineError> {
    let (location, players) = (StoreLocation::of(global)?, store_location::players(global)?);
    let runtime = store_location::runtime()?;
    let store = match play::store(&location, &runtime) {
        Ok(store) => Some(store),
        Err(refusal) => play::offer_memory(&refusal, &mut terminal::console(global))?,
    };
    let Some(store) = store else { return Ok(()) };
    let (mut hall, shared) = (store_location::hall(store), location.is_shared());
    let ask =
        |hall: &Hall| enter(HallContext { hall, runtime: &runtime, players: &players, shared });
    let enter = match ask(&hall) {
        // The store opened, but it can't be read.
        Err(LineError::Refused(refusal)) if refusal.code == Code::Store => {
            let store = play::offer_memory(&refusal, &mut terminal::console(global))?;
            let Some(store) = store else { return Ok(()) };
            hall = store_location::hall(store);
            ask(&hall)?
        }
        asked => asked?,
    };
    show(global, &location, Box::new(|| Ok((hall, runtime))), enter).map(drop)
}

/// Shows the full screen until the player leaves. Returns a refusal if the hall can't be opened.
fn show(
    global: &GlobalArgs,
    location: &StoreLocation,
    open: tui::OpenHall,
    enter: StartPage,
) -> Result<Option<Refusal>, LineError> {
    let (players, shared) = (store_location::players(global)?, location.is_shared());
    let zone = play::unknown_zone().map(str::to_owned);
    let notice = play::notice(global, location);
    let unsaved = notice.is_some() && home::notice(global, location).is_some();
    let notice = notice.into_iter().chain(zone);
    let environment = tui::Environment {
        players: players.clone(),
        boards: home::boards(global),
        config: home::config(),
        data: home::data(global),
        notice: notice.map(sentence).reduce(|all, one| format!("{all} {one}")),
        notice_says_unsaved: unsaved,
        depth: depth(global),
        ascii: terminal::console_options(global).ascii,
    };
    let (id, hall, runtime) = match tui::run(tui::RunOptions { open, shared, environment }, enter)?
    {
        AppExit::Left(0) => return Ok(None),
        // A signal or Ctrl-C sets the usual exit status.
        AppExit::Left(status) => std::process::exit(status.into()),
        AppExit::ToLine(id, hall, runtime) => (id, hall, runtime),
        AppExit::Closed(refusal) => return Ok(Some(refusal)),
    };
    terminal::on_interrupt(global)?;
    let mut console = terminal::console(global);
    let context = HallContext { hall: &hall, runtime: &runtime, players: &players, shared };
    continue_in_lines(&mut console, context, id, global).map(|()| None)
}

/// Capitalises a notice: in plain lines it follows the name of the program, here it is a sentence.
fn sentence(text: String) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Continues in plain lines, with the open match first.
fn continue_in_lines(
    console: &mut Console,
    context: HallContext,
    id: Option<hall::MatchId>,
    global: &GlobalArgs,
) -> Result<(), LineError> {
    if let Some(id) = id {
        let summary = matches::find(context, &id.0)?;
        let request = PlayRequest::resume(context, &summary, home::boards(global))?;
        if line::play(console, context, &request)? == line::Ending::Quit {
            return Ok(());
        }
    }
    play::run_lobby(global, console, context)
}

/// Plays a game, a ticket or an unfinished match from the command line. Without any, resumes.
pub(crate) fn play(args: &PlayArgs, global: &GlobalArgs) -> Result<(), LineError> {
    let Some(what) = args.what() else {
        return open_at(global, |context| {
            Ok(match &matches::resumable(global, context, None, 2)?[..] {
                [one] => StartPage::Resume(one.id.clone()),
                // The lobby lists them first.
                _ => StartPage::Lobby,
            })
        });
    };
    if !what.contains('/') && line::opening::find(GAMES, what).is_err() {
        return open_at(global, |context| {
            let summary = play::by_name(context, what)?;
            // Refuses a match that is over.
            PlayRequest::resume(context, &summary, home::boards(global))?;
            Ok(StartPage::Resume(summary.id))
        });
    }
    let request = args.request(home::boards(global))?;
    // A ticket may need values from the store, so it is checked later.
    if !request.opening.is_ticket() {
        request.check()?;
    }
    open_at(global, |context| {
        let request = request.clone().complete(context)?;
        request.check()?;
        // With settings or a seed, the player wants a new match.
        let unfinished = match args.is_bare() {
            true => matches::resumable(global, context, Some(request.opening.game()), 1)?
                .into_iter()
                .next(),
            false => None,
        };
        let unfinished = unfinished
            .map(|unfinished| (unfinished.id.clone(), matches::short_state(context, &unfinished)));
        // These games have a setting that everyone wants to choose, so the setup page comes first, as in plain lines.
        if args.is_bare() && matches!(request.opening.game(), "wizards" | "junior" | "builder") {
            return Ok(StartPage::Setup(
                line::opening::find(GAMES, request.opening.game())?,
                unfinished,
            ));
        }
        let (opening, bots) = (Box::new(request.opening), request.bots);
        Ok(StartPage::Play { opening, bots, begun: unfinished, file: None })
    })
}

/// Builds a board; resumes an unfinished one, and edits an existing one.
pub(crate) fn build(
    args: &BuildArgs,
    request: PlayRequest,
    global: &GlobalArgs,
) -> Result<(), LineError> {
    request.opening.word_list()?;
    open_at(global, |context| {
        let Some(called) = args.board() else {
            return Ok(StartPage::Setup(line::opening::find(GAMES, "builder")?, None));
        };
        let boards = &request.opening.boards;
        let (name, path) = boards.place(called)?;
        let file = path.filter(|path| boards.saved(&name).as_ref() != Some(path));
        let file = file.and_then(|path| std::path::absolute(path).ok());
        let unfinished = match args.is_bare() {
            true => unfinished_board(global, context, &name, file.as_deref())?,
            false => None,
        };
        let from = match &file {
            Some(path) if path.exists() => Some(line::opening::read_text(path)?),
            Some(_) => None,
            None => boards.named(&name).ok(),
        };
        let from = from.filter(|_| !request.opening.knows("from"));
        let from = from.map(|text| ("from".to_owned(), text));
        let settled = [("name".to_owned(), name)].into_iter().chain(from).collect();
        let opening = Box::new(Opening { settled, ..request.opening.clone() });
        Ok(StartPage::Play { opening, bots: Vec::new(), begun: unfinished, file })
    })
}

/// The unfinished board with this name and file.
fn unfinished_board(
    global: &GlobalArgs,
    context: HallContext,
    name: &str,
    file: Option<&Path>,
) -> Result<Option<(hall::MatchId, String)>, LineError> {
    for summary in matches::unfinished(global, context, Some("builder"))? {
        let start = context.runtime.block_on(context.hall.start(&summary.id))?;
        let called = start.settings.iter().find(|(key, _)| key.name == "name");
        let saved_to = context.runtime.block_on(context.hall.board_file(&summary.id))?;
        if called.is_some_and(|(_, value)| engine::setup::text_of(value) == name)
            && saved_to.as_deref().map(Path::new) == file
        {
            return Ok(Some((summary.id.clone(), matches::short_state(context, &summary))));
        }
    }
    Ok(None)
}

/// Starts, resumes or shows today's daily of a game. Without a game, opens the lobby at the dailies.
pub(crate) fn daily(game: Option<&str>, global: &GlobalArgs) -> Result<(), LineError> {
    let Some(game) = game else {
        store_location::players(global)?.only()?;
        return open(global, StartPage::Dailies);
    };
    let game = line::opening::find(GAMES, game)?;
    open_at(global, |context| {
        let player = context.players.only()?;
        let day = context.hall.today();
        let state = context.runtime.block_on(context.hall.daily(game, day, player))?;
        Ok(match state.counted {
            Some(summary) => StartPage::Resume(summary.id),
            None => StartPage::Daily(game, day),
        })
    })
}

/// Replays a match step by step.
pub(crate) fn replay(name: &str, global: &GlobalArgs) -> Result<(), LineError> {
    open_at(global, |context| {
        let summary = matches::find(context, name)?;
        context.players.replay_viewer(&summary)?;
        Ok(StartPage::Review(summary.id))
    })
}

/// The number of colours.
fn depth(global: &GlobalArgs) -> Depth {
    if !terminal::console_options(global).colour {
        return Depth::None;
    }
    let set = |name| env::var(name).unwrap_or_default();
    Depth::of(&set("COLORTERM"), &set("TERM"))
}
