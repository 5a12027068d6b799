//! The scene, the sentences and the typed lines.

use super::*;
use engine::scene::Place;
use engine::{Body, Cell, Choice, Tone};

fn grid(hunt: &Hunt) -> Vec<Vec<Cell>> {
    let scene = hunt.game.scene(PLAYER).by_seat();
    let pane = scene.panes.into_iter().find(|pane| pane.id == "cave").unwrap();
    let Body::Grid(cells) = pane.body else { panic!("the cave is a grid") };
    cells
}

fn report(hunt: &Hunt) -> String {
    let scene = hunt.game.scene(PLAYER).by_seat();
    let pane = scene.panes.into_iter().find(|pane| pane.id == "report").unwrap();
    let Body::Text(text) = pane.body else { panic!("the report is text") };
    text.join(" ")
}

fn lines(hunt: &Hunt) -> Vec<String> {
    hunt.game.scene(PLAYER).by_seat().choices.into_iter().map(|choice| choice.line.into()).collect()
}

#[test]
fn a_cell_has_letters_a_tone_and_a_name_for_screen_readers() {
    let cell = |hunt: &Hunt, row: usize, col: usize| {
        let cell = grid(hunt)[row][col].clone();
        (cell.text.to_string(), cell.tone, cell.name.to_string())
    };
    let expect = |text: &str, tone, name: &str| (text.to_owned(), tone, name.to_owned());

    let hunt = Hunt::on(CLASSIC, "exit");
    assert_eq!(cell(&hunt, 3, 0), expect("A", Tone::Here, "row 4, column 1: you"));
    assert_eq!(cell(&hunt, 0, 3), expect("E", Tone::Good, "row 1, column 4: exit"));
    assert_eq!(cell(&hunt, 1, 0), expect("?", Tone::Hidden, "row 2, column 1: unknown"));

    let hunt = Hunt::on(CLASSIC, "open");
    assert_eq!(cell(&hunt, 1, 0), expect("W", Tone::Danger, "row 2, column 1: wampus"));
    assert_eq!(cell(&hunt, 3, 2), expect("P", Tone::Danger, "row 4, column 3: pit"));
    assert_eq!(cell(&hunt, 1, 1), expect("Gs", Tone::Good, "row 2, column 2: gold, stench"));
    assert_eq!(cell(&hunt, 2, 2), expect("b", Tone::Near, "row 3, column 3: breeze"));
    assert_eq!(cell(&hunt, 2, 1), expect(".", Tone::Plain, "row 3, column 2: empty"));

    let both = Hunt::on("W...:..E.:..G.:P..A", "open");
    assert_eq!(cell(&both, 1, 0), expect("s", Tone::Near, "row 2, column 1: stench"));
    let both = Hunt::on("W...:....:P.E.:..GA", "open");
    assert_eq!(cell(&both, 1, 0), expect("sb", Tone::Near, "row 2, column 1: stench, breeze"));

    let dead = Hunt::on(CLASSIC, "exit").after(&["move up", "move up"]);
    assert_eq!(cell(&dead, 1, 0), expect("AW", Tone::Danger, "row 2, column 1: you, wampus"));
}

#[test]
fn the_report_has_the_senses_and_the_score() {
    let after = |layout, lines: &[&str]| report(&Hunt::on(layout, "exit").after(lines));
    assert_eq!(after(CLASSIC, &[]), "You stand at row 4, column 1. Score: 0.");
    assert_eq!(
        after(".A..:WGP.:....:E...", &["move down"]),
        "You stand at row 2, column 2. Gold glitters here. You smell a stench. You feel a \
         breeze. Score: -1."
    );
    assert_eq!(
        after(CLASSIC, &["shoot up", "move up", "move right", "move up", "grab"]),
        "You stand at row 2, column 2. You shot the wampus at row 2, column 1. You have the gold. \
         Score: 1095."
    );
    assert_eq!(after(CLASSIC, &["move up", "move up"]), "You are dead. Score: -2.");
    assert_eq!(after("AE..:....:....:....", &["move right"]), "You escaped: you won. Score: -1.");
    let mut hunt = Hunt::on(CLASSIC, "exit");
    hunt.leave();
    assert_eq!(report(&hunt), "You gave up. Score: 0.");
}

#[test]
fn the_arrow_is_a_meter() {
    let meter = |lines: &[&str]| {
        let scene = Hunt::on(CLASSIC, "exit").after(lines).game.scene(PLAYER).by_seat();
        scene.panes.into_iter().find(|pane| pane.id == "arrow").unwrap().body
    };
    assert_eq!(meter(&[]), Body::Meter { value: 1, of: 1 });
    assert_eq!(meter(&["shoot left"]), Body::Meter { value: 0, of: 1 });
}

#[test]
fn choices_have_keys_and_the_cells_beside_the_agent_can_be_clicked() {
    let choices = Hunt::on(CLASSIC, "exit").game.scene(PLAYER).by_seat().choices;
    let keys: Vec<_> = choices.iter().map(|c| (c.line.as_ref(), c.key.unwrap())).collect();
    assert_eq!(
        keys,
        [
            ("move up", "up"),
            ("move right", "right"),
            ("move down", "down"),
            ("move left", "left"),
            ("shoot up", "shift+up"),
            ("shoot right", "shift+right"),
            ("shoot down", "shift+down"),
            ("shoot left", "shift+left"),
        ]
    );
    let cells: Vec<_> = choices.iter().map(|choice: &Choice| choice.cell).collect();
    let beside = |row, col| Some(Place { pane: "cave", row, col });
    assert_eq!(cells[..5], [beside(2, 0), beside(3, 1), None, None, None]);
}

#[test]
fn only_legal_actions_are_offered() {
    let moves = ["move up", "move right", "move down", "move left"];
    let hunt = Hunt::on(CLASSIC, "dark").after(&["shoot down"]);
    assert_eq!(lines(&hunt), moves);
    let hunt = hunt.after(&["move right", "move up", "move up"]);
    assert_eq!(lines(&hunt), [&moves[..], &["grab"]].concat());
    let grab = hunt.game.scene(PLAYER).by_seat().choices.pop().unwrap();
    assert_eq!(grab.key, Some("g"));
    assert_eq!(lines(&hunt.after(&["grab"])), moves);
    assert!(lines(&Hunt::on(CLASSIC, "dark").after(&["move up", "move up"])).is_empty());
    assert!(Hunt::on(CLASSIC, "dark").game.scene(Viewer::Public).by_seat().choices.is_empty());
}

#[test]
fn every_action_has_its_sentences() {
    let classic = [("cave", "classic"), ("fog", "exit")];
    let mut hunt = Hunt::new(&classic, 0).unwrap();
    assert_eq!(
        hunt.said(),
        [
            "You wake up in a cave at row 4, column 1. You see daylight at row 1, column 4: the exit."
        ]
    );
    for (line, said) in [
        ("move left", "You hit the wall (-1)."),
        ("move right", "You walk to row 4, column 2. You feel a breeze."),
        ("move left", "You walk to row 4, column 1."),
        ("move up", "You walk to row 3, column 1. You smell a stench."),
        ("shoot up", "Your arrow flies up and kills the wampus at row 2, column 1."),
        ("move right", "You walk to row 3, column 2."),
        ("move up", "You walk to row 2, column 2. Gold glitters here."),
        ("grab", "You take the gold."),
        ("move up", "You walk to row 1, column 2."),
        ("move right", "You walk to row 1, column 3."),
    ] {
        hunt.act(line).unwrap();
        assert_eq!(hunt.said(), [said], "{line}");
    }
    hunt.act("move right").unwrap();
    assert_eq!(
        hunt.said(),
        ["You walk to row 1, column 4.", "You escape with the gold: you win with a score of 1089."]
    );
}

#[test]
fn every_end_has_its_sentence() {
    let last = |layout, lines: &[&str]| {
        let hunt = Hunt::on(layout, "dark").after(lines);
        hunt.said().join(" ")
    };
    assert_eq!(
        last(CLASSIC, &["move up", "move up"]),
        "You walk to row 2, column 1. The wampus eats you: you lose with a score of -2."
    );
    assert_eq!(
        last(CLASSIC, &["move right", "move right"]),
        "You walk to row 4, column 3. You fall into the pit: you lose with a score of -2."
    );
    assert_eq!(
        last("AE..:....:....:....", &["move right"]),
        "You walk to row 1, column 2. You escape without the gold: you win with a \
         score of -1."
    );
    // A dead agent notices nothing, although the pit is next to it.
    assert_eq!(
        last("AWP.:....:....:....", &["move right"]),
        "You walk to row 1, column 2. The wampus eats you: you lose with a score of -1."
    );
    assert_eq!(
        last("AEP.:....:....:....", &["move right"]),
        "You walk to row 1, column 2. You escape without the gold: you win with a \
         score of -1."
    );
    assert_eq!(last(CLASSIC, &["shoot right"]), "Your arrow flies right and hits nothing.");
    let mut hunt = Hunt::on(CLASSIC, "dark");
    hunt.leave();
    assert_eq!(hunt.said(), ["You give up: you lose with a score of 0."]);
}

#[test]
fn the_first_sentences_have_the_senses_and_a_visible_exit() {
    let sentences = |fog| Hunt::on("E...:....:.W..:PA..", fog).said().join(" ");
    let start = "You wake up in a cave at row 4, column 2.";
    let senses = "You smell a stench. You feel a breeze.";
    let exit = "You see daylight at row 1, column 1: the exit.";
    assert_eq!(sentences("dark"), format!("{start} {senses}"));
    assert_eq!(sentences("exit"), format!("{start} {exit} {senses}"));
    assert_eq!(sentences("open"), format!("{start} {exit} {senses}"));
}

#[test]
fn every_action_has_a_line_that_can_be_parsed() {
    let view = Hunt::on(CLASSIC, "exit").view();
    let (moves, shots) = (Heading::ALL.map(Action::Move), Heading::ALL.map(Action::Shoot));
    for action in moves.into_iter().chain(shots).chain([Action::Grab]) {
        let line = Wampus::line(&action);
        assert_eq!(Wampus::parse(&view, &line), Ok(action));
        assert_eq!(Wampus::parse(&view, &line.to_uppercase()), Ok(action));
    }
    for junk in
        ["", "m", "move", "move up up", "moveup", "up", "shoot", "grab x", "MOVE\u{a0}UP", "🏹"]
    {
        assert_eq!(Wampus::parse(&view, junk).unwrap_err().code, "wampus.line", "{junk}");
    }
}

#[test]
fn a_preview_remarks_only_on_text_that_cannot_become_a_line() {
    let hunt = Hunt::on(CLASSIC, "exit");
    for typed in ["", "m", "Move ", " shoot  l", "grab", "move up"] {
        assert!(hunt.game.preview(Seat(0), typed).is_empty(), "{typed}");
    }
    let remark = ["Type move or shoot with up, right, down or left, or type grab."];
    for typed in ["x", "move n", "grab it", "shootup"] {
        assert_eq!(hunt.game.preview(Seat(0), typed), remark, "{typed}");
    }
}

#[test]
fn progress_counts_actions_and_nothing_else() {
    let mut hunt = Hunt::on(CLASSIC, "exit");
    let mut progress = vec![hunt.game.progress(Seat(0))];
    for line in ["shoot up", "move right", "move up", "move up", "grab", "move up"] {
        hunt.act(line).unwrap();
        progress.push(hunt.game.progress(Seat(0)));
    }
    assert_eq!(
        progress,
        ["0 actions", "1 action", "2 actions", "3 actions", "4 actions", "5 actions", "6 actions"]
    );
}
