//! The report of a contest, as tables for people and as JSON for programs. It has no times, so that the same contest
//! always gives the same report.

use super::contest::{Contest, PlayerRecord, Standings};
use super::player::ForfeitReason;
use super::rating::{ScoreTally, Verdict, elo};
use engine::base32;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The report as text.
pub(super) fn text(contest: &Contest, standings: &Standings) -> String {
    let names: Vec<&str> = contest.players.iter().map(|player| player.name.as_str()).collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let info = contest.start.game.info();
    let (rounds, seed) = (standings.rounds, base32::seed(contest.start.seed));
    let counted = if rounds == 1 { "round" } else { "rounds" };
    let mut text = format!("{}, {rounds} {counted}, --seed {seed}\n\n", info.name);
    let head = ["matches", "won", "mean points", "score vs. others"];
    let [matches, won, points, score] = head;
    let _ = writeln!(text, "{:wide$}  {matches}  {won:>6}  {points}  {score}  Elo", "");
    for (name, record) in names.iter().zip(&standings.players) {
        let (won, mean) = (percent(share(record)), mean(record));
        let (score, strength) = (percent(record.tally.score()), strength(&record.tally));
        let matches = record.matches;
        let _ = writeln!(
            text,
            "{name:wide$}  {matches:>7}  {won:>6}  {mean:>11.2}  {score:>16}  {strength}"
        );
    }
    text.push('\n');
    for pair in &standings.pairs {
        let [a, b] = pair.players.map(|player| names.get(player).copied().unwrap_or_default());
        let (wins, draws, losses) = (pair.wins, pair.draws, pair.losses);
        let (score, strength) = (percent(pair.tally.score()), strength(&pair.tally));
        let _ = writeln!(
            text,
            "{a} against {b}: {wins} won, {draws} drawn, {losses} lost; {score}, Elo {strength}"
        );
    }
    if let (Some(sprt), Some(pair)) = (&contest.sprt, standings.pairs.first()) {
        let verdict = match sprt.verdict(&pair.tally) {
            Verdict::Open => "not decided".to_owned(),
            Verdict::Low => format!("no more than {:+} Elo", sprt.low),
            Verdict::High => format!("at least {:+} Elo", sprt.high),
        };
        let _ = writeln!(text, "Sequential test {:+} or {:+} Elo: {verdict}.", sprt.low, sprt.high);
    }
    for (name, record) in names.iter().zip(&standings.players) {
        for (times, why) in forfeits(record) {
            let _ =
                writeln!(text, "{name} forfeited {times} of {} matches: it {why}.", record.matches);
        }
    }
    text
}

/// The report as JSON.
pub(super) fn json(contest: &Contest, standings: &Standings) -> Value {
    let start = &contest.start;
    let name = |player: usize| contest.players.get(player).map(|player| player.name.as_str());
    let player = |(player, record): (usize, &PlayerRecord)| {
        let left: serde_json::Map<String, Value> =
            forfeits(record).map(|(times, why)| (why.to_owned(), times.into())).collect();
        json!({
            "name": name(player), "matches": record.matches, "won": record.won,
            "points": rounded(mean(record)), "rating": rating(&record.tally), "left": left,
        })
    };
    let pairs = standings.pairs.iter().map(|pair| {
        json!({
            "players": pair.players.map(name), "wins": pair.wins, "draws": pair.draws,
            "losses": pair.losses, "rating": rating(&pair.tally),
        })
    });
    let sprt = contest.sprt.zip(standings.pairs.first()).map(|(sprt, pair)| {
        let verdict = match sprt.verdict(&pair.tally) {
            Verdict::Open => Value::Null,
            Verdict::Low => sprt.low.into(),
            Verdict::High => sprt.high.into(),
        };
        let likelihood = rounded(sprt.likelihood(&pair.tally));
        json!({"low": sprt.low, "high": sprt.high, "likelihood": likelihood, "verdict": verdict})
    });
    json!({
        "arena": 1, "game": start.game.info().id, "rules": start.game.info().rules,
        "setup": start.settings, "words": start.words, "seed": base32::seed(start.seed),
        "rounds": standings.rounds, "pairs": pairs.collect::<Vec<_>>(), "sprt": sprt,
        "players": standings.players.iter().enumerate().map(player).collect::<Vec<_>>(),
    })
}

fn rating(tally: &ScoreTally) -> Value {
    let (low, high) = tally.interval();
    let elo = |score| elo(score).map(rounded);
    json!({"score": rounded(tally.score()), "elo": elo(tally.score()), "low": elo(low), "high": elo(high)})
}

/// The reasons of forfeits with their counts.
fn forfeits(record: &PlayerRecord) -> impl Iterator<Item = (usize, &'static str)> + '_ {
    let times = |why: ForfeitReason| record.left.iter().filter(|left| **left == why).count();
    ForfeitReason::ALL
        .into_iter()
        .map(move |(why, text)| (times(why), text))
        .filter(|(times, _)| *times > 0)
}

fn share(record: &PlayerRecord) -> f64 {
    record.won as f64 / record.matches.max(1) as f64
}

fn mean(record: &PlayerRecord) -> f64 {
    record.points as f64 / record.matches.max(1) as f64
}

/// Rounds to four digits, and turns -0 into 0.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4 + 0.0
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// Elo with its interval: `+35 (+12 to +58)`.
fn strength(tally: &ScoreTally) -> String {
    let (low, high) = tally.interval();
    let [elo, low, high] = [tally.score(), low, high].map(signed);
    format!("{elo} ({low} to {high})")
}

/// Elo with its sign.
pub(super) fn signed(score: f64) -> String {
    match elo(score) {
        Some(elo) => format!("{:+.0}", elo.round() + 0.0),
        None if score > 0.5 => "+infinite".to_owned(),
        None => "-infinite".to_owned(),
    }
}
