//! Seats, sets of seats, and viewers. Which person has which seat is up to the hall.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place in a match, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into a list with one element per seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats. No game has more than eight.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// The set with just this seat.
    pub fn one(seat: Seat) -> Seats {
        Seats::NONE.with(seat)
    }

    /// The first `n` seats.
    pub fn first(n: u8) -> Seats {
        (0..n).fold(Seats::NONE, |all, seat| all.with(Seat(seat)))
    }

    /// This set and one more seat. A seat number above 7 is ignored.
    #[must_use]
    pub fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1u8.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }

    /// This set without a seat.
    #[must_use]
    pub fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !Seats::one(seat).0)
    }

    pub fn has(self, seat: Seat) -> bool {
        self.0 & Seats::one(seat).0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |&seat| self.has(seat))
    }
}

impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

/// The viewer whom a view is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// Everyone else.
    Public,
}

impl Viewer {
    /// Every viewer of a match: each seat, then the public.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        (0..seats).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Public])
    }

    /// The seat, if the viewer has one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        }
    }

    /// Is the viewer the player on this seat?
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// A seat is written as its number, the public as -1.
impl Serialize for Viewer {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i16(self.seat().map_or(-1, |seat| i16::from(seat.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_the_seats_that_were_added() {
        let set = Seats::one(Seat(0)).with(Seat(3)).with(Seat(200));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3)]);
        assert!(set.has(Seat(3)) && !set.has(Seat(1)) && !set.has(Seat(200)));
        assert_eq!(set.without(Seat(0)), Seats::one(Seat(3)));
        assert_eq!(Seats::first(4).len(), 4);
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,3]");
    }

    #[test]
    fn viewers_are_serialized_as_numbers() {
        let all: Vec<_> = Viewer::all(2).collect();
        assert_eq!(serde_json::to_string(&all).unwrap(), "[0,1,-1]");
    }
}
