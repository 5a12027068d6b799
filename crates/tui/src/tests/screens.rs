//! Every screen. To add one, bring the app there, wait until it shows, and take a shot.
//!
//! `INSTA_UPDATE=always cargo test -p tui screens` writes the current screens to `tests/screens`; read the diff
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
    let mut app = TestApp::lobby();
    app.until("not played").shot("lobby");
    app.type_in("/w").until("Find w").shot("lobby-find");
    app.type_in("xyz").shot("lobby-nothing");
}

#[test]
fn the_lobby_with_an_unfinished_match() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("attempts left").type_in("slate").press(&["enter"]).until("5 of 6");
    app.press(&["esc"]).until("Resume").shot("lobby-unfinished");
    app.press(&["down", "right", "right"]).shot("lobby-daily");
}

#[test]
fn the_introductions_and_rules() {
    let mut app = TestApp::with(PlayerSettings::default(), StartPage::Lobby);
    app.until("Welcome").shot("welcome-wizards");
    for game in ["hand", "wampus", "junior", "builder", "wordle"] {
        app.press(&["right"]).shot(&format!("welcome-{game}"));
    }
    app.type_in("r").until("Wordle: rules").shot("rules-wordle").press(&["esc"]);
    for game in ["builder", "junior", "wampus", "hand", "wizards"] {
        app.press(&["left"]).type_in("r").until(": rules").shot(&format!("rules-{game}"));
        app.press(&["esc"]);
    }
    app.press(&["left"]).type_in("r").until("Wordle: rules");
    app.press(&["esc", "enter"]).until("Games");
    assert!(app.app.context.settings.welcomed);
}

#[test]
fn a_match_that_is_opening() {
    // No reply has arrived yet.
    let mut app = TestApp::play("wizards", &["level=elder"], &[]);
    app.shot("opening");
    let turning = app.text();
    app.later(Duration::from_millis(120));
    assert_ne!(app.text(), turning, "the spinner turns");
    assert!(app.app.wake().is_some(), "and is redrawn");
    app.app.context.settings.motion = false;
    app.shot("opening-still");
    assert_eq!(app.app.wake(), None);
    app.until("lives");
}

#[test]
fn the_setup_pages() {
    let mut app = TestApp::lobby();
    for (game, title) in [
        ("wizards", "Apprentice"),
        ("hand", "Hands"),
        ("wampus", "Cave"),
        ("junior", "Racks"),
        ("builder", "Columns"),
        ("wordle", "Marking"),
    ] {
        app.type_in("/").type_in(game).press(&["enter"]).until(title);
        app.shot(&format!("setup-{game}")).press(&["esc", "esc"]);
    }
}

#[test]
fn the_pages_of_the_menu() {
    let mut app = TestApp::lobby();
    app.until("not played");
    app.type_in("/settings").press(&["enter"]).until("High contrast").shot("settings");
    app.press(&["end", "up"]).shot("settings-words");
    app.press(&["down"])
        .shot("settings-rebuild")
        .press(&["enter"])
        .until("Rebuilt from 0 match logs");
    app.shot("rebuilt").press(&["enter", "esc", "esc"]);
    app.type_in("/stat").press(&["enter"]).until("No finished games").shot("statistics-none");
    app.press(&["esc", "esc"]).type_in("/matches").press(&["enter"]).until("No games yet");
    app.shot("matches-none").type_in("i").until("Import a match").shot("import");
    app.type_in("/no/such.play").press(&["enter"]).until("/no/such.play ca").shot("import-none");
}

/// The progress bar of a long task that can be stopped.
#[test]
fn a_progress_bar() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/settings").press(&["enter", "end"]);
    let mut task = TaskPage::rebuild();
    task.on_reply(HallReply::Progress(120, 480), &mut app.app.context);
    app.show(Box::new(task)).shot("gauge");
    assert!(app.text().contains("120 of 480") && app.text().contains("Esc stop"));
}

/// A long task reports its progress before it is done.
#[test]
fn a_long_task_shows_its_progress() {
    let mut app = TestApp::lobby();
    app.until("not played");
    for _ in 0..3 {
        app.type_in("/wampus").press(&["enter"]).until("Cave").press(&["enter"]);
        app.until("You stand").press(&["ctrl+g"]).until("Give up this game?").type_in("y");
        app.until_over().until("new match").press(&["esc"]).until("Find").press(&["esc"]);
    }
    app.type_in("/settings").press(&["enter", "end", "enter"]);
    app.until("3 of 3");
    assert!(app.text().contains("Esc stop"), "{}", app.text());
    app.until("Rebuilt from 3 match logs.").press(&["enter", "esc", "esc"]);
    app.type_in("/matches").press(&["enter"]).until("Wampus").type_in("i").until("Import a match");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/wampus/plays/corner.play");
    app.type_in(file).press(&["enter"]).until("Importing the match").until("5 of 10");
    assert!(app.text().contains("█") && app.text().contains("Esc wait"), "{}", app.text());
    app.press(&["esc"]).until("You can find it under Matches.");
}

/// If only a game is named, its setup page opens.
#[test]
fn the_setup_page_of_a_named_game() {
    for (game, shown) in [("wizards", "Apprentice"), ("junior", "Racks")] {
        let game = games::find(game).unwrap();
        let settings = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
        TestApp::with(settings, StartPage::Setup(game, None)).until(shown);
    }
}

#[test]
fn keys_and_questions() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("?").until("Keys").shot("keys-lobby");
    let mut app = TestApp::play("wampus", &["cave=classic"], &[]);
    app.until("You stand").type_in("?").until("Keys").shot("keys-wampus");
    app.press(&["esc", "ctrl+g"]).until("Give up this game?").shot("question");
    for (game, shown) in [
        ("wizards", "lives"),
        ("hand", "Swap one letter"),
        ("junior", "fits at"),
        ("builder", "Words that fit"),
        ("wordle", "6 of 6"),
    ] {
        let bots: &[(u8, &str)] = if game == "junior" { &[(1, "sensible")] } else { &[] };
        let mut app = TestApp::play(game, &[], bots);
        app.until(shown).type_in("?").until("Keys").shot(&format!("keys-{game}"));
    }
}

/// A notice of several lines.
#[test]
fn a_notice() {
    let mut app = TestApp::lobby();
    app.until("not played");
    let long = "This terminal does not say that it shows UTF-8, so plain ASCII is used. ".repeat(2);
    app.app.context.notify(long.trim());
    app.shot("notice");
}

#[test]
fn a_terminal_that_is_too_small() {
    let mut app = TestApp::lobby();
    for size in [(79, 24), (80, 23), (40, 10), (20, 5), (1, 1)] {
        let (width, height) = size;
        app.size(size).shot_once(&format!("small-{width}x{height}"));
    }
}

#[test]
fn wordle() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").shot("wordle-new");
    app.type_in("sla").until("2 letters to go").shot("wordle-typing");
    app.type_in("te").press(&["enter"]).until("5 of 6").shot("wordle-turning-0");
    app.later(Duration::from_millis(350)).shot("wordle-turning-1");
    app.later(Duration::from_secs(2)).shot("wordle-turned");
    app.type_in("zzzzz").press(&["enter"]).until("Not in word list").shot("wordle-refused");
    app.later(Duration::from_secs(6)).shot("wordle-fading");
    app.press(&["backspace"; 5]).type_in("crane").press(&["enter"]).until("4 of 6");
    app.later(Duration::from_secs(2)).until("Solved in").shot("wordle-won");
    app.type_in("s").until("clipboard").shot("wordle-share");
    app.press(&["esc"]).type_in("v").until("Step 0 of 2").press(&["right"]).until("Step 1 of 2");
    app.later(Duration::from_secs(2)).shot("wordle-review");
    app.press(&["esc", "esc"]).until("not played");
    app.type_in("/stat").press(&["enter"]).until("played").shot("statistics");
    app.press(&["esc", "esc"])
        .type_in("/matches")
        .press(&["enter"])
        .until("won, 5")
        .shot("matches");
}

#[test]
fn wordle_lost() {
    let mut app = TestApp::play("wordle", &["word=crane", "tries=1"], &[]);
    app.until("1 of 1").type_in("slate").press(&["enter"]).until("0 of 1");
    app.later(Duration::from_secs(2)).until("The word was CRANE").shot("wordle-lost");
}

#[test]
fn wordle_of_every_size() {
    for (length, tries) in [(4, 1), (6, 7), (8, 10)] {
        let set = [format!("length={length}"), format!("tries={tries}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let mut app = TestApp::play("wordle", &set, &[]);
        app.until("left").shot(&format!("wordle-{length}-{tries}"));
    }
}

#[test]
fn wampus() {
    let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    app.until("You stand at row 4").shot("wampus-new");
    app.type_in("n")
        .press(&["up"])
        .type_in("s")
        .press(&["right"])
        .type_in("p")
        .shot("wampus-notes");
    app.press(&["esc", "up"]).until("row 3, column 1").shot("wampus-walked");
    app.type_in("f").until("which direction?").shot("wampus-aim");
    app.press(&["up"]).until("no arrow left").shot("wampus-flight");
    app.later(Duration::from_secs(1)).shot("wampus-shot");
    app.press(&["right", "up", "g"]).until("You have the gold").later(Duration::from_secs(2));
    app.press(&["up", "right"]).until("row 1, column 3").later(Duration::from_secs(2));
    app.press(&["right"]).until("You escape");
    app.shot("wampus-light").later(Duration::from_secs(2)).shot("wampus-won");
    app.type_in("v").until("Step 0 of").press(&["right", "right"]).later(Duration::from_secs(2));
    app.shot("wampus-review");
}

#[test]
fn wampus_lost() {
    let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P.", "fog=dark"], &[]);
    app.until("You stand")
        .press(&["right"])
        .until("column 2")
        .press(&["right"])
        .until("You are dead");
    app.later(Duration::from_secs(2)).shot("wampus-lost");
    app.app.context.ascii = true;
    app.shot("wampus-ascii");
}

/// Words of the puzzle with the seed 1, and one that isn't in it.
const FOUND: [&str; 8] = ["repeal", "pearl", "repel", "paler", "parle", "pear", "plea", "leap"];

#[test]
fn wizards() {
    let mut app = TestApp::play("wizards", &[], &[]);
    app.until("15 of 15 lives").shot("wizards-new");
    app.type_in("repxe").until("You have no x").shot("wizards-typing");
    app.press(&["backspace", "backspace"]).press(&["tab"]).until("Your letters:");
    app.later(Duration::from_millis(160)).shot("wizards-shuffling");
    app.later(Duration::from_secs(1)).type_in("4").press(&["enter"]).until("a to z only");
    app.shot("wizards-refused").press(&["backspace"; 4]);
    for word in FOUND {
        app.later(Duration::from_secs(2))
            .type_in(word)
            .press(&["enter"])
            .until(&format!("“{word}” "));
    }
    app.later(Duration::from_millis(100)).shot("wizards-uncovering");
    app.later(Duration::from_secs(1)).shot("wizards-uncovered");
    app.press(&["f2"])
        .until("That cost 5 points.")
        .later(Duration::from_secs(1))
        .shot("wizards-revealed");
    app.press(&["ctrl+g"]).until("Give up this game?").shot("wizards-question");
    app.press(&["y"]).until("of 21 words");
    assert!(!app.text().contains("That cost 5 points."), "earlier messages are gone");
    app.later(Duration::from_secs(2)).shot("wizards-lost");
    app.type_in("v").until("Step 0 of").press(&["end"]).shot("wizards-review");
    app.press(&["esc", "l"]).until("Apprentice").press(&["right", "down"]).shot("wizards-levels");
}

#[test]
fn wizards_won() {
    let mut app = TestApp::play("wizards", &[], &[]);
    app.until("15 of 15 lives");
    for word in FOUND.into_iter().chain([
        "lee", "earl", "pale", "peel", "leer", "pare", "peal", "reap", "real", "reel", "peer",
        "pal", "pee", "are",
    ]) {
        app.later(Duration::from_secs(2))
            .type_in(word)
            .press(&["enter"])
            .until(&format!("“{word}” "));
    }
    app.until("every word:").later(Duration::from_secs(2)).shot("wizards-won");
}

#[test]
fn wizards_friendly() {
    let mut app = TestApp::play("wizards", &["level=elder", "bonus=true"], &[]);
    app.until("3 of 3 lives");
    for word in ["parle", "ale", "quiz", "zoo"] {
        app.later(Duration::from_secs(2))
            .type_in(word)
            .press(&["enter"])
            .until(&format!("“{word}” "));
    }
    app.later(Duration::from_secs(1)).shot("wizards-friendly");
    app.app.context.ascii = true;
    app.shot("wizards-ascii");
}

#[test]
fn hand() {
    let mut app = TestApp::play("hand", &["deals=aci*prt:dd*lout", "swaps=a"], &[]);
    app.until("Swap one letter?").shot("hand-swap");
    app.press(&["enter"]).until("Type a word").shot("hand-new");
    app.type_in("part").until("if it is a word").shot("hand-typing");
    app.press(&["enter"]).until("earned").shot("hand-played");
    app.later(Duration::from_secs(2)).type_in("ic*").press(&["enter"]).until("Replay this hand?");
    app.later(Duration::from_secs(2)).shot("hand-replay");
    app.type_in("n").until("Hand 2 of 2").type_in("q").press(&["enter"]).until("You don't have q");
    app.shot("hand-refused").type_in("l").until("swap every L").shot("hand-swap-chosen");
    app.press(&["enter"]).until("was replaced").later(Duration::from_secs(2));
    app.type_in("dodo").until("You have no").shot("hand-missing");
    app.press(&["enter"]).until("not a valid word").shot("hand-invalid");
    app.later(Duration::from_secs(2)).type_in("!").until("Replay this hand?").type_in("y");
    app.until("Same hand again").later(Duration::from_secs(2)).type_in("out").press(&["enter"]);
    app.until("earned").later(Duration::from_secs(2)).type_in("!").until("Game over");
    app.later(Duration::from_secs(2)).shot("hand-over");
    app.app.context.ascii = true;
    app.shot("hand-ascii");
    app.app.context.ascii = false;
    app.type_in("v").until("Step 0 of").press(&["right", "right"]).later(Duration::from_secs(2));
    app.shot("hand-review");
}

#[test]
fn hand_with_other_sizes() {
    let mut app = TestApp::play("hand", &["size=26"], &[]);
    app.until("Swap one letter").press(&["enter"]).until("Type a word").shot("hand-26");
    app.type_in("abcdefghijklmnopqrs").until("You have no").shot("hand-26-typing");
    app.press(&["backspace"; 19]).type_in("!").until("Replay").type_in("n").until("Game over");
    app.later(Duration::from_secs(2)).shot("hand-26-over");
    let mut app = TestApp::play("hand", &["size=1", "options=false"], &[]);
    app.until("Type a word").type_in("*").press(&["enter"]).until("Game over");
    app.later(Duration::from_secs(2)).shot("hand-1");
}

/// Any game can be drawn and played from its scene alone.
#[test]
fn a_game_without_a_skin() {
    let mut app = TestApp::play("null", &[], &[(1, "random")]);
    app.until("Count").shot("plain-null");
}

#[test]
fn other_kinds_of_terminals() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").type_in("slate").press(&["enter"]).until("5 of 6");
    app.later(Duration::from_secs(2));
    app.app.context.ascii = true;
    app.shot("wordle-ascii");
    app.app.context.ascii = false;
    for (name, depth) in [("256", Depth::Indexed), ("true", Depth::True)] {
        for theme in [crate::theme::Palette::Dark, crate::theme::Palette::Light] {
            (app.app.context.depth, app.app.context.settings.theme) = (depth, theme);
            app.shot_once(&format!("wordle-{name}-{theme:?}").to_lowercase());
        }
    }
    app.app.context.settings.contrast = true;
    app.app.context.depth = Depth::Sixteen;
    app.shot_once("wordle-contrast");
}
