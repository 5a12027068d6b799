//! The scene, the view and the preview.

use super::*;
use engine::{Body, Pane, Tone};

fn pane(scene: &Scene, id: &str) -> Body {
    let found = scene.panes.iter().find(|pane| pane.id == id);
    found.map(|Pane { body, .. }| body.clone()).unwrap_or_else(|| panic!("no pane {id}"))
}

#[test]
fn the_view_has_its_fields_in_a_fixed_order() {
    let story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    assert_eq!(
        serde_json::to_string(&story.view()).unwrap(),
        concat!(
            r#"{"rows":5,"cols":5,"letters":["HOUSE","O....","RIVER","S....","EAGLE"],"covered":[],"#,
            r#""racks":["HOUSEOR","IVERSEA"],"pool":3,"scores":[0,0],"seat":0,"moves_left":2,"#,
            r#""legal":["Aa","Ca","Ea"],"must":"place","words":["#,
            r#"{"at":"Aa","dir":"H","word":"HOUSE","by":null},"#,
            r#"{"at":"Aa","dir":"V","word":"HORSE","by":null},"#,
            r#"{"at":"Ca","dir":"H","word":"RIVER","by":null},"#,
            r#"{"at":"Ea","dir":"H","word":"EAGLE","by":null}],"#,
            r#""left":[],"places":null,"status":"playing"}"#
        )
    );
    let mut story =
        Story::open("10x10 AaHWORD EdHMASTER AdVDREAM EiVRETRY", "MRRTAYE DAWSTOR EER", 2);
    story.play(&["Ed", "Ei", "Aa", "Ee", "Fi", "Gi", "Ef", "Ab", "Hi", "Ii", "Ac", "Ad"]);
    story.play(&["Bd", "Eg", "Cd", "Eh", "Dd"]);
    let view = serde_json::to_value(story.view()).unwrap();
    assert_eq!(
        view["places"].to_string(),
        r#"[{"label":"1st","score":3,"seat":0},{"label":"2nd","score":1,"seat":1}]"#
    );
    assert_eq!((view["status"].as_str(), view["moves_left"].as_u64()), (Some("over"), Some(0)));
    assert_eq!(view["words"][3]["by"], 0);
    assert_eq!(view["covered"][0], "Aa");
    let text = serde_json::to_string(&story.view().places).unwrap();
    assert!(text.starts_with(r#"[{"label":"1st","seat":0,"score":3}"#), "{text}");
}

#[test]
fn the_setup_has_its_keys_in_a_fixed_order() {
    let settings = JUNIOR.read(&[]).unwrap();
    let keys: Vec<_> = settings.iter().map(|(key, _)| (key.name, key.secret)).collect();
    assert_eq!(keys, [("board", false), ("racks", false), ("draws", true)]);
    let text = serde_json::to_string(&settings).unwrap();
    assert!(text.ends_with(r#","racks":"open","draws":null}"#), "{text}");
    assert!(text.starts_with(r#"{"board":"15 x 15\nAk H EGGS\n"#), "{text}");
    let given = [("racks".to_owned(), "shut".to_owned())];
    assert_eq!(JUNIOR.read(&given).unwrap_err().code, "house.setup");
}

#[test]
fn every_cell_has_a_tone_and_a_name_for_screen_readers() {
    let mut story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    story.play(&["Aa", "Ab"]);
    // Seat 1 has IVERSEA: it can cover the R of RIVER and the E of EAGLE, but not the U of HOUSE.
    let Body::Grid(rows) = pane(&scene_of(&story.view()), "board") else { panic!() };
    let cell = |row: usize, col: usize| {
        let cell = &rows[row][col];
        (cell.text.to_string(), cell.tone, cell.name.to_string())
    };
    assert_eq!(cell(0, 0), ("H".into(), Tone::Off, "Aa, H, covered".into()));
    assert_eq!(cell(0, 2), ("U".into(), Tone::Near, "Ac, U, next in its word".into()));
    assert_eq!(cell(2, 0), ("R".into(), Tone::Good, "Ca, R, can be covered".into()));
    assert_eq!(cell(0, 3), ("S".into(), Tone::Plain, "Ad, S".into()));
    assert_eq!(cell(1, 1), ("".into(), Tone::Plain, "Bb, empty".into()));
}

#[test]
fn choices_belong_to_cells() {
    let story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    let scene = scene_of(&story.view());
    let lines: Vec<_> = scene.choices.iter().map(|choice| choice.line.as_ref()).collect();
    assert_eq!(lines, ["place Aa", "place Ca", "place Ea"]);
    let cell = scene.choices[1].cell.unwrap();
    assert_eq!((cell.pane, cell.row, cell.col), ("board", 2, 0));
    assert_eq!(scene.choices[1].label, "Ca: R");
}

#[test]
fn every_different_pair_can_be_chosen_for_an_exchange() {
    let story = Story::open("19x1 AaVDERMATOLOGIST OaVCUPID", "TORMUIT DCDAIPO", 2);
    let lines: Vec<_> =
        scene_of(&story.view()).choices.into_iter().map(|choice| choice.line).collect();
    // Six different letters, one of them twice: 15 pairs and TT.
    assert_eq!(lines.len(), 16);
    assert!(
        lines.iter().any(|line| line == "swap TT") && lines.iter().any(|line| line == "swap IM")
    );
    assert_eq!(face::exchanges("QAA", Must::Swap1), ["A", "Q"]);
    assert_eq!(face::exchanges("QAA", Must::Swap2), ["AA", "AQ"]);
}

#[test]
fn racks_are_shown_only_to_viewers_who_may_see_them() {
    let setup = Setup { racks: Racks::Hidden, ..setup(RIVER, "HOUSEOR IVERSEA GLE") };
    let game = Match::<Junior>::open(&setup, 2, 1, words()).unwrap().0;
    let racks = |viewer| {
        let scene = scene_of(&game.view(viewer));
        scene
            .panes
            .iter()
            .map(|pane| pane.id)
            .filter(|id| id.starts_with("rack"))
            .collect::<Vec<_>>()
    };
    assert_eq!(racks(Viewer::Seat(Seat(0))), ["rack0"]);
    assert_eq!(racks(Viewer::Seat(Seat(1))), ["rack1"]);
    assert_eq!(racks(Viewer::Public), [""; 0]);
}

#[test]
fn the_end_shows_the_table_and_the_closing_sentence() {
    let mut story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    let ids = |scene: &Scene| scene.panes.iter().map(|pane| pane.id).collect::<Vec<_>>();
    let scene = scene_of(&story.view());
    assert_eq!(ids(&scene), ["board", "rack0", "rack1", "scores", "covered", "turn"]);
    let Body::Text(turn) = pane(&scene, "turn") else { panic!() };
    assert_eq!(turn, ["Player 1's turn: 2 moves left.", "3 tiles are in the bag."]);
    assert_eq!(pane(&scene, "covered"), Body::Meter { value: 0, of: 17 });
    story.0.leave(Seat(0)).unwrap();
    let scene = scene_of(&story.view());
    let Body::Text(places) = pane(&scene, "places") else { panic!() };
    assert_eq!(places, ["1st  Player 2  0", "     Player 1  0", "Player 2 wins."]);
    let Body::Scores(scores) = pane(&scene, "scores") else { panic!() };
    assert_eq!(scores[0], ("Player 1 (left)".into(), 0));
    assert_eq!(Junior::progress(&story.view()), "0 of 17");
}

#[test]
fn a_preview_remarks_on_typed_positions() {
    let mut story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    story.play(&["Aa", "Ba", "Ea", "Ca"]);
    let lexicon = words();
    let mut cx = Cx::new(&lexicon, engine::Chance::new(1, 0), engine::Budget::default());
    let mut preview = |typed| Junior::preview(&story.view(), typed, &mut cx);
    assert_eq!(preview("place Da"), ["S fits at Da. It completes HORSE."]);
    assert_eq!(preview("Ab"), ["O fits at Ab."]);
    assert_eq!(preview("place Ad"), ["Ad cannot be covered yet: Ab comes first."]);
    assert_eq!(preview("place"), [""; 0]);
    assert_eq!(preview("swap A"), [""; 0]);
}

#[test]
fn a_player_with_nothing_to_do_gets_no_preview() {
    let lexicon = words();
    let mut cx = Cx::new(&lexicon, engine::Chance::new(1, 0), engine::Budget::default());
    let mut view = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2).view();
    assert_eq!(Junior::preview(&view, "place Aa", &mut cx), ["H fits at Aa."]);
    view.must = None;
    assert_eq!(Junior::preview(&view, "place Aa", &mut cx), [""; 0]);
}

#[test]
fn an_empty_bag_and_hidden_racks_are_shown() {
    let board = "5x7 AaHHOLIDAY CaHKITCHEN";
    let setup = Setup { racks: Racks::Hidden, ..setup(board, "HOLIDAY KITCHEN") };
    let game = Match::<Junior>::open(&setup, 2, 1, words()).unwrap().0;
    let view = game.view(Viewer::Public);
    let turn = ["Player 1's turn: 2 moves left.".into(), "The bag is empty.".into()];
    assert_eq!(pane(&scene_of(&view), "turn"), Body::Text(turn.into()));
    assert_eq!(view.acting_rack(), None);
    assert_eq!(game.view(Viewer::Seat(Seat(0))).acting_rack(), Some("HOLIDAY"));
}

#[test]
fn an_exchange_of_one_tile_is_shown() {
    let story = Story::open("3x13 AaHDERMATOLOGIST AmVTAG", "ERMAOLO DTTGISA G", 2);
    let scene = scene_of(&story.view());
    let turn = "Player 1 has no move and must exchange one tile.".into();
    assert_eq!(pane(&scene, "turn"), Body::Text(vec![turn, "1 tile is in the bag.".into()]));
    assert!(scene.choices.iter().all(|choice| choice.line.len() == "swap E".len()));
}
