//! What may be said on the command line.

use clap::{Args as Flags, Parser, Subcommand};
use engine::{Seat, Viewer};
use line::Opening;
use line::pipe::Eyes;
use std::path::PathBuf;

/// One house for five games of words and wits.
#[derive(Parser)]
#[command(version, about, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  lexicade                                    the house and its games
  lexicade pipe wordle                        play Wordle by lines of text
  lexicade pipe wampus --set cave=classic     a fixed cave
  lexicade pipe wordle/1/-/en-1/0000000000000 the puzzle that a ticket names
  lexicade words aeinrst --min 6              words spelt from these letters
  lexicade words crtae --pattern ?rate        words that fit a pattern

Each command explains itself: lexicade pipe --help";

#[derive(Subcommand)]
pub(crate) enum Command {
    Pipe(PipeArgs),
    Words(WordsArgs),
}

/// Play by lines of text: commands in, JSON out
///
/// Prints a JSON object a line: first a greeting, then what the player may know after every accepted
/// command, or why a command was refused. Reads a command a line, such as `guess crane` or `move up`;
/// `1: place Aa` is done by seat 1; `/hint`, `/leave`, `/bot NAME` and `/ticket` are commands of the house.
#[derive(Flags)]
pub(crate) struct PipeArgs {
    /// A game's name, or a ticket
    #[arg(value_name = "GAME|TICKET")]
    what: String,
    /// A setting of the match; KEY=@FILE takes the value from a file
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// How many play
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// The seed: a number, or 13 characters of a ticket
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// Whose eyes the updates are for: seat (the one to act), public, or a seat's number
    #[arg(long, value_name = "seat|public|N", default_value = "seat", value_parser = eyes)]
    pub(crate) viewer: Eyes,
}

impl PipeArgs {
    /// The match that is asked for.
    pub(crate) fn opening(&self) -> Opening {
        Opening {
            what: self.what.clone(),
            set: self.set.clone(),
            seats: self.seats,
            seed: self.seed.clone(),
            words: self.words.clone(),
        }
    }
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

fn eyes(text: &str) -> Result<Eyes, String> {
    match text {
        "seat" => Ok(Eyes::Acting),
        "public" => Ok(Eyes::Fixed(Viewer::Public)),
        seat => match seat.parse() {
            Ok(seat) => Ok(Eyes::Fixed(Viewer::Seat(Seat(seat)))),
            Err(_) => Err("it is seat, public or the number of a seat".into()),
        },
    }
}
