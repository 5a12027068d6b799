//! The rules of placement, one by one. The checker and the generator must agree on each.

use super::*;
use crate::wizards::check::{self, Fault};
use crate::wizards::generate;
use crate::wizards::grid::{COLS, ROWS};
use crate::wizards::grid_builder::{Alphabet, GridBuilder};
use crate::wizards::pool::Pool;
use engine::Chance;

/// Whether the generator allows a word at this position among others.
fn allows(words: &[Placed], word: &Placed) -> bool {
    let main = words[0].word;
    let alphabet = Alphabet::of(main);
    let mut builder = GridBuilder::new(&alphabet.piece(main));
    for placed in &words[1..] {
        builder.put(&alphabet.piece(placed.word), placed.at, placed.dir);
    }
    let starts = builder.starts(&alphabet.piece(word.word), word.dir);
    let GridCell(row, col) = word.at;
    starts[usize::from(row)] >> (col + 1) & 1 == 1
}

/// Checks that placing a word among others, besides the main word, gives this fault or none.
#[track_caller]
fn check(others: &str, word: &str, broken: Option<Fault>) {
    let words = placed(&format!("goalie D 2 7, {others}"));
    let [word] = placed(word)[..] else { panic!("one word at a time") };
    assert_eq!(check::position(&word, &words).err(), broken, "by the checker");
    assert_eq!(allows(&words, &word), broken.is_none(), "by the generator");
}

#[test]
fn a_word_crosses_a_letter_and_touches_nothing() {
    check("", "goal H 4 8", None);
    check("gale H 6 10", "gal V 4 12", None);
    check("gale H 6 10", "ale V 5 12", None);
    check("gale H 6 10, gel V 6 10", "gal H 8 8", None);
    check("loge V 3 9, ago V 6 11", "log H 5 7", None);
    // Words may touch diagonally.
    check("gale H 6 10", "log V 3 9", None);
}

#[test]
fn a_short_word_is_formatted_as_its_text() {
    assert_eq!(format!("{:?} {}", short("egg"), short("egg")), "\"egg\" egg");
}

#[test]
fn a_word_stays_within_the_grid() {
    check("", "log V 0 7", None);
    check("", "ego V 12 17", None);
    check("", "egal V 12 17", Some(Fault::Outside(short("egal"))));
    check("eoilga H 12 17, ago V 12 22", "oil H 14 22", None);
    check("eoilga H 12 17, ago V 12 22", "ogle H 14 22", Some(Fault::Outside(short("ogle"))));
}

#[test]
fn every_cell_is_empty_or_holds_the_same_letter() {
    check("", "gel V 2 7", None);
    check("", "leg V 2 7", Some(Fault::Clash(GridCell(2, 7))));
    check("gale H 6 10", "age V 5 12", Some(Fault::Clash(GridCell(6, 12))));
}

#[test]
fn a_word_crosses_at_least_one_letter() {
    check("gale H 6 10", "leg H 0 0", Some(Fault::Alone(short("leg"))));
    check("gale H 6 10", "leg V 8 11", Some(Fault::Alone(short("leg"))));
}

#[test]
fn a_word_does_not_overlap_a_word_of_its_direction() {
    let overlap = |a, b| Some(Fault::Overlap(short(a), short(b)));
    check("ale H 6 11", "galeo H 6 10", overlap("galeo", "ale"));
    check("ago V 6 11", "iagoe V 5 11", overlap("iagoe", "ago"));
}

#[test]
fn the_cells_before_and_after_a_word_are_empty() {
    check("loge V 3 9, lea V 4 11", "log H 5 7", None);
    check("loge V 3 9, lea V 4 11", "lgo H 5 8", Some(Fault::Ends(short("lgo"))));
    check("lea V 4 11, ogal V 5 13", "olg H 5 13", None);
    check("lea V 4 11, ogal V 5 13", "log H 5 12", Some(Fault::Ends(short("log"))));
    check("gale H 6 10, oalig H 4 9", "eag V 2 13", None);
    check("gale H 6 10, oalig H 4 9", "ago V 3 13", Some(Fault::Ends(short("ago"))));
}

#[test]
fn no_parallel_word_is_beside_a_word() {
    let beside = |a, b| Some(Fault::Beside(short(a), short(b)));
    check("gale H 6 10, gal V 4 12", "gea H 5 10", beside("gea", "gale"));
    check("gale H 6 10, gal V 4 12", "ago H 5 12", beside("ago", "gale"));
    // Even if only the crossed cell is beside it.
    check("gale H 6 10, gel V 6 10", "age H 7 8", beside("age", "gale"));
    check("ago V 6 11, gale H 6 10", "ale V 5 12", beside("ale", "ago"));
    check("ago V 6 11, gale H 6 10", "gel V 6 10", beside("gel", "ago"));
}

#[test]
fn no_word_starts_or_ends_beside_a_word() {
    let touching = |a, b| Some(Fault::Touching(short(a), short(b)));
    // Another word starts right below.
    check("loge V 3 9, ago V 6 11", "gal H 5 9", touching("gal", "ago"));
    // Another word ends right above.
    check("oelig V 4 9, lea V 4 11", "ial H 7 9", touching("ial", "lea"));
    // Another word starts right beside it.
    check("gale H 6 10", "oel V 4 9", touching("oel", "gale"));
    // Another word ends right beside it.
    check("iga H 6 9, alo H 8 12", "iea V 6 12", touching("iea", "iga"));
}

/// Tries every word at every position, in grids that are more and more complete. Every letter of the main word is
/// already crossed.
#[test]
fn the_generator_and_the_checker_agree_everywhere() {
    let pool = Pool::builtin();
    let mut hidden = Vec::new();
    let (mut good, mut bad) = (0, 0);
    for (seed, size) in [(1, 7), (2, 10), (3, 13), (4, 16), (5, 20)] {
        let grid = generate::deal(pool, &mut Chance::new(seed, 0)).unwrap();
        let words = &grid[..size];
        pool.hidden_in(grid[0].word, &mut hidden);
        for word in hidden.iter().copied().filter(|word| words.iter().all(|w| w.word != *word)) {
            for (row, col) in (0..ROWS).flat_map(|row| (0..COLS).map(move |col| (row, col))) {
                for dir in [Orientation::Across, Orientation::Down] {
                    let word = Placed { word, at: GridCell(row as u8, col as u8), dir };
                    let fault = check::position(&word, words);
                    assert_eq!(
                        allows(words, &word),
                        fault.is_ok(),
                        "{word:?} in {words:?}: {fault:?}"
                    );
                    *if fault.is_ok() { &mut good } else { &mut bad } += 1;
                }
            }
        }
    }
    assert!(good > 200 && bad > 10_000, "{good} good, {bad} bad positions");
}
