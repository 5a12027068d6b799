//! Dailies in a plain terminal: the list of today's, playing one, and the streak after it.

use crate::{
    BoardLibrary, Console, Ending, HallContext, LineError, Opening, PlayRequest, default_dialogue,
    opening, replay,
};
use engine::{Refusal, Seat, Viewer};
use games::GAMES;
use hall::daily::{DailyState, Stage, hours_minutes_seconds};
use jiff::civil::Date;

/// Plays today's daily of a game; without a game, lists the dailies and lets the player choose.
pub fn daily(
    console: &mut Console,
    context: HallContext,
    game: Option<&str>,
    boards: &BoardLibrary,
) -> Result<(), LineError> {
    let player = context.players.only()?;
    if let Some(name) = game {
        let (game, day) = (opening::find(GAMES, name)?, context.hall.today());
        let state = context.runtime.block_on(context.hall.daily(game, day, player))?;
        return play(console, context, &state, boards).map(drop);
    }
    loop {
        let states = context.runtime.block_on(context.hall.dailies(player))?;
        list(console, context, &states)?;
        let Some(state) = pick(console, &states)? else { return Ok(()) };
        match play(console, context, state, boards) {
            Ok(Ending::Quit) => return Ok(()),
            Ok(Ending::Done) => {}
            // The player may still choose another one.
            Err(LineError::Refused(refusal)) => console.say(&refusal.text)?,
            Err(error) => return Err(error),
        }
        console.say("")?;
    }
}

/// Opens a daily, resumes it, or shows how it ended.
fn play(
    console: &mut Console,
    context: HallContext,
    state: &DailyState,
    boards: &BoardLibrary,
) -> Result<Ending, LineError> {
    if state.stage() == Stage::Over {
        show(console, context, state)?;
        return Ok(Ending::Done);
    }
    let info = state.game.info();
    console.say(&format!("Daily {}, {}.\n", info.name, state.day))?;
    let request = match &state.counted {
        Some(summary) => PlayRequest::resume(context, summary, boards.clone())?,
        None => {
            let puzzle = state.puzzle()?;
            let (what, there) = (info.id.to_owned(), Some(puzzle.start));
            let opening = Opening { what, there, boards: boards.clone(), ..Opening::default() };
            let bots = puzzle.bots.into_iter().map(|(seat, name)| (seat, name.to_owned()));
            let (bots, daily) = (bots.collect(), Some(state.day));
            PlayRequest { opening, bots, daily, ..PlayRequest::default() }
        }
    };
    crate::play(console, context, &request)
}

/// Shows a finished daily: its scene, the text to share, the ticket and the streak.
fn show(console: &mut Console, context: HallContext, state: &DailyState) -> Result<(), LineError> {
    let Some(summary) = &state.counted else { return Ok(()) };
    let (game, day) = (state.game.info().id, state.day);
    let seat = context.players.names().iter().find_map(|name| summary.seat_of(name));
    let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
    let update = context.runtime.block_on(context.hall.look(&summary.id, viewer))?;
    let name = state.game.info().name;
    console.say(&format!("You have already played the daily {name} of {day}."))?;
    let update = update.named(&context.players.names_at(&summary.sat));
    replay::show(console, &update.scene, &[])?;
    if let Some(over) = &update.over {
        default_dialogue::share(console, game, &update, over)?;
        default_dialogue::say_ticket(console, over)?;
    }
    after(console, context, game, day)
}

/// Shows the streak and the time until the next daily, if the daily is over.
pub(crate) fn after(
    console: &mut Console,
    context: HallContext,
    game: &str,
    day: Date,
) -> Result<(), LineError> {
    let (hall, game) = (context.hall, opening::find(GAMES, game)?);
    let Ok(player) = context.players.only() else { return Ok(()) };
    let state = context.runtime.block_on(hall.daily(game, day, player))?;
    let Some(summary) = state.counted.filter(|summary| summary.ended.is_some()) else {
        return Ok(());
    };
    let id = game.info().id;
    console.say("")?;
    if summary.hinted {
        console.say("You used a hint, so this daily doesn't count for your streak.")?;
    }
    if let Some(tally) = context.runtime.block_on(hall.dailies_of(id, player))? {
        let (streak, longest) = (tally.streak, tally.longest);
        console.say(&format!("Current streak: {streak}. Longest: {longest}."))?;
    }
    Ok(console.say(&match hall.today() == day {
        true => format!("Next daily in {}.", hours_minutes_seconds(hall.countdown())),
        // Midnight has passed meanwhile, or the clock was changed.
        false => format!("There is a new daily for {}: lexicade daily {id}", hall.today()),
    })?)
}

/// Lists today's dailies with their numbers.
fn list(
    console: &mut Console,
    context: HallContext,
    states: &[DailyState],
) -> Result<(), LineError> {
    let (today, left) = (context.hall.today(), hours_minutes_seconds(context.hall.countdown()));
    console.say(&format!("Dailies of {today}. New ones in {left}.\n"))?;
    for (n, state) in (1..).zip(states) {
        let id = state.game.info().id;
        console.say(&format!("  {n}  {id:8} {}", short_state(context, state)?))?;
    }
    Ok(console.say("")?)
}

/// The state of a daily in a few words.
fn short_state(context: HallContext, state: &DailyState) -> Result<String, Refusal> {
    let Some(summary) = &state.counted else { return Ok("not played yet".into()) };
    let seat = context.players.names().iter().find_map(|name| summary.seat_of(name));
    let seat = seat.unwrap_or(Seat(0));
    let progress = || context.runtime.block_on(context.hall.progress(&summary.id, seat));
    Ok(match (state.stage(), &summary.ended) {
        (Stage::New, _) => "not played yet".into(),
        (_, Some(ended)) => {
            let won = if summary.won(seat) { "won" } else { "lost" };
            let score = ended.scores.get(seat.index()).copied().unwrap_or_default();
            let hinted = if summary.hinted { ", with a hint" } else { "" };
            format!("played: {won}, score {score}{hinted}")
        }
        (_, None) => match progress() {
            Ok(progress) => format!("unfinished: {progress}"),
            Err(_) => "unfinished: the match can't be read".into(),
        },
    })
}

fn pick<'a>(
    console: &mut Console,
    states: &'a [DailyState],
) -> Result<Option<&'a DailyState>, LineError> {
    loop {
        let Some(answer) = console.question("Which one? ")? else { return Ok(None) };
        let answer = answer.to_lowercase();
        if matches!(answer.as_str(), "q" | "quit" | "e" | "exit") {
            return Ok(None);
        }
        let number = answer.parse::<usize>().ok();
        let by_number = number.and_then(|n| states.get(n.wrapping_sub(1)));
        let by_name = || states.iter().find(|state| state.game.info().id == answer);
        match by_number.or_else(by_name) {
            Some(state) => return Ok(Some(state)),
            None if answer.is_empty() => {}
            None => console.say("Type the name or number of a daily, or /quit.")?,
        }
    }
}
