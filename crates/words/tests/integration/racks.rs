//! The index of words by their letters, compared with a simple walk and with a scan of every word.

use proptest::prelude::*;
use words::{Lexicon, Spelt, plain};

/// The visited words, each with the vowels that wildcards stand for.
type Found = Vec<(String, Vec<u8>)>;

fn note(found: &mut Found, spelt: Spelt) {
    let mut wild = spelt.wild.to_vec();
    wild.sort_unstable();
    found.push((spelt.text.to_owned(), wild));
}

fn three_ways(words: &Lexicon, tiles: &str, wild: usize, fewest: usize) -> [Found; 3] {
    let mut found = [(); 3].map(|()| Found::new());
    let [fast, walked, scanned] = &mut found;
    let list: Vec<String> = words.words().collect();
    let accepted = words.anagrams().unwrap().speller().spelt(tiles, wild, fewest, |spelt| {
        assert_eq!(words.index(spelt.text), Some(*spelt.index));
        note(fast, spelt);
    });
    assert!(accepted);
    plain::Arcs::of(words).spelt(tiles, wild, fewest, &mut |spelt| note(walked, spelt));
    plain::scan(&list, tiles, wild, fewest, &mut |spelt| note(scanned, spelt));
    found.iter_mut().for_each(|found| found.sort());
    found
}

#[test]
fn all_three_ways_find_the_same_words_of_the_built_in_list() {
    let words = Lexicon::builtin();
    let mut count = 0;
    let racks = [("streak", 0), ("streak", 1), ("aabbee", 1), ("qzxjvw", 0), ("tnsrd", 2), ("", 3)];
    for (tiles, wild) in racks.into_iter().chain([("ratesnlidcm", 1), ("a", 0), ("zzzz", 0)]) {
        let [fast, walked, scanned] = three_ways(words, tiles, wild, 3);
        assert_eq!(fast, scanned, "{tiles} {wild}");
        assert_eq!(walked, scanned, "{tiles} {wild}");
        count += fast.len();
    }
    assert!(count > 5_000, "{count}");
}

#[test]
fn wildcards_stand_for_vowels_with_and_without_a_tile() {
    let words = Lexicon::from_words(["cat", "act", "cot", "cata", "tic"]);
    let found = |tiles, wild, fewest| {
        let [fast, ..] = three_ways(&words, tiles, wild, fewest);
        fast.into_iter()
            .map(|(word, wild)| format!("{word} {}", String::from_utf8(wild).unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(found("cat", 0, 1), ["act ", "cat "]);
    assert_eq!(found("cat", 1, 1), ["act ", "act a", "cat ", "cat a", "cata a", "cot o", "tic i"]);
    assert_eq!(found("ct", 2, 4), ["cata aa"]);
    assert_eq!(found("ct", 0, 1), [""; 0]);
}

#[test]
fn too_many_tiles_and_invalid_ones_are_refused() {
    let anagrams = Lexicon::builtin().anagrams().unwrap();
    let accepts = |tiles: &str, wild| anagrams.speller().spelt(tiles, wild, 1, |_| ());
    assert!(accepts("abcdefghijkl", 0) && accepts("abcdefghijk", 1));
    assert!(!accepts("abcdefghijklm", 0) && !accepts("abcdefghijkl", 1) && !accepts("", 13));
    assert!(!accepts("Cat", 0) && !accepts("c*t", 0) && !accepts("é", 0));
}

#[test]
fn a_speller_can_be_reused_for_another_rack() {
    let anagrams = Lexicon::builtin().anagrams().unwrap();
    let mut speller = anagrams.speller();
    for (tiles, wild) in [("ratesnlidc", 1), ("streak", 0), ("a", 1), ("", 0), ("streak", 1)] {
        let (mut again, mut fresh) = (Found::new(), Found::new());
        speller.spelt(tiles, wild, 2, |spelt| note(&mut again, spelt));
        anagrams.speller().spelt(tiles, wild, 2, |spelt| note(&mut fresh, spelt));
        assert_eq!(again, fresh, "{tiles} {wild}");
    }
}

proptest! {
    #[test]
    fn all_three_ways_find_the_same_words_of_small_lists(
        list in proptest::collection::btree_set("[abeio]{1,5}", 1..60),
        tiles in "[abeio]{0,6}",
        wild in 0..4usize,
        fewest in 0..4usize,
    ) {
        let words = Lexicon::from_words(&list);
        let [fast, walked, scanned] = three_ways(&words, &tiles, wild, fewest);
        prop_assert_eq!(&fast, &scanned);
        prop_assert_eq!(&walked, &scanned);
    }
}
