//! Work to be timed, by the benchmarks and by the program: the same for both, and verified where it can be. What time
//! it takes is measured elsewhere.

use super::answers::Answers;
use super::matrix::Matrix;
use super::{Guess, Marking, SEAT, Setup, Wordle};
use engine::{Match, Refusal};
use std::sync::Arc;
use words::Lexicon;

/// Matches that are played again and again on the typed path, each from its deal to its end.
pub struct Steps {
    opened: Vec<Match<Wordle>>,
    words: Vec<&'static str>,
}

impl Steps {
    /// Opens some matches with strict marking.
    pub fn new() -> Result<Steps, Refusal> {
        let setup = Setup { marking: Marking::Strict, ..Setup::default() };
        let list = Arc::new(Lexicon::builtin().clone());
        let open = |seed| Ok(Match::open(&setup, 1, seed, Arc::clone(&list))?.0);
        let opened = (0..64).map(open).collect::<Result<_, Refusal>>()?;
        Ok(Steps { opened, words: Answers::of_length(5).iter().collect() })
    }

    /// Plays until at least so many guesses are made; gives their number.
    pub fn play(&self, guesses: u64) -> Result<u64, Refusal> {
        let mut made = 0;
        let mut words = self.words.iter().cycle();
        for opened in self.opened.iter().cycle() {
            if made >= guesses {
                break;
            }
            let mut game = opened.clone();
            while game.outcome().is_none() {
                let word = words.next().copied().unwrap_or_default();
                game.act(SEAT, Guess::of(word))?;
                made += 1;
            }
        }
        Ok(made)
    }
}

/// The built-in words of five letters: those that may be guessed, and those that may be hidden.
pub fn fives() -> (Vec<String>, Vec<String>) {
    let mut guesses = Vec::new();
    Lexicon::builtin().of_length(5, |word| guesses.push(word.text.to_owned()));
    (guesses, Answers::of_length(5).iter().map(str::to_owned).collect())
}

/// Every guess marked against every answer, by adding vectors.
pub fn matrix(marking: Marking, (guesses, answers): &(Vec<String>, Vec<String>)) -> Matrix {
    Matrix::new(marking, guesses, answers)
}

/// The same by the plain function, one pair after the other.
pub fn plain(marking: Marking, (guesses, answers): &(Vec<String>, Vec<String>)) -> Vec<u8> {
    let mut codes = Vec::with_capacity(guesses.len() * answers.len());
    for guess in guesses {
        for answer in answers {
            codes.push(marking.code(answer.as_bytes(), guess.as_bytes()) as u8);
        }
    }
    codes
}

/// Are both the same, on all pairs?
pub fn alike(matrix: &Matrix, plain: &[u8], answers: usize) -> bool {
    let mut rows = plain.chunks(answers.max(1)).enumerate();
    rows.all(|(guess, row)| {
        row.iter().enumerate().all(|(word, &code)| matrix.code(guess, word) == u16::from(code))
    })
}
