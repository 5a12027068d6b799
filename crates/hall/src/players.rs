//! The players at one keyboard.

use crate::{Occupant, Summary};
use engine::{Code, Names, Refusal, Seat, Seats, Viewer, line};

/// The longest name, in characters.
const LONGEST: usize = 40;

/// The people at this keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Players {
    names: Vec<String>,
    /// Whether they gave their names. If not, they are called by their seats.
    introduced: bool,
}

impl Players {
    /// One player who gave no name. Their matches are stored under this name.
    pub fn unnamed(login: &str) -> Players {
        let name = read_name(login).unwrap_or_else(|_| "player".to_owned());
        Players { names: vec![name], introduced: false }
    }

    /// Parses names: `Ann`, or `Ann,Bo` for several players at one keyboard.
    pub fn read(text: &str) -> Result<Players, Refusal> {
        let names = text.split(',').map(read_name).collect::<Result<Vec<_>, _>>()?;
        for (n, name) in names.iter().enumerate() {
            if names.iter().take(n).any(|other| other == name) {
                let name = line::quote(name);
                return Err(Refusal::setup(format!("Two players cannot both be called “{name}”.")));
            }
        }
        Ok(Players { names, introduced: true })
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether they gave their names.
    pub fn is_introduced(&self) -> bool {
        self.introduced
    }

    /// The only player. Fails if there are several, since a daily is for one.
    pub fn only(&self) -> Result<&str, Refusal> {
        match &self.names[..] {
            [one] => Ok(one),
            _ => Err(Refusal::setup("A daily is for one player. Give one name with --as.")),
        }
    }

    /// The viewer for a replay. An unfinished match is replayed from the player's own seat, so that it reveals nothing;
    /// that fails if they don't play in it.
    pub fn replay_viewer(&self, summary: &Summary) -> Result<Viewer, Refusal> {
        if summary.ended.is_some() {
            return Ok(Viewer::Public);
        }
        let seat = self.names.iter().find_map(|name| summary.seat_of(name));
        seat.map(Viewer::Seat).ok_or_else(|| {
            let text = format!(
                "Match {} isn't over, and only its players may see it. Give your name with --as.",
                summary.id
            );
            Refusal::new(Code::Secret, text)
        })
    }

    /// How many names are missing for this many players.
    pub fn missing_names(&self, people: usize) -> usize {
        if self.introduced { people.saturating_sub(self.names.len()) } else { 0 }
    }

    /// Adds a player.
    pub fn add(&mut self, name: &str) -> Result<(), Refusal> {
        let all = format!("{},{name}", self.names.join(","));
        *self = Players::read(&all)?;
        Ok(())
    }

    /// Assigns the players to these seats in order. Further seats are named by their number. Fails if there are more
    /// players than seats.
    pub fn assign_seats(
        &self,
        seats: impl Iterator<Item = Seat>,
    ) -> Result<Vec<(Seat, Occupant)>, Refusal> {
        let seats: Vec<Seat> = seats.collect();
        // A single player who only watches bots needs no seat.
        if self.names.len() > seats.len().max(1) && self.introduced {
            let (names, seats) = (self.names.join(", "), seats.len());
            let seats = if seats == 1 { "1 seat".into() } else { format!("{seats} seats") };
            let text = format!("There aren't enough seats: {seats} for {names}.");
            return Err(Refusal::setup(text));
        }
        let name = |(n, seat): (usize, Seat)| match self.names.get(n) {
            Some(name) => (seat, Occupant::Player(name.clone())),
            None => (seat, Occupant::Player(Names::by_seat().of(seat))),
        };
        Ok(seats.into_iter().enumerate().map(name).collect())
    }

    /// The names of the players on these seats.
    pub fn names_at(&self, sat: &[Option<Occupant>]) -> Names {
        let name = |occupant: &Option<Occupant>| match occupant {
            Some(Occupant::Player(name)) if self.introduced || !self.names.contains(name) => {
                Some(name.clone())
            }
            _ => None,
        };
        Names::new(sat.iter().map(name).collect())
    }
}

/// The seats that are played at this keyboard: all except those of bots or, in a shared store, those of these players.
pub fn local_seats(summary: &Summary, players: &Players, shared: bool) -> Seats {
    let is_here = |occupant: &Option<Occupant>| match occupant {
        Some(Occupant::Player(name)) => !shared || players.names().contains(name),
        Some(Occupant::Bot(_)) => false,
        None => !shared,
    };
    let seats = (0..summary.seats).map(Seat).zip(&summary.sat);
    let here = seats.filter(|(_, occupant)| is_here(occupant));
    here.fold(Seats::NONE, |here, (seat, _)| here.with(seat))
}

fn read_name(text: &str) -> Result<String, Refusal> {
    let name = line::clean(text.as_bytes())
        .map_err(|_| Refusal::setup("A name can't contain control characters."))?;
    let fits = (1..=LONGEST).contains(&name.chars().count());
    // A line that starts with a slash is a command.
    if !fits || name.contains(',') || name.starts_with('/') {
        let text =
            format!("A name has 1 to {LONGEST} characters, no comma, and no slash at the start.");
        return Err(Refusal::setup(text));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_called_by_their_names() {
        let players = Players::read("Ann,Bo Li").unwrap();
        let sat = players.assign_seats((0..3).map(Seat)).unwrap();
        let sat: Vec<_> = sat.into_iter().map(|(_, occupant)| Some(occupant)).collect();
        let names = players.names_at(&sat);
        assert_eq!([0, 1, 2].map(|n| names.of(Seat(n))), ["Ann", "Bo Li", "Player 3"]);
    }

    #[test]
    fn a_player_without_a_name_is_called_by_the_seat() {
        let players = Players::unnamed("ann");
        let sat: Vec<_> = players
            .assign_seats((0..2).map(Seat))
            .unwrap()
            .into_iter()
            .map(|(_, occupant)| Some(occupant))
            .collect();
        assert_eq!(sat[0], Some(Occupant::Player("ann".into())));
        let names = players.names_at(&sat);
        assert_eq!([0, 1].map(|n| names.of(Seat(n))), ["Player 1", "Player 2"]);
        // Another player sees the name.
        let names = Players::unnamed("bo").names_at(&sat);
        assert_eq!(names.of(Seat(0)), "ann");
    }

    #[test]
    fn invalid_names_are_refused() {
        for wrong in
            ["", " ", "/quit", "Ann,/a", "a,,b", "a\u{1b}[2J", "a\u{7}", "Ann,Ann", &"x".repeat(41)]
        {
            assert_eq!(Players::read(wrong).unwrap_err().code, "house.setup", "{wrong:?}");
        }
        let three = Players::read("Ann,Bo,Cy").unwrap();
        assert_eq!(three.assign_seats((0..2).map(Seat)).unwrap_err().code, "house.setup");
        assert_eq!(Players::read(" Ann  Lee , Bo").unwrap().names(), ["Ann Lee", "Bo"]);
        assert_eq!(Players::unnamed("\u{1b}").names(), ["player"]);
    }
}
