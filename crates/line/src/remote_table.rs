//! A table elsewhere: somebody at this keyboard sits at it together with others, wherever they are. What happens there
//! comes as news, and what is wanted goes out as wishes; how either travels is not known here.

use crate::console::{Console, ConsoleLine, is_quit};
use crate::{LineError, default_dialogue, draw};
use engine::Scene;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{Receiver, UnboundedSender};

/// What comes from a table.
#[derive(Debug)]
pub enum RemoteEvent {
    /// What you are called there.
    Hello(String),
    /// The table, whole.
    Table(Box<RemoteTable>),
    /// The match that is played there, whole.
    Match(Box<RemoteMatch>),
    /// A hint and its reason, if there is one.
    Hint(Option<(String, String)>),
    /// Something was refused, and why.
    Refused(String),
    /// Nothing is heard any more; it is tried again.
    Lost,
    /// It is heard again.
    Back,
    /// It is over with this table, and why.
    Gone(String),
}

/// What somebody wants at a table. What is about a match names it: another may be played there when it is heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemoteCommand {
    /// To play a line in a match, from this entry of its log.
    Act(String, u64, String),
    /// A hint.
    Hint(String),
    /// To give the match up.
    Leave(String),
    /// To say one of the phrases.
    Say(u8),
    /// To begin a round.
    Start,
    /// To call the match off, when all agree.
    Cancel,
    /// To take the seat back on which a bot plays on.
    ReturnToSeat,
}

/// A table, as much of it as is told.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RemoteTable {
    /// The game's short name.
    #[serde(deserialize_with = "in_one_line")]
    pub game: String,
    /// Are you its host?
    pub host: bool,
    /// Your seat, or -1.
    pub you: i16,
    /// `open`, `playing`, `over` or `closed`.
    pub state: String,
    /// Who sits where.
    pub seats: Vec<Option<SeatOccupant>>,
    /// The match to follow.
    pub r#match: Option<String>,
    /// How far everybody is in a race.
    pub progress: Option<Vec<RaceProgress>>,
    /// What was said last.
    pub said: Vec<SpokenPhrase>,
    /// How the last rounds ended.
    pub rounds: Vec<RemoteResult>,
    /// The seats that want the match called off.
    #[serde(default)]
    pub asked: Vec<usize>,
}

/// Somebody on a seat.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SeatOccupant {
    /// What they are called.
    #[serde(deserialize_with = "in_one_line")]
    pub name: String,
    /// Is it you?
    #[serde(default)]
    pub you: bool,
    /// Is it a bot?
    #[serde(default)]
    pub bot: bool,
    /// The bot that plays on for them.
    #[serde(default)]
    pub stand_in: Option<String>,
}

/// Somebody in a race.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RaceProgress {
    /// On which seat.
    pub seat: usize,
    /// How far.
    #[serde(deserialize_with = "in_one_line")]
    pub progress: String,
}

/// What somebody said.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SpokenPhrase {
    /// Who.
    #[serde(deserialize_with = "in_one_line")]
    pub name: String,
    /// What.
    #[serde(deserialize_with = "in_one_line")]
    pub phrase: String,
}

/// A match, as you may know it.
#[derive(Debug, Deserialize)]
pub struct RemoteMatch {
    /// The game's short name.
    pub game: String,
    /// Its last entry.
    pub seq: u64,
    /// Your seat, or -1.
    pub viewer: i16,
    /// Whose turn it is.
    pub to_act: Vec<i16>,
    /// Who sits where.
    pub seats: Vec<Option<SeatOccupant>>,
    /// What you may know.
    pub view: Box<RawValue>,
    /// What was said since the last one.
    pub said: Vec<String>,
    /// How it ended.
    pub over: Option<RemoteResult>,
}

/// How a match or a round ended.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RemoteResult {
    /// Of each seat.
    pub scores: Vec<i64>,
    /// Who won.
    pub winners: Vec<usize>,
}

/// A text from another server, as one line: what it says must not look like a line of ours.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect()
}

fn in_one_line<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| one_line(&text))
}

/// Talks with somebody who sits at a table elsewhere, until they go or the table does.
pub fn run(
    console: &mut Console,
    runtime: &Runtime,
    mut news: Receiver<RemoteEvent>,
    wishes: UnboundedSender<RemoteCommand>,
) -> Result<(), LineError> {
    let mut guest = RemoteDialogue {
        console,
        commands: wishes,
        name: String::new(),
        table: None,
        seq: None,
        scene: Scene::default(),
        spoken: Vec::new(),
    };
    loop {
        match runtime.block_on(guest.console.wait_for(news.recv()))? {
            Ok(Some(RemoteEvent::Gone(why))) => return Ok(guest.console.say(&one_line(&why))?),
            Ok(Some(news)) => guest.on_event(news)?,
            Ok(None) | Err(ConsoleLine::End) => break,
            Err(ConsoleLine::Line(line)) if is_quit(&line.to_ascii_lowercase()) => break,
            Err(ConsoleLine::Line(line)) => guest.run_line(&line)?,
            Err(ConsoleLine::Again) => {}
        }
    }
    let sits = guest.table.is_some_and(|table| table.you >= 0);
    Ok(guest.console.say(match sits {
        true => "Your seat is kept; the same command brings you back to it.",
        false => "The same command brings you back.",
    })?)
}

struct RemoteDialogue<'a, 'c> {
    console: &'a mut Console<'c>,
    commands: UnboundedSender<RemoteCommand>,
    /// What we are called there.
    name: String,
    table: Option<Box<RemoteTable>>,
    /// The last entry that was shown of the match that is played.
    seq: Option<u64>,
    scene: Scene,
    /// What a voice has said of the match; it does not repeat itself.
    spoken: Vec<String>,
}

const HELP: &str = "/hint gives a hint, /leave gives the match up, /board shows it again, /say 1 says hello, /start begins a \
round (its host may), /off calls it off when all agree, /back takes your seat from a bot, /quit goes away.";

impl RemoteDialogue<'_, '_> {
    fn on_event(&mut self, news: RemoteEvent) -> Result<(), LineError> {
        match news {
            // It is said once more whenever the house is heard again.
            RemoteEvent::Hello(name) if name == self.name => {}
            RemoteEvent::Hello(name) => {
                self.console.say(&one_line(&format!("You are {name} here.")))?;
                self.name = name;
            }
            RemoteEvent::Table(now) => self.table(now)?,
            RemoteEvent::Match(now) => self.play(&now)?,
            RemoteEvent::Hint(Some((line, why))) => {
                self.console.say(&one_line(&format!("Hint: {line}. {why}")))?
            }
            RemoteEvent::Hint(None) => self.console.say("There is no hint to give.")?,
            RemoteEvent::Refused(why) | RemoteEvent::Gone(why) => {
                self.console.say(&one_line(&why))?
            }
            RemoteEvent::Lost => {
                self.console.say("Nothing is heard from the house; it is tried again.")?
            }
            RemoteEvent::Back => self.console.say("The house is heard again.")?,
        }
        Ok(())
    }

    /// Tells what has changed at the table.
    fn table(&mut self, now: Box<RemoteTable>) -> Result<(), LineError> {
        let before = self.table.take();
        let before = before.as_deref();
        if before.is_none_or(|before| before.seats != now.seats) {
            let sits = |seat: &Option<SeatOccupant>| match seat {
                Some(sitter) if sitter.stand_in.is_some() => match sitter.you {
                    true => {
                        format!("{} (a bot plays on for you; /back takes your seat)", sitter.name)
                    }
                    false => format!("{} (a bot plays on)", sitter.name),
                },
                Some(sitter) if sitter.you => format!("{} (you)", sitter.name),
                Some(sitter) if sitter.bot => format!("{} (a bot)", sitter.name),
                Some(sitter) => sitter.name.clone(),
                None => "a free seat".into(),
            };
            let game = games::find(&now.game).map_or(now.game.as_str(), |game| game.info().name);
            let sitting: Vec<String> = now.seats.iter().map(sits).collect();
            self.console.say(&format!("A table of {game}: {}.", sitting.join(", ")))?;
        }
        let known = before.map_or(&[][..], |before| before.said.as_slice());
        // Only the last ones are kept there.
        let new = (0..=now.said.len())
            .find(|&n| known.ends_with(now.said.get(..now.said.len() - n).unwrap_or(&[])));
        for SpokenPhrase { name, phrase } in now.said.iter().rev().take(new.unwrap_or(0)).rev() {
            self.console.say(&format!("{name}: {phrase}"))?;
        }
        if before.is_none_or(|before| before.state != now.state || before.r#match != now.r#match) {
            // How the match ended, it says itself; of a race everybody knows only their own.
            if let (Some(_), "over", Some(round)) =
                (&now.progress, now.state.as_str(), now.rounds.last())
            {
                self.over("The race is over", &now.seats, round)?;
            }
            let say = match now.state.as_str() {
                "open" if now.you < 0 => "You watch: every seat is taken.",
                "open" if now.host => "It begins when every seat is taken and you say /start.",
                "open" => "It begins when every seat is taken and the host starts.",
                "playing" if now.you < 0 => "They play; you watch.",
                "playing" => "It begins.",
                "over" if now.host => "The round is over; /start begins another.",
                "over" => "The round is over; the host may begin another.",
                _ => "The table is closed.",
            };
            self.console.say(say)?;
        }
        for seat in &now.asked {
            let known = before.is_some_and(|before| before.asked.contains(seat));
            let sitter = now.seats.get(*seat).and_then(Option::as_ref);
            if let Some(sitter) = sitter.filter(|sitter| !sitter.you && !known) {
                let name = &sitter.name;
                self.console.say(&format!("{name} wants to call the match off; /off agrees."))?;
            }
        }
        if before.and_then(|before| before.r#match.as_ref()) != now.r#match.as_ref() {
            (self.seq, self.scene, self.spoken) = (None, Scene::default(), Vec::new());
        }
        for racer in now.progress.iter().flatten() {
            let known = before.and_then(|before| before.progress.as_ref()?.get(racer.seat));
            let sitter = now.seats.get(racer.seat).and_then(Option::as_ref);
            if let Some(sitter) = sitter.filter(|sitter| !sitter.you && known != Some(racer)) {
                self.console.say(&format!("{}: {}", sitter.name, racer.progress))?;
            }
        }
        self.table = Some(now);
        Ok(())
    }

    /// Shows the match as it is now.
    fn play(&mut self, now: &RemoteMatch) -> Result<(), LineError> {
        // One that is older than what is shown was overtaken.
        if self.seq.is_some_and(|seq| now.seq < seq) {
            return Ok(());
        }
        // After a break the same comes once more.
        if self.seq.replace(now.seq) == Some(now.seq) {
            return Ok(());
        }
        let own = usize::try_from(now.viewer).ok().and_then(|own| now.seats.get(own)?.as_ref());
        let is_away = own.is_some_and(|own| own.stand_in.is_some());
        let acts = now.to_act.contains(&now.viewer) && !is_away;
        let scene = games::find(&now.game).and_then(|game| game.scene(now.view.get(), acts));
        let Some(scene) = scene else {
            let text = "This house knows another version of the game: a newer program can show it.";
            return Ok(self.console.say(text)?);
        };
        let scene = hall::players::Names::new(names(&now.seats)).scene(scene);
        let same = std::mem::replace(&mut self.scene, scene) == self.scene;
        // Sitting down and asking for hints change nothing that is seen.
        if same && now.said.is_empty() && now.over.is_none() {
            return Ok(());
        }
        let said: Vec<String> = now.said.iter().map(|said| one_line(said)).collect();
        said.iter().try_for_each(|said| self.console.say(said))?;
        self.show(&said)?;
        match &now.over {
            Some(over) => self.over("It is over", &now.seats, over),
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
            Some(Some(sitter)) if sitter.you => "you".to_owned(),
            Some(Some(sitter)) if !sitter.bot => sitter.name.clone(),
            _ => format!("Player {}", seat + 1),
        };
        let scores = over.scores.iter().enumerate();
        let scores: Vec<_> =
            scores.map(|(seat, score)| format!("{} {score}", name(seat))).collect();
        let winners: Vec<_> = over.winners.iter().map(|seat| name(*seat)).collect();
        let won = match winners.as_slice() {
            [] => "Nobody won.".to_owned(),
            winners => format!("Won by {}.", winners.join(" and ")),
        };
        Ok(self.console.say(&format!("{what}: {}. {won}", scores.join(", ")))?)
    }

    /// Does what was typed.
    fn run_line(&mut self, line: &str) -> Result<(), LineError> {
        let played = self.table.as_ref().and_then(|table| table.r#match.clone());
        let wish = match line.to_ascii_lowercase().as_str() {
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
                _ => return Ok(self.console.say("Say it by its number, as in /say 1.")?),
            },
            low => match (low, played, self.seq) {
                ("/hint", Some(id), _) => RemoteCommand::Hint(id),
                ("/leave", Some(id), _) => RemoteCommand::Leave(id),
                (_, Some(id), Some(seq)) => {
                    RemoteCommand::Act(id, seq, default_dialogue::expand_line(line, &self.scene))
                }
                _ => return Ok(self.console.say("The match has not begun yet.")?),
            },
        };
        // When nobody takes it any more, the news say so next.
        let _ = self.commands.send(wish);
        Ok(())
    }
}

/// What those are called who sit so: people by their names, bots by their seats, as in what is said of them.
fn names(seats: &[Option<SeatOccupant>]) -> Vec<Option<String>> {
    let person = |sitter: &Option<SeatOccupant>| sitter.clone().filter(|sitter| !sitter.bot);
    seats.iter().map(|sitter| person(sitter).map(|sitter| sitter.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_from_another_server_begins_no_new_line() {
        let name = r#"{"name":"Ann\n\r\u2028You have won."}"#;
        assert_eq!(serde_json::from_str::<SeatOccupant>(name).unwrap().name, "Ann   You have won.");
        let said = r#"{"name":"Ann\nBob","phrase":"Hello!\n> "}"#;
        let said: SpokenPhrase = serde_json::from_str(said).unwrap();
        assert_eq!((said.name.as_str(), said.phrase.as_str()), ("Ann Bob", "Hello! > "));
    }
}
