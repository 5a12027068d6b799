//! A complete strategy: the first guess, and the next guess for each possible sequence of marks. As text it has one
//! guess per line, indented by one space for each guess before it, with the marks that lead to it:
//!
//! ```text
//! # wordle strategy 1 marking=strict hard=false
//! salet
//!  ----- courd
//!   ----- nymph
//! ```
//! Nothing follows a guess whose letters are all correct. The check of a strategy shares no code with the search: it
//! plays every answer with [`Marking::marks`].

use crate::wordle::{MarkedGuess, Marking, Marks, PackedWord, guess};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// A guess and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyNode {
    /// The word to guess.
    pub guess: String,
    /// The next guess for each code that this one can get.
    pub next: Vec<(u16, StrategyNode)>,
}

/// A strategy for a way of marking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    pub marking: Marking,
    /// Does it follow hard mode?
    pub hard: bool,
    /// Its first guess.
    pub root: StrategyNode,
}

/// How good a strategy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The number of answers; the strategy finds all of them.
    pub answers: usize,
    /// The total number of guesses for all answers.
    pub total: usize,
    /// The largest number of guesses for one answer.
    pub longest: usize,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.total as f64 / self.answers.max(1) as f64;
        write!(f, "total {} mean {mean:.4} max {}", self.total, self.longest)
    }
}

/// What is wrong with a strategy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// A line that can't be parsed.
    #[error(
        "line {0} of the strategy must be marks and a guess, indented by at most one space more than the line before"
    )]
    Line(usize),
    /// A line with the same marks as an earlier one after the same guesses.
    #[error("line {0} of the strategy repeats the marks of an earlier line")]
    Twice(usize),
    /// Its first line names another way of marking.
    #[error("the strategy is for {} marking; use --marking {}", .0.word(), .0.word())]
    Marking(Marking),
    /// A guess that isn't in the word list.
    #[error("the strategy guesses {0}, which isn't in the word list")]
    Unknown(String),
    /// A guess that hard mode forbids.
    #[error("for {answer} the strategy guesses {guess}, which hard mode forbids")]
    Hard { answer: String, guess: String },
    /// An answer that the strategy doesn't find.
    #[error("the strategy doesn't find {0}")]
    Lost(String),
}

impl StrategyNode {
    fn write(&self, depth: usize, out: &mut String) {
        out.push_str(&self.guess);
        out.push('\n');
        for (code, node) in &self.next {
            let marks = Marks::of_code(*code, self.guess.len());
            let _ = write!(out, "{:depth$}{marks} ", "");
            node.write(depth + 1, out);
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = first_line(self.marking, self.hard) + "\n";
        self.root.write(1, &mut text);
        f.write_str(&text)
    }
}

/// The first line of a strategy's text, which says what it is for.
fn first_line(marking: Marking, hard: bool) -> String {
    format!("# wordle strategy 1 marking={} hard={hard}", marking.word())
}

/// Splits a line of a strategy into its depth, the marks that lead to it, and the guess.
fn line(text: &str) -> (usize, &str, &str) {
    let bare = text.trim_start_matches(' ');
    let (marks, guess) = bare.split_once(' ').unwrap_or(("", bare));
    (text.len() - bare.len(), marks, guess)
}

/// The next guess of a strategy after these rows; `None` if they don't follow the strategy.
pub fn next<'a>(text: &'a str, rows: &[MarkedGuess]) -> Option<&'a str> {
    let mut lines = text.lines().skip(1).map(line);
    let mut guess = lines.next()?.2;
    for (depth, row) in (1..).zip(rows) {
        if row.word != guess {
            return None;
        }
        let marks = row.marks.to_string();
        let mut below = lines.by_ref().take_while(|&(deep, ..)| deep >= depth);
        guess = below.find(|&(deep, found, _)| deep == depth && found == marks)?.2;
    }
    Some(guess)
}

/// A parsed strategy, ready to be checked.
pub struct ParsedStrategy<'a> {
    lines: Vec<(usize, &'a str, &'a str)>,
    /// The marking and the hard mode that its first line names, if it does.
    declared: Option<(Marking, bool)>,
}

impl<'a> ParsedStrategy<'a> {
    /// Parses a strategy. Lines that start with `#` are comments; the first line may declare what it is for.
    pub fn read(text: &'a str) -> Result<ParsedStrategy<'a>, Flaw> {
        let first = text.lines().next().map(str::trim_end).unwrap_or_default();
        let kinds =
            Marking::ALL.into_iter().flat_map(|marking| [(marking, false), (marking, true)]);
        let declared =
            kinds.into_iter().find(|&(marking, hard)| first == first_line(marking, hard));
        let numbered = (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#'));
        let mut lines: Vec<(usize, &str, &str)> = Vec::new();
        // The marks that lead to the current line, and the paths of all lines.
        let (mut path, mut paths) = (Vec::new(), BTreeSet::new());
        for (number, text) in numbered {
            let (depth, marks, guess) = line(text.trim_end());
            let deepest = lines.last().map_or(0, |last| last.0 + 1);
            let length = lines.first().map_or(guess.len(), |first| first.2.len());
            let root = lines.is_empty();
            let letters = !guess.is_empty() && guess.bytes().all(|byte| byte.is_ascii_lowercase());
            let hit = marks.bytes().all(|mark| mark == b'G');
            let known = !hit && marks.bytes().all(|mark| b"-YG".contains(&mark));
            let marked = if root { marks.is_empty() } else { known && marks.len() == length };
            if depth > deepest
                || (depth == 0) != root
                || !letters
                || !marked
                || guess.len() != length
            {
                return Err(Flaw::Line(number));
            }
            path.truncate(depth);
            path.push(marks);
            if !paths.insert(path.clone()) {
                return Err(Flaw::Twice(number));
            }
            lines.push((depth, marks, guess));
        }
        if lines.is_empty() { Err(Flaw::Line(1)) } else { Ok(ParsedStrategy { lines, declared }) }
    }

    /// Plays every answer and counts the guesses. Hard mode is checked if `hard` is set or the strategy declares it.
    pub fn check<S: AsRef<str>>(
        &self,
        marking: Marking,
        hard: bool,
        answers: &[S],
        known: impl Fn(&str) -> bool,
    ) -> Result<Score, Flaw> {
        let hard = hard || self.declared.is_some_and(|(_, hard)| hard);
        if let Some((declared, _)) = self.declared.filter(|&(declared, _)| declared != marking) {
            return Err(Flaw::Marking(declared));
        }
        if let Some((.., guess)) = self.lines.iter().find(|(.., guess)| !known(guess)) {
            return Err(Flaw::Unknown((*guess).to_owned()));
        }
        let mut score = Score { answers: answers.len(), total: 0, longest: 0 };
        for answer in answers {
            let guesses = self.play(marking, hard, answer.as_ref())?;
            score.total += guesses;
            score.longest = score.longest.max(guesses);
        }
        Ok(score)
    }

    /// The number of guesses that it takes to find an answer.
    fn play(&self, marking: Marking, hard: bool, answer: &str) -> Result<usize, Flaw> {
        let mut rows: Vec<MarkedGuess> = Vec::new();
        let mut at = 0;
        while let Some(&(depth, _, word)) = self.lines.get(at) {
            if hard && rows.iter().any(|row| guess::forbids(row, word, marking)) {
                return Err(Flaw::Hard { answer: answer.to_owned(), guess: word.to_owned() });
            }
            let marks: Marks = marking.marks(answer, word).collect();
            if word == answer {
                return Ok(depth + 1);
            }
            let marked = marks.to_string();
            let below = self.lines.iter().enumerate().skip(at + 1);
            let mut below = below.take_while(|(_, line)| line.0 > depth);
            let Some((next, _)) = below.find(|(_, line)| line.0 == depth + 1 && line.1 == marked)
            else {
                break;
            };
            let Ok(word) = PackedWord::try_from(word) else { break };
            rows.push(MarkedGuess { word, marks });
            at = next;
        }
        Err(Flaw::Lost(answer.to_owned()))
    }
}
