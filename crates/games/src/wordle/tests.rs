use super::answers::Answers;
use super::rules::SEAT;
use super::*;
use engine::{Bot, Face, Game, Hint, Match, Minds, Outcome, Refusal, Scene, Settings, Viewer};
use std::sync::Arc;
use words::Lexicon;

mod bots_and_hints;
mod daily;
mod face;
mod guesses;
mod hard;
mod marking;
mod matrix;
mod setup;
mod strategies;
mod twins;

fn english() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

/// A match with this hidden word and default settings.
fn hiding(word: &str) -> Match<Wordle> {
    let length = word.len() as u8;
    open(Setup { word: Some(word.into()), length, ..Setup::default() })
}

fn open(setup: Setup) -> Match<Wordle> {
    Match::open(&setup, 1, 0, english()).unwrap().0
}

/// Plays a line, as front ends do.
fn play_line(game: &mut Match<Wordle>, line: &str) -> Result<(), Refusal> {
    let action = Wordle::parse(&view(game), line)?;
    game.act(SEAT, action).map(|_| ())
}

/// Guesses words that must be accepted.
fn guess(game: &mut Match<Wordle>, words: &[&str]) {
    for word in words {
        play_line(game, &format!("guess {word}"))
            .unwrap_or_else(|refusal| panic!("{word}: {refusal}"));
    }
}

fn view(game: &Match<Wordle>) -> View {
    game.view(Viewer::Seat(SEAT))
}

fn json(view: &View) -> String {
    serde_json::to_string(view).unwrap()
}

#[test]
fn a_won_match_shows_the_word_and_scores_the_attempts_left() {
    let mut game = hiding("crane");
    guess(&mut game, &["speed", "crate"]);
    assert_eq!(view(&game).status, Status::Playing);
    assert_eq!(view(&game).answer, None);
    assert_eq!(game.outcome(), None);
    guess(&mut game, &["crane"]);
    assert_eq!(view(&game).status, Status::Won);
    assert_eq!(view(&game).answer.as_deref(), Some("crane"));
    assert_eq!(game.outcome().unwrap(), Outcome { scores: vec![4], winners: vec![SEAT] });
    assert!(game.to_act().is_empty());
    assert_eq!(play_line(&mut game, "guess crane").unwrap_err().code, "house.over");
}

#[test]
fn the_last_attempt_decides() {
    for (last, scores, status) in [("crane", 1, Status::Won), ("crate", 0, Status::Lost)] {
        let mut game = hiding("crane");
        guess(&mut game, &["speed", "speed", "speed", "speed", "speed"]);
        assert_eq!(view(&game).status, Status::Playing);
        guess(&mut game, &[last]);
        assert_eq!(view(&game).status, status);
        assert_eq!(view(&game).answer.as_deref(), Some("crane"));
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.scores, [scores]);
        assert_eq!(outcome.winners.len() as i64, scores);
    }
}

#[test]
fn a_player_who_leaves_loses_and_sees_the_word() {
    let mut game = hiding("crane");
    guess(&mut game, &["speed"]);
    let events = game.leave(SEAT).unwrap();
    assert_eq!(events, [Event::Left { seat: SEAT }, Event::Ended { won: false }]);
    assert_eq!(view(&game).status, Status::Lost);
    assert_eq!(view(&game).answer.as_deref(), Some("crane"));
    assert_eq!(game.outcome().unwrap(), Outcome { scores: vec![0], winners: vec![] });
}

#[test]
fn the_number_of_attempts_can_be_one_or_ten() {
    let setup = |tries| Setup { tries, word: Some("crane".into()), ..Setup::default() };
    let mut game = open(setup(1));
    guess(&mut game, &["crane"]);
    assert_eq!(game.outcome().unwrap().scores, [1]);
    let mut game = open(setup(10));
    guess(&mut game, &["speed"; 9]);
    assert_eq!(view(&game).status, Status::Playing);
    guess(&mut game, &["speed"]);
    assert_eq!(view(&game).status, Status::Lost);
}

#[test]
fn the_json_of_a_view_is_as_specified() {
    let mut game = hiding("abide");
    let view_0 = r#"{"length":5,"tries":6,"guesses":[],"keys":{},"status":"playing","answer":null,"hard":false,"marking":"lenient","day":null}"#;
    assert_eq!(json(&view(&game)), view_0);
    guess(&mut game, &["SPEED"]);
    let view_1 = r#"{"length":5,"tries":6,"guesses":[{"word":"speed","marks":"--YYY"}],"keys":{"d":"elsewhere","e":"elsewhere","p":"absent","s":"absent"},"status":"playing","answer":null,"hard":false,"marking":"lenient","day":null}"#;
    assert_eq!(json(&view(&game)), view_1);
    assert_eq!(serde_json::from_str::<View>(view_1).unwrap(), view(&game));
    guess(&mut game, &["abide"]);
    let end = json(&view(&game));
    assert!(end.contains(r#"{"word":"abide","marks":"GGGGG"}],"#), "{end}");
    assert!(end.contains(r#""status":"won","answer":"abide","hard":false"#), "{end}");
}

#[test]
fn the_json_of_events_never_changes() {
    let setup = Setup { word: Some("abide".into()), tries: 1, ..Setup::default() };
    let (mut game, dealt) = Match::<Wordle>::open(&setup, 1, 0, english()).unwrap();
    let text = |events: &[Event]| serde_json::to_string(events).unwrap();
    assert_eq!(text(&dealt), r#"[{"Dealt":{"word":"abide"}}]"#);
    let left = game.clone().leave(SEAT).unwrap();
    assert_eq!(text(&left), r#"[{"Left":{"seat":0}},{"Ended":{"won":false}}]"#);
    let guessed = game.act(SEAT, Guess::of("speed")).unwrap();
    let wanted = r#"[{"Guessed":{"word":"speed","marks":"--YYY"}},{"Ended":{"won":false}}]"#;
    assert_eq!(text(&guessed), wanted);
    assert!(serde_json::from_str::<Event>(&wanted[1..].replace("--Y", "--X")).is_err());
}
