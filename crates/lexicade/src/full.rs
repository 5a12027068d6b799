//! The full screen: when it is wanted, and what it begins with.

use crate::args::{BuildArgs, Manners, PlayArgs};
use crate::keep::{self, Place};
use crate::{home, matches, play, terminal};
use games::GAMES;
use hall::Opening;
use line::{Console, House, Plan, Trouble};
use std::env;
use std::io::{self, IsTerminal};
use tui::{Depth, Ended, Enter};

/// Is it wanted? It needs a terminal on both ends that can do more than print lines.
pub(crate) fn is_wanted(manners: &Manners) -> bool {
    let term = env::var("TERM").unwrap_or_default();
    let able = cfg!(windows) || !matches!(term.as_str(), "" | "dumb");
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    terminal && able && !manners.line && !manners.screen_reader
}

/// Opens the full screen with whatever can be kept. From there a player may go on in plain lines.
pub(crate) fn open(
    manners: &Manners,
    enter: impl FnOnce(House) -> Result<Enter, Trouble>,
) -> Result<(), Trouble> {
    let (place, players) = (Place::of(manners)?, keep::players(manners)?);
    let runtime = keep::runtime()?;
    let store = play::store(&place, &runtime, &mut terminal::console(manners))?;
    let Some(store) = store else { return Ok(()) };
    let (hall, shared) = (keep::hall(store), matches!(place, Place::Server(_)));
    let enter = enter(House { hall: &hall, runtime: &runtime, players: &players, shared })?;
    let house = tui::House {
        hall: hall.clone(),
        runtime,
        players: players.clone(),
        shared,
        boards: home::boards(manners),
        config: home::config(),
        data: home::data(manners),
        notice: play::notice(manners, &place),
        depth: depth(manners),
        ascii: terminal::manner(manners).ascii,
    };
    let (id, runtime) = match tui::run(house, enter)? {
        Ended::Left(0) => return Ok(()),
        // What a signal or Ctrl-C ended has the customary status.
        Ended::Left(status) => std::process::exit(status.into()),
        Ended::ToLine(id, runtime) => (id, runtime),
    };
    terminal::on_interrupt(manners)?;
    let mut console = terminal::console(manners);
    let house = House { hall: &hall, runtime: &runtime, players: &players, shared };
    in_lines(&mut console, house, id, manners)
}

/// The same house in plain lines, beginning with the match that was played.
fn in_lines(
    console: &mut Console,
    house: House,
    id: Option<hall::MatchId>,
    manners: &Manners,
) -> Result<(), Trouble> {
    if let Some(id) = id {
        let summary = matches::find(house, &id.0)?;
        let plan = Plan::resume(house, &summary, home::boards(manners))?;
        if line::play(console, house, &plan)? == line::Ending::Quit {
            return Ok(());
        }
    }
    play::stay(manners, console, house)
}

/// What was asked for on the command line: a game, a ticket, a match that was begun, or nothing in
/// particular, which goes on where the player was.
pub(crate) fn play(args: &PlayArgs, manners: &Manners) -> Result<(), Trouble> {
    let Some(what) = args.what() else {
        return open(manners, |house| {
            Ok(match &matches::unfinished(house, None)?[..] {
                [one] => Enter::GoOn(one.id.clone()),
                // The lobby has them first.
                _ => Enter::Lobby,
            })
        });
    };
    if !what.contains('/') && line::opening::find(GAMES, what).is_err() {
        return open(manners, |house| {
            let summary = play::by_name(house, what)?;
            // One that is over is refused in a sentence.
            Plan::resume(house, &summary, home::boards(manners))?;
            Ok(Enter::GoOn(summary.id))
        });
    }
    let plan = args.plan(home::boards(manners))?;
    // What a ticket names may be kept in the house.
    if !plan.opening.is_ticket() {
        plan.check()?;
    }
    open(manners, |house| {
        let plan = plan.complete(house)?;
        plan.check()?;
        // Who says more than the name of a game wants a new match.
        let begun = match args.is_bare() {
            true => matches::unfinished(house, Some(plan.opening.game()))?.into_iter().next(),
            false => None,
        };
        let begun = begun.map(|begun| (begun.id.clone(), matches::in_short(house, &begun)));
        Ok(Enter::Play { opening: Box::new(plan.opening), bots: plan.bots, begun })
    })
}

/// Can this board be built in the full screen? One that goes to a path is built in plain lines.
pub(crate) fn can_build(args: &BuildArgs) -> bool {
    let is_path = |board: &str| board.contains(['/', '\\']) || board.ends_with(".txt");
    !args.board().is_some_and(is_path)
}

/// A board, by its name: one that is there is gone on with.
pub(crate) fn build(args: &BuildArgs, plan: Plan, manners: &Manners) -> Result<(), Trouble> {
    open(manners, |_| {
        let Some(name) = args.board() else {
            return Ok(Enter::Setup(line::opening::find(GAMES, "builder")?));
        };
        let from = plan.opening.boards.named(name).ok().map(|text| ("from".to_owned(), text));
        let name = ("name".to_owned(), name.to_owned());
        let settled = [name].into_iter().chain(from).collect();
        let opening = Opening { settled, ..plan.opening };
        Ok(Enter::Play { opening: Box::new(opening), bots: Vec::new(), begun: None })
    })
}

/// How many colours are wanted, and can be shown.
fn depth(manners: &Manners) -> Depth {
    if !terminal::manner(manners).paint {
        return Depth::None;
    }
    let set = |name| env::var(name).unwrap_or_default();
    Depth::of(&set("COLORTERM"), &set("TERM"))
}
