//! The words that fit at a place.

use super::*;
use crate::board::Board;

fn at(text: &str) -> (At, Dir) {
    let (at, dir) = text.split_once(' ').unwrap();
    (at.parse().unwrap(), dir.parse().unwrap())
}

fn fitting_at(bench: &Bench, place: &str, prefix: &str) -> Vec<String> {
    let words = fitting(&bench.view(), &english(), at(place), prefix, usize::MAX);
    words.into_iter().map(|word| word.text).collect()
}

fn is_common(word: &str) -> bool {
    english().common(&word.to_ascii_lowercase())
}

/// Two words that cross, with room around them.
fn started() -> Bench {
    let mut bench = Bench::open(&sized(8, 8));
    bench.play(&["put Bb H CAT", "put Bd V TIGER"]);
    bench
}

#[test]
fn exactly_the_accepted_words_fit() {
    let (bench, english) = (started(), english());
    let view = bench.view();
    let board: Board = {
        let mut board = Board::new(8, 8).unwrap();
        view.words.iter().for_each(|word| board.add(word.clone()).unwrap());
        board
    };
    for place in ["Da H", "Ab V", "Ac V", "Bb V", "Fa H", "Ha H", "Aa V", "Bb H", "Bd V", "Ca H"] {
        let (at, dir) = at(place);
        let mut found = fitting_at(&bench, place, "");
        found.sort();
        let mut accepted = Vec::new();
        english.for_each(|word| {
            let on_it = view.words.iter().any(|old| old.text.eq_ignore_ascii_case(word.text));
            let new = PlacedWord::new(at, dir, word.text).unwrap();
            if english.fit_at(word.index) && !on_it && board.accepts(&new).is_ok() {
                accepted.push(new.text);
            }
        });
        accepted.sort();
        assert_eq!(found, accepted, "{place}");
    }
    assert!(fitting_at(&bench, "Ca H", "").is_empty(), "it would touch CAT");
}

#[test]
fn words_begin_with_the_given_letters() {
    let bench = started();
    for word in fitting_at(&bench, "Da H", "f") {
        let crosses = word.len() == 2 || word[3..].starts_with('G');
        assert!(word.starts_with('F') && crosses, "{word}");
    }
    assert!(fitting_at(&bench, "Da H", "flagships").is_empty(), "it is too long");
    assert!(fitting_at(&bench, "Da H", "flat").is_empty(), "the G is in the way");
    assert_eq!(fitting_at(&bench, "Da H", "flag").first().unwrap(), "FLAG");
    assert!(fitting_at(&bench, "Da H", "f1").is_empty());
    assert!(fitting_at(&bench, "Da H", "ä").is_empty());
}

#[test]
fn common_words_that_cross_come_first() {
    let found = fitting_at(&started(), "Da H", "");
    let first_rare = found.iter().position(|word| !is_common(word)).unwrap();
    assert!(found[..first_rare].iter().all(|word| is_common(word)) && first_rare > 10);
    assert!(!found[first_rare..].iter().any(|word| is_common(word)));
    assert!(found[..10].iter().all(|word| word.len() >= 4), "{:?}", &found[..10]);
    let some = fitting(&started().view(), &english(), at("Da H"), "", 3);
    assert_eq!(some.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), found[..3]);
}
