//! Going on with a match: finding it, seeing how far it has come, calling it off, and playing on when
//! the store does not take any more.

use crate::hall::no_seat;
use crate::live::{broken, named};
use crate::{Glance, Hall, LeaveReason, MatchFilter, MatchId, Occupant, Players, Store, Summary};
use engine::{Refusal, Seat};

/// The fewest characters of a name that are enough to find a match by.
const FEWEST: usize = 4;

impl Hall {
    /// The one match whose name begins so. For the house itself: a summary holds secrets.
    pub async fn find(&self, name: &str) -> Result<Summary, Refusal> {
        let no = |text: String| Refusal::new("house.match", text);
        let shown = engine::line::quote(name);
        if name.chars().count() < FEWEST {
            return Err(no(format!(
                "“{shown}” is too short; a match is named by {FEWEST} characters or more."
            )));
        }
        let begins = read_name(name);
        let which = MatchFilter { id_prefix: begins, limit: Some(2), ..MatchFilter::all() };
        let found = match which.id_prefix {
            Some(_) => self.matches(&which).await?,
            None => Vec::new(),
        };
        match <[Summary; 1]>::try_from(found) {
            Ok([one]) => Ok(one),
            Err(found) if found.is_empty() => Err(no(format!("There is no match “{shown}”."))),
            Err(_) => Err(no(format!("Several matches begin with “{shown}”; say more of it."))),
        }
    }

    /// Lets players go on with a match that is not over: who of them has no seat takes one that is free.
    /// Nobody goes on with what others play.
    pub async fn rejoin(&self, summary: &Summary, players: &Players) -> Result<(), Refusal> {
        let is_free =
            |(seat, who): &(Seat, &Option<Occupant>)| who.is_none() && !summary.has_left(*seat);
        let mut free = (0..).map(Seat).zip(&summary.sat).filter(is_free).map(|(seat, _)| seat);
        let mut sits = false;
        for name in players.names() {
            if summary.seat_of(name).is_none() {
                let Some(seat) = free.next() else { continue };
                self.sit(&summary.id, seat, Occupant::Player(name.clone())).await?;
            }
            sits = true;
        }
        let others: Vec<&str> = summary.people().collect();
        if sits || others.is_empty() {
            return Ok(());
        }
        let (id, others) = (&summary.id, others.join(", "));
        let text = format!("Match {id} is played by {others}; say who you are with --as.");
        Err(Refusal::new("house.secret", text))
    }

    /// How a match stands. The match is not kept in memory for this, and no bot begins to think.
    pub async fn glance(&self, id: &MatchId) -> Result<Glance, Refusal> {
        let which = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
        match self.matches(&which).await?.into_iter().next() {
            Some(summary) => self.glance_of(summary).await,
            // Nothing is known of it: its log says why.
            None => Ok(Glance::of(&*self.read_whole(id).await?.game)),
        }
    }

    /// How a match stands by its summary. Only one from an earlier version has its log read for this.
    pub async fn glance_of(&self, summary: Summary) -> Result<Glance, Refusal> {
        match summary.glance {
            Some(glance) => Ok(glance),
            None => Ok(Glance::of(&*self.read_whole(&summary.id).await?.game)),
        }
    }

    /// How far a seat has come, in words that give nothing away.
    pub async fn progress(&self, id: &MatchId, seat: Seat) -> Result<String, Refusal> {
        let progress = self.glance(id).await?.progress;
        progress.into_iter().nth(seat.index()).ok_or_else(|| no_seat(seat))
    }

    /// How many moves and leavings there have been.
    pub async fn moves(&self, id: &MatchId) -> Result<u64, Refusal> {
        Ok(self.glance(id).await?.moves)
    }

    /// Where this player sits.
    pub async fn seat_in(&self, id: &MatchId, player: &str) -> Result<Option<Seat>, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.now.seat_of(player))
    }

    /// Calls a match off. One that is over stays as it is.
    pub async fn cancel_match(&self, id: &MatchId) -> Result<(), Refusal> {
        self.cancel_match_by(id, Seat(0)).await
    }

    /// A seat calls a match off: it leaves, and then all the others who are still there. Nobody has won.
    pub async fn cancel_match_by(&self, id: &MatchId, by: Seat) -> Result<(), Refusal> {
        let seats = self.start(id).await?.seats;
        let others = (0..seats).map(Seat).filter(|seat| *seat != by);
        for seat in std::iter::once(by).chain(others) {
            match self.leave(id, seat, LeaveReason::Aborted).await {
                Ok(_) => {}
                // It is over, or this seat had left before.
                Err(refusal) if matches!(refusal.code, "house.over" | "house.seat") => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    /// Plays on without the store, which cannot be written to: from here on this house keeps
    /// everything in memory. The match comes along as far as it was stored.
    pub async fn play_in_memory(&self, id: &MatchId) -> Result<(), Refusal> {
        let slot = self.match_handle(id).await?;
        // Nobody writes meanwhile.
        let _live = slot.lock().await;
        let log = self.load(id, 0).await?;
        let (first, rest) = log.split_first().ok_or_else(|| broken("The log is empty."))?;
        let mut copy = self.read_stored(id, std::slice::from_ref(first)).await?;
        let memory = Store::memory();
        let copied = |error| broken(format!("Match {id} cannot be copied: {error}."));
        memory.append(&first.entry, &copy.now).await.map_err(copied)?;
        for logged in rest {
            copy.fold(logged).map_err(|refusal| named(id, refusal))?;
            memory.append(&logged.entry, &copy.now).await.map_err(copied)?;
        }
        self.move_to(memory);
        Ok(())
    }

    /// Plays on without the store when there is no match yet to take along.
    pub fn open_in_memory(&self) {
        self.move_to(Store::memory());
    }
}

/// A name as it is stored: people may write small letters, I and L for 1, and O for 0.
fn read_name(text: &str) -> Option<String> {
    let digit = |c: char| match c.to_ascii_uppercase() {
        'I' | 'L' => Some('1'),
        'O' => Some('0'),
        'U' => None,
        c => c.is_ascii_alphanumeric().then_some(c),
    };
    text.chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::read_name;

    #[test]
    fn names_are_read_as_people_write_them() {
        assert_eq!(read_name("4k9mOlI").as_deref(), Some("4K9M011"));
        for wrong in ["4K9-", "4K9U", "4K9é", "%%%%"] {
            assert_eq!(read_name(wrong), None, "{wrong}");
        }
    }
}
