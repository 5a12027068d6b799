//! Plain text in, plain text out: the line terminal for people, the pipe for programs.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod builder;
mod console;
mod daily;
mod default_dialogue;
mod dialogue;
mod draw;
mod hand;
mod input;
mod junior;
pub mod lines;
mod manual;
pub mod pipe;
pub mod remote_table;
mod replay;
mod sitting;
mod wizards;

pub use console::{Console, ConsoleOptions, sanitize};
pub use daily::daily;
use dialogue::Dialogue;
pub use draw::wrap;
use engine::{Refusal, Seat};
use games::GAMES;
pub use hall::opening::{self, Opening};
pub use hall::{BoardLibrary, Players};
use hall::{Hall, MatchId, Occupant, Summary};
use jiff::civil::Date;
pub use manual::manual;
pub use replay::replay;
use std::io;
use tokio::runtime::Runtime;

/// What every dialogue needs of the house.
#[derive(Clone, Copy)]
pub struct HallContext<'a> {
    /// The hall that matches are played in.
    pub hall: &'a Hall,
    /// What the hall runs on.
    pub runtime: &'a Runtime,
    /// Who is at this keyboard.
    pub players: &'a Players,
    /// May others, elsewhere, sit at the same matches?
    pub shared: bool,
}

/// What a player wants to play, and how.
#[derive(Clone, Default)]
pub struct PlayRequest {
    /// The match.
    pub opening: Opening,
    /// Bots, and where they sit.
    pub bots: Vec<(Seat, String)>,
    /// Is Hand's par to be told?
    pub par: bool,
    /// The name or the path of the board that is to be built.
    pub board: Option<String>,
    /// The match to go on with.
    pub resume: Option<MatchId>,
    /// The day whose daily it is.
    pub daily: Option<Date>,
}

impl PlayRequest {
    /// Going on with a match that is not over, for those who play it.
    pub fn resume(
        house: HallContext,
        summary: &Summary,
        boards: BoardLibrary,
    ) -> Result<PlayRequest, Refusal> {
        if summary.ended.is_some() {
            let text = format!("Match {} is over; lexicade replay shows it.", summary.id);
            return Err(Refusal::new("house.over", text));
        }
        house.runtime.block_on(house.hall.rejoin(summary, house.players))?;
        let start = house.runtime.block_on(house.hall.start(&summary.id))?;
        let bot = |(seat, who): (Seat, &Option<Occupant>)| match who {
            Some(Occupant::Bot(name)) => Some((seat, name.clone())),
            _ => None,
        };
        let bots = (0..summary.seats).map(Seat).zip(&summary.sat).filter_map(bot).collect();
        let (what, there) = (summary.game.clone(), Some(start));
        let opening = Opening { what, boards, there, ..Opening::default() };
        let (resume, daily) = (Some(summary.id.clone()), summary.daily);
        Ok(PlayRequest { opening, bots, resume, daily, ..PlayRequest::default() })
    }

    /// The same, with what the house has kept of what a ticket names.
    pub fn complete(self, house: HallContext) -> Result<PlayRequest, Refusal> {
        let opening = house.runtime.block_on(house.hall.complete(self.opening))?;
        Ok(PlayRequest { opening, ..self })
    }

    /// Refuses what can never be played, before a word is said. The Builder asks again instead.
    pub fn check(&self) -> Result<(), Refusal> {
        let game = opening::find(GAMES, self.opening.game())?;
        if game.info().id != "builder" {
            self.opening.resolve(GAMES)?;
        }
        let (fewest, most) = (game.info().fewest, game.info().most);
        if let Some(seats) = self.opening.seats.filter(|seats| !(fewest..=most).contains(seats)) {
            let (name, seats) = (game.info().name, seats);
            return Err(Refusal::setup(match most {
                1 => format!("{name} is played by one, not by {seats}."),
                _ => format!("{name} is played by {fewest} to {most}, not by {seats}."),
            }));
        }
        for (seat, name) in &self.bots {
            let (most, bots) = (game.info().most, game.bots());
            if seat.0 >= most {
                let last = most.saturating_sub(1);
                let text = format!("There is no seat {seat} for a bot; the last is {last}.");
                return Err(Refusal::setup(text));
            }
            if !bots.contains(&name.as_str()) {
                let (name, bots) = (engine::line::quote(name), bots.join(", "));
                let text = format!("There is no bot “{name}”; there are {bots}.");
                return Err(Refusal::setup(text));
            }
        }
        Ok(())
    }
}

/// How a player left the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played to its end, and no more is wanted.
    Done,
    /// The player wants to go, or the input ended.
    Quit,
}

/// Plays a game in a plain terminal: in the dialogue that its document prescribes, or else at the
/// table that serves all games.
pub fn play(
    console: &mut Console,
    house: HallContext,
    plan: &PlayRequest,
) -> Result<Ending, LineError> {
    if plan.opening.game() == "builder" {
        return builder::play(console, house, plan);
    }
    let mut host = Dialogue::new(console, house, plan)?;
    let ending = match plan.opening.game() {
        "wizards" => wizards::play(&mut host),
        "hand" => hand::play(&mut host),
        "junior" => junior::play(&mut host),
        _ => default_dialogue::play(&mut host),
    }?;
    if let Some(day) = plan.daily {
        daily::after(console, house, plan.opening.game(), day)?;
    }
    Ok(ending)
}

/// Why something ended early.
#[derive(Debug)]
pub enum LineError {
    /// It cannot be: a sentence for the player.
    Refused(Refusal),
    /// Input or output failed.
    Io(io::Error),
}

impl From<Refusal> for LineError {
    fn from(refusal: Refusal) -> Self {
        LineError::Refused(refusal)
    }
}

impl From<io::Error> for LineError {
    fn from(error: io::Error) -> Self {
        LineError::Io(error)
    }
}
