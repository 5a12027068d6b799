//! Racks and patterns find the same words as a scan of the whole list, in the same order.

use std::sync::LazyLock;

use proptest::prelude::*;
use words::{Lexicon, Pattern, PatternError, Rack, RackError, Word};

static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| Lexicon::builtin().words().collect());

/// The words that a scan finds, each with its index.
fn scan(wanted: impl Fn(&str) -> bool) -> Vec<(String, u32)> {
    let all = WORDS.iter().zip(0..);
    all.filter(|(word, _)| wanted(word)).map(|(word, index)| (word.clone(), index)).collect()
}

fn gather(walk: impl FnOnce(&mut dyn FnMut(Word<'_>))) -> Vec<(String, u32)> {
    let mut words = Vec::new();
    walk(&mut |word| words.push((word.text.to_owned(), word.index)));
    words
}

fn spelt(rack: &Rack) -> Vec<(String, u32)> {
    gather(|visit| Lexicon::builtin().spelt_from(rack, visit))
}

fn matching(pattern: &str) -> Vec<(String, u32)> {
    let pattern = pattern.parse().unwrap();
    gather(|visit| Lexicon::builtin().matching(&pattern, visit))
}

/// The number of letters of a word that are missing from `letters`, counted in the simplest way.
fn missing(word: &str, letters: &str) -> usize {
    let mut left: Vec<char> = letters.to_ascii_lowercase().chars().collect();
    let take = |letter| left.iter().position(|&c| c == letter).map(|at| left.swap_remove(at));
    word.chars().map(take).filter(Option::is_none).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_rack_spells_what_a_scan_finds(letters in "[a-zA-Z]{0,9}", wild in 0u8..4) {
        let rack = Rack::new(&letters, wild).unwrap();
        prop_assert_eq!(spelt(&rack), scan(|word| missing(word, &letters) <= usize::from(wild)));
        prop_assert_eq!(spelt(&rack), scan(|word| rack.covers(word)));
    }

    /// The pattern is a word with some letters replaced by `?`, so that at least that word fits.
    #[test]
    fn a_pattern_finds_what_a_scan_finds(at: prop::sample::Index, holes: u32) {
        let word = at.get(&WORDS);
        let hole = |place: usize| holes >> place & 1 == 1;
        let pattern: String =
            word.chars().enumerate().map(|(n, c)| if hole(n) { '?' } else { c }).collect();
        let same = |other: &str| {
            let mut pairs = other.chars().zip(pattern.chars());
            other.len() == pattern.len() && pairs.all(|(a, b)| b == '?' || a == b)
        };
        let found = matching(&pattern);
        prop_assert!(found.iter().any(|(other, _)| other == word));
        prop_assert_eq!(&found, &scan(same));
        let pattern: Pattern = pattern.parse().unwrap();
        prop_assert_eq!(&found, &scan(|word| pattern.fits(word)));
    }
}

#[test]
fn a_length_finds_what_a_scan_finds() {
    for n in (0..=30).chain([64, 65, usize::MAX]) {
        let found = gather(|visit| Lexicon::builtin().of_length(n, visit));
        assert_eq!(found, scan(|word| word.len() == n), "{n}");
    }
    let mut fives = 0;
    Lexicon::builtin().of_length(5, |_| fives += 1);
    assert_eq!(fives, 8_775);
}

#[test]
fn wildcards_alone_spell_all_short_words() {
    let rack = Rack::new("", 5).unwrap();
    assert_eq!(spelt(&rack), scan(|word| word.len() <= 5));
    let rack = Rack::new("", 255).unwrap();
    assert_eq!(spelt(&rack).len(), WORDS.len());
    assert!(spelt(&Rack::new("", 0).unwrap()).is_empty());
}

#[test]
fn a_rack_counts_its_letters() {
    let rack = Rack::new("Aabc", 0).unwrap();
    assert!(rack.covers("caba") && rack.covers(""));
    assert!(!rack.covers("cabb") && !rack.covers("aaa"));
    for text in ["CAB", "ca b", "caf\u{e9}"] {
        assert!(!Rack::new("cabfe", 9).unwrap().covers(text), "{text}");
    }
    let full = Rack::new(&"a".repeat(1_000), 1).unwrap();
    assert!(full.covers(&"a".repeat(256)) && !full.covers(&"a".repeat(257)));
    assert_eq!(Rack::new("stop", 1), Rack::new("POTS", 1));
    assert_ne!(Rack::new("stop", 1), Rack::new("stop", 2));
}

#[test]
fn a_rack_with_other_characters_is_refused() {
    for (letters, stray) in [("ab?", '?'), ("a b", ' '), ("\u{e9}", '\u{e9}'), ("a\x1b[", '\x1b')] {
        let error = Rack::new(letters, 0).unwrap_err();
        assert_eq!(error, RackError(stray));
        assert!(error.to_string().contains("a to z only"));
        assert!(!error.to_string().contains('\x1b'));
    }
}

#[test]
fn invalid_patterns_are_refused() {
    let parse = |text: &str| text.parse::<Pattern>();
    assert_eq!(parse(""), Err(PatternError::Empty));
    assert_eq!(parse(&"?".repeat(65)), Err(PatternError::TooLong));
    assert_eq!(parse(&"?".repeat(1 << 20)), Err(PatternError::TooLong));
    assert!(parse(&"?".repeat(64)).is_ok());
    for (text, stray) in [("c*t", '*'), ("c t", ' '), ("caf\u{e9}", '\u{e9}'), ("\x1b[", '\x1b')] {
        let error = parse(text).unwrap_err();
        assert_eq!(error, PatternError::Stray(stray));
        assert!(!error.to_string().contains('\x1b'));
    }
    assert_eq!(parse("C?ANE").unwrap().to_string(), "c?ane");
    assert!(!parse("?").unwrap().fits("\u{e9}") && !parse("??").unwrap().fits("\u{e9}"));
}

#[test]
fn a_walk_ends_when_the_visitor_wants_no_more() {
    let mut seen = Vec::new();
    Lexicon::builtin().of_length_while(5, |word| {
        seen.push(word.text.to_owned());
        seen.len() < 3
    });
    let mut all = Vec::new();
    Lexicon::builtin().of_length(5, |word| all.push(word.text.to_owned()));
    assert_eq!(seen, all[..3]);
}
