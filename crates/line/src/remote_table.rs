//! The dialogue of a player at a table on a server. It receives events and sends commands over channels; the
//! connection itself is in `lexicade::join`.

use crate::console::{Console, ConsoleLine, is_quit};
use crate::{LineError, default_dialogue, draw};
use engine::{Names, Scene, Seat};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{Receiver, UnboundedSender};

/// An event from a table.
#[derive(Debug)]
pub enum RemoteEvent {
    /// The name of the player on the server.
    Hello(String),
    /// The complete table.
    Table(Box<RemoteTable>),
    /// The complete view of the match.
    Match(Box<RemoteMatch>),
    /// A hint with its reason, if there is one.
    Hint(Option<(String, String)>),
    /// A refusal with its reason.
    Refused(String),
    /// The connection is lost; the client retries.
    Lost,
    /// The connection is back.
    Back,
    /// The table can no longer be followed, with the reason.
    Gone(String),
}

/// A command for a table. Commands about a match name it, because another match may have started when they arrive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemoteCommand {
    /// Play a line in a match, based on this entry of its log.
    Act(String, u64, String),
    /// Ask for a hint.
    Hint(String),
    /// Resign from the match.
    Leave(String),
    /// Say one of the phrases.
    Say(u8),
    /// Start a round.
    Start,
    /// Vote to cancel the match.
    Cancel,
    /// Take the seat back from a stand-in.
    ReturnToSeat,
}

/// A table, with the fields that this dialogue needs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RemoteTable {
    /// The game's short name.
    #[serde(deserialize_with = "one_line_string")]
    pub game: String,
    /// Is the player the host?
    pub host: bool,
    /// The player's seat, or -1.
    pub you: i16,
    /// What the table is doing.
    pub state: TableState,
    /// The occupants of the seats.
    pub seats: Vec<Option<SeatOccupant>>,
    /// The match to follow.
    pub r#match: Option<String>,
    /// The progress of each player in a race.
    pub progress: Option<Vec<RaceProgress>>,
    /// The last phrases.
    pub said: Vec<SpokenPhrase>,
    /// The results of the last rounds.
    pub rounds: Vec<RemoteResult>,
    /// The seats that voted to cancel the match.
    #[serde(default)]
    pub asked: Vec<usize>,
}

/// What a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableState {
    /// Seats can be taken.
    Open,
    /// A round is being played.
    Playing,
    /// A round is over, and a rematch can be started.
    Over,
    /// The host has closed it.
    Closed,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SeatOccupant {
    /// The name of the player or bot.
    #[serde(deserialize_with = "one_line_string")]
    pub name: String,
    /// Is it the player at this keyboard?
    #[serde(default)]
    pub you: bool,
    /// Is it a bot?
    #[serde(default)]
    pub bot: bool,
    /// The bot that stands in for the player.
    #[serde(default)]
    pub stand_in: Option<String>,
}

/// The progress of a seat in a race.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RaceProgress {
    /// The seat.
    pub seat: usize,
    /// The progress in words.
    #[serde(deserialize_with = "one_line_string")]
    pub progress: String,
}

/// A phrase that a player said.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SpokenPhrase {
    /// The name of the player.
    #[serde(deserialize_with = "one_line_string")]
    pub name: String,
    /// The phrase.
    #[serde(deserialize_with = "one_line_string")]
    pub phrase: String,
}

/// A match as the player may see it.
#[derive(Debug, Deserialize)]
pub struct RemoteMatch {
    /// The game's short name.
    pub game: String,
    /// The last entry of its log.
    pub seq: u64,
    /// The player's seat, or -1.
    pub viewer: i16,
    /// The seats to act.
    pub to_act: Vec<i16>,
    /// The occupants of the seats.
    pub seats: Vec<Option<SeatOccupant>>,
    /// The game's view.
    pub view: Box<RawValue>,
    /// New sentences since the last update.
    pub said: Vec<String>,
    /// The result, if the match is over.
    pub over: Option<RemoteResult>,
}

/// The result of a match or a round.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RemoteResult {
    /// The score of each seat.
    pub scores: Vec<i64>,
    /// The seats that won.
    pub winners: Vec<usize>,
}

/// Makes one line of a text from a server, so that it cannot imitate a line of this program.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect()
}

fn one_line_string<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| one_line(&text))
}

/// Runs the dialogue until the player quits or the table is gone.
pub fn run(
    console: &mut Console,
    runtime: &Runtime,
    mut events: Receiver<RemoteEvent>,
    commands: UnboundedSender<RemoteCommand>,
) -> Result<(), LineError> {
    let mut dialogue = RemoteDialogue {
        console,
        commands,
        name: String::new(),
        table: None,
        seq: None,
        scene: Scene::default(),
        spoken: Vec::new(),
    };
    loop {
        match runtime.block_on(dialogue.console.wait_for(events.recv()))? {
            Ok(Some(RemoteEvent::Gone(why))) => {
                return Ok(dialogue.console.say(&one_line(&why))?);
            }
            Ok(Some(event)) => dialogue.on_event(event)?,
            Ok(None) | Err(ConsoleLine::End) => break,
            Err(ConsoleLine::Line(line)) if is_quit(&line.to_ascii_lowercase()) => break,
            Err(ConsoleLine::Line(line)) => dialogue.run_line(&line)?,
            Err(ConsoleLine::Again) => {}
        }
    }
    let sits = dialogue.table.is_some_and(|table| table.you >= 0);
    Ok(dialogue.console.say(match sits {
        true => "Your seat is kept. Use the same command to come back.",
        false => "Use the same command to come back.",
    })?)
}

struct RemoteDialogue<'a, 'c> {
    console: &'a mut Console<'c>,
    commands: UnboundedSender<RemoteCommand>,
    /// The player's name on the server.
    name: String,
    table: Option<Box<RemoteTable>>,
    /// The last entry of the match that was shown.
    seq: Option<u64>,
    scene: Scene,
    /// The lines that a screen reader has read already; only new ones are shown.
    spoken: Vec<String>,
}

const HELP: &str = "/hint gives a hint, /leave resigns, /board shows the match again, /say 1 says hello, /start starts a round \
(host only), /off votes to cancel the match, /back takes your seat back from a bot, /quit stops.";

impl RemoteDialogue<'_, '_> {
    fn on_event(&mut self, event: RemoteEvent) -> Result<(), LineError> {
        match event {
            // The server greets again after every reconnection.
            RemoteEvent::Hello(name) if name == self.name => {}
            RemoteEvent::Hello(name) => {
                self.console.say(&one_line(&format!("Your name here is {name}.")))?;
                self.name = name;
            }
            RemoteEvent::Table(now) => self.table(now)?,
            RemoteEvent::Match(now) => self.play(&now)?,
            RemoteEvent::Hint(Some((line, why))) => {
                self.console.say(&one_line(&format!("Hint: {line}. {why}")))?
            }
            RemoteEvent::Hint(None) => self.console.say("No hint available.")?,
            RemoteEvent::Refused(why) | RemoteEvent::Gone(why) => {
                self.console.say(&one_line(&why))?
            }
            RemoteEvent::Lost => self.console.say("Connection lost. Reconnecting…")?,
            RemoteEvent::Back => self.console.say("Connected again.")?,
        }
        Ok(())
    }

    /// Shows what has changed at the table.
    fn table(&mut self, now: Box<RemoteTable>) -> Result<(), LineError> {
        let before = self.table.take();
        let before = before.as_deref();
        if before.is_none_or(|before| before.seats != now.seats) {
            let describe = |seat: &Option<SeatOccupant>| match seat {
                Some(occupant) if occupant.stand_in.is_some() => match occupant.you {
                    true => {
                        format!("{} (a bot is playing for you; /back to take over)", occupant.name)
                    }
                    false => format!("{} (played by a bot)", occupant.name),
                },
                Some(occupant) if occupant.you => format!("{} (you)", occupant.name),
                Some(occupant) if occupant.bot => format!("{} (bot)", occupant.name),
                Some(occupant) => occupant.name.clone(),
                None => "open seat".into(),
            };
            let game = games::find(&now.game).map_or(now.game.as_str(), |game| game.info().name);
            let occupants: Vec<String> = now.seats.iter().map(describe).collect();
            self.console.say(&format!("Table for {game}: {}.", occupants.join(", ")))?;
        }
        let known = before.map_or(&[][..], |before| before.said.as_slice());
        // The table keeps only the last phrases.
        let new = (0..=now.said.len())
            .find(|&n| known.ends_with(now.said.get(..now.said.len() - n).unwrap_or(&[])));
        for SpokenPhrase { name, phrase } in now.said.iter().rev().take(new.unwrap_or(0)).rev() {
            self.console.say(&format!("{name}: {phrase}"))?;
        }
        if before.is_none_or(|before| before.state != now.state || before.r#match != now.r#match) {
            // A match shows its own result, but in a race each player sees only their own match.
            if let (Some(_), TableState::Over, Some(round)) =
                (&now.progress, now.state, now.rounds.last())
            {
                self.over("Race over", &now.seats, round)?;
            }
            let say = match now.state {
                TableState::Open if now.you < 0 => "All seats are taken; you are watching.",
                TableState::Open if now.host => "When all seats are taken, type /start.",
                TableState::Open => "Waiting for players and for the host to start.",
                TableState::Playing if now.you < 0 => "The match has started; you are watching.",
                TableState::Playing => "The match has started.",
                TableState::Over if now.host => "The round is over. Type /start for a rematch.",
                TableState::Over => "The round is over. Waiting for the host to start a rematch.",
                TableState::Closed => "The table is closed.",
            };
            self.console.say(say)?;
        }
        for seat in &now.asked {
            let known = before.is_some_and(|before| before.asked.contains(seat));
            let occupant = now.seats.get(*seat).and_then(Option::as_ref);
            if let Some(occupant) = occupant.filter(|occupant| !occupant.you && !known) {
                let name = &occupant.name;
                self.console
                    .say(&format!("{name} wants to cancel the match. Type /off to agree."))?;
            }
        }
        if before.and_then(|before| before.r#match.as_ref()) != now.r#match.as_ref() {
            (self.seq, self.scene, self.spoken) = (None, Scene::default(), Vec::new());
        }
        for racer in now.progress.iter().flatten() {
            let known = before.and_then(|before| before.progress.as_ref()?.get(racer.seat));
            let occupant = now.seats.get(racer.seat).and_then(Option::as_ref);
            if let Some(occupant) =
                occupant.filter(|occupant| !occupant.you && known != Some(racer))
            {
                self.console.say(&format!("{}: {}", occupant.name, racer.progress))?;
            }
        }
        self.table = Some(now);
        Ok(())
    }

    /// Shows the match as it is now.
    fn play(&mut self, now: &RemoteMatch) -> Result<(), LineError> {
        // A newer update has been shown already.
        if self.seq.is_some_and(|seq| now.seq < seq) {
            return Ok(());
        }
        // After a reconnection the same update comes again.
        if self.seq.replace(now.seq) == Some(now.seq) {
            return Ok(());
        }
        let own = usize::try_from(now.viewer).ok().and_then(|own| now.seats.get(own)?.as_ref());
        let is_away = own.is_some_and(|own| own.stand_in.is_some());
        let acts = now.to_act.contains(&now.viewer) && !is_away;
        let scene = games::find(&now.game).and_then(|game| game.scene(now.view.get(), acts));
        let Some(scene) = scene else {
            let text = "This server has another version of the game. Please update lexicade.";
            return Ok(self.console.say(text)?);
        };
        let scene = Names::new(names(&now.seats)).scene(scene);
        let same = std::mem::replace(&mut self.scene, scene) == self.scene;
        // Sitting down and asking for hints change nothing that the player sees.
        if same && now.said.is_empty() && now.over.is_none() {
            return Ok(());
        }
        let said: Vec<String> = now.said.iter().map(|said| one_line(said)).collect();
        said.iter().try_for_each(|said| self.console.say(said))?;
        self.show(&said)?;
        match &now.over {
            Some(over) => self.over("Game over", &now.seats, over),
            None if acts => {
                Ok(self.console.say(default_dialogue::prompt(&self.scene).trim_end())?)
            }
            None => Ok(()),
        }
    }

    fn show(&mut self, said: &[String]) -> Result<(), LineError> {
        if !self.console.screen_reader() {
            self.console.say("")?;
            let width = self.console.width();
            return Ok(self.console.show(&draw::scene(&self.scene, said, width))?);
        }
        let lines: Vec<String> = self.scene.panes.iter().flat_map(draw::spoken).collect();
        for line in lines.iter().filter(|line| !self.spoken.contains(line)) {
            self.console.say(line)?;
        }
        self.spoken = lines;
        Ok(())
    }

    fn over(
        &mut self,
        what: &str,
        seats: &[Option<SeatOccupant>],
        over: &RemoteResult,
    ) -> Result<(), LineError> {
        let name = |seat: usize| match seats.get(seat) {
            Some(Some(occupant)) if occupant.you => "you".to_owned(),
            Some(Some(occupant)) if !occupant.bot => occupant.name.clone(),
            _ => Names::by_seat().of(Seat(seat as u8)),
        };
        let scores = over.scores.iter().enumerate();
        let scores: Vec<_> =
            scores.map(|(seat, score)| format!("{} {score}", name(seat))).collect();
        let winners: Vec<_> = over.winners.iter().map(|seat| name(*seat)).collect();
        let won = match winners.as_slice() {
            [] => "No winner.".to_owned(),
            winners => format!("Winner: {}.", winners.join(" and ")),
        };
        Ok(self.console.say(&format!("{what}: {}. {won}", scores.join(", ")))?)
    }

    /// Runs a typed line.
    fn run_line(&mut self, line: &str) -> Result<(), LineError> {
        let played = self.table.as_ref().and_then(|table| table.r#match.clone());
        let command = match line.to_ascii_lowercase().as_str() {
            "" => return Ok(()),
            "?" | "/?" | "/help" => {
                default_dialogue::help(&self.scene)
                    .iter()
                    .try_for_each(|line| self.console.say(line))?;
                return Ok(self.console.say(HELP)?);
            }
            "/board" => {
                self.spoken.clear();
                return self.show(&[]);
            }
            "/start" => RemoteCommand::Start,
            "/off" => RemoteCommand::Cancel,
            "/back" => RemoteCommand::ReturnToSeat,
            low if low.starts_with("/say") => match low.trim_start_matches("/say").trim().parse() {
                Ok(number @ 1_u8..) => RemoteCommand::Say(number - 1),
                _ => {
                    return Ok(self
                        .console
                        .say("Type the number of a phrase, for example /say 1.")?);
                }
            },
            low => match (low, played, self.seq) {
                ("/hint", Some(id), _) => RemoteCommand::Hint(id),
                ("/leave", Some(id), _) => RemoteCommand::Leave(id),
                (_, Some(id), Some(seq)) => {
                    RemoteCommand::Act(id, seq, default_dialogue::expand_line(line, &self.scene))
                }
                _ => return Ok(self.console.say("The match hasn't started yet.")?),
            },
        };
        // If the receiver is gone, the next event says so.
        let _ = self.commands.send(command);
        Ok(())
    }
}

/// The names of people. Bots have none: sentences call them by their seats.
fn names(seats: &[Option<SeatOccupant>]) -> Vec<Option<String>> {
    let person =
        |occupant: &Option<SeatOccupant>| occupant.clone().filter(|occupant| !occupant.bot);
    seats.iter().map(|occupant| person(occupant).map(|occupant| occupant.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_a_server_stays_on_one_line() {
        let name = r#"{"name":"Ann\n\r\u2028You have won."}"#;
        assert_eq!(serde_json::from_str::<SeatOccupant>(name).unwrap().name, "Ann   You have won.");
        let said = r#"{"name":"Ann\nBob","phrase":"Hello!\n> "}"#;
        let said: SpokenPhrase = serde_json::from_str(said).unwrap();
        assert_eq!((said.name.as_str(), said.phrase.as_str()), ("Ann Bob", "Hello! > "));
    }
}
