//! What a player has reached, drawn with bars.

use crate::args::Manners;
use crate::keep::with_hall;
use crate::terminal;
use games::GAMES;
use hall::stats::Tally;
use line::Trouble;
use std::fmt::Write as _;
use std::io::IsTerminal;

/// The longest bar.
const BAR: u64 = 30;

/// Shows the statistics of whoever is here, of one game or of all.
pub(crate) fn show(manners: &Manners, game: Option<&str>, json: bool) -> Result<(), Trouble> {
    let game = game.map(|game| line::opening::find(GAMES, game)).transpose()?;
    let game = game.map(|game| game.info().id);
    with_hall(manners, |console, house| {
        let mut all = Vec::new();
        for name in house.players.names() {
            all.push((name.clone(), house.runtime.block_on(house.hall.tallies(game, name))?));
        }
        if json {
            let all: serde_json::Map<_, _> =
                all.into_iter().map(|(name, tallies)| (name, serde_json::json!(tallies))).collect();
            return Ok(console.write_file(&format!("{}\n", serde_json::Value::Object(all)))?);
        }
        let ascii = terminal::only_ascii(std::io::stdout().is_terminal());
        for (name, tallies) in &all {
            console.say(&match tallies.is_empty() {
                true => format!("{name}: no finished match yet."),
                false => name.clone(),
            })?;
            for tally in tallies {
                console.say(&format!("\n{}", told(tally, ascii)))?;
            }
        }
        Ok(())
    })
}

/// A tally as a few lines and its distribution as bars.
fn told(tally: &Tally, ascii: bool) -> String {
    let daily = if tally.daily { ", dailies" } else { "" };
    let hinted = if tally.hinted { ", with hints" } else { "" };
    let share = (tally.won * 100 + tally.played / 2) / tally.played.max(1);
    let mut text = format!("{}, {}{daily}{hinted}\n", tally.game, tally.kind);
    let _ = writeln!(text, "  played {}, won {} ({share} %)", tally.played, tally.won);
    let _ = writeln!(text, "  streak {}, longest {}", tally.streak, tally.longest);
    let _ = writeln!(text, "  best {}, on average {:.1}", tally.best.score, tally.mean);
    let most = tally.spread.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let wide = tally.spread.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, count) in &tally.spread {
        let bar = (if ascii { "#" } else { "█" }).repeat((count * BAR).div_ceil(most) as usize);
        let _ = writeln!(text, "  {name:>wide$}  {bar} {count}");
    }
    let _ = write!(text, "  to beat it: lexicade play {}", tally.best.ticket);
    text
}
