//! Arguments of `lexicade arena`.

use super::GameName;
use clap::Args as Flags;
use line::{BoardLibrary, Opening};
use std::path::PathBuf;

/// Let bots and programs play each other, and rate them
///
/// Every bot gets the same luck: the same seeds, or each seed twice with the seats swapped. The same --seed repeats the
/// contest exactly, on any number of threads.
#[derive(Flags)]
pub(crate) struct ArenaArgs {
    /// A game's name
    #[arg(value_parser = GameName)]
    game: String,
    /// The bots
    #[arg(value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// A program that plays, such as 'python3 bot.py', started for each match
    #[arg(long, value_name = "CMD")]
    pub(crate) exec: Vec<String>,
    /// The number of matches per pair of bots
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    /// The number of matches played at a time [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Stop as soon as it is clear whether the first of two bots is stronger by LOW or by HIGH Elo
    #[arg(long, value_name = "LOW:HIGH", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a chart of the ratings to a file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// A setting of every match, as in lexicade play
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The seed: a number, or the 13 characters that a report shows
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
    /// Your own word list, one word per line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
}

impl ArenaArgs {
    pub(crate) fn opening(&self, boards: BoardLibrary) -> Opening {
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
