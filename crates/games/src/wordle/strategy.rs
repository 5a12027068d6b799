//! A whole strategy: what to guess first, and after each answer of the marks what to guess next. Its text is one
//! guess a line, indented by one blank for each guess before it, with the marks that lead to it:
//!
//! ```text
//! # wordle strategy 1 marking=strict hard=false
//! salet
//!  ----- courd
//!   ----- nymph
//! ```
//! Where a guess got all its letters correct nothing follows. Checking one shares nothing with the search: it
//! plays every answer with the plain marking.

use super::{MarkedGuess, Marking, Marks, PackedWord, guess};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// A guess, and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyNode {
    /// The word to guess.
    pub guess: String,
    /// What to do for each code that it may get.
    pub next: Vec<(u16, StrategyNode)>,
}

/// A strategy for a way of marking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// How guesses are marked.
    pub marking: Marking,
    /// Does it keep to hard mode?
    pub hard: bool,
    /// Its first guess.
    pub root: StrategyNode,
}

/// How good a strategy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// How many answers it finds: all.
    pub answers: usize,
    /// The guesses of all games together.
    pub total: usize,
    /// The guesses of the longest game.
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
    /// A line that cannot be read.
    #[error(
        "line {0} of the strategy is not a guess with the marks before it, one blank deeper at most"
    )]
    Line(usize),
    /// A line with the same marks as another one after the same guesses.
    #[error("line {0} of the strategy comes after the same marks as an earlier one")]
    Twice(usize),
    /// It says itself that it is for another way of marking.
    #[error("the strategy is for {} marking; say --marking {}", .0.word(), .0.word())]
    Marking(Marking),
    /// A guess that no list has.
    #[error("the strategy guesses {0}, which is not in the word list")]
    Unknown(String),
    /// A guess that hard mode forbids.
    #[error("for {answer} the strategy guesses {guess}, against hard mode")]
    Hard {
        /// The hidden word.
        answer: String,
        /// The guess.
        guess: String,
    },
    /// An answer that is not found.
    #[error("the strategy does not find {0}")]
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

/// How the text of a strategy begins: what it is for.
fn first_line(marking: Marking, hard: bool) -> String {
    format!("# wordle strategy 1 marking={} hard={hard}", marking.word())
}

/// A line of a strategy: how deep it stands, the marks that lead there, the guess.
fn line(text: &str) -> (usize, &str, &str) {
    let bare = text.trim_start_matches(' ');
    let (marks, guess) = bare.split_once(' ').unwrap_or(("", bare));
    (text.len() - bare.len(), marks, guess)
}

/// The guess that the text of a strategy has after these rows; nothing where it does not come that way.
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

/// A strategy as it was read, line by line, to be checked.
pub struct ParsedStrategy<'a> {
    lines: Vec<(usize, &'a str, &'a str)>,
    /// What it says it is for, if it does: a way of marking, and whether it keeps to hard mode.
    meant: Option<(Marking, bool)>,
}

impl<'a> ParsedStrategy<'a> {
    /// Reads a strategy; lines that begin with `#` are comments, and the first of them may say what it is for.
    pub fn read(text: &'a str) -> Result<ParsedStrategy<'a>, Flaw> {
        let first = text.lines().next().map(str::trim_end).unwrap_or_default();
        let meanings = Marking::ALL.into_iter().flat_map(|how| [(how, false), (how, true)]);
        let meant = meanings.into_iter().find(|&(how, hard)| first == first_line(how, hard));
        let numbered = (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#'));
        let mut lines: Vec<(usize, &str, &str)> = Vec::new();
        // The marks on the way to the last line, and all such ways.
        let (mut way, mut ways) = (Vec::new(), BTreeSet::new());
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
            way.truncate(depth);
            way.push(marks);
            if !ways.insert(way.clone()) {
                return Err(Flaw::Twice(number));
            }
            lines.push((depth, marks, guess));
        }
        if lines.is_empty() { Err(Flaw::Line(1)) } else { Ok(ParsedStrategy { lines, meant }) }
    }

    /// Plays every answer, and counts. What says that it keeps to hard mode has to.
    pub fn check<S: AsRef<str>>(
        &self,
        marking: Marking,
        hard: bool,
        answers: &[S],
        known: impl Fn(&str) -> bool,
    ) -> Result<Score, Flaw> {
        let hard = hard || self.meant.is_some_and(|(_, hard)| hard);
        if let Some((meant, _)) = self.meant.filter(|&(meant, _)| meant != marking) {
            return Err(Flaw::Marking(meant));
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

    /// How many guesses it takes to find an answer.
    fn play(&self, marking: Marking, hard: bool, answer: &str) -> Result<usize, Flaw> {
        let mut rows: Vec<MarkedGuess> = Vec::new();
        let mut at = 0;
        while let Some(&(depth, _, word)) = self.lines.get(at) {
            if hard && rows.iter().any(|row| guess::against(row, word, marking)) {
                return Err(Flaw::Hard { answer: answer.to_owned(), guess: word.to_owned() });
            }
            let marks: Marks = marking.marks(answer, word).collect();
            if word == answer {
                return Ok(depth + 1);
            }
            let told = marks.to_string();
            let below = self.lines.iter().enumerate().skip(at + 1);
            let mut below = below.take_while(|(_, line)| line.0 > depth);
            let Some((next, _)) = below.find(|(_, line)| line.0 == depth + 1 && line.1 == told)
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
