//! A match that all who play it want called off. Who asks is heard at the table; that holds until a person plays on, and
//! when everybody who still plays has asked, the match is called off. All of it is decided from the two logs, so it does not
//! matter which house is asked.

use crate::live::Live;
use crate::tables::{TableEvent, refuse};
use crate::{Entry, Hall, LeaveReason, MatchId, Table, TableId};
use engine::{Refusal, Seat};

impl Hall {
    /// Somebody wants the match of this round called off, or agrees to it. When all who still play do, it is.
    pub async fn vote_to_cancel(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        loop {
            let table = self.known(id, by).await?;
            let game = self.shared_match(&table).await?;
            if let Some(seq) = self.check_may_vote(&table, &game, by).await? {
                let did = self.note_next(&table, by, TableEvent::CallOff { seq })?;
                match self.change_documents(vec![did]).await {
                    Ok(()) => {}
                    Err(refusal) if refusal.code == "house.changed" => continue,
                    Err(refusal) => return Err(refusal),
                }
            }
            let table = self.table(id).await?;
            self.cancel_if_agreed(&table).await?;
            return Ok(table);
        }
    }

    /// The entry of the match after which somebody asks; nothing, when they have asked already.
    async fn check_may_vote(
        &self,
        table: &Table,
        game: &MatchId,
        by: &str,
    ) -> Result<Option<u64>, Refusal> {
        let slot = self.match_handle(game).await?;
        let mut live = slot.lock().await;
        if self.catch_up(game, &mut live).await? {
            self.wake_bot(game, &mut live);
        }
        live.whole()?;
        let still = people_playing(&live);
        let Some(seat) = live.now.seat_of(by).filter(|seat| still.contains(seat)) else {
            return Err(refuse("table.seat", "You do not play in this round."));
        };
        if still.len() < 2 {
            let text = "Nobody else plays here who could agree; you can give the match up.";
            return Err(refuse("table.alone", text));
        }
        Ok((!valid_votes(table, &live).contains(&seat)).then_some(live.now.seq))
    }

    /// The seats of the match whose players want it called off, in the order in which they asked.
    pub async fn cancel_votes(&self, table: &Table) -> Result<Vec<Seat>, Refusal> {
        let Some(game) = table.shared_match().filter(|_| !table.cancel_votes.is_empty()) else {
            return Ok(Vec::new());
        };
        let slot = self.match_handle(game).await?;
        let live = slot.lock().await;
        Ok(valid_votes(table, &live))
    }

    /// Calls the match of this round off when all who still play want it; whoever asked first does it. Done again, it
    /// changes nothing.
    pub async fn cancel_if_agreed(&self, table: &Table) -> Result<(), Refusal> {
        let Some(game) = table.shared_match().filter(|_| !table.cancel_votes.is_empty()) else {
            return Ok(());
        };
        let first = {
            let slot = self.match_handle(game).await?;
            let mut live = slot.lock().await;
            loop {
                // Who plays on in the last moment, in whatever house, is heard: this is looked at again then.
                let Some(first) = first_voter_if_unanimous(table, &live) else { return Ok(()) };
                let step = live.consider_leaving(first)?;
                let (why, events) = (LeaveReason::Aborted, step.events.clone());
                let entry = Entry::Left { seat: first, why, events };
                if self.write(game, &mut live, &entry, Some(step)).await?.is_some() {
                    break first;
                }
            }
        };
        self.cancel_match_by(game, first).await
    }

    /// The match that all play together now.
    pub(crate) async fn shared_match(&self, table: &Table) -> Result<MatchId, Refusal> {
        if table.config.race {
            let text = "In a race everybody has a match of their own; you can give yours up.";
            return Err(refuse("table.race", text));
        }
        let playing = self.is_playing(table).await?;
        let game = table.shared_match().filter(|_| playing).cloned();
        game.ok_or_else(|| refuse("table.waiting", "No round is being played."))
    }
}

/// The seats of people who still play.
fn people_playing(live: &Live) -> Vec<Seat> {
    if live.now.ended.is_some() {
        return Vec::new();
    }
    let seats = (0..live.now.seats).map(Seat);
    seats.filter(|seat| !live.has_bot(*seat) && !live.now.has_left(*seat)).collect()
}

/// The seats of those who asked after the last entry in which a person moved, and still play.
fn valid_votes(table: &Table, live: &Live) -> Vec<Seat> {
    let still = people_playing(live);
    let asked = table.cancel_votes.iter().filter(|(_, seq)| *seq >= live.played);
    let seats = asked.filter_map(|(by, _)| live.now.seat_of(by));
    seats.filter(|seat| still.contains(seat)).collect()
}

/// Who asked first, when all who still play have asked.
fn first_voter_if_unanimous(table: &Table, live: &Live) -> Option<Seat> {
    let (still, asked) = (people_playing(live), valid_votes(table, live));
    let all = still.len() >= 2 && still.iter().all(|seat| asked.contains(seat));
    asked.first().copied().filter(|_| all)
}
