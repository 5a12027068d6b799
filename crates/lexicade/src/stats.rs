//! A player's statistics, with bars.

use crate::args::GlobalArgs;
use crate::store_location::with_hall;
use crate::{home, terminal};
use games::GAMES;
use hall::stats::{GameMode, LOST, Tally};
use line::{BoardLibrary, LineError};
use std::fmt::Write as _;
use std::io::IsTerminal;

/// The length of the longest bar.
const BAR: u64 = 30;

/// Shows the statistics of the players here, for one game or all games.
pub(crate) fn show(global: &GlobalArgs, game: Option<&str>, json: bool) -> Result<(), LineError> {
    let game = game.map(|game| line::opening::find(GAMES, game)).transpose()?;
    let game = game.map(|game| game.info().id);
    with_hall(global, |console, context| {
        let mut all = Vec::new();
        for name in context.players.names() {
            all.push((name.clone(), context.runtime.block_on(context.hall.tallies(game, name))?));
        }
        if json {
            let all: serde_json::Map<_, _> =
                all.into_iter().map(|(name, tallies)| (name, serde_json::json!(tallies))).collect();
            return Ok(console.write_file(&format!("{}\n", serde_json::Value::Object(all)))?);
        }
        let ascii = terminal::only_ascii(std::io::stdout().is_terminal());
        let boards = home::boards(global);
        for (name, tallies) in &all {
            console.say(&match tallies.is_empty() {
                true => format!("{name}: no finished games yet."),
                false => name.clone(),
            })?;
            if game == Some("wordle") && !tallies.iter().any(|tally| tally.mode.daily) {
                console.say(&format!("\n{NO_DAILY}"))?;
            }
            for tally in tallies {
                console.say(&format!("\n{}", render(tally, &boards, ascii)))?;
            }
        }
        Ok(())
    })
}

/// The statistics of Wordle's dailies before the first one.
const NO_DAILY: &str = "wordle, daily
  played 0, won 0 (0 %)
  streak 0, longest 0
  No Data";

/// A tally in a few lines, with its distribution as bars.
fn render(tally: &Tally, boards: &BoardLibrary, ascii: bool) -> String {
    let hinted = if tally.hinted { ", with hints" } else { "" };
    let share = (tally.won * 100 + tally.played / 2) / tally.played.max(1);
    let mut text = format!("{}{hinted}\n", named(&tally.mode, boards));
    let _ = writeln!(text, "  played {}, won {} ({share} %)", tally.played, tally.won);
    let _ = writeln!(text, "  streak {}, longest {}", tally.streak, tally.longest);
    let _ = write!(text, "  best {}, average {:.1}", tally.best.score, tally.mean);
    let par = tally.par.map(|par| format!(", {par} % of par"));
    let _ = writeln!(text, "{}", par.unwrap_or_default());
    text.push_str(&bars(tally, ascii));
    if let Some(record) = tally.record() {
        let _ = writeln!(text, "  beat it: lexicade play {}", record.ticket);
    }
    text.truncate(text.trim_end().len());
    text
}

/// The game and its mode, with the player's own board or word list.
fn named(mode: &GameMode, boards: &BoardLibrary) -> String {
    let mut text = format!("{}, {}", mode.game, mode.kind);
    if let Some(hash) = &mode.board {
        let name = boards.name_of(hash).unwrap_or_else(|| format!("@{hash}"));
        let _ = write!(text, " {name}");
    }
    if let Some(words) = &mode.words {
        let _ = write!(text, ", word list {words}");
    }
    text
}

/// The distribution. Wordle shows “No Data” before the first win.
fn bars(tally: &Tally, ascii: bool) -> String {
    let found = |(name, count): &&(String, u64)| name == LOST || *count > 0;
    let none = tally.mode.game == "wordle" && tally.won == 0;
    let mut text = String::from(if none { "  No Data\n" } else { "" });
    let rows: Vec<_> = tally.spread.iter().filter(|row| !none || found(row)).collect();
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let wide = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, count) in rows {
        let bar = (if ascii { "#" } else { "█" }).repeat((count * BAR).div_ceil(most) as usize);
        let gap = if bar.is_empty() { "" } else { " " };
        let _ = writeln!(text, "  {name:>wide$}  {bar}{gap}{count}");
    }
    text
}
