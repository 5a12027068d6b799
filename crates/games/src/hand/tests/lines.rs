//! What may be typed, what is refused, and what is shown.

use super::*;
use engine::Body;

#[test]
fn every_action_reads_back_from_its_line() {
    let table = TestMatch::hand("cat*");
    let actions = [
        Action::Swap('q'),
        Action::Swap('*'),
        Action::Keep,
        Action::Play("f*x".into()),
        Action::Done,
        Action::Replay,
        Action::Next,
    ];
    for action in actions {
        assert_eq!(Hand::parse(&table.view(), &Hand::line(&action)), Ok(action));
    }
    let parse = |line| Hand::parse(&table.view(), line);
    assert_eq!(parse("PLAY F*X"), parse("play f*x"));
    assert_eq!(parse("Swap Q"), parse("swap q"));
    assert_eq!(parse("DONE"), Ok(Action::Done));
}

#[test]
fn what_is_no_line_is_refused_and_changes_nothing() {
    let table = TestMatch::hand("cat*");
    let before = table.json();
    for line in [
        "",
        "!!",
        "cat",
        "play c at",
        "play c4t",
        "play c?t",
        "play cat!",
        "play é",
        "play \u{212a}",
        "play a\u{a0}b",
        "play 🂡",
        "swap",
        "swap ab",
        "swap a b",
        "swap 1",
        "swap é",
        "keep it",
        "done now",
        "replay 1",
        "next hand",
        "plays cat",
    ] {
        let refusal = table.refusal(line);
        assert_eq!(refusal.code, "hand.line", "{line}");
        assert!(refusal.text.ends_with('.') && refusal.text.len() > 20, "{line}: {refusal}");
    }
    assert_eq!(table.refusal("play").code, "hand.empty");
    assert_eq!(table.refusal("PLAY").code, "hand.empty");
    assert_eq!(table.json(), before);
}

#[test]
fn each_phase_takes_its_own_lines() {
    let all = ["swap a", "keep", "play cat", "done", "replay", "next"];
    let mut table = TestMatch::open(&[("deals", "cat*:dog*")]);
    for (mine, then) in
        [(["swap a", "keep"], "keep"), (["play cat", "done"], "done"), (["replay", "next"], "next")]
    {
        for line in all {
            let answer = table.game.act(Seat(0), line).map(drop).map_err(|refusal| refusal.code);
            let wanted = if mine.contains(&line) { Ok(()) } else { Err("hand.phase") };
            assert_eq!(answer, wanted, "{line}");
        }
        table.say(then);
    }
    assert_eq!(
        table.refusal("play dog").text,
        "No word can be played now; say swap and a letter, or keep."
    );
    assert_eq!(table.refusal("swap z").text, "You do not hold z; choose one of d o g *, or keep.");
    table.leave();
    assert_eq!(table.refusal("keep").code, "house.over");
}

#[test]
fn an_invalid_word_may_be_long_and_costs_only_what_is_held() {
    let mut table = TestMatch::hand("jjolwnn");
    table.say(&format!("play {}", "j".repeat(4000)));
    assert_eq!(table.see("hand"), "olwnn");
    table.say("play *");
    assert_eq!((table.see("hand"), table.see("hand_score")), ("olwnn".into(), 0.into()));
}

#[test]
fn a_hand_of_wildcards_is_judged_at_once() {
    let wild = TestMatch::hand(&"*".repeat(26));
    // The nastiest mix: the list spells a lot from these, and no word fits.
    let mixed = TestMatch::hand(&format!("{}rstlncdmpghby", "*".repeat(13)));
    for (table, typed) in [
        (&wild, "*".repeat(26)),
        (&wild, "*".repeat(2)),
        (&mixed, format!("{}rstlncdmpghby", "*".repeat(13))),
    ] {
        let start = std::time::Instant::now();
        for _ in 0..10 {
            table.game.act(Seat(0), &format!("play {typed}")).map(drop).unwrap();
        }
        let each = start.elapsed() / 10;
        assert!(each.as_millis() < 100, "{typed}: {each:?}");
    }
    let mut table = wild;
    // aa, ae, ai, oe: two vowels are enough for a word, though not for a point.
    assert_eq!(table.say("play **"), ["\"**\" earned 0 points. Total: 0 points"]);
    table.say(&format!("play {}", "*".repeat(26)));
    assert_eq!(table.score(), Some(0));
}

fn scene(table: &TestMatch) -> Scene {
    table.game.scene(Viewer::Seat(Seat(0)))
}

fn lines(scene: &Scene) -> Vec<String> {
    let choices = scene.choices.iter().map(|choice| choice.line.to_string());
    choices.chain(scene.asks.iter().map(|ask| format!("{}({})", ask.prefix, ask.max))).collect()
}

fn text(scene: &Scene, id: &str) -> String {
    match scene.panes.iter().find(|pane| pane.id == id).map(|pane| &pane.body) {
        Some(Body::Text(text)) => text.join("\n"),
        Some(Body::Tiles(rows)) => rows[0].iter().map(|cell| cell.text.as_ref()).collect(),
        other => panic!("{id}: {other:?}"),
    }
}

#[test]
fn the_scene_offers_what_can_be_done() {
    let mut table = TestMatch::open(&[("deals", "aci*prt:dd*lout"), ("swaps", "a")]);
    assert_eq!(lines(&scene(&table)), ["keep", "swap (1)"]);
    table.say("keep");
    assert_eq!(lines(&scene(&table)), ["done", "play (7)"]);
    table.say("play part");
    let shown = scene(&table);
    assert_eq!(lines(&shown), ["done", "play (3)"]);
    assert_eq!(shown.asks[0].tiles, Some("hand"));
    assert_eq!(text(&shown, "hand"), "ci*");
    assert_eq!(text(&shown, "plays"), "part: 114 points");
    table.say("play ci");
    assert_eq!(text(&scene(&table), "plays"), "part: 114 points\nci: not a valid word");
    table.say("done");
    assert_eq!(lines(&scene(&table)), ["replay", "next"]);
    assert!(!scene(&table).panes.iter().any(|pane| pane.id == "previous"), "par is not known yet");
    table.say("next");
    assert_eq!(
        text(&scene(&table), "previous"),
        "a c i * p r t: 114 points\nPar: 490 points (apric*t)\nPar with sacrifices: 490 points (apric*t)"
    );
    table.leave();
    assert_eq!(lines(&scene(&table)), [""; 0]);
}

#[test]
fn who_ran_out_of_letters_is_told_so_and_may_replay() {
    let mut table = TestMatch::open(&[("deals", "cat"), ("options", "true")]);
    table.say("keep");
    table.say("done");
    let asked = "Replay the hand? Only once in a game; the better score counts.";
    assert_eq!(text(&scene(&table), "now"), asked);
    table.say("replay");

    let mut table = TestMatch::open(&[("deals", "cat"), ("options", "true")]);
    table.say("keep");
    table.say("play cat");
    let asked = "Ran out of letters. Replay the hand? Only once in a game.";
    assert_eq!(text(&scene(&table), "now"), asked);
}

#[test]
fn a_very_large_hand_is_settled_without_a_par() {
    let mut table = TestMatch::hand("abcdefghijklm");
    table.say("done");
    assert_eq!(text(&scene(&table), "previous"), "a b c d e f g h i j k l m: 0 points");
}

#[test]
fn a_blank_is_no_word() {
    let table = TestMatch::hand("cat*");
    assert_eq!(Hand::parse(&table.view(), "play ").unwrap_err().code, "hand.line");
}

#[test]
fn a_preview_counts_but_never_says_what_is_a_word() {
    let table = TestMatch::hand("ajef*rx");
    let preview = |typed| table.game.preview(Seat(0), typed);
    assert_eq!(preview("play jar"), ["10 x 9 = 90 points, if it is a word."]);
    // The same letters in an order that is no word look the same.
    assert_eq!(preview("play rja"), preview("play jar"));
    assert_eq!(preview("play r"), ["1 x 1 = 1 point, if it is a word."]);
    assert_eq!(preview("play jarrz*"), ["You do not hold enough of: r z."]);
    for typed in ["", "play", "play ", "play c4t", "swap a", "jar", "done"] {
        assert_eq!(preview(typed), [""; 0], "{typed}");
    }
}

#[test]
fn rivals_see_neither_points_nor_letters() {
    let mut table = TestMatch::open(&[("deals", "aci*prt:dd*lout")]);
    let progress = |table: &TestMatch| table.game.progress(Seat(0));
    assert_eq!(progress(&table), "hand 1 of 2");
    table.say("keep");
    table.say("play part");
    assert_eq!(progress(&table), "hand 1 of 2");
    table.say("done");
    table.say("next");
    assert_eq!(progress(&table), "hand 2 of 2");
    table.leave();
    assert_eq!(progress(&table), "over");
}
