//! Bots and hints: they don't cheat, their lines are accepted, and their matches end.

use super::*;
use crate::wizards::solver::{ideas, open_slots};
use crate::wizards::{Level, Status, minds};
use engine::{Bot, Budget, Chance, Cx, Game, Hint};

fn cx(list: &Lexicon, seed: u64) -> Cx<'_> {
    Cx::new(list, Chance::new(seed, 0), Budget::default())
}

fn hint(game: &Match<Wizards>) -> Option<Hint> {
    Wizards::hint(&view(game), &mut cx(Lexicon::builtin(), 0))
}

/// Lets a bot play to the end, and returns the number of moves.
fn play(mut game: Match<Wizards>, bot: Bot<Wizards>, list: &Lexicon) -> (Match<Wizards>, u64) {
    let mut moves = 0;
    while game.outcome().is_none() {
        let action = bot(&view(&game), &mut cx(list, moves));
        game.act(Seat(0), action).unwrap();
        moves += 1;
        assert!(moves < 600, "the match does not end");
    }
    (game, moves)
}

#[test]
fn every_bot_finishes_every_match() {
    let list = english();
    for (_, setup) in Wizards::presets() {
        for (name, bot) in Wizards::BOTS {
            for seed in 0..20 {
                let (game, _) = Match::open(&setup, 1, seed, Arc::clone(&list)).unwrap();
                let (game, _) = play(game, *bot, &list);
                assert!(game.outcome().is_some(), "{name}");
            }
        }
    }
}

#[test]
fn the_sensible_bot_wins_where_the_random_one_does_not() {
    let list = english();
    let setup = Setup { level: Level::Master, ..Setup::default() };
    let won = |bot: Bot<Wizards>| {
        let game = |seed| Match::open(&setup, 1, seed, Arc::clone(&list)).unwrap().0;
        (0..100).filter(|seed| view(&play(game(*seed), bot, &list).0).status == Status::Won).count()
    };
    assert!(won(minds::sensible) >= 97);
    assert!(won(minds::random) <= 10);
}

#[test]
fn words_of_bots_and_hints_are_fit_to_be_shown() {
    let list = Lexicon::builtin();
    for seed in 0..40 {
        let (mut game, _) = Match::<Wizards>::open(&Setup::default(), 1, seed, english()).unwrap();
        for idea in ideas(&view(&game), &cx(list, 0)) {
            assert!(list.fit(idea.word.text()), "{}", idea.word);
        }
        while let Some(hint) = hint(&game).filter(|_| game.outcome().is_none()) {
            let word = hint.line.strip_prefix("guess ");
            assert!(word.is_none_or(|word| list.fit(word)), "{hint:?}");
            let action = Wizards::parse(&view(&game), &hint.line).unwrap();
            game.act(Seat(0), action).unwrap();
        }
    }
}

#[test]
fn the_solver_never_rules_out_a_word_of_the_grid() {
    let list = Lexicon::builtin();
    for seed in 0..30 {
        let (mut game, events) =
            Match::<Wizards>::open(&Setup::default(), 1, seed, english()).unwrap();
        let Event::Dealt { words, .. } = &events[0] else { panic!("{events:?}") };
        while game.outcome().is_none() {
            let slots = open_slots(&view(&game), &mut cx(list, 0));
            let open = |word: &&Placed| word.cells().any(|cell| !game.state().shown.has(cell));
            assert_eq!(slots.len(), words.iter().filter(open).count());
            for slot in slots {
                let truth = words.iter().find(|word| word.cells().eq(slot.cells.iter().copied()));
                let truth = truth.unwrap().word;
                assert!(slot.options.iter().any(|idea| idea.word == truth), "{truth} in {slot:?}");
            }
            let action = minds::random(&view(&game), &mut cx(list, seed));
            game.act(Seat(0), action).unwrap();
        }
    }
}

/// A word that is uncovered, even without a guess, can't be anywhere else.
#[test]
fn an_uncovered_word_is_not_an_option() {
    let mut game = on_goalie(Setup::default());
    let among = |game: &Match<Wizards>| {
        let slots = open_slots(&view(game), &mut cx(Lexicon::builtin(), 0));
        slots.iter().filter(|slot| slot.options.iter().any(|i| i.word == short("ego"))).count()
    };
    assert!(among(&game) > 1, "it could be in several slots");
    let ego = goalie().into_iter().find(|placed| placed.word == short("ego")).unwrap();
    let shown = |cell| Event::Revealed { cell, points: 0, lives: 0, also: vec![] };
    game.apply(&ego.cells().map(shown).collect::<Vec<_>>());
    assert_eq!(among(&game), 0);
}

#[test]
fn a_certain_hint_is_right() {
    const CERTAIN: [&str; 2] = ["is the only word", "must be one of"];
    let (mut certain, mut reasons) = (0, std::collections::BTreeSet::new());
    for seed in 0..60 {
        let (mut game, _) = Match::<Wizards>::open(&Setup::default(), 1, seed, english()).unwrap();
        while game.outcome().is_none() {
            let hint = hint(&game).unwrap();
            let lives = view(&game).lives;
            let action = Wizards::parse(&view(&game), &hint.line).unwrap();
            game.act(Seat(0), action).unwrap();
            let reason = CERTAIN.into_iter().find(|reason| hint.why.contains(reason));
            reasons.insert(reason);
            if reason.is_some() {
                assert_eq!(view(&game).lives, lives, "{hint:?} was wrong");
                certain += 1;
            }
        }
    }
    assert!(certain > 500, "only {certain} hints were certain");
    assert_eq!(reasons.len(), 3, "{reasons:?}");
}

#[test]
fn hints_say_why() {
    let mut game = on_goalie(Setup::default());
    let only = |word, place| {
        let why = format!("“{word}” is the only word that fits {place}.");
        Some(Hint { line: format!("guess {word}"), why })
    };
    assert_eq!(hint(&game), only("goalie", "the diagonal"));
    guess(&mut game, "goalie").unwrap();
    assert_eq!(hint(&game), only("agile", "row 11 from column 14"));
    for word in ["agile", "goal", "gale", "loge", "aloe"] {
        guess(&mut game, word).unwrap();
    }
    assert_eq!(hint(&game), only("ogle", "row 9 from column 12"));
}

#[test]
fn a_finished_match_has_no_hint() {
    let mut game = on_goalie(Setup::default());
    game.leave(Seat(0)).unwrap();
    assert_eq!(hint(&game), None);
}

#[test]
fn a_hint_does_not_depend_on_the_seed() {
    let game = on_goalie(Setup::default());
    let list = Lexicon::builtin();
    let hints: Vec<_> =
        (0..20).map(|seed| Wizards::hint(&view(&game), &mut cx(list, seed))).collect();
    assert!(hints.iter().all(|hint| *hint == hints[0]));
}

#[test]
fn with_one_life_left_bots_pay_for_a_letter() {
    let list = words_without_certainty();
    let dealt = Event::Dealt { letters: short("geaoil"), words: goalie() };
    let setup = Setup { level: Level::Elder, ..Setup::default() };
    let mut game = Match::<Wizards>::restore(&setup, 1, 7, Arc::clone(&list), &[dealt]).unwrap();
    for word in ["goalie", "agile", "aaa", "bbb"] {
        guess(&mut game, word).unwrap();
    }
    assert_eq!((view(&game).lives, view(&game).points), (1, 10));
    let hint = Wizards::hint(&view(&game), &mut cx(&list, 0)).unwrap();
    assert_eq!(hint.line, "reveal");
    assert_eq!(minds::sensible(&view(&game), &mut cx(&list, 0)), Action::Reveal);
}

/// Every string of up to four letters of `goalie`, so that no short slot is ever certain.
fn words_without_certainty() -> Arc<Lexicon> {
    let mut words = vec![String::new()];
    for _ in 0..4 {
        let longer =
            |word: &String| "goalie".chars().map(|c| format!("{word}{c}")).collect::<Vec<_>>();
        let more: Vec<_> = words.iter().flat_map(longer).collect();
        words.extend(more);
    }
    Arc::new(Lexicon::from_words(words.iter().map(String::as_str).chain(["agile", "goalie"])))
}

#[test]
fn bots_move_without_a_budget() {
    let list = Lexicon::builtin();
    for seed in 0..20 {
        let (mut game, _) = Match::<Wizards>::open(&Setup::default(), 1, seed, english()).unwrap();
        while game.outcome().is_none() {
            let mut cx = Cx::new(list, Chance::new(1, 1), Budget::of(0));
            let action = minds::sensible(&view(&game), &mut cx);
            game.act(Seat(0), action).unwrap();
        }
    }
}

/// Bots never guess a rare main word, but its crossings uncover it.
#[test]
fn bots_win_with_a_rare_main_word() {
    let list = english();
    for main in ["arsine", "lister", "toeing", "retina", "sarong"] {
        for bonus in [false, true] {
            let setup = Setup { main: Some(main.into()), bonus, ..Setup::default() };
            let (game, _) = Match::<Wizards>::open(&setup, 1, 3, Arc::clone(&list)).unwrap();
            let (game, _) = play(game, minds::sensible, &list);
            assert_eq!(view(&game).status, Status::Won, "{main}");
        }
    }
}

#[test]
fn without_a_word_list_bots_reveal_letters_until_they_lose() {
    let list = Lexicon::from_words([] as [&str; 0]);
    for (_, bot) in Wizards::BOTS {
        let (game, moves) = play(on_goalie(Setup::default()), *bot, &list);
        assert_eq!((view(&game).status, moves), (Status::Lost, 15));
    }
}
