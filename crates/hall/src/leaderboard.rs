//! Leaderboards: who played the same puzzle how well.

use crate::daily::firsts;
use crate::upkeep::list_failed;
use crate::{Hall, MatchFilter, Occupant, Summary, SummaryRows, WorkPermit};
use engine::{Refusal, Seat, Ticket};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// A place on a board of honour.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeaderboardRow {
    /// The place: equal results share it. Those with a hint have places of their own.
    pub place: usize,
    /// Who.
    pub player: String,
    /// With what score.
    pub score: i64,
    /// Was it won?
    pub won: bool,
    /// With a hint?
    pub hinted: bool,
    /// When it ended.
    pub at: Timestamp,
}

impl Hall {
    /// The leaderboard of a puzzle, by its ticket.
    pub async fn ticket_leaderboard(
        &self,
        ticket: &str,
        player: &str,
    ) -> Result<Arc<[LeaderboardRow]>, Refusal> {
        let text = self.stored_ticket(ticket)?;
        let Ticket { game, seed, .. } = text.parse()?;
        self.leaderboard(LeaderboardKey::Ticket { text, game, seed }, player).await
    }

    /// The leaderboard of a day's daily: only the matches that count.
    pub async fn daily_leaderboard(
        &self,
        game: &str,
        day: Date,
        player: &str,
    ) -> Result<Arc<[LeaderboardRow]>, Refusal> {
        self.leaderboard(LeaderboardKey::Daily(game.to_owned(), day), player).await
    }

    /// A leaderboard for this player, made anew in its turn unless it was made a moment ago. A summary that cannot be read
    /// is left out until it is rebuilt.
    async fn leaderboard(
        &self,
        puzzle: LeaderboardKey,
        player: &str,
    ) -> Result<Arc<[LeaderboardRow]>, Refusal> {
        let known = || self.0.leaderboard_cache.get(&puzzle, player, self.work().leaderboard_age());
        if let Some(board) = known() {
            return Ok(board);
        }
        let turn = self.work().turn().await?;
        // Somebody else may have wanted the same one.
        if let Some(board) = known() {
            return Ok(board);
        }
        let (made, of) = (self.0.leaderboard_cache.ended(), puzzle.clone());
        let rows = self.store().summaries(&puzzle.filter()).await;
        let rows = rows.map_err(|error| list_failed(&error))?;
        let maker = match &puzzle {
            LeaderboardKey::Ticket { game, seed, .. } => self.maker(game, *seed).await?,
            LeaderboardKey::Daily(..) => None,
        };
        let ranked = turn.run(move |permit| rank(permit, rows, &of, maker.as_deref()));
        let board: Arc<[LeaderboardRow]> = ranked.await?.into();
        self.0.leaderboard_cache.put(puzzle, player, made, &board);
        Ok(board)
    }
}

/// A puzzle that many play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum LeaderboardKey {
    Ticket { text: String, game: String, seed: u64 },
    Daily(String, Date),
}

impl LeaderboardKey {
    fn filter(&self) -> MatchFilter {
        match self.clone() {
            // Other matches with the seed of the ticket are of interest too: they tell its puzzle.
            LeaderboardKey::Ticket { game, seed, .. } => {
                MatchFilter { game: Some(game), seed: Some(seed), ..MatchFilter::all() }
            }
            LeaderboardKey::Daily(game, day) => {
                MatchFilter { game: Some(game), daily: Some(day), ..MatchFilter::all() }
            }
        }
    }
}

/// How many leaderboards are remembered.
const REMEMBERED: usize = 64;

/// How many players are remembered who are not on a leaderboard.
const ABSENT: usize = 10_000;

/// How long a leaderboard is good when no match has ended here since: one may have ended on another node.
const GOOD: Duration = Duration::from_secs(5);

/// Leaderboards that were made a moment ago.
#[derive(Default)]
pub(crate) struct LeaderboardCache {
    boards: Mutex<HashMap<LeaderboardKey, CachedLeaderboard>>,
    /// How many matches have ended here.
    ended: AtomicU64,
}

struct CachedLeaderboard {
    at: Instant,
    /// How many matches had ended then.
    ended: u64,
    board: Arc<[LeaderboardRow]>,
    /// Players who asked and are not on it, even after it was made anew for them.
    absent: HashSet<String>,
}

impl LeaderboardCache {
    /// A match has ended: some leaderboard is another one.
    pub(crate) fn note_end(&self) {
        self.ended.fetch_add(1, Relaxed);
    }

    fn ended(&self) -> u64 {
        self.ended.load(Relaxed)
    }

    /// The leaderboard, if it is younger than this, or young and still the same. A player who is not on it may just have
    /// finished: once, that makes it too old.
    fn get(
        &self,
        puzzle: &LeaderboardKey,
        player: &str,
        age: Duration,
    ) -> Option<Arc<[LeaderboardRow]>> {
        let boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let made = boards.get(puzzle)?;
        let is_same = made.ended == self.ended();
        let good = if is_same { GOOD.max(age) } else { age };
        let is_known = is_same || made.absent.contains(player) || is_on(&made.board, player);
        (made.at.elapsed() < good && is_known).then(|| Arc::clone(&made.board))
    }

    fn put(&self, puzzle: LeaderboardKey, player: &str, ended: u64, board: &Arc<[LeaderboardRow]>) {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if boards.len() >= REMEMBERED {
            boards.clear();
        }
        let mut absent = boards.remove(&puzzle).map(|made| made.absent).unwrap_or_default();
        if absent.len() >= ABSENT {
            absent.clear();
        }
        if !is_on(board, player) {
            absent.insert(player.to_owned());
        }
        boards.insert(
            puzzle,
            CachedLeaderboard { at: Instant::now(), ended, board: Arc::clone(board), absent },
        );
    }
}

fn is_on(board: &[LeaderboardRow], player: &str) -> bool {
    board.iter().any(|honour| honour.player == player)
}

fn rank(
    _: &WorkPermit,
    rows: SummaryRows,
    puzzle: &LeaderboardKey,
    maker: Option<&str>,
) -> Vec<LeaderboardRow> {
    let all: Vec<Summary> = rows.parse().into_iter().flatten().collect();
    match puzzle {
        LeaderboardKey::Ticket { text, .. } => {
            let counted = counted(&all, text);
            ranked_rows(all.iter(), |player, summary| {
                let is_counted = counted.get(player).is_some_and(|first| first.id == summary.id);
                is_counted && maker != Some(player)
            })
        }
        LeaderboardKey::Daily(..) => {
            let firsts = firsts(&all);
            ranked_rows(all.iter(), |player, summary| {
                firsts.get(player).is_some_and(|ids| ids.contains(&summary.id))
            })
        }
    }
}

/// The one match of a ticket that counts for each player: the first they opened, whatever became of it, since whoever
/// plays a puzzle again knows it. When another of their matches with the same seed has told them something before it was
/// over, they knew the puzzle too: none counts.
fn counted<'a>(summaries: &'a [Summary], ticket: &str) -> BTreeMap<&'a str, &'a Summary> {
    let mut firsts: BTreeMap<&str, &Summary> = BTreeMap::new();
    for summary in summaries.iter().filter(|summary| summary.ticket == ticket) {
        for player in summary.people() {
            let first = firsts.entry(player).or_insert(summary);
            if (summary.opened, &summary.id) < (first.opened, &first.id) {
                *first = summary;
            }
        }
    }
    for other in summaries {
        for player in other.people() {
            let knew = |first: &&Summary| {
                // One that was opened when the first was over cannot have told anything, even in the same millisecond.
                first.id != other.id
                    && other.opened < first.last
                    && tells_since(other, ticket).is_some_and(|since| since <= first.last)
            };
            if firsts.get(player).is_some_and(knew) {
                firsts.remove(player);
            }
        }
    }
    firsts
}

/// Since when a match has told its players more than the matches of this ticket show at their start. With other settings
/// it may show more from the beginning; with the same ones it does once somebody has moved or it is over. A match that was
/// cancelled before its first move has told nothing.
fn tells_since(other: &Summary, ticket: &str) -> Option<Timestamp> {
    if other.ticket != ticket {
        return Some(other.opened);
    }
    let over = other.ended.is_some() && !other.is_cancelled();
    other.told.or(over.then_some(other.last))
}

/// The leaderboard of the matches that count. A win comes before any score without one, in every game: the score itself
/// need not reward it. Hints come last.
fn ranked_rows<'a>(
    summaries: impl Iterator<Item = &'a Summary>,
    counts: impl Fn(&str, &Summary) -> bool,
) -> Vec<LeaderboardRow> {
    let mut all: Vec<&Summary> = summaries.collect();
    all.sort_by_key(|summary| (summary.opened, summary.id.clone()));
    let mut firsts: BTreeMap<&str, LeaderboardRow> = BTreeMap::new();
    for summary in all {
        let Some(ended) = summary.ended.as_ref().filter(|_| !summary.is_cancelled()) else {
            continue;
        };
        for (seat, who) in (0..).map(Seat).zip(&summary.sat) {
            let (Some(Occupant::Player(player)), Some(&score)) =
                (who, ended.scores.get(seat.index()))
            else {
                continue;
            };
            if counts(player, summary) {
                let (name, won) = (player.clone(), summary.won(seat));
                let (hinted, at) = (summary.hinted, summary.last);
                let honour = LeaderboardRow { place: 0, player: name, score, won, hinted, at };
                firsts.entry(player).or_insert(honour);
            }
        }
    }
    let mut board: Vec<LeaderboardRow> = firsts.into_values().collect();
    let rank = |honour: &LeaderboardRow| (honour.hinted, !honour.won, -honour.score);
    board.sort_by_key(|honour| (rank(honour), honour.at));
    // Equal results share a place; those with a hint have places of their own.
    let without_hint = board.partition_point(|honour| !honour.hinted);
    let mut before = None;
    for (n, honour) in board.iter_mut().enumerate() {
        let own = rank(honour);
        let first = if honour.hinted { without_hint } else { 0 };
        honour.place = match before {
            Some((other, place)) if other == own => place,
            _ => 1 + n - first,
        };
        before = Some((own, honour.place));
    }
    board
}
