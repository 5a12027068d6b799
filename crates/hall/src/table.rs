//! A table: who may sit, how long a turn may take, and which matches were played there. Like a match it is its log,
//! kept entry by entry; the first to write a number wins. How the matches stand, their own logs say.

use crate::{MatchId, Who};
use engine::{Refusal, Seat, base32};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, VecDeque};
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
const HEARD: usize = 20;

/// The most people who may be at a table, watching included.
const CROWD: usize = 64;

/// How many entries the log of a table may have before only leaving and closing are added to it.
pub(crate) const LONGEST: u64 = 2_000;

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
            false => Err(unknown()),
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
pub struct Plan {
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
pub struct Noted {
    /// When.
    pub at: Timestamp,
    /// Who did it.
    pub by: String,
    /// What was done.
    pub did: Deed,
}

/// What can happen at a table. The first is `Opened`; there is only one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// It was opened; who did is the host.
    Opened(Plan),
    /// Somebody came with an invitation.
    Joined,
    /// Somebody sat down, or was sat down.
    Sat {
        /// Where.
        seat: Seat,
        /// Who.
        who: Who,
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

impl Deed {
    /// Is this accepted however long the log is? Those who want to leave can, and what follows from that is bounded: nobody
    /// can come or sit down any more.
    fn is_always_accepted(&self) -> bool {
        match self {
            Deed::Freed { .. } | Deed::Removed { .. } | Deed::Went | Deed::Became(_) => true,
            // The log of the match says so already.
            Deed::StoodIn { .. } | Deed::CameBack { .. } => true,
            Deed::Closed => true,
            Deed::Opened(_) | Deed::Joined | Deed::Sat { .. } | Deed::Invited(_) => false,
            Deed::Started { .. } | Deed::Said(_) | Deed::MoreTime | Deed::CallOff { .. } => false,
        }
    }

    /// Refuses to add this to a log as the entry with this number, when the log is too long for it.
    pub(crate) fn fits(&self, seq: u64) -> Result<(), Refusal> {
        match seq < LONGEST || self.is_always_accepted() {
            true => Ok(()),
            false => Err(long()),
        }
    }
}

/// A round: the matches that were begun together, and who sat where.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// One for each seat of the table in a race, else one.
    pub matches: Vec<MatchId>,
    /// Who sat on the seats of the table.
    pub who: Vec<Who>,
    /// Has a bot played on for somebody?
    pub stood_in: bool,
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
    pub plan: Plan,
    /// Who sits where.
    pub seats: Vec<Option<Who>>,
    /// Who may see it.
    pub members: BTreeSet<String>,
    /// What lets others in.
    pub invitation: Option<String>,
    /// The rounds that were begun.
    pub rounds: Vec<Round>,
    /// What was said last: who, and which phrase.
    pub said: VecDeque<(String, u8)>,
    /// How often more time was given.
    pub more: u64,
    /// Who has asked for this round to be called off, the first first, and after which entry of its match. Whether that
    /// still holds, the match says.
    pub asked: Vec<(String, u64)>,
    /// Is it closed?
    pub closed: bool,
}

impl Table {
    /// A table from its log; nothing when that is none.
    pub(crate) fn read(id: &TableId, log: &[Noted]) -> Option<Table> {
        let (first, rest) = log.split_first()?;
        let Deed::Opened(plan) = &first.did else { return None };
        let mut table = Table {
            id: id.clone(),
            seq: 0,
            host: first.by.clone(),
            seats: vec![None; usize::from(plan.seats)],
            plan: plan.clone(),
            members: BTreeSet::from([first.by.clone()]),
            invitation: None,
            rounds: Vec::new(),
            said: VecDeque::new(),
            more: 0,
            asked: Vec::new(),
            closed: false,
        };
        rest.iter().for_each(|noted| table.fold(noted));
        Some(table)
    }

    /// The table after these entries.
    pub(crate) fn after(mut self, log: &[Noted]) -> Table {
        log.iter().for_each(|noted| self.fold(noted));
        self
    }

    fn fold(&mut self, noted: &Noted) {
        self.seq += 1;
        match &noted.did {
            Deed::Opened(_) => {}
            Deed::Joined => drop(self.members.insert(noted.by.clone())),
            Deed::Sat { seat, who } => {
                if let Who::Player(player) = who {
                    self.free(player);
                    self.members.insert(player.clone());
                }
                if let Some(place) = self.seats.get_mut(seat.index()) {
                    *place = Some(who.clone());
                }
            }
            Deed::Freed { seat } => {
                if let Some(place) = self.seats.get_mut(seat.index()) {
                    *place = None;
                }
            }
            Deed::Invited(code) => self.invitation.clone_from(code),
            Deed::Started { matches } => {
                let who = self.seats.iter().flatten().cloned().collect();
                self.rounds.push(Round { matches: matches.clone(), who, stood_in: false });
                self.asked.clear();
            }
            Deed::Said(phrase) => {
                self.said.push_back((noted.by.clone(), *phrase));
                if self.said.len() > HEARD {
                    self.said.pop_front();
                }
            }
            Deed::Removed { who, invitation } => {
                self.free(who);
                self.members.remove(who);
                self.invitation.clone_from(invitation);
            }
            Deed::MoreTime => self.more += 1,
            Deed::CallOff { seq } => {
                self.asked.retain(|(by, _)| *by != noted.by);
                self.asked.push((noted.by.clone(), *seq));
            }
            Deed::StoodIn { .. } => {
                if let Some(round) = self.rounds.last_mut() {
                    round.stood_in = true;
                }
            }
            Deed::CameBack { .. } => {}
            Deed::Became(player) => self.rename(&noted.by, player),
            Deed::Went => self.lose(&noted.by),
            Deed::Closed => self.closed = true,
        }
    }

    /// Somebody is somebody else, wherever they are named.
    fn rename(&mut self, from: &str, to: &str) {
        let seats = self.seats.iter_mut().flatten();
        for who in seats.chain(self.rounds.iter_mut().flat_map(|round| &mut round.who)) {
            if *who == Who::Player(from.to_owned()) {
                *who = Who::Player(to.to_owned());
            }
        }
        let said = self.said.iter_mut().map(|(by, _)| by);
        let asked = self.asked.iter_mut().map(|(by, _)| by);
        for name in said.chain(asked).chain([&mut self.host]) {
            if name == from {
                to.clone_into(name);
            }
        }
        // Who was shown the door stays outside.
        if self.members.remove(from) {
            self.members.insert(to.to_owned());
        }
    }

    /// Somebody is gone. The next host is who sits first, else whoever is there; with nobody there it is closed.
    fn lose(&mut self, player: &str) {
        self.free(player);
        self.members.remove(player);
        if self.host != player {
            return;
        }
        let sits = self.seats.iter().flatten().find_map(|who| match who {
            Who::Player(name) => Some(name),
            Who::Bot(_) => None,
        });
        match sits.or(self.members.first()) {
            Some(next) => self.host = next.clone(),
            None => self.closed = true,
        }
    }

    fn free(&mut self, player: &str) {
        for place in &mut self.seats {
            if matches!(place, Some(Who::Player(name)) if name == player) {
                *place = None;
            }
        }
    }

    /// The seat on which this player sits now.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let is = |who: &Option<Who>| matches!(who, Some(Who::Player(name)) if name == player);
        self.seats.iter().position(is).map(|seat| Seat(seat as u8))
    }

    /// The seat of its match on which a seat of the table plays in this round. Who sits first moves on with every
    /// rematch, so that nobody always begins.
    pub fn seat_in_match(&self, round: usize, seat: Seat) -> Seat {
        let seats = self.seats.len().max(1);
        match self.plan.race {
            true => Seat(0),
            false => Seat(((seat.index() + seats - round % seats) % seats) as u8),
        }
    }

    /// Which match of a round a seat of the table plays.
    pub fn match_of(&self, round: usize, seat: Seat) -> Option<&MatchId> {
        let place = if self.plan.race { seat.index() } else { 0 };
        self.rounds.get(round)?.matches.get(place)
    }

    /// The match of the last round, where all play one together.
    pub fn common(&self) -> Option<&MatchId> {
        self.rounds.last().filter(|_| !self.plan.race)?.matches.first()
    }

    /// Who has a seat of a match that all play together: who began on it, whoever plays there now.
    pub fn owner(&self, id: &MatchId, seat: Seat) -> Option<&Who> {
        let round = self.rounds.iter().position(|round| round.matches.contains(id));
        let round = round.filter(|_| !self.plan.race)?;
        let who = &self.rounds.get(round)?.who;
        let plays = |own: &usize| self.seat_in_match(round, Seat(*own as u8)) == seat;
        who.get((0..who.len()).find(plays)?)
    }

    /// The seat of a match that is this player's, whoever plays there now.
    pub fn owned(&self, id: &MatchId, player: &str) -> Option<Seat> {
        let is = |seat: &Seat| matches!(self.owner(id, *seat), Some(Who::Player(name)) if name == player);
        (0..self.plan.seats).map(Seat).find(is)
    }

    /// May this player see it?
    pub fn knows(&self, player: &str) -> bool {
        self.members.contains(player)
    }

    /// Has this player played a round here?
    pub(crate) fn has_played(&self, player: &str) -> bool {
        let is = |who: &Who| matches!(who, Who::Player(name) if name == player);
        self.rounds.iter().any(|round| round.who.iter().any(is))
    }

    /// Does this invitation let somebody in?
    pub fn invites(&self, code: &str) -> bool {
        !self.closed && self.invitation.as_deref() == Some(code)
    }

    /// Is there a seat that nobody sits on?
    pub fn free_seat(&self) -> Option<Seat> {
        self.seats.iter().position(Option::is_none).map(|seat| Seat(seat as u8))
    }

    /// Only the host may do this.
    pub(crate) fn host_only(&self, by: &str) -> Result<(), Refusal> {
        match self.host == by {
            true => Ok(()),
            false => Err(no("table.host", "Only who opened the table can do this.")),
        }
    }

    /// Nothing happens at a table that is closed.
    pub(crate) fn still_open(&self) -> Result<(), Refusal> {
        match self.closed {
            true => Err(no("table.closed", "This table is closed.")),
            false => Ok(()),
        }
    }

    /// Is there room in its log for more than leaving and closing?
    pub(crate) fn has_space(&self) -> Result<(), Refusal> {
        match self.seq + 1 < LONGEST {
            true => Ok(()),
            false => Err(long()),
        }
    }

    /// May one more come?
    pub(crate) fn has_room(&self) -> Result<(), Refusal> {
        match self.members.len() < CROWD {
            true => Ok(()),
            false => Err(no("table.crowd", "There are too many people at this table.")),
        }
    }
}

pub(crate) fn no(code: &'static str, text: impl Into<String>) -> Refusal {
    Refusal::new(code, text)
}

fn long() -> Refusal {
    no("table.long", "Too much has happened at this table. Close it and open a new one.")
}

/// That there is no such table, or not for whoever asks.
pub fn unknown() -> Refusal {
    no("table.unknown", "There is no such table, or you are not invited to it.")
}
