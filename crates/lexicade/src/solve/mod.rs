//! Minds on the command line: the best move of a game that is played anywhere. A file a game; threads, where they
//! help, start here, for the searches themselves know none.

mod hand;
mod wampus;
mod wordle;

use crate::LineError;
use clap::Subcommand;

/// What can be solved.
#[derive(Subcommand)]
pub(crate) enum Solve {
    Wordle(Box<wordle::WordleArgs>),
    Hand(hand::HandArgs),
    Wampus(wampus::WampusArgs),
}

/// Does what was asked for.
pub(crate) fn run(solve: &Solve) -> Result<(), LineError> {
    match solve {
        Solve::Wordle(args) => args.run(),
        Solve::Hand(args) => args.run(),
        Solve::Wampus(args) => args.run(),
    }
}
