//! Front ends for plain text: dialogues for people at a terminal, the pipe for programs.

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
mod local_match;
pub mod pipe;
pub mod remote_table;
mod replay;
mod wizards;

pub use console::{Console, ConsoleOptions, sanitize};
pub use daily::daily;
use dialogue::Dialogue;
pub use engine::text::wrap;
use engine::{Code, Refusal, Seat};
use games::GAMES;
pub use hall::opening::{self, Opening};
pub use hall::{BoardLibrary, Players};
use hall::{Hall, MatchId, Occupant, Summary};
use jiff::civil::Date;
pub use replay::replay;
use std::io;
use tokio::runtime::Runtime;

/// The hall, its runtime and the players: what every dialogue needs.
#[derive(Clone, Copy)]
pub struct HallContext<'a> {
    pub hall: &'a Hall,
    pub runtime: &'a Runtime,
    /// The players at this keyboard.
    pub players: &'a Players,
    /// Can players at other terminals sit at the same matches?
    pub shared: bool,
}

/// The match that a player asks for.
#[derive(Clone, Default)]
pub struct PlayRequest {
    pub opening: Opening,
    /// Bots with their seats.
    pub bots: Vec<(Seat, String)>,
    /// Show the par of every hand?
    pub par: bool,
    /// The name or path of the board to build.
    pub board: Option<String>,
    /// The unfinished match to resume.
    pub resume: Option<MatchId>,
    /// The date, if this is a daily.
    pub daily: Option<Date>,
}

impl PlayRequest {
    /// Resumes an unfinished match. Refuses a match that is over or that these players have no seat in.
    pub fn resume(
        context: HallContext,
        summary: &Summary,
        boards: BoardLibrary,
    ) -> Result<PlayRequest, Refusal> {
        if summary.ended.is_some() {
            let text = format!("Match {} is over. Use lexicade replay to watch it.", summary.id);
            return Err(Refusal::new(Code::Over, text));
        }
        context.runtime.block_on(context.hall.rejoin(summary, context.players))?;
        let start = context.runtime.block_on(context.hall.start(&summary.id))?;
        let bot = |(seat, occupant): (Seat, &Option<Occupant>)| match occupant {
            Some(Occupant::Bot(name)) => Some((seat, name.clone())),
            _ => None,
        };
        let bots = (0..summary.seats).map(Seat).zip(&summary.sat).filter_map(bot).collect();
        let (what, there) = (summary.game.clone(), Some(start));
        let opening = Opening { what, boards, there, ..Opening::default() };
        let (resume, daily) = (Some(summary.id.clone()), summary.daily);
        Ok(PlayRequest { opening, bots, resume, daily, ..PlayRequest::default() })
    }

    /// Adds the stored word list that a ticket names, if there is one.
    pub fn complete(self, context: HallContext) -> Result<PlayRequest, Refusal> {
        let opening = context.runtime.block_on(context.hall.complete(self.opening))?;
        Ok(PlayRequest { opening, ..self })
    }

    /// Refuses a request that can never be played, before the dialogue starts. The Builder asks again instead.
    pub fn check(&self) -> Result<(), Refusal> {
        let game = opening::find(GAMES, self.opening.game())?;
        if game.info().id != "builder" {
            self.opening.resolve(GAMES)?;
        }
        let (fewest, most) = (game.info().fewest, game.info().most);
        if let Some(seats) = self.opening.seats.filter(|seats| !(fewest..=most).contains(seats)) {
            let (name, seats) = (game.info().name, seats);
            return Err(Refusal::setup(match most {
                1 => format!("{name} is for one player, not {seats}."),
                _ => format!("{name} is for {fewest} to {most} players, not {seats}."),
            }));
        }
        for (seat, name) in &self.bots {
            let (most, bots) = (game.info().most, game.bots());
            if seat.0 >= most {
                let last = most.saturating_sub(1);
                let text = format!("There is no seat {seat} for a bot. The last seat is {last}.");
                return Err(Refusal::setup(text));
            }
            if !bots.contains(&name.as_str()) {
                let (name, bots) = (engine::line::quote(name), bots.join(", "));
                let text = format!("There is no bot “{name}”. Choose one of: {bots}.");
                return Err(Refusal::setup(text));
            }
        }
        Ok(())
    }
}

/// How a dialogue ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The match was played to its end, and the player wants no other.
    Done,
    /// The player quit, or the input ended.
    Quit,
}

/// Plays a game in a plain terminal, in its own dialogue or in the default one.
pub fn play(
    console: &mut Console,
    context: HallContext,
    request: &PlayRequest,
) -> Result<Ending, LineError> {
    if request.opening.game() == "builder" {
        return builder::play(console, context, request);
    }
    let mut dialogue = Dialogue::new(console, context, request)?;
    let ending = match request.opening.game() {
        "wizards" => wizards::play(&mut dialogue),
        "hand" => hand::play(&mut dialogue),
        "junior" => junior::play(&mut dialogue),
        _ => default_dialogue::play(&mut dialogue),
    }?;
    if let Some(day) = request.daily {
        daily::after(console, context, request.opening.game(), day)?;
    }
    Ok(ending)
}

/// Why a dialogue ended early.
#[derive(Debug)]
pub enum LineError {
    /// Refused, with a sentence for the player.
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
