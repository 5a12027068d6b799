//! Daily words, and the text to share.

use super::*;

fn daily(day: &str, seed: u64) -> Match<Wordle> {
    let setup = Setup { day: Some(day.into()), ..Setup::default() };
    Match::open(&setup, 1, seed, english()).unwrap().0
}

#[test]
fn the_order_of_daily_words_never_changes() {
    let text: String = Answers::of_days().iter().flat_map(|word| [word, "\n"]).collect();
    // The first 16 digits of the SHA-256 of the file.
    assert_eq!(engine::ticket::hash(&text), "c0c56a61334600a7");
    assert_eq!(text, include_str!("../../../../../data/daily-five.txt"));
}

#[test]
fn the_daily_words_are_all_answers_once_each() {
    let mut days: Vec<_> = Answers::of_days().iter().collect();
    days.sort();
    let mut answers: Vec<_> = Answers::of_length(5).iter().collect();
    answers.sort();
    assert_eq!(days, answers);
    assert!(answers.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn days_are_counted_from_the_first_of_february_2022() {
    for (day, number) in [
        ("2022-02-01", 0),
        ("2022-02-02", 1),
        ("2022-03-01", 28),
        ("2023-02-01", 365),
        ("2024-02-29", 758),
        ("2024-03-01", 759),
        ("2026-11-15", 1748),
        ("9999-12-31", 2_913_872),
    ] {
        assert_eq!(day::number(day).unwrap(), number, "{day}");
    }
}

#[test]
fn a_date_has_the_same_word_for_every_seed() {
    for (day, word) in [("2022-02-01", "valet"), ("2022-02-03", "plate"), ("2027-09-08", "sepia")] {
        for seed in [0, 1, u64::MAX] {
            let mut game = daily(day, seed);
            assert_eq!(view(&game).day.as_deref(), Some(day));
            guess(&mut game, &[word]);
            assert_eq!(view(&game).status, Status::Won, "{day}");
        }
    }
    assert_eq!(Answers::of_days().len(), 2045);
    assert!((0..2045).all(|number| day::word(number) == Answers::of_days().get(number).unwrap()));
}

#[test]
fn the_words_of_later_cycles_never_change() {
    // The first days of both halves of cycle 1, its last day, the first days and the last day of cycle 2, and the last
    // possible day.
    let numbers = [2045, 2046, 3066, 3067, 4089, 4090, 4091, 6134, 2_913_872];
    let words = ["sepia", "chino", "drill", "first", "patty", "funky", "skate", "grown", "young"];
    assert_eq!(numbers.map(day::word), words);
}

#[test]
fn every_cycle_has_every_word_once_and_none_returns_within_400_days() {
    let mut last = BTreeMap::new();
    for number in 0..6 * 2045 {
        if let Some(before) = last.insert(day::word(number), number) {
            assert!(number - before > 400, "{}: {before} and {number}", day::word(number));
        }
        if number % 2045 == 2044 {
            let cycle = number / 2045 * 2045;
            assert!(last.len() == 2045 && last.values().all(|&day| day >= cycle), "{number}");
        }
    }
    let order = |cycle: usize| (0..2045).map(move |place| day::word(2045 * cycle + place));
    for cycle in 1..6 {
        let same = order(cycle).zip(order(cycle - 1)).filter(|(now, then)| now == then).count();
        assert!(same < 20, "cycle {cycle} has {same} days in the same place as the cycle before");
    }
}

#[test]
fn if_a_word_is_given_the_day_is_only_a_number() {
    let day = Some("2022-02-01".to_owned());
    let mut game = open(Setup { word: Some("crane".into()), day, ..Setup::default() });
    guess(&mut game, &["valet", "crane"]);
    assert_eq!(view(&game).status, Status::Won);
    assert!(share(&view(&game), "", false).starts_with("Lexicade Wordle 1 2/6\n"));
}

#[test]
fn the_shared_text_has_the_number_of_a_daily_or_the_ticket() {
    let mut game = daily("2022-02-01", 0);
    guess(&mut game, &["speed", "plate", "valet"]);
    let text = share(&view(&game), "a ticket", false);
    assert_eq!(text, "Lexicade Wordle 1 3/6\n\n⬜️⬜️⬜️🟩⬜️\n⬜️🟨🟨🟨🟨\n🟩🟩🟩🟩🟩");
    let text = share(&view(&game), "a ticket", true);
    assert_eq!(text, "Lexicade Wordle 1 3/6\n\n⬜️⬜️⬜️🟧⬜️\n⬜️🟦🟦🟦🟦\n🟧🟧🟧🟧🟧");

    let mut game = hiding("valet");
    guess(&mut game, &["valet"]);
    let text = share(&view(&game), "wordle/1/-/en-1/4K9M2PXQ7D3T5", false);
    assert_eq!(text, "Lexicade Wordle wordle/1/-/en-1/4K9M2PXQ7D3T5 1/6\n\n🟩🟩🟩🟩🟩");
}

#[test]
fn the_example_in_the_rules_is_correct() {
    let mut game = daily("2023-03-31", 0);
    guess(&mut game, &["speed", "adore", "abide"]);
    let rows: Vec<_> = view(&game).guesses.iter().map(|row| row.marks.to_string()).collect();
    assert_eq!(rows, ["--YYY", "GY--G", "GGGGG"]);
    assert_eq!(game.outcome().unwrap().scores, [4]);
    for line in share(&view(&game), "", false).lines().chain(rows.iter().map(String::as_str)) {
        assert!(Wordle::INFO.manual.contains(line), "{line}");
    }
}

#[test]
fn the_shared_text_has_an_x_for_a_loss_and_a_star_for_hard_mode() {
    let setup = Setup { hard: true, tries: 2, word: Some("crane".into()), ..Setup::default() };
    let mut game = open(setup.clone());
    guess(&mut game, &["moist", "lucky"]);
    assert_eq!(share(&view(&game), "T", false), "Lexicade Wordle T X/2*\n\n⬜️⬜️⬜️⬜️⬜️\n⬜️⬜️🟨⬜️⬜️");

    let mut game = open(setup);
    game.leave(SEAT).unwrap();
    assert_eq!(share(&view(&game), "T", false), "Lexicade Wordle T X/2*");
}
