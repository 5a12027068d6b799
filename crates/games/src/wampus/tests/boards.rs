//! The classic board, valid and invalid layouts, and the three fogs.

use super::*;

#[test]
fn the_classic_board_never_changes() {
    let hunt = Hunt::new(&[("cave", "classic"), ("fog", "open")], 7).unwrap();
    assert_eq!(
        hunt.json(),
        concat!(
            r#"{"rows":4,"cols":4,"cells":["#,
            r#"[["stench"],[],[],["exit"]],"#,
            r#"[["wampus"],["gold","stench"],[],[]],"#,
            r#"[["stench"],[],["breeze"],[]],"#,
            r#"[["agent"],["breeze"],["pit"],["breeze"]]],"#,
            r#""agent":[3,0],"arrow":true,"alive":true,"has_gold":false,"score":0,"#,
            r#""status":"playing","shot":null,"killed":null,"fog":"open"}"#
        )
    );
    assert_eq!(hunt.json(), Hunt::on(CLASSIC, "open").json());
}

#[test]
fn shot_and_killed_are_written_with_their_cells() {
    let json = Hunt::on(CLASSIC, "exit").after(&["shoot up"]).json();
    assert!(json.ends_with(
        r#""agent":[3,0],"arrow":false,"alive":true,"has_gold":false,"score":99,"status":"playing","shot":{"from":[3,0],"dir":"up"},"killed":[1,0],"fog":"exit"}"#
    ));
    let json = Hunt::on(CLASSIC, "dark").after(&["shoot right"]).json();
    assert!(json.ends_with(r#""shot":{"from":[3,0],"dir":"right"},"killed":null,"fog":"dark"}"#));
}

#[test]
fn a_cell_lists_its_things_in_a_fixed_order() {
    let pit = Spot::at(1, 1);
    let board = Layout { agent: pit.unwrap(), wampus: pit, pit, gold: pit, exit: pit };
    let names = serde_json::to_string(&board.cell(board.agent)).unwrap();
    assert_eq!(names, r#"["agent","wampus","pit","gold","exit"]"#);
    // Gold between the wampus and the pit, with the agent in the same cell.
    let hunt = Hunt::on(".A..:WGP.:....:E...", "open").after(&["move down"]);
    assert!(hunt.json().contains(r#"["agent","gold","stench","breeze"]"#));
    let hunt = Hunt::on("A...:WEP.:....:G...", "open");
    assert!(hunt.json().contains(r#"["exit","stench","breeze"]"#));
}

#[test]
fn each_fog_shows_what_it_should() {
    let map = |fog, lines: &[&str]| Hunt::on(CLASSIC, fog).after(lines).map();
    assert_eq!(map("exit", &[]), "? ? ? E / ? ? ? ? / ? ? ? ? / A ? ? ?");
    assert_eq!(map("dark", &[]), "? ? ? ? / ? ? ? ? / ? ? ? ? / A ? ? ?");
    let walk = ["move right", "move up", "move up"];
    assert_eq!(map("exit", &walk), "? ? ? E / ? AGs ? ? / ? - ? ? / - b ? ?");
    assert_eq!(map("dark", &walk), "? ? ? ? / ? AGs ? ? / ? - ? ? / - b ? ?");
    assert_eq!(map("open", &walk), "s - - E / W AGs - - / s - b - / - b P b");
}

#[test]
fn visited_cells_show_their_current_contents() {
    let walk = ["move up", "move down", "shoot up"];
    // The stench at row 3 is gone with the wampus, whose own cell was never visited.
    let hunt = Hunt::on(CLASSIC, "dark").after(&walk);
    assert_eq!(hunt.map(), "? ? ? ? / ? ? ? ? / - ? ? ? / A ? ? ?");
}

#[test]
fn an_exit_seen_from_afar_hides_its_senses() {
    let hunt = Hunt::on("A..E:...P:..G.:...W", "exit");
    assert_eq!(hunt.map(), "A ? ? E / ? ? ? ? / ? ? ? ? / ? ? ? ?");
    let hunt = Hunt::on("A..E:...P:..G.:...W", "open");
    assert_eq!(hunt.map(), "A - - Eb / - - b P / - - G sb / - - s W");
}

#[test]
fn the_whole_board_is_shown_at_the_end() {
    for fog in ["exit", "dark"] {
        let hunt = Hunt::on(CLASSIC, fog).after(&["move up", "move up"]);
        assert_eq!(hunt.map(), "s - - E / AW Gs - - / s - b - / - b P b");
    }
}

#[test]
fn a_layout_overrides_the_cave_and_needs_only_the_agent() {
    let setup = [("layout", "....:....:..A.:...."), ("cave", "classic"), ("fog", "open")];
    let hunt = Hunt::new(&setup, 0).unwrap();
    assert_eq!(hunt.map(), "- - - - / - - - - / - - A - / - - - -");
}

#[test]
fn an_invalid_layout_is_refused_with_the_reason() {
    for (layout, why) in [
        ("", "it needs four rows joined by colons, but has 1"),
        ("A...:....:....", "it needs four rows joined by colons, but has 3"),
        ("A...:....:....:....:", "it needs four rows joined by colons, but has 5"),
        ("A...:...:....:....", "row 2 needs four characters, but has 3"),
        ("A...:....:....:.....", "row 4 needs four characters, but has 5"),
        ("....:....:....:....", "it needs an A for the agent"),
        ("A..A:....:....:....", "A may occur only once"),
        ("A...:W..W:....:....", "W may occur only once"),
        ("A...:P...:P...:....", "P may occur only once"),
        ("A...:G...:G...:....", "G may occur only once"),
        ("A...:E...:E...:....", "E may occur only once"),
        ("A...:..x.:....:....", "row 2, column 3 must be A, W, P, G, E or a full stop"),
        ("a...:....:....:....", "row 1, column 1 must be A, W, P, G, E or a full stop"),
        ("A...:....:....:é...", "row 4, column 1 must be A, W, P, G, E or a full stop"),
    ] {
        let Err(refusal) = Hunt::new(&[("layout", layout)], 0) else { panic!("{layout}") };
        assert_eq!(refusal.code, "house.setup");
        assert_eq!(refusal.text, format!("This layout can't be used: {why}."));
    }
    for setup in [("cave", "deep"), ("fog", "thick"), ("fog", "Open"), ("hill", "1")] {
        assert_eq!(Hunt::new(&[setup], 0).err().unwrap().code, "house.setup");
    }
    assert!(GAME.open(&GAME.read(&[]).unwrap(), 2, 0, WORDS.clone()).is_err());
}

#[test]
fn settings_are_written_in_order_and_the_layout_is_kept_secret() {
    let written =
        |given: &[(&str, &str)]| serde_json::to_string(&read(given).unwrap().concealed()).unwrap();
    assert_eq!(written(&[]), r#"{"cave":"random","fog":"exit","layout":null}"#);
    assert_eq!(
        written(&[("layout", CLASSIC), ("fog", "dark")]),
        r#"{"cave":"random","fog":"dark","layout":"hidden"}"#
    );
}

#[test]
fn the_first_preset_is_the_default_and_all_can_be_opened() {
    let presets = GAME.presets().unwrap();
    let names: Vec<_> = presets.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["cave", "classic", "dark", "open", "daily"]);
    let default = GAME.read(&[]).unwrap();
    assert_eq!((&presets[0].1, &presets[4].1), (&default, &default));
    for (_, settings) in &presets {
        assert!(GAME.open(settings, 1, 1, WORDS.clone()).is_ok());
    }
}

#[test]
fn a_seed_gives_the_same_board_again_and_another_seed_another() {
    let map = |seed| Hunt::new(&[("fog", "open")], seed).unwrap().map();
    assert_eq!(map(5), map(5));
    assert_ne!(map(5), map(6));
    // Pinned: a ticket must always lead to the same cave.
    assert_eq!(map(0), PINNED_0);
    assert_eq!(map(u64::MAX), PINNED_MAX);
}

const PINNED_0: &str = "- - - - / - G A - / b - - Es / P b s W";
const PINNED_MAX: &str = "- As - - / s W Es - / b s G - / P b - -";
