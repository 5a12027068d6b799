//! The matrix compared with marking pair by pair, and that with the rules.

use super::*;
use crate::wordle::solver::matrix::Matrix;
use crate::wordle::solver::work;
use engine::Chance;

#[test]
fn the_matrix_is_right_on_all_pairs_of_the_built_in_words() {
    let fives = work::fives();
    for marking in [Marking::Strict, Marking::Lenient] {
        let (matrix, plain) = (work::matrix(marking, &fives), work::plain(marking, &fives));
        assert!(work::alike(&matrix, &plain, fives.1.len()));
    }
}

#[test]
fn one_wrong_code_in_a_matrix_is_noticed() {
    let (mut guesses, answers) = work::fives();
    guesses.truncate(20);
    let few = (guesses, answers);
    let matrix = work::matrix(Marking::Strict, &few);
    let mut plain = work::plain(Marking::Strict, &few);
    assert!(work::alike(&matrix, &plain, few.1.len()));
    *plain.last_mut().unwrap() += 1;
    assert!(!work::alike(&matrix, &plain, few.1.len()));
}

#[test]
fn all_ways_of_computing_marks_agree_for_all_lengths() {
    let mut chance = Chance::new(3, 0);
    for length in 1..=8 {
        for letters in [&b"a"[..], b"ab", b"xyz", b"aeiou", b"qwertyuiopasdfghjklzxcvbnm"] {
            let mut drawn = |count| -> Vec<String> {
                let mut letter = || char::from(*chance.pick(letters).unwrap());
                (0..count).map(|_| (0..length).map(|_| letter()).collect()).collect()
            };
            let (guesses, words) = (drawn(60), drawn(45));
            for marking in [Marking::Strict, Marking::Lenient] {
                let matrix = Matrix::new(marking, &guesses, &words);
                for (row, guess) in guesses.iter().enumerate() {
                    for (column, word) in words.iter().enumerate() {
                        let marks: Marks = marking.marks(word, guess).collect();
                        let code = marking.code(word.as_bytes(), guess.as_bytes());
                        assert_eq!(
                            Marks::of_code(code, length),
                            marks,
                            "{marking:?} {word} {guess}"
                        );
                        assert_eq!(marks.code(), code);
                        assert_eq!(matrix.code(row, column), code, "{marking:?} {word} {guess}");
                    }
                }
            }
        }
    }
}
