//! What is said to let bots play each other.

use super::Named;
use clap::Args as Flags;
use line::{Boards, Opening};
use std::path::PathBuf;

/// Let bots and programs play each other, and rate them
///
/// All play with the same luck: the same seeds for each, or each seed twice with the seats swapped. The
/// same --seed gives the same contest again, on any number of threads.
#[derive(Flags)]
pub(crate) struct ArenaArgs {
    /// A game's name
    #[arg(value_parser = Named)]
    game: String,
    /// Bots of the game
    #[arg(value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// A program that plays, such as 'python3 bot.py'; it is started for each match
    #[arg(long, value_name = "CMD")]
    pub(crate) exec: Vec<String>,
    /// How many matches each two are compared by
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    /// How many matches are played at a time; by default as many as there are cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// End as soon as it is clear whether the first of two is stronger by LOW or by HIGH Elo
    #[arg(long, value_name = "LOW:HIGH", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// The report for programs
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the ratings into a file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// A setting of all matches, as in lexicade play
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The seed that all luck comes from: a number, or 13 characters of a report
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
}

impl ArenaArgs {
    /// How the matches begin.
    pub(crate) fn opening(&self, boards: Boards) -> Opening {
        Opening {
            what: self.game.clone(),
            set: self.set.clone(),
            seed: self.seed.clone(),
            words: self.words.clone(),
            boards,
            ..Opening::default()
        }
    }
}
