//! A table: who may sit, how long a turn may take, and which matches were played there. Like a match it is its log,
//! kept entry by entry; the first to write a number wins. How the matches stand, their own logs say.

use crate::{MatchId, Occupant};
use engine::{Refusal, Seat, base32};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::str::FromStr;

/// The kind of paper that entries of tables are.
pub(crate) const KIND: &str = "table";

/// What people at a table can say to each other.
pub const PHRASES: &[&str] = &[
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Oops!",
    "Take your time.",
    "Just a moment, please.",
    "One more?",
    "I have to go. Goodbye!",
];

/// How many phrases are remembered.
const MAX_PHRASES: usize = 20;

/// The most people who may be at a table, watching included.
const MAX_MEMBERS: usize = 64;

/// How many entries the log of a table may have before only leaving and closing are added to it.
const MAX_TABLE_ENTRIES: u64 = 2_000;

/// How many of them are kept for the host, so that nobody else can bring a table to its end.
const FOR_HOST: u64 = 400;

/// How many entries one person other than the host may add before the next round begins. All who may be at a table cannot
/// fill its log with that.
const PER_ROUND: u64 = 25;

const _: () = assert!(MAX_MEMBERS as u64 * PER_ROUND <= MAX_TABLE_ENTRIES - FOR_HOST);

/// The name of a table: 128 random bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub String);

/// Reads an id as it is written by us and in no other way; anything else is no table (`table.unknown`).
impl FromStr for TableId {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<TableId, Refusal> {
        match base32::is_id(text) {
            true => Ok(TableId(text.to_owned())),
            false => Err(unknown_table()),
        }
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is played at a table, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableConfig {
    /// The game's short name.
    pub game: String,
    /// Its setup, every default written out.
    pub setup: Map<String, Value>,
    /// The id of the word list.
    pub words: String,
    /// The seed of the first round, when it was named by a ticket.
    pub seed: Option<u64>,
    /// How many people and bots play.
    pub seats: u8,
    /// Does everybody play a match of their own?
    pub race: bool,
    /// How many seconds each move may take.
    pub limit: Option<u64>,
}

/// An entry of a table's log: what happened, when, and by whom.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableEntry {
    /// When.
    pub at: Timestamp,
    /// Who did it.
    pub by: String,
    /// What was done.
    pub did: TableEvent,
}

/// What can happen at a table. The first is `Opened`; there is only one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// It was opened; who did is the host.
    Opened(TableConfig),
    /// Somebody came with an invitation.
    Joined,
    /// Somebody sat down, or was sat down.
    Sat {
        /// Where.
        seat: Seat,
        /// Who.
        who: Occupant,
    },
    /// A seat is free again.
    Freed {
        /// Which.
        seat: Seat,
    },
    /// There is a new invitation, or none any more.
    Invited(Option<String>),
    /// A round was begun.
    Started {
        /// Its matches: one for each seat in a race, else one.
        matches: Vec<MatchId>,
    },
    /// Something was said.
    Said(u8),
    /// The host showed somebody the door; the invitation they came with stops working.
    Removed {
        /// Whom.
        who: String,
        /// The new invitation, if there is one.
        invitation: Option<String>,
    },
    /// Those who are to move have their whole time again.
    MoreTime,
    /// Somebody wants the match of this round called off, as it was after this entry of its log.
    CallOff {
        /// The entry.
        seq: u64,
    },
    /// A bot plays on for somebody who is away. That it does, the log of the match says.
    StoodIn {
        /// Where.
        seat: Seat,
        /// Which bot.
        bot: String,
    },
    /// Somebody for whom a bot played on is back.
    CameBack {
        /// Where.
        seat: Seat,
    },
    /// Whoever did this is this player from now on, and always was.
    Became(String),
    /// Somebody has gone for good. Who hosted the table hands it to the next.
    Went,
    /// The table was closed.
    Closed,
}

impl TableEvent {
    /// Is this accepted however long the log is? Those who want to leave can, and what follows from that is bounded: nobody
    /// can come or sit down any more.
    fn is_always_accepted(&self) -> bool {
        match self {
            TableEvent::Freed { .. }
            | TableEvent::Removed { .. }
            | TableEvent::Went
            | TableEvent::Became(_) => true,
            // The log of the match says so already.
            TableEvent::StoodIn { .. } | TableEvent::CameBack { .. } => true,
            TableEvent::Closed => true,
            TableEvent::Opened(_)
            | TableEvent::Joined
            | TableEvent::Sat { .. }
            | TableEvent::Invited(_) => false,
            TableEvent::Started { .. }
            | TableEvent::Said(_)
            | TableEvent::MoreTime
            | TableEvent::CallOff { .. } => false,
        }
    }
}

/// A round: the matches that were begun together, and who sat where.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// One for each seat of the table in a race, else one.
    pub matches: Vec<MatchId>,
    /// Who sat on the seats of the table.
    pub occupants: Vec<Occupant>,
    /// Has a bot played on for somebody?
    pub had_stand_in: bool,
}

/// A table as it is after its last entry.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its name.
    pub id: TableId,
    /// The number of its last entry.
    pub seq: u64,
    /// Who opened it.
    pub host: String,
    /// What is played.
    pub config: TableConfig,
    /// Who sits where.
    pub seats: Vec<Option<Occupant>>,
    /// Who may see it.
    pub members: BTreeSet<String>,
    /// What lets others in.
    pub invitation: Option<String>,
    /// The rounds that were begun.
    pub rounds: Vec<Round>,
    /// What was said last: who, and which phrase.
    pub said: VecDeque<(String, u8)>,
    /// How often more time was given.
    pub time_extensions: u64,
    /// Who has asked for this round to be called off, the first first, and after which entry of its match. Whether that
    /// still holds, the match says.
    pub cancel_votes: Vec<(String, u64)>,
    /// How many entries each person has added since the last round began.
    pub added: BTreeMap<String, u64>,
    /// Is it closed?
    pub closed: bool,
}

impl Table {
    /// A table from its log; nothing when that is none.
    pub(crate) fn read(id: &TableId, log: &[TableEntry]) -> Option<Table> {
        let (first, rest) = log.split_first()?;
        let TableEvent::Opened(plan) = &first.did else { return None };
        let mut table = Table {
            id: id.clone(),
            seq: 0,
            host: first.by.clone(),
            seats: vec![None; usize::from(plan.seats)],
            config: plan.clone(),
            members: BTreeSet::from([first.by.clone()]),
            invitation: None,
            rounds: Vec::new(),
            said: VecDeque::new(),
            time_extensions: 0,
            cancel_votes: Vec::new(),
            added: BTreeMap::new(),
            closed: false,
        };
        rest.iter().for_each(|noted| table.fold(noted));
        Some(table)
    }

    /// The table after these entries.
    pub(crate) fn after(mut self, log: &[TableEntry]) -> Table {
        log.iter().for_each(|noted| self.fold(noted));
        self
    }

    fn fold(&mut self, noted: &TableEntry) {
        self.seq += 1;
        *self.added.entry(noted.by.clone()).or_default() += 1;
        match &noted.did {
            TableEvent::Opened(_) => {}
            TableEvent::Joined => drop(self.members.insert(noted.by.clone())),
            TableEvent::Sat { seat, who } => {
                if let Occupant::Player(player) = who {
                    self.free_seats_of(player);
                    self.members.insert(player.clone());
                }
                if let Some(place) = self.seats.get_mut(seat.index()) {
                    *place = Some(who.clone());
                }
            }
            TableEvent::Freed { seat } => {
                if let Some(place) = self.seats.get_mut(seat.index()) {
                    *place = None;
                }
            }
            TableEvent::Invited(code) => self.invitation.clone_from(code),
            TableEvent::Started { matches } => {
                let who = self.seats.iter().flatten().cloned().collect();
                self.rounds.push(Round {
                    matches: matches.clone(),
                    occupants: who,
                    had_stand_in: false,
                });
                self.cancel_votes.clear();
                self.added.clear();
            }
            TableEvent::Said(phrase) => {
                self.said.push_back((noted.by.clone(), *phrase));
                if self.said.len() > MAX_PHRASES {
                    self.said.pop_front();
                }
            }
            TableEvent::Removed { who, invitation } => {
                self.free_seats_of(who);
                self.members.remove(who);
                self.invitation.clone_from(invitation);
            }
            TableEvent::MoreTime => self.time_extensions += 1,
            TableEvent::CallOff { seq } => {
                self.cancel_votes.retain(|(by, _)| *by != noted.by);
                self.cancel_votes.push((noted.by.clone(), *seq));
            }
            TableEvent::StoodIn { .. } => {
                if let Some(round) = self.rounds.last_mut() {
                    round.had_stand_in = true;
                }
            }
            TableEvent::CameBack { .. } => {}
            TableEvent::Became(player) => self.rename(&noted.by, player),
            TableEvent::Went => self.remove_player(&noted.by),
            TableEvent::Closed => self.closed = true,
        }
    }

    /// Somebody is somebody else, wherever they are named.
    fn rename(&mut self, from: &str, to: &str) {
        let seats = self.seats.iter_mut().flatten();
        for who in seats.chain(self.rounds.iter_mut().flat_map(|round| &mut round.occupants)) {
            if *who == Occupant::Player(from.to_owned()) {
                *who = Occupant::Player(to.to_owned());
            }
        }
        let said = self.said.iter_mut().map(|(by, _)| by);
        let asked = self.cancel_votes.iter_mut().map(|(by, _)| by);
        for name in said.chain(asked).chain([&mut self.host]) {
            if name == from {
                to.clone_into(name);
            }
        }
        if let Some(added) = self.added.remove(from) {
            *self.added.entry(to.to_owned()).or_default() += added;
        }
        // Who was shown the door stays outside.
        if self.members.remove(from) {
            self.members.insert(to.to_owned());
        }
    }

    /// Somebody is gone. The next host is who sits first, else whoever is there; with nobody there it is closed.
    fn remove_player(&mut self, player: &str) {
        self.free_seats_of(player);
        self.members.remove(player);
        if self.host != player {
            return;
        }
        let sits = self.seats.iter().flatten().find_map(|who| match who {
            Occupant::Player(name) => Some(name),
            Occupant::Bot(_) => None,
        });
        match sits.or(self.members.first()) {
            Some(next) => self.host = next.clone(),
            None => self.closed = true,
        }
    }

    fn free_seats_of(&mut self, player: &str) {
        for place in &mut self.seats {
            if matches!(place, Some(Occupant::Player(name)) if name == player) {
                *place = None;
            }
        }
    }

    /// The seat on which this player sits now.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let is =
            |who: &Option<Occupant>| matches!(who, Some(Occupant::Player(name)) if name == player);
        self.seats.iter().position(is).map(|seat| Seat(seat as u8))
    }

    /// The seat of its match on which a seat of the table plays in this round. Who sits first moves on with every
    /// rematch, so that nobody always begins.
    pub fn seat_in_match(&self, round: usize, seat: Seat) -> Seat {
        let seats = self.seats.len().max(1);
        match self.config.race {
            true => Seat(0),
            false => Seat(((seat.index() + seats - round % seats) % seats) as u8),
        }
    }

    /// Which match of a round a seat of the table plays.
    pub fn match_of(&self, round: usize, seat: Seat) -> Option<&MatchId> {
        let place = if self.config.race { seat.index() } else { 0 };
        self.rounds.get(round)?.matches.get(place)
    }

    /// The match of the last round, where all play one together.
    pub fn shared_match(&self) -> Option<&MatchId> {
        self.rounds.last().filter(|_| !self.config.race)?.matches.first()
    }

    /// Who has a seat of a match that all play together: who began on it, whoever plays there now.
    pub fn owner(&self, id: &MatchId, seat: Seat) -> Option<&Occupant> {
        let round = self.rounds.iter().position(|round| round.matches.contains(id));
        let round = round.filter(|_| !self.config.race)?;
        let who = &self.rounds.get(round)?.occupants;
        let plays = |own: &usize| self.seat_in_match(round, Seat(*own as u8)) == seat;
        who.get((0..who.len()).find(plays)?)
    }

    /// The seat of a match that is this player's, whoever plays there now.
    pub fn owned(&self, id: &MatchId, player: &str) -> Option<Seat> {
        let is = |seat: &Seat| matches!(self.owner(id, *seat), Some(Occupant::Player(name)) if name == player);
        (0..self.config.seats).map(Seat).find(is)
    }

    /// May this player see it?
    pub fn is_member(&self, player: &str) -> bool {
        self.members.contains(player)
    }

    /// Has this player played a round here?
    pub(crate) fn has_played(&self, player: &str) -> bool {
        let is = |who: &Occupant| matches!(who, Occupant::Player(name) if name == player);
        self.rounds.iter().any(|round| round.occupants.iter().any(is))
    }

    /// Does this invitation let somebody in?
    pub fn accepts_invitation(&self, code: &str) -> bool {
        !self.closed && self.invitation.as_deref() == Some(code)
    }

    /// Is there a seat that nobody sits on?
    pub fn free_seat(&self) -> Option<Seat> {
        self.seats.iter().position(Option::is_none).map(|seat| Seat(seat as u8))
    }

    /// Only the host may do this.
    pub(crate) fn check_host(&self, by: &str) -> Result<(), Refusal> {
        match self.host == by {
            true => Ok(()),
            false => Err(refuse("table.host", "Only who opened the table can do this.")),
        }
    }

    /// Nothing happens at a table that is closed.
    pub(crate) fn check_open(&self) -> Result<(), Refusal> {
        match self.closed {
            true => Err(refuse("table.closed", "This table is closed.")),
            false => Ok(()),
        }
    }

    /// Refuses to add an entry to its log when the log is too long for it, or this person has added too much.
    pub(crate) fn accepts(&self, by: &str, did: &TableEvent) -> Result<(), Refusal> {
        match did.is_always_accepted() {
            true => Ok(()),
            false => self.check_log_space(by),
        }
    }

    /// Is there space in its log for this person to do more than leave?
    pub(crate) fn check_log_space(&self, by: &str) -> Result<(), Refusal> {
        let is_host = self.host == by;
        let most = if is_host { MAX_TABLE_ENTRIES } else { MAX_TABLE_ENTRIES - FOR_HOST };
        if self.seq + 1 >= most {
            return Err(log_full());
        }
        if !is_host && self.added.get(by).is_some_and(|added| *added >= PER_ROUND) {
            let text = "You have done too much at this table. Wait until the next round begins.";
            return Err(refuse("table.often", text));
        }
        Ok(())
    }

    /// May one more come?
    pub(crate) fn check_member_limit(&self) -> Result<(), Refusal> {
        match self.members.len() < MAX_MEMBERS {
            true => Ok(()),
            false => Err(refuse("table.crowd", "There are too many people at this table.")),
        }
    }
}

pub(crate) fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    Refusal::new(code, text)
}

fn log_full() -> Refusal {
    refuse("table.long", "Too much has happened at this table. Close it and open a new one.")
}

/// That there is no such table, or not for whoever asks.
pub fn unknown_table() -> Refusal {
    refuse("table.unknown", "There is no such table, or you are not invited to it.")
}
