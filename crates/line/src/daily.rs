//! The dailies at a plain terminal: which there are today, playing one, and what is said after it.

use crate::{
    BoardLibrary, Console, Ending, HallContext, LineError, Opening, PlayRequest, default_dialogue,
    opening, replay,
};
use engine::{Refusal, Seat, Viewer};
use games::GAMES;
use hall::daily::{DailyState, Stage};
use jiff::civil::Date;

/// Plays today's daily of a game; without a game, shows what there is and lets the player pick.
pub fn daily(
    console: &mut Console,
    house: HallContext,
    game: Option<&str>,
    boards: &BoardLibrary,
) -> Result<(), LineError> {
    let player = house.players.only()?;
    if let Some(name) = game {
        let (game, day) = (opening::find(GAMES, name)?, house.hall.today());
        let state = house.runtime.block_on(house.hall.daily(game, day, player))?;
        return play(console, house, &state, boards).map(drop);
    }
    loop {
        let states = house.runtime.block_on(house.hall.dailies(player))?;
        list(console, house, &states)?;
        let Some(state) = pick(console, &states)? else { return Ok(()) };
        match play(console, house, state, boards) {
            Ok(Ending::Quit) => return Ok(()),
            Ok(Ending::Done) => {}
            // One that cannot be played is no reason not to play another.
            Err(LineError::Refused(refusal)) => console.say(&refusal.text)?,
            Err(trouble) => return Err(trouble),
        }
        console.say("")?;
    }
}

/// Opens a daily, goes on with it, or shows how it ended.
fn play(
    console: &mut Console,
    house: HallContext,
    state: &DailyState,
    boards: &BoardLibrary,
) -> Result<Ending, LineError> {
    if state.stage() == Stage::Over {
        show(console, house, state)?;
        return Ok(Ending::Done);
    }
    let info = state.game.info();
    console.say(&format!("The daily of {}: {}.\n", state.day, info.name))?;
    let plan = match &state.counted {
        Some(summary) => PlayRequest::resume(house, summary, boards.clone())?,
        None => {
            let puzzle = state.puzzle()?;
            let (what, there) = (info.id.to_owned(), Some(puzzle.start));
            let opening = Opening { what, there, boards: boards.clone(), ..Opening::default() };
            let bots = puzzle.bots.into_iter().map(|(seat, name)| (seat, name.to_owned()));
            let (bots, daily) = (bots.collect(), Some(state.day));
            PlayRequest { opening, bots, daily, ..PlayRequest::default() }
        }
    };
    crate::play(console, house, &plan)
}

/// A daily that was played: its board, what can be shown to others, and what comes next.
fn show(console: &mut Console, house: HallContext, state: &DailyState) -> Result<(), LineError> {
    let Some(summary) = &state.counted else { return Ok(()) };
    let (game, day) = (state.game.info().id, state.day);
    let seat = house.players.names().iter().find_map(|name| summary.seat_of(name));
    let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
    let update = house.runtime.block_on(house.hall.look(&summary.id, viewer))?;
    let name = state.game.info().name;
    console.say(&format!("You have played the daily of {day}: {name}."))?;
    let names = house.players.names_at(&summary.sat);
    replay::show(console, &names.scene(update.scene.clone()), &[])?;
    if let Some(over) = &update.over {
        default_dialogue::share(console, game, &update, over)?;
        default_dialogue::say_ticket(console, over)?;
    }
    after(console, house, game, day)
}

/// What is said after a daily: the streak, and when the next one comes. Nothing, when it is not over.
pub(crate) fn after(
    console: &mut Console,
    house: HallContext,
    game: &str,
    day: Date,
) -> Result<(), LineError> {
    let (hall, game) = (house.hall, opening::find(GAMES, game)?);
    let Ok(player) = house.players.only() else { return Ok(()) };
    let state = house.runtime.block_on(hall.daily(game, day, player))?;
    let Some(summary) = state.counted.filter(|summary| summary.ended.is_some()) else {
        return Ok(());
    };
    let id = game.info().id;
    console.say("")?;
    if summary.hinted {
        console.say("With a hint: it is counted apart, and no streak grows by it.")?;
    }
    if let Some(tally) = house.runtime.block_on(hall.dailies_of(id, player))? {
        let (streak, longest) = (tally.streak, tally.longest);
        console.say(&format!("Dailies won in a row: {streak}; the most so far: {longest}."))?;
    }
    Ok(console.say(&match hall.today() == day {
        true => format!("The next one comes in {}.", hall.countdown()),
        // Midnight has come meanwhile, or the clock was set.
        false => format!("The daily of {} is there: lexicade daily {id}", hall.today()),
    })?)
}

/// Today's dailies with their numbers.
fn list(console: &mut Console, house: HallContext, states: &[DailyState]) -> Result<(), LineError> {
    let (today, left) = (house.hall.today(), house.hall.countdown());
    console.say(&format!("The dailies of {today}; the next ones come in {left}.\n"))?;
    for (n, state) in (1..).zip(states) {
        let id = state.game.info().id;
        console.say(&format!("  {n}  {id:8} {}", in_short(house, state)?))?;
    }
    Ok(console.say("")?)
}

/// How far a daily has come, in a few words.
fn in_short(house: HallContext, state: &DailyState) -> Result<String, Refusal> {
    let Some(summary) = &state.counted else { return Ok("not played yet".into()) };
    let seat = house.players.names().iter().find_map(|name| summary.seat_of(name));
    let seat = seat.unwrap_or(Seat(0));
    let far = || house.runtime.block_on(house.hall.progress(&summary.id, seat));
    Ok(match (state.stage(), &summary.ended) {
        (Stage::New, _) => "not played yet".into(),
        (_, Some(ended)) => {
            let won = if summary.won(seat) { "won" } else { "not won" };
            let score = ended.scores.get(seat.index()).copied().unwrap_or_default();
            let hinted = if summary.hinted { ", with a hint" } else { "" };
            format!("played: {won}, score {score}{hinted}")
        }
        (_, None) => match far() {
            Ok(far) => format!("begun: {far}"),
            Err(_) => "begun: it cannot be read".into(),
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
            None => console.say("Say the name or the number of a daily, or /quit.")?,
        }
    }
}
