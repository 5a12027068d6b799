//! Opens or resumes a match for the players here, and starts to watch it.

use super::{MatchRequest, SeatedMatch};
use engine::line::quote;
use engine::{Code, Refusal, Seat, Seats, Viewer};
use games::GAMES;
use hall::players::local_seats;
use hall::{Hall, MatchFilter, MatchId, Occupant, Players, Summary, Watch};
use std::path::{Path, PathBuf};

/// Reads the text of a `.play` file.
pub(super) fn read_play(path: &Path) -> Result<String, Refusal> {
    check_regular_file(path)?;
    hall::opening::read_play(path)
}

/// Checks whether a word list can be read from this file.
pub(super) fn own_words(path: &Path) -> Result<(), Refusal> {
    check_regular_file(path)?;
    hall::opening::own_words(path).map(drop)
}

/// Refuses files that may block forever, such as a pipe that nobody writes to.
fn check_regular_file(path: &Path) -> Result<(), Refusal> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let path = quote(&path.to_string_lossy());
            Err(Refusal::setup(format!("“{path}” is not a file.")))
        }
        // Reading the file reports all other problems.
        _ => Ok(()),
    }
}

/// Whose messages are shown: those of the only player here, or the public ones.
fn message_viewer(here: Seats) -> Viewer {
    match (here.iter().next(), here.len()) {
        (Some(one), 1) => Viewer::Seat(one),
        _ => Viewer::Public,
    }
}

pub(super) async fn open(
    hall: &Hall,
    request: MatchRequest,
) -> Result<(SeatedMatch, Watch), Refusal> {
    let MatchRequest { opening, mut bots, players, daily, file, in_memory } = request;
    if in_memory {
        hall.open_in_memory();
    }
    opening.words.as_deref().map_or(Ok(()), check_regular_file)?;
    let (start, notice) = match daily {
        Some(day) => {
            let game = hall::opening::find(GAMES, opening.game())?;
            let puzzle = games::daily::daily(game, day, "")?;
            // Everyone's daily has the same bots.
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
    let watch = hall.watch(&id, message_viewer(here)).await?;
    let mut sat = vec![None; usize::from(start.seats)];
    let seats = bots.iter().map(|(seat, name)| (*seat, Occupant::Bot(name.clone())));
    for (seat, occupant) in people.into_iter().chain(seats) {
        hall.sit(&id, seat, occupant.clone()).await?;
        if let Some(sat) = sat.get_mut(seat.index()) {
            *sat = Some(occupant);
        }
    }
    let names = players.names_at(&sat);
    if let Some(path) = file.as_deref().and_then(Path::to_str) {
        // If the store fails, the board can still be built.
        let _ = hall.save_board_file(&id, path).await;
    }
    Ok((SeatedMatch { id, start, here, names, bots, daily, file, notice }, watch))
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
    let watch = hall.watch(id, message_viewer(here)).await?;
    let names = players.names_at(&summary.sat);
    let bot = |(seat, occupant): (Seat, &Option<Occupant>)| match occupant {
        Some(Occupant::Bot(name)) => Some((seat, name.clone())),
        _ => None,
    };
    let bots = (0..).map(Seat).zip(&summary.sat).filter_map(bot).collect();
    let file = hall.board_file(id).await.ok().flatten().map(PathBuf::from);
    let (id, daily) = (id.clone(), summary.daily);
    Ok((SeatedMatch { id, start, here, names, bots, daily, file, notice: None }, watch))
}

pub(super) async fn summary(hall: &Hall, id: &MatchId) -> Result<Summary, Refusal> {
    let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
    let found = hall.matches(&filter).await?.into_iter().next();
    found.ok_or_else(|| Refusal::new(Code::Match, format!("There is no match {id}.")))
}

pub(super) async fn cancel_unbegun(hall: &Hall, id: &MatchId) -> Result<(), Refusal> {
    let summary = summary(hall, id).await?;
    match summary.begun() || summary.daily.is_some() {
        true => Ok(()),
        false => hall.cancel_match(id).await,
    }
}
