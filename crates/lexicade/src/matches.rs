//! The matches that are kept: listed, shown again, counted anew, backed up.

use crate::args::GlobalArgs;
use crate::store_location::{self, runtime, store, with_hall, with_writable_hall};
use crate::{complain, full_screen, home, progress, terminal};
use engine::{Refusal, Seat};
use hall::{MatchFilter, Occupant, Summary};
use jiff::Timestamp;
use line::{HallContext, LineError};
use std::path::Path;

/// How much of a match's name is shown: enough to find it by.
const SHOWN: usize = 8;

/// The unfinished matches of whoever is here, the newest first. One in which nothing was played or noted is none.
pub(crate) fn unfinished(
    manners: &GlobalArgs,
    house: HallContext,
    game: Option<&str>,
) -> Result<Vec<Summary>, Refusal> {
    let game = game.map(str::to_owned);
    let which = MatchFilter { game, over: Some(false), ..MatchFilter::all() };
    let own = house.hall.matches_of(house.players.names(), &which);
    let mut found = house.runtime.block_on(own)?;
    let noted = tui::matches_with_notes(home::data(manners).as_deref());
    found.retain(|summary| summary.begun() || noted.contains(&summary.id));
    Ok(found)
}

/// Those of them that can be gone on with, `most` of them at most: what is damaged is listed, and not offered.
pub(crate) fn resumable(
    manners: &GlobalArgs,
    house: HallContext,
    game: Option<&str>,
    most: usize,
) -> Result<Vec<Summary>, Refusal> {
    let found = unfinished(manners, house, game)?.into_iter();
    let is_whole =
        |summary: &Summary| house.runtime.block_on(house.hall.start(&summary.id)).is_ok();
    Ok(found.filter(is_whole).take(most).collect())
}

/// Where somebody who is here sits.
fn seat(house: HallContext, summary: &Summary) -> Option<Seat> {
    house.players.names().iter().find_map(|name| summary.seat_of(name))
}

/// A match in a few words: how far it has come, and when that was.
pub(crate) fn in_short(house: HallContext, summary: &Summary) -> String {
    format!("{}, {}", how_far(house, summary), summary.ago(Timestamp::now()))
}

fn how_far(house: HallContext, summary: &Summary) -> String {
    if let Some(ended) = &summary.ended {
        let scores: Vec<String> = ended.scores.iter().map(ToString::to_string).collect();
        return match (summary.is_cancelled(), scores.join(" : ")) {
            (true, _) => "called off".to_owned(),
            (false, scores) => format!("over, {scores}"),
        };
    }
    let seat = seat(house, summary).unwrap_or(Seat(0));
    let progress = house.runtime.block_on(house.hall.progress(&summary.id, seat));
    progress.unwrap_or_else(|_| "it cannot be read".to_owned())
}

/// The match that is named by the beginning of its name.
pub(crate) fn find(house: HallContext, name: &str) -> Result<Summary, Refusal> {
    house.runtime.block_on(house.hall.find(name))
}

/// Lists matches: those that the player can go on with, or everything that is kept.
pub(crate) fn list(manners: &GlobalArgs, all: bool) -> Result<(), LineError> {
    with_hall(manners, |console, house| {
        let (found, none) = match all {
            true => (
                house.runtime.block_on(house.hall.matches(&MatchFilter::all()))?,
                "No match is kept.",
            ),
            false => (unfinished(manners, house, None)?, "No match is unfinished."),
        };
        if found.is_empty() {
            console.say(none)?;
        }
        for summary in &found {
            let (id, game, players) = (short(summary), &summary.game, players(summary));
            console.say(&format!("{id}  {game:8} {}{players}", in_short(house, summary)))?;
        }
        Ok(())
    })
}

/// As much of a match's name as is shown.
pub(crate) fn short(summary: &Summary) -> String {
    summary.id.0.chars().take(SHOWN).collect()
}

/// Who plays, in brackets.
fn players(summary: &Summary) -> String {
    let name = |who: &Occupant| match who {
        Occupant::Player(name) => name.clone(),
        Occupant::Bot(name) => format!("bot {name}"),
    };
    let names: Vec<String> = summary.sat.iter().flatten().map(name).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
}

/// Shows a match again.
pub(crate) fn replay(manners: &GlobalArgs, name: &str, step: bool) -> Result<(), LineError> {
    if step && full_screen::is_wanted(manners) {
        return full_screen::replay(name, manners);
    }
    with_hall(manners, |console, house| {
        let summary = find(house, name)?;
        line::replay(console, house, &summary, step)
    })
}

/// Makes everything again that was made from the logs.
pub(crate) fn rebuild(manners: &GlobalArgs) -> Result<(), LineError> {
    with_writable_hall(manners, |console, house| {
        let (bar, mut tell) = progress::teller("matches", manners);
        let rebuilt = house.hall.rebuild_with_progress(|done, of| {
            tell(done, of);
            true
        });
        let rebuilt = house.runtime.block_on(rebuilt);
        bar.finish_and_clear();
        let rebuilt = rebuilt?;
        console.say(&match rebuilt.matches {
            1 => "1 match was read again from its log.".to_owned(),
            n => format!("{n} matches were read again from their logs."),
        })?;
        let mut damaged = rebuilt.damaged.into_iter();
        let Some((_, first)) = damaged.next() else { return Ok(()) };
        damaged.try_for_each(|(_, refusal)| console.say(&refusal.text))?;
        Err(first.into())
    })
}

/// Copies everything that is kept into a new file.
pub(crate) fn backup(manners: &GlobalArgs, file: &Path) -> Result<(), LineError> {
    with_hall(manners, |console, house| {
        house.runtime.block_on(house.hall.backup(file))?;
        Ok(console.say(&format!("Everything is in {}.", file.display()))?)
    })
}

/// Prints a finished match as a file.
pub(crate) fn export(manners: &GlobalArgs, name: &str) -> Result<(), LineError> {
    with_hall(manners, |console, house| {
        let summary = find(house, name)?;
        let text = house.runtime.block_on(house.hall.export(&summary.id))?;
        Ok(console.write_file(&text)?)
    })
}

/// Takes in a match from a file; it may have been played with a word list of its own.
pub(crate) fn import(
    manners: &GlobalArgs,
    file: &Path,
    words: Option<&Path>,
) -> Result<(), LineError> {
    let text = line::opening::read_play(file)?;
    let list = words.map(line::opening::own_words).transpose()?;
    let runtime = runtime()?;
    let hall = store_location::hall(store(manners, &runtime)?);
    if let Some((list, notice)) = list {
        notice.iter().for_each(|notice| complain(notice));
        hall.word_lists().put(list);
    }
    let (bar, tell) = progress::teller("lines", manners);
    let id = runtime.block_on(hall.import_with_progress(&text, tell));
    bar.finish_and_clear();
    let id = id?;
    let short: String = id.0.chars().take(SHOWN).collect();
    Ok(terminal::console(manners).say(&format!("The match is kept as {short}."))?)
}
