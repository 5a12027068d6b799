//! The rules for a player's list, one test each.

use proptest::prelude::*;
use words::{Lexicon, ListError, MAX_BYTES, MAX_LETTERS, Pattern, Rack};

use crate::source::rows;

/// The words and the skipped count of a list that is accepted.
#[track_caller]
fn check(bytes: impl AsRef<[u8]>, words: &[&str], skipped: usize) {
    let list = Lexicon::read(bytes.as_ref()).unwrap();
    assert_eq!(list.lexicon.words().collect::<Vec<_>>(), words);
    assert_eq!(list.lexicon.len(), words.len());
    assert_eq!(list.skipped, skipped);
}

#[track_caller]
fn refused(bytes: impl AsRef<[u8]>, error: ListError) {
    assert_eq!(Lexicon::read(bytes.as_ref()).map(|list| list.lexicon.len()), Err(error));
}

#[test]
fn one_word_per_line_in_any_order() {
    check("dog\ncat\ncats", &["cat", "cats", "dog"], 0);
    check("a", &["a"], 0);
}

#[test]
fn a_byte_order_mark_isnt_part_of_the_first_word() {
    check("\u{feff}cat\ndog\n", &["cat", "dog"], 0);
    check("cat\n\u{feff}dog\n", &["cat"], 1);
}

#[test]
fn crlf_and_empty_lines_are_ignored_but_lines_with_spaces_are_skipped() {
    check("cat\r\ndog\r\n\r\n\nfox\r", &["cat", "dog", "fox"], 0);
    check("cat\n dog\nfox \n\tcow\n  \nant\r\r\n", &["cat"], 5);
}

#[test]
fn case_is_folded() {
    check("CAT\nDog\ndOG\nzEBRa", &["cat", "dog", "zebra"], 0);
}

#[test]
fn duplicates_are_dropped_and_not_counted() {
    check("cat\ncat\nCat\ndog\ncat\n", &["cat", "dog"], 0);
}

#[test]
fn lines_with_anything_but_letters_are_skipped_and_counted() {
    let odd =
        "# pets\nice cream\nit's\nco-op\ncaf\u{e9}\n3d\na\0b\nca\rt\n\u{212A}in\n`\n{\n[\n@\n";
    check(format!("cat\n{odd}dog"), &["cat", "dog"], 13);
}

#[test]
fn words_over_the_maximum_length_are_skipped() {
    let (long, over) = ("z".repeat(MAX_LETTERS), "z".repeat(MAX_LETTERS + 1));
    check(format!("cat\n{long}\n{over}\n"), &["cat", &long], 1);
}

#[test]
fn words_with_a_long_common_beginning_are_distinguished() {
    let stem = "supercalifragilistic";
    let text = format!("{stem}b\n{stem}\n{stem}ab\n{stem}a\nsupercalifrag\nsupercalifra\n");
    let sorted = ["supercalifra", "supercalifrag", stem];
    let longer = ["a", "ab", "b"].map(|end| format!("{stem}{end}"));
    check(text, &[&sorted[..], &longer.each_ref().map(String::as_str)].concat(), 0);
}

#[test]
fn a_list_that_isnt_utf8_is_refused() {
    refused(b"cat\ncaf\xe9\ndog\n", ListError::NotText);
    refused("\u{feff}cat\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(), {
        ListError::NotText
    });
}

#[test]
fn a_list_without_words_is_refused() {
    for text in ["", "\n\r\n  \n", "\u{feff}", "123\n4 5\n"] {
        refused(text, ListError::NoWords);
    }
}

/// Zeroed memory costs nothing until it is read, and the first list is refused before it is read.
#[test]
fn a_list_over_64_mb_is_refused_and_one_of_exactly_64_mb_is_read() {
    refused(vec![0; MAX_BYTES + 1], ListError::TooLarge);
    refused(vec![0; MAX_BYTES], ListError::NoWords);
}

#[test]
fn refusals_say_what_to_do() {
    for error in [ListError::TooLarge, ListError::NotText, ListError::NoWords] {
        let text = error.to_string();
        assert!(text.starts_with("The word list ") && text.ends_with('.'), "{text}");
        assert!(text.contains(". ") && !text.contains('\n'), "{text}");
    }
}

#[test]
fn the_id_depends_on_the_words_only() {
    let id = |text: &str| Lexicon::read(text.as_bytes()).unwrap().lexicon.id().to_owned();
    // printf 'cat\ndog\n' | sha256sum
    assert_eq!(id("cat\ndog\n"), "f641fdcd8af73b2f");
    assert_eq!(id("cat\ndog\n"), id("\u{feff}DOG\r\n?\r\ncat\r\ndog"));
    assert_ne!(id("cat\ndog\n"), id("catd\nog\n"));
    assert_eq!(Lexicon::from_words(["dog", "cat"]).id(), id("cat\ndog\n"));
}

#[test]
fn every_word_of_a_players_list_is_common_and_fit() {
    let own = Lexicon::from_words(["zyzzyva", "qqq", "not a word", "", "Abba"]);
    assert_eq!(own.words().collect::<Vec<_>>(), ["abba", "qqq", "zyzzyva"]);
    assert!(!own.is_builtin());
    for (index, word) in (0..).zip(own.words()) {
        assert!(own.common(&word) && own.fit(&word));
        assert_eq!((own.zipf_at(index), own.level_at(index)), (0, 0));
    }
    assert!(!own.common("cat") && !own.fit("cat"));
    assert!(!own.common_at(3) && !own.fit_at(3));
}

#[test]
fn an_empty_lexicon_has_no_words_to_find() {
    let none = Lexicon::from_words(["?"]);
    assert!(none.is_empty() && !none.has("") && !none.has("a"));
    assert_eq!((none.word(0), none.words().next()), (None, None));
    none.for_each(|word| panic!("{word:?}"));
    none.spelt_from(&Rack::new("abc", 3).unwrap(), |word| panic!("{word:?}"));
    none.of_length(0, |word| panic!("{word:?}"));
}

/// A file with the built-in words, sorted by their reversed spelling, gives the same results as the built-in list.
#[test]
fn a_file_with_the_built_in_words_gives_the_same_list() {
    let english = Lexicon::builtin();
    let mut rows = rows();
    rows.sort_by_key(|row| row.word.bytes().rev().collect::<Vec<_>>());
    let text: String = rows.iter().flat_map(|row| [row.word.as_str(), "\r\n"]).collect();
    let list = Lexicon::read(text.as_bytes()).unwrap();
    assert_eq!((list.lexicon.len(), list.skipped), (english.len(), 0));
    assert!(!list.lexicon.is_builtin());
    for row in &rows {
        assert_eq!(list.lexicon.index(&row.word), english.index(&row.word), "{}", row.word);
    }
    let (rack, pattern) = (Rack::new("retinas", 1).unwrap(), "?a??e?".parse::<Pattern>().unwrap());
    let answers = |lexicon: &Lexicon| {
        let mut answers = Vec::new();
        lexicon.spelt_from(&rack, |word| answers.push((word.text.to_owned(), word.index)));
        lexicon.matching(&pattern, |word| answers.push((word.text.to_owned(), word.index)));
        lexicon.of_length(9, |word| answers.push((word.text.to_owned(), word.index)));
        answers
    };
    assert!(answers(english).len() > 20_000);
    assert_eq!(answers(&list.lexicon), answers(english));
}

/// Pseudorandom bytes, the same every time.
fn noise(n: usize) -> Vec<u8> {
    let mut state = 1u64;
    let byte = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    (0..n).map(byte).collect()
}

/// A megabyte of random bytes, and a megabyte on one line.
#[test]
fn junk_never_causes_a_panic() {
    let junk = noise(1 << 20);
    refused(&junk, ListError::NotText);
    refused("a".repeat(1 << 20), ListError::NoWords);
    let ascii: Vec<u8> = junk.iter().map(|byte| byte & 0x7f).collect();
    let list = Lexicon::read(&ascii).unwrap();
    assert!(list.skipped > 1_000 && list.lexicon.has("a"));
}

/// These give more nodes than the builder's register can hold: fewer endings are shared, but no word is lost.
#[test]
fn no_word_is_lost_when_the_register_is_full() {
    let letters: Vec<u8> = noise(20 * 60_000).iter().map(|byte| b'a' + byte % 26).collect();
    let mut words: Vec<&str> =
        letters.chunks(20).map(|word| std::str::from_utf8(word).unwrap()).collect();
    let list = Lexicon::read(words.join("\n").as_bytes()).unwrap();
    words.sort_unstable();
    words.dedup();
    assert_eq!((list.lexicon.len(), list.skipped), (words.len(), 0));
    list.lexicon.for_each(|word| {
        assert_eq!(word.text, words[word.index as usize]);
        assert_eq!(list.lexicon.index(word.text), Some(word.index));
    });
    assert!(list.lexicon.words().eq(words));
}

proptest! {
    /// Few letters and short words, so that beginnings and endings are shared in every possible way.
    #[test]
    fn a_list_has_its_words_in_order(words in prop::collection::vec("[abc]{1,6}", 1..60)) {
        let own = Lexicon::from_words(&words);
        let mut sorted = words;
        sorted.sort();
        sorted.dedup();
        prop_assert_eq!(own.words().collect::<Vec<_>>(), sorted.clone());
        for (index, word) in (0..).zip(&sorted) {
            prop_assert_eq!(own.index(word), Some(index));
            let near = [format!("{word}a"), word[1..].to_owned(), format!("c{word}")];
            for near in near {
                prop_assert_eq!(own.has(&near), sorted.binary_search(&near).is_ok());
            }
        }
    }

    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Lexicon::read(&bytes);
    }

    #[test]
    fn a_list_has_all_the_words_that_it_lists(text in "(\\PC|[a-zA-Z]{1,5}|\r?\n){0,40}") {
        if let Ok(list) = Lexicon::read(text.as_bytes()) {
            prop_assert!(list.lexicon.words().all(|word| list.lexicon.has(&word)));
        }
    }
}
