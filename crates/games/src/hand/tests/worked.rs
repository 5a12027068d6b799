//! The worked examples of the rules and the two classic dialogues, view by view.

use super::*;

/// Enters lines for a fixed hand, and checks the points of each word, the letters left and the final score, if any.
#[track_caller]
fn check(hand: &str, lines: &[&str], earned: &[(bool, u32)], left: &str, score: Option<i64>) {
    let mut game = TestMatch::hand(hand);
    for line in lines {
        game.enter(line);
    }
    let view = game.view();
    let plays: Vec<_> = view.plays.iter().map(|play| (play.valid, play.points)).collect();
    assert_eq!(plays, earned);
    assert_eq!((view.hand.as_str(), view.n), (left, left.len()));
    assert_eq!(view.hand_score, earned.iter().map(|(_, points)| points).sum::<u32>());
    assert_eq!(game.score(), score);
}

#[test]
fn worked_examples() {
    check("weedxx", &["play weed"], &[(true, 176)], "xx", None);
    check("itbcdfg", &["play it"], &[(true, 2)], "bcdfg", None);
    check("cows*z", &["play cows"], &[(true, 198)], "*z", None);
    check("cows*z", &["play c*ws"], &[(true, 176)], "oz", None);
    check("cows*z", &["play c*wz", "done"], &[(false, 0)], "os", Some(0));
    check("cows*z", &["play *ows", "done"], &[(false, 0)], "cz", Some(0));
    check("ajef*rx", &["play jar", "play f*x", "done"], &[(true, 90), (true, 216)], "e", Some(306));
    check(
        "acfi*tx",
        &["play fix", "play ac", "play *t"],
        &[(true, 117), (false, 0), (true, 14)],
        "",
        Some(131),
    );
    check("aci*prt", &["play part", "play ic*"], &[(true, 114), (true, 84)], "", Some(198));
    check("dd*aout", &["play out", "done"], &[(true, 27)], "dd*a", Some(27));
    check("dd*aout", &["play d*d", "play out", "done"], &[(true, 36), (true, 54)], "a", Some(90));
    check("jjolwnn", &["play jolly"], &[(false, 0)], "jwnn", None);
    // Equal letters are together, and the letters left keep their order.
    check("aqlmuil", &[], &[], "aqllmui", None);
    check("aqlmuil", &["play quail"], &[(true, 14 * 29)], "lm", None);
}

#[test]
fn every_letter_has_its_value() {
    let values = "a1 b3 c3 d2 e1 f4 g2 h4 i1 j8 k5 l1 m3 n1 o1 p3 q10 r1 s1 t1 u1 v4 w4 x8 y4 z10";
    for entry in values.split(' ') {
        let (letter, value) = entry.split_at(1);
        assert_eq!(letters::values(letter).to_string(), value, "{letter}");
    }
    assert_eq!(letters::values("*"), 0);
    // 7 for each letter used, minus 3 for each letter left over, but at least 1.
    let factors = [(1, 1, 7), (4, 6, 22), (2, 7, 1), (2, 6, 2), (26, 26, 182), (1, 26, 1)];
    for (used, n, factor) in factors {
        assert_eq!(letters::factor(used, n), factor, "{used} of {n}");
    }
}

#[test]
fn a_wildcard_is_used_only_if_typed() {
    let mut game = TestMatch::hand("ct*a");
    game.enter("play coat");
    // The hand has no o, and the wildcard was not typed.
    assert_eq!(game.field("hand"), "*");
    let mut game = TestMatch::hand("ct*a");
    game.enter("play c*at");
    assert!(game.view().plays[0].valid);
    // y is not a vowel, so `*` does not make rhythm.
    let mut game = TestMatch::hand("rh*thmy");
    assert_eq!(
        game.enter("play rh*thm"),
        ["That is not a valid word. Please choose another word."]
    );
    // Each wildcard may be another vowel: beat, boat, boot.
    let mut game = TestMatch::hand("b**t*r");
    game.enter("play b**t");
    assert!(game.view().plays[0].valid);
}

/// Enters a line, and checks the narration and the complete view after it.
#[track_caller]
fn step(game: &mut TestMatch, line: &str, narration: &[&str], view: &str) {
    assert_eq!(game.enter(line), narration, "{line}");
    check_view(game, view);
}

#[track_caller]
fn check_view(game: &TestMatch, view: &str) {
    assert_eq!(game.json(), view.lines().map(str::trim).collect::<String>());
}

#[test]
fn the_dialogue_of_one_hand() {
    let mut game = TestMatch::hand("ajef*rx");
    check_view(
        &game,
        r#"{"hand":"ajef*rx","n":7,"phase":"play","hand_no":1,"hands":1,"hand_score":0,"total":0,
        "plays":[],"can_swap":false,"can_replay":false,"previous":null,"status":"playing"}"#,
    );
    step(
        &mut game,
        "play jar",
        &["\"jar\" earned 90 points. Total: 90 points"],
        r#"{"hand":"ef*x","n":4,"phase":"play","hand_no":1,"hands":1,"hand_score":90,"total":0,
        "plays":[{"word":"jar","valid":true,"points":90}],
        "can_swap":false,"can_replay":false,"previous":null,"status":"playing"}"#,
    );
    step(
        &mut game,
        "play f*x",
        &["\"f*x\" earned 216 points. Total: 306 points"],
        r#"{"hand":"e","n":1,"phase":"play","hand_no":1,"hands":1,"hand_score":306,"total":0,
        "plays":[{"word":"jar","valid":true,"points":90},{"word":"f*x","valid":true,"points":216}],
        "can_swap":false,"can_replay":false,"previous":null,"status":"playing"}"#,
    );
    step(
        &mut game,
        "done",
        &["Total score: 306 points"],
        r#"{"hand":"e","n":1,"phase":"over","hand_no":1,"hands":1,"hand_score":306,"total":306,
        "plays":[{"word":"jar","valid":true,"points":90},{"word":"f*x","valid":true,"points":216}],
        "can_swap":false,"can_replay":false,
        "previous":{"hand":"ajef*rx","score":306,"par":{
            "valid":{"points":530,"plays":["far","je*x"]},
            "sacrifice":{"points":530,"plays":["far","je*x"]}}},
        "status":"over"}"#,
    );
    assert_eq!(game.score(), Some(306));
}

#[test]
fn a_single_hand_without_letters_ends_with_one_sentence() {
    let mut game = TestMatch::hand("acfi*tx");
    assert_eq!(game.enter("play fix"), ["\"fix\" earned 117 points. Total: 117 points"]);
    assert_eq!(game.enter("play ac"), ["That is not a valid word. Please choose another word."]);
    let narration = game.enter("play *t");
    assert_eq!(narration[0], "\"*t\" earned 14 points. Total: 131 points");
    assert_eq!(narration[1..], ["Ran out of letters. Total score: 131 points"]);
}

#[test]
fn the_dialogue_of_a_game() {
    let mut game = TestMatch::open(&[("deals", "aci*prt:dd*lout"), ("swaps", "a")]);
    check_view(
        &game,
        r#"{"hand":"aci*prt","n":7,"phase":"swap","hand_no":1,"hands":2,"hand_score":0,"total":0,
        "plays":[],"can_swap":true,"can_replay":true,"previous":null,"status":"playing"}"#,
    );
    step(
        &mut game,
        "keep",
        &[],
        r#"{"hand":"aci*prt","n":7,"phase":"play","hand_no":1,"hands":2,"hand_score":0,"total":0,
        "plays":[],"can_swap":true,"can_replay":true,"previous":null,"status":"playing"}"#,
    );
    step(
        &mut game,
        "play part",
        &["\"part\" earned 114 points. Total: 114 points"],
        r#"{"hand":"ci*","n":3,"phase":"play","hand_no":1,"hands":2,"hand_score":114,"total":0,
        "plays":[{"word":"part","valid":true,"points":114}],
        "can_swap":true,"can_replay":true,"previous":null,"status":"playing"}"#,
    );
    step(
        &mut game,
        "play ic*",
        &[
            "\"ic*\" earned 84 points. Total: 198 points",
            "Ran out of letters",
            "Total score for this hand: 198",
        ],
        r#"{"hand":"","n":0,"phase":"replay","hand_no":1,"hands":2,"hand_score":198,"total":0,
        "plays":[{"word":"part","valid":true,"points":114},{"word":"ic*","valid":true,"points":84}],
        "can_swap":true,"can_replay":true,"previous":null,"status":"playing"}"#,
    );
    const FIRST: &str = r#""previous":{"hand":"aci*prt","score":198,"par":{
        "valid":{"points":490,"plays":["apric*t"]},
        "sacrifice":{"points":490,"plays":["apric*t"]}}},"status":"playing"}"#;
    let with_first = |view: &str| format!("{view}\n{FIRST}");
    step(
        &mut game,
        "next",
        &[],
        &with_first(
            r#"{"hand":"dd*lout","n":7,"phase":"swap","hand_no":2,"hands":2,"hand_score":0,
            "total":198,"plays":[],"can_swap":true,"can_replay":true,"#,
        ),
    );
    step(
        &mut game,
        "swap l",
        &["l was replaced by a."],
        &with_first(
            r#"{"hand":"dd*aout","n":7,"phase":"play","hand_no":2,"hands":2,"hand_score":0,
            "total":198,"plays":[],"can_swap":false,"can_replay":true,"#,
        ),
    );
    step(
        &mut game,
        "play out",
        &["\"out\" earned 27 points. Total: 27 points"],
        &with_first(
            r#"{"hand":"dd*a","n":4,"phase":"play","hand_no":2,"hands":2,"hand_score":27,
            "total":198,"plays":[{"word":"out","valid":true,"points":27}],
            "can_swap":false,"can_replay":true,"#,
        ),
    );
    step(
        &mut game,
        "done",
        &["Total score for this hand: 27"],
        &with_first(
            r#"{"hand":"dd*a","n":4,"phase":"replay","hand_no":2,"hands":2,"hand_score":27,
            "total":198,"plays":[{"word":"out","valid":true,"points":27}],
            "can_swap":false,"can_replay":true,"#,
        ),
    );
    step(
        &mut game,
        "replay",
        &["Same hand again. The better score counts."],
        &with_first(
            r#"{"hand":"dd*aout","n":7,"phase":"play","hand_no":2,"hands":2,"hand_score":0,
            "total":198,"plays":[],"can_swap":false,"can_replay":false,"#,
        ),
    );
    step(
        &mut game,
        "play d*d",
        &["\"d*d\" earned 36 points. Total: 36 points"],
        &with_first(
            r#"{"hand":"aout","n":4,"phase":"play","hand_no":2,"hands":2,"hand_score":36,
            "total":198,"plays":[{"word":"d*d","valid":true,"points":36}],
            "can_swap":false,"can_replay":false,"#,
        ),
    );
    step(
        &mut game,
        "play out",
        &["\"out\" earned 54 points. Total: 90 points"],
        &with_first(
            r#"{"hand":"a","n":1,"phase":"play","hand_no":2,"hands":2,"hand_score":90,
            "total":198,"plays":[{"word":"d*d","valid":true,"points":36},
            {"word":"out","valid":true,"points":54}],"can_swap":false,"can_replay":false,"#,
        ),
    );
    // 198 and, after the replay, 90.
    step(
        &mut game,
        "done",
        &["Total score for this hand: 90", "Total score over all hands: 288"],
        r#"{"hand":"a","n":1,"phase":"over","hand_no":2,"hands":2,"hand_score":90,
        "total":288,"plays":[{"word":"d*d","valid":true,"points":36},
        {"word":"out","valid":true,"points":54}],"can_swap":false,"can_replay":false,
        "previous":{"hand":"dd*aout","score":90,"par":{
            "valid":{"points":312,"plays":["outadd"]},
            "sacrifice":{"points":336,"plays":["*","outadd"]}}},
        "status":"over"}"#,
    );
    assert_eq!(game.score(), Some(288));
    assert_eq!(game.current.outcome().unwrap().winners, [Seat(0)]);
}

#[test]
fn the_better_score_counts_even_if_it_came_first() {
    let mut game = TestMatch::open(&[("deals", "aci*prt:dd*aout")]);
    for line in ["keep", "play part", "play ic*", "replay", "play it"] {
        game.enter(line);
    }
    assert_eq!(game.field("hand_score"), 2);
    // The narration has the worse score of the replay, but the first score counts.
    assert_eq!(game.enter("done"), ["Total score for this hand: 2"]);
    assert_eq!(game.field("total"), 198);
    assert_eq!(game.field("previous")["score"], 198);
    // The replay is used up, so the next hand is settled as soon as it ends.
    game.enter("keep");
    game.enter("play out");
    assert_eq!(
        game.enter("done"),
        ["Total score for this hand: 27", "Total score over all hands: 225"]
    );
}

#[test]
fn leaving_settles_the_hand_with_its_current_score() {
    let open = || TestMatch::open(&[("deals", "aci*prt:dd*aout")]);
    let left = |lines: &[&str]| {
        let mut game = open();
        lines.iter().for_each(|line| drop(game.enter(line)));
        let before = game.view();
        assert_eq!(game.leave()[0], "You left the game.");
        let after = game.view();
        assert_eq!((after.phase, after.status), (HandPhase::Over, Status::Over));
        // The hand stays as it was.
        assert_eq!((after.hand, after.n), (before.hand, before.n));
        assert_eq!((after.hand_no, after.plays), (before.hand_no, before.plays));
        let previous = after.previous.unwrap();
        assert!(previous.par.is_some());
        (previous.score, game.score().unwrap())
    };
    assert_eq!(left(&[]), (0, 0));
    assert_eq!(left(&["keep", "play part"]), (114, 114));
    assert_eq!(left(&["keep", "play part", "play ic*"]), (198, 198));
    assert_eq!(left(&["keep", "play part", "play ic*", "replay"]), (198, 198));
    assert_eq!(left(&["keep", "play it", "done", "replay", "play part"]), (114, 114));
    assert_eq!(left(&["keep", "play part", "done", "next"]), (0, 114));
    assert_eq!(left(&["keep", "play part", "done", "next", "swap d", "play out"]), (27, 141));
    assert_eq!(open().leave(), ["You left the game.", "Total score over all hands: 0"]);
}
