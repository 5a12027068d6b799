//! Bots and hints: fair, never refused, and at an end some day.

use super::*;
use crate::wizards::solver::{ideas, open_slots};
use crate::wizards::{Level, Status, bots};
use engine::{Bot, Budget, Chance, Cx, Game, Hint};

fn cx(list: &Lexicon, seed: u64) -> Cx<'_> {
    Cx::new(list, Chance::new(seed, 0), Budget::default())
}

fn hint(game: &Match<Wizards>) -> Option<Hint> {
    Wizards::hint(&view(game), &mut cx(Lexicon::builtin(), 0))
}

/// Lets a bot play to the end; how many moves it took.
fn play(mut game: Match<Wizards>, bot: Bot<Wizards>, list: &Lexicon) -> (Match<Wizards>, u64) {
    let mut moves = 0;
    while game.outcome().is_none() {
        let action = bot(&view(&game), &mut cx(list, moves));
        game.act(Seat(0), action).unwrap();
        moves += 1;
        assert!(moves < 600, "it does not end");
    }
    (game, moves)
}

#[test]
fn every_bot_comes_to_an_end() {
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
    assert!(won(bots::sensible) >= 97);
    assert!(won(bots::random) <= 10);
}

#[test]
fn what_they_say_is_fit_to_be_shown() {
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

/// Nothing that lies in the grid is ever ruled out.
#[test]
fn the_true_word_stays_among_the_options() {
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
            let action = bots::random(&view(&game), &mut cx(list, seed));
            game.act(Seat(0), action).unwrap();
        }
    }
}

/// A word that shows is in the grid, and so nowhere else, though nobody has guessed it.
#[test]
fn an_uncovered_word_is_no_option() {
    let mut game = on_goalie(Setup::default());
    let among = |game: &Match<Wizards>| {
        let slots = open_slots(&view(game), &mut cx(Lexicon::builtin(), 0));
        slots.iter().filter(|slot| slot.options.iter().any(|i| i.word == short("ego"))).count()
    };
    assert!(among(&game) > 1, "it could lie in several places");
    let ego = goalie().into_iter().find(|placed| placed.word == short("ego")).unwrap();
    let shown = |cell| Event::Revealed { cell, points: 0, lives: 0, also: vec![] };
    game.apply(&ego.cells().map(shown).collect::<Vec<_>>());
    assert_eq!(among(&game), 0);
}

#[test]
fn a_hint_that_is_sure_is_right_and_says_why() {
    let (mut sure, mut reasons) = (0, std::collections::BTreeSet::new());
    for seed in 0..60 {
        let (mut game, _) = Match::<Wizards>::open(&Setup::default(), 1, seed, english()).unwrap();
        while game.outcome().is_none() {
            let hint = hint(&game).unwrap();
            let lives = view(&game).lives;
            let action = Wizards::parse(&view(&game), &hint.line).unwrap();
            game.act(Seat(0), action).unwrap();
            reasons.insert(hint.why.split(' ').next().unwrap().to_owned());
            if hint.why.contains("only “") || hint.why.contains("no more words") {
                assert_eq!(view(&game).lives, lives, "{hint:?} was wrong");
                sure += 1;
            }
        }
    }
    assert!(sure > 500, "only {sure} hints were sure");
    assert!(reasons.len() >= 3, "{reasons:?}");
}

#[test]
fn hints_read_like_this() {
    let mut game = on_goalie(Setup::default());
    let only = |word, place| {
        let why = format!("Of the words that these letters spell, only “{word}” fits {place}.");
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
fn there_is_no_hint_when_it_is_over() {
    let mut game = on_goalie(Setup::default());
    game.leave(Seat(0)).unwrap();
    assert_eq!(hint(&game), None);
}

/// Hints draw no luck: the same view, the same hint, whatever the seed.
#[test]
fn the_same_view_has_the_same_hint() {
    let game = on_goalie(Setup::default());
    let list = Lexicon::builtin();
    let hints: Vec<_> =
        (0..20).map(|seed| Wizards::hint(&view(&game), &mut cx(list, seed))).collect();
    assert!(hints.iter().all(|hint| *hint == hints[0]));
}

#[test]
fn with_one_life_they_rather_pay() {
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
    assert_eq!(bots::sensible(&view(&game), &mut cx(&list, 0)), Action::Reveal);
}

/// A list in which no place of `goalie` but the long ones is ever sure: every string of the letters.
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
fn without_time_to_think_they_still_move() {
    let list = Lexicon::builtin();
    for seed in 0..20 {
        let (mut game, _) = Match::<Wizards>::open(&Setup::default(), 1, seed, english()).unwrap();
        while game.outcome().is_none() {
            let mut cx = Cx::new(list, Chance::new(1, 1), Budget::of(0));
            let action = bots::sensible(&view(&game), &mut cx);
            game.act(Seat(0), action).unwrap();
        }
    }
}

/// A fixed main word may be one that the bots would not think of, or not say: they go round it.
#[test]
fn a_rare_main_word_does_not_stop_them() {
    let list = english();
    for main in ["arsine", "lister", "toeing", "retina", "sarong"] {
        for bonus in [false, true] {
            let setup = Setup { main: Some(main.into()), bonus, ..Setup::default() };
            let (game, _) = Match::<Wizards>::open(&setup, 1, 3, Arc::clone(&list)).unwrap();
            let (game, _) = play(game, bots::sensible, &list);
            assert_eq!(view(&game).status, Status::Won, "{main}");
        }
    }
}

/// The words of the match may be gone, if it was begun with another list: still nothing breaks.
#[test]
fn with_no_words_at_all_they_pay_and_then_give_up() {
    let list = Lexicon::from_words([] as [&str; 0]);
    for (_, bot) in Wizards::BOTS {
        let (game, moves) = play(on_goalie(Setup::default()), *bot, &list);
        assert_eq!((view(&game).status, moves), (Status::Lost, 15));
    }
}
