//! Hand: the best possible total of a hand with its plays, and the best letter to substitute.

use crate::{LineError, complain, print};
use clap::Args as Flags;
use engine::Refusal;
use games::hand::solver::par::{self, Best, Par};
use games::hand::solver::{Gain, gains};
use line::opening::own_words;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use words::Lexicon;

/// Find the best plays in Hand
///
/// Give the letters of a hand, with * for the wildcard, such as 'aci*prt' (in quotes, because * is special in a shell).
/// The command prints the best possible total and its plays in order: with valid words only, and with letters thrown
/// away by invalid words. It also prints the average gain of substituting each letter, with letters thrown away where
/// that pays. A hint in a match considers valid words only.
#[derive(Flags)]
pub(crate) struct HandArgs {
    /// The letters of one or more hands
    #[arg(value_name = "LETTERS", required = true)]
    hands: Vec<String>,
    /// Your own word list
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// Print JSON, one object per hand and line
    #[arg(long)]
    json: bool,
}

impl HandArgs {
    pub(super) fn run(&self) -> Result<(), LineError> {
        let own = self.words.as_deref().map(own_words).transpose()?;
        let words = own.as_ref().map_or(Lexicon::builtin(), |(list, _)| list);
        own.iter().flat_map(|(_, notice)| notice).for_each(|notice| complain(notice));
        for hand in &self.hands {
            let hand = letters(hand)?;
            let par = par::par(&hand, words).ok_or_else(|| wrong(&hand))?;
            let mut gains = gains(&hand, words, true);
            gains.sort_by_key(|gain| std::cmp::Reverse(gain.points));
            print(&match self.json {
                true => data(&hand, &par, &gains),
                false => text(&hand, &par, &gains),
            })?;
        }
        Ok(())
    }
}

/// The letters in lower case.
fn letters(hand: &str) -> Result<String, Refusal> {
    let good = |letter: char| letter.is_ascii_alphabetic() || letter == '*';
    match (1..=par::MOST).contains(&hand.len()) && hand.chars().all(good) {
        true => Ok(hand.to_ascii_lowercase()),
        false => Err(wrong(hand)),
    }
}

fn wrong(hand: &str) -> Refusal {
    let text = format!(
        "“{}” isn't a hand. Give one to {} letters, such as aci*prt; * is the wildcard.",
        engine::line::quote(hand),
        par::MOST
    );
    Refusal::game("solve.hand", text)
}

fn text(hand: &str, par: &Par, gains: &[Gain]) -> String {
    let mut text = format!("{hand}\n");
    for (how, best) in [("words only", &par.valid), ("anything", &par.sacrifice)] {
        let plays = match &best.plays[..] {
            [] if best.points > 0 => "with words that aren't shown".to_owned(),
            [] => "nothing to play".to_owned(),
            plays => plays.join(", "),
        };
        let _ = writeln!(text, "{how:<12}{:>6} points: {plays}", best.points);
    }
    match gains.first() {
        None => {}
        Some(best) if best.points > 0 => {
            let _ = writeln!(
                text,
                "Substitute {}. Average gain of substituting each letter, if invalid words may be played too:",
                best.letter
            );
        }
        Some(_) => {
            text += "Keep all letters. Average gain of substituting each letter, if invalid words may be played too:\n"
        }
    }
    for gain in gains {
        let _ = writeln!(text, "{:<12}{:>+9.2}", gain.letter, gain.mean());
    }
    text
}

fn data(hand: &str, par: &Par, gains: &[Gain]) -> String {
    let best = |best: &Best| json!({"points": best.points, "plays": best.plays});
    let gain = |gain: &Gain| json!({"letter": gain.letter, "mean": gain.mean(), "ways": gain.ways});
    let gains: Vec<_> = gains.iter().map(gain).collect();
    let (valid, any) = (best(&par.valid), best(&par.sacrifice));
    format!("{}\n", json!({"hand": hand, "valid": valid, "sacrifice": any, "gains": gains}))
}
