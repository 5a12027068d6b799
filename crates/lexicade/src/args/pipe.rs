//! Arguments of `lexicade pipe`.

use super::GameName;
use super::play::TableArgs;
use clap::Args as Flags;
use engine::{Seat, Viewer};
use line::pipe::PipeViewer;
use line::{BoardLibrary, Opening};
use std::path::PathBuf;

/// Let a program play: commands in, JSON out
///
/// Prints one JSON object per line: a greeting, then the player's view after every accepted command, or the reason why
/// a command was refused. Reads one command per line, such as `guess crane` or `move up`; `1: place Aa` plays for seat
/// 1; `/hint`, `/leave`, `/bot NAME` and `/ticket` work in every game.
#[derive(Flags)]
pub(crate) struct PipeArgs {
    /// A game's name, or a ticket
    #[arg(value_name = "GAME|TICKET", value_parser = GameName)]
    what: String,
    #[command(flatten)]
    table: TableArgs,
    /// Your own word list, one word per line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// Whose view to print: seat (the player to act), public, or a seat's number
    #[arg(long, value_name = "seat|public|N", default_value = "seat", value_parser = eyes)]
    pub(crate) viewer: PipeViewer,
    /// Save the match
    #[arg(long)]
    pub(crate) save: bool,
}

impl PipeArgs {
    pub(crate) fn opening(&self, boards: BoardLibrary) -> Opening {
        self.table.opening(&self.what, &self.words, boards)
    }
}

fn eyes(text: &str) -> Result<PipeViewer, String> {
    match text {
        "seat" => Ok(PipeViewer::Acting),
        "public" => Ok(PipeViewer::Fixed(Viewer::Public)),
        seat => match seat.parse() {
            Ok(seat) => Ok(PipeViewer::Fixed(Viewer::Seat(Seat(seat)))),
            Err(_) => Err("use seat, public or the number of a seat".into()),
        },
    }
}
