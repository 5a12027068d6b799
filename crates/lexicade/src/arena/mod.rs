//! The arena: bots and programs play many matches with the same luck, and the tables say who is better,
//! by how much and how sure that is. What a program reads and writes is in `docs/arena.md`.

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

/// Plays the contest that was asked for, and prints its report; then draws it. A picture that cannot be drawn is
/// known before a match is played, and if it comes to that later the report is not lost.
pub(crate) fn run(args: &ArenaArgs, manners: &GlobalArgs) -> Result<(), LineError> {
    let contest = settled(args, manners)?;
    if let Some(file) = &args.plot {
        // What is there stays until there is something better.
        let opened = OpenOptions::new().create(true).append(true).open(file);
        opened.map_err(|error| unwritten(file, &error))?;
    }
    let bar = progress::bar(contest.matches(), "matches", manners);
    let standings = contest.run(&bar);
    bar.finish_and_clear();
    let standings = standings?;
    print(&match args.json {
        true => format!("{}\n", report::json(&contest, &standings)),
        false => report::text(&contest, &standings),
    })?;
    if let Some(file) = &args.plot {
        let picture = plot::svg(&contest, &standings);
        std::fs::write(file, picture).map_err(|error| unwritten(file, &error))?;
    }
    Ok(())
}

/// Everything that can be refused is refused before a match is played.
fn settled(args: &ArenaArgs, manners: &GlobalArgs) -> Result<Contest, Refusal> {
    let opened = args.opening(crate::home::boards(manners)).resolve(GAMES)?;
    if let Some(notice) = &opened.notice {
        crate::complain(notice);
    }
    let (start, words) = (opened.start, opened.words);
    let name = start.game.info().name;
    if start.seats > 2 {
        return Err(Refusal::setup(format!("{name} is for more than two: no game for the arena.")));
    }
    let players = player::players(start.game, &args.bots, &args.exec)?;
    let sprt = match args.sprt.as_deref() {
        None => None,
        Some(_) if players.len() != 2 => {
            return Err(Refusal::setup("A sequential test is between two players."));
        }
        Some(text) => Some(Sprt::read(text).ok_or_else(|| {
            Refusal::setup("A sequential test takes two differences in Elo, such as 0:20.")
        })?),
    };
    let threads = args.threads.map(usize::from);
    let threads = threads.or(available_parallelism().ok().map(usize::from)).unwrap_or(1);
    Ok(Contest { start, words, players, games: args.games, threads, sprt })
}

fn unwritten(file: &Path, error: &io::Error) -> Refusal {
    Refusal::setup(format!("The file {} cannot be written: {error}.", file.display()))
}
