//! Leaderboards: the results of all players of the same puzzle.

use crate::daily::firsts;
use crate::upkeep::list_failed;
use crate::{
    Hall, MatchFilter, MatchId, Occupant, Summary, SummaryRows, Table, TableId, WorkPermit,
};
use engine::{Refusal, Seat, Ticket};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeaderboardRow {
    /// The rank. Equal results share it, and results with a hint are ranked separately.
    pub place: usize,
    pub player: String,
    pub score: i64,
    pub won: bool,
    pub hinted: bool,
    /// When the match ended.
    pub at: Timestamp,
}

impl Hall {
    /// The leaderboard of a ticket.
    pub async fn ticket_leaderboard(
        &self,
        ticket: &str,
        player: &str,
    ) -> Result<Arc<[LeaderboardRow]>, Refusal> {
        let text = self.stored_ticket(ticket)?;
        let Ticket { game, seed, .. } = text.parse()?;
        self.leaderboard(LeaderboardKey::Ticket { text, game, seed }, player).await
    }

    /// The leaderboard of a daily, with only the matches that count.
    pub async fn daily_leaderboard(
        &self,
        game: &str,
        day: Date,
        player: &str,
    ) -> Result<Arc<[LeaderboardRow]>, Refusal> {
        self.leaderboard(LeaderboardKey::Daily(game.to_owned(), day), player).await
    }

    /// A leaderboard for this player, from the cache if it is recent. A summary that can't be read is left out until it
    /// is rebuilt.
    async fn leaderboard(
        &self,
        puzzle: LeaderboardKey,
        player: &str,
    ) -> Result<Arc<[LeaderboardRow]>, Refusal> {
        let cached =
            || self.0.leaderboard_cache.get(&puzzle, player, self.work().leaderboard_age());
        if let Some(board) = cached() {
            return Ok(board);
        }
        let turn = self.work().turn().await?;
        // Another request may have made the same one meanwhile.
        if let Some(board) = cached() {
            return Ok(board);
        }
        let (made, of) = (self.0.leaderboard_cache.ended(), puzzle.clone());
        let rows = self.store().summaries(&puzzle.filter()).await;
        let rows = rows.map_err(|error| list_failed(&error))?;
        let maker = match &puzzle {
            LeaderboardKey::Ticket { game, seed, .. } => self.maker(game, *seed).await?,
            LeaderboardKey::Daily(..) => None,
        };
        let tables = match &puzzle {
            LeaderboardKey::Ticket { .. } => self.tables_with(rows.ids()).await?,
            LeaderboardKey::Daily(..) => Vec::new(),
        };
        let ranked = turn.run(move |permit| rank(permit, rows, &of, maker.as_deref(), &tables));
        let board: Arc<[LeaderboardRow]> = ranked.await?.into();
        self.0.leaderboard_cache.put(puzzle, player, made, &board);
        Ok(board)
    }

    /// The tables at which these matches were played. A table that can't be read is left out.
    async fn tables_with(&self, matches: Vec<MatchId>) -> Result<Vec<Table>, Refusal> {
        let ids: BTreeSet<TableId> = self.tables_of_matches(matches).await?.into_iter().collect();
        let mut tables = Vec::new();
        for id in ids {
            tables.extend(self.table(&id).await.ok());
        }
        Ok(tables)
    }
}

/// The puzzle of a leaderboard.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum LeaderboardKey {
    Ticket { text: String, game: String, seed: u64 },
    Daily(String, Date),
}

impl LeaderboardKey {
    fn filter(&self) -> MatchFilter {
        match self.clone() {
            // Other matches with the same seed matter, too, because they reveal the puzzle.
            LeaderboardKey::Ticket { game, seed, .. } => {
                MatchFilter { game: Some(game), seed: Some(seed), ..MatchFilter::all() }
            }
            LeaderboardKey::Daily(game, day) => {
                MatchFilter { game: Some(game), daily: Some(day), ..MatchFilter::all() }
            }
        }
    }
}

/// How many leaderboards are cached.
const REMEMBERED: usize = 64;

/// How many players who aren't on a leaderboard are remembered with it.
const ABSENT: usize = 10_000;

/// How long a leaderboard is cached if no match has ended here: one may have ended on another server.
const MAX_AGE: Duration = Duration::from_secs(5);

/// Recent leaderboards.
#[derive(Default)]
pub(crate) struct LeaderboardCache {
    boards: Mutex<HashMap<LeaderboardKey, CachedLeaderboard>>,
    /// How many matches have ended on this server.
    ended: AtomicU64,
}

struct CachedLeaderboard {
    at: Instant,
    /// How many matches had ended then.
    ended: u64,
    board: Arc<[LeaderboardRow]>,
    /// Players who aren't on it though it was rebuilt for them.
    absent: HashSet<String>,
}

impl LeaderboardCache {
    /// Notes that a match has ended, which may change a leaderboard.
    pub(crate) fn note_end(&self) {
        self.ended.fetch_add(1, Relaxed);
    }

    fn ended(&self) -> u64 {
        self.ended.load(Relaxed)
    }

    /// The cached leaderboard, if it is younger than `age`, or recent and no match has ended since. For a player who
    /// isn't on it, and may just have finished, it is rebuilt once.
    fn get(
        &self,
        puzzle: &LeaderboardKey,
        player: &str,
        age: Duration,
    ) -> Option<Arc<[LeaderboardRow]>> {
        let boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let made = boards.get(puzzle)?;
        let is_same = made.ended == self.ended();
        let max_age = if is_same { MAX_AGE.max(age) } else { age };
        let is_known = is_same || made.absent.contains(player) || is_on(&made.board, player);
        (made.at.elapsed() < max_age && is_known).then(|| Arc::clone(&made.board))
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
    board.iter().any(|row| row.player == player)
}

fn rank(
    _: &WorkPermit,
    rows: SummaryRows,
    puzzle: &LeaderboardKey,
    maker: Option<&str>,
    tables: &[Table],
) -> Vec<LeaderboardRow> {
    let all: Vec<Summary> = rows.parse().into_iter().flatten().collect();
    match puzzle {
        LeaderboardKey::Ticket { text, .. } => {
            let counted = counted(&all, text, &witnessed(&all, tables));
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

/// A match that others than its players could watch, and from when on. Bots may have played it.
struct Witnessed<'a> {
    summary: &'a Summary,
    people: &'a BTreeSet<String>,
    /// For the matches of a race: when the last of them was over. Until then they are hidden from the others.
    hidden_until: Option<Timestamp>,
}

/// The matches that were played at tables.
fn witnessed<'a>(summaries: &'a [Summary], tables: &'a [Table]) -> Vec<Witnessed<'a>> {
    let by_id: HashMap<&MatchId, &Summary> = summaries.iter().map(|it| (&it.id, it)).collect();
    let mut all = Vec::new();
    for table in tables {
        for round in &table.rounds {
            let matches = round.matches.iter().filter_map(|id| by_id.get(id).copied());
            let end = matches.clone().map(|summary| summary.last).max();
            let hidden_until = end.filter(|_| table.config.race);
            let people = &table.witnesses;
            all.extend(matches.map(|summary| Witnessed { summary, people, hidden_until }));
        }
    }
    all
}

/// The match of a ticket that counts for each player: the first one they opened, even if it was cancelled, since they
/// know the puzzle afterwards. If they have played or watched another match with the same seed that revealed something
/// before it was over, none counts.
fn counted<'a>(
    summaries: &'a [Summary],
    ticket: &str,
    witnessed: &[Witnessed<'_>],
) -> BTreeMap<&'a str, &'a Summary> {
    let mut firsts: BTreeMap<&str, &Summary> = BTreeMap::new();
    for summary in summaries.iter().filter(|summary| summary.ticket == ticket) {
        for player in summary.people() {
            let first = firsts.entry(player).or_insert(summary);
            if (summary.opened, &summary.id) < (first.opened, &first.id) {
                *first = summary;
            }
        }
    }
    let mut forget = |other: &Summary, player: &str, hidden_until: Option<Timestamp>| {
        let knew = |first: &&Summary| {
            // A match that was opened after the end can't have revealed anything, even in the same millisecond. The
            // last racer's match ends with the race.
            first.id != other.id
                && other.opened < first.last
                && hidden_until.is_none_or(|end| end < first.last)
                && revealed_at(other, ticket).is_some_and(|since| since <= first.last)
        };
        if firsts.get(player).is_some_and(knew) {
            firsts.remove(player);
        }
    };
    for other in summaries {
        other.people().for_each(|player| forget(other, player, None));
    }
    for Witnessed { summary, people, hidden_until } in witnessed {
        people.iter().for_each(|player| forget(summary, player, *hidden_until));
    }
    firsts
}

/// When a match first revealed more than the matches of this ticket show at their start. With other settings that may
/// be its opening; with the same ones it is the first move or hint, or the end. A match that was cancelled before its
/// first move reveals nothing.
fn revealed_at(other: &Summary, ticket: &str) -> Option<Timestamp> {
    if other.ticket != ticket {
        return Some(other.opened);
    }
    let over = other.ended.is_some() && !other.is_cancelled();
    other.told.or(over.then_some(other.last))
}

/// The leaderboard of the matches that count. In every game a win ranks before any score without one, since the score
/// need not reward it. Results with hints come last.
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
        for (seat, occupant) in (0..).map(Seat).zip(&summary.sat) {
            let (Some(Occupant::Player(player)), Some(&score)) =
                (occupant, ended.scores.get(seat.index()))
            else {
                continue;
            };
            if counts(player, summary) {
                let (name, won) = (player.clone(), summary.won(seat));
                let (hinted, at) = (summary.hinted, summary.last);
                let row = LeaderboardRow { place: 0, player: name, score, won, hinted, at };
                firsts.entry(player).or_insert(row);
            }
        }
    }
    let mut board: Vec<LeaderboardRow> = firsts.into_values().collect();
    let rank = |row: &LeaderboardRow| (row.hinted, !row.won, -row.score);
    board.sort_by_key(|row| (rank(row), row.at));
    // Equal results share a place, and results with a hint are ranked separately.
    let without_hint = board.partition_point(|row| !row.hinted);
    let mut before = None;
    for (n, row) in board.iter_mut().enumerate() {
        let own = rank(row);
        let first = if row.hinted { without_hint } else { 0 };
        row.place = match before {
            Some((other, place)) if other == own => place,
            _ => 1 + n - first,
        };
        before = Some((own, row.place));
    }
    board
}
