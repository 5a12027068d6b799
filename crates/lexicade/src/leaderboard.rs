//! The leaderboard of a daily or a ticket.

use crate::args::{GlobalArgs, LeaderboardArgs};
use crate::home;
use crate::store_location::with_hall;
use engine::seal::SealKey;
use engine::{Refusal, Ticket};
use games::GAMES;
use hall::leaderboard::LeaderboardRow;
use line::{BoardLibrary, HallContext, LineError};
use std::fmt::Write as _;

/// Shows a leaderboard.
pub(crate) fn show(args: &LeaderboardArgs, global: &GlobalArgs) -> Result<(), LineError> {
    with_hall(global, |console, context| {
        let (name, board) = match (args.what.contains('/'), &args.day) {
            (true, None) => of_ticket(context, &args.what, &home::boards(global))?,
            (true, Some(_)) => {
                let text = "A ticket is one puzzle; leave out the date.";
                return Err(Refusal::setup(text).into());
            }
            (false, day) => of_daily(context, &args.what, day.as_deref())?,
        };
        if args.json {
            return Ok(console.write_file(&format!("{}\n", serde_json::json!(board)))?);
        }
        Ok(console.say(render(&name, &board).trim_end())?)
    })
}

fn of_daily(
    context: HallContext,
    game: &str,
    day: Option<&str>,
) -> Result<(String, Vec<LeaderboardRow>), Refusal> {
    let game = line::opening::find(GAMES, game)?;
    let day = match day {
        None => context.hall.today(),
        Some(text) => hall::daily::read_day(text)?,
    };
    // Refuses a game without dailies.
    games::daily::daily(game, day, "")?;
    let info = game.info();
    let board = context.runtime.block_on(context.hall.daily_leaderboard(info.id, day, ""))?;
    Ok((format!("Daily {}, {day}", info.name), board.to_vec()))
}

/// Parses and formats the ticket first, so that any spelling of it finds the same leaderboard.
fn of_ticket(
    context: HallContext,
    text: &str,
    boards: &BoardLibrary,
) -> Result<(String, Vec<LeaderboardRow>), Refusal> {
    let ticket: Ticket = text.parse()?;
    let stored = |hash: &str| context.runtime.block_on(context.hall.value(hash)).ok().flatten();
    let value = |_: &str, hash: &str| boards.hashed(hash).or_else(|| stored(hash));
    let start = ticket.start(GAMES, &SealKey::OPEN, value)?;
    let ticket = start.ticket(&SealKey::OPEN);
    let board = context.runtime.block_on(context.hall.ticket_leaderboard(&ticket, ""))?;
    Ok((format!("{}, {ticket}", start.game.info().name), board.to_vec()))
}

/// The leaderboard as text. Players who used hints are listed separately.
fn render(name: &str, board: &[LeaderboardRow]) -> String {
    if board.is_empty() {
        return format!("{name}: nobody has finished this puzzle yet.");
    }
    let mut text = format!("{name}\n");
    let wide = board.iter().map(|row| row.player.chars().count()).max().unwrap_or(0);
    for (hinted, title) in [(false, ""), (true, "with hints\n")] {
        let mut rows = board.iter().filter(|row| row.hinted == hinted).peekable();
        if rows.peek().is_some() {
            text.push_str(title);
        }
        for LeaderboardRow { place, player, score, won, .. } in rows {
            let won = if *won { "won" } else { "" };
            let _ = writeln!(
                text,
                "{}",
                format!("  {place:>3}  {player:wide$}  {score:>6}  {won}").trim_end()
            );
        }
    }
    text
}
