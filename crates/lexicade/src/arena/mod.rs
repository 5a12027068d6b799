//! The arena: bots and programs play many matches with the same seeds, and a report compares their strength, with its
//! uncertainty. `docs/arena.md` describes the protocol for programs.

mod arena_match;
mod contest;
mod player;
mod plot;
mod program;
mod rating;
mod report;

use crate::args::{ArenaArgs, GlobalArgs};
use crate::{print, progress};
use contest::Contest;
use engine::Refusal;
use games::GAMES;
use line::LineError;
use rating::Sprt;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::thread::available_parallelism;

/// Plays a contest, prints its report and draws its plot. Checks first that the plot can be written; the report comes
/// before the plot, so that it is never lost.
pub(crate) fn run(args: &ArenaArgs, global: &GlobalArgs) -> Result<(), LineError> {
    let contest = prepare(args, global)?;
    if let Some(file) = &args.plot {
        // An existing file is kept until the new plot is ready.
        let opened = OpenOptions::new().create(true).append(true).open(file);
        opened.map_err(|error| write_refusal(file, &error))?;
    }
    let bar = progress::bar(contest.matches(), "matches", global);
    let standings = contest.run(&bar);
    bar.finish_and_clear();
    let standings = standings?;
    print(&match args.json {
        true => format!("{}\n", report::json(&contest, &standings)),
        false => report::text(&contest, &standings),
    })?;
    if let Some(file) = &args.plot {
        let picture = plot::svg(&contest, &standings);
        std::fs::write(file, picture).map_err(|error| write_refusal(file, &error))?;
    }
    Ok(())
}

/// Checks the arguments before any match is played.
fn prepare(args: &ArenaArgs, global: &GlobalArgs) -> Result<Contest, Refusal> {
    let opened = args.opening(crate::home::boards(global)).resolve(GAMES)?;
    if let Some(notice) = &opened.notice {
        crate::complain(notice);
    }
    let (start, words) = (opened.start, opened.words);
    let name = start.game.info().name;
    if start.seats > 2 {
        return Err(Refusal::setup(format!(
            "{name} has more than two players, so it can't be played in the arena."
        )));
    }
    let players = player::players(start.game, &args.bots, &args.exec)?;
    let sprt = match args.sprt.as_deref() {
        None => None,
        Some(_) if players.len() != 2 => {
            return Err(Refusal::setup("A sequential test needs exactly two players."));
        }
        Some(text) => Some(Sprt::read(text).ok_or_else(|| {
            Refusal::setup("A sequential test takes two differences in Elo, such as 0:20.")
        })?),
    };
    let threads = args.threads.map(usize::from);
    let threads = threads.or(available_parallelism().ok().map(usize::from)).unwrap_or(1);
    Ok(Contest { start, words, players, games: args.games, threads, sprt })
}

fn write_refusal(file: &Path, error: &io::Error) -> Refusal {
    Refusal::setup(format!("Can't write {}: {error}.", file.display()))
}
