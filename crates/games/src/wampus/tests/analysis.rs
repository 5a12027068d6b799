//! Advice for every aim, with its risks.

use super::*;
use crate::wampus::analysis::{Analysis, analyse};
use crate::wampus::solver::Aim;
use engine::Chance;

fn asked(view: &View, aim: Aim, steps: u64) -> Option<Analysis> {
    analyse(view, aim, &mut Cx::new(&WORDS, Chance::new(0, 0), Budget::of(steps)))
}

#[test]
fn risks_are_counted_and_the_safest_comes_first() {
    let view = Hunt::on("...E:..G.:W..P:A...", "exit").view();
    let told = asked(&view, Aim::Rank, 1_000_000).unwrap();
    assert!(told.exact && told.why.is_some());
    // The wampus is above or to the right, the pit in any of the twelve cells that are left.
    let risks: Vec<_> = told.risks.iter().map(|risk| (risk.deadly, risk.ways)).collect();
    assert_eq!(risks, [(12, 24), (12, 24)]);
    assert!((told.risks[0].percent() - 50.0).abs() < 1e-9);

    let shot = Hunt::on("...E:..G.:W..P:A...", "exit").after(&["shoot up"]).view();
    let told = asked(&shot, Aim::Score, 1_000_000).unwrap();
    assert!(told.risks.iter().all(|risk| risk.deadly == 0), "{told:?}");
}

#[test]
fn without_time_the_analysis_says_that_it_is_not_proved() {
    // So much is walked for nothing that it has to be thought about.
    let wandered = ["move right", "move right", "move up", "move up", "move left"];
    let hunt = Hunt::on("W..E:....:....:A..P", "dark").after(&wandered);
    let told = |steps| asked(&hunt.view(), Aim::Score, steps).unwrap();
    assert!(told(0).line.is_none() && !told(0).exact);
    let soon = (0..20).map(|doublings| told(1 << doublings)).find(|told| told.line.is_some());
    assert!(!soon.unwrap().exact);
    assert!(told(5_000_000).line.is_some() && told(5_000_000).exact);

    // The arrow is wasted, too.
    let hunt = Hunt::on("W..E:....:....:A..P", "exit").after(&["shoot left"]).after(&wandered);
    let none = asked(&hunt.view(), Aim::Rank, 0).unwrap();
    assert!(none.line.is_none() && !none.exact, "{none:?}");
    let over = hunt.after(&["move down", "move right", "move down", "move right"]).view();
    assert_eq!(asked(&over, Aim::Rank, 1_000), None);
}

#[test]
fn an_impossible_cave_has_no_analysis() {
    let mut view = Hunt::on("...E:..G.:W..P:A...", "exit").view();
    assert!(asked(&view, Aim::Win, 1_000_000).is_some());
    // A stench on all sides of nothing.
    view.cells = vec![vec![Some(vec![Thing::Stench]); 4]; 4];
    assert_eq!(asked(&view, Aim::Win, 1_000_000), None);
}
