//! The analysis of positions.

use super::*;
use crate::wampus::analysis::{Analysis, analyse};
use crate::wampus::solver::Aim;
use engine::Chance;

fn analysed(view: &View, aim: Aim, steps: u64) -> Option<Analysis> {
    analyse(view, aim, &mut Cx::new(&WORDS, Chance::new(0, 0), Budget::of(steps)))
}

#[test]
fn risks_are_counted_and_the_safest_comes_first() {
    let view = Hunt::on("...E:..G.:W..P:A...", "exit").view();
    let analysis = analysed(&view, Aim::Rank, 1_000_000).unwrap();
    assert!(analysis.exact && analysis.why.is_some());
    // The wampus is above or to the right, the pit in any of the twelve other cells.
    let risks: Vec<_> = analysis.risks.iter().map(|risk| (risk.deadly, risk.ways)).collect();
    assert_eq!(risks, [(12, 24), (12, 24)]);
    assert!((analysis.risks[0].percent() - 50.0).abs() < 1e-9);

    let shot = Hunt::on("...E:..G.:W..P:A...", "exit").after(&["shoot up"]).view();
    let analysis = analysed(&shot, Aim::Score, 1_000_000).unwrap();
    assert!(analysis.risks.iter().all(|risk| risk.deadly == 0), "{analysis:?}");
}

#[test]
fn without_time_the_analysis_is_not_exact() {
    // After so many useless steps the position isn't in the table, so it needs a search.
    let wandered = ["move right", "move right", "move up", "move up", "move left"];
    let hunt = Hunt::on("W..E:....:....:A..P", "dark").after(&wandered);
    let analysis = |steps| analysed(&hunt.view(), Aim::Score, steps).unwrap();
    assert!(analysis(0).line.is_none() && !analysis(0).exact);
    let soon =
        (0..20).map(|doublings| analysis(1 << doublings)).find(|analysis| analysis.line.is_some());
    assert!(!soon.unwrap().exact);
    assert!(analysis(5_000_000).line.is_some() && analysis(5_000_000).exact);

    // The same without the arrow.
    let hunt = Hunt::on("W..E:....:....:A..P", "exit").after(&["shoot left"]).after(&wandered);
    let none = analysed(&hunt.view(), Aim::Rank, 0).unwrap();
    assert!(none.line.is_none() && !none.exact, "{none:?}");
    let over = hunt.after(&["move down", "move right", "move down", "move right"]).view();
    assert_eq!(analysed(&over, Aim::Rank, 1_000), None);
}

#[test]
fn an_impossible_view_has_no_analysis() {
    let mut view = Hunt::on("...E:..G.:W..P:A...", "exit").view();
    assert!(analysed(&view, Aim::Win, 1_000_000).is_some());
    // A stench in every cell, which no wampus can cause.
    view.cells = vec![vec![Some(vec![Thing::Stench]); 4]; 4];
    assert_eq!(analysed(&view, Aim::Win, 1_000_000), None);
}
