//! What is said to play by lines of text.

use super::Named;
use super::play::TableArgs;
use clap::Args as Flags;
use engine::{Seat, Viewer};
use line::pipe::Eyes;
use line::{Boards, Opening};
use std::path::PathBuf;

/// Play by lines of text: commands in, JSON out
///
/// Prints a JSON object a line: first a greeting, then what the player may know after every accepted
/// command, or why a command was refused. Reads a command a line, such as `guess crane` or `move up`;
/// `1: place Aa` is done by seat 1; `/hint`, `/leave`, `/bot NAME` and `/ticket` are commands of the house.
#[derive(Flags)]
pub(crate) struct PipeArgs {
    /// A game's name, or a ticket
    #[arg(value_name = "GAME|TICKET", value_parser = Named)]
    what: String,
    #[command(flatten)]
    table: TableArgs,
    /// Your own word list: a word a line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// Whose eyes the updates are for: seat (the one to act), public, or a seat's number
    #[arg(long, value_name = "seat|public|N", default_value = "seat", value_parser = eyes)]
    pub(crate) viewer: Eyes,
    /// Keep the match like any other
    #[arg(long)]
    pub(crate) save: bool,
}

impl PipeArgs {
    /// The match that is asked for.
    pub(crate) fn opening(&self, boards: Boards) -> Opening {
        self.table.opening(&self.what, &self.words, boards)
    }
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
