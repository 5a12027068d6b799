//! A table: its members and seats, its time limit, and its matches. Like a match it is stored as a log; the first
//! writer of a seq wins. The state of its matches is in their own logs.

use crate::{MatchId, Occupant};
use engine::{Code, Refusal, Seat, base32};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::str::FromStr;

/// The kind of document for entries of tables.
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

/// How many phrases are kept.
const MAX_PHRASES: usize = 20;

/// The maximum number of people at a table, including spectators.
const MAX_MEMBERS: usize = 64;

/// The limit for entries of a table's log. Beyond it, only entries for leaving and closing are added.
const MAX_TABLE_ENTRIES: u64 = 2_000;

/// How many of them are reserved for the host, so that nobody else can fill the log.
const FOR_HOST: u64 = 400;

/// How many entries one person other than the host may add per round. All members together can't fill the log with
/// that.
const PER_ROUND: u64 = 25;

const _: () = assert!(MAX_MEMBERS as u64 * PER_ROUND <= MAX_TABLE_ENTRIES - FOR_HOST);

/// The id of a table: 128 random bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub String);

/// Accepts only the form that we write; anything else fails with `table.unknown`.
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

/// The game and the settings of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableConfig {
    /// The game's short name.
    pub game: String,
    /// The setup, including every default.
    pub setup: Map<String, Value>,
    /// The id of the word list.
    pub words: String,
    /// The seed of the first round, if it comes from a ticket.
    pub seed: Option<u64>,
    /// The number of players and bots.
    pub seats: u8,
    /// Whether everyone plays their own match.
    pub race: bool,
    /// The time limit of a move in seconds.
    pub limit: Option<u64>,
}

/// An entry of a table's log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableEntry {
    pub at: Timestamp,
    /// The member who did it.
    pub by: String,
    pub did: TableEvent,
}

/// An event at a table. The first one is `Opened`, and only that one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// The table was opened by its host.
    Opened(TableConfig),
    /// A player joined with an invitation.
    Joined,
    /// A player or a bot got a seat.
    Sat { seat: Seat, who: Occupant },
    /// A seat is free again.
    Freed { seat: Seat },
    /// The invitation was changed or removed.
    Invited(Option<String>),
    /// A round was started.
    Started {
        /// Its matches: one per seat in a race, otherwise one.
        matches: Vec<MatchId>,
    },
    /// A phrase was said.
    Said(u8),
    /// The host removed a player; the old invitation stops working.
    Removed {
        who: String,
        /// The new invitation, if there is one.
        invitation: Option<String>,
    },
    /// The players whose turn it is got their full time again.
    MoreTime,
    /// A player voted to cancel the match of this round, after this entry of its log.
    CallOff { seq: u64 },
    /// A bot stands in for an absent player. It is also in the log of the match.
    StoodIn { seat: Seat, bot: String },
    /// A player took over from their stand-in.
    CameBack { seat: Seat },
    /// This member was merged into another player.
    Became(String),
    /// A member has deleted their account. If they were the host, another member becomes host.
    Went,
    /// The table was closed.
    Closed,
}

impl TableEvent {
    /// Whether this is accepted even if the log is full. Members can always leave, and that is bounded, since nobody
    /// can join or sit down any more.
    fn is_always_accepted(&self) -> bool {
        match self {
            TableEvent::Freed { .. }
            | TableEvent::Removed { .. }
            | TableEvent::Went
            | TableEvent::Became(_) => true,
            // The log of the match already contains it.
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

/// A round: its matches, and the players of the table at that time.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// One per seat in a race, otherwise one.
    pub matches: Vec<MatchId>,
    /// The occupants of the seats of the table.
    pub occupants: Vec<Occupant>,
    /// Whether a stand-in has played.
    pub had_stand_in: bool,
}

/// The state of a table after its last entry.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub id: TableId,
    /// The seq of the last entry.
    pub seq: u64,
    pub host: String,
    pub config: TableConfig,
    /// The occupants of the seats.
    pub seats: Vec<Option<Occupant>>,
    /// The people who may see the table.
    pub members: BTreeSet<String>,
    /// Everybody who has ever been at the table, and so may have seen its matches.
    pub witnesses: BTreeSet<String>,
    /// The code with which others can join.
    pub invitation: Option<String>,
    /// The rounds that were started.
    pub rounds: Vec<Round>,
    /// The last phrases: who said which.
    pub said: VecDeque<(String, u8)>,
    /// How often the players got their full time again.
    pub time_extensions: u64,
    /// The votes to cancel this round in order, each with the entry of the match after which it was given. Whether a
    /// vote is still valid depends on the match.
    pub cancel_votes: Vec<(String, u64)>,
    /// How many entries each person has added since the last round started.
    pub added: BTreeMap<String, u64>,
    pub closed: bool,
}

impl Table {
    /// Reads a table from its log; `None` if the log doesn't start with `Opened`.
    pub(crate) fn read(id: &TableId, log: &[TableEntry]) -> Option<Table> {
        let (first, rest) = log.split_first()?;
        let TableEvent::Opened(config) = &first.did else { return None };
        let mut table = Table {
            id: id.clone(),
            seq: 0,
            host: first.by.clone(),
            seats: vec![None; usize::from(config.seats)],
            config: config.clone(),
            members: BTreeSet::from([first.by.clone()]),
            witnesses: BTreeSet::from([first.by.clone()]),
            invitation: None,
            rounds: Vec::new(),
            said: VecDeque::new(),
            time_extensions: 0,
            cancel_votes: Vec::new(),
            added: BTreeMap::new(),
            closed: false,
        };
        rest.iter().for_each(|entry| table.fold(entry));
        Some(table)
    }

    /// The table after these entries.
    pub(crate) fn after(mut self, log: &[TableEntry]) -> Table {
        log.iter().for_each(|entry| self.fold(entry));
        self
    }

    fn fold(&mut self, entry: &TableEntry) {
        self.seq += 1;
        *self.added.entry(entry.by.clone()).or_default() += 1;
        match &entry.did {
            TableEvent::Opened(_) => {}
            TableEvent::Joined => self.add_member(&entry.by),
            TableEvent::Sat { seat, who } => {
                if let Occupant::Player(player) = who {
                    self.free_seats_of(player);
                    self.add_member(player);
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
                let occupants = self.seats.iter().flatten().cloned().collect();
                self.rounds.push(Round {
                    matches: matches.clone(),
                    occupants,
                    had_stand_in: false,
                });
                self.cancel_votes.clear();
                self.added.clear();
            }
            TableEvent::Said(phrase) => {
                self.said.push_back((entry.by.clone(), *phrase));
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
                self.cancel_votes.retain(|(by, _)| *by != entry.by);
                self.cancel_votes.push((entry.by.clone(), *seq));
            }
            TableEvent::StoodIn { .. } => {
                if let Some(round) = self.rounds.last_mut() {
                    round.had_stand_in = true;
                }
            }
            TableEvent::CameBack { .. } => {}
            TableEvent::Became(player) => self.rename(&entry.by, player),
            TableEvent::Went => self.remove_player(&entry.by),
            TableEvent::Closed => self.closed = true,
        }
    }

    fn add_member(&mut self, player: &str) {
        self.members.insert(player.to_owned());
        self.witnesses.insert(player.to_owned());
    }

    /// Replaces a player everywhere by the one they were merged into.
    fn rename(&mut self, from: &str, to: &str) {
        let seats = self.seats.iter_mut().flatten();
        for occupant in seats.chain(self.rounds.iter_mut().flat_map(|round| &mut round.occupants)) {
            if *occupant == Occupant::Player(from.to_owned()) {
                *occupant = Occupant::Player(to.to_owned());
            }
        }
        let said = self.said.iter_mut().map(|(by, _)| by);
        let voters = self.cancel_votes.iter_mut().map(|(by, _)| by);
        for name in said.chain(voters).chain([&mut self.host]) {
            if name == from {
                to.clone_into(name);
            }
        }
        if let Some(added) = self.added.remove(from) {
            *self.added.entry(to.to_owned()).or_default() += added;
        }
        // A removed player stays removed.
        if self.members.remove(from) {
            self.members.insert(to.to_owned());
        }
        if self.witnesses.remove(from) {
            self.witnesses.insert(to.to_owned());
        }
    }

    /// Removes a player who has left for good. If they were the host, the first seated person becomes host, or any
    /// other member; without members the table is closed.
    fn remove_player(&mut self, player: &str) {
        self.free_seats_of(player);
        self.members.remove(player);
        if self.host != player {
            return;
        }
        let seated = self.seats.iter().flatten().find_map(|occupant| match occupant {
            Occupant::Player(name) => Some(name),
            Occupant::Bot(_) => None,
        });
        match seated.or(self.members.first()) {
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

    /// The current seat of this player.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let is_player =
            |it: &Option<Occupant>| matches!(it, Some(Occupant::Player(name)) if name == player);
        self.seats.iter().position(is_player).map(|seat| Seat(seat as u8))
    }

    /// The seat in the match for a seat of the table in this round. Seats rotate with every rematch, so that everyone
    /// starts in turn.
    pub fn seat_in_match(&self, round: usize, seat: Seat) -> Seat {
        let seats = self.seats.len().max(1);
        match self.config.race {
            true => Seat(0),
            false => Seat(((seat.index() + seats - round % seats) % seats) as u8),
        }
    }

    /// The seat of the table for each seat of one of its matches. `None` for a match of another table.
    pub fn table_seats(&self, id: &MatchId) -> Option<Vec<Seat>> {
        let (round, place) = self.rounds.iter().enumerate().find_map(|(number, round)| {
            Some((number, round.matches.iter().position(|it| it == id)?))
        })?;
        if self.config.race {
            return Some(vec![Seat(place as u8)]);
        }
        let mut seats: Vec<Seat> = (0..self.config.seats).map(Seat).collect();
        seats.sort_by_key(|seat| self.seat_in_match(round, *seat).0);
        Some(seats)
    }

    /// The match of a seat of the table in this round.
    pub fn match_of(&self, round: usize, seat: Seat) -> Option<&MatchId> {
        let place = if self.config.race { seat.index() } else { 0 };
        self.rounds.get(round)?.matches.get(place)
    }

    /// The match of the last round; `None` for a race.
    pub fn shared_match(&self) -> Option<&MatchId> {
        self.rounds.last().filter(|_| !self.config.race)?.matches.first()
    }

    /// The owner of a seat of a shared match: its first occupant, even if a stand-in plays there now.
    pub fn owner(&self, id: &MatchId, seat: Seat) -> Option<&Occupant> {
        let round = self.rounds.iter().find(|round| round.matches.contains(id));
        let own = *self.table_seats(id)?.get(seat.index())?;
        round.filter(|_| !self.config.race)?.occupants.get(own.index())
    }

    /// The seat of a shared match that this player owns.
    pub fn owned(&self, id: &MatchId, player: &str) -> Option<Seat> {
        let is = |seat: &Seat| matches!(self.owner(id, *seat), Some(Occupant::Player(name)) if name == player);
        (0..self.config.seats).map(Seat).find(is)
    }

    /// Whether this player may see the table.
    pub fn is_member(&self, player: &str) -> bool {
        self.members.contains(player)
    }

    /// Whether this player has played a round here.
    pub(crate) fn has_played(&self, player: &str) -> bool {
        let is_player =
            |occupant: &Occupant| matches!(occupant, Occupant::Player(name) if name == player);
        self.rounds.iter().any(|round| round.occupants.iter().any(is_player))
    }

    /// Whether one can join with this invitation.
    pub fn accepts_invitation(&self, code: &str) -> bool {
        !self.closed && self.invitation.as_deref() == Some(code)
    }

    /// The first free seat.
    pub fn free_seat(&self) -> Option<Seat> {
        self.seats.iter().position(Option::is_none).map(|seat| Seat(seat as u8))
    }

    /// Fails with `table.host` for everyone except the host.
    pub(crate) fn check_host(&self, by: &str) -> Result<(), Refusal> {
        match self.host == by {
            true => Ok(()),
            false => Err(Refusal::new(Code::TableHost, "Only the host can do this.")),
        }
    }

    /// Fails with `table.closed` if the table is closed.
    pub(crate) fn check_open(&self) -> Result<(), Refusal> {
        match self.closed {
            true => Err(Refusal::new(Code::TableClosed, "This table is closed.")),
            false => Ok(()),
        }
    }

    /// Fails if the log is too long for an event, or if this person has added too much.
    pub(crate) fn accepts(&self, by: &str, event: &TableEvent) -> Result<(), Refusal> {
        match event.is_always_accepted() {
            true => Ok(()),
            false => self.check_log_space(by),
        }
    }

    /// Fails if there is no space in the log for this person to do more than leave.
    pub(crate) fn check_log_space(&self, by: &str) -> Result<(), Refusal> {
        let is_host = self.host == by;
        let most = if is_host { MAX_TABLE_ENTRIES } else { MAX_TABLE_ENTRIES - FOR_HOST };
        if self.seq + 1 >= most {
            return Err(log_full());
        }
        if !is_host && self.added.get(by).is_some_and(|added| *added >= PER_ROUND) {
            let text = "You've done too much at this table. Wait for the next round.";
            return Err(Refusal::new(Code::TableOften, text));
        }
        Ok(())
    }

    /// Fails with `table.crowd` if nobody else can join.
    pub(crate) fn check_member_limit(&self) -> Result<(), Refusal> {
        match self.members.len() < MAX_MEMBERS {
            true => Ok(()),
            false => {
                Err(Refusal::new(Code::TableCrowd, "There are too many people at this table."))
            }
        }
    }
}

fn log_full() -> Refusal {
    Refusal::new(Code::TableLong, "This table has reached its limit. Close it and open a new one.")
}

/// The refusal for a table that doesn't exist, or that one isn't a member of.
pub fn unknown_table() -> Refusal {
    Refusal::new(Code::TableUnknown, "There is no such table, or you aren't invited to it.")
}
