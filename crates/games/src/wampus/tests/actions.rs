//! The table of actions and scores in the rules, row by row.

use super::*;

/// One row: the lines before, the line, and its result.
struct ActionCase {
    what: &'static str,
    layout: &'static str,
    before: &'static [&'static str],
    line: &'static str,
    /// The change of the score, or the code of the refusal.
    score: Result<i64, &'static str>,
    status: Status,
    alive: bool,
    arrow: bool,
    has_gold: bool,
    killed: Option<[u8; 2]>,
    map: &'static str,
}

/// A row in which the line costs a point and changes nothing else.
const PLAIN: ActionCase = ActionCase {
    what: "",
    layout: CLASSIC,
    before: &[],
    line: "",
    score: Ok(-1),
    status: Status::Playing,
    alive: true,
    arrow: true,
    has_gold: false,
    killed: None,
    map: "s - - E / W Gs - - / s - b - / A b P b",
};

const TABLE: &[ActionCase] = &[
    ActionCase {
        what: "a move to a free cell; the breeze stays where it is",
        line: "move right",
        map: "s - - E / W Gs - - / s - b - / - Ab P b",
        ..PLAIN
    },
    ActionCase {
        what: "and when the agent walks on, the breeze is still there",
        before: &["move right"],
        line: "move up",
        map: "s - - E / W Gs - - / s A b - / - b P b",
        ..PLAIN
    },
    ActionCase { what: "a move into the wall on the left", line: "move left", ..PLAIN },
    ActionCase { what: "a move into the wall below", line: "move down", ..PLAIN },
    ActionCase {
        what: "a move into the wall above",
        layout: "A...:....:....:....",
        line: "move up",
        map: "A - - - / - - - - / - - - - / - - - -",
        ..PLAIN
    },
    ActionCase {
        what: "a move into the wall on the right is not a step to the next row",
        layout: "...A:....:....:....",
        line: "move right",
        map: "- - - A / - - - - / - - - - / - - - -",
        ..PLAIN
    },
    ActionCase {
        what: "a move into the wampus, arrow in hand",
        before: &["move up"],
        line: "move up",
        status: Status::Lost,
        alive: false,
        map: "s - - E / AW Gs - - / s - b - / - b P b",
        ..PLAIN
    },
    ActionCase {
        what: "a move into the wampus after a miss: the arrow stays gone",
        before: &["move up", "shoot right"],
        line: "move up",
        status: Status::Lost,
        alive: false,
        arrow: false,
        map: "s - - E / AW Gs - - / s - b - / - b P b",
        ..PLAIN
    },
    ActionCase {
        what: "a move into the pit",
        before: &["move right"],
        line: "move right",
        status: Status::Lost,
        alive: false,
        map: "s - - E / W Gs - - / s - b - / - b AP b",
        ..PLAIN
    },
    ActionCase {
        what: "a move onto the exit wins, without the gold and without points",
        layout: "A.E.:....:....:...G",
        before: &["move right"],
        line: "move right",
        status: Status::Won,
        map: "- - AE - / - - - - / - - - - / - - - G",
        ..PLAIN
    },
    ActionCase {
        what: "a hit takes the wampus and every stench",
        line: "shoot up",
        score: Ok(99),
        arrow: false,
        killed: Some([1, 0]),
        map: "- - - E / - G - - / - - b - / A b P b",
        ..PLAIN
    },
    ActionCase {
        what: "an arrow over pit, gold and exit where there is no wampus",
        layout: "APGE:....:....:....",
        line: "shoot right",
        arrow: false,
        map: "Ab P Gb E / - b - - / - - - - / - - - -",
        ..PLAIN
    },
    ActionCase {
        what: "a hit at the far end, over pit and gold",
        layout: "APGW:....:....:...E",
        line: "shoot right",
        score: Ok(99),
        arrow: false,
        killed: Some([0, 3]),
        map: "Ab P Gb - / - b - - / - - - - / - - - E",
        ..PLAIN
    },
    ActionCase {
        what: "a hit over the exit, downwards",
        layout: ".A..:.E..:.P..:GW..",
        line: "shoot down",
        score: Ok(99),
        arrow: false,
        killed: Some([3, 1]),
        map: "- A - - / - Eb - - / b P b - / G b - -",
        ..PLAIN
    },
    ActionCase {
        what: "killing a wampus beside the pit leaves the breeze",
        layout: "A.WP:....:....:G..E",
        line: "shoot right",
        score: Ok(99),
        arrow: false,
        killed: Some([0, 2]),
        map: "A - b P / - - - b / - - - - / G - - E",
        ..PLAIN
    },
    ActionCase { what: "a shot past the wampus", line: "shoot right", arrow: false, ..PLAIN },
    ActionCase { what: "a shot into the wall", line: "shoot down", arrow: false, ..PLAIN },
    ActionCase {
        what: "an arrow does not fly round the edge",
        layout: "..A.:.W..:....:G.PE",
        line: "shoot left",
        arrow: false,
        map: "- s A - / s W s - / - s b - / G b P Eb",
        ..PLAIN
    },
    ActionCase {
        what: "a second shot is refused",
        before: &["shoot right"],
        line: "shoot up",
        score: Err("wampus.arrow"),
        arrow: false,
        ..PLAIN
    },
    ActionCase {
        what: "a second shot is refused after a hit too",
        before: &["shoot up"],
        line: "shoot up",
        score: Err("wampus.arrow"),
        arrow: false,
        killed: Some([1, 0]),
        map: "- - - E / - G - - / - - b - / A b P b",
        ..PLAIN
    },
    ActionCase {
        what: "walking onto the gold does not take it",
        before: &["move right", "move up"],
        line: "move up",
        map: "s - - E / W AGs - - / s - b - / - b P b",
        ..PLAIN
    },
    ActionCase {
        what: "a grab on the gold",
        before: &["move right", "move up", "move up"],
        line: "grab",
        score: Ok(999),
        has_gold: true,
        map: "s - - E / W As - - / s - b - / - b P b",
        ..PLAIN
    },
    ActionCase {
        what: "a grab where there is none",
        line: "grab",
        score: Err("wampus.gold"),
        ..PLAIN
    },
    ActionCase {
        what: "a second grab",
        before: &["move right", "move up", "move up", "grab"],
        line: "grab",
        score: Err("wampus.gold"),
        has_gold: true,
        map: "s - - E / W As - - / s - b - / - b P b",
        ..PLAIN
    },
    ActionCase {
        what: "the dead wampus's cell is free",
        before: &["shoot up", "move up"],
        line: "move up",
        arrow: false,
        killed: Some([1, 0]),
        map: "- - - E / A G - - / - - b - / - b P b",
        ..PLAIN
    },
    ActionCase { what: "a word too many", line: "grab gold", score: Err("wampus.line"), ..PLAIN },
    ActionCase { what: "no direction", line: "move", score: Err("wampus.line"), ..PLAIN },
    ActionCase {
        what: "no such direction",
        line: "move north",
        score: Err("wampus.line"),
        ..PLAIN
    },
    ActionCase { what: "verbs in any case", line: "MOVE Left", ..PLAIN },
];

#[test]
fn every_row_of_the_table_holds() {
    for row in TABLE {
        let mut hunt = Hunt::on(row.layout, "open").after(row.before);
        let (before, json) = (hunt.view().score, hunt.json());
        let result = hunt.act(row.line);
        let view = hunt.view();
        let what = row.what;
        match (result, row.score) {
            (Ok(()), Ok(points)) => assert_eq!(view.score - before, points, "{what}"),
            (Err(refusal), Err(code)) => {
                assert_eq!(refusal.code, code, "{what}");
                assert_eq!(hunt.json(), json, "{what}: a refusal changes nothing");
            }
            (result, _) => panic!("{what}: {result:?}"),
        }
        assert_eq!(hunt.map(), row.map, "{what}");
        assert_eq!(
            (view.status, view.alive, view.arrow, view.has_gold),
            (row.status, row.alive, row.arrow, row.has_gold),
            "{what}"
        );
        assert_eq!(view.killed.map(<[u8; 2]>::from), row.killed, "{what}");
        assert_eq!(hunt.game.outcome().is_some(), row.status != Status::Playing, "{what}");
    }
}

#[test]
fn after_the_end_nothing_is_accepted_and_nothing_changes() {
    let dead = ["move up", "move up"];
    let out = ["move up", "move right", "move right", "move up", "move up", "move right"];
    for lines in [&dead[..], &out[..]] {
        let mut hunt = Hunt::on(CLASSIC, "exit").after(lines);
        let json = hunt.json();
        for line in ["move up", "move left", "shoot up", "grab", "nonsense"] {
            assert_eq!(hunt.act(line).unwrap_err().code, "house.over");
        }
        assert!(hunt.game.leave(Seat(0)).is_err());
        assert_eq!(hunt.json(), json);
        assert!(hunt.game.to_act().is_empty());
    }
}

#[test]
fn an_outcome_names_the_score_and_the_winner() {
    let out = ["move up", "move right", "move right", "move up", "move up", "move right"];
    let outcome = |lines: &[&str]| Hunt::on(CLASSIC, "dark").after(lines).game.outcome();
    assert_eq!(outcome(&out), Some(Outcome { scores: vec![-6], winners: vec![Seat(0)] }));
    assert_eq!(
        outcome(&["move up", "move up"]),
        Some(Outcome { scores: vec![-2], winners: vec![] })
    );
    assert_eq!(outcome(&["move up"]), None);
}

#[test]
fn a_player_who_leaves_loses_and_stays_alive() {
    let mut hunt = Hunt::on(CLASSIC, "dark").after(&["move up"]);
    hunt.leave();
    let view = hunt.view();
    assert_eq!((view.status, view.alive, view.score), (Status::Lost, true, -1));
    assert_eq!(hunt.game.outcome(), Some(Outcome { scores: vec![-1], winners: vec![] }));
    assert_eq!(hunt.map(), "s - - E / W Gs - - / As - b - / - b P b");
}

#[test]
fn a_refusal_says_what_to_do() {
    let text = |lines: &[&str], line: &str| {
        Hunt::on(CLASSIC, "exit").after(lines).act(line).unwrap_err().text
    };
    assert_eq!(text(&["shoot down"], "shoot up"), "You have no arrow left; you can still walk.");
    assert_eq!(text(&[], "grab"), "There is no gold here; look elsewhere.");
    let fetched = ["move right", "move up", "move up", "grab"];
    assert_eq!(text(&fetched, "grab"), "You already have the gold; now find the exit.");
    assert_eq!(text(&[], "jump"), "Type move or shoot with up, right, down or left, or type grab.");
}
