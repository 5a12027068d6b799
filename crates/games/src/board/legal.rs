//! The placement rules, for a whole board and for a new word.

use super::{At, Board, Dir, Misfit, PlacedWord};
use std::collections::BTreeMap;
use std::fmt;

/// A maximal run of letters in a row or column.
struct LetterRun {
    text: String,
    /// How often the board lists it as a word.
    listed: usize,
}

impl Board {
    /// A sentence for every breach of the rule for whole boards: each run of two or more letters, across or
    /// down, is listed as a word exactly once.
    pub fn problems(&self) -> Vec<String> {
        let mut runs = self.runs();
        let mut parts = Vec::new();
        for word in self.words() {
            let start = self.start(word.at, word.dir);
            let Some(run) = runs.get_mut(&(start, word.dir)) else { continue };
            if run.text.len() == word.text.len() {
                run.listed += 1;
            } else {
                parts.push(format!("{word} is only part of {} in the same line.", run.text));
            }
        }
        let run = |((at, dir), run): (&(At, Dir), &LetterRun)| match run.listed {
            0 => {
                Some(format!("The letters {} ({at} {dir}) aren't a word of this board.", run.text))
            }
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

    /// The start of the run through this position.
    fn start(&self, mut at: At, dir: Dir) -> At {
        while let Some(before) = at.back(dir).filter(|&before| self.letter(before).is_some()) {
            at = before;
        }
        at
    }

    /// Checks a new word against the placement rules. Returns the first rule that it breaks.
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
        // An older word in the same line lies completely within the new one, or else it would touch an end.
        let within = |old: &&PlacedWord| old.dir == word.dir && word.runs_through(old.at);
        if let Some(old) = self.words().iter().find(within) {
            return Err(Misplaced::Over(old.clone()));
        }
        Ok(())
    }
}

/// Why a new word breaks the placement rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misplaced {
    /// It starts outside the board.
    Start(At),
    /// It ends outside the board.
    Outside,
    /// There is a letter right before or after it.
    Touches(At),
    /// The board has another letter there.
    Clash {
        at: At,
        /// The letter of the board.
        has: char,
        /// The letter of the word.
        wants: char,
    },
    /// The new letter at `at` would touch the one at `next` from the side.
    Beside { at: At, next: At },
    /// All its letters are already on the board.
    Nothing,
    /// It would contain an older word in the same line.
    Over(PlacedWord),
}

/// The end of a sentence that begins with the word: “EGGS …”.
impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misplaced::Start(at) => write!(f, "can't start at {at}, which is outside the board"),
            Misplaced::Outside => write!(f, "doesn't fit on the board from there"),
            Misplaced::Touches(at) => write!(f, "would touch the letter at {at}"),
            Misplaced::Clash { at, has, wants } => {
                write!(f, "needs {wants} at {at}, but {has} is there")
            }
            Misplaced::Beside { at, .. } => write!(f, "would touch another word at {at}"),
            Misplaced::Nothing => write!(f, "would add no new letter"),
            Misplaced::Over(old) => write!(f, "would overlap {old} in the same line"),
        }
    }
}
