//! Work that the benchmarks and the program time: the same for both, and checked where possible. The time is measured
//! by the callers.

use super::matrix::Matrix;
use crate::wordle::Marking;
use crate::wordle::answers::Answers;
use words::Lexicon;

/// The built-in words of five letters: those that may be guessed, and those that may be hidden.
pub fn fives() -> (Vec<String>, Vec<String>) {
    let mut guesses = Vec::new();
    Lexicon::builtin().of_length(5, |word| guesses.push(word.text.to_owned()));
    (guesses, Answers::of_length(5).iter().map(str::to_owned).collect())
}

/// Marks every guess against every answer, by adding vectors.
pub fn matrix(marking: Marking, (guesses, answers): &(Vec<String>, Vec<String>)) -> Matrix {
    Matrix::new(marking, guesses, answers)
}

/// Marks every guess against every answer, one pair after the other.
pub fn plain(marking: Marking, (guesses, answers): &(Vec<String>, Vec<String>)) -> Vec<u8> {
    let mut codes = Vec::with_capacity(guesses.len() * answers.len());
    for guess in guesses {
        for answer in answers {
            codes.push(marking.code(answer.as_bytes(), guess.as_bytes()) as u8);
        }
    }
    codes
}

/// Do both ways give the same marks on all pairs?
pub fn alike(matrix: &Matrix, plain: &[u8], answers: usize) -> bool {
    let mut rows = plain.chunks(answers.max(1)).enumerate();
    rows.all(|(guess, row)| {
        row.iter().enumerate().all(|(word, &code)| matrix.code(guess, word) == u16::from(code))
    })
}
