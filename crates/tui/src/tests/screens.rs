//! Every screen. To add one: bring the program there, wait until it shows, and take a shot.
//!
//! `INSTA_UPDATE=always cargo test -p tui screens` writes what it looks like now to `tests/screens`; look at it
//! before you commit it.

use super::TestApp;
use crate::app::StartPage;
use crate::page::{AppPage, task::TaskPage};
use crate::settings::PlayerSettings;
use crate::theme::Depth;
use crate::worker::HallReply;
use std::time::Duration;

#[test]
fn the_lobby() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").shot("lobby");
    stage.type_in("/w").until("Find w").shot("lobby-find");
    stage.type_in("xyz").shot("lobby-nothing");
}

#[test]
fn the_lobby_of_somebody_who_has_begun_a_match() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("attempts left").type_in("slate").press(&["enter"]).until("5 of 6");
    stage.press(&["esc"]).until("Go on with").shot("lobby-begun");
    stage.press(&["down", "right", "right"]).shot("lobby-daily");
}

#[test]
fn the_first_page() {
    let mut stage = TestApp::with(PlayerSettings::default(), StartPage::Lobby);
    stage.until("Welcome").shot("welcome-wizards");
    for game in ["hand", "wampus", "junior", "builder", "wordle"] {
        stage.press(&["right"]).shot(&format!("welcome-{game}"));
    }
    stage.type_in("r").until("How Wordle is played").shot("rules-wordle").press(&["esc"]);
    for game in ["builder", "junior", "wampus", "hand", "wizards"] {
        stage.press(&["left"]).type_in("r").until("is played").shot(&format!("rules-{game}"));
        stage.press(&["esc"]);
    }
    stage.press(&["left"]).type_in("r").until("How Wordle is played");
    stage.press(&["esc", "enter"]).until("Games");
    assert!(stage.app.context.settings.welcomed);
}

#[test]
fn a_match_that_is_being_opened() {
    // Nothing has been heard of it yet.
    let mut stage = TestApp::play("wizards", &["level=elder"], &[]);
    stage.shot("opening");
    let turning = stage.text();
    stage.later(Duration::from_millis(120));
    assert_ne!(stage.text(), turning, "it turns");
    assert!(stage.app.wake().is_some(), "and is drawn again");
    stage.app.context.settings.motion = false;
    stage.shot("opening-still");
    assert_eq!(stage.app.wake(), None);
    stage.until("lives");
}

#[test]
fn before_a_match() {
    let mut stage = TestApp::lobby();
    for (game, title) in [
        ("wizards", "Apprentice"),
        ("hand", "Hands"),
        ("wampus", "Cave"),
        ("junior", "Racks"),
        ("builder", "Cols"),
        ("wordle", "Marking"),
    ] {
        stage.type_in("/").type_in(game).press(&["enter"]).until(title);
        stage.shot(&format!("setup-{game}")).press(&["esc", "esc"]);
    }
}

#[test]
fn the_pages_of_the_menu() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    stage.type_in("/settings").press(&["enter"]).until("High contrast").shot("settings");
    stage.press(&["end", "up"]).shot("settings-words");
    stage.press(&["down"]).shot("settings-lists").press(&["enter"]).until("0 matches were read");
    stage.shot("rebuilt").press(&["enter", "esc", "esc"]);
    stage.type_in("/stat").press(&["enter"]).until("No match is finished").shot("statistics-none");
    stage.press(&["esc", "esc"]).type_in("/matches").press(&["enter"]).until("No match has been");
    stage.shot("matches-none").type_in("i").until("Which .play file").shot("import");
    stage
        .type_in("/no/such.play")
        .press(&["enter"])
        .until("/no/such.play cannot")
        .shot("import-none");
}

/// How far something has come that takes long, and which of it can be stopped.
#[test]
fn a_gauge() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/settings").press(&["enter", "end"]);
    let mut task = TaskPage::rebuild();
    task.on_reply(HallReply::Progress(120, 480), &mut stage.app.context);
    stage.show(Box::new(task)).shot("gauge");
    assert!(stage.text().contains("120 of 480") && stage.text().contains("Esc stop"));
}

/// The hall tells how far it is, and the gauge shows it before it is done.
#[test]
fn what_takes_long_shows_how_far_it_is() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    for _ in 0..3 {
        stage.type_in("/wampus").press(&["enter"]).until("Cave").press(&["enter"]);
        stage.until("You stand").press(&["ctrl+g"]).until("Give this match up?").type_in("y");
        stage.until_over().until("new match").press(&["esc"]).until("Find").press(&["esc"]);
    }
    stage.type_in("/settings").press(&["enter", "end", "enter"]);
    stage.until("3 of 3");
    assert!(stage.text().contains("Esc stop"), "{}", stage.text());
    stage.until("3 matches were read again from their logs.").press(&["enter", "esc", "esc"]);
    stage.type_in("/matches").press(&["enter"]).until("Wampus").type_in("i").until("Which");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/wampus/plays/corner.play");
    stage.type_in(file).press(&["enter"]).until("Taking the match in").until("5 of 10");
    assert!(stage.text().contains("█") && stage.text().contains("Esc wait"), "{}", stage.text());
    stage.press(&["esc"]).until("It stands among your matches.");
}

/// Levels, boards and seats are asked for when only a game is named.
#[test]
fn what_is_asked_before_a_match() {
    for (game, shown) in [("wizards", "Apprentice"), ("junior", "Racks")] {
        let game = games::find(game).unwrap();
        let wishes = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
        TestApp::with(wishes, StartPage::Setup(game, None)).until(shown);
    }
}

#[test]
fn keys_and_questions() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("?").until("Keys").shot("keys-lobby");
    let mut stage = TestApp::play("wampus", &["cave=classic"], &[]);
    stage.until("You stand").type_in("?").until("Keys").shot("keys-wampus");
    stage.press(&["esc", "ctrl+g"]).until("Give this match up?").shot("question");
    for (game, shown) in [
        ("wizards", "lives"),
        ("hand", "Substitute"),
        ("junior", "takes"),
        ("builder", "Words that fit"),
        ("wordle", "6 of 6"),
    ] {
        let bots: &[(u8, &str)] = if game == "junior" { &[(1, "sensible")] } else { &[] };
        let mut stage = TestApp::play(game, &[], bots);
        stage.until(shown).type_in("?").until("Keys").shot(&format!("keys-{game}"));
    }
}

/// Something that the player should know, in as many lines as it needs.
#[test]
fn a_notice() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    let long = "This terminal does not say that it shows UTF-8, so plain ASCII is used. ".repeat(2);
    stage.app.context.notify(long.trim());
    stage.shot("notice");
}

#[test]
fn a_terminal_that_is_too_small() {
    let mut stage = TestApp::lobby();
    for size in [(79, 24), (80, 23), (40, 10), (20, 5), (1, 1)] {
        let (width, height) = size;
        stage.size(size).shot_once(&format!("small-{width}x{height}"));
    }
}

#[test]
fn wordle() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").shot("wordle-new");
    stage.type_in("sla").until("2 letters more").shot("wordle-typing");
    stage.type_in("te").press(&["enter"]).until("5 of 6").shot("wordle-turning-0");
    stage.later(Duration::from_millis(350)).shot("wordle-turning-1");
    stage.later(Duration::from_secs(2)).shot("wordle-turned");
    stage.type_in("zzzzz").press(&["enter"]).until("Not in word list").shot("wordle-refused");
    stage.later(Duration::from_secs(6)).shot("wordle-fading");
    stage.press(&["backspace"; 5]).type_in("crane").press(&["enter"]).until("4 of 6");
    stage.later(Duration::from_secs(2)).until("You found it").shot("wordle-won");
    stage.type_in("s").until("clipboard").shot("wordle-share");
    stage.press(&["esc"]).type_in("v").until("Step 0 of 2").press(&["right"]).until("Step 1 of 2");
    stage.later(Duration::from_secs(2)).shot("wordle-review");
    stage.press(&["esc", "esc"]).until("waiting");
    stage.type_in("/stat").press(&["enter"]).until("played").shot("statistics");
    stage
        .press(&["esc", "esc"])
        .type_in("/matches")
        .press(&["enter"])
        .until("won, 5")
        .shot("matches");
}

#[test]
fn wordle_lost() {
    let mut stage = TestApp::play("wordle", &["word=crane", "tries=1"], &[]);
    stage.until("1 of 1").type_in("slate").press(&["enter"]).until("0 of 1");
    stage.later(Duration::from_secs(2)).until("The word was CRANE").shot("wordle-lost");
}

#[test]
fn wordle_of_every_size() {
    for (length, tries) in [(4, 1), (6, 7), (8, 10)] {
        let set = [format!("length={length}"), format!("tries={tries}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let mut stage = TestApp::play("wordle", &set, &[]);
        stage.until("left").shot(&format!("wordle-{length}-{tries}"));
    }
}

#[test]
fn wampus() {
    let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    stage.until("You stand at row 4").shot("wampus-new");
    stage
        .type_in("n")
        .press(&["up"])
        .type_in("s")
        .press(&["right"])
        .type_in("p")
        .shot("wampus-notes");
    stage.press(&["esc", "up"]).until("row 3, column 1").shot("wampus-walked");
    stage.type_in("f").until("Which way?").shot("wampus-aim");
    stage.press(&["up"]).until("is spent").shot("wampus-flight");
    stage.later(Duration::from_secs(1)).shot("wampus-shot");
    stage.press(&["right", "up", "g"]).until("You have the gold").later(Duration::from_secs(2));
    stage.press(&["up", "right"]).until("row 1, column 3").later(Duration::from_secs(2));
    stage.press(&["right"]).until("You are out of the cave");
    stage.shot("wampus-light").later(Duration::from_secs(2)).shot("wampus-won");
    stage.type_in("v").until("Step 0 of").press(&["right", "right"]).later(Duration::from_secs(2));
    stage.shot("wampus-review");
}

#[test]
fn wampus_lost() {
    let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P.", "fog=dark"], &[]);
    stage
        .until("You stand")
        .press(&["right"])
        .until("column 2")
        .press(&["right"])
        .until("You are dead");
    stage.later(Duration::from_secs(2)).shot("wampus-lost");
    stage.app.context.ascii = true;
    stage.shot("wampus-ascii");
}

/// Words of the puzzle with the seed 1, and one that is not in it.
const FOUND: [&str; 8] = ["repeal", "pearl", "repel", "paler", "parle", "pear", "plea", "leap"];

#[test]
fn wizards() {
    let mut stage = TestApp::play("wizards", &[], &[]);
    stage.until("15 of 15 lives").shot("wizards-new");
    stage.type_in("repxe").until("There is no x").shot("wizards-typing");
    stage.press(&["backspace", "backspace"]).press(&["tab"]).until("The letters are");
    stage.later(Duration::from_millis(160)).shot("wizards-shuffling");
    stage.later(Duration::from_secs(1)).type_in("4").press(&["enter"]).until("is not.");
    stage.shot("wizards-refused").press(&["backspace"; 4]);
    for word in FOUND {
        stage
            .later(Duration::from_secs(2))
            .type_in(word)
            .press(&["enter"])
            .until(&format!("“{word}” "));
    }
    stage.later(Duration::from_millis(100)).shot("wizards-uncovering");
    stage.later(Duration::from_secs(1)).shot("wizards-uncovered");
    stage
        .press(&["f2"])
        .until("for 5 points.")
        .later(Duration::from_secs(1))
        .shot("wizards-letter");
    stage.press(&["ctrl+g"]).until("Give this match up?").shot("wizards-question");
    stage.press(&["y"]).until("stayed hidden");
    assert!(!stage.text().contains("for 5 points."), "what was said before is over");
    stage.later(Duration::from_secs(2)).shot("wizards-lost");
    stage.type_in("v").until("Step 0 of").press(&["end"]).shot("wizards-review");
    stage.press(&["esc", "l"]).until("Apprentice").press(&["right", "down"]).shot("wizards-levels");
}

#[test]
fn wizards_won() {
    let mut stage = TestApp::play("wizards", &[], &[]);
    stage.until("15 of 15 lives");
    for word in FOUND.into_iter().chain([
        "lee", "earl", "pale", "peel", "leer", "pare", "peal", "reap", "real", "reel", "peer",
        "pal", "pee", "are",
    ]) {
        stage
            .later(Duration::from_secs(2))
            .type_in(word)
            .press(&["enter"])
            .until(&format!("“{word}” "));
    }
    stage.until("every word:").later(Duration::from_secs(2)).shot("wizards-won");
}

#[test]
fn wizards_in_its_friendly_form() {
    let mut stage = TestApp::play("wizards", &["level=elder", "bonus=true"], &[]);
    stage.until("3 of 3 lives");
    for word in ["parle", "ale", "quiz", "zoo"] {
        stage
            .later(Duration::from_secs(2))
            .type_in(word)
            .press(&["enter"])
            .until(&format!("“{word}” "));
    }
    stage.later(Duration::from_secs(1)).shot("wizards-friendly");
    stage.app.context.ascii = true;
    stage.shot("wizards-ascii");
}

#[test]
fn hand() {
    let mut stage = TestApp::play("hand", &["deals=aci*prt:dd*lout", "swaps=a"], &[]);
    stage.until("Substitute a letter?").shot("hand-swap");
    stage.press(&["enter"]).until("Type a word").shot("hand-new");
    stage.type_in("part").until("if it is a word").shot("hand-typing");
    stage.press(&["enter"]).until("earned").shot("hand-played");
    stage.later(Duration::from_secs(2)).type_in("ic*").press(&["enter"]).until("Replay the hand?");
    stage.later(Duration::from_secs(2)).shot("hand-replay");
    stage
        .type_in("n")
        .until("Hand 2 of 2")
        .type_in("q")
        .press(&["enter"])
        .until("You do not hold q");
    stage.shot("hand-refused").type_in("l").until("give every L away").shot("hand-give");
    stage.press(&["enter"]).until("came in").later(Duration::from_secs(2));
    stage.type_in("dodo").until("enough").shot("hand-lacking");
    stage.press(&["enter"]).until("not a valid word").shot("hand-wrong");
    stage.later(Duration::from_secs(2)).type_in("!").until("Replay the hand?").type_in("y");
    stage.until("same hand again").later(Duration::from_secs(2)).type_in("out").press(&["enter"]);
    stage.until("earned").later(Duration::from_secs(2)).type_in("!").until("The game is over");
    stage.later(Duration::from_secs(2)).shot("hand-over");
    stage.app.context.ascii = true;
    stage.shot("hand-ascii");
    stage.app.context.ascii = false;
    stage.type_in("v").until("Step 0 of").press(&["right", "right"]).later(Duration::from_secs(2));
    stage.shot("hand-review");
}

#[test]
fn hand_of_other_sizes() {
    let mut stage = TestApp::play("hand", &["size=26"], &[]);
    stage.until("Substitute").press(&["enter"]).until("Type a word").shot("hand-26");
    stage.type_in("abcdefghijklmnopqrs").until("enough").shot("hand-26-typing");
    stage.press(&["backspace"; 19]).type_in("!").until("Replay").type_in("n").until("is over");
    stage.later(Duration::from_secs(2)).shot("hand-26-over");
    let mut stage = TestApp::play("hand", &["size=1", "options=false"], &[]);
    stage.until("Type a word").type_in("*").press(&["enter"]).until("is over");
    stage.later(Duration::from_secs(2)).shot("hand-1");
}

/// Any game can be drawn and played from its scene alone.
#[test]
fn a_game_without_a_skin() {
    let mut stage = TestApp::play("null", &[], &[(1, "random")]);
    stage.until("Count").shot("plain-null");
}

#[test]
fn terminals_of_other_kinds() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").type_in("slate").press(&["enter"]).until("5 of 6");
    stage.later(Duration::from_secs(2));
    stage.app.context.ascii = true;
    stage.shot("wordle-ascii");
    stage.app.context.ascii = false;
    for (name, depth) in [("256", Depth::Indexed), ("true", Depth::True)] {
        for theme in [crate::theme::Palette::Dark, crate::theme::Palette::Light] {
            (stage.app.context.depth, stage.app.context.settings.theme) = (depth, theme);
            stage.shot_once(&format!("wordle-{name}-{theme:?}").to_lowercase());
        }
    }
    stage.app.context.settings.contrast = true;
    stage.app.context.depth = Depth::Sixteen;
    stage.shot_once("wordle-contrast");
}
