//! The rules of placement: of a whole board at once, and of one word that is to be added to it.

use super::{At, Board, Dir, Misfit, PlacedWord};
use std::collections::BTreeMap;
use std::fmt;

/// Letters in one line, as many as follow each other.
struct LetterRun {
    text: String,
    /// How often it is listed as a word.
    listed: usize,
}

impl Board {
    /// Every breach of the one rule for whole boards, in sentences: each run of two letters or more,
    /// across or down, is exactly one listed word.
    pub fn problems(&self) -> Vec<String> {
        let mut runs = self.runs();
        let mut parts = Vec::new();
        for word in self.words() {
            let start = self.start(word.at, word.dir);
            let Some(run) = runs.get_mut(&(start, word.dir)) else { continue };
            if run.text.len() == word.text.len() {
                run.listed += 1;
            } else {
                parts.push(format!("{word} is only a part of {} in its line.", run.text));
            }
        }
        let run = |((at, dir), run): (&(At, Dir), &LetterRun)| match run.listed {
            0 => Some(format!("The letters {} ({at} {dir}) make no listed word.", run.text)),
            1 => None,
            n => Some(format!("{} ({at} {dir}) is listed {n} times.", run.text)),
        };
        let mut problems: Vec<String> = runs.iter().filter_map(run).collect();
        problems.extend(parts);
        problems
    }

    fn runs(&self) -> BTreeMap<(At, Dir), LetterRun> {
        let mut runs = BTreeMap::new();
        for (at, _) in self.letters() {
            for dir in Dir::ALL {
                if at.back(dir).is_some_and(|before| self.letter(before).is_some()) {
                    continue;
                }
                let text: String = (0..).map_while(|n| self.letter(at.ahead(dir, n)?)).collect();
                if text.len() > 1 {
                    runs.insert((at, dir), LetterRun { text, listed: 0 });
                }
            }
        }
        runs
    }

    /// Where the letters that reach this position begin.
    fn start(&self, mut at: At, dir: Dir) -> At {
        while let Some(before) = at.back(dir).filter(|&before| self.letter(before).is_some()) {
            at = before;
        }
        at
    }

    /// May this word be added by the rules of placement? If not, the first that it breaks.
    pub fn accepts(&self, word: &PlacedWord) -> Result<(), Misplaced> {
        let text = &word.text;
        if self.index(word.at).is_none() {
            return Err(Misplaced::Start(word.at));
        }
        let fits = self.takes(word);
        if fits == Err(Misfit::Outside) {
            return Err(Misplaced::Outside);
        }
        let (before, after) = (word.at.back(word.dir), word.at.ahead(word.dir, text.len()));
        if let Some(at) =
            [before, after].into_iter().flatten().find(|&at| self.letter(at).is_some())
        {
            return Err(Misplaced::Touches(at));
        }
        if let Err(Misfit::Clash { at, has, wants }) = fits {
            return Err(Misplaced::Clash { at, has, wants });
        }
        let side = word.dir.other();
        let mut new = 0;
        for (at, _) in word.cells().filter(|&(at, _)| self.letter(at).is_none()) {
            let sides = [at.back(side), at.ahead(side, 1)];
            if let Some(next) = sides.into_iter().flatten().find(|&at| self.letter(at).is_some()) {
                return Err(Misplaced::Beside { at, next });
            }
            new += 1;
        }
        if new == 0 {
            return Err(Misplaced::Nothing);
        }
        // All of an older word in this line lies within the new one, or else it would touch an end.
        let within = |old: &&PlacedWord| old.dir == word.dir && word.runs_through(old.at);
        if let Some(old) = self.words().iter().find(within) {
            return Err(Misplaced::Over(old.clone()));
        }
        Ok(())
    }
}

/// Why a word may not be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misplaced {
    /// It begins off the board.
    Start(At),
    /// It ends off the board.
    Outside,
    /// There is a letter right before or after it.
    Touches(At),
    /// There is another letter already.
    Clash {
        /// Where.
        at: At,
        /// The letter that is there.
        has: char,
        /// The letter that the word has.
        wants: char,
    },
    /// A new letter would touch another from the side.
    Beside {
        /// The new letter.
        at: At,
        /// The one it would touch.
        next: At,
    },
    /// All its letters are there already.
    Nothing,
    /// It would run over an older word in its own line.
    Over(PlacedWord),
}

/// A clause that goes after the word: “EGGS …”.
impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misplaced::Start(at) => write!(f, "cannot begin at {at}, which is outside the board"),
            Misplaced::Outside => write!(f, "does not fit on the board from there"),
            Misplaced::Touches(at) => {
                write!(f, "would touch the letter at {at}, right before or after it")
            }
            Misplaced::Clash { at, has, wants } => {
                write!(f, "needs {wants} at {at}, where {has} is already")
            }
            Misplaced::Beside { at, next } => {
                write!(f, "would have its letter at {at} beside the one at {next}")
            }
            Misplaced::Nothing => write!(f, "would add no new letter"),
            Misplaced::Over(old) => write!(f, "would run over {old} in its own line"),
        }
    }
}
