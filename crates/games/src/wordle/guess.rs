//! Decides whether a word may be guessed. This needs only what the player sees, so that the check also works while the
//! player is typing; the caller looks up whether the word is in the list.

use super::{Guess, Mark, MarkedGuess, Marking, PackedWord, TooLong, View};
use engine::{Refusal, line};
use std::cmp::Ordering;

/// The settings that limit guesses.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) length: u8,
    pub(super) hard: bool,
    pub(super) marking: Marking,
}

impl Rules {
    pub(super) fn of(view: &View) -> Rules {
        Rules { length: view.length, hard: view.hard, marking: view.marking }
    }
}

/// Fails with the reason if a word may not be guessed after these rows. `known` looks up whether it is a word.
pub(super) fn check(
    rules: Rules,
    rows: &[MarkedGuess],
    word: &PackedWord,
    known: impl Fn(&[u8]) -> bool,
) -> Result<(), Refusal> {
    let (length, bytes) = (usize::from(rules.length), word.bytes());
    if bytes.len() != length || !known(bytes) {
        return Err(unfit(length, word));
    }
    if !rules.hard {
        return Ok(());
    }
    match breach(rules, rows, word) {
        Some(text) => Err(Refusal::game("wordle.hard", text)),
        None => Ok(()),
    }
}

/// The refusal for a word of the wrong length or that isn't in the list.
fn unfit(length: usize, word: &PackedWord) -> Refusal {
    match word.bytes().len().cmp(&length) {
        _ if !word.bytes().iter().all(u8::is_ascii_lowercase) => letters(word),
        Ordering::Less => Refusal::game("wordle.short", "Not enough letters"),
        Ordering::Greater => long(),
        Ordering::Equal => Refusal::game("wordle.unknown", "Not in word list"),
    }
}

/// Parses a guess. Fails if it is too long for any word.
pub(super) fn read(text: &str) -> Result<Guess, Refusal> {
    match PackedWord::try_from(text) {
        Ok(word) => Ok(Guess(word)),
        Err(TooLong) if text.bytes().all(|byte| byte.is_ascii_lowercase()) => Err(long()),
        Err(TooLong) => Err(letters(text)),
    }
}

fn letters(word: &str) -> Refusal {
    let text = format!("Use the letters a to z only, not “{}”.", line::quote(word));
    Refusal::game("wordle.letters", text)
}

fn long() -> Refusal {
    Refusal::game("wordle.long", "Too many letters")
}

/// Why hard mode forbids a word of the right length; `None` if it is allowed.
pub(super) fn breach(rules: Rules, rows: &[MarkedGuess], word: &str) -> Option<String> {
    if !rules.hard {
        return None;
    }
    let misplaced = rows.iter().find_map(|row| misplaced(row, word));
    misplaced.or_else(|| rows.iter().find_map(|row| missing(row, word, rules.marking)))
}

/// Why hard mode forbids a word after these rows, in a sentence; `None` if it is allowed.
pub fn hard_breach(marking: Marking, rows: &[MarkedGuess], word: &str) -> Option<String> {
    let length = word.len().try_into().unwrap_or(u8::MAX);
    breach(Rules { length, hard: true, marking }, rows, word)
}

/// Does hard mode forbid a word after this row?
pub(super) fn forbids(row: &MarkedGuess, word: &str, marking: Marking) -> bool {
    misplaced(row, word).is_some() || missing(row, word, marking).is_some()
}

/// The complaint about a correct letter that isn't in its place.
fn misplaced(row: &MarkedGuess, word: &str) -> Option<String> {
    for ((place, (letter, mark)), here) in (1..).zip(row.letters()).zip(word.chars()) {
        if mark == Mark::Correct && here != letter {
            let letter = letter.to_ascii_uppercase();
            return Some(format!("Hard mode: letter {place} must be {letter}."));
        }
    }
    None
}

/// The complaint about a revealed letter that isn't used again, or not often enough.
fn missing(row: &MarkedGuess, word: &str, marking: Marking) -> Option<String> {
    row.letters().filter(|&(_, mark)| mark > Mark::Absent).find_map(|(letter, _)| {
        let found = row.letters().filter(|&pair| pair.0 == letter && pair.1 > Mark::Absent).count();
        let wanted = match marking {
            Marking::Lenient => 1,
            Marking::Strict => found,
        };
        let used = word.chars().filter(|&here| here == letter).count();
        let letter = letter.to_ascii_uppercase();
        match wanted {
            _ if used >= wanted => None,
            1 => Some(format!("Hard mode: the guess must contain {letter}.")),
            _ => Some(format!("Hard mode: the guess must contain {letter} {wanted} times.")),
        }
    })
}
