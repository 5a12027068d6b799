//! The `generate` command: correct and reproducible puzzles, in files that are safe to open.

use crate::shared::Folder;
use games::wizards::check::check;
use games::wizards::grid::Placed;
use serde_json::Value;
use std::io::{BufRead, BufReader};

fn made(args: &[&str]) -> String {
    Folder::new().out(&[&["generate", "wizards", "--seed", "5"], args].concat(), "")
}

#[test]
fn every_puzzle_passes_the_check_and_hides_its_answers() {
    for level in ["apprentice", "elder"] {
        let text = made(&["--count", "30", "--format", "json", "--level", level]);
        let puzzles: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(puzzles.len(), 30);
        for puzzle in &puzzles {
            let answers: Vec<Placed> = serde_json::from_value(puzzle["answers"].clone()).unwrap();
            assert_eq!(check(&answers), Ok(()));
            let cells: usize = answers
                .iter()
                .flat_map(Placed::cells)
                .collect::<std::collections::BTreeSet<_>>()
                .len();
            let grid = puzzle["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap());
            let grid: String = grid.collect();
            assert_eq!(grid.matches('#').count(), cells);
            assert!(grid.bytes().all(|cell| cell == b'#' || cell == b'.'));
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    for format in ["json", "text", "svg", "html"] {
        let text = made(&["--count", "2", "--format", format]);
        assert_eq!(text, made(&["--count", "2", "--format", format]));
        assert_ne!(text, made(&["--count", "2", "--format", format, "--level", "elder"]));
    }
}

#[test]
fn a_random_seed_is_printed() {
    let home = Folder::new();
    let call = ["generate", "wizards", "--count", "2", "--format"];
    for format in ["json", "text", "svg", "html"] {
        let output = home.run(&[&call[..], &[format]].concat(), "");
        let (text, said) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
        let (text, said) = (text.unwrap(), said.unwrap());
        let seed = match format {
            "json" => {
                assert_eq!(said, "");
                let puzzle: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
                puzzle["seed"].as_str().unwrap().to_owned()
            }
            _ => {
                let seed =
                    said.strip_prefix("lexicade: To make the same puzzles again, use --seed ");
                seed.and_then(|seed| seed.strip_suffix(".\n")).unwrap().to_owned()
            }
        };
        let again = home.run(&[&call[..], &[format, "--seed", &seed]].concat(), "");
        assert_eq!(String::from_utf8(again.stdout).unwrap(), text);
        assert!(again.stderr.is_empty());
    }
}

/// Puzzles first, then all answers; the file loads and runs nothing.
#[test]
fn sheets_have_the_answers_at_the_end_and_need_no_other_file() {
    for format in ["svg", "html"] {
        let text = made(&["--count", "3", "--format", format]);
        let last = text.find("Puzzle 3: ").unwrap();
        let first = text.find("Answers to puzzle 1").unwrap();
        assert!(last < first, "{format}");
        for strange in ["<script", "href", "src=", "url("] {
            assert!(!text.contains(strange), "{strange}");
        }
    }
    assert!(made(&["--format", "html"]).ends_with("</html>\n"));
    assert!(made(&["--format", "svg"]).ends_with("</svg>\n"));
}

#[test]
fn a_closed_pipe_ends_the_command() {
    let home = Folder::new();
    let call = ["generate", "wizards", "--count", "1000000", "--format", "json"];
    let mut child = home.command(&call).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with('{'));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_list_without_puzzles_is_refused() {
    let home = Folder::new();
    let list = home.write("words.txt", "cat\ndog\n");
    let list = list.to_str().unwrap();
    let output = home.run(&["generate", "wizards", "--words", list], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("spell twenty other words"));
}
