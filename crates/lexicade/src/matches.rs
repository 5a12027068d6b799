//! Commands on stored matches: list, replay, rebuild, backup, export, import.

use crate::args::GlobalArgs;
use crate::store_location::{self, runtime, store, with_hall, with_writable_hall};
use crate::{complain, full_screen, home, progress, terminal};
use engine::{Refusal, Seat};
use hall::{MatchFilter, Occupant, Summary};
use jiff::Timestamp;
use line::{HallContext, LineError};
use std::path::Path;

/// The length of a shortened match id, enough to find the match.
const SHOWN: usize = 8;

/// The unfinished matches of the players here, newest first. Leaves out matches without moves and notes.
pub(crate) fn unfinished(
    global: &GlobalArgs,
    context: HallContext,
    game: Option<&str>,
) -> Result<Vec<Summary>, Refusal> {
    let game = game.map(str::to_owned);
    let filter = MatchFilter { game, over: Some(false), ..MatchFilter::all() };
    let own = context.hall.matches_of(context.players.names(), &filter);
    let mut found = context.runtime.block_on(own)?;
    let noted = tui::matches_with_notes(home::data(global).as_deref());
    found.retain(|summary| summary.begun() || noted.contains(&summary.id));
    Ok(found)
}

/// At most `most` matches that the players here can resume: unfinished, and not damaged.
pub(crate) fn resumable(
    global: &GlobalArgs,
    context: HallContext,
    game: Option<&str>,
    most: usize,
) -> Result<Vec<Summary>, Refusal> {
    let found = unfinished(global, context, game)?.into_iter();
    let is_readable =
        |summary: &Summary| context.runtime.block_on(context.hall.start(&summary.id)).is_ok();
    Ok(found.filter(is_readable).take(most).collect())
}

/// The seat of a player here.
fn seat(context: HallContext, summary: &Summary) -> Option<Seat> {
    context.players.names().iter().find_map(|name| summary.seat_of(name))
}

/// The progress of a match, and the time since its last move.
pub(crate) fn short_state(context: HallContext, summary: &Summary) -> String {
    format!("{}, {}", progress_text(context, summary), summary.ago(Timestamp::now()))
}

fn progress_text(context: HallContext, summary: &Summary) -> String {
    if let Some(ended) = &summary.ended {
        let scores: Vec<String> = ended.scores.iter().map(ToString::to_string).collect();
        return match (summary.is_cancelled(), scores.join(" : ")) {
            (true, _) => "cancelled".to_owned(),
            (false, scores) => format!("over, {scores}"),
        };
    }
    let seat = seat(context, summary).unwrap_or(Seat(0));
    let progress = context.runtime.block_on(context.hall.progress(&summary.id, seat));
    progress.unwrap_or_else(|_| "can't be read".to_owned())
}

/// The match whose id starts with this text.
pub(crate) fn find(context: HallContext, name: &str) -> Result<Summary, Refusal> {
    context.runtime.block_on(context.hall.find(name))
}

/// Lists the unfinished matches of the players here, or all stored matches.
pub(crate) fn list(global: &GlobalArgs, all: bool) -> Result<(), LineError> {
    with_hall(global, |console, context| {
        let (found, none) = match all {
            true => (
                context.runtime.block_on(context.hall.matches(&MatchFilter::all()))?,
                "There are no stored matches.",
            ),
            false => (unfinished(global, context, None)?, "You have no unfinished matches."),
        };
        if found.is_empty() {
            console.say(none)?;
        }
        for summary in &found {
            let (id, game, players) = (short(summary), &summary.game, players(summary));
            console.say(&format!("{id}  {game:8} {}{players}", short_state(context, summary)))?;
        }
        Ok(())
    })
}

/// The shortened id of a match.
pub(crate) fn short(summary: &Summary) -> String {
    summary.id.0.chars().take(SHOWN).collect()
}

/// The players, in brackets.
fn players(summary: &Summary) -> String {
    let name = |occupant: &Occupant| match occupant {
        Occupant::Player(name) => name.clone(),
        Occupant::Bot(name) => format!("bot {name}"),
    };
    let names: Vec<String> = summary.sat.iter().flatten().map(name).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
}

/// Replays a match.
pub(crate) fn replay(global: &GlobalArgs, name: &str, step: bool) -> Result<(), LineError> {
    if step && full_screen::is_wanted(global) {
        return full_screen::replay(name, global);
    }
    with_hall(global, |console, context| {
        let summary = find(context, name)?;
        line::replay(console, context, &summary, step)
    })
}

/// Rebuilds summaries and statistics from the match logs.
pub(crate) fn rebuild(global: &GlobalArgs) -> Result<(), LineError> {
    with_writable_hall(global, |console, context| {
        let (bar, mut update) = progress::bar_with_callback("matches", global);
        let rebuilt = context.hall.rebuild_with_progress(|done, of| {
            update(done, of);
            true
        });
        let rebuilt = context.runtime.block_on(rebuilt);
        bar.finish_and_clear();
        let rebuilt = rebuilt?;
        console.say(&match rebuilt.matches {
            1 => "Rebuilt from 1 match log.".to_owned(),
            n => format!("Rebuilt from {n} match logs."),
        })?;
        let mut damaged = rebuilt.damaged.into_iter();
        let Some((_, first)) = damaged.next() else { return Ok(()) };
        damaged.try_for_each(|(_, refusal)| console.say(&refusal.text))?;
        Err(first.into())
    })
}

/// Copies the whole store into a new file.
pub(crate) fn backup(global: &GlobalArgs, file: &Path) -> Result<(), LineError> {
    with_hall(global, |console, context| {
        context.runtime.block_on(context.hall.backup(file))?;
        Ok(console.say(&format!("Backed up to {}.", file.display()))?)
    })
}

/// Prints a finished match as a `.play` file.
pub(crate) fn export(global: &GlobalArgs, name: &str) -> Result<(), LineError> {
    with_hall(global, |console, context| {
        let summary = find(context, name)?;
        let text = context.runtime.block_on(context.hall.export(&summary.id))?;
        Ok(console.write_file(&text)?)
    })
}

/// Imports a match from a `.play` file, perhaps with its own word list.
pub(crate) fn import(
    global: &GlobalArgs,
    file: &Path,
    words: Option<&Path>,
) -> Result<(), LineError> {
    let text = line::opening::read_play(file)?;
    let list = words.map(line::opening::own_words).transpose()?;
    let runtime = runtime()?;
    let hall = store_location::hall(store(global, &runtime)?);
    if let Some((list, notice)) = list {
        notice.iter().for_each(|notice| complain(notice));
        hall.word_lists().put(list);
    }
    let (bar, update) = progress::bar_with_callback("lines", global);
    let id = runtime.block_on(hall.import_with_progress(&text, update));
    bar.finish_and_clear();
    let id = id?;
    let short: String = id.0.chars().take(SHOWN).collect();
    Ok(terminal::console(global).say(&format!("Imported as match {short}."))?)
}
