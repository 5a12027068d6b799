//! Tickets of every game: writing, parsing and refusals.

use engine::play::PlayEntry;
use engine::seal::SealKey;
use engine::{AnyGame, Erased, Play, Refusal, Seat, Start, Step, Ticket, Viewer};
use games::{GAMES, find};
use std::sync::Arc;
use words::Lexicon;

const SEED: u64 = 0x0123_4567_89ab_cdef;

/// A board whose text is too long for a ticket.
const BOARD: &str =
    "5x5 AaHHOUSE AaVHORSE CaHRIVER EaHEAGLE\n# a remark that makes it longer still\n";

fn start(id: &str, given: &[(&str, &str)]) -> Start {
    let game = find(id).unwrap();
    let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let settings = game.read(&given).unwrap();
    Start { game, settings, seats: game.info().fewest, words: "en-1".into(), seed: SEED }
}

fn no_value(_: &str, _: &str) -> Option<String> {
    None
}

fn reopen(ticket: &str) -> Result<Start, Refusal> {
    ticket.parse::<Ticket>()?.start(GAMES, &SealKey::OPEN, no_value)
}

fn refusal_text(ticket: &str) -> String {
    let refusal = reopen(ticket).err().unwrap_or_else(|| panic!("{ticket} is accepted"));
    assert_eq!(refusal.code, "house.setup");
    refusal.text
}

/// Checks that parsing the ticket of a start gives the same start.
fn check_round_trip(start: &Start) {
    let written = start.ticket(&SealKey::OPEN);
    let long = start.long_values();
    let value =
        |_: &str, hash: &str| long.iter().find(|(h, _)| h == hash).map(|(_, text)| text.clone());
    let ticket: Ticket = written.parse().unwrap();
    let again = ticket.start(GAMES, &SealKey::OPEN, value).unwrap();
    assert_eq!(again.game.info().id, start.game.info().id);
    assert_eq!(again.settings, start.settings, "{written}");
    assert_eq!((again.seats, again.seed), (start.seats, start.seed), "{written}");
    assert_eq!(again.words, start.words);
    assert_eq!(again.ticket(&SealKey::OPEN), written);
    assert_eq!(ticket.missing().count(), long.len());
}

#[test]
fn every_preset_survives_the_round_trip_for_every_number_of_seats() {
    for &game in GAMES {
        let info = game.info();
        for (_, settings) in game.presets().unwrap() {
            for seats in info.fewest..=info.most {
                let (settings, words) = (settings.clone(), "en-1".into());
                check_round_trip(&Start { game, settings, seats, words, seed: SEED });
            }
        }
    }
}

#[test]
fn default_settings_are_a_dash_and_others_are_in_the_order_of_the_keys() {
    let plain = start("wordle", &[]).ticket(&SealKey::OPEN);
    assert!(plain.starts_with("wordle/1/-/en-1/"), "{plain}");
    let chosen = start("wordle", &[("length", "6"), ("hard", "true")]);
    assert!(chosen.ticket(&SealKey::OPEN).starts_with("wordle/1/hard=true,length=6/en-1/"));
    let three = Start { seats: 3, ..start("null", &[("target", "30")]) };
    assert!(three.ticket(&SealKey::OPEN).starts_with("null/1/seats=3,target=30/en-1/"));
    check_round_trip(&three);
}

#[test]
fn a_secret_is_sealed_and_opens_only_on_the_server_that_sealed_it() {
    let start = start("wordle", &[("word", "crane")]);
    check_round_trip(&start);
    let ours = SealKey::new([7; 32]);
    let ticket = start.ticket(&ours);
    assert!(ticket.contains("word=~") && !ticket.to_lowercase().contains("crane"), "{ticket}");
    let reopened = ticket.parse::<Ticket>().unwrap().start(GAMES, &ours, no_value).unwrap();
    assert_eq!(reopened.settings, start.settings);
    let damaged = "This ticket can't be used: its word is damaged or was sealed by another server.";
    assert_eq!(refusal_text(&ticket), damaged);
    assert_eq!(refusal_text("wordle/1/word=~/en-1/0000000000000"), damaged);
    assert_eq!(refusal_text("wordle/1/word=~00/en-1/0000000000000"), damaged);
}

#[test]
fn a_seal_is_bound_to_everything_else_in_its_ticket() {
    let given = [("hard", "true"), ("tries", "5"), ("word", "crane")];
    let ticket = start("wordle", &given).ticket(&SealKey::OPEN);
    reopen(&ticket).unwrap();
    let (head, set, words, seed) =
        ("wordle/1", "hard=true,tries=5", "en-1", &ticket[ticket.len() - 13..]);
    let sealed = ticket.split(",word=").nth(1).unwrap().split('/').next().unwrap();
    let with = |set: &str, words: &str, seed: &str| format!("{head}/{set}/{words}/{seed}");
    assert_eq!(ticket, with(&format!("{set},word={sealed}"), words, seed));
    for altered in [
        with(&format!("hard=true,tries=1,word={sealed}"), words, seed),
        with(&format!("hard=true,word={sealed}"), words, seed),
        with(&format!("hard=false,tries=5,word={sealed}"), words, seed),
        with(&format!("tries=5,word={sealed}"), words, seed),
        with(&format!("marking=strict,hard=true,tries=5,word={sealed}"), words, seed),
        with(&format!("seats=1,hard=true,tries=5,word={sealed}"), words, seed),
        with(&format!("tries=5,hard=true,word={sealed}"), words, seed),
        with(&format!("word={sealed},hard=true,tries=5"), words, seed),
        with(&format!("hard=true,tries=05,word={sealed}"), words, seed),
        with(&format!("{set},word={sealed}"), "en-2", seed),
        with(&format!("{set},word={sealed}"), words, "0000000000000"),
        with(&format!("{set},word={sealed}"), words, &seed.to_lowercase()),
    ] {
        assert_ne!(altered, ticket);
        assert!(reopen(&altered).is_err(), "{altered}");
    }
}

#[test]
fn a_seal_of_an_earlier_version_is_refused() {
    let old = "wizards/1/main=~8S7RGGAJCAH83DC5/en-1/0000000000004";
    let text = "This ticket can't be used: its main was sealed by an earlier version; ask for a new ticket.";
    assert_eq!(refusal_text(old), text);
}

#[test]
fn a_long_value_is_replaced_by_its_hash_and_must_match_it() {
    let start = start("junior", &[("board", BOARD)]);
    check_round_trip(&start);
    let [(hash, value)] = &start.long_values()[..] else { panic!("expected one long value") };
    assert_eq!(value, BOARD);
    let written = start.ticket(&SealKey::OPEN);
    assert!(written.contains(&format!("board=@{hash}")), "{written}");
    let ticket: Ticket = written.parse().unwrap();
    assert_eq!(ticket.missing().collect::<Vec<_>>(), [("board", hash.as_str())]);
    let expected = format!("This ticket can't be used: the text for board=@{hash} is missing.");
    assert_eq!(refusal_text(&written), expected);
    let other = |_: &str, _: &str| Some("5x5 AaHHOUSE".to_owned());
    let refusal = ticket.start(GAMES, &SealKey::OPEN, other).err().unwrap();
    assert_eq!(refusal.text, expected);
}

#[test]
fn an_invalid_ticket_is_refused_with_the_reason() {
    let text = refusal_text("chess/1/-/en-1/0000000000000");
    assert_eq!(text, "This ticket can't be used: there is no game “chess”.");
    let text = refusal_text("null/9/-/en-1/0000000000000");
    assert_eq!(
        text,
        "This ticket can't be used: it needs a newer version of Null (rules 9, not 1)."
    );
    let text = refusal_text("null/1/target=%zz/en-1/0000000000000");
    assert_eq!(text, "This ticket can't be used: the value of target is damaged.");
    let text = refusal_text("null/1/target=500/en-1/0000000000000");
    assert_eq!(text, "The setting target must be a whole number from 10 to 99, not “500”.");
    let text = refusal_text("null/1/trap=1/en-1/0000000000000");
    assert_eq!(
        text, "The setting trap must be a whole number from 4 to 98.",
        "a secret value is not repeated"
    );
}

#[test]
fn stored_settings_survive_the_round_trip_and_keep_the_order_of_the_keys() {
    for &game in GAMES {
        for (_, settings) in game.presets().unwrap() {
            let names: Vec<_> = settings.iter().map(|(key, _)| key.name).collect();
            let table: Vec<_> = game.keys().iter().map(|key| key.name).collect();
            assert_eq!(names, table);
            let stored = serde_json::to_string(&settings).unwrap();
            let map = serde_json::from_str(&stored).unwrap();
            assert_eq!(game.stored(&map).unwrap(), settings);
        }
    }
}

#[test]
fn the_engine_checks_the_seat_and_the_turn_before_the_rules() {
    let null: &dyn AnyGame = &Erased::<games::null::Null>::default();
    let words = Arc::new(Lexicon::from_words(["word"]));
    let settings = null.read(&[("target".into(), "10".into())]).unwrap();
    let game = null.open(&settings, 2, 1, Arc::clone(&words)).unwrap().next;
    let (first, second, no_seat) = (Seat(0), Seat(1), Seat(2));
    assert_eq!(game.may_act(first), Ok(()));
    let refused = game.may_act(second).unwrap_err();
    assert_eq!(refused.to_string(), "It isn't seat 1's turn.");
    assert_eq!(refused.code, "house.turn");
    assert_eq!(game.act(second, "nonsense").err(), Some(refused));
    let refused = game.may_act(no_seat).unwrap_err();
    assert_eq!(refused.to_string(), "There is no seat 2; the last is 1.");
    assert_eq!(game.leave(no_seat).err(), Some(refused));
    let over = game.leave(first).unwrap().next;
    assert_eq!(over.may_act(second).unwrap_err().code, "house.over");
    assert_eq!(over.leave(second).err().unwrap().code, "house.over");
}

#[test]
fn an_echo_is_the_normalized_line() {
    let words = Arc::new(Lexicon::builtin().clone());
    for (id, typed, line) in [
        ("null", "ADD 2", Ok("add 2")),
        ("null", "add 4", Err("null.line")),
        ("builder", "undo", Ok("undo")),
        ("builder", "redo", Ok("redo")),
        ("builder", "REMOVE Aa H", Ok("remove Aa H")),
    ] {
        let game = find(id).unwrap();
        let opened = game.open(&game.read(&[]).unwrap(), 1, 1, Arc::clone(&words)).unwrap();
        let echo = opened.next.echo(Seat(0), typed).map_err(|refusal| refusal.code.as_str());
        assert_eq!(echo.as_deref().map_err(|code| *code), line, "{id}: {typed}");
    }
}

#[test]
fn a_play_file_with_a_wrong_ending_is_refused() {
    let words = Arc::new(Lexicon::from_words(["word"]));
    let run = |rest: &str| {
        let text = "null/1/seats=2,target=10,trap=6/en-1/0000000000000\n0: add 1\n";
        let play: Play = format!("{text}{rest}").parse().unwrap();
        play.run(GAMES, Arc::clone(&words)).map_err(|error| error.to_string())
    };
    let (_, ended) = run("1: /hint\n1: /leave\n= 1 0\n").unwrap();
    assert!(ended.view(Viewer::Public).get().contains("over"));
    for (rest, error) in [
        ("1: /leave\n= 0 1\n", "line 4: the match ends with the scores 1 0, not 0 1"),
        ("1: /leave\n", "line 4: the match ends with the scores 1 0, but the file has none"),
        ("= 1 0\n", "line 3: there are scores, but the match isn't over"),
        ("1: /leave\n0: add 1\n= 1 0\n", "line 4: The match is over"),
        ("0: /hint\n1: /leave\n= 1 0\n", "line 3: It isn't seat 0's turn"),
    ] {
        assert_eq!(run(rest).err().as_deref(), Some(error));
    }
}

#[test]
fn running_a_play_file_can_be_stopped() {
    let words = Arc::new(Lexicon::from_words(["word"]));
    let text = "null/1/seats=2,target=10,trap=6/en-1/0000000000000\n0: add 1\n1: /leave\n= 1 0\n";
    let play: Play = text.parse().unwrap();
    let start = play.start(GAMES).unwrap();
    let dealt = start.game.open(&start.settings, start.seats, start.seed, words).unwrap().next;
    let mut entries = Vec::new();
    let each = |seat, entry, step: Option<Step>| {
        entries.push((seat, entry, step.is_some()));
        match entries.len() {
            1 => Ok(()),
            _ => Err(Refusal::setup("replaying it takes too long.")),
        }
    };
    let error = play.replay(dealt, each).err().unwrap();
    assert_eq!(error.to_string(), "line 3: replaying it takes too long");
    let line = PlayEntry::Line("add 1".into());
    assert_eq!(entries, [(Seat(0), line, true), (Seat(1), PlayEntry::Leave, true)]);
}

#[test]
fn the_scene_of_a_view_equals_the_scene_of_the_match() {
    for game in GAMES {
        let start = start(game.info().id, &[]);
        let words = Arc::new(Lexicon::builtin().clone());
        let opened = game.open(&start.settings, start.seats, SEED, words).unwrap().next;
        for viewer in Viewer::all(start.seats) {
            let acts = viewer.seat().is_some_and(|seat| opened.to_act().has(seat));
            let shown = game.scene(opened.view(viewer).get(), acts);
            assert_eq!(shown, Some(opened.scene(viewer)), "{}", game.info().id);
        }
        assert_eq!(game.scene("{\"no\":\"view\"}", true), None);
    }
}
