//! The protocol of the pipe, line by line, through the library.

use engine::{Refusal, Seat, Viewer};
use games::GAMES;
use hall::{Hall, Store};
use line::LineError;
use line::Opening;
use line::pipe::{self, PipeViewer};
use serde_json::{Value, json};

fn play(opening: Opening, viewer: PipeViewer, input: &[u8]) -> Result<Vec<Value>, Refusal> {
    let opened = opening.resolve(GAMES)?;
    let hall = Hall::new(GAMES, Store::memory());
    hall.word_lists().put(opened.words);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut output = Vec::new();
    match runtime.block_on(pipe::run(&hall, &opened.start, viewer, None, input, &mut output)) {
        Ok(()) => {}
        Err(LineError::Refused(refusal)) => return Err(refusal),
        Err(LineError::Io(error)) => panic!("{error}"),
    }
    assert!(output.ends_with(b"\n"));
    let output = String::from_utf8(output).unwrap();
    Ok(output.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn game(what: &str, set: &[&str]) -> Opening {
    let set = set.iter().map(|set| set.to_string()).collect();
    Opening { what: what.into(), set, seed: Some("1".into()), ..Opening::default() }
}

fn null(input: &str) -> Vec<Value> {
    let opening = Opening { seats: Some(2), ..game("null", &["trap=20"]) };
    play(opening, PipeViewer::Acting, input.as_bytes()).unwrap()
}

fn codes(lines: &[Value]) -> Vec<&str> {
    lines.iter().filter_map(|line| line["refused"]["code"].as_str()).collect()
}

#[test]
fn it_greets_and_sends_the_first_update() {
    let lines = null("");
    assert_eq!(
        lines[0],
        json!({"hello": 1, "game": "null", "rules": 1, "seats": 2, "words": "en-1",
            "setup": {"target": 21, "trap": "hidden"}, "ticket": null})
    );
    assert_eq!(
        lines[1],
        json!({"seq": 0, "viewer": 0, "to_act": [0], "choices": ["add 1", "add 2", "add 3"],
            "asks": [], "said": ["Count to 21."], "hinted": false, "over": null,
            "view": {"target": 21, "count": 0, "trap": null, "turn": 0, "scores": [0, 0],
                "status": "playing"}})
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn the_seat_to_act_acts_unless_another_is_named() {
    let lines = null("add 1\r\n  ADD   2 \n0: add 3\n1:add 1");
    let seqs: Vec<_> = lines[1..].iter().map(|line| line["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, [0, 1, 2, 3, 4]);
    let viewers: Vec<_> = lines[1..].iter().map(|line| line["viewer"].as_i64().unwrap()).collect();
    assert_eq!(viewers, [0, 1, 0, 1, 0]);
    assert_eq!(lines[5]["view"]["count"], 7);
}

#[test]
fn every_refusal_has_its_code_and_changes_nothing() {
    let input = b"\xff\n\x1b[2J\nadd\t1\n\n  \n9: \n9: add 1\n99999999999999999999: add 1\n1: add 1\nadd 4\n\
        add 1 1\n/what\n/hint now\n/bot\n/bot nobody\n/ticket\n1: /hint\n1: /bot random\n-1: add 1\n";
    let opening = Opening { seats: Some(2), ..game("null", &[]) };
    let lines = play(opening, PipeViewer::Acting, input).unwrap();
    assert_eq!(
        codes(&lines),
        [
            "house.text",
            "house.text",
            "house.text",
            "house.empty",
            "house.empty",
            "house.empty",
            "house.seat",
            "house.seat",
            "house.turn",
            "null.line",
            "null.line",
            "house.unknown",
            "house.unknown",
            "house.bot",
            "house.bot",
            "house.secret",
            "house.turn",
            "house.turn",
            "null.line",
        ]
    );
    assert_eq!(lines.len(), 2 + 19, "exactly one answer for each line");
}

#[test]
fn a_line_may_be_4096_bytes_long() {
    let long = |n: usize| format!("add {}\n", "1".repeat(n - 4));
    assert_eq!(codes(&null(&long(4096))), ["null.line"]);
    assert_eq!(codes(&null(&long(4097))), ["house.text"]);
    assert_eq!(codes(&null(&format!("{}add 1\n", long(1 << 20)))), ["house.text"]);
}

#[test]
fn a_hint_is_sent_and_marks_the_match_as_hinted() {
    let lines = null("/hint\nadd 1\n");
    assert_eq!(lines[2], json!({"hint": {"line": "add 1", "why": "It leaves 20 to add."}}));
    assert_eq!((&lines[3]["seq"], &lines[3]["hinted"]), (&json!(1), &json!(true)));
    assert_eq!(lines[3]["said"], json!([]));
    assert_eq!((&lines[4]["seq"], &lines[4]["hinted"]), (&json!(2), &json!(true)));
}

#[test]
fn bots_move_once_and_repeatably() {
    let input = "/bot random\n/bot sensible\n1: /leave";
    let lines = null(input);
    assert_eq!(codes(&lines), Vec::<&str>::new());
    assert_eq!(lines, null(input));
}

#[test]
fn the_last_update_shows_everything_and_then_only_ticket_works() {
    let lines = null("0: /leave\nadd 1\n\n9: x\n/hint\n/ticket\n/TICKET");
    let end = &lines[2];
    assert_eq!(end["over"]["scores"], json!([0, 1]));
    assert_eq!(end["over"]["winners"], json!([1]));
    assert_eq!(end["viewer"], 0, "the seat that acted last");
    assert_eq!(end["setup"], json!({"target": 21, "trap": 20}));
    assert_eq!((&end["to_act"], &end["choices"]), (&json!([]), &json!([])));
    assert_eq!(codes(&lines), ["house.over"; 4]);
    let ticket = end["over"]["ticket"].as_str().unwrap();
    assert!(ticket.starts_with("null/1/seats=2,trap=~"), "{ticket}");
    assert_eq!(lines[7], json!({"ticket": ticket}));
    assert_eq!(lines[8], lines[7]);

    let again = Opening { what: ticket.into(), ..Opening::default() };
    let again = play(again, PipeViewer::Acting, b"0: /leave\n").unwrap();
    assert_eq!(again[0], lines[0]);
    assert_eq!(again[2], lines[2]);
}

#[test]
fn a_viewer_may_be_fixed() {
    let opening = || Opening { seats: Some(2), ..game("null", &[]) };
    let seat = play(opening(), PipeViewer::Fixed(Viewer::Seat(Seat(1))), b"add 1\n").unwrap();
    assert_eq!((&seat[1]["viewer"], &seat[1]["choices"]), (&json!(1), &json!([])));
    assert_eq!(seat[2]["choices"].as_array().unwrap().len(), 3);
    let public = play(opening(), PipeViewer::Fixed(Viewer::Public), b"add 1\n").unwrap();
    assert_eq!((&public[1]["viewer"], &public[2]["choices"]), (&json!(-1), &json!([])));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for name in ["wordle", "wampus"] {
        let input = b"/bot random\n/bot sensible\n/hint\n/bot random\n/leave\n";
        let lines = || play(game(name, &[]), PipeViewer::Acting, input).unwrap();
        assert_eq!(lines(), lines());
        let other = Opening { seed: Some("2".into()), ..game(name, &[]) };
        assert_ne!(lines(), play(other, PipeViewer::Acting, input).unwrap());
    }
}

#[test]
fn an_invalid_setup_is_refused() {
    for opening in [
        game("null", &["trap=30"]),
        game("null", &["target=9"]),
        game("null/1/seats=9/en-1/0000000000000", &[]),
        Opening { seats: Some(5), ..game("null", &[]) },
    ] {
        assert_eq!(play(opening, PipeViewer::Acting, b"").unwrap_err().code, "house.setup");
    }
}

#[test]
fn an_own_word_list_has_its_own_id() {
    let path = std::env::temp_dir().join(format!("lexicade-pipe-{}.txt", std::process::id()));
    std::fs::write(&path, "crane\nslate\n").unwrap();
    let own = || Opening { words: Some(path.clone()), ..game("wordle", &[]) };
    let lines = play(own(), PipeViewer::Acting, b"guess speed\nguess crane\n/leave\n").unwrap();
    assert_eq!(codes(&lines)[0], "wordle.unknown");
    let id = lines[0]["words"].as_str().unwrap();
    assert_eq!(id.len(), 16);
    let end = lines.iter().find(|line| line["over"].is_object()).unwrap();
    let ticket = end["over"]["ticket"].as_str().unwrap().to_owned();
    assert!(ticket.contains(id));
    // The ticket needs exactly that list.
    let without = Opening { what: ticket.clone(), ..Opening::default() };
    assert_eq!(play(without, PipeViewer::Acting, b"").unwrap_err().code, "house.setup");
    let with = Opening { what: ticket, words: Some(path.clone()), ..Opening::default() };
    assert_eq!(play(with, PipeViewer::Acting, b"").unwrap()[0], lines[0]);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn after_a_resignation_the_viewer_is_the_seat_that_resigned() {
    for (input, last) in [("/leave\n", 0), ("1: /leave\n", 1), ("/bot random\n1: /leave\n", 1)] {
        let lines = play(game("junior", &[]), PipeViewer::Acting, input.as_bytes()).unwrap();
        let end = lines.last().unwrap();
        assert!(end["over"].is_object(), "{input}");
        assert_eq!((&end["viewer"], &end["view"]["seat"]), (&json!(last), &json!(last)), "{input}");
    }
}

#[test]
fn a_match_takes_9999_moves_and_then_refuses() {
    // Every line is a move against the wall, until the log is full.
    const MOVES: usize = 9_999;
    let opening = game("wampus", &["layout=A...:....:....:...."]);
    let input = "move up\n".repeat(MOVES + 1) + "/leave\n";
    let lines = play(opening, PipeViewer::Acting, input.as_bytes()).unwrap();
    let [.., last, refused, over] = lines.as_slice() else { panic!("{} lines", lines.len()) };
    assert_eq!(last["seq"], MOVES);
    assert_eq!(refused["refused"]["code"], "house.long");
    assert!(over["over"].is_object(), "{over}");
}
