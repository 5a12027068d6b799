//! The `arena` command: bots against bots, and programs of every kind.

use crate::shared::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn arena(args: &[&str]) -> Value {
    let home = Folder::new();
    let text = home.out(&[&["arena"], args, &["--json"]].concat(), "");
    serde_json::from_str(&text).unwrap()
}

/// This test binary as a bot, because it exists on every machine.
fn program(name: &str) -> String {
    let this = std::env::current_exe().unwrap();
    format!("'{}' --ignored --exact --nocapture arena::{name}", this.display())
}

#[test]
fn the_better_bot_is_rated_higher() {
    let report = arena(&["hand", "random", "expert", "--games", "40", "--seed", "1"]);
    assert_eq!(report["game"], "hand");
    assert_eq!((&report["rounds"], &report["seed"]), (&40.into(), &"0000000000001".into()));
    let pair = &report["pairs"][0];
    assert_eq!(pair["players"], serde_json::json!(["random", "expert"]));
    let count = |key: &str| pair[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 40);
    assert!(pair["rating"]["high"].as_f64().unwrap() < 0.0, "{report}");
    let [random, expert] = [0, 1].map(|n| &report["players"][n]);
    assert!(random["points"].as_f64() < expert["points"].as_f64());
    assert_eq!((&random["matches"], &expert["matches"]), (&40.into(), &40.into()));
}

#[test]
fn a_contest_is_the_same_on_any_number_of_threads() {
    for game in ["wampus", "junior"] {
        let bots = [game, "random", "sensible", "random", "--games", "14", "--seed", "7"];
        let [one, three] = ["1", "3"].map(|n| arena(&[&bots[..], &["--threads", n]].concat()));
        assert_eq!(one, three);
        let other = arena(&[&bots[..7], &["8"]].concat());
        assert_ne!(one["players"], other["players"]);
    }
}

/// The same bot twice: every seed is played with the seats swapped, so neither can be ahead.
#[test]
fn seats_are_swapped() {
    let report = arena(&["junior", "sensible", "sensible", "--games", "9", "--seed", "3"]);
    let pair = &report["pairs"][0];
    assert_eq!(report["rounds"], 5);
    assert_eq!(pair["wins"], pair["losses"], "{report}");
    assert_eq!(pair["rating"]["score"], 0.5);
    assert_eq!(report["players"][1]["name"], "sensible #2");
    assert_eq!(report["players"][0]["matches"], 10);
}

#[test]
fn a_sequential_test_ends_early() {
    let bots = ["hand", "expert", "random", "--seed", "1", "--games", "100000"];
    let report = arena(&[&bots[..], &["--sprt", "0:100"]].concat());
    assert_eq!(report["rounds"], 32, "{report}");
    assert_eq!(report["sprt"]["verdict"], 100.0);
    let report = arena(&[&bots[..], &["--sprt", "-50:1000"]].concat());
    assert!(report["rounds"].as_u64().unwrap() < 1000);
}

#[test]
fn the_text_report_and_the_plot_are_written() {
    let home = Folder::new();
    let call = ["arena", "wampus", "random", "sensible", "--games", "20", "--seed", "1"];
    let text = home.out(&[&call[..], &["--plot", "plot.svg"]].concat(), "");
    assert!(text.starts_with("Hunt the Wampus, 20 rounds, --seed 0000000000001\n"), "{text}");
    assert!(text.contains("random against sensible: "), "{text}");
    let one = home.out(&["arena", "wampus", "random", "sensible", "--games", "1"], "");
    assert!(one.starts_with("Hunt the Wampus, 1 round, --seed "), "{one}");
    let svg = home.read("plot.svg").unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">random ") && svg.contains(">sensible "));
}

/// Ten million matches would take hours, so the refusal must come before the first.
#[test]
fn a_plot_that_cannot_be_written_is_refused_before_the_first_match() {
    let call = ["hand", "random", "random", "--games", "10000000", "--plot", "nowhere/plot.svg"];
    refused(&call, "Can't write nowhere/plot.svg");
}

#[track_caller]
fn refused(args: &[&str], sentence: &str) {
    let home = Folder::new();
    let output = home.run(&[&["arena"], args].concat(), "");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    assert!(said.contains(sentence), "{said}");
}

#[test]
fn invalid_contests_are_refused_in_a_sentence() {
    refused(&["chess", "a", "b"], "There is no game “chess”");
    refused(&["hand", "random"], "A contest needs at least two players");
    refused(&["hand", "random", "nobody"], "There is no bot “nobody”");
    refused(&["hand", "random", "random", "--set", "size=0"], "The setting size must be");
    refused(&["hand", "random", "random", "--sprt", "5:1"], "such as 0:20");
    refused(&["hand", "random", "random", "random", "--sprt", "0:1"], "exactly two players");
    refused(&["hand", "random", "--exec", ""], "--exec takes a program");
    refused(&["hand", "random", "--exec", "no-such-program-here"], "Can't start the program");
}

/// Plays a contest with a program, and checks its forfeits.
#[track_caller]
fn with_program(name: &str, games: &str, why: &str) -> Value {
    let call = ["hand", "random", "--exec", &program(name), "--games", games, "--seed", "1"];
    let started = Instant::now();
    let report = arena(&call);
    assert!(started.elapsed() < Duration::from_secs(60), "it took {:?}", started.elapsed());
    let left = &report["players"][1]["left"];
    assert_eq!(left[why].as_u64(), games.parse().ok(), "{report}");
    report
}

#[test]
fn a_program_plays_to_the_end() {
    let report = with_program("bot_first_choice", "3", "resigned");
    assert_eq!(report["players"][1]["matches"], 3);
}

#[test]
fn a_program_that_exits_forfeits() {
    with_program("bot_ends", "3", "ended too early");
    // It is last, even if others end with a lower score.
    let call = ["wampus", "random", "--exec", &program("bot_ends"), "--games", "20", "--seed", "1"];
    let report = arena(&call);
    assert_eq!(report["pairs"][0]["wins"], 20, "{report}");
    assert!(report["players"][0]["won"].as_u64() < Some(20), "{report}");
}

#[test]
fn a_program_that_writes_nonsense_forfeits() {
    with_program("bot_floods", "2", "was refused ten times running");
    with_program("bot_writes_without_end", "1", "said nothing for 5 seconds");
}

#[test]
fn a_silent_program_forfeits() {
    with_program("bot_silent", "1", "said nothing for 5 seconds");
}

/// The letters of Wizards can be shuffled forever, and this program never reads the updates.
#[test]
fn a_program_that_never_ends_the_match_forfeits() {
    let call = ["wizards", "random", "--exec", &program("bot_shuffles"), "--games", "1"];
    let report = arena(&call);
    assert_eq!(report["players"][1]["left"]["did not come to an end"], 1, "{report}");
}

/// The same seed of a contest gives a program the same random seed, another one a different seed.
#[test]
fn the_random_seed_of_a_program_depends_on_the_seed_of_the_contest() {
    let home = Folder::new();
    let output_text = |seed: &str| {
        let exec = program("bot_tells_its_luck");
        let call = ["arena", "hand", "random", "--exec", &exec, "--games", "3", "--seed", seed];
        let output = home.run(&[&call[..], &["--threads", "1"]].concat(), "");
        let output_text = String::from_utf8(output.stderr).unwrap();
        let luck = output_text.lines().filter_map(|line| line.strip_prefix("luck "));
        luck.map(str::to_owned).collect::<Vec<_>>()
    };
    let [one, again, two] = ["1", "1", "2"].map(output_text);
    assert_eq!((one.len(), &one), (3, &again));
    assert!(one.iter().all(|luck| !two.contains(luck)) && two.len() == 3, "{one:?} {two:?}");
}

/// The bot of `examples/`.
#[test]
fn the_example_plays() {
    let python = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        assert!(std::env::var_os("CI").is_none(), "there is no python3");
        eprintln!("skipped: there is no python3 to run the example with");
        return;
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let lines = std::fs::read_to_string(&example).unwrap().lines().count();
    assert!(lines < 60, "{lines} lines");
    let exec = format!("python3 '{}'", example.display());
    for game in ["wampus", "junior", "wordle", "wizards", "hand", "builder"] {
        let call = [game, "random", "--exec", &exec, "--games", "4", "--seed", "5"];
        let report = arena(&call);
        assert_eq!(report["players"][1]["left"], serde_json::json!({}), "{report}");
        assert_eq!(report, arena(&call), "its luck is given");
    }
    // With a word list it finds words.
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/five-answers.txt");
    let exec = format!("{exec} '{}'", list.display());
    let report = arena(&["wordle", "random", "--exec", &exec, "--games", "6", "--seed", "5"]);
    assert!(report["players"][1]["won"].as_u64() > Some(2), "{report}");
}

// The programs: this test binary, started with the name of one of these tests. The harness prints a line or two first,
// which are refused; a program forfeits only after ten refusals in a row.

/// A line of the pipe.
fn next_line() -> Option<Value> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).ok().filter(|read| *read > 0)?;
    serde_json::from_str(&line).ok()
}

/// Checks that it gets only what its seat may know; then resigns.
#[test]
#[ignore = "a program for the arena"]
fn bot_first_choice() {
    let hello = next_line().unwrap();
    assert_eq!((&hello["hello"], &hello["game"]), (&1.into(), &"hand".into()));
    let mut moves = 0;
    while let Some(message) = next_line() {
        if !message["refused"].is_null() || !message["over"].is_null() {
            continue;
        }
        assert_eq!(message["viewer"], 0);
        moves += 1;
        println!("{}", if moves > 1 { "/leave" } else { message["choices"][0].as_str().unwrap() });
    }
}

#[test]
#[ignore = "a program for the arena"]
fn bot_ends() {
    std::process::exit(3);
}

#[test]
#[ignore = "a program for the arena"]
fn bot_tells_its_luck() {
    eprintln!("luck {}", std::env::var("LEXICADE_LUCK").unwrap());
    std::process::exit(0);
}

#[test]
#[ignore = "a program for the arena"]
fn bot_floods() {
    loop {
        println!("nonsense");
    }
}

#[test]
#[ignore = "a program for the arena"]
fn bot_shuffles() {
    loop {
        println!("shuffle");
    }
}

#[test]
#[ignore = "a program for the arena"]
fn bot_writes_without_end() {
    loop {
        print!("nonsense");
    }
}

#[test]
#[ignore = "a program for the arena"]
fn bot_silent() {
    while next_line().is_some() {}
    std::thread::park();
}
