//! One match of the arena, from the deal to its end. A program sees what the pipe would show to its seat
//! and nothing else; a bot of the house sees its view.

use super::player::{Kind, Player, Why};
use super::program::Program;
use ::line::pipe::{Hello, Refused, UpdateLine, split_seat};
use engine::{AnyMatch, Outcome, Refusal, Said, Seat, Start, Step, Thought, Viewer, line};
use hall::{Over, Update};
use std::sync::Arc;
use words::Lexicon;

/// So often running may a program be refused.
const REFUSALS: usize = 10;

/// So many commands a match may take. Bots of the house need far fewer; a program may go round in
/// circles.
const COMMANDS: u64 = 10_000;

/// How a match went.
pub(super) struct Played {
    pub(super) outcome: Outcome,
    /// For each seat, why it left, if it did.
    pub(super) left: Vec<Option<Why>>,
}

/// Plays a match, the players on the seats from 0. `luck` is of this match alone, and different in every contest.
pub(super) fn play(
    start: &Start,
    words: Arc<Lexicon>,
    players: &[&Player],
    luck: &str,
) -> Result<Played, Refusal> {
    let opened = start.game.open(&start.settings, start.seats, start.seed, words)?;
    let sit = |(seat, player): (u8, &&Player)| match &player.kind {
        Kind::Bot(name) => Ok(Mind::Bot(name.clone())),
        Kind::Program(call) => {
            let luck = engine::chance::seed_of(&format!("{luck}|{seat}"));
            Program::start(call, luck).map(Mind::Program)
        }
    };
    let minds = (0..).zip(players).map(sit).collect::<Result<Vec<_>, _>>()?;
    let left = vec![None; players.len()];
    let table = Table { start, game: opened.next, seq: 0, minds, left };
    table.greet();
    table.tell(&opened.said);
    table.run()
}

/// What decides for a seat.
enum Mind {
    Bot(String),
    Program(Program),
}

struct Table<'a> {
    start: &'a Start,
    game: Arc<dyn AnyMatch>,
    seq: u64,
    minds: Vec<Mind>,
    left: Vec<Option<Why>>,
}

impl Table<'_> {
    fn run(mut self) -> Result<Played, Refusal> {
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(Played { outcome, left: self.left });
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
                    if let Some(Mind::Program(program)) = self.minds.get_mut(seat.index())
                        && why != Why::Resigned
                    {
                        program.kill();
                    }
                    self.game.leave(seat)?
                }
            };
            self.game = step.next;
            self.seq += 1;
            self.tell(&step.said);
        }
    }

    /// What the seat does, or why it leaves.
    fn turn(&self, seat: Seat) -> Result<Step, Why> {
        if self.seq >= COMMANDS {
            return Err(Why::Endless);
        }
        match self.minds.get(seat.index()) {
            Some(Mind::Bot(name)) => {
                let line = self.game.bot(seat, name, Thought::default()).unwrap_or_default();
                self.game.act(seat, &line).map_err(|_| Why::Refused)
            }
            Some(Mind::Program(program)) => {
                for _ in 0..REFUSALS {
                    match self.obey(seat, &program.line()?) {
                        Ok(Some(step)) => return Ok(step),
                        Ok(None) => return Err(Why::Resigned),
                        Err(refused) => {
                            program.tell(json(serde_json::to_string(&Refused { refused })));
                        }
                    }
                }
                Err(Why::Refused)
            }
            None => Err(Why::Ended),
        }
    }

    /// What a program's line leads to; nothing when it leaves. It plays for itself: there are no hints
    /// and no other bots to be asked.
    fn obey(&self, seat: Seat, bytes: &[u8]) -> Result<Option<Step>, Refusal> {
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
            Mind::Bot(_) => None,
            Mind::Program(program) => Some((seat, program)),
        })
    }

    fn greet(&self) {
        let hello = json(serde_json::to_string(&Hello::of(self.start)));
        self.programs().for_each(|(_, program)| program.tell(hello.clone()));
    }

    /// Tells each program how things are now.
    fn tell(&self, said: &Said) {
        for (seat, program) in self.programs() {
            let viewer = Viewer::Seat(seat);
            // The same deal comes again, with the seats swapped or for the next player: its ticket
            // stays unknown.
            let over = self.game.outcome().map(|outcome| Over {
                scores: outcome.scores,
                winners: outcome.winners,
                called_off: None,
                ticket: Some(String::new()),
                setup: self.start.settings.concealed(),
            });
            let update = Update {
                seq: self.seq,
                viewer,
                to_act: self.game.to_act(),
                view: self.game.view(viewer),
                scene: self.game.scene(viewer),
                said: said.to(viewer).map(str::to_owned).collect(),
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
