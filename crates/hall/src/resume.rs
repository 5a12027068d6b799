//! Resuming a match: finding it, looking at its progress, cancelling it, and continuing in memory when the store can't
//! be written to.

use crate::hall::no_seat;
use crate::live::{broken, named};
use crate::{Glance, Hall, LeaveReason, MatchFilter, MatchId, Occupant, Players, Store, Summary};
use engine::{Code, Refusal, Seat};

/// The fewest characters of an id by which a match is found.
const FEWEST: usize = 4;

impl Hall {
    /// The one match whose id starts with this. For trusted callers only: a summary contains secrets.
    pub async fn find(&self, name: &str) -> Result<Summary, Refusal> {
        let no = |text: String| Refusal::new(Code::Match, text);
        let shown = engine::line::quote(name);
        if name.chars().count() < FEWEST {
            return Err(no(format!(
                "“{shown}” is too short. Give at least {FEWEST} characters of the match id."
            )));
        }
        let id_prefix = read_id(name);
        let filter = MatchFilter { id_prefix, limit: Some(2), ..MatchFilter::all() };
        let found = match filter.id_prefix {
            Some(_) => self.matches(&filter).await?,
            None => Vec::new(),
        };
        match <[Summary; 1]>::try_from(found) {
            Ok([one]) => Ok(one),
            Err(found) if found.is_empty() => Err(no(format!("There is no match “{shown}”."))),
            Err(_) => {
                Err(no(format!("Several matches start with “{shown}”. Give more characters.")))
            }
        }
    }

    /// Lets players resume an unfinished match. Players without a seat take the free ones. Fails with `house.secret` if
    /// the match belongs to others.
    pub async fn rejoin(&self, summary: &Summary, players: &Players) -> Result<(), Refusal> {
        let is_free = |(seat, occupant): &(Seat, &Option<Occupant>)| {
            occupant.is_none() && !summary.has_left(*seat)
        };
        let mut free = (0..).map(Seat).zip(&summary.sat).filter(is_free).map(|(seat, _)| seat);
        let mut is_seated = false;
        for name in players.names() {
            if summary.seat_of(name).is_none() {
                let Some(seat) = free.next() else { continue };
                self.sit(&summary.id, seat, Occupant::Player(name.clone())).await?;
            }
            is_seated = true;
        }
        let others: Vec<&str> = summary.people().collect();
        if is_seated || others.is_empty() {
            return Ok(());
        }
        let (id, others) = (&summary.id, others.join(", "));
        let text = format!("Match {id} belongs to {others}. Give your name with --as.");
        Err(Refusal::new(Code::Secret, text))
    }

    /// The state of a match at a glance. This neither keeps the match in memory nor starts a bot.
    pub async fn glance(&self, id: &MatchId) -> Result<Glance, Refusal> {
        let filter = MatchFilter { id: Some(id.clone()), ..MatchFilter::all() };
        match self.matches(&filter).await?.into_iter().next() {
            Some(summary) => self.glance_of(summary).await,
            // There is no summary. Reading the log gives the match, or the error to report.
            None => Ok(Glance::of(&*self.read_whole(id).await?.game)),
        }
    }

    /// The same from a summary. The log is read only if the summary was written by an earlier version.
    pub async fn glance_of(&self, summary: Summary) -> Result<Glance, Refusal> {
        match summary.glance {
            Some(glance) => Ok(glance),
            None => Ok(Glance::of(&*self.read_whole(&summary.id).await?.game)),
        }
    }

    /// The progress of a seat, as a text that reveals no secrets.
    pub async fn progress(&self, id: &MatchId, seat: Seat) -> Result<String, Refusal> {
        let progress = self.glance(id).await?.progress;
        progress.into_iter().nth(seat.index()).ok_or_else(|| no_seat(seat))
    }

    /// How many times a seat has moved or left.
    pub async fn moves(&self, id: &MatchId) -> Result<u64, Refusal> {
        Ok(self.glance(id).await?.moves)
    }

    /// The seat of this player.
    pub async fn seat_in(&self, id: &MatchId, player: &str) -> Result<Option<Seat>, Refusal> {
        Ok(self.match_handle(id).await?.lock().await.now.seat_of(player))
    }

    /// Cancels a match. A finished match stays as it is.
    pub async fn cancel_match(&self, id: &MatchId) -> Result<(), Refusal> {
        self.cancel_match_by(id, Seat(0)).await
    }

    /// Cancels a match for a seat: it leaves first, then all others that are still there. Nobody wins.
    pub async fn cancel_match_by(&self, id: &MatchId, by: Seat) -> Result<(), Refusal> {
        let seats = self.start(id).await?.seats;
        let others = (0..seats).map(Seat).filter(|seat| *seat != by);
        for seat in std::iter::once(by).chain(others) {
            match self.leave(id, seat, LeaveReason::Aborted).await {
                Ok(_) => {}
                // The match is over, or this seat has already left.
                Err(refusal) if matches!(refusal.code, Code::Over | Code::Seat) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    /// Continues without a store that can't be written to: from now on this hall keeps everything in memory. The stored
    /// part of the match is copied.
    pub async fn play_in_memory(&self, id: &MatchId) -> Result<(), Refusal> {
        let handle = self.match_handle(id).await?;
        // Nothing is written meanwhile.
        let _live = handle.lock().await;
        let log = self.load(id, 0).await?;
        let (first, rest) = log.split_first().ok_or_else(|| broken("The log is empty."))?;
        let mut copy = self.read_stored(id, std::slice::from_ref(first)).await?;
        let memory = Store::memory();
        let copy_failed = |error| broken(format!("Match {id} cannot be copied: {error}."));
        memory.append(&first.entry, &copy.now).await.map_err(copy_failed)?;
        for logged in rest {
            copy.fold(logged).map_err(|refusal| named(id, refusal))?;
            memory.append(&logged.entry, &copy.now).await.map_err(copy_failed)?;
        }
        self.move_to(memory);
        Ok(())
    }

    /// The same when there is no match to copy yet.
    pub fn open_in_memory(&self) {
        self.move_to(Store::memory());
    }
}

/// The start of an id as it is stored. People may type lower case, I and L for 1, and O for 0.
fn read_id(text: &str) -> Option<String> {
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
    use super::read_id;

    #[test]
    fn ids_are_read_as_people_type_them() {
        assert_eq!(read_id("4k9mOlI").as_deref(), Some("4K9M011"));
        for wrong in ["4K9-", "4K9U", "4K9é", "%%%%"] {
            assert_eq!(read_id(wrong), None, "{wrong}");
        }
    }
}
