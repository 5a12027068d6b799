//! The summary of a match, for lists, statistics and leaderboards that don't read its log. It is written with every
//! entry, in the same transaction, and can be rebuilt from the log alone.

use crate::{Entry, LeaveReason, MatchId, Occupant};
use engine::seal::SealKey;
use engine::{AnyMatch, Seat, Start, Viewer, ticket};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A match after entry `seq`. For trusted callers only: it contains secrets until the match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub id: MatchId,
    /// The seq of the last entry.
    pub seq: u64,
    /// The game's short name.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The preset, if the setup is one.
    pub preset: Option<String>,
    /// The setup. A long value is replaced by `@` and its hash.
    pub setup: Map<String, Value>,
    /// The number of seats.
    pub seats: u8,
    /// The ticket: matches with the same one started in the same way.
    pub ticket: String,
    /// The day, if it is a daily.
    pub daily: Option<Date>,
    /// When it was opened.
    pub opened: Timestamp,
    /// When the last entry was written.
    pub last: Timestamp,
    /// The occupant of each seat.
    pub sat: Vec<Option<Occupant>>,
    /// The seats that have left, and why.
    pub left: Vec<(Seat, LeaveReason)>,
    /// Whether anyone has asked for a hint.
    pub hinted: bool,
    /// When a person first moved or got a hint: from then on the match has revealed something of its puzzle. Earlier
    /// versions didn't store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Timestamp>,
    /// The state at a glance, so that lists needn't read the log. Earlier versions didn't store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glance: Option<Glance>,
    /// The result, once the match is over.
    pub ended: Option<Ended>,
    /// The entry since which the time for this move is counted. Earlier versions didn't store it: use
    /// [`Summary::clock`].
    #[serde(default)]
    pub clock: Option<u64>,
}

/// The state of a match at a glance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Glance {
    /// The seats whose turn it is.
    pub to_act: Vec<Seat>,
    /// How many times a seat has moved or left.
    pub moves: u64,
    /// The progress of each seat, as a text that reveals no secrets.
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
    /// The winning seats.
    pub winners: Vec<Seat>,
    /// The final public view, for statistics that need more than the score. Null if the match was cancelled.
    pub view: Value,
}

impl Summary {
    /// The summary of a match that was just dealt.
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

    /// Applies the next entry. `game` is the match after it; `restarts` says whether it restarts the time for a move.
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

    /// The entry since which the time for this move is counted. If it wasn't stored, it is the last one, which may give
    /// too much time but never too little.
    pub fn clock(&self) -> u64 {
        self.clock.unwrap_or(self.seq)
    }

    /// The seat of this player.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let is_player =
            |it: &Option<Occupant>| matches!(it, Some(Occupant::Player(name)) if name == player);
        self.sat.iter().position(is_player).map(|seat| Seat(seat as u8))
    }

    /// The people in its seats.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.sat.iter().flatten().filter_map(|occupant| match occupant {
            Occupant::Player(name) => Some(name.as_str()),
            Occupant::Bot(_) => None,
        })
    }

    /// Whether anything has happened since the players sat down.
    pub fn begun(&self) -> bool {
        self.seq > self.sat.iter().flatten().count() as u64
    }

    /// How long ago the last entry was written, in words.
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

    /// Whether one player may still cancel it after this many moves: before the second one, and never a daily.
    pub fn may_be_cancelled(&self, moves: u64) -> bool {
        self.daily.is_none() && moves <= 1
    }

    /// Whether it was cancelled. Then it doesn't count for anyone.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled_by().is_some()
    }

    /// The seat that cancelled it.
    pub fn cancelled_by(&self) -> Option<Seat> {
        self.left.iter().find(|(_, why)| *why == LeaveReason::Aborted).map(|(seat, _)| *seat)
    }

    /// Whether this seat has won. A player who leaves can't win, even if the game counts them as a winner.
    pub fn won(&self, seat: Seat) -> bool {
        let wins = |ended: &Ended| ended.winners.contains(&seat);
        self.ended.as_ref().is_some_and(wins) && !self.has_left(seat)
    }

    pub fn has_left(&self, seat: Seat) -> bool {
        self.left.iter().any(|(left, _)| *left == seat)
    }

    fn look_at(&mut self, game: &dyn AnyMatch) {
        self.glance = Some(Glance::of(game));
        if self.ended.is_none()
            && let Some(outcome) = game.outcome()
        {
            // For the game, the last remaining player has won; but a cancelled match has no winner and reveals nothing.
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

/// Replaces a long text by its hash, because a summary is written again with every entry.
fn short(value: &Value) -> Value {
    match value {
        Value::String(text) if text.len() > ticket::LONG => {
            Value::String(format!("@{}", ticket::hash(text)))
        }
        value => value.clone(),
    }
}
