//! The pipe, for programs: reads commands as lines of text and writes a JSON object per line. `docs/pipe.md` describes
//! the protocol.

use crate::{LineError, Players, lines};
use engine::{Ask, Budget, Code, Hint, Json, Refusal, Seat, Seats, Settings, Start, Viewer, line};
use hall::{Hall, LeaveReason, MatchId, Over, Update};
use serde::Serialize;
use std::io::{self, BufRead, Write};

/// Whose view the updates show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PipeViewer {
    /// The seat to act; when the match is over, the one that acted last.
    #[default]
    Acting,
    /// Always this viewer.
    Fixed(Viewer),
}

/// Opens a match and plays it with the lines of the input, until the input ends. With `players`, these sit down first,
/// so that they find the match again in the store.
pub async fn run(
    hall: &Hall,
    start: &Start,
    viewer: PipeViewer,
    players: Option<&Players>,
    mut input: impl BufRead,
    output: impl Write,
) -> Result<(), LineError> {
    if let PipeViewer::Fixed(Viewer::Seat(seat)) = viewer
        && (1..=seat.0).contains(&start.seats)
    {
        let text =
            format!("There is no seat {seat} to view from. The last seat is {}.", start.seats - 1);
        return Err(Refusal::setup(text).into());
    }
    let id = hall.open(start).await?;
    let (to_act, over) = (Seats::NONE, false);
    let mut pipe = Pipe { hall, id, start, viewer, first: 0, seq: 0, to_act, over, output };
    let dealt = pipe.look().await?;
    pipe.sit(players).await?;
    pipe.say(&HelloLine::of(start))?;
    // The first update has the sentences of the deal, although players have sat down since.
    let update = pipe.look().await?;
    pipe.update(Update { said: dealt.said, ..update })?;
    while let Some(bytes) = lines::next(&mut input)? {
        if let Err(refused) = pipe.command(&bytes).await? {
            pipe.say(&RefusalLine { refused })?;
        }
    }
    Ok(())
}

struct Pipe<'a, W> {
    hall: &'a Hall,
    id: MatchId,
    start: &'a Start,
    viewer: PipeViewer,
    /// The entry after which all players sat: the `seq` that programs read counts from there.
    first: u64,
    /// The `seq` of the last update.
    seq: u64,
    to_act: Seats,
    over: bool,
    output: W,
}

impl<W: Write> Pipe<'_, W> {
    /// Runs a command and writes its result, or returns its refusal.
    async fn command(&mut self, bytes: &[u8]) -> Result<Result<(), Refusal>, LineError> {
        let line = match line::clean(bytes) {
            Ok(line) => line,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let (seat, command) = split_seat(&line);
        if self.over && !command.eq_ignore_ascii_case("/ticket") {
            return Ok(Err(Refusal::new(Code::Over, "The match is over.")));
        }
        if command.is_empty() {
            return Ok(Err(Refusal::new(Code::Empty, "The line is empty.")));
        }
        let seat = match seat {
            Some(given) => given.parse().ok().map(Seat).filter(|seat| seat.0 < self.start.seats),
            None => Some(self.to_act.iter().next().unwrap_or(Seat(0))),
        };
        let Some(seat) = seat else {
            let last = self.start.seats - 1;
            let text = format!("There is no such seat. The last seat is {last}.");
            return Ok(Err(Refusal::new(Code::Seat, text)));
        };
        let updated = match self.run_command(seat, command).await {
            Ok(PipeReply::Ticket(ticket)) => return Ok(Ok(self.say(&TicketLine { ticket })?)),
            Ok(PipeReply::Hint(hint)) => {
                self.say(&HintLine { hint })?;
                self.look().await
            }
            Ok(PipeReply::Done) => self.look().await,
            Err(refusal) => return Ok(Err(refusal)),
        };
        // If the view of the match fails, that is a refusal like any other.
        match updated {
            Ok(update) => Ok(Ok(self.update(update)?)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    async fn run_command(&self, seat: Seat, command: &str) -> Result<PipeReply, Refusal> {
        let (hall, id) = (self.hall, &self.id);
        if !command.starts_with('/') {
            hall.act(id, seat, self.seq, command).await?;
            return Ok(PipeReply::Done);
        }
        let lower = command.to_ascii_lowercase();
        match lower.split(' ').collect::<Vec<_>>()[..] {
            ["/ticket"] => Ok(PipeReply::Ticket(hall.ticket(id).await?)),
            ["/hint"] => Ok(PipeReply::Hint(hall.hint(id, seat, Budget::default()).await?)),
            ["/leave"] => {
                hall.leave(id, seat, LeaveReason::Resigned).await?;
                Ok(PipeReply::Done)
            }
            ["/bot", ref name @ ..] => {
                hall.bot(id, seat, &name.join(" "), Budget::default()).await?;
                Ok(PipeReply::Done)
            }
            _ => {
                let text = format!(
                    "There is no command “{}”. The commands are /hint, /leave, /bot NAME and /ticket.",
                    line::quote(command)
                );
                Err(Refusal::new(Code::Unknown, text))
            }
        }
    }

    async fn sit(&mut self, players: Option<&Players>) -> Result<(), Refusal> {
        let seats = (0..self.start.seats).map(Seat);
        let occupants = players.map(|players| players.assign_seats(seats)).transpose()?;
        for (seat, occupant) in occupants.into_iter().flatten() {
            self.first = self.hall.sit(&self.id, seat, occupant).await?.seq;
        }
        Ok(())
    }

    /// The current update for the viewer.
    async fn look(&self) -> Result<Update, Refusal> {
        let viewer = match self.viewer {
            PipeViewer::Fixed(viewer) => viewer,
            PipeViewer::Acting => Viewer::Seat(self.hall.acting(&self.id).await?),
        };
        self.hall.look(&self.id, viewer).await
    }

    fn update(&mut self, update: Update) -> io::Result<()> {
        (self.seq, self.to_act, self.over) = (update.seq, update.to_act, update.over.is_some());
        let seq = update.seq - self.first;
        self.say(&UpdateLine::of(&Update { seq, ..update }))
    }

    fn say(&mut self, line: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.output, line)?;
        self.output.write_all(b"\n")?;
        self.output.flush()
    }
}

enum PipeReply {
    Done,
    Hint(Option<Hint>),
    Ticket(String),
}

/// Splits `2: place Aa` into the seat and the command.
pub fn split_seat(line: &str) -> (Option<&str>, &str) {
    match line.split_once(':') {
        Some((seat, rest)) if !seat.is_empty() && seat.bytes().all(|b| b.is_ascii_digit()) => {
            (Some(seat), rest.trim_start())
        }
        _ => (None, line),
    }
}

/// The first line that a program reads.
#[derive(Serialize)]
pub struct HelloLine<'a> {
    hello: u8,
    game: &'a str,
    rules: u32,
    seats: u8,
    setup: Settings,
    words: &'a str,
    ticket: Option<&'a str>,
}

impl<'a> HelloLine<'a> {
    /// The greeting for this start, without its secret settings.
    pub fn of(start: &'a Start) -> HelloLine<'a> {
        let info = start.game.info();
        HelloLine {
            hello: 1,
            game: info.id,
            rules: info.rules,
            seats: start.seats,
            setup: start.settings.concealed(),
            words: &start.words,
            ticket: None,
        }
    }
}

/// The line for an update.
#[derive(Serialize)]
pub struct UpdateLine<'a> {
    seq: u64,
    viewer: Viewer,
    to_act: Seats,
    view: &'a Json,
    choices: Vec<&'a str>,
    asks: Vec<AskLine<'a>>,
    said: Vec<String>,
    hinted: bool,
    over: Option<&'a Over>,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<&'a Settings>,
}

impl<'a> UpdateLine<'a> {
    pub fn of(update: &'a Update) -> UpdateLine<'a> {
        let ask = |ask: &'a Ask| AskLine { prefix: &ask.prefix, max: ask.max };
        UpdateLine {
            seq: update.seq,
            viewer: update.viewer,
            to_act: update.to_act,
            view: &update.view,
            choices: update.scene.lines().collect(),
            asks: update.scene.asks().iter().map(ask).collect(),
            // Programs know seats, not names.
            said: update.said.iter().map(|said| said.by_seat()).collect(),
            hinted: update.hinted,
            over: update.over.as_ref(),
            setup: update.over.as_ref().map(|over| &over.setup),
        }
    }
}

#[derive(Serialize)]
struct AskLine<'a> {
    prefix: &'a str,
    max: usize,
}

/// The line for a refused command.
#[derive(Serialize)]
pub struct RefusalLine {
    /// The refusal.
    pub refused: Refusal,
}

#[derive(Serialize)]
struct HintLine {
    hint: Option<Hint>,
}

#[derive(Serialize)]
struct TicketLine {
    ticket: String,
}
