//! The `solve` command: guesses, strategies and first guesses in Wordle, plays in Hand, moves in Wampus.

use crate::shared::Folder;
use serde_json::Value;

/// Words that are hard to distinguish, and some helpful guesses.
const ANSWERS: &str = "batch\ncatch\nhatch\nlatch\nmatch\npatch\nwatch\ncrane\nmoist\nround\n";
const ALLOWED: &str = "climb\nblimp\nwhelp\nchamp\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("answers.txt", ANSWERS);
    folder.write("allowed.txt", ALLOWED);
    folder
}

/// Runs `lexicade solve wordle` with the lists above.
fn solve(folder: &Folder, args: &[&str]) -> Result<String, (i32, String)> {
    let lists = ["solve", "wordle", "--answers", "answers.txt", "--allowed", "allowed.txt"];
    let output = folder.run(&[&lists, args].concat(), "");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    match output.status.code() {
        Some(0) => Ok(text(output.stdout)),
        code => Err((code.unwrap(), text(output.stderr))),
    }
}

#[test]
fn the_fitting_words_and_the_best_guesses_are_printed() {
    let folder = folder();
    let said = solve(&folder, &["--marking", "strict", "moist=---.y", "ROUND=-----"]).unwrap();
    let mut lines = said.lines();
    assert_eq!(lines.next(), Some("6 words fit: batch catch hatch latch patch watch"), "{said}");
    let best = lines.next().unwrap();
    assert!(best.ends_with(" guesses  (can't be the answer)") && !best.contains("about"), "{best}");

    let json = solve(&folder, &["--json", "crane=-Y-y-"]).unwrap_err();
    assert_eq!(json.0, 2, "no answer has an N and an R elsewhere: {json:?}");
    let json: Value =
        serde_json::from_str(&solve(&folder, &["--json", "crane=-----"]).unwrap()).unwrap();
    assert_eq!(json["fitting"], serde_json::json!(["moist"]));
    assert_eq!(json["best"][0]["guess"], "moist");
    assert_eq!(json["best"][0]["mean"], 1.0);
    assert_eq!(json["best"][0]["exact"], true);
    assert_eq!(json["all_found"], true);
}

#[test]
fn too_few_attempts_are_reported() {
    let folder = folder();
    let few = ["--tries", "3", "moist=---.y"];
    let said = solve(&folder, &few).unwrap();
    let sentence = "Too few attempts are left to be sure of finding the word.";
    assert!(said.lines().nth(1) == Some(sentence) && said.lines().count() > 5, "{said}");
    let json = solve(&folder, &[&few[..], &["--json"]].concat()).unwrap();
    assert!(json.contains(r#""all_found":false"#), "{json}");
    assert!(!solve(&folder, &["moist=---.y"]).unwrap().contains(sentence));
    let used = "lexicade: All 1 attempts are used. Allow more with --tries.\n";
    let over = solve(&folder, &["--tries", "1", "moist=---.y"]);
    assert_eq!(over, Err((2, used.to_owned())));

    let found = solve(&folder, &["moist=---.y", "watch=GGGGG"]).unwrap();
    assert_eq!(found, "watch is the word: all letters are correct.\n");
    let json = solve(&folder, &["--json", "moist=---.y", "watch=GGGGG"]).unwrap();
    assert!(json.contains(r#""best":[],"fitting":["watch"]"#), "{json}");
}

#[test]
fn impossible_marks_are_refused_in_a_sentence() {
    let folder = folder();
    let refused = |args: &[&str]| solve(&folder, args).unwrap_err();
    let none = "lexicade: No word in the list fits all these marks. Please check them.\n";
    assert_eq!(refused(&["crane=GGGGG", "moist=G----"]), (2, none.to_owned()));
    for wrong in ["crane", "crane=GG", "crane=GGGGX", "cr4ne=GGGGG", "=", "crane=ÄÄ-"] {
        let (status, said) = refused(&[wrong]);
        assert_eq!(status, 2);
        assert!(said.contains("isn't a guess with a mark for each letter"), "{said}");
    }
    assert!(refused(&["crane=-----", "tin=---"]).1.contains("tin doesn't have 5 letters"));
    assert!(refused(&["--open", "zzzzz"]).1.contains("zzzzz isn't in the word list."));
    assert!(refused(&["--tries", "1", "--open", "crane"]).1.contains("Allow more with --tries"));
    assert!(refused(&["--length", "7"]).1.contains("no answer of 7 letters"));
    assert!(refused(&["--length", "1"]).1.contains("no answer of 1 letter."));
    // In hard mode a guess must use the revealed letters.
    let forbidden = ["crane=Y-Y--", "moist=----Y"];
    let lacks =
        "lexicade: Hard mode doesn't allow moist there. Hard mode: the guess must contain C.\n";
    assert_eq!(refused(&[&["--hard"], &forbidden[..]].concat()), (2, lacks.to_owned()));
    assert!(solve(&folder, &forbidden).is_ok());
    assert!(solve(&folder, &["--hard", "crane=Y-Y--", "batch=-GGGG"]).is_ok());
}

#[test]
fn a_written_strategy_passes_the_check_with_the_same_total() {
    let folder = folder();
    for rules in [&["--marking", "strict"][..], &["--hard"], &[]] {
        let ask = |more: &[&str]| solve(&folder, &[rules, more].concat());
        let made = ask(&["--tries", "9", "--open", "crane", "--tree", "tree.txt"]).unwrap();
        assert!(made.starts_with("total ") && made.contains(" max "), "{made}");
        assert_eq!(ask(&["--check", "tree.txt", "--tries", "9"]).unwrap(), made);
        let best = ask(&["--tries", "9", "--tree", "best.txt"]).unwrap();
        assert_eq!(ask(&["--check", "best.txt", "--tries", "9"]).unwrap(), best);
        let total = |said: &str| said.split(' ').nth(1).unwrap().parse::<u32>().unwrap();
        assert!(total(&best) <= total(&made));
    }
    folder.write("broken.txt", folder.read("tree.txt").unwrap().replace(" watch\n", " match\n"));
    let (status, said) = solve(&folder, &["--check", "broken.txt"]).unwrap_err();
    assert_eq!(status, 2);
    assert!(said.contains("the strategy doesn't find watch"), "{said}");
    assert!(solve(&folder, &["--check", "nowhere.txt"]).unwrap_err().1.contains("Can't read "));
    // An endless file does not block.
    if cfg!(unix) {
        let endless = solve(&folder, &["--check", "/dev/zero"]).unwrap_err().1;
        assert!(endless.contains("it is not a regular file"), "{endless}");
    }
    let (_, said) = solve(&folder, &["--marking", "strict", "--check", "tree.txt"]).unwrap_err();
    assert!(said.contains("the strategy is for lenient marking; use --marking lenient"), "{said}");
    let (_, said) = solve(&folder, &["--check", "tree.txt", "--tries", "2"]).unwrap_err();
    assert!(said.contains(" attempts for some words. Allow more with --tries."), "{said}");
}

#[test]
fn the_best_first_guess_is_found_and_the_search_resumed() {
    let folder = folder();
    let ask = |more: &[&str]| solve(&folder, &[&["--tries", "9", "--all-openers"], more].concat());
    let best = ask(&["--state", "state.txt"]).unwrap();
    let whole = folder.read("state.txt").unwrap();
    assert_eq!(whole.lines().count(), 1 + 14, "a line for the lists, and one for each word");
    let tree = solve(&folder, &["--tries", "9", "--tree", "tree.txt"]).unwrap();
    assert_eq!(best.split(' ').nth(3), tree.split(' ').nth(1), "{best}{tree}");

    // Half of the results are there, and an incomplete line.
    let half: String = whole.lines().take(7).map(|line| format!("{line}\n")).collect();
    folder.write("state.txt", format!("{half}cr"));
    let total = |said: &str| said.split(' ').nth(3).map(str::to_owned);
    assert_eq!(total(&ask(&["--state", "state.txt"]).unwrap()), total(&best));
    assert_eq!(total(&ask(&["--state", "state.txt"]).unwrap()), total(&best), "all is settled");

    let json: Value = serde_json::from_str(&ask(&["--json"]).unwrap()).unwrap();
    assert_eq!(Some(json["total"].to_string()), total(&best));

    folder.write("state.txt", whole.replacen('\n', "\ncrane 12x\n", 1));
    let spoilt = ask(&["--state", "state.txt"]).unwrap_err();
    assert!(spoilt.1.contains("Line 2 of state.txt isn't a word with its total"), "{spoilt:?}");

    folder.write("state.txt", whole);
    let other = solve(&folder, &["--hard", "--all-openers", "--state", "state.txt"]).unwrap_err();
    assert!(other.1.contains("belongs to other lists or rules"), "{other:?}");
}

#[test]
fn the_built_in_strategies_are_checked_by_the_command() {
    let folder = Folder::new();
    for (marking, total) in [("lenient", "total 6914 "), ("strict", "total 6909 ")] {
        let file = format!(
            "{}/../games/src/wordle/solver/strategies/{marking}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let said = folder.out(&["solve", "wordle", "--marking", marking, "--check", &file], "");
        assert!(said.starts_with(total), "{said}");
    }
}

#[test]
fn the_last_attempt_is_for_a_word_that_fits() {
    let folder = Folder::new();
    let sentence = ["slate=--G-Y"; 5];
    let said = folder.out(&[&["solve", "wordle"], &sentence[..]].concat(), "");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("10 words fit: "), "{said}");
    for tip in &lines[2..] {
        let (word, rest) = tip.split_once("  ").unwrap();
        assert!(lines[0].contains(word) && rest == "finds 1 of 10  1.0000 guesses", "{said}");
    }
    let json = folder.out(&[&["solve", "wordle", "--json"], &sentence[1..]].concat(), "");
    let json: Value = serde_json::from_str(&json).unwrap();
    let (found, fitting) = (json["best"][0]["found"].as_u64(), json["fitting"].as_array());
    assert!(found > Some(4) && found <= fitting.map(|words| words.len() as u64), "{json}");
}

#[test]
fn words_that_are_too_long_or_too_many_are_refused() {
    let folder = Folder::new();
    folder.write("nine.txt", "crocodile\nalligator\n");
    folder.write("ten.txt", "blackboard\nchalkboard\n");
    for (file, letters) in [("nine.txt", 9), ("ten.txt", 10)] {
        let said = ask(&folder, &["wordle", "--words", file]).unwrap_err();
        let wanted = format!("Words of {letters} letters are too long. The maximum is 8.");
        assert!(said.starts_with("2 ") && said.contains(&wanted), "{said}");
    }
    // 40,000 words of six letters are too many without a guess, and few after one.
    let letters: Vec<char> = ('a'..='g').collect();
    let word =
        |n: usize| -> String { (0..6).map(|place| letters[n / 7usize.pow(place) % 7]).collect() };
    let words: String = (77_649..117_649).map(|n| word(n) + "\n").collect();
    folder.write("big.txt", words);
    let said = ask(&folder, &["wordle", "--words", "big.txt"]).unwrap_err();
    assert!(said.starts_with("2 ") && said.contains("takes more than 1 GB"), "{said}");
    let sentence = ["wordle", "--words", "big.txt", "aabbcc=------", "ddefff=---GGG"];
    let said = ask(&folder, &sentence).unwrap();
    assert!(said.starts_with("8 words fit: ffffff ffgfff "), "{said}");
}

/// Runs `lexicade solve` with these words.
#[test]
fn the_built_in_strategy_is_used_for_the_built_in_list() {
    let folder = Folder::new();
    for (marking, best) in
        [("lenient", "trace  3.3809 guesses"), ("strict", "trace  3.3785 guesses")]
    {
        let said = folder.out(&["solve", "wordle", "--marking", marking], "");
        assert_eq!(said.lines().nth(1), Some(best), "{said}");
    }
    // After its first guess the strategy continues, and the mean counts the remaining guesses.
    let json = folder.out(&["solve", "wordle", "--json", "trace=-----"], "");
    let json: Value = serde_json::from_str(&json).unwrap();
    let tips = json["best"].as_array().unwrap();
    let mean = |tip: &Value| tip["mean"].as_f64().unwrap();
    assert!(tips[0]["exact"] == true && (2.0..3.0).contains(&mean(&tips[0])), "{json}");
    let exact = tips.iter().filter(|tip| tip["exact"] == true);
    assert!(exact.clone().all(|tip| mean(&tips[0]) <= mean(tip) + 1e-9), "{json}");
}

fn ask(folder: &Folder, args: &[&str]) -> Result<String, String> {
    let output = folder.run(&[&["solve"], args].concat(), "");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    match output.status.code() {
        Some(0) => Ok(text(output.stdout)),
        code => Err(format!("{} {}", code.unwrap(), text(output.stderr))),
    }
}

#[test]
fn par_and_the_best_substitution_of_a_hand_are_printed() {
    let folder = Folder::new();
    folder.write("words.txt", "cat\ncats\ncart\nchat\n");
    let said = ask(&folder, &["hand", "CATQ", "--words", "words.txt"]).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..2], ["catq", "words only      90 points: cat"], "{said}");
    // Without the q: three letters in one word.
    assert_eq!(lines[2], "anything       105 points: q, cat", "{said}");
    assert!(lines[3].starts_with("Substitute q. "), "{said}");
    assert_eq!(lines.len(), 4 + 4, "one line for each letter: {said}");
    assert!(lines[4].starts_with("q "), "{said}");

    let json = ask(&folder, &["hand", "--json", "--words", "words.txt", "catq", "zzz"]).unwrap();
    let hands: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(hands[0]["valid"], serde_json::json!({"points": 90, "plays": ["cat"]}));
    assert_eq!(hands[0]["gains"][0]["letter"], "q");
    assert_eq!(hands[0]["gains"][0]["ways"], 22);
    assert_eq!(hands[1]["sacrifice"], serde_json::json!({"points": 0, "plays": []}));

    for wrong in ["", "abcdefghijklm", "ca7", "c t"] {
        let said = ask(&folder, &["hand", wrong]).unwrap_err();
        assert!(
            said.starts_with("2 ") && said.contains("isn't a hand. Give one to 12 letters"),
            "{said}"
        );
    }
}

#[test]
fn the_best_move_and_all_risks_in_a_cave_are_printed() {
    let folder = Folder::new();
    let said = ask(&folder, &["wampus", "4,1=-", "--exit", "1,4"]).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0] == "move up" || lines[0] == "move right", "{said}");
    assert!(lines[1].starts_with("No breeze and no stench at row 4, column 1, so "), "{said}");
    assert_eq!(lines[2], "row 3, column 1       deadly in   0.0 % of the possible caves");

    // A stench in the corner and a visible exit: shooting first is best.
    let corner = ["wampus", "--json", "4,1=s", "--exit", "1,4", "--aim", "win"];
    let json: Value = serde_json::from_str(&ask(&folder, &corner).unwrap()).unwrap();
    assert_eq!(json["exact"], true);
    // The wampus is in one of the two cells, the pit in neither.
    assert_eq!(json["risks"][0], serde_json::json!({"cell": [2, 0], "deadly": 12, "ways": 24}));
    let shot = ["wampus", "4,1=s", "--exit", "1,4", "--shot", "4,1:up", "--killed", "3,1"];
    let said = ask(&folder, &shot).unwrap();
    assert!(said.contains("row 3, column 1       deadly in   0.0 %"), "{said}");
    let missed = ask(&folder, &["wampus", "4,1=s", "--shot", "4,1:up"]).unwrap();
    assert!(missed.contains("row 4, column 2       deadly in 100.0 %"), "{missed}");

    let seen = ask(&folder, &["wampus", "--layout", "...E:WG..:....:A.P."]).unwrap();
    assert!(seen.starts_with("shoot up\n") || seen.starts_with("move up\n"), "{seen}");
    let rich =
        ["wampus", "4,1=-", "4,2=-", "--at", "4,1", "--gold", "--exit", "3,1", "--aim", "win"];
    let rich = ask(&folder, &rich);
    assert!(rich.unwrap().starts_with("move up\nYou have the gold"));
}

#[test]
fn impossible_caves_are_refused_in_a_sentence() {
    let folder = Folder::new();
    let refused = |args: &[&str]| ask(&folder, &[&["wampus"], args].concat()).unwrap_err();
    assert!(refused(&["4,1=x"]).contains("isn't a cell with its senses"));
    assert!(refused(&["4,1"]).contains("isn't a cell with its senses"));
    assert!(refused(&["0,1=-"]).contains("isn't a cell. Cells are 1,1 to 4,4."));
    assert!(refused(&["4,5=-"]).contains("isn't a cell"));
    assert!(refused(&["4,1=-", "4,4=-"]).contains("row 4, column 1 is not connected to your cell"));
    assert!(
        refused(&["4,1=-", "--at", "1,1"])
            .contains("row 1, column 1 is not connected to your cell")
    );
    assert!(refused(&["4,1=-", "--exit", "4,1"]).contains("You win at the exit"));
    assert!(refused(&["4,1=-", "--shot", "up"]).contains("isn't a shot"));
    assert!(refused(&["4,1=b", "4,2=-", "3,2=-", "3,1=-"]).contains("No cave fits these cells"));
    assert!(refused(&["--layout", "nonsense"]).starts_with("2 "));
    assert!(refused(&["4,1=s", "4,1=-"]).contains("row 4, column 1 is there twice"));
    assert!(refused(&["4,1=-", "3,1=g", "2,1=g"]).contains("There is only one piece of gold"));
    assert!(refused(&["4,1=g", "3,1=-"]).contains("The hunt never starts on the gold"));
    assert!(refused(&["4,1=-", "--gold"]).contains("The hunt never starts on the gold"));
    let shot = ["4,1=-", "4,2=s", "--shot", "4,1:up", "--killed", "1,1"];
    assert!(
        refused(&shot).contains("The stench at row 4, column 2 can't come from row 1, column 1.")
    );
    let whole = ["wampus", "--layout", "...E:WG..:....:A.P.", "--aim", "win"];
    let said = ask(&folder, &whole).unwrap();
    assert!(said.contains("Reaching the exit at row 1, column 4 wins, and the way there is safe."));
    assert!(refused(&["4,1=-", "4,2=g", "--gold"]).contains("There is only one piece of gold"));
    assert!(
        refused(&["4,1=-", "--shot", "1,1:up"])
            .contains("You can't have shot from row 1, column 1")
    );
    let missed = refused(&["4,1=s", "--shot", "4,1:up", "--killed", "1,4"]);
    assert!(missed.contains("does not fly through row 1, column 4"), "{missed}");
}
