//! The rules of play, on the grid of `goalie`.

use super::*;
use crate::wizards::grid::DIAGONAL;
use crate::wizards::letters::{jumble, lacking};
use crate::wizards::{Level, PuzzleEnd, Status, WrongGuess};
use engine::{AnyGame, Body, Budget, Chance, Cx, Erased, Game, Tone};

fn friendly(level: Level) -> Setup {
    Setup { level, bonus: true, ..Setup::default() }
}

fn at(level: Level) -> Setup {
    Setup { level, ..Setup::default() }
}

/// The narration of these events.
fn narration(game: &Match<Wizards>, events: &[Event]) -> Vec<String> {
    events.iter().filter_map(|e| Wizards::tell(game.state(), e, Viewer::Public)).collect()
}

fn right(word: &str, points: u32, also: &[&str]) -> Event {
    Event::Guessed {
        word: short(word),
        points,
        also: also.iter().map(|word| short(word)).collect(),
    }
}

fn missed(word: &str, why: WrongGuess) -> Event {
    Event::Missed { word: word.into(), why }
}

#[test]
fn the_first_view_hides_every_letter() {
    let json = serde_json::to_string(&view(&on_goalie(Setup::default()))).unwrap();
    let expected = concat!(
        r##"{"rows":15,"cols":25,"grid":["##,
        r##"".......###...............","........#................",".....####.###............","##,
        r##"".....#...#.#.............","....###.####.###.........",".........#...#...........","##,
        r##""..........####...........","...........#.............","...........####.#........","##,
        r##"".............#..#........",".............#####.......",".........................","##,
        r##""..............####.......","...............#.........","..............###........"],"##,
        r##""letters":"geaoil","lives":15,"points":0,"last":null,"found":[],"wrong":[],"##,
        r##""left":{"3":14,"4":5,"5":1,"6":1},"bonus":[],"level":"scholar","status":"playing","##,
        r##""answers":null}"##,
    );
    assert_eq!(json, expected);
}

#[test]
fn each_level_has_its_lives() {
    let table =
        [("apprentice", 20), ("scholar", 15), ("sorcerer", 10), ("master", 5), ("elder", 3)];
    for (name, lives) in table {
        let settings = Erased::<Wizards>::new().read(&[("level".into(), name.into())]).unwrap();
        let setup: Setup = settings.setup().unwrap();
        assert_eq!(view(&on_goalie(setup)).lives, lives, "{name}");
    }
    let presets: Vec<_> = Wizards::presets().into_iter().map(|(name, _)| name).collect();
    let names = ["scholar", "apprentice", "sorcerer", "master", "elder", "friendly", "daily"];
    assert_eq!(presets, names);
    assert_eq!(Wizards::presets()[0].1, Setup::default());
}

#[test]
fn a_right_guess_scores_a_point_for_each_new_cell() {
    let mut game = on_goalie(Setup::default());
    assert_eq!(guess(&mut game, "goal").unwrap(), [right("goal", 4, &[])]);
    let seen = view(&game);
    assert_eq!(seen.grid[4], "....###.gOal.###.........", "the diagonal is in upper case");
    assert_eq!((seen.points, seen.lives), (4, 15));
    assert_eq!((seen.found, seen.last), (vec![short("goal")], Some("goal".into())));
    assert_eq!((seen.left.four, seen.left.three), (4, 14));

    // The o of log is already uncovered.
    assert_eq!(guess(&mut game, "log").unwrap(), [right("log", 2, &[])]);
    assert_eq!(view(&game).points, 6);
}

#[test]
fn words_completed_by_crossings_are_announced_and_may_still_be_guessed() {
    let mut game = on_goalie(Setup::default());
    for word in ["gale", "leg"] {
        guess(&mut game, word).unwrap();
    }
    // leg uncovers the l of lie and gale its e, but its i stays hidden.
    assert_eq!(view(&game).left.three, 13);
    for word in ["ogle", "agile"] {
        guess(&mut game, word).unwrap();
    }
    // ogle and agile uncover all of lea except its e.
    let events = guess(&mut game, "lea").unwrap();
    assert_eq!(events, [right("lea", 1, &[])]);

    // gale and ogle uncover all of ago except its g.
    let before = view(&game);
    let events = guess(&mut game, "ago").unwrap();
    assert_eq!(events, [right("ago", 1, &[])]);
    assert_eq!(view(&game).left.three, before.left.three - 1);

    // Crossings uncover the main word completely.
    for (word, also) in [("goal", vec![]), ("loge", vec![]), ("aloe", vec!["goalie"])] {
        let events = guess(&mut game, word).unwrap();
        let Event::Guessed { also: completed, .. } = &events[0] else { panic!("{events:?}") };
        assert_eq!(*completed, also.iter().map(|word| short(word)).collect::<Vec<_>>());
    }
    let seen = view(&game);
    assert_eq!(seen.left.six, 0, "the main word is uncovered");
    assert!(!seen.found.contains(&short("goalie")), "but it was not guessed");

    let events = guess(&mut game, "goalie").unwrap();
    assert_eq!(events, [right("goalie", 0, &[])]);
    assert_eq!(
        narration(&game, &events),
        ["“goalie” is right, but it was already uncovered: no points."]
    );
    let after = view(&game);
    assert_eq!((after.points, after.lives), (seen.points, seen.lives));
    assert_eq!(after.found.last(), Some(&short("goalie")));
}

#[test]
fn the_narration_names_the_completed_words() {
    let mut game = on_goalie(Setup::default());
    for word in ["agile", "goal", "gale", "loge", "ogle"] {
        guess(&mut game, word).unwrap();
    }
    let events = guess(&mut game, "aloe").unwrap();
    let narration = narration(&game, &events);
    assert_eq!(narration, ["“aloe” is right: 4 points. That completes “goalie” too."]);
    let two = Wizards::tell(game.state(), &right("goal", 1, &["log", "ego"]), Viewer::Public);
    assert_eq!(two.unwrap(), "“goal” is right: 1 point. That completes “log” and “ego” too.");
}

#[test]
fn a_wrong_guess_costs_a_life_and_says_why() {
    let mut game = on_goalie(Setup::default());
    guess(&mut game, "goal").unwrap();
    let table = [
        ("goal", WrongGuess::Found, "You already found “goal”. 14 lives left."),
        ("geo", WrongGuess::Unknown, "“geo” isn't in the word list. 13 lives left."),
        ("gaol", WrongGuess::Absent, "“gaol” is a word, but it isn't in the grid. 12 lives left."),
        (
            "go",
            WrongGuess::Short,
            "“go” is too short: words have 3 letters or more. 11 lives left.",
        ),
        ("g", WrongGuess::Short, "“g” is too short: words have 3 letters or more. 10 lives left."),
        ("zeal", WrongGuess::Letters, "“zeal” is wrong. You have no z. 9 lives left."),
        (
            "gaggle",
            WrongGuess::Letters,
            "“gaggle” is wrong. You don't have enough g's. 8 lives left.",
        ),
        ("goalies", WrongGuess::Letters, "“goalies” is wrong. You have no s. 7 lives left."),
    ];
    for (word, why, sentence) in table {
        let events = guess(&mut game, word).unwrap();
        assert_eq!(events, [missed(word, why)]);
        assert_eq!(narration(&game, &events), [sentence]);
        assert_eq!(view(&game).last.as_deref(), Some(word));
    }
    let seen = view(&game);
    assert_eq!(seen.lives, 7);
    assert_eq!(seen.points, 4, "wrong guesses cost no points");
}

#[test]
fn each_wrong_guess_is_listed_once_and_costs_every_time() {
    let mut game = on_goalie(Setup::default());
    for word in ["gaol", "zzz", "gaol", "gaol"] {
        guess(&mut game, word).unwrap();
    }
    let seen = view(&game);
    assert_eq!((seen.wrong, seen.lives), (vec!["gaol".to_string(), "zzz".to_string()], 11));
}

#[test]
fn a_very_long_guess_costs_a_life() {
    let mut game = on_goalie(Setup::default());
    let long = "z".repeat(4_000);
    let events = guess(&mut game, &long).unwrap();
    assert_eq!(events, [missed(&long, WrongGuess::Letters)]);
    assert!(narration(&game, &events)[0].len() < 200, "the narration shortens it");
    assert_eq!(view(&game).wrong, [long]);
    let scene = Wizards::scene(&view(&game));
    assert!(scene.panes.iter().all(|pane| format!("{:?}", pane.body).len() < 30_000));
}

#[test]
fn lines_are_parsed() {
    let shown = view(&on_goalie(Setup::default()));
    let parse = |line: &str| Wizards::parse(&shown, line).map_err(|refusal| refusal.code.as_str());
    let word = |text: &str| Ok(Action::Guess(text.into()));
    let table = [
        ("guess goal", word("goal")),
        ("GUESS GoAL", word("goal")),
        ("guess a", word("a")),
        ("shuffle", Ok(Action::Shuffle)),
        ("Shuffle", Ok(Action::Shuffle)),
        ("REVEAL", Ok(Action::Reveal)),
        ("guess", Err("wizards.letters")),
        ("guess 123", Err("wizards.letters")),
        ("guess go4l", Err("wizards.letters")),
        ("guess go-al", Err("wizards.letters")),
        ("guess goäl", Err("wizards.letters")),
        ("guess 🦀", Err("wizards.letters")),
        ("guess go\u{a0}al", Err("wizards.letters")),
        ("guess go al", Err("wizards.line")),
        ("shuffle now", Err("wizards.line")),
        ("reveal 3", Err("wizards.line")),
        ("goal", Err("wizards.line")),
        ("s", Err("wizards.line")),
        ("", Err("wizards.line")),
    ];
    for (line, expected) in table {
        assert_eq!(parse(line), expected, "{line:?}");
    }
    for action in [Action::Guess("goal".into()), Action::Shuffle, Action::Reveal] {
        assert_eq!(parse(&Wizards::line(&action)), Ok(action));
    }
}

#[test]
fn bonus_words_cost_nothing_and_every_third_gives_a_life() {
    let mut game = on_goalie(friendly(Level::Elder));
    let bonus = |word, lives| Event::Bonus { word: short(word), lives };
    // Two of these need letters that the player does not have.
    for word in ["gaol", "ogee", "olio"] {
        let events = guess(&mut game, word).unwrap();
        let expected =
            if word == "gaol" { bonus(word, 0) } else { missed(word, WrongGuess::Letters) };
        assert_eq!(events, [expected]);
    }
    assert_eq!(view(&game).lives, 1, "two wrong guesses");
    let events = guess(&mut game, "ilea").unwrap();
    assert_eq!(events, [bonus("ilea", 0)]);
    assert_eq!(narration(&game, &events), ["“ilea” is a bonus word. One more gives you a life."]);
    let events = guess(&mut game, "gie").unwrap();
    assert_eq!(events, [bonus("gie", 1)]);
    assert_eq!(
        narration(&game, &events),
        ["“gie” is a bonus word and gives you a life. You have 2 lives."]
    );
    let seen = view(&game);
    assert_eq!((seen.lives, seen.last.as_deref()), (2, Some("gie")));
    assert_eq!(seen.bonus, [short("gaol"), short("ilea"), short("gie")]);
    assert_eq!(seen.points, 0);

    // The same bonus word again is refused and changes nothing.
    let refusal = guess(&mut game, "gaol").unwrap_err();
    assert_eq!((refusal.code.as_str(), view(&game)), ("wizards.bonus", seen));

    // Words that are too short or already found still cost a life.
    guess(&mut game, "goal").unwrap();
    assert_eq!(guess(&mut game, "goal").unwrap(), [missed("goal", WrongGuess::Found)]);
    assert_eq!(view(&game).lives, 1);
    assert_eq!(guess(&mut game, "go").unwrap()[0], missed("go", WrongGuess::Short));
    assert_eq!(view(&game).status, Status::Lost);
}

#[test]
fn lives_never_rise_above_the_level() {
    let mut game = on_goalie(friendly(Level::Elder));
    for word in ["gaol", "ilea"] {
        guess(&mut game, word).unwrap();
    }
    let events = guess(&mut game, "gie").unwrap();
    assert_eq!(events, [Event::Bonus { word: short("gie"), lives: 0 }]);
    assert_eq!(
        narration(&game, &events),
        ["“gie” is a bonus word. You already have all your lives."]
    );
}

#[test]
fn without_bonus_words_they_are_wrong_guesses() {
    let mut game = on_goalie(Setup::default());
    assert_eq!(guess(&mut game, "ilea").unwrap(), [missed("ilea", WrongGuess::Absent)]);
    assert_eq!((view(&game).bonus, view(&game).lives), (vec![], 14));
}

#[test]
fn shuffling_is_free_and_keeps_the_latest_guess() {
    let mut game = on_goalie(Setup::default());
    guess(&mut game, "goal").unwrap();
    let mut orders = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let before = view(&game);
        game.act(Seat(0), Action::Shuffle).unwrap();
        let after = view(&game);
        assert_ne!(after.letters, before.letters, "the order changes");
        assert_eq!(lacking(short("goalie"), &after.letters), None);
        assert!(!Lexicon::builtin().has(&after.letters), "{} is a word", after.letters);
        orders.insert(after.letters.clone());
        assert_eq!(
            View { letters: before.letters.clone(), ..after },
            before,
            "nothing else changes"
        );
    }
    assert!(orders.len() > 100, "only {} orders", orders.len());
}

#[test]
fn an_order_that_spells_a_word_is_avoided_if_possible() {
    let orders = |letters: &str, shown: Option<&str>, list: &[&str]| {
        let list = Lexicon::from_words(list);
        let mut chance = Chance::new(1, 1);
        let mut orders: Vec<_> = (0..300)
            .map(|_| jumble(short(letters), shown.map(short), &list, &mut chance).to_string())
            .collect();
        orders.sort();
        orders.dedup();
        orders
    };
    assert_eq!(orders("aab", None, &[]), ["aab", "aba", "baa"]);
    assert_eq!(orders("aab", None, &["aab"]), ["aba", "baa"]);
    assert_eq!(orders("aab", Some("aba"), &["aab"]), ["baa"]);
    // If every other order spells a word, one of them is chosen, but never the one shown.
    assert_eq!(orders("aab", Some("aba"), &["aab", "baa"]), ["aab", "baa"]);
    assert_eq!(orders("aab", None, &["aab", "aba", "baa"]), ["aab", "aba", "baa"]);
    // If there is no other order, the letters stay as they are.
    assert_eq!(orders("aaa", Some("aaa"), &[]), ["aaa"]);
    assert!(orders("streak", None, &[]).len() > 200);
}

#[test]
fn the_first_order_never_spells_a_word() {
    for seed in 0..300 {
        let (game, _) = Match::<Wizards>::open(&Setup::default(), 1, seed, english()).unwrap();
        let letters = view(&game).letters;
        assert!(!Lexicon::builtin().has(&letters), "{letters}");
    }
}

#[test]
fn a_revealed_cell_costs_five_points_or_a_life_but_not_the_last() {
    let mut game = on_goalie(at(Level::Elder));
    let reveal = |game: &mut Match<Wizards>| game.act(Seat(0), Action::Reveal);
    let costs = |events: &[Event]| match events[0] {
        Event::Revealed { points, lives, .. } => (points, lives),
        _ => panic!("{events:?}"),
    };
    // Without points, two of three lives can be spent.
    assert_eq!(costs(&reveal(&mut game).unwrap()), (0, 1));
    assert_eq!(costs(&reveal(&mut game).unwrap()), (0, 1));
    let seen = view(&game);
    assert_eq!((seen.lives, seen.points), (1, 0), "the cells gave no points");
    let refusal = reveal(&mut game).unwrap_err();
    assert_eq!((refusal.code.as_str(), view(&game)), ("wizards.reveal", seen));
    let choices = |game: &Match<Wizards>| Wizards::scene(&view(game)).choices.len();
    assert_eq!(choices(&game), 1, "only shuffle is offered");

    // Four points are not enough, five are.
    while view(&game).points < 5 {
        let open = goalie().into_iter().find(|placed| !view(&game).found.contains(&placed.word));
        assert_eq!(choices(&game), 1);
        guess(&mut game, open.unwrap().word.text()).unwrap();
    }
    let points = view(&game).points;
    assert_eq!(choices(&game), 2);
    assert_eq!(costs(&reveal(&mut game).unwrap()), (5, 0));
    assert_eq!((view(&game).points, view(&game).lives), (points - 5, 1));
}

#[test]
fn the_narration_of_a_revealed_cell_has_its_letter_and_price() {
    let game = on_goalie(at(Level::Elder));
    let text = |cell, points, lives| {
        narration(&game, &[Event::Revealed { cell, points, lives, also: Vec::new() }]).remove(0)
    };
    assert_eq!(text(GridCell(2, 7), 0, 1), "Row 3, column 8 is G. That cost 1 life.");
    assert_eq!(text(GridCell(2, 6), 5, 0), "Row 3, column 7 is o. That cost 5 points.");
}

#[test]
fn revealed_cells_were_hidden_and_may_complete_words() {
    let mut game = on_goalie(at(Level::Apprentice));
    for word in ["gale", "ogle"] {
        guess(&mut game, word).unwrap();
    }
    let mut completed = Vec::new();
    let mut cells = std::collections::BTreeSet::new();
    while game.outcome().is_none() {
        let hidden: usize = view(&game).grid.iter().map(|row| row.matches('#').count()).sum();
        let events = game.act(Seat(0), Action::Reveal).unwrap();
        let Event::Revealed { cell, also, .. } = &events[0] else { panic!("{events:?}") };
        assert!(cells.insert(*cell), "{cell:?} is revealed twice");
        completed.extend(also.iter().copied());
        if game.outcome().is_none() {
            let left: usize = view(&game).grid.iter().map(|row| row.matches('#').count()).sum();
            assert_eq!(left, hidden - 1);
        }
        if view(&game).lives < 2 {
            break;
        }
    }
    let ago = GridCell(7, 11);
    assert_eq!(cells.contains(&ago), completed.contains(&short("ago")));
}

#[test]
fn revealing_the_last_hidden_cell_wins() {
    let mut game = on_goalie(Setup::default());
    // All words except ail, whose l is in agile.
    for placed in goalie().iter().filter(|placed| placed.word.text() != "ail") {
        guess(&mut game, placed.word.text()).unwrap();
    }
    let points = view(&game).points;
    game.act(Seat(0), Action::Reveal).unwrap();
    assert_eq!(view(&game).status, Status::Playing);
    let events = game.act(Seat(0), Action::Reveal).unwrap();
    let [Event::Revealed { also, .. }, Event::Ended { end: PuzzleEnd::Won }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(*also, [short("ail")]);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.scores, outcome.winners), (vec![i64::from(points) - 10], vec![Seat(0)]));
}

#[test]
fn uncovering_every_cell_wins() {
    let mut game = on_goalie(at(Level::Elder));
    let mut events = Vec::new();
    // The main word is not guessed, because the others uncover it.
    for placed in &goalie()[1..] {
        assert_eq!(view(&game).status, Status::Playing);
        events = guess(&mut game, placed.word.text()).unwrap();
    }
    assert_eq!(events[1..], [Event::Ended { end: PuzzleEnd::Won }]);
    let sentence = "You found every word: 51 points, 3 lives left. Well done!";
    assert_eq!(narration(&game, &events)[1], sentence);
    let seen = view(&game);
    assert_eq!((seen.status, seen.left.sum()), (Status::Won, 0));
    let scene = Wizards::scene(&seen);
    let result = scene.panes.iter().find(|pane| pane.id == "result").unwrap();
    let shown = "You found every word: 51 points.";
    assert_eq!(result.body, engine::Body::Text(vec![shown.into()]));
    // Lengths without words left are not listed.
    let left = scene.panes.iter().find(|pane| pane.id == "left").unwrap();
    assert_eq!(left.body, engine::Body::Text(Vec::new()));
    assert_eq!(game.outcome().unwrap().winners, [Seat(0)]);
    assert_eq!(game.outcome().unwrap().scores, [51]);
    assert_eq!(game.act(Seat(0), Action::Shuffle).unwrap_err().code, "house.over");
}

#[test]
fn running_out_of_lives_loses_and_shows_all_words() {
    let mut game = on_goalie(at(Level::Elder));
    guess(&mut game, "goal").unwrap();
    for word in ["aaa", "bbb"] {
        assert_eq!(guess(&mut game, word).unwrap().len(), 1);
    }
    let before = view(&game);
    let events = guess(&mut game, "ccc").unwrap();
    assert_eq!(events[1..], [Event::Ended { end: PuzzleEnd::Spent }]);
    assert_eq!(
        narration(&game, &events)[1],
        "You're out of lives. The main word was “goalie”. You have 4 points."
    );
    let seen = view(&game);
    assert_eq!((seen.status, seen.lives, seen.points), (Status::Lost, 0, 4));
    assert_eq!(seen.left, before.left, "the words left do not change");
    assert_eq!(seen.found, [short("goal")]);
    assert_eq!(seen.grid[4], "....oil.gOal.leg.........");
    assert!(!seen.grid.iter().any(|row| row.contains('#')));
    let answers = seen.answers.unwrap();
    assert_eq!(answers, goalie());
    let first = serde_json::to_string(&answers[..2]).unwrap();
    let expected =
        r#"[{"word":"goalie","at":[2,7],"dir":"D"},{"word":"agile","at":[10,13],"dir":"H"}]"#;
    assert_eq!(first, expected);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.scores, outcome.winners), (vec![4], vec![]));
}

#[test]
fn leaving_loses_but_keeps_the_points() {
    let mut game = on_goalie(Setup::default());
    guess(&mut game, "goal").unwrap();
    let events = game.leave(Seat(0)).unwrap();
    assert_eq!(events, [Event::Ended { end: PuzzleEnd::Left }]);
    let seen = view(&game);
    assert_eq!((seen.status, seen.left.sum()), (Status::Lost, 20));
    assert!(seen.answers.is_some());
    assert_eq!(game.outcome().unwrap().scores, [4]);
    assert_eq!(game.outcome().unwrap().winners, []);
}

#[test]
fn the_scene_shows_the_match() {
    let mut game = on_goalie(Setup::default());
    guess(&mut game, "goal").unwrap();
    guess(&mut game, "gaol").unwrap();
    let scene = Wizards::scene(&view(&game));
    let ids: Vec<_> = scene.panes.iter().map(|pane| pane.id).collect();
    assert_eq!(ids, ["grid", "letters", "lives", "points", "last", "left", "found", "wrong"]);
    let Body::Grid(rows) = &scene.panes[0].body else { panic!("expected a grid") };
    assert!(rows.len() == 15 && rows.iter().all(|row| row.len() == 25));
    let cell = |row: usize, col: usize| (rows[row][col].text.as_ref(), rows[row][col].tone);
    assert_eq!(cell(0, 0), ("", Tone::Plain));
    assert_eq!(cell(0, 7), ("", Tone::Hidden));
    assert_eq!(cell(4, 8), ("g", Tone::Plain));
    assert_eq!(cell(4, 9), ("O", Tone::Good));
    assert!(
        DIAGONAL
            .iter()
            .all(|GridCell(row, col)| rows[*row as usize][*col as usize].tone != Tone::Plain)
    );
    let Body::Tiles(tiles) = &scene.panes[1].body else { panic!("expected tiles") };
    assert_eq!(tiles[0].iter().map(|tile| tile.text.as_ref()).collect::<String>(), "geaoil");
    assert_eq!(scene.panes[2].body, Body::Meter { value: 14, of: 15 });
    assert_eq!(scene.panes[3].body, Body::Meter { value: 4, of: 51 });
    assert_eq!(scene.panes[4].body, Body::Text(vec!["gaol".into()]));

    let [ask] = &scene.asks[..] else { panic!("expected one ask") };
    assert_eq!((ask.prefix.as_ref(), ask.max, ask.tiles), ("guess ", 25, Some("letters")));
    let lines: Vec<_> = scene.choices.iter().map(|choice| choice.line.as_ref()).collect();
    assert_eq!(lines, ["shuffle", "reveal"]);
    // Letters type the guess, so they can't be shortcuts.
    assert!(scene.choices.iter().all(|choice| choice.key.is_none_or(|key| key.len() > 1)));

    game.leave(Seat(0)).unwrap();
    let scene = Wizards::scene(&view(&game));
    assert!(scene.choices.is_empty() && scene.asks.is_empty());
    let ids: Vec<_> = scene.panes.iter().map(|pane| pane.id).collect();
    assert_eq!(ids[6..], ["found", "wrong", "result", "answers"]);
}

#[test]
fn a_preview_checks_only_the_letters() {
    let game = on_goalie(friendly(Level::Scholar));
    let list = english();
    let mut cx = Cx::new(&list, Chance::new(0, 0), Budget::default());
    let mut preview = |typed: &str| Wizards::preview(&view(&game), typed, &mut cx).join(" ");
    assert_eq!(preview("guess s"), "You have no s.");
    assert_eq!(preview("guess gagg"), "You don't have enough g's.");
    // A word of the grid, a bonus word and an invalid word must give the same preview.
    let has_letters = "You have these letters.";
    assert_eq!(
        ["goal", "gaol", "lgoa", "GO"].map(|word| preview(&format!("guess {word}"))),
        [has_letters; 4]
    );
    assert_eq!(["", "guess", "guess ", "shuf", "guess 1", "\u{0}"].map(&mut preview), [""; 6]);
}

#[test]
fn progress_counts_only_words() {
    let mut game = on_goalie(Setup::default());
    assert_eq!(Wizards::progress(&view(&game)), "0 of 21 words");
    guess(&mut game, "goal").unwrap();
    assert_eq!(Wizards::progress(&view(&game)), "1 of 21 words");
}

/// Checks what the comments of the recorded matches claim.
#[test]
fn recorded_matches_end_as_their_comments_say() {
    let end = |text: &str| {
        let play: engine::Play = text.parse().unwrap();
        let (_, game) = play.run(crate::GAMES, english()).unwrap();
        serde_json::from_str::<View>(game.view(Viewer::Public).get()).unwrap()
    };
    let repeal = end(include_str!("../plays/repeal.play"));
    assert_eq!((repeal.status, repeal.lives), (Status::Won, 12));
    assert!(repeal.found.contains(&short("pear")) && repeal.wrong.contains(&"pear".to_string()));
    let elder = end(include_str!("../plays/elder.play"));
    assert_eq!((elder.status, elder.lives, elder.points), (Status::Lost, 0, 5));
    let friendly = end(include_str!("../plays/friendly.play"));
    assert_eq!((friendly.status, friendly.lives, friendly.bonus.len()), (Status::Lost, 4, 4));
    let fixed = end(include_str!("../plays/fixed.play"));
    assert_eq!(fixed.answers.unwrap()[0].word, short("arsine"));
}
