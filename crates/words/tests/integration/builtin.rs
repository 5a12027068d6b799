//! The built-in list has exactly the words and attributes of its source file.

use sha2::{Digest, Sha256};
use words::Lexicon;

use crate::source::{data, rows};

#[test]
fn the_list_has_the_words_of_its_source() {
    let english = Lexicon::builtin();
    assert_eq!((english.id(), english.is_builtin()), ("en-1", true));
    assert_eq!(english.len(), 176_602);
    assert!(!english.is_empty());
    let rows = rows();
    assert_eq!(rows.len(), english.len());
    for (index, row) in (0..).zip(&rows) {
        assert!(english.has(&row.word), "{}", row.word);
        assert_eq!(english.index(&row.word), Some(index), "{}", row.word);
        assert_eq!(english.word(index).as_ref(), Some(&row.word));
    }
}

#[test]
fn the_list_has_no_other_words() {
    let english = Lexicon::builtin();
    let long = "a".repeat(1_000_000);
    for text in
        ["", "xqz", "crane ", " crane", "Crane", "CRANE", "cran", "cranex", "crané", "c?ane"]
    {
        assert!(!english.has(text) && english.index(text).is_none(), "{text:?}");
        assert!(!english.common(text) && !english.fit(text), "{text:?}");
    }
    for text in ["\0", "{", "`", "\u{1F980}", "ſ", "\u{212A}", long.as_str()] {
        assert!(!english.has(text), "{text:?}");
    }
    for index in [english.len() as u32, u32::MAX] {
        assert_eq!(english.word(index), None);
        assert!(!english.common_at(index) && !english.fit_at(index));
        assert_eq!((english.level_at(index), english.zipf_at(index)), (255, 0));
    }
}

/// Every hundredth word is tried with one letter changed at every place: the result is a word only if the source has
/// it.
#[test]
fn words_with_a_wrong_letter_are_refused() {
    let english = Lexicon::builtin();
    let rows = rows();
    let all: std::collections::HashSet<&str> = rows.iter().map(|row| row.word.as_str()).collect();
    let mut refused = 0;
    for row in rows.iter().step_by(100) {
        for place in 0..row.word.len() {
            for letter in 'a'..='z' {
                let mut near = row.word.clone();
                near.replace_range(place..=place, &letter.to_string());
                assert_eq!(english.has(&near), all.contains(near.as_str()), "{near}");
                refused += usize::from(!english.has(&near));
            }
        }
    }
    assert!(refused > 100_000);
}

#[test]
fn levels_frequencies_and_taboo_flags_match_the_source() {
    let english = Lexicon::builtin();
    let (mut common, mut fit, mut both) = (0, 0, 0);
    for (index, row) in (0..).zip(rows()) {
        let word = row.word.as_str();
        assert_eq!(english.level_at(index), row.level, "{word}");
        assert_eq!(english.zipf_at(index), row.zipf, "{word}");
        assert_eq!(english.common(word), row.level <= 50, "{word}");
        assert_eq!(english.fit(word), row.taboo == 0, "{word}");
        common += usize::from(english.common_at(index));
        fit += usize::from(english.fit_at(index));
        both += usize::from(english.common_at(index) && english.fit_at(index));
    }
    assert_eq!((common, fit, both), (63_697, 175_791, 63_193));
}

#[test]
fn words_are_listed_in_order() {
    let english = Lexicon::builtin();
    let rows = rows();
    assert!(english.words().eq(rows.iter().map(|row| row.word.clone())));
    assert_eq!(english.words().next_back().as_deref(), rows.last().map(|row| row.word.as_str()));
    let mut count = 0;
    english.for_each(|word| {
        assert_eq!((word.text, word.index as usize), (rows[count].word.as_str(), count));
        count += 1;
    });
    assert_eq!(count, rows.len());
}

#[test]
fn the_list_can_be_used_from_any_thread() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    shared(Lexicon::builtin());
}

#[test]
fn answers_are_common_words_fit_to_be_shown() {
    let english = Lexicon::builtin();
    let pools = ["4", "6", "7", "8"].map(|n| (format!("answers-{n}.txt"), n.parse().unwrap()));
    for (name, length) in pools.into_iter().chain([("five-answers.txt".to_owned(), 5)]) {
        for word in data(&name).lines() {
            assert_eq!(word.len(), length, "{word} in {name}");
            assert!(english.common(word) && english.fit(word), "{word} in {name}");
        }
    }
}

/// The daily word of a date must never change, so the order must not change either: see data/PROVENANCE.md.
#[test]
fn the_daily_order_never_changes() {
    let order = data("daily-five.txt");
    let sha: String = Sha256::digest(&order).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(sha, "c0c56a61334600a769a375da9a205a6cc163a232a8f6e7e58aa45f450f1f0624");
    let mut words: Vec<&str> = order.lines().collect();
    words.sort_unstable();
    assert!(words.into_iter().eq(data("five-answers.txt").lines()));
}
