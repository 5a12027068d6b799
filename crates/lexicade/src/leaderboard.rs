//! Who played the same puzzle how well: a day's daily, or what a ticket names.

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
pub(crate) fn show(args: &LeaderboardArgs, manners: &GlobalArgs) -> Result<(), LineError> {
    with_hall(manners, |console, house| {
        let (name, board) = match (args.what.contains('/'), &args.day) {
            (true, None) => of_ticket(house, &args.what, &home::boards(manners))?,
            (true, Some(_)) => {
                let text = "A ticket names one puzzle; leave out the date.";
                return Err(Refusal::setup(text).into());
            }
            (false, day) => of_daily(house, &args.what, day.as_deref())?,
        };
        if args.json {
            return Ok(console.write_file(&format!("{}\n", serde_json::json!(board)))?);
        }
        Ok(console.say(render(&name, &board).trim_end())?)
    })
}

fn of_daily(
    house: HallContext,
    game: &str,
    day: Option<&str>,
) -> Result<(String, Vec<LeaderboardRow>), Refusal> {
    let game = line::opening::find(GAMES, game)?;
    let day = match day {
        None => house.hall.today(),
        Some(text) => hall::daily::read_day(text)?,
    };
    // A game without dailies has no leaderboard of them.
    games::daily::daily(game, day, "")?;
    let info = game.info();
    let board = house.runtime.block_on(house.hall.daily_leaderboard(info.id, day, ""))?;
    Ok((format!("{}, the daily of {day}", info.name), board.to_vec()))
}

/// The ticket is read and written again, so that it need not be typed exactly as it was shown.
fn of_ticket(
    house: HallContext,
    text: &str,
    boards: &BoardLibrary,
) -> Result<(String, Vec<LeaderboardRow>), Refusal> {
    let ticket: Ticket = text.parse()?;
    let kept = |hash: &str| house.runtime.block_on(house.hall.value(hash)).ok().flatten();
    let value = |_: &str, hash: &str| boards.hashed(hash).or_else(|| kept(hash));
    let start = ticket.start(GAMES, &SealKey::OPEN, value)?;
    let ticket = start.ticket(&SealKey::OPEN);
    let board = house.runtime.block_on(house.hall.ticket_leaderboard(&ticket, ""))?;
    Ok((format!("{}, {ticket}", start.game.info().name), board.to_vec()))
}

/// A leaderboard as text; those who had a hint stand apart.
fn render(name: &str, board: &[LeaderboardRow]) -> String {
    if board.is_empty() {
        return format!("{name}: nobody has finished it here yet.");
    }
    let mut text = format!("{name}\n");
    let wide = board.iter().map(|honour| honour.player.chars().count()).max().unwrap_or(0);
    for (hinted, title) in [(false, ""), (true, "with hints\n")] {
        let mut rows = board.iter().filter(|honour| honour.hinted == hinted).peekable();
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
