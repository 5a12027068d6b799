//! Parsing, refusals and scenes.

use super::*;
use engine::Body;

#[test]
fn every_action_parses_from_its_line() {
    let game = TestMatch::hand("cat*");
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
        assert_eq!(Hand::parse(&game.view(), &Hand::line(&action)), Ok(action));
    }
    let parse = |line| Hand::parse(&game.view(), line);
    assert_eq!(parse("PLAY F*X"), parse("play f*x"));
    assert_eq!(parse("Swap Q"), parse("swap q"));
    assert_eq!(parse("DONE"), Ok(Action::Done));
}

#[test]
fn bad_lines_are_refused_and_change_nothing() {
    let game = TestMatch::hand("cat*");
    let before = game.json();
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
        let refusal = game.refusal(line);
        assert_eq!(refusal.code, "hand.line", "{line}");
        assert!(refusal.text.ends_with('.') && refusal.text.len() > 20, "{line}: {refusal}");
    }
    assert_eq!(game.refusal("play").code, "hand.empty");
    assert_eq!(game.refusal("PLAY").code, "hand.empty");
    assert_eq!(game.json(), before);
}

#[test]
fn each_phase_accepts_only_its_own_lines() {
    let all = ["swap a", "keep", "play cat", "done", "replay", "next"];
    let mut game = TestMatch::open(&[("deals", "cat*:dog*")]);
    for (accepted, next) in
        [(["swap a", "keep"], "keep"), (["play cat", "done"], "done"), (["replay", "next"], "next")]
    {
        for line in all {
            let answer =
                game.current.act(Seat(0), line).map(drop).map_err(|refusal| refusal.code.as_str());
            let expected = if accepted.contains(&line) { Ok(()) } else { Err("hand.phase") };
            assert_eq!(answer, expected, "{line}");
        }
        game.enter(next);
    }
    assert_eq!(
        game.refusal("play dog").text,
        "You can't play a word now: first swap a letter or keep them all."
    );
    assert_eq!(
        game.refusal("swap z").text,
        "You don't have z. Choose one of d o g *, or keep them all."
    );
    game.leave();
    assert_eq!(game.refusal("keep").code, "house.over");
}

#[test]
fn a_long_invalid_word_uses_up_only_letters_of_the_hand() {
    let mut game = TestMatch::hand("jjolwnn");
    game.enter(&format!("play {}", "j".repeat(4000)));
    assert_eq!(game.field("hand"), "olwnn");
    game.enter("play *");
    assert_eq!((game.field("hand"), game.field("hand_score")), ("olwnn".into(), 0.into()));
}

#[test]
fn many_wildcards_are_checked_quickly() {
    let wild = TestMatch::hand(&"*".repeat(26));
    // The slowest mix: these letters spell many words, but none of this length.
    let mixed = TestMatch::hand(&format!("{}rstlncdmpghby", "*".repeat(13)));
    for (game, typed) in [
        (&wild, "*".repeat(26)),
        (&wild, "*".repeat(2)),
        (&mixed, format!("{}rstlncdmpghby", "*".repeat(13))),
    ] {
        let start = std::time::Instant::now();
        for _ in 0..10 {
            game.current.act(Seat(0), &format!("play {typed}")).map(drop).unwrap();
        }
        let each = start.elapsed() / 10;
        assert!(each.as_millis() < 100, "{typed}: {each:?}");
    }
    let mut game = wild;
    // aa, ae, ai and oe are words, but wildcards are worth nothing.
    assert_eq!(game.enter("play **"), ["\"**\" earned 0 points. Total: 0 points"]);
    game.enter(&format!("play {}", "*".repeat(26)));
    assert_eq!(game.score(), Some(0));
}

fn scene(game: &TestMatch) -> Scene {
    game.current.scene(Viewer::Seat(Seat(0))).by_seat()
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
fn the_scene_offers_the_possible_moves() {
    let mut game = TestMatch::open(&[("deals", "aci*prt:dd*lout"), ("swaps", "a")]);
    assert_eq!(lines(&scene(&game)), ["keep", "swap (1)"]);
    game.enter("keep");
    assert_eq!(lines(&scene(&game)), ["done", "play (7)"]);
    game.enter("play part");
    let shown = scene(&game);
    assert_eq!(lines(&shown), ["done", "play (3)"]);
    assert_eq!(shown.asks[0].tiles, Some("hand"));
    assert_eq!(text(&shown, "hand"), "ci*");
    assert_eq!(text(&shown, "plays"), "part: 114 points");
    game.enter("play ci");
    assert_eq!(text(&scene(&game), "plays"), "part: 114 points\nci: not a valid word");
    game.enter("done");
    assert_eq!(lines(&scene(&game)), ["replay", "next"]);
    assert!(!scene(&game).panes.iter().any(|pane| pane.id == "previous"), "par is not known yet");
    game.enter("next");
    assert_eq!(
        text(&scene(&game), "previous"),
        "a c i * p r t: 114 points\nBest possible: 490 points (apric*t)\n\
         If you throw letters away: 490 points (apric*t)"
    );
    game.leave();
    assert_eq!(lines(&scene(&game)), [""; 0]);
}

#[test]
fn the_replay_prompt_says_when_there_are_no_letters_left() {
    let mut game = TestMatch::open(&[("deals", "cat"), ("options", "true")]);
    game.enter("keep");
    game.enter("done");
    let prompt = "Replay this hand? Once per game; the better score counts.";
    assert_eq!(text(&scene(&game), "now"), prompt);
    game.enter("replay");

    let mut game = TestMatch::open(&[("deals", "cat"), ("options", "true")]);
    game.enter("keep");
    game.enter("play cat");
    let prompt = "You're out of letters. Replay this hand? You can do this once per game.";
    assert_eq!(text(&scene(&game), "now"), prompt);
}

#[test]
fn a_very_large_hand_shows_no_par() {
    let mut game = TestMatch::hand("abcdefghijklm");
    game.enter("done");
    assert_eq!(text(&scene(&game), "previous"), "a b c d e f g h i j k l m: 0 points");
}

#[test]
fn a_space_is_not_a_word() {
    let game = TestMatch::hand("cat*");
    assert_eq!(Hand::parse(&game.view(), "play ").unwrap_err().code, "hand.line");
}

#[test]
fn a_preview_never_says_whether_it_is_a_word() {
    let game = TestMatch::hand("ajef*rx");
    let preview = |typed| game.current.preview(Seat(0), typed);
    assert_eq!(preview("play jar"), ["10 x 9 = 90 points, if it is a word."]);
    // The same letters that do not spell a word give the same preview.
    assert_eq!(preview("play rja"), preview("play jar"));
    assert_eq!(preview("play r"), ["1 x 1 = 1 point, if it is a word."]);
    assert_eq!(preview("play jarrz*"), ["You have no R Z."]);
    assert_eq!(preview("play z"), ["You have no Z."]);
    for typed in ["", "play", "play ", "play c4t", "swap a", "jar", "done"] {
        assert_eq!(preview(typed), [""; 0], "{typed}");
    }
}

#[test]
fn progress_shows_neither_points_nor_letters() {
    let mut game = TestMatch::open(&[("deals", "aci*prt:dd*lout")]);
    let progress = |game: &TestMatch| game.current.progress(Seat(0));
    assert_eq!(progress(&game), "hand 1 of 2");
    game.enter("keep");
    game.enter("play part");
    assert_eq!(progress(&game), "hand 1 of 2");
    game.enter("done");
    game.enter("next");
    assert_eq!(progress(&game), "hand 2 of 2");
    game.leave();
    assert_eq!(progress(&game), "over");
}

#[test]
fn words_that_cost_nothing_are_free_and_the_oldest_are_dropped() {
    let mut game = TestMatch::hand("cat*");
    let is_free = |game: &TestMatch, line: &str| game.current.act(Seat(0), line).unwrap().free;
    assert!(is_free(&game, "play bbbb"));
    assert!(!is_free(&game, "play bbbc"), "it uses up the c");
    assert!(!is_free(&game, "play at") && !is_free(&game, "done"));
    game.enter("play at");
    let points = game.view().hand_score;
    assert!(points > 0);
    for _ in 0..150 {
        game.enter("play bbbb");
    }
    let view = game.view();
    assert_eq!((view.plays.len(), view.hand_score), (100, points));
    assert_eq!(view.plays[0].word, "at");
}

#[test]
fn only_the_start_of_a_very_long_word_is_remembered() {
    let mut game = TestMatch::hand("cat*");
    game.enter(&format!("play {}c", "b".repeat(4000)));
    let view = game.view();
    assert_eq!((view.plays[0].word.as_str(), view.hand.as_str()), (&*"b".repeat(64), "at*"));
}
