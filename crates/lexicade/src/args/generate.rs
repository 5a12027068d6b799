//! What is said to make puzzles, or to find words.

use clap::Args as Flags;
use games::wizards::Level;
use std::path::PathBuf;

/// Make puzzles: for programs, or on sheets to print with the answers apart
///
/// The same --seed gives the same puzzles again. A level says how hard they are: how rare their words,
/// how many words of the same letters are left out, how few letters are crossed.
#[derive(Flags)]
pub(crate) struct GenerateArgs {
    /// The game; so far there are puzzles of one
    #[arg(value_parser = ["wizards"])]
    game: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: u64,
    /// How hard
    #[arg(long, default_value = "scholar", value_parser = LEVELS.map(|(name, _)| name))]
    level: String,
    /// A line of JSON each, plain text, or one file to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The seed: a number, or 13 characters of a ticket
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<PathBuf>,
}

const LEVELS: [(&str, Level); 5] = [
    ("apprentice", Level::Apprentice),
    ("scholar", Level::Scholar),
    ("sorcerer", Level::Sorcerer),
    ("master", Level::Master),
    ("elder", Level::Elder),
];

impl GenerateArgs {
    /// How hard.
    pub(crate) fn level(&self) -> Level {
        let named = LEVELS.iter().find(|(name, _)| *name == self.level);
        named.map_or(Level::default(), |(_, level)| *level)
    }

    /// The same as it was said.
    pub(crate) fn level_name(&self) -> &str {
        &self.level
    }
}

/// How puzzles are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Format {
    Json,
    Text,
    Svg,
    Html,
}

/// Find the words that letters spell
///
/// Prints the words that can be spelt from the letters of RACK, each used at most as often as it is
/// there: one word a line, the longest first, then from a to z.
#[derive(Flags)]
pub(crate) struct WordsArgs {
    /// The letters
    pub(crate) rack: String,
    /// How many letters more, each of which may be any
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) wild: u8,
    /// What the word must look like: letters, and ? for any letter
    #[arg(long, value_name = "P")]
    pub(crate) pattern: Option<String>,
    /// The fewest letters a word may have
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min: usize,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<PathBuf>,
}
