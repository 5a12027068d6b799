//! What is known of a match without reading its log: for lists, statistics and boards of honour. It
//! is written with every entry, in the same transaction, and can be made again from the log alone.

use crate::{Entry, LeaveReason, MatchId, Occupant};
use engine::seal::SealKey;
use engine::{AnyMatch, Seat, Start, Viewer, ticket};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A match after entry `seq`. For the house itself: it holds secrets until the match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The match.
    pub id: MatchId,
    /// The number of its last entry.
    pub seq: u64,
    /// The game's short name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The name of its setup, if it has one.
    pub preset: Option<String>,
    /// Its setup; long values are named by their hash, `@` before it.
    pub setup: Map<String, Value>,
    /// How many seats.
    pub seats: u8,
    /// Its ticket: matches with the same one had the same start.
    pub ticket: String,
    /// The day whose daily it is.
    pub daily: Option<Date>,
    /// When it was opened.
    pub opened: Timestamp,
    /// When its last entry was made.
    pub last: Timestamp,
    /// Who sits where.
    pub sat: Vec<Option<Occupant>>,
    /// Who left, and why.
    pub left: Vec<(Seat, LeaveReason)>,
    /// Has anybody asked for a hint?
    pub hinted: bool,
    /// When a person first moved or got a hint: from then on the match has told something of its puzzle. Earlier versions
    /// did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Timestamp>,
    /// How it stands, so that lists need not read its log. Earlier versions did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glance: Option<Glance>,
    /// How it ended, once it is over.
    pub ended: Option<Ended>,
    /// The entry since which the clock of this move runs. Earlier versions did not write it: ask [`Summary::clock`].
    #[serde(default)]
    pub clock: Option<u64>,
}

/// How a match stands, at a glance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Glance {
    /// Who is to act.
    pub to_act: Vec<Seat>,
    /// How many moves and leavings there have been.
    pub moves: u64,
    /// How far each seat has come, in words that give nothing away.
    pub progress: Vec<String>,
}

impl Glance {
    pub(crate) fn of(game: &dyn AnyMatch) -> Glance {
        let progress = (0..game.seats()).map(|seat| game.progress(Seat(seat)));
        Glance {
            to_act: game.to_act().iter().collect(),
            moves: game.moves(),
            progress: progress.collect(),
        }
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// A score for each seat.
    pub scores: Vec<i64>,
    /// Who won.
    pub winners: Vec<Seat>,
    /// What everybody saw then: where a game's statistics find what a score does not say. Null, when the match was
    /// cancelled.
    pub view: Value,
}

impl Summary {
    /// A match that was just dealt.
    pub(crate) fn open(
        id: &MatchId,
        at: Timestamp,
        start: &Start,
        daily: Option<Date>,
        game: &dyn AnyMatch,
        key: &SealKey,
    ) -> Summary {
        let info = start.game.info();
        let presets = start.game.presets().unwrap_or_default();
        let preset = presets.iter().find(|(_, settings)| *settings == start.settings);
        let setup = start.settings.iter().map(|(key, value)| (key.name.to_owned(), short(value)));
        let mut summary = Summary {
            id: id.clone(),
            seq: 0,
            game: info.id.to_owned(),
            rules: info.rules,
            preset: preset.map(|(name, _)| (*name).to_owned()),
            setup: setup.collect(),
            seats: start.seats,
            ticket: start.ticket(key),
            daily,
            opened: at,
            last: at,
            sat: vec![None; usize::from(start.seats)],
            left: Vec::new(),
            hinted: false,
            told: None,
            glance: None,
            ended: None,
            clock: Some(0),
        };
        summary.look_at(game);
        summary
    }

    /// Goes on to the next entry; `game` is the match as it is then. `restarts`: does the clock run anew from it?
    pub(crate) fn advance(
        &mut self,
        at: Timestamp,
        entry: &Entry,
        game: &dyn AnyMatch,
        restarts: bool,
    ) {
        (self.seq, self.last) = (self.seq + 1, at);
        if restarts {
            self.clock = Some(self.seq);
        }
        match entry {
            Entry::Sat { seat, who } => {
                if let Some(sat) = self.sat.get_mut(seat.index()) {
                    *sat = Some(who.clone());
                }
            }
            Entry::Hinted { .. } => {
                self.hinted = true;
                self.told.get_or_insert(at);
            }
            Entry::Left { seat, why, .. } => self.left.push((*seat, *why)),
            Entry::Move { seat, .. } => {
                if let Some(Some(Occupant::Player(_))) = self.sat.get(seat.index()) {
                    self.told.get_or_insert(at);
                }
            }
            Entry::Opened { .. } => {}
        }
        self.look_at(game);
    }

    /// The entry since which the clock of this move runs. Where that was not written down, it is the last one: that may
    /// give too much time, never too little.
    pub fn clock(&self) -> u64 {
        self.clock.unwrap_or(self.seq)
    }

    /// The seat that this player sits on.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let is =
            |who: &Option<Occupant>| matches!(who, Some(Occupant::Player(name)) if name == player);
        self.sat.iter().position(is).map(|seat| Seat(seat as u8))
    }

    /// The people who sit at it.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.sat.iter().flatten().filter_map(|who| match who {
            Occupant::Player(name) => Some(name.as_str()),
            Occupant::Bot(_) => None,
        })
    }

    /// Has anything happened since everybody sat down?
    pub fn begun(&self) -> bool {
        self.seq > self.sat.iter().flatten().count() as u64
    }

    /// How long before this time its last entry was made, in words.
    pub fn ago(&self, now: Timestamp) -> String {
        let many = |n: i64, unit: &str| match n {
            1 => format!("1 {unit} ago"),
            n => format!("{n} {unit}s ago"),
        };
        match (now.as_second() - self.last.as_second()).max(0) / 60 {
            0 => "just now".to_owned(),
            minutes @ 1..60 => many(minutes, "minute"),
            minutes @ 60..1440 => many(minutes / 60, "hour"),
            minutes @ 1440..86_400 => many(minutes / 1440, "day"),
            _ => self.last.to_string().chars().take(10).collect(),
        }
    }

    /// Was it called off before its end? Then it says nothing about anybody.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled_by().is_some()
    }

    /// Who called it off.
    pub fn cancelled_by(&self) -> Option<Seat> {
        self.left.iter().find(|(_, why)| *why == LeaveReason::Aborted).map(|(seat, _)| *seat)
    }

    /// Has this seat won? Who leaves has not, even where a game counts everybody as a winner.
    pub fn won(&self, seat: Seat) -> bool {
        let wins = |ended: &Ended| ended.winners.contains(&seat);
        self.ended.as_ref().is_some_and(wins) && !self.has_left(seat)
    }

    /// Has this seat left?
    pub fn has_left(&self, seat: Seat) -> bool {
        self.left.iter().any(|(left, _)| *left == seat)
    }

    fn look_at(&mut self, game: &dyn AnyMatch) {
        self.glance = Some(Glance::of(game));
        if self.ended.is_none()
            && let Some(outcome) = game.outcome()
        {
            // To the game the last who is left has won; of what was called off nobody has, and nothing is told of it.
            let (winners, view) = match self.is_cancelled() {
                true => (Vec::new(), Value::Null),
                false => {
                    let view = game.view(Viewer::Public);
                    (outcome.winners, serde_json::from_str(view.get()).unwrap_or_default())
                }
            };
            self.ended = Some(Ended { scores: outcome.scores, winners, view });
        }
    }
}

/// A value as a summary keeps it: a long text would be written again with every entry.
fn short(value: &Value) -> Value {
    match value {
        Value::String(text) if text.len() > ticket::LONG => {
            Value::String(format!("@{}", ticket::hash(text)))
        }
        value => value.clone(),
    }
}
