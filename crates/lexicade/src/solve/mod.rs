//! The `solve` command: the best move in a game that is played anywhere, with a module for each game. Threads start
//! here, because the searches in `games` have none.

mod hand;
mod wampus;
mod wordle;

use crate::LineError;
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Solve {
    Wordle(Box<wordle::WordleArgs>),
    Hand(hand::HandArgs),
    Wampus(wampus::WampusArgs),
}

pub(crate) fn run(solve: &Solve) -> Result<(), LineError> {
    match solve {
        Solve::Wordle(args) => args.run(),
        Solve::Hand(args) => args.run(),
        Solve::Wampus(args) => args.run(),
    }
}
