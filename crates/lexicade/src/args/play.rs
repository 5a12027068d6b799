//! Arguments of the commands that play a match, build a board or name a puzzle.

use super::GameName;
use clap::Args as Flags;
use engine::{Refusal, Seat};
use line::{BoardLibrary, Opening, PlayRequest};
use std::path::PathBuf;

/// Play a game, a ticket's puzzle, or resume a match
///
/// Without an argument it resumes your match; if you have several, you choose one.
#[derive(Flags)]
pub(crate) struct PlayArgs {
    /// A game's name, a ticket, or the first characters of a match's id
    #[arg(value_name = "GAME|TICKET|MATCH", value_parser = GameName)]
    what: Option<String>,
    #[command(flatten)]
    sitting: SittingArgs,
}

impl PlayArgs {
    pub(crate) fn what(&self) -> Option<&str> {
        self.what.as_deref()
    }

    /// Whether only a game is named, without any setting.
    pub(crate) fn is_bare(&self) -> bool {
        let SittingArgs { words, table, bot, par: _ } = &self.sitting;
        let named = self.what.as_ref().is_some_and(|what| !what.contains('/'));
        named && words.is_none() && bot.is_empty() && table.is_bare()
    }

    pub(crate) fn request(&self, boards: BoardLibrary) -> Result<PlayRequest, Refusal> {
        let SittingArgs { words, table, bot, par } = &self.sitting;
        let bots = bot.iter().map(|text| one_bot(text)).collect::<Result<_, _>>()?;
        let opening = table.opening(self.what.as_deref().unwrap_or_default(), words, boards);
        Ok(PlayRequest { opening, bots, par: *par, ..PlayRequest::default() })
    }
}

/// Arguments of a game's own command.
#[derive(Flags)]
pub(super) struct GameArgs {
    /// Your own word list, one word per line
    #[arg(value_name = "FILE", conflicts_with = "words")]
    file: Option<PathBuf>,
    #[command(flatten)]
    sitting: SittingArgs,
}

impl GameArgs {
    pub(super) fn of(mut self, game: &str) -> PlayArgs {
        self.sitting.words = self.sitting.words.or(self.file);
        PlayArgs { what: Some(game.to_owned()), sitting: self.sitting }
    }
}

/// Arguments of a match that is played in this terminal.
#[derive(Flags)]
struct SittingArgs {
    /// Your own word list, one word per line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
    /// Seat a bot, such as 1=sensible
    #[arg(long, value_name = "SEAT=NAME")]
    bot: Vec<String>,
    /// Show the best possible score of each hand (Hand only)
    #[arg(long)]
    par: bool,
}

/// `SEAT=NAME`.
fn one_bot(text: &str) -> Result<(Seat, String), Refusal> {
    let parsed = text.split_once('=').and_then(|(seat, name)| Some((seat.parse().ok()?, name)));
    match parsed {
        Some((seat, name)) => Ok((Seat(seat), name.to_owned())),
        None => Err(Refusal::setup("Write a bot as SEAT=NAME, such as 1=sensible.")),
    }
}

/// Build a board for Scrabble Junior, or edit one
#[derive(Flags)]
pub(crate) struct BuildArgs {
    /// The board's name, or the path of its file
    #[arg(value_name = "NAME|PATH")]
    board: Option<String>,
    /// Your own word list, one word per line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
}

impl BuildArgs {
    pub(crate) fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// Whether only the board is named, without any setting.
    pub(crate) fn is_bare(&self) -> bool {
        self.words.is_none() && self.table.is_bare()
    }

    pub(crate) fn request(&self, boards: BoardLibrary) -> PlayRequest {
        let opening = self.table.opening("builder", &self.words, boards);
        PlayRequest { opening, board: self.board.clone(), ..PlayRequest::default() }
    }
}

/// Print a ticket: a challenge for a friend, with its secrets sealed
#[derive(Flags)]
pub(crate) struct TicketArgs {
    /// A game's name
    #[arg(value_parser = GameName)]
    game: String,
    /// Your own word list, one word per line
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
}

impl TicketArgs {
    pub(crate) fn opening(&self, boards: BoardLibrary) -> Opening {
        self.table.opening(&self.game, &self.words, boards)
    }
}

/// Show the leaderboard of a daily or a ticket
#[derive(Flags)]
pub(crate) struct LeaderboardArgs {
    /// A game's name for its daily, or a ticket
    #[arg(value_name = "GAME|TICKET", value_parser = GameName)]
    pub(crate) what: String,
    /// The day of the daily, such as 2026-11-15 [default: today]
    #[arg(value_name = "DATE")]
    pub(crate) day: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Settings of any match.
#[derive(Flags)]
pub(super) struct TableArgs {
    /// A setting, such as hard=true; KEY=@FILE reads the value from a file
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The number of seats
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// The seed: a number, or the last 13 characters of a ticket
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
}

impl TableArgs {
    fn is_bare(&self) -> bool {
        self.set.is_empty() && self.seats.is_none() && self.seed.is_none()
    }

    pub(super) fn opening(
        &self,
        what: &str,
        words: &Option<PathBuf>,
        boards: BoardLibrary,
    ) -> Opening {
        Opening {
            what: what.to_owned(),
            set: self.set.clone(),
            seats: self.seats,
            seed: self.seed.clone(),
            words: words.clone(),
            list: None,
            boards,
            settled: Vec::new(),
            there: None,
        }
    }
}
