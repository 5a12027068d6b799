//! Statistics of one player, counted from summaries: apart for each game and way of playing it, for
//! dailies and practice, with and without hints. Only finished matches count, and none that was called
//! off.

use crate::daily::firsts;
use crate::{Ended, Entry, Hall, LoggedEntry, MatchFilter, MatchId, Summary};
use engine::{Refusal, Ticket};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a player did in one way of playing one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tally {
    /// How it was played.
    #[serde(flatten)]
    pub mode: GameMode,
    /// Matches with a hint are counted apart.
    pub hinted: bool,
    /// How many were finished.
    pub played: u64,
    /// How many of them were won.
    pub won: u64,
    /// Wins in a row up to now. A loss ends it, with a hint or without; a win with a hint does not
    /// lengthen it, and a day that was missed does not matter.
    pub streak: u64,
    /// The most wins in a row.
    pub longest: u64,
    /// The mean score.
    pub mean: f64,
    /// Of Hand: how much of par was earned on average, in percent.
    pub par: Option<i64>,
    /// The best, and the ticket to try it.
    pub best: Record,
    /// How often what came out, the smallest first.
    pub spread: Vec<(String, u64)>,
}

/// A way of playing a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct GameMode {
    /// The game's short name.
    pub game: String,
    /// Dailies are counted apart.
    pub daily: bool,
    /// A preset, a level of Wizards, a fog of Wampus.
    pub kind: String,
    /// The id of a word list of the player's own.
    pub words: Option<String>,
    /// The hash of a board that is not the usual one.
    pub board: Option<String>,
}

/// A result to beat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Record {
    /// The score.
    pub score: i64,
    /// Was it won?
    pub won: bool,
    /// The ticket.
    pub ticket: String,
}

impl Tally {
    /// The record that there is to beat: a win or, where nobody can lose, points.
    pub fn record(&self) -> Option<&Record> {
        let is_one = match self.mode.game.as_str() {
            "hand" | "builder" => self.best.score > 0,
            _ => self.best.won,
        };
        Some(&self.best).filter(|_| is_one)
    }
}

/// How much of par a match of Hand earned, in percent.
pub type Shares = BTreeMap<MatchId, i64>;

impl Hall {
    /// What a player did, in one game or in all.
    pub async fn tallies(
        &self,
        game: Option<&str>,
        player: &str,
    ) -> std::result::Result<Vec<Tally>, Refusal> {
        // Those that are not over say which match of a daily counts.
        let (game, player) = (game.map(str::to_owned), player.to_owned());
        let which = MatchFilter { game, player: Some(player.clone()), ..MatchFilter::all() };
        let mut summaries = self.matches(&which).await?;
        // A race counts when it is over for everybody: before that it would tell its ticket.
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

    /// How a player's dailies of a game went, without hints; nothing when none was finished.
    pub async fn dailies_of(
        &self,
        game: &str,
        player: &str,
    ) -> std::result::Result<Option<Tally>, Refusal> {
        let tallies = self.tallies(Some(game), player).await?;
        Ok(tallies.into_iter().find(|tally| tally.mode.daily && !tally.hinted))
    }
}

/// Counts what a player did. Summaries may come in any order.
pub fn tallies(summaries: &[Summary], player: &str, shares: &Shares) -> Vec<Tally> {
    let counted = firsts(summaries).remove(player).unwrap_or_default();
    let mut results: Vec<PlayerResult> =
        summaries.iter().filter_map(|summary| PlayerResult::of(summary, player)).collect();
    results.sort_by_key(|result| (result.summary.daily, result.summary.opened));
    let mut ways: BTreeMap<GameMode, Vec<PlayerResult>> = BTreeMap::new();
    for result in results {
        // Playing a daily once more is practice.
        let daily = counted.contains(&result.summary.id);
        ways.entry(GameMode::of(result.summary, daily)).or_default().push(result);
    }
    let apart = |(way, results): (GameMode, Vec<PlayerResult>)| {
        [false, true].map(|hinted| tally(&way, hinted, &results, shares))
    };
    ways.into_iter().flat_map(apart).flatten().collect()
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

/// A finished match, as one player sees it.
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

    /// What the distribution counts: attempts where they are what matters, else tens of points.
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

/// What a match that was lost is counted as where attempts are counted.
pub const LOST: &str = "X";

/// The step of this size that a number is on.
fn steps(number: i64, size: i64, unit: &str) -> (i64, String) {
    let from = number.div_euclid(size) * size;
    (from, format!("{from} to {}{unit}", from + size - 1))
}

/// How much of the best that its hands held a match of Hand has earned, in percent.
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

/// What came of one way of playing, with hints or without; nothing when there is none.
fn tally(way: &GameMode, hinted: bool, all: &[PlayerResult], shares: &Shares) -> Option<Tally> {
    let own = || all.iter().filter(|result| result.summary.hinted == hinted);
    // Who is about to lose cannot save a streak by asking.
    let (mut streak, mut longest) = (0, 0);
    for result in all.iter().filter(|result| result.summary.hinted == hinted || !result.won) {
        streak = if result.won { streak + 1 } else { 0 };
        longest = longest.max(streak);
    }
    let mut spread: BTreeMap<(i64, String), u64> = BTreeMap::new();
    if way.game == "wordle" {
        // Every number of attempts is shown, and losing, whether it has happened or not.
        let tries = own().filter_map(|result| result.ended.view["tries"].as_i64()).max();
        let names = (1..=tries.unwrap_or(0)).map(|attempts| (attempts, attempts.to_string()));
        spread.extend(names.chain([(i64::MAX, LOST.into())]).map(|name| (name, 0)));
    }
    own().for_each(|result| *spread.entry(result.outcome(shares)).or_default() += 1);
    let played = own().count() as u64;
    let sum: i64 = own().map(|result| result.score).sum();
    let pars: Vec<i64> =
        own().filter_map(|result| shares.get(&result.summary.id)).copied().collect();
    // Of equal results the first stands. A win is better than any score without one.
    let best = own().rev().max_by_key(|result| (result.won, result.score))?;
    Some(Tally {
        mode: way.clone(),
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
