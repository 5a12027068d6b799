//! Sitting down: a match is opened or gone on with, and an ear is kept at it.

use super::{MatchRequest, SeatedMatch};
use engine::line::quote;
use engine::{Refusal, Seat, Seats, Viewer};
use games::GAMES;
use hall::players::local_seats;
use hall::{Hall, MatchFilter, MatchId, Occupant, Players, Summary, Watch};
use std::path::{Path, PathBuf};

/// The text of a match in a file.
pub(super) fn read_play(path: &Path) -> Result<String, Refusal> {
    check_regular_file(path)?;
    hall::opening::read_play(path)
}

/// Can words be read from this file?
pub(super) fn own_words(path: &Path) -> Result<(), Refusal> {
    check_regular_file(path)?;
    hall::opening::own_words(path).map(drop)
}

/// Refuses what may keep us waiting for ever, as a pipe does to which nobody writes.
fn check_regular_file(path: &Path) -> Result<(), Refusal> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let path = quote(&path.to_string_lossy());
            Err(Refusal::setup(format!("“{path}” is not a file.")))
        }
        // What else is wrong with it is said when it is read.
        _ => Ok(()),
    }
}

/// Whose ears hear what is said: the one person there is, or everybody.
fn listener(here: Seats) -> Viewer {
    match (here.iter().next(), here.len()) {
        (Some(one), 1) => Viewer::Seat(one),
        _ => Viewer::Public,
    }
}

pub(super) async fn open(hall: &Hall, wish: MatchRequest) -> Result<(SeatedMatch, Watch), Refusal> {
    let MatchRequest { opening, mut bots, players, daily, file, in_memory: unkept } = wish;
    if unkept {
        hall.open_in_memory();
    }
    opening.words.as_deref().map_or(Ok(()), check_regular_file)?;
    let (start, notice) = match daily {
        Some(day) => {
            let game = hall::opening::find(GAMES, opening.game())?;
            let puzzle = games::daily::daily(game, day, "")?;
            // Everybody's daily has the same rivals.
            bots = puzzle.bots.iter().map(|(seat, name)| (*seat, (*name).to_owned())).collect();
            (puzzle.start, None)
        }
        None => {
            let opened = hall.complete(opening).await?.resolve(GAMES)?;
            hall.word_lists().put(opened.words);
            (opened.start, opened.notice)
        }
    };
    let is_bot = |seat: &Seat| bots.iter().any(|(bot, _)| bot == seat);
    let people = players.assign_seats((0..start.seats).map(Seat).filter(|seat| !is_bot(seat)))?;
    let here = people.iter().fold(Seats::NONE, |here, (seat, _)| here.with(*seat));
    let id = match daily {
        Some(day) => hall.open_daily(&start, day).await?,
        None => hall.open(&start).await?,
    };
    let ear = hall.watch(&id, listener(here)).await?;
    let mut sat = vec![None; usize::from(start.seats)];
    let seats = bots.iter().map(|(seat, name)| (*seat, Occupant::Bot(name.clone())));
    for (seat, who) in people.into_iter().chain(seats) {
        hall.sit(&id, seat, who.clone()).await?;
        if let Some(sat) = sat.get_mut(seat.index()) {
            *sat = Some(who);
        }
    }
    let names = players.names_at(&sat);
    if let Some(path) = file.as_deref().and_then(Path::to_str) {
        // A store that does not take it is no reason not to build.
        let _ = hall.save_note(&id, path).await;
    }
    Ok((SeatedMatch { id, start, here, names, bots, daily, file, notice }, ear))
}

pub(super) async fn resume(
    hall: &Hall,
    id: &MatchId,
    players: &Players,
    shared: bool,
) -> Result<(SeatedMatch, Watch), Refusal> {
    hall.rejoin(&summary(hall, id).await?, players).await?;
    let summary = summary(hall, id).await?;
    let here = local_seats(&summary, players, shared);
    let start = hall.start(id).await?;
    let ear = hall.watch(id, listener(here)).await?;
    let names = players.names_at(&summary.sat);
    let bot = |(seat, who): (Seat, &Option<Occupant>)| match who {
        Some(Occupant::Bot(name)) => Some((seat, name.clone())),
        _ => None,
    };
    let bots = (0..).map(Seat).zip(&summary.sat).filter_map(bot).collect();
    let file = hall.note(id).await.ok().flatten().map(PathBuf::from);
    let (id, daily) = (id.clone(), summary.daily);
    Ok((SeatedMatch { id, start, here, names, bots, daily, file, notice: None }, ear))
}

pub(super) async fn summary(hall: &Hall, id: &MatchId) -> Result<Summary, Refusal> {
    let which = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
    let found = hall.matches(&which).await?.into_iter().next();
    found.ok_or_else(|| Refusal::new("house.match", format!("There is no match {id}.")))
}

pub(super) async fn cancel_unbegun(hall: &Hall, id: &MatchId) -> Result<(), Refusal> {
    let summary = summary(hall, id).await?;
    match summary.begun() || summary.daily.is_some() {
        true => Ok(()),
        false => hall.cancel_match(id).await,
    }
}
