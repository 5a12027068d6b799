//! One match of the arena, from the deal to its end. A program sees what the pipe would show to its seat
//! and nothing else; a bot of the house sees its view.

use super::player::{Contestant, ContestantKind, ForfeitReason};
use super::program::Program;
use ::line::pipe::{HelloLine, RefusalLine, UpdateLine, split_seat};
use engine::{AnyMatch, Budget, Narration, Outcome, Refusal, Seat, Start, Step, Viewer, line};
use hall::{Over, Update};
use std::sync::Arc;
use words::Lexicon;

/// So often running may a program be refused.
const REFUSALS: usize = 10;

/// So many commands a match may take. Bots of the house need far fewer; a program may go round in
/// circles.
const COMMANDS: u64 = 10_000;

/// How a match went.
pub(super) struct ArenaResult {
    pub(super) outcome: Outcome,
    /// For each seat, why it left, if it did.
    pub(super) left: Vec<Option<ForfeitReason>>,
}

/// Plays a match, the players on the seats from 0. `luck` is of this match alone, and different in every contest.
pub(super) fn play(
    start: &Start,
    words: Arc<Lexicon>,
    players: &[&Contestant],
    luck: &str,
) -> Result<ArenaResult, Refusal> {
    let opened = start.game.open(&start.settings, start.seats, start.seed, words)?;
    let sit = |(seat, player): (u8, &&Contestant)| match &player.kind {
        ContestantKind::Bot(name) => Ok(Controller::Bot(name.clone())),
        ContestantKind::Program(call) => {
            let luck = engine::chance::seed_of(&format!("{luck}|{seat}"));
            Program::start(call, luck).map(Controller::Program)
        }
    };
    let minds = (0..).zip(players).map(sit).collect::<Result<Vec<_>, _>>()?;
    let left = vec![None; players.len()];
    let table = ArenaMatch { start, game: opened.next, seq: 0, minds, left };
    table.greet();
    table.tell(&opened.narration);
    table.run()
}

/// What decides for a seat.
enum Controller {
    Bot(String),
    Program(Program),
}

struct ArenaMatch<'a> {
    start: &'a Start,
    game: Arc<dyn AnyMatch>,
    seq: u64,
    minds: Vec<Controller>,
    left: Vec<Option<ForfeitReason>>,
}

impl ArenaMatch<'_> {
    fn run(mut self) -> Result<ArenaResult, Refusal> {
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(ArenaResult { outcome, left: self.left });
            }
            let Some(seat) = self.game.to_act().iter().next() else {
                let text = "A match stands still: nobody is to act, and it is not over.";
                return Err(Refusal::new("house.broken", text));
            };
            let step = match self.turn(seat) {
                Ok(step) => step,
                Err(why) => {
                    if let Some(left) = self.left.get_mut(seat.index()) {
                        *left = Some(why);
                    }
                    if let Some(Controller::Program(program)) = self.minds.get_mut(seat.index())
                        && why != ForfeitReason::Resigned
                    {
                        program.kill();
                    }
                    self.game.leave(seat)?
                }
            };
            self.game = step.next;
            self.seq += 1;
            self.tell(&step.narration);
        }
    }

    /// What the seat does, or why it leaves.
    fn turn(&self, seat: Seat) -> Result<Step, ForfeitReason> {
        if self.seq >= COMMANDS {
            return Err(ForfeitReason::Endless);
        }
        match self.minds.get(seat.index()) {
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
                            program.tell(json(serde_json::to_string(&RefusalLine { refused })));
                        }
                    }
                }
                Err(ForfeitReason::Refused)
            }
            None => Err(ForfeitReason::Ended),
        }
    }

    /// What a program's line leads to; nothing when it leaves. It plays for itself: there are no hints
    /// and no other bots to be asked.
    fn run_command(&self, seat: Seat, bytes: &[u8]) -> Result<Option<Step>, Refusal> {
        let line = line::clean(bytes)?;
        let (named, command) = split_seat(&line);
        if command.is_empty() {
            return Err(Refusal::new("house.empty", "The line is empty."));
        }
        if named.is_some_and(|named| named.parse() != Ok(seat.0)) {
            let text = format!("Your seat is {seat}; you play for no other.");
            return Err(Refusal::new("house.seat", text));
        }
        if !command.starts_with('/') {
            return self.game.act(seat, command).map(Some);
        }
        match command.to_ascii_lowercase().as_str() {
            "/leave" => Ok(None),
            "/ticket" => Err(Refusal::new("house.secret", "The ticket is not told here.")),
            _ => {
                let text = format!("There is no command “{}” in the arena.", line::quote(command));
                Err(Refusal::new("house.unknown", text))
            }
        }
    }

    fn programs(&self) -> impl Iterator<Item = (Seat, &Program)> {
        (0..).map(Seat).zip(&self.minds).filter_map(|(seat, mind)| match mind {
            Controller::Bot(_) => None,
            Controller::Program(program) => Some((seat, program)),
        })
    }

    fn greet(&self) {
        let hello = json(serde_json::to_string(&HelloLine::of(self.start)));
        self.programs().for_each(|(_, program)| program.tell(hello.clone()));
    }

    /// Tells each program how things are now.
    fn tell(&self, said: &Narration) {
        for (seat, program) in self.programs() {
            let viewer = Viewer::Seat(seat);
            // The same deal comes again, with the seats swapped or for the next player: its ticket
            // stays unknown.
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
                said: said.for_viewer(viewer).map(str::to_owned).collect(),
                hinted: false,
                over,
                sat: Vec::new(),
                left: Vec::new(),
                clock: 0,
            };
            program.tell(json(serde_json::to_string(&UpdateLine::of(&update))));
        }
    }
}

/// The lines of the pipe are plain data: one that could not be written would fail its tests.
fn json(line: serde_json::Result<String>) -> String {
    line.unwrap_or_default()
}
