//! Statistics of one player, counted from summaries: apart for each game and way of playing it, for
//! dailies and practice, with and without hints. Only finished matches count, and none that was called
//! off.

use crate::{Ended, Entry, Hall, Logged, MatchId, Summary, Which, Who};
use engine::{Refusal, Seat};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a player did in one way of playing one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tally {
    /// The game's short name.
    pub game: String,
    /// How it was played: a preset, a level of Wizards, a fog of Wampus.
    pub kind: String,
    /// Dailies are counted apart.
    pub daily: bool,
    /// So are matches with a hint.
    pub hinted: bool,
    /// How many were finished.
    pub played: u64,
    /// How many of them were won.
    pub won: u64,
    /// Wins in a row up to now.
    pub streak: u64,
    /// The most wins in a row.
    pub longest: u64,
    /// The mean score.
    pub mean: f64,
    /// The best, and the ticket to try it.
    pub best: Record,
    /// How often what came out, the smallest first.
    pub spread: Vec<(String, u64)>,
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

/// How much of par a match of Hand earned, in percent.
pub type Shares = BTreeMap<MatchId, i64>;

impl Hall {
    /// What a player did, in one game or in all.
    pub async fn tallies(
        &self,
        game: Option<&str>,
        player: &str,
    ) -> std::result::Result<Vec<Tally>, Refusal> {
        let which = Which { game: game.map(str::to_owned), over: Some(true), ..Which::all() };
        let summaries = self.matches(&which).await?;
        let mut shares = Shares::new();
        for summary in summaries.iter().filter(|summary| summary.game == "hand") {
            if summary.seat_of(player).is_some() {
                let share = share_of_par(&self.load(&summary.id, 0).await?);
                shares.extend(share.map(|share| (summary.id.clone(), share)));
            }
        }
        Ok(tallies(&summaries, player, &shares))
    }
}

/// Counts what a player did. Summaries may come in any order.
pub fn tallies(summaries: &[Summary], player: &str, shares: &Shares) -> Vec<Tally> {
    let mut results: Vec<Result> =
        summaries.iter().filter_map(|summary| Result::of(summary, player)).collect();
    results.sort_by_key(|result| (result.summary.daily, result.summary.opened));
    let mut seen = BTreeSet::new();
    let mut groups: BTreeMap<Group, Vec<Result>> = BTreeMap::new();
    for mut result in results {
        let first = result.summary.daily.map(|day| seen.insert((result.summary.game.clone(), day)));
        // Playing a daily once more is practice.
        result.daily = first == Some(true);
        groups.entry(result.group()).or_default().push(result);
    }
    groups.into_iter().filter_map(|(group, results)| tally(group, &results, shares)).collect()
}

/// Game, daily or practice, kind, hinted: what is counted together.
type Group = (String, bool, String, bool);

/// A finished match, as one player sees it.
struct Result<'a> {
    summary: &'a Summary,
    ended: &'a Ended,
    score: i64,
    won: bool,
    daily: bool,
}

impl<'a> Result<'a> {
    fn of(summary: &'a Summary, player: &str) -> Option<Result<'a>> {
        let ended = summary.ended.as_ref().filter(|_| !summary.called_off())?;
        let seat = summary.seat_of(player)?;
        let score = *ended.scores.get(seat.index())?;
        Some(Result { summary, ended, score, won: ended.winners.contains(&seat), daily: false })
    }

    fn group(&self) -> Group {
        let summary = self.summary;
        (summary.game.clone(), self.daily, kind(summary), summary.hinted)
    }

    /// What the distribution counts: attempts where they are what matters, else tens of points.
    fn outcome(&self, shares: &Shares) -> (i64, String) {
        let view = &self.ended.view;
        match self.summary.game.as_str() {
            "wordle" if !self.won => (i64::MAX, "X".into()),
            "wordle" => {
                let attempts = view["guesses"].as_array().map_or(0, Vec::len);
                (attempts as i64, attempts.to_string())
            }
            "hand" => match shares.get(&self.summary.id) {
                Some(share) => (share / 10, format!("{}% of par", share / 10 * 10)),
                None => (-1, "no par".into()),
            },
            "junior" | "builder" => (self.score, self.score.to_string()),
            "wampus" => (self.score.div_euclid(100), self.score.div_euclid(100).to_string() + "00"),
            _ => {
                let ten = self.score.div_euclid(10) * 10;
                (ten, format!("{ten} to {}", ten + 9))
            }
        }
    }
}

/// The way in which a match was played: what makes it harder, or else its preset.
fn kind(summary: &Summary) -> String {
    let key = match summary.game.as_str() {
        "wizards" => "level",
        "wampus" => "fog",
        _ => "",
    };
    let named = summary.setup.get(key).and_then(Value::as_str).map(str::to_owned);
    named.or(summary.preset.clone()).unwrap_or_else(|| "own settings".into())
}

/// How much of the best that its hands held a match of Hand has earned, in percent.
fn share_of_par(log: &[Logged]) -> Option<i64> {
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

fn tally(group: Group, results: &[Result], shares: &Shares) -> Option<Tally> {
    let (game, daily, kind, hinted) = group;
    let (mut streak, mut longest) = (0, 0);
    let mut spread: BTreeMap<(i64, String), u64> = BTreeMap::new();
    for result in results {
        streak = if result.won { streak + 1 } else { 0 };
        longest = longest.max(streak);
        *spread.entry(result.outcome(shares)).or_default() += 1;
    }
    let played = results.len() as u64;
    let sum: i64 = results.iter().map(|result| result.score).sum();
    // Of equal results the first stands. A win is better than any score without one.
    let best = results.iter().rev().max_by_key(|result| (result.won, result.score))?;
    Some(Tally {
        game,
        kind,
        daily,
        hinted,
        played,
        won: results.iter().filter(|result| result.won).count() as u64,
        streak,
        longest,
        mean: sum as f64 / played as f64,
        best: Record { score: best.score, won: best.won, ticket: best.summary.ticket.clone() },
        spread: spread.into_iter().map(|((_, name), count)| (name, count)).collect(),
    })
}

/// A place on a board of honour.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Honour {
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

/// The board of honour of matches with the same start: each player's first finished one, since whoever
/// plays a puzzle again knows it. Wins come before all else, then the score; hints come last.
pub fn honours(summaries: &[Summary], day: Option<Date>) -> Vec<Honour> {
    let mut all: Vec<&Summary> =
        summaries.iter().filter(|summary| day.is_none() || summary.daily == day).collect();
    all.sort_by_key(|summary| summary.opened);
    let mut firsts: BTreeMap<&str, Honour> = BTreeMap::new();
    for summary in all {
        let Some(ended) = summary.ended.as_ref().filter(|_| !summary.called_off()) else {
            continue;
        };
        for (seat, who) in (0..).map(Seat).zip(&summary.sat) {
            let (Some(Who::Player(player)), Some(&score)) = (who, ended.scores.get(seat.index()))
            else {
                continue;
            };
            let won = ended.winners.contains(&seat);
            let (hinted, at) = (summary.hinted, summary.last);
            firsts.entry(player).or_insert_with(|| Honour {
                player: player.clone(),
                score,
                won,
                hinted,
                at,
            });
        }
    }
    let mut board: Vec<Honour> = firsts.into_values().collect();
    board.sort_by_key(|honour| (honour.hinted, !honour.won, -honour.score, honour.at));
    board
}
