//! The vote to cancel a match. A vote is written to the table's log and is valid until a person moves. When everyone
//! who is still playing has voted, the match is cancelled. All of it follows from the two logs, so every server decides
//! alike.

use crate::documents::retry_on_conflict;
use crate::live::Live;
use crate::tables::TableEvent;
use crate::{Entry, Hall, LeaveReason, MatchId, Table, TableId};
use engine::{Code, Refusal, Seat};

impl Hall {
    /// Votes to cancel the match of this round, which happens when everyone who is still playing has voted.
    pub async fn vote_to_cancel(&self, id: &TableId, by: &str) -> Result<Table, Refusal> {
        retry_on_conflict(|| async {
            let table = self.table_for_member(id, by).await?;
            let game = self.shared_match(&table).await?;
            if let Some(seq) = self.check_may_vote(&table, &game, by).await? {
                let vote = self.note_next(&table, by, TableEvent::CallOff { seq })?;
                self.change_documents(vec![vote]).await?;
            }
            let table = self.table(id).await?;
            self.cancel_if_agreed(&table).await?;
            Ok(table)
        })
        .await
    }

    /// The entry of the match after which a player votes; `None` if they have a valid vote. Fails if they can't vote.
    async fn check_may_vote(
        &self,
        table: &Table,
        game: &MatchId,
        by: &str,
    ) -> Result<Option<u64>, Refusal> {
        let handle = self.match_handle(game).await?;
        let mut live = handle.lock().await;
        if self.catch_up(game, &mut live).await? {
            self.wake_bot(game, &mut live);
        }
        live.whole()?;
        let playing = people_playing(&live);
        let Some(seat) = live.now.seat_of(by).filter(|seat| playing.contains(seat)) else {
            return Err(Refusal::new(Code::TableSeat, "You aren't playing in this round."));
        };
        if playing.len() < 2 {
            let text = "There is nobody else to agree. You can give up instead.";
            return Err(Refusal::new(Code::TableAlone, text));
        }
        Ok((!valid_votes(table, &live).contains(&seat)).then_some(live.now.seq))
    }

    /// The seats with a valid vote to cancel the match, in the order of the votes.
    pub async fn cancel_votes(&self, table: &Table) -> Result<Vec<Seat>, Refusal> {
        let Some(game) = table.shared_match().filter(|_| !table.cancel_votes.is_empty()) else {
            return Ok(Vec::new());
        };
        let handle = self.match_handle(game).await?;
        let live = handle.lock().await;
        Ok(valid_votes(table, &live))
    }

    /// Cancels the match of this round if everyone who is still playing has voted, on behalf of the first voter.
    /// Calling it again changes nothing.
    pub async fn cancel_if_agreed(&self, table: &Table) -> Result<(), Refusal> {
        let Some(game) = table.shared_match().filter(|_| !table.cancel_votes.is_empty()) else {
            return Ok(());
        };
        let first = {
            let handle = self.match_handle(game).await?;
            let mut live = handle.lock().await;
            loop {
                // If a player moves at the last moment, on any server, `write` fails and the votes are checked again.
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

    /// The match that the table is playing. Fails for a race and between rounds.
    pub(crate) async fn shared_match(&self, table: &Table) -> Result<MatchId, Refusal> {
        if table.config.race {
            let text = "In a race everyone has their own match. You can give yours up.";
            return Err(Refusal::new(Code::TableRace, text));
        }
        let playing = self.is_playing(table).await?;
        let game = table.shared_match().filter(|_| playing).cloned();
        game.ok_or_else(|| Refusal::new(Code::TableWaiting, "No round is being played."))
    }
}

/// The seats of people who are still playing.
fn people_playing(live: &Live) -> Vec<Seat> {
    if live.now.ended.is_some() {
        return Vec::new();
    }
    let seats = (0..live.now.seats).map(Seat);
    seats.filter(|seat| !live.has_bot(*seat) && !live.now.has_left(*seat)).collect()
}

/// The seats of people who are still playing and have voted since a person last moved.
fn valid_votes(table: &Table, live: &Live) -> Vec<Seat> {
    let playing = people_playing(live);
    let votes = table.cancel_votes.iter().filter(|(_, seq)| *seq >= live.played);
    let seats = votes.filter_map(|(by, _)| live.now.seat_of(by));
    seats.filter(|seat| playing.contains(seat)).collect()
}

/// The first voter, if everyone who is still playing has voted.
fn first_voter_if_unanimous(table: &Table, live: &Live) -> Option<Seat> {
    let (playing, voted) = (people_playing(live), valid_votes(table, live));
    let all = playing.len() >= 2 && playing.iter().all(|seat| voted.contains(seat));
    voted.first().copied().filter(|_| all)
}
