//! A `.play` file: a match as text, for archives, for sending and for tests.
//!
//! ```text
//! wampus/1/cave=classic/en-1/0000000000000
//! # up is deadly here
//! 0: move right
//! 0: /leave
//! = -1
//! ```
//! Line 1 is the ticket. Then comes one line per entry: a seat and what it did. The last line has the scores. `#`
//! starts a comment. `@HASH`, followed by indented lines, holds a long value that the ticket refers to.

use crate::seal::SealKey;
use crate::{AnyGame, AnyMatch, Refusal, Seat, Start, Step, Ticket, line};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use words::Lexicon;

/// A match as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Play {
    pub ticket: String,
    /// Long values by their hash.
    pub values: BTreeMap<String, String>,
    /// What the seats did, in order.
    pub entries: Vec<(Seat, PlayEntry)>,
    /// The final scores, if the match is over.
    pub scores: Option<Vec<i64>>,
}

/// Something that a seat did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayEntry {
    /// It played a line.
    Line(String),
    /// It asked for a hint.
    Hint,
    /// It resigned.
    Leave,
    /// It ran out of time.
    Timeout,
}

/// An error in a `.play` file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct PlayError {
    /// The line of the file, from 1. For an illegal move it is counted as if the file had no comments and no long
    /// values.
    pub line: usize,
    /// What is wrong there.
    pub text: String,
}

impl Play {
    /// Replays the match with the current rules and checks the scores. Returns the start and the match at its end.
    pub fn run(
        &self,
        games: &[&'static dyn AnyGame],
        words: Arc<Lexicon>,
    ) -> Result<(Start, Arc<dyn AnyMatch>), PlayError> {
        let start = self.start(games)?;
        let opened = start.game.open(&start.settings, start.seats, start.seed, words);
        let dealt = opened.map_err(|refusal| PlayError::at(1, &refusal))?.next;
        let end = self.replay(dealt, |_, _, _| Ok(()))?;
        Ok((start, end))
    }

    /// How the match starts.
    pub fn start(&self, games: &[&'static dyn AnyGame]) -> Result<Start, PlayError> {
        let value = |_: &str, hash: &str| self.values.get(hash).cloned();
        let ticket = self.ticket.parse::<Ticket>();
        let start = ticket.and_then(|ticket| ticket.start(games, &SealKey::OPEN, value));
        start.map_err(|refusal| PlayError::at(1, &refusal))
    }

    /// Plays the entries on the dealt match and checks the scores. Returns the match at its end. `each` gets every
    /// entry, its line clean, with what came of it (nothing for a hint), and can end the replay with a refusal.
    pub fn replay(
        &self,
        dealt: Arc<dyn AnyMatch>,
        mut each: impl FnMut(Seat, PlayEntry, Option<Step>) -> Result<(), Refusal>,
    ) -> Result<Arc<dyn AnyMatch>, PlayError> {
        let mut game = dealt;
        for (line, (seat, entry)) in (2..).zip(&self.entries) {
            let played = play_entry(&*game, *seat, entry).and_then(|(entry, step)| {
                if let Some(step) = &step {
                    game = Arc::clone(&step.next);
                }
                each(*seat, entry, step)
            });
            played.map_err(|refusal| PlayError::at(line, &refusal))?;
        }
        let scores = game.outcome().map(|outcome| outcome.scores);
        let text = match (&scores, &self.scores) {
            (played, stated) if played == stated => return Ok(game),
            (Some(played), Some(stated)) => {
                format!("the match ends with the scores {}, not {}", listed(played), listed(stated))
            }
            (Some(played), None) => {
                format!("the match ends with the scores {}, but the file has none", listed(played))
            }
            (None, _) => "there are scores, but the match isn't over".to_owned(),
        };
        Err(PlayError { line: self.entries.len() + 2, text })
    }
}

impl PlayError {
    /// The error is the end of a longer sentence, so the full stop goes.
    fn at(line: usize, refusal: &Refusal) -> PlayError {
        PlayError { line, text: refusal.text.trim_end_matches('.').into() }
    }
}

/// The entry with its line clean, and what comes of it.
fn play_entry(
    game: &dyn AnyMatch,
    seat: Seat,
    entry: &PlayEntry,
) -> Result<(PlayEntry, Option<Step>), Refusal> {
    match entry {
        PlayEntry::Line(text) => {
            let clean = line::clean(text.as_bytes())?;
            let step = game.act(seat, &clean)?;
            Ok((PlayEntry::Line(clean), Some(step)))
        }
        PlayEntry::Leave | PlayEntry::Timeout => Ok((entry.clone(), Some(game.leave(seat)?))),
        PlayEntry::Hint => game.may_act(seat).map(|()| (PlayEntry::Hint, None)),
    }
}

/// Scores as a file has them.
fn listed(scores: &[i64]) -> String {
    scores.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

impl FromStr for Play {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Play, PlayError> {
        let mut play = Play {
            ticket: String::new(),
            values: BTreeMap::new(),
            entries: Vec::new(),
            scores: None,
        };
        // Some editors start a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(n, line)| (n + 1, line)).peekable();
        while let Some((n, line)) = lines.next() {
            let wrong = |text: &str| PlayError { line: n, text: text.into() };
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if play.scores.is_some() {
                return Err(wrong("nothing may follow the scores"));
            }
            if play.ticket.is_empty() {
                play.ticket = line.into();
            } else if let Some(hash) = line.strip_prefix('@') {
                let mut value = Vec::new();
                while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with(INDENT)) {
                    value.push(line.strip_prefix(INDENT).unwrap_or(line));
                }
                play.values.insert(hash.into(), value.join("\n"));
            } else if let Some(scores) = line.strip_prefix('=') {
                let scores: Result<_, _> = scores.split_whitespace().map(str::parse).collect();
                play.scores = Some(scores.map_err(|_| wrong("the scores must be numbers"))?);
            } else {
                let (seat, entry) =
                    line.split_once(':').ok_or_else(|| wrong("the line must be SEAT: LINE"))?;
                let seat = seat.parse().map_err(|_| wrong("the seat must be a number"))?;
                play.entries.push((Seat(seat), PlayEntry::read(entry.trim())));
            }
        }
        if play.ticket.is_empty() {
            return Err(PlayError { line: 1, text: "there is no ticket".into() });
        }
        Ok(play)
    }
}

const INDENT: &str = "    ";

impl PlayEntry {
    fn read(text: &str) -> PlayEntry {
        match text {
            "/hint" => PlayEntry::Hint,
            "/leave" => PlayEntry::Leave,
            "/timeout" => PlayEntry::Timeout,
            line => PlayEntry::Line(line.into()),
        }
    }
}

impl fmt::Display for PlayEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayEntry::Line(line) => line,
            PlayEntry::Hint => "/hint",
            PlayEntry::Leave => "/leave",
            PlayEntry::Timeout => "/timeout",
        })
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.ticket)?;
        for (hash, value) in &self.values {
            writeln!(f, "@{hash}")?;
            value.split('\n').try_for_each(|line| writeln!(f, "{INDENT}{line}"))?;
        }
        self.entries.iter().try_for_each(|(seat, entry)| writeln!(f, "{seat}: {entry}"))?;
        if let Some(scores) = &self.scores {
            writeln!(f, "= {}", listed(scores))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_survives_a_round_trip() {
        let text = "a/1/-/en-1/0000000000000\n@00ff\n    15 x 15\n    \n    Aa H CAT\n\
                    0: guess crane\n1: /hint\n1: /leave\n0: /timeout\n= 3 -1\n";
        let play: Play = text.parse().unwrap();
        assert_eq!(play.values["00ff"], "15 x 15\n\nAa H CAT");
        assert_eq!(play.entries[0], (Seat(0), PlayEntry::Line("guess crane".into())));
        assert_eq!(play.entries[3], (Seat(0), PlayEntry::Timeout));
        assert_eq!(play.scores, Some(vec![3, -1]));
        assert_eq!(play.to_string(), text);
        assert_eq!(format!("\u{feff}# mine\n\n{text}").parse(), Ok(play));

        let unfinished = "a/1/-/en-1/0000000000000\n0: guess crane\n";
        assert_eq!(unfinished.parse::<Play>().unwrap().to_string(), unfinished);
    }

    #[test]
    fn an_error_names_its_line() {
        let error = |text: &str| text.parse::<Play>().unwrap_err().to_string();
        assert_eq!(error(""), "line 1: there is no ticket");
        assert_eq!(error("t\nguess"), "line 2: the line must be SEAT: LINE");
        assert_eq!(error("t\nx: guess"), "line 2: the seat must be a number");
        assert_eq!(error("t\n= x"), "line 2: the scores must be numbers");
        assert_eq!(error("t\n= 1\n0: x"), "line 3: nothing may follow the scores");
    }
}
