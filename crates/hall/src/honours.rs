//! Boards of honour: who played the same puzzle how well.

use crate::daily::firsts;
use crate::{Hall, Summary, Which, Who};
use engine::{Refusal, Seat};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::BTreeMap;

/// A place on a board of honour.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Honour {
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
    /// The board of honour of a puzzle, by its ticket.
    pub async fn honours(&self, ticket: &str) -> Result<Vec<Honour>, Refusal> {
        let which = Which { ticket: Some(ticket.to_owned()), ..Which::all() };
        let all = self.matches(&which).await?;
        let counted = counted(&all);
        let counts = |player: &str, summary: &Summary| {
            counted.get(player).is_some_and(|first| first.id == summary.id)
        };
        Ok(honours(all.iter(), counts))
    }

    /// The board of honour of a day's daily: only the matches that count.
    pub async fn honours_of_day(&self, game: &str, day: Date) -> Result<Vec<Honour>, Refusal> {
        let which = Which { game: Some(game.to_owned()), daily: Some(day), ..Which::all() };
        let all = self.matches(&which).await?;
        let firsts = firsts(&all);
        let counts = |player: &str, summary: &Summary| {
            firsts.get(player).is_some_and(|ids| ids.contains(&summary.id))
        };
        Ok(honours(all.iter(), counts))
    }
}

/// The one match of a ticket that counts for each player: the first they opened, whatever became of it, since whoever
/// plays a puzzle again knows it. When another of their matches was over before it, they knew the puzzle too: none counts.
fn counted(summaries: &[Summary]) -> BTreeMap<&str, &Summary> {
    let mut firsts: BTreeMap<&str, &Summary> = BTreeMap::new();
    for summary in summaries {
        for player in summary.people() {
            let first = firsts.entry(player).or_insert(summary);
            if (summary.opened, &summary.id) < (first.opened, &first.id) {
                *first = summary;
            }
        }
    }
    // What was cancelled tells nobody anything.
    for other in summaries.iter().filter(|other| other.ended.is_some() && !other.called_off()) {
        for player in other.people() {
            // One that was opened when the first was over cannot have told anything, even in the same millisecond.
            let knew = |first: &&Summary| {
                first.id != other.id && other.opened < first.last && other.last <= first.last
            };
            if firsts.get(player).is_some_and(knew) {
                firsts.remove(player);
            }
        }
    }
    firsts
}

/// The leaderboard of the matches that count. A win comes before any score without one, in every game: the score itself
/// need not reward it. Hints come last.
fn honours<'a>(
    summaries: impl Iterator<Item = &'a Summary>,
    counts: impl Fn(&str, &Summary) -> bool,
) -> Vec<Honour> {
    let mut all: Vec<&Summary> = summaries.collect();
    all.sort_by_key(|summary| (summary.opened, summary.id.clone()));
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
            if counts(player, summary) {
                let (name, won) = (player.clone(), summary.won(seat));
                let (hinted, at) = (summary.hinted, summary.last);
                let honour = Honour { place: 0, player: name, score, won, hinted, at };
                firsts.entry(player).or_insert(honour);
            }
        }
    }
    let mut board: Vec<Honour> = firsts.into_values().collect();
    let rank = |honour: &Honour| (honour.hinted, !honour.won, -honour.score);
    board.sort_by_key(|honour| (rank(honour), honour.at));
    let ranks: Vec<_> = board.iter().map(rank).collect();
    for (honour, own) in board.iter_mut().zip(&ranks) {
        honour.place = 1 + ranks.iter().filter(|rank| rank.0 == own.0 && *rank < own).count();
    }
    board
}
