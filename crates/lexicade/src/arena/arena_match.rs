//! One match of the arena. A program sees only what the pipe shows to its seat; a bot sees only its view.

use super::player::{Contestant, ContestantKind, ForfeitReason};
use super::program::Program;
use ::line::pipe::{HelloLine, RefusalLine, UpdateLine, split_seat};
use engine::{
    AnyMatch, Budget, Code, Narration, Outcome, Refusal, Seat, Start, Step, Viewer, line,
};
use hall::{Over, Update};
use std::sync::Arc;
use std::time::Duration;
use words::Lexicon;

/// A program forfeits after this many refusals in a row.
const REFUSALS: usize = 10;

/// The most commands in a match. Bots need far fewer, but a program may go round in circles.
const COMMANDS: u64 = 10_000;

/// The result of a match.
pub(super) struct ArenaResult {
    pub(super) outcome: Outcome,
    /// For each seat, the reason if it forfeited.
    pub(super) left: Vec<Option<ForfeitReason>>,
}

/// Plays a match with the players on the seats from 0. `seed` is the seed for the programs' own random numbers: it is
/// different for every match and contest.
pub(super) fn play(
    start: &Start,
    words: Arc<Lexicon>,
    players: &[&Contestant],
    seed: &str,
) -> Result<ArenaResult, Refusal> {
    let opened = start.game.open(&start.settings, start.seats, start.seed, words)?;
    let sit = |(seat, player): (u8, &&Contestant)| match &player.kind {
        ContestantKind::Bot(name) => Ok(Controller::Bot(name.clone())),
        ContestantKind::Program(call) => {
            let seed = engine::chance::seed_of(&format!("{seed}|{seat}"));
            Program::start(call, seed).map(Controller::Program)
        }
    };
    let controllers = (0..).zip(players).map(sit).collect::<Result<Vec<_>, _>>()?;
    let left = vec![None; players.len()];
    let arena_match = ArenaMatch { start, game: opened.next, seq: 0, controllers, left };
    arena_match.greet();
    arena_match.send(&opened.narration);
    arena_match.run()
}

/// What plays a seat.
enum Controller {
    Bot(String),
    Program(Program),
}

struct ArenaMatch<'a> {
    start: &'a Start,
    game: Arc<dyn AnyMatch>,
    seq: u64,
    controllers: Vec<Controller>,
    left: Vec<Option<ForfeitReason>>,
}

impl ArenaMatch<'_> {
    fn run(mut self) -> Result<ArenaResult, Refusal> {
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(ArenaResult { outcome, left: self.left });
            }
            let Some(seat) = self.game.to_act().iter().next() else {
                let text = "The match is stuck: it is nobody's turn, and it is not over.";
                return Err(Refusal::new(Code::Broken, text));
            };
            let step = match self.turn(seat) {
                Ok(step) => step,
                Err(why) => {
                    if let Some(left) = self.left.get_mut(seat.index()) {
                        *left = Some(why);
                    }
                    if let Some(Controller::Program(program)) =
                        self.controllers.get_mut(seat.index())
                        && why != ForfeitReason::Resigned
                    {
                        program.kill();
                    }
                    self.game.leave(seat)?
                }
            };
            self.game = step.next;
            self.seq += 1;
            self.send(&step.narration);
        }
    }

    /// The move of the seat, or the reason why it forfeits.
    fn turn(&self, seat: Seat) -> Result<Step, ForfeitReason> {
        if self.seq >= COMMANDS {
            return Err(ForfeitReason::Endless);
        }
        match self.controllers.get(seat.index()) {
            Some(Controller::Bot(name)) => {
                let line = self.game.bot(seat, name, Budget::default()).unwrap_or_default();
                self.game.act(seat, &line).map_err(|_| ForfeitReason::Refused)
            }
            Some(Controller::Program(program)) => {
                for _ in 0..REFUSALS {
                    match self.run_command(seat, &program.line()?) {
                        Ok(Some(step)) => return Ok(step),
                        Ok(None) => return Err(ForfeitReason::Resigned),
                        Err(refused) => {
                            program.send(json(serde_json::to_string(&RefusalLine { refused })));
                        }
                    }
                }
                Err(ForfeitReason::Refused)
            }
            None => Err(ForfeitReason::Ended),
        }
    }

    /// Runs a program's line; `None` if it resigns. Hints and bots are not available: the program plays for itself.
    fn run_command(&self, seat: Seat, bytes: &[u8]) -> Result<Option<Step>, Refusal> {
        let line = line::clean(bytes)?;
        let (named, command) = split_seat(&line);
        if command.is_empty() {
            return Err(Refusal::new(Code::Empty, "The line is empty."));
        }
        if named.is_some_and(|named| named.parse() != Ok(seat.0)) {
            let text = format!("Your seat is {seat}; you can't play for another one.");
            return Err(Refusal::new(Code::Seat, text));
        }
        if !command.starts_with('/') {
            return self.game.act(seat, command).map(Some);
        }
        match command.to_ascii_lowercase().as_str() {
            "/leave" => Ok(None),
            "/ticket" => Err(Refusal::new(Code::Secret, "There are no tickets in the arena.")),
            _ => {
                let text = format!("There is no command “{}” in the arena.", line::quote(command));
                Err(Refusal::new(Code::Unknown, text))
            }
        }
    }

    fn programs(&self) -> impl Iterator<Item = (Seat, &Program)> {
        (0..).map(Seat).zip(&self.controllers).filter_map(|(seat, controller)| match controller {
            Controller::Bot(_) => None,
            Controller::Program(program) => Some((seat, program)),
        })
    }

    fn greet(&self) {
        let hello = json(serde_json::to_string(&HelloLine::of(self.start)));
        self.programs().for_each(|(_, program)| program.send(hello.clone()));
    }

    /// Sends the current update to each program.
    fn send(&self, said: &Narration) {
        for (seat, program) in self.programs() {
            let viewer = Viewer::Seat(seat);
            // The same deal is played again by others or with swapped seats, so the ticket stays secret.
            let over = self.game.outcome().map(|outcome| Over {
                scores: outcome.scores,
                winners: outcome.winners,
                cancelled_by: None,
                ticket: Some(String::new()),
                setup: self.start.settings.concealed(),
            });
            let update = Update {
                seq: self.seq,
                viewer,
                to_act: self.game.to_act(),
                view: self.game.view(viewer),
                scene: self.game.scene(viewer),
                said: said.for_viewer(viewer).cloned().collect(),
                hinted: false,
                over,
                sat: Vec::new(),
                left: Vec::new(),
                clock: 0,
                moves: self.game.moves(),
                waited: Duration::ZERO,
            };
            program.send(json(serde_json::to_string(&UpdateLine::of(&update))));
        }
    }
}

/// Serializing plain data can't fail.
fn json(line: serde_json::Result<String>) -> String {
    line.unwrap_or_default()
}
