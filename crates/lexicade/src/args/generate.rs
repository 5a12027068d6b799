//! Arguments of `lexicade generate` and `lexicade words`.

use clap::Args as Flags;
use games::wizards::Level;
use std::path::PathBuf;

/// Make puzzles to print, with their answers, or as JSON
///
/// The same --seed gives the same puzzles. A higher level has rarer words, leaves out more of the words that the
/// letters spell, and has fewer crossings.
#[derive(Flags)]
pub(crate) struct GenerateArgs {
    /// The game (Wizards only)
    #[arg(value_parser = ["wizards"])]
    game: String,
    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: u64,
    /// The difficulty
    #[arg(long, default_value = "scholar", value_parser = LEVELS.map(|(name, _)| name))]
    level: String,
    /// JSON (one line per puzzle), plain text, or a file to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The seed: a number, or the last 13 characters of a ticket
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Your own word list, one word per line
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
    pub(crate) fn level(&self) -> Level {
        let named = LEVELS.iter().find(|(name, _)| *name == self.level);
        named.map_or(Level::default(), |(_, level)| *level)
    }

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

/// Find the words that your letters spell
///
/// Prints every word that can be spelt from the letters of RACK, one per line, the longest first. Each letter is used
/// at most as often as it is in RACK.
#[derive(Flags)]
pub(crate) struct WordsArgs {
    /// The letters
    pub(crate) rack: String,
    /// The number of wildcards, each of which stands for any letter
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) wild: u8,
    /// A pattern: letters, and ? for any letter
    #[arg(long, value_name = "P")]
    pub(crate) pattern: Option<String>,
    /// The minimum length of a word
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min: usize,
    /// Your own word list, one word per line
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<PathBuf>,
}
