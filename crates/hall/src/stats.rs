//! Statistics of one player, counted from summaries: separately for each game and mode, for dailies and practice, with
//! and without hints. Only finished matches count, and no cancelled ones.

use crate::daily::firsts;
use crate::{Ended, Entry, Hall, LoggedEntry, MatchFilter, MatchId, Summary};
use engine::{Refusal, Ticket};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A player's statistics in one mode of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tally {
    #[serde(flatten)]
    pub mode: GameMode,
    /// Matches with a hint are counted separately.
    pub hinted: bool,
    /// Finished matches.
    pub played: u64,
    /// Won matches.
    pub won: u64,
    /// Current wins in a row. A loss ends the streak, with a hint or without; a win with a hint doesn't lengthen it,
    /// and a missed day doesn't matter.
    pub streak: u64,
    /// The longest streak.
    pub longest: u64,
    /// The mean score.
    pub mean: f64,
    /// In Hand: the average share of par, in percent.
    pub par: Option<i64>,
    /// The best result, with its ticket.
    pub best: Record,
    /// How often each result occurred, from the smallest.
    pub spread: Vec<(String, u64)>,
}

/// A mode of a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct GameMode {
    /// The game's short name.
    pub game: String,
    /// Dailies are counted separately.
    pub daily: bool,
    /// A preset, a level of Wizards or a fog of Wampus.
    pub kind: String,
    /// The id of the player's own word list.
    pub words: Option<String>,
    /// The hash of a board that isn't the default.
    pub board: Option<String>,
}

/// A result to beat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Record {
    pub score: i64,
    pub won: bool,
    pub ticket: String,
}

impl Tally {
    /// The record to beat: a win or, in games that can't be lost, points.
    pub fn record(&self) -> Option<&Record> {
        let is_one = match self.mode.game.as_str() {
            "hand" | "builder" => self.best.score > 0,
            _ => self.best.won,
        };
        Some(&self.best).filter(|_| is_one)
    }
}

/// The share of par of each match of Hand, in percent.
pub type Shares = BTreeMap<MatchId, i64>;

impl Hall {
    /// A player's statistics in one game, or in all.
    pub async fn tallies(
        &self,
        game: Option<&str>,
        player: &str,
    ) -> std::result::Result<Vec<Tally>, Refusal> {
        // Unfinished matches are needed to tell which match of a daily counts.
        let (game, player) = (game.map(str::to_owned), player.to_owned());
        let filter = MatchFilter { game, player: Some(player.clone()), ..MatchFilter::all() };
        let mut summaries = self.matches(&filter).await?;
        // A race counts when it is over for everyone: before that, the statistics would reveal its ticket.
        let racing = self.racing(&player).await?;
        summaries.retain(|summary| !racing.contains(&summary.id));
        let turn = self.work().turn().await?;
        let mut shares = Shares::new();
        let over = |summary: &&Summary| summary.game == "hand" && summary.ended.is_some();
        for summary in summaries.iter().filter(over) {
            let share = share_of_par(&self.load(&summary.id, 0).await?);
            shares.extend(share.map(|share| (summary.id.clone(), share)));
        }
        turn.run(move |_| tallies(&summaries, &player, &shares)).await
    }

    /// A player's dailies of a game without hints; `None` if none is finished.
    pub async fn dailies_of(
        &self,
        game: &str,
        player: &str,
    ) -> std::result::Result<Option<Tally>, Refusal> {
        let tallies = self.tallies(Some(game), player).await?;
        Ok(tallies.into_iter().find(|tally| tally.mode.daily && !tally.hinted))
    }
}

/// Counts a player's results. Summaries may be in any order.
pub fn tallies(summaries: &[Summary], player: &str, shares: &Shares) -> Vec<Tally> {
    let counted = firsts(summaries).remove(player).unwrap_or_default();
    let mut results: Vec<PlayerResult> =
        summaries.iter().filter_map(|summary| PlayerResult::of(summary, player)).collect();
    results.sort_by_key(|result| (result.summary.daily, result.summary.opened));
    let mut modes: BTreeMap<GameMode, Vec<PlayerResult>> = BTreeMap::new();
    for result in results {
        // Replaying a daily is practice.
        let daily = counted.contains(&result.summary.id);
        modes.entry(GameMode::of(result.summary, daily)).or_default().push(result);
    }
    let split = |(mode, results): (GameMode, Vec<PlayerResult>)| {
        [false, true].map(|hinted| tally(&mode, hinted, &results, shares))
    };
    modes.into_iter().flat_map(split).flatten().collect()
}

impl GameMode {
    fn of(summary: &Summary, daily: bool) -> GameMode {
        let set = |key: &str| summary.setup.get(key).and_then(Value::as_str);
        let level = match summary.game.as_str() {
            "wizards" => set("level"),
            "wampus" => set("fog"),
            _ => None,
        };
        let board = set("board").and_then(|board| board.strip_prefix('@'));
        let board = board.filter(|_| summary.preset.is_none());
        let kind = match (daily, level, &summary.preset, board) {
            (true, ..) => "daily",
            (_, Some(level), ..) => level,
            (_, _, Some(preset), _) => preset,
            (_, _, None, Some(_)) => "board",
            (_, _, None, None) => "own settings",
        };
        let words = summary.ticket.parse::<Ticket>().ok().map(|ticket| ticket.words);
        GameMode {
            game: summary.game.clone(),
            daily,
            kind: kind.to_owned(),
            words: words.filter(|words| words != ::words::Lexicon::builtin().id()),
            board: board.map(str::to_owned),
        }
    }
}

/// A finished match from the point of view of one player.
struct PlayerResult<'a> {
    summary: &'a Summary,
    ended: &'a Ended,
    score: i64,
    won: bool,
}

impl<'a> PlayerResult<'a> {
    fn of(summary: &'a Summary, player: &str) -> Option<PlayerResult<'a>> {
        let ended = summary.ended.as_ref().filter(|_| !summary.is_cancelled())?;
        let seat = summary.seat_of(player)?;
        let score = *ended.scores.get(seat.index())?;
        Some(PlayerResult { summary, ended, score, won: summary.won(seat) })
    }

    /// The bar of the distribution that this result belongs to: attempts in Wordle, elsewhere ranges of points.
    fn outcome(&self, shares: &Shares) -> (i64, String) {
        match self.summary.game.as_str() {
            "wordle" if !self.won => (i64::MAX, LOST.into()),
            "wordle" => {
                let attempts = self.ended.view["guesses"].as_array().map_or(0, Vec::len);
                (attempts as i64, attempts.to_string())
            }
            "hand" => match shares.get(&self.summary.id) {
                Some(100..) => (100, "100 % of par".into()),
                Some(share) => steps(*share, 10, " % of par"),
                None => (-1, "no par".into()),
            },
            "junior" | "builder" => (self.score, self.score.to_string()),
            "wampus" => steps(self.score, 100, ""),
            _ => steps(self.score, 10, ""),
        }
    }
}

/// The bar of lost matches in a distribution of attempts.
pub const LOST: &str = "X";

/// The range of this size that a number belongs to.
fn steps(number: i64, size: i64, unit: &str) -> (i64, String) {
    let from = number.div_euclid(size) * size;
    (from, format!("{from} to {}{unit}", from + size - 1))
}

/// The share of the best possible score that a match of Hand earned, in percent.
fn share_of_par(log: &[LoggedEntry]) -> Option<i64> {
    let (mut earned, mut best) = (0, 0);
    for logged in log {
        let (Entry::Move { events, .. } | Entry::Left { events, .. }) = &logged.entry else {
            continue;
        };
        for event in events.iter().filter(|event| event.get().starts_with(r#"{"Settled""#)) {
            let event: Value = serde_json::from_str(event.get()).ok()?;
            let settled = &event["Settled"];
            earned += settled["score"].as_i64()?;
            best += settled["par"]["sacrifice"]["points"].as_i64()?;
        }
    }
    (best > 0).then(|| earned * 100 / best)
}

/// The statistics of one mode, with hints or without; `None` if there are no matches.
fn tally(mode: &GameMode, hinted: bool, all: &[PlayerResult], shares: &Shares) -> Option<Tally> {
    let own = || all.iter().filter(|result| result.summary.hinted == hinted);
    // A player who is about to lose can't save a streak by asking for a hint.
    let (mut streak, mut longest) = (0, 0);
    for result in all.iter().filter(|result| result.summary.hinted == hinted || !result.won) {
        streak = if result.won { streak + 1 } else { 0 };
        longest = longest.max(streak);
    }
    let mut spread: BTreeMap<(i64, String), u64> = BTreeMap::new();
    if mode.game == "wordle" {
        // Every number of attempts is shown, and losses too, even if there are none.
        let tries = own().filter_map(|result| result.ended.view["tries"].as_i64()).max();
        let names = (1..=tries.unwrap_or(0)).map(|attempts| (attempts, attempts.to_string()));
        spread.extend(names.chain([(i64::MAX, LOST.into())]).map(|name| (name, 0)));
    }
    own().for_each(|result| *spread.entry(result.outcome(shares)).or_default() += 1);
    let played = own().count() as u64;
    let sum: i64 = own().map(|result| result.score).sum();
    let pars: Vec<i64> =
        own().filter_map(|result| shares.get(&result.summary.id)).copied().collect();
    // Of equal results the first one is kept. A win is better than any score without a win.
    let best = own().rev().max_by_key(|result| (result.won, result.score))?;
    Some(Tally {
        mode: mode.clone(),
        hinted,
        played,
        won: own().filter(|result| result.won).count() as u64,
        streak,
        longest,
        mean: sum as f64 / played as f64,
        par: pars.iter().sum::<i64>().checked_div(pars.len() as i64),
        best: Record { score: best.score, won: best.won, ticket: best.summary.ticket.clone() },
        spread: spread.into_iter().map(|((_, name), count)| (name, count)).collect(),
    })
}
