//! Lists for the pages: unfinished matches, dailies, finished matches, statistics; and the steps of a replay.

use super::open_match::summary;
use super::{DailyProgress, FinishedMatch, LobbyData, Replayed, UnfinishedMatch};
use engine::{AnyGame, Refusal, Seat};
use hall::daily::hours_minutes_seconds;
use hall::stats::Tally;
use hall::{Hall, MatchFilter, MatchId, NamedUpdate, Players, Rebuilt, Summary};
use jiff::civil::Date;
use std::collections::BTreeSet;

/// How many matches are listed at most.
const MAX_LISTED: u32 = 200;

/// The seat of the first of these players who is in the match.
fn seat_here(summary: &Summary, players: &Players) -> Option<Seat> {
    players.names().iter().find_map(|name| summary.seat_of(name))
}

pub(super) async fn lobby(
    hall: &Hall,
    players: &Players,
    most: usize,
    noted: &BTreeSet<MatchId>,
) -> Result<LobbyData, Refusal> {
    let (today, dailies) = dailies(hall, players).await?;
    let filter = MatchFilter { over: Some(false), limit: Some(MAX_LISTED), ..MatchFilter::all() };
    let all = hall.matches_of(players.names(), &filter).await?.into_iter();
    let is_wanted = |summary: &Summary| summary.begun() || noted.contains(&summary.id);
    let mut here = all.filter(is_wanted).filter_map(|summary| {
        let seat = seat_here(&summary, players)?;
        Some((summary, seat))
    });
    let mut unfinished = Vec::new();
    for (summary, seat) in here.by_ref().take(most) {
        let ago = summary.ago(hall.now());
        unfinished.push(UnfinishedMatch {
            // This reads the match log.
            progress: progress_text(hall, &summary, seat).await,
            ago: if summary.daily.is_some() { format!("{ago}, daily") } else { ago },
            id: summary.id,
            game: summary.game,
        });
    }
    Ok(LobbyData { unfinished, more: here.count(), today, dailies })
}

async fn progress_text(hall: &Hall, summary: &Summary, seat: Seat) -> String {
    let progress = hall.progress(&summary.id, seat).await;
    progress.unwrap_or_else(|_| "can't be read".to_owned())
}

/// Today's date, and how far its dailies are for the first of these players.
async fn dailies(
    hall: &Hall,
    players: &Players,
) -> Result<(Date, Vec<(String, DailyProgress)>), Refusal> {
    let Some(player) = players.names().first() else { return Ok((hall.today(), Vec::new())) };
    let states = hall.dailies(player).await?;
    let today = states.first().map_or_else(|| hall.today(), |daily| daily.day);
    let mut all = Vec::new();
    for daily in states {
        // A daily without moves counts as not started.
        let counted = daily.counted.filter(|it| it.begun() || it.ended.is_some());
        let counted = counted.and_then(|it| it.seat_of(player).map(|seat| (it, seat)));
        let state = match counted {
            None => DailyProgress::NotStarted,
            Some((summary, seat)) => match &summary.ended {
                None => DailyProgress::Started(
                    summary.id.clone(),
                    progress_text(hall, &summary, seat).await,
                ),
                Some(ended) => {
                    let score = ended.scores.get(seat.index()).copied().unwrap_or_default();
                    DailyProgress::Done(summary.id.clone(), summary.won(seat), score)
                }
            },
        };
        all.push((daily.game.info().id.to_owned(), state));
    }
    Ok((today, all))
}

pub(super) async fn finished(
    hall: &Hall,
    players: &Players,
) -> Result<Vec<FinishedMatch>, Refusal> {
    let filter = MatchFilter { over: Some(true), limit: Some(MAX_LISTED), ..MatchFilter::all() };
    let own = hall.matches_of(players.names(), &filter).await?.into_iter();
    // An imported match belongs to nobody.
    let others = hall.matches(&filter).await?.into_iter();
    let of_nobody = others.filter(|summary| summary.sat.iter().all(Option::is_none));
    let mut all: Vec<Summary> = own.chain(of_nobody).collect();
    all.sort_by_key(|summary| std::cmp::Reverse(summary.last));
    let done = all.into_iter().filter(|summary| !summary.is_cancelled()).filter_map(|summary| {
        let ended = summary.ended.as_ref()?;
        let scores = match &ended.scores[..] {
            [1] => "1 point".to_owned(),
            [one] => format!("{one} points"),
            all => all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : "),
        };
        let won = match seat_here(&summary, players) {
            Some(seat) if summary.won(seat) => "won",
            Some(_) => "lost",
            None => "imported",
        };
        let daily = if summary.daily.is_some() { ", daily" } else { "" };
        let hinted = if summary.hinted { ", with hints" } else { "" };
        let result = format!("{won}, {scores}{daily}{hinted}");
        let ago = summary.ago(hall.now());
        Some(FinishedMatch { id: summary.id, game: summary.game, result, ago })
    });
    Ok(done.collect())
}

pub(super) async fn tallies(
    hall: &Hall,
    players: &Players,
) -> Result<Vec<(String, Vec<Tally>)>, Refusal> {
    let mut all = Vec::new();
    for name in players.names() {
        all.push((name.clone(), hall.tallies(None, name).await?));
    }
    Ok(all)
}

pub(super) async fn replay(
    hall: &Hall,
    id: &MatchId,
    players: &Players,
) -> Result<Box<Replayed>, Refusal> {
    let summary = summary(hall, id).await?;
    let names = players.names_at(&summary.sat);
    let viewer = players.replay_viewer(&summary)?;
    let mut steps: Vec<NamedUpdate> = Vec::new();
    for update in hall.replay(id, viewer).await? {
        let update = update.named(&names);
        // Sitting down and asking for hints change nothing on screen.
        if update.said.is_empty() && steps.last().is_some_and(|last| last.scene == update.scene) {
            continue;
        }
        steps.push(update);
    }
    let game = hall.start(id).await?.game;
    Ok(Box::new(Replayed { game, steps }))
}

/// The result of a rebuild as a sentence.
pub(super) fn rebuilt(rebuilt: Rebuilt, stopped: bool) -> Result<String, Refusal> {
    if let Some((_, first)) = rebuilt.damaged.into_iter().next() {
        return Err(first);
    }
    let read = match rebuilt.matches {
        1 => "Rebuilt from 1 match log.".to_owned(),
        n => format!("Rebuilt from {n} match logs."),
    };
    Ok(if stopped { format!("{read} Stopped: other matches are unchanged.") } else { read })
}

/// The streak after a daily, and when the next one comes.
pub(super) async fn after_daily(
    hall: &Hall,
    game: &'static dyn AnyGame,
    day: Date,
    players: &Players,
) -> Option<String> {
    let player = players.only().ok()?;
    let summary = hall.daily(game, day, player).await.ok()?.counted?;
    summary.ended.as_ref()?;
    let tally = hall.dailies_of(game.info().id, player).await.ok().flatten();
    let streak = match tally {
        _ if summary.hinted => "Played with hints: counted separately.".to_owned(),
        Some(tally) => format!("Current streak: {}, longest: {}.", tally.streak, tally.longest),
        None => return None,
    };
    Some(match hall.today() == day {
        true => format!("{streak} Next daily in {}.", hours_minutes_seconds(hall.countdown())),
        false => format!("{streak} The next daily is ready."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GAMES;
    use hall::{Occupant, Store};
    use tokio::runtime::Builder;

    #[test]
    fn a_daily_without_moves_counts_as_not_started() {
        let hall = Hall::new(GAMES, Store::memory());
        let ann = Players::read("Ann").unwrap();
        let wordle = async || {
            let (_, all) = dailies(&hall, &ann).await.unwrap();
            all.into_iter().find(|(game, _)| game == "wordle").unwrap().1
        };
        Builder::new_current_thread().build().unwrap().block_on(async {
            let day = hall.today();
            let start = games::daily::daily(games::find("wordle").unwrap(), day, "").unwrap().start;
            let id = hall.open_daily(&start, day).await.unwrap();
            hall.sit(&id, Seat(0), Occupant::Player("Ann".into())).await.unwrap();
            assert_eq!(wordle().await, DailyProgress::NotStarted);
            hall.act(&id, Seat(0), 1, "guess crane").await.unwrap();
            // The match is over if this was the word.
            assert_ne!(wordle().await, DailyProgress::NotStarted);
        });
    }
}
