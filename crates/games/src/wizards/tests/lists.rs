//! A player's own word list: which lists are refused, and that no list makes the game hang.

use super::*;
use std::time::{Duration, Instant};

fn open(words: impl IntoIterator<Item = String>, setup: &Setup) -> Result<Match<Wizards>, Refusal> {
    let list = Arc::new(Lexicon::from_words(words));
    Match::open(setup, 1, 1, list).map(|(game, _)| game)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The 21 words of the grid of `goalie`, which are just enough.
fn enough() -> Vec<String> {
    goalie().iter().map(|placed| placed.word.to_string()).collect()
}

#[test]
fn twenty_words_are_enough_and_nineteen_are_not() {
    let game = open(enough(), &Setup::default()).unwrap();
    let mut dealt: Vec<_> = game.state().words.iter().map(|p| p.word.to_string()).collect();
    let mut all = enough();
    dealt.sort();
    all.sort();
    assert_eq!(dealt, all);

    let few = enough().into_iter().filter(|word| word != "ego");
    let refusal = open(few, &Setup::default()).err().unwrap();
    assert_eq!(refusal.code, "house.setup");
    assert_eq!(
        refusal.text,
        "Wizards needs a word of six letters that spell at least 20 other words of 3 to 6 letters. \
         This word list has none."
    );
}

#[test]
fn words_of_other_lengths_and_letters_do_not_count() {
    let mut list: Vec<_> = enough().into_iter().filter(|word| word != "ego").collect();
    list.extend(words("go goalies oe zebra ooo"));
    assert_eq!(open(list, &Setup::default()).err().unwrap().code, "house.setup");
}

#[test]
fn all_words_of_a_players_list_count_as_common() {
    // None of these is a common word, and most are not words.
    let list = words(
        "qzxwvk qzx zxq xwv wvk kvw vwx qzxw zxwv xwvk kvwx wvkq qzxwv zxwvk kvwxz xqz qvk kqz \
         wqz zkq vqx xkw",
    );
    let game = open(list, &Setup::default()).unwrap();
    assert_eq!(game.state().words[0].word.text(), "qzxwvk");
}

#[test]
fn a_letter_that_no_other_word_uses_cannot_be_crossed() {
    // The words of goalie without an i, and a main word with a j that no other word has.
    let without: Vec<_> = enough().into_iter().filter(|word| !word.contains('i')).collect();
    let more = words("goaljs gae geo loa ola oga gao ael lao gol aeg eal ogal");
    let list: Vec<_> = without.into_iter().chain(words("goalje")).chain(more).collect();
    let refusal = open(list, &Setup::default()).err().unwrap();
    assert_eq!(
        refusal.text,
        "This word list can't fill a grid: the words of each main word don't fit together."
    );
}

/// Main words without a grid are skipped, however many there are.
#[test]
fn the_only_good_main_word_is_found() {
    let mut list = enough();
    for len in [3, 4] {
        let longer = |word: &String| ["a", "b", "c", "t"].map(|letter| format!("{word}{letter}"));
        let strings = |all: Vec<String>| all.iter().flat_map(longer).collect();
        list.extend((0..len).fold(vec![String::new()], |all, _| strings(all)));
    }
    // Each spells 48 of those strings, but has two letters that no other word has.
    let foreign = ['f', 'h', 'j', 'k', 'm', 'n', 'p', 'q', 'r', 's', 'u', 'v', 'w', 'x', 'y', 'z'];
    let pairs = foreign.iter().flat_map(|a| foreign.iter().map(move |b| (a, b)));
    list.extend(pairs.filter(|(a, b)| a < b).map(|(a, b)| format!("abct{a}{b}")));
    let list = Arc::new(Lexicon::from_words(list));
    for seed in 0..40 {
        let opened = Match::<Wizards>::open(&Setup::default(), 1, seed, Arc::clone(&list));
        assert_eq!(opened.unwrap().0.state().words[0].word, short("goalie"));
    }
}

/// Lists that a malicious player might write. Each gives a grid or a refusal soon.
#[test]
fn no_list_makes_it_hang() {
    let strings = |letters: &str, most: usize| -> Vec<String> {
        let mut all = vec![String::new()];
        let mut from = 0;
        for _ in 0..most {
            let to = all.len();
            for n in from..to {
                all.extend(
                    letters.chars().map(|letter| format!("{}{letter}", all[n])).collect::<Vec<_>>(),
                );
            }
            from = to;
        }
        all
    };
    // Each main word spells enough other words, and each of its letters is used, but those words don't fit into one
    // grid, so that all attempts are made.
    let all_attempts = {
        let shorter = strings("abcd", 3).into_iter().filter(|word| word.len() == 3);
        let pairs = ('e'..='z').flat_map(|a| ('e'..='z').map(move |b| (a, b)));
        let mains: Vec<_> = pairs.filter(|(a, b)| a < b).collect();
        let crossing = mains.iter().map(|(a, b)| format!("{a}{b}a"));
        let mains = mains.iter().map(|(a, b)| format!("abcd{a}{b}")).take(150);
        mains.chain(shorter).chain(crossing).collect()
    };
    let lists = [
        ("no words", Vec::new()),
        ("two main words without other words", words("streak orange")),
        ("all attempts", all_attempts),
        ("one word", words("streak")),
        ("two words", words("streak cat")),
        ("one letter, all lengths", strings("a", 6)),
        ("two letters, all strings", strings("ab", 6)),
        ("four letters, all strings", strings("abcd", 6)),
        (
            "only long words",
            strings("abcde", 6).into_iter().filter(|word| word.len() == 6).collect(),
        ),
        ("five hundred words without a grid", {
            // Every main word has a letter that no shorter word has.
            let shorter = strings("abcd", 4).into_iter().filter(|word| word.len() > 2);
            let mains = ('e'..='z').flat_map(|letter| {
                ["aabbc", "abbcd", "aabcd", "abccd", "abcdd"].map(|word| format!("{word}{letter}"))
            });
            mains.chain(shorter).collect()
        }),
    ];
    for (name, list) in lists {
        let started = Instant::now();
        let opened = open(list, &Setup::default());
        let took = started.elapsed();
        assert!(took < Duration::from_secs(20), "{name} took {took:?}");
        if let Err(refusal) = opened {
            assert_eq!(refusal.code, "house.setup", "{name}");
        }
    }
}

#[test]
fn a_fixed_main_word_must_spell_enough_words() {
    let open = |main: &str| {
        let setup = Setup { main: Some(main.into()), ..Setup::default() };
        Match::<Wizards>::open(&setup, 1, 1, english()).map(|(game, _)| game)
    };
    let main = |game: Match<Wizards>| game.state().words[0].word;
    assert_eq!(main(open("streak").unwrap()).text(), "streak");
    assert_eq!(main(open("STREAK").unwrap()).text(), "streak");
    // A rare word may be fixed, although it is never drawn at random.
    assert!(!Lexicon::builtin().common("arsine"));
    assert_eq!(main(open("arsine").unwrap()).text(), "arsine");

    let refused = |main: &str| {
        let refusal = open(main).err().unwrap();
        assert_eq!(refusal.code, "house.setup");
        assert!(!refusal.text.contains(main), "the main word is a secret: {refusal}");
        refusal.text
    };
    let six_letters = "The setting main must be a word of six letters, a to z.";
    for odd in ["cat", "streaks", "stré", "stré k", "12345 6"] {
        assert_eq!(refused(odd), six_letters);
    }
    assert_eq!(open("").err().unwrap().text, six_letters);
    assert_eq!(refused("aerstk"), "The main word must be in the word list.");
    assert!(refused("queued").starts_with("The letters of the main word must spell"));
    // No common word has the j of jalops.
    assert!(refused("jalops").starts_with("This main word can't fill a grid"));
}

#[test]
fn a_log_restores_the_match_without_the_word_list() {
    let (game, events) = Match::<Wizards>::open(&Setup::default(), 1, 5, english()).unwrap();
    let empty = Arc::new(Lexicon::from_words([] as [&str; 0]));
    let restored = Match::<Wizards>::restore(&Setup::default(), 1, 5, empty, &events).unwrap();
    assert_eq!(restored.state(), game.state());
}
