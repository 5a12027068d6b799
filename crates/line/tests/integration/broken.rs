//! The pipe with a match that panics: the command is refused, and the pipe keeps running.

use crate::faulty;
use engine::{AnyGame, Start};
use hall::{Hall, Store};
use line::pipe::{self, PipeViewer};

fn piped(input: &str) -> Vec<String> {
    static FAULTY: &[&dyn AnyGame] = &[&faulty::FAULTY];
    let game: &'static dyn AnyGame = &faulty::FAULTY;
    let settings = game.read(&[]).unwrap();
    let start = Start { game, settings, seats: 1, words: "en-1".into(), seed: 1 };
    let hall = Hall::new(FAULTY, Store::memory());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut output = Vec::new();
    let run = pipe::run(&hall, &start, PipeViewer::Acting, None, input.as_bytes(), &mut output);
    runtime.block_on(run).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn is_broken(line: &str) -> bool {
    line.starts_with(r#"{"refused":{"code":"house.broken","text":"#)
}

#[test]
fn a_move_that_panics_and_all_later_commands_are_refused() {
    let lines = piped("add 1\npanic\nadd 1\n/hint\n");
    assert!(lines[2].contains(r#""seq":1"#), "{lines:#?}");
    assert_eq!(lines.len(), 6);
    assert!(lines[3..].iter().all(|line| is_broken(line)), "{lines:#?}");
}

#[test]
fn a_view_that_panics_and_all_later_commands_are_refused() {
    let lines = piped("add 3\nadd 3\nadd 3\nadd 3\nadd 1\nadd 1\n");
    assert!(lines[5].contains(r#""count":12"#), "{lines:#?}");
    assert_eq!(lines.len(), 8);
    assert!(lines[6..].iter().all(|line| is_broken(line)), "{lines:#?}");
}
