//! Scenes, sentences and remarks while typing.

use super::*;
use engine::scene::Place;
use engine::{Ask, Body, Cell, Pane, Tone};

fn pane<'a>(scene: &'a Scene, id: &str) -> &'a Pane {
    scene.panes.iter().find(|pane| pane.id == id).unwrap()
}

fn cells<'a>(scene: &'a Scene, id: &str) -> &'a Vec<Vec<Cell>> {
    match &pane(scene, id).body {
        Body::Grid(rows) | Body::Tiles(rows) => rows,
        other => panic!("{other:?}"),
    }
}

fn preview(game: &Match<Wordle>, typed: &str) -> Vec<String> {
    Wordle::preview(&view(game), typed, &mut bots_and_hints::cx())
}

/// All sentences about this guess.
fn narration(game: &mut Match<Wordle>, word: &str) -> Vec<String> {
    let mut state = game.state().clone();
    let events = game.act(SEAT, Guess::of(word)).unwrap();
    let tell = |event: &Event| {
        Wordle::apply(&mut state, event);
        Wordle::tell(&state, event, Viewer::Seat(SEAT))
    };
    events.iter().filter_map(tell).collect()
}

#[test]
fn rows_have_letters_tones_and_names_for_screen_readers() {
    let mut game = hiding("abide");
    guess(&mut game, &["speed", "aside"]);
    let scene = Wordle::scene(&view(&game));
    let rows = cells(&scene, "rows");
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|row| row.len() == 5));
    assert_eq!(rows[0][0], Cell::new("S", Tone::Off).named("S, absent"));
    assert_eq!(rows[0][2], Cell::new("E", Tone::Near).named("E, elsewhere"));
    assert_eq!(rows[1][0], Cell::new("A", Tone::Good).named("A, correct"));
    assert_eq!(rows[2][0], Cell::new("", Tone::Plain).named("empty"));
    assert_eq!(pane(&scene, "attempts").body, Body::Meter { value: 4, of: 6 });
    assert!(scene.choices.is_empty());
    let ask = Ask {
        prefix: "guess ".into(),
        max: 5,
        echo: Some(Place { pane: "rows", row: 2, col: 0 }),
        tiles: Some("keys"),
    };
    assert_eq!(scene.asks, [ask]);
    assert!(scene.panes.iter().all(|pane| pane.id != "answer"));
}

#[test]
fn the_deal_is_announced_with_the_number_of_attempts() {
    let sentence = |tries| {
        let game = open(Setup { tries, ..Setup::default() });
        let dealt = Event::Dealt { word: "abide".into() };
        Wordle::tell(game.state(), &dealt, Viewer::Seat(SEAT)).unwrap()
    };
    assert_eq!(sentence(6), "Guess the 5-letter word. You have 6 attempts.");
    assert_eq!(sentence(1), "Guess the 5-letter word. You have 1 attempt.");
}

#[test]
fn the_keyboard_has_every_letter_enter_and_delete() {
    let mut game = hiding("abide");
    guess(&mut game, &["speed"]);
    let scene = Wordle::scene(&view(&game));
    let keys = cells(&scene, "keys");
    let text: Vec<String> =
        keys.iter().map(|row| row.iter().map(|key| &*key.text).collect()).collect();
    assert_eq!(text, ["QWERTYUIOP", "ASDFGHJKL", "EnterZXCVBNMDelete"]);
    let key = |text: &str| keys.iter().flatten().find(|key| key.text == text).unwrap();
    assert_eq!(*key("S"), Cell::new("S", Tone::Off).named("S, absent"));
    assert_eq!(*key("E"), Cell::new("E", Tone::Near).named("E, elsewhere"));
    assert_eq!(*key("A"), Cell::new("A", Tone::Plain));
    assert_eq!(*key("Enter"), Cell::new("Enter", Tone::Plain));
    // A letter that was correct once keeps that mark.
    guess(&mut game, &["glide", "abbey"]);
    let scene = Wordle::scene(&view(&game));
    let keys = cells(&scene, "keys");
    let key = |text: &str| keys.iter().flatten().find(|key| key.text == text).unwrap();
    assert_eq!(key("E").tone, Tone::Good);
}

#[test]
fn after_the_end_the_word_is_shown_and_nothing_is_asked() {
    let mut game = hiding("crane");
    guess(&mut game, &["crate", "crane"]);
    let scene = Wordle::scene(&view(&game));
    let text = vec!["Solved in 2!".into(), "The word was CRANE.".into()];
    assert_eq!(pane(&scene, "answer").body, Body::Text(text));
    assert!(scene.asks.is_empty());

    let mut game = hiding("crane");
    game.leave(SEAT).unwrap();
    let scene = Wordle::scene(&view(&game));
    assert_eq!(pane(&scene, "answer").body, Body::Text(vec!["The word was CRANE.".into()]));
    assert!(scene.asks.is_empty());
}

#[test]
fn the_sentences_are_enough_to_play_without_seeing() {
    let mut game = hiding("abide");
    assert_eq!(
        narration(&mut game, "moist"),
        ["Guess 1, MOIST: M absent, O absent, I correct, S absent, T absent."]
    );
    assert_eq!(
        narration(&mut game, "speed"),
        ["Guess 2, SPEED: S absent, P absent, E elsewhere, E elsewhere, D elsewhere."]
    );
    assert_eq!(narration(&mut game, "abide"), ["Guess 3, ABIDE: all correct.", "Solved in 3!"]);

    let mut game = open(Setup { tries: 1, word: Some("abide".into()), ..Setup::default() });
    assert_eq!(narration(&mut game, "speed")[1..], ["The word was ABIDE."]);
}

#[test]
fn the_announcement_of_the_deal_doesnt_contain_the_word() {
    let (game, events) = Match::<Wordle>::open(&Setup::default(), 1, 0, english()).unwrap();
    let sentence = Wordle::tell(game.state(), &events[0], Viewer::Seat(SEAT));
    assert_eq!(sentence.as_deref(), Some("Guess the 5-letter word. You have 6 attempts."));
}

#[test]
fn a_half_typed_guess_gets_remarks() {
    let mut game = open(Setup { hard: true, word: Some("crane".into()), ..Setup::default() });
    guess(&mut game, &["crate"]);
    let none: [&str; 0] = [];
    assert_eq!(preview(&game, "guess "), ["5 letters to go"]);
    assert_eq!(preview(&game, "guess cra"), ["2 letters to go"]);
    assert_eq!(preview(&game, "guess cran"), ["1 letter to go"]);
    assert_eq!(preview(&game, "guess crane"), none);
    assert_eq!(preview(&game, "guess crave"), none);
    assert_eq!(preview(&game, "guess crazz"), ["Not in word list"]);
    assert_eq!(preview(&game, "guess moist"), ["Hard mode: letter 1 must be C."]);
    assert_eq!(preview(&game, "guess cranes"), ["Too many letters"]);
    assert_eq!(preview(&game, "guess craneships"), ["Too many letters"]);
    assert_eq!(preview(&game, "guess c3"), ["Use the letters a to z only, not “c3”."]);
    assert_eq!(preview(&game, "gue"), none);
    assert_eq!(preview(&game, "guess a b"), none);
    guess(&mut game, &["crane"]);
    assert_eq!(preview(&game, "guess cra"), none);
}

#[test]
fn rivals_see_the_number_of_guesses() {
    let mut game = hiding("crane");
    guess(&mut game, &["crate", "moist"]);
    assert_eq!(Wordle::progress(&view(&game)), "2 of 6");
}
