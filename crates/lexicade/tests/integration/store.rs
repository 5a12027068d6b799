//! Stored matches: resuming, listing, replaying and backing them up, and playing without a store.

use crate::shared::{Folder, only_match, run, text};
use std::process::Output;

/// All games, and the lobby.
const EVERYTHING: [&[&str]; 7] =
    [&["wizards"], &["hand"], &["wampus"], &["junior"], &["build", "b"], &["wordle"], &[]];

/// One sentence on standard error, nothing on standard output, and this status.
fn refused(output: &Output, status: i32) -> String {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn play_resumes_the_last_match() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1"], "crane\nslate\n");
    let list = folder.out(&["matches"], "");
    assert!(list.contains("wordle   2 of 6, just now"), "{list}");
    let on = folder.out(&["play"], "stark\nstair\nn\n");
    assert!(on.contains("S+ L- A+ T~ E-"), "the table is shown as it is: {on}");
    assert!(on.contains("Solved in 4!"), "{on}");
    assert_eq!(folder.out(&["matches"], ""), "You have no unfinished matches.\n");
    assert!(folder.out(&["matches", "--all"], "").contains("over, "));
    // Without an unfinished match, the lobby opens.
    assert!(folder.out(&["play"], "").contains("Which game?"));
}

#[test]
fn a_match_is_offered_in_the_lobby_and_by_its_game() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1"], "crane\n");
    folder.out(&["wampus", "--seed", "1"], "up\n");
    let lobby = folder.out(&[], "b\n/quit\n");
    let first = lobby.find("  a  wampus   1 action, just now").unwrap();
    assert!(first < lobby.find("  b  wordle   1 of 6, just now").unwrap(), "{lobby}");
    assert!(lobby.contains("C- R~ A+ N- E-"), "{lobby}");
    // With several matches, the player chooses one.
    let picked = folder.out(&["play"], "x\nb\n/quit\n");
    assert!(picked.contains("Type the letter of a match"), "{picked}");
    assert!(picked.contains("C- R~ A+ N- E-"), "{picked}");
    assert!(folder.out(&["play"], "\n/quit\n").contains("Hunt the Wampus"));
    // The command of the game asks; “no” starts a new match.
    let yes = folder.out(&["wordle"], "y\n/quit\n");
    assert!(yes.contains("You have an unfinished match (1 of 6, just now). Resume it?"), "{yes}");
    assert!(yes.contains("C- R~ A+ N- E-"), "{yes}");
    assert!(!folder.out(&["wordle"], "n\n/quit\n").contains("C- R~"));
    // The id of a match resumes it.
    assert!(!folder.out(&["wordle", "--seed", "1"], "/quit\n").contains("unfinished"));
    assert_eq!(folder.out(&["matches"], "").lines().count(), 2);
}

#[test]
fn every_dialogue_resumes_in_the_middle_of_a_match() {
    // The input, the text after resuming, and the input that ends the match.
    for (args, first, seen, then, ended) in [
        (&["wampus", "--seed", "1"][..], "up\n", "Your move:", "/leave\nn\n", "Ticket: wampus/"),
        (
            &["wizards", "--seed", "1", "--set", "level=scholar"],
            "tea\n",
            "Guess",
            "e\n",
            "Ticket: ",
        ),
        (
            &["hand", "--seed", "1", "--set", "hands=2"],
            "no\n/hint\n/quit\n",
            "Current hand:",
            "!!\nn\nn\n!!\nn\n",
            "Total score",
        ),
        (
            &["junior", "--seed", "1", "--set", "board=toys", "--seats", "2"],
            "Dc\n",
            "1 move left",
            "/leave\nn\n",
            "Player 2 wins.",
        ),
        (
            &["junior", "--seed", "1", "--set", "board=toys", "--bot", "1=sensible"],
            "Dc\nEa\n",
            "Player 1, 2 moves left",
            "/leave\nn\n",
            "Player 2 wins.",
        ),
        (
            &["build", "pets", "--set", "rows=5", "--set", "cols=5"],
            "Aa H CAT\n/quit\n",
            "C A T",
            "save\n",
            "Saved: ",
        ),
    ] {
        let folder = Folder::new();
        folder.out(args, first);
        let id = only_match(&folder, &[]);
        let on = folder.out(&["play", &id], "/quit\n");
        assert!(on.contains(seen), "{args:?}: {on}");
        let on = folder.out(&["play", &id[..4].to_lowercase()], then);
        assert!(on.contains(ended), "{args:?}: {on}");
        assert_eq!(folder.out(&["matches"], ""), "You have no unfinished matches.\n", "{args:?}");
        let over = refused(&folder.run(&["play", &id], ""), 2);
        assert!(over.contains("is over. Use lexicade replay to watch it"), "{over}");
    }
}

#[test]
fn a_resumed_draft_replaces_its_match() {
    let folder = Folder::new();
    folder.out(&["build", "pets", "--set", "rows=5", "--set", "cols=5"], "Aa H CAT\n/quit\n");
    let first = only_match(&folder, &[]);
    folder.out(&["build", "pets"], "y\nCa H DOG\n/quit\n");
    assert_ne!(only_match(&folder, &[]), first);
    let saved = folder.out(&["play"], "save\n");
    assert!(saved.contains("Saved: ") && saved.contains("D O G"), "{saved}");
    assert_eq!(folder.out(&["matches"], ""), "You have no unfinished matches.\n");
    assert!(!folder.out(&["build", "pets"], "/quit\n").contains("draft"));
}

#[test]
fn a_board_given_by_path_is_saved_there_after_a_resume() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    let build = ["build", "mine/pets.txt", "--set", "rows=5", "--set", "cols=5"];
    folder.out(&build, "Aa H CAT\n/quit\n");
    let saved = folder.out(&["play", "--data", "."], "");
    assert!(saved.contains("Which game?"), "another folder knows nothing of it: {saved}");
    let saved = folder.out(&["play"], "Ca H DOG\nsave\n");
    assert!(saved.contains("mine/pets.txt"), "{saved}");
    let text = std::fs::read_to_string(folder.path().join("mine/pets.txt")).unwrap();
    assert!(text.contains("CAT") && text.contains("DOG"), "{text}");
    assert!(!folder.path().join("mine/pets.draft").exists());
    // A board with a name is saved in the folder for boards, and played by its name.
    folder.out(&["build", "pets", "--set", "rows=5", "--set", "cols=5"], "Aa H COW\n/quit\n");
    let saved = folder.out(&["play"], "save\n");
    assert!(saved.contains("lexicade/boards/pets.txt"), "{saved}");
}

#[test]
fn own_word_lists_and_boards_are_restored_with_the_match() {
    let folder = Folder::new();
    folder.write("list.txt", "crane\nslate\nstair\nstark\n");
    folder.out(&["wordle", "list.txt", "--set", "word=stair"], "crane\n");
    std::fs::remove_file(folder.path().join("list.txt")).unwrap();
    let on = folder.out(&["play"], "stale\nslate\n/quit\n");
    assert!(on.contains("Not in word list"), "{on}");
    assert!(on.contains("Guess 2, SLATE"), "{on}");
}

#[test]
fn a_match_without_moves_is_not_offered_and_a_replaced_one_is_cancelled() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1"], "/quit\n");
    folder.out(&["wizards", "--seed", "1"], "");
    folder.out(&["hand", "--seed", "1"], "/quit\n");
    assert_eq!(folder.out(&["matches"], ""), "You have no unfinished matches.\n");
    let all = folder.out(&["matches", "--all"], "");
    assert_eq!(all.lines().count(), 1, "menus and questions open no match: {all}");
    assert!(all.contains("wordle   cancelled"), "{all}");
    folder.out(&["wordle", "--seed", "1"], "crane\n/new\nslate\n/restart\ncrane\n/quit\n");
    assert_eq!(folder.out(&["matches"], "").lines().count(), 1);
    assert_eq!(folder.out(&["matches", "--all"], "").matches("cancelled").count(), 3);
}

#[test]
fn a_match_belongs_to_its_players() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1", "--as", "Ann"], "crane\n");
    assert_eq!(folder.out(&["matches"], ""), "You have no unfinished matches.\n");
    assert!(!folder.out(&["wordle"], "/quit\n").contains("unfinished"));
    let id = only_match(&folder, &["--as", "Ann"]);
    let mut command = folder.command(&["matches"]);
    command.env("LEXICADE_PLAYER", "Ann");
    assert!(text(&run(command, "").stdout).contains("(Ann)"));
    // Only its players can see an unfinished match.
    assert!(folder.out(&["replay", &id, "--as", "Ann"], "").contains("CRANE"));
    let secret = refused(&folder.run(&["replay", &id], ""), 2);
    assert!(secret.contains("only its players may see it"), "{secret}");
}

#[test]
fn names_replace_seats_and_missing_names_are_asked_for() {
    let folder = Folder::new();
    let junior = ["junior", "--seed", "1", "--set", "board=toys", "--seats", "2"];
    let both = folder.out(&[&junior[..], &["--as", "Ann,Bo"]].concat(), "Dc\nEa\n");
    assert!(both.contains("Ann, 2 moves left, position:"), "{both}");
    assert!(both.contains("Bo's turn."), "{both}");
    assert!(both.contains("Ann's tiles:") && both.contains("Points: Ann 0, Bo 0"), "{both}");
    assert!(!both.contains("Player"), "{both}");
    let on = folder.out(&["play", "--as", "Bo"], "/leave\nn\n");
    assert!(on.contains("Bo, 2 moves left, position:") && on.contains("Ann wins."), "{on}");
    let asked = folder.out(&[&junior[..], &["--as", "Ann"]].concat(), "Ann\nCy\nDc\n/quit\n");
    assert!(asked.contains("Name of player 2 (Enter for Player 2): Ann\nTwo players"), "{asked}");
    assert!(asked.contains("Cy's tiles:"), "{asked}");
    // Against a bot no other name is needed.
    let bot = ["junior", "--seed", "1", "--set", "board=toys", "--bot", "1=sensible"];
    let bot = folder.out(&[&bot[..], &["--as", "Ann"]].concat(), "/quit\n");
    assert!(bot.contains("Ann's tiles:") && bot.contains("Player 2's tiles:"), "{bot}");
    for wrong in ["a\u{1b}[2J", "a,a", ",", &"x".repeat(41)] {
        refused(&folder.run(&["wordle", "--as", wrong], ""), 2);
    }
}

#[test]
fn a_hidden_rack_stays_hidden_when_a_match_is_resumed() {
    let folder = Folder::new();
    let args =
        ["junior", "--seed", "1", "--set", "board=toys", "--set", "racks=hidden", "--seats", "2"];
    let named = ["--as", "Ann,Bo"];
    let first = folder.out(&[&args[..], &named[..]].concat(), "\nDc\nEa\n\n");
    assert!(first.contains("Bo's tiles: A"), "{first}");
    // It is Bo's turn: Bo's rack is hidden until Bo presses Enter.
    let on = folder.out(&["play", "--as", "Ann,Bo"], "");
    assert!(on.contains("Bo, press Enter:"), "{on}");
    assert!(!on.contains("Bo's tiles: A"), "{on}");
    let id = only_match(&folder, &named);
    let ann = folder.out(&["replay", &id, "--as", "Ann"], "");
    assert!(ann.contains("Ann's tiles: I"), "{ann}");
    assert!(!ann.contains("Bo's tiles: A"), "{ann}");
}

#[test]
fn replay_shows_a_match_at_once_or_step_by_step() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1"], "crane\n/hint\nslate\nstair\nn\n");
    let id = only_match(&folder, &["--all"]);
    let all = folder.out(&["replay", &id, "--as", "Nobody"], "");
    for said in ["Guess the 5-letter word", "Guess 1, CRANE", "Guess 2, SLATE", "Guess 3, STAIR"] {
        assert_eq!(all.matches(said).count(), 1, "{said}: {all}");
    }
    assert!(all.ends_with("Ticket: wordle/1/-/en-1/0000000000001\n"), "{all}");
    let step = folder.out(&["replay", &id, "--step"], "\n/quit\n");
    assert!(step.contains("CRANE") && !step.contains("SLATE"), "{step}");
    let described = folder.out(&["replay", &id, "--screen-reader"], "");
    assert!(!described.contains(". . ."), "{described}");
}

#[test]
fn a_match_is_found_by_the_start_of_its_id() {
    let folder = Folder::new();
    for wrong in ["abc", "9999", "chess", "%%%%", "é999", "\u{1b}[2J9999"] {
        for args in [&["replay", wrong][..], &["play", wrong]] {
            let said = refused(&folder.run(args, ""), 2);
            assert!(!said.trim_end().contains(char::is_control), "{said}");
        }
    }
}

#[test]
fn a_backup_is_a_complete_store_and_a_rebuild_changes_nothing() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1"], "crane\n");
    let before = folder.out(&["matches", "--all"], "");
    assert_eq!(folder.out(&["rebuild"], ""), "Rebuilt from 1 match log.\n");
    assert_eq!(folder.out(&["matches", "--all"], ""), before);
    std::fs::create_dir(folder.path().join("copy")).unwrap();
    folder.out(&["backup", "copy/lexicade.db"], "");
    assert_eq!(folder.out(&["matches", "--all", "--data", "copy"], ""), before);
    let again = refused(&folder.run(&["backup", "copy/lexicade.db"], ""), 1);
    assert!(again.contains("already exists"), "{again}");
}

#[test]
fn only_commands_that_save_write_files() {
    let folder = Folder::new();
    let data = folder.path().join("data");
    for args in [
        &["pipe", "wordle"][..],
        &["matches"],
        &["matches", "--all"],
        &["rebuild"],
        &["wordle", "--store", "memory"],
        &["rules", "hand"],
    ] {
        folder.out(&[args, &["--data", "data"]].concat(), "crane\n");
        assert!(!data.exists(), "{args:?}");
    }
    let mut command = folder.command(&["pipe", "wordle", "--save"]);
    command.env("LEXICADE_DATA", &data);
    assert!(run(command, "").status.success());
    assert!(data.join("lexicade.db").exists());
}

#[test]
fn a_saving_pipe_has_the_same_output() {
    let folder = Folder::new();
    let junior = ["pipe", "junior", "--seed", "1", "--seats", "3"];
    let typed = "/bot random\n/bot random\n/hint\nnonsense\n2: /leave\n";
    let kept = folder.out(&[&junior[..], &["--save"]].concat(), typed);
    assert_eq!(kept, folder.out(&junior, typed));
    assert_eq!(folder.out(&["matches"], "").lines().count(), 1);
    assert!(folder.out(&["play"], "/quit\n").contains("Scrabble Junior."));
}

#[test]
fn games_work_without_a_store_that_cannot_be_opened() {
    // A broken file, and its error.
    let newer = |folder: &Folder| {
        folder.out(&["wordle"], "crane\n");
        let file = folder.path().join(".local/share/lexicade/lexicade.db");
        let file = if cfg!(windows) { folder.path().join("lexicade/lexicade.db") } else { file };
        let database = rusqlite::Connection::open(&file).unwrap();
        database.pragma_update(None, "user_version", 99).unwrap();
        file
    };
    type Spoil<'a> = (&'a str, &'a dyn Fn(&Folder));
    let spoil: [Spoil; 3] = [
        ("was written by a newer version of Lexicade", &|folder| drop(newer(folder))),
        ("is not a database of Lexicade", &|folder| {
            std::fs::write(newer(folder), "Dear diary, ".repeat(1000)).unwrap();
        }),
        ("cannot be reached", &|folder| {
            let file = newer(folder);
            std::fs::remove_file(&file).unwrap();
            std::fs::create_dir(&file).unwrap();
        }),
    ];
    for (said, spoil) in spoil {
        let folder = Folder::new();
        spoil(&folder);
        for args in EVERYTHING.iter().copied().chain([&["play"][..]]) {
            let output = folder.run(args, "");
            assert!(output.status.success(), "{args:?}: {output:?}");
            let warning = text(&output.stderr);
            assert_eq!(warning.lines().count(), 1, "{args:?}: {warning}");
            assert!(warning.contains(said) && warning.contains("will not be saved"), "{warning}");
        }
        // Commands that need the store fail.
        for args in
            [&["matches"][..], &["rebuild"], &["replay", "ABCD"], &["pipe", "wordle", "--save"]]
        {
            let warning = refused(&folder.run(args, ""), 1);
            assert!(warning.contains(said), "{args:?}: {warning}");
        }
        assert!(folder.run(&["pipe", "wordle"], "").stderr.is_empty());
    }
}

#[test]
fn a_store_is_a_server_or_memory() {
    let folder = Folder::new();
    for wrong in ["mysql://x", "file.db", "\u{1b}[2J"] {
        let said = refused(&folder.run(&["wordle", "--store", wrong], ""), 2);
        assert!(said.contains("The store must be postgres://… or memory"), "{said}");
    }
    let nobody = format!("postgres:///x?user=x&host={}", folder.path().display());
    let output = folder.run(&["wordle", "--store", &nobody], "crane\n");
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stderr).contains("will not be saved"), "{output:?}");
    let mut command = folder.command(&["matches"]);
    command.env("LEXICADE_STORE", &nobody);
    refused(&run(command, ""), 1);
}

#[cfg(unix)]
mod terminal {
    use crate::screen::PtyScreen;
    use crate::shared::Folder;
    use std::path::PathBuf;

    fn database(folder: &Folder) -> PathBuf {
        folder.path().join(".local/share/lexicade/lexicade.db")
    }

    #[test]
    fn the_player_is_asked_whether_to_play_without_a_store() {
        let folder = Folder::new();
        folder.write(".local/share/lexicade/lexicade.db", "Dear diary, ".repeat(1000));
        for answer in ["y", "n"] {
            let mut screen = PtyScreen::open(&folder, &["wordle", "--seed", "1"], &[], (24, 80));
            screen.wait_for("Play without saving? (y/n)");
            screen.type_line(answer);
            if answer == "y" {
                screen.wait_for("Guess:");
                screen.type_line("/quit");
            }
            assert_eq!(screen.status(), 0, "{}", screen.text());
        }
        assert_eq!(std::fs::read(database(&folder)).unwrap().len(), 12_000, "it is not touched");
    }

    #[test]
    fn games_work_without_a_newer_or_locked_store() {
        for (said, spoil) in [
            ("was written by a newer version of Lexicade", "pragma user_version = 99"),
            ("another program", "begin immediate"),
        ] {
            let folder = Folder::new();
            folder.out(&["wordle", "--seed", "1"], "crane\n");
            let other = rusqlite::Connection::open(database(&folder)).unwrap();
            other.execute_batch(spoil).unwrap();
            for answer in ["y", "n"] {
                let mut screen =
                    PtyScreen::open(&folder, &["wordle", "--seed", "2"], &[], (24, 80));
                screen.wait_for("Play without saving? (y/n)");
                let text = screen.text().replace('\n', " ");
                assert!(text.contains(said), "{text}");
                screen.type_line(answer);
                if answer == "y" {
                    screen.wait_for("Guess:");
                    screen.type_line("slate");
                    screen.wait_until("a guess", |text| text.contains("SLATE:"));
                    screen.wait_for("Guess:");
                    screen.type_line("/quit");
                    assert_eq!(screen.status(), 0, "{}", screen.text());
                } else {
                    screen.status();
                }
            }
        }
    }

    /// A match whose second guess can't be stored, and the connection that locks the store.
    fn refused_by_the_store(folder: &Folder) -> (PtyScreen, rusqlite::Connection) {
        let mut screen = PtyScreen::open(folder, &["wordle", "--seed", "1"], &[], (60, 80));
        screen.wait_for("Guess:");
        screen.type_line("crane");
        screen.wait_until("a guess", |text| text.contains("CRANE") && text.ends_with("Guess:"));
        let other = rusqlite::Connection::open(database(folder)).unwrap();
        let full =
            "create trigger full before insert on entry begin select raise(fail, 'no more'); end";
        other.execute_batch(full).unwrap();
        screen.type_line("slate");
        screen.wait_for("(y/n; n to try again)");
        (screen, other)
    }

    #[test]
    fn a_match_continues_in_memory_when_the_store_fails() {
        let folder = Folder::new();
        let (mut screen, other) = refused_by_the_store(&folder);
        assert!(screen.text().contains("This was not stored"), "{}", screen.text());
        screen.type_line("n");
        screen.wait_for("Guess:");
        screen.type_line("slate");
        screen.wait_for("(y/n; n to try again)");
        screen.type_line("y");
        screen.wait_until("again", |text| text.ends_with("Guess:"));
        screen.type_line("slate");
        screen.wait_until("a guess", |text| text.contains("SLATE:"));
        screen.type_line("/quit");
        assert_eq!(screen.status(), 0);
        // Everything that was stored is still there.
        other.execute_batch("drop trigger full").unwrap();
        drop(other);
        assert!(folder.out(&["matches"], "").contains("1 of 6"));
    }

    #[test]
    fn quit_works_when_the_store_fails() {
        let folder = Folder::new();
        let (mut screen, _other) = refused_by_the_store(&folder);
        screen.type_line("/quit");
        assert_eq!(screen.status(), 0, "{}", screen.text());
    }

    #[test]
    fn a_match_can_be_resumed_after_the_terminal_closes() {
        let folder = Folder::new();
        let mut screen = PtyScreen::open(&folder, &["wordle", "--seed", "1"], &[], (24, 80));
        screen.wait_for("Guess:");
        screen.type_line("crane");
        screen.wait_until("a guess", |text| text.contains("CRANE:") && text.ends_with("Guess:"));
        drop(screen);
        assert!(folder.out(&["play"], "/quit\n").contains("C- R~ A+ N- E-"));
    }

    #[test]
    fn every_game_works_on_a_screen_of_one_character() {
        for args in super::EVERYTHING {
            let folder = Folder::new();
            let mut screen = PtyScreen::open(&folder, args, &[], (1, 1));
            screen.type_line("/quit");
            assert_eq!(screen.status(), 0, "{args:?}");
        }
    }
}

#[test]
fn many_matches_of_others_do_not_hide_the_players_own() {
    let folder = Folder::new();
    let save =
        |name: &str| folder.out(&["--as", name, "pipe", "wordle", "--save"], "guess slate\n");
    save("Ann");
    // As many as a player plays in a year.
    save("Bo");
    let file = folder.path().join(".local/share/lexicade/lexicade.db");
    let file = rusqlite::Connection::open(file).unwrap();
    let bo = "select match from seat where player = 'Bo'";
    let numbers = "with recursive n (n) as (select 1 union all select n + 1 from n where n < 300)";
    file.execute_batch(&format!(
        "create temp table one as {bo};
         insert into entry select (select match from one) || n, seq, at, body from
           entry, ({numbers} select n from n) where match = (select match from one);
         insert into seat select 'Bo', (select match from one) || n from ({numbers} select n from n);
         insert into summary select match || n, seq, game, last + n, over, daily, ticket,
           replace(body, match, match || n) from summary, ({numbers} select n from n)
           where match = (select match from one);"
    ))
    .unwrap();
    drop(file);
    assert_eq!(folder.out(&["--as", "Ann", "matches"], "").lines().count(), 1);
    assert_eq!(folder.out(&["--as", "Bo", "matches"], "").lines().count(), 301);
    assert_eq!(folder.out(&["--as", "Eve", "matches"], ""), "You have no unfinished matches.\n");
}

#[test]
fn a_damaged_match_is_listed_and_the_others_can_be_resumed() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1", "--data", "data"], "crane\n");
    folder.out(&["wordle", "--seed", "2", "--data", "data"], "slate\n");
    let file = rusqlite::Connection::open(folder.path().join("data/lexicade.db")).unwrap();
    let spoil = "update entry set body = '{' where seq = 2 and match = (select match from entry where body like '%slate%')";
    assert_eq!(file.execute(spoil, ()).unwrap(), 1);
    drop(file);
    // The list reads no log.
    let listed = folder.out(&["matches", "--data", "data"], "");
    assert_eq!(listed.matches("1 of 6").count(), 2, "{listed}");
    let gone_on = folder.out(&["play", "--data", "data"], "/quit\n");
    assert!(gone_on.contains("CRANE"), "{gone_on}");
}
