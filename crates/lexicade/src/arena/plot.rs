//! The plot of a contest: each player's strength against the others, with its interval.

use super::contest::{Contest, Standings};
use super::rating::elo;
use super::report::signed;
use crate::html::escaped;
use std::fmt::Write as _;

/// Larger differences are drawn at this edge.
const EDGE: f64 = 800.0;
const WIDE: f64 = 720.0;
const NAMES: f64 = 200.0;
const ROW: f64 = 36.0;
const TOP: f64 = 56.0;

/// The plot as SVG.
pub(super) fn svg(contest: &Contest, standings: &Standings) -> String {
    let at = |score: f64| {
        let elo = elo(score).unwrap_or(if score > 0.5 { EDGE } else { -EDGE });
        elo.clamp(-EDGE, EDGE)
    };
    let bounds = standings.players.iter().map(|record| record.tally.interval());
    let far = bounds
        .flat_map(|(low, high)| [at(low), at(high)])
        .fold(50.0, |far, elo: f64| elo.abs().max(far));
    let x = |elo: f64| NAMES + (elo + far) / (2.0 * far) * (WIDE - NAMES - 40.0);
    let tall = TOP + ROW * standings.players.len() as f64 + 44.0;
    let title = format!("{}: {} rounds", contest.start.game.info().name, standings.rounds);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {tall}\" font-family=\"sans-serif\" \
         font-size=\"14\" role=\"img\"><title>{0}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"28\" font-size=\"16\">{0}</text>\n",
        escaped(&title)
    );
    let (bottom, step) = (tall - 40.0, tick(far));
    let ticks = (far / step).floor() as i32;
    for n in -ticks..=ticks {
        let (elo, x) = (f64::from(n) * step, x(f64::from(n) * step));
        let colour = if n == 0 { "#666" } else { "#ddd" };
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {TOP}V{bottom:.1}\" stroke=\"{colour}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"12\">{elo:+}</text>",
            bottom + 18.0
        );
    }
    for (row, (player, record)) in contest.players.iter().zip(&standings.players).enumerate() {
        let y = TOP + ROW * (row as f64 + 0.5);
        let (low, high) = record.tally.interval();
        let score = record.tally.score();
        let [from, here, to] = [low, score, high].map(|score| x(at(score)));
        let _ = writeln!(
            svg,
            "<text x=\"16\" y=\"{:.1}\">{} {}</text>\
             <path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"#369\" stroke-width=\"3\"/>\
             <circle cx=\"{here:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#036\"/>",
            y + 5.0,
            escaped(&player.name),
            signed(score),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A round number of Elo between two grid lines, so that there are only a few.
fn tick(far: f64) -> f64 {
    [10.0, 20.0, 50.0, 100.0, 200.0].into_iter().find(|step| far / step <= 5.0).unwrap_or(400.0)
}
