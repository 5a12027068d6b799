//! Somebody goes for good: they leave the matches that are not over, so that nobody waits for them, and the tables they
//! were at. Who hosted one hands it to the next; where nobody is left, it is closed.

use crate::tables::TableEvent;
use crate::tables::{remove_host, remove_member};
use crate::{Hall, LeaveReason, MatchFilter, TableId};
use engine::Refusal;

impl Hall {
    /// A player leaves everything. Done again after a failure, it goes on where it stopped.
    pub async fn leave_all(&self, player: &str) -> Result<(), Refusal> {
        // All of theirs, found by their seats: to ask for the unfinished ones would look at those of everybody.
        let which = MatchFilter { player: Some(player.to_owned()), ..MatchFilter::all() };
        let found = self.matches(&which).await?.into_iter();
        for summary in found.filter(|summary| summary.ended.is_none()) {
            let Some(seat) = summary.seat_of(player) else { continue };
            match self.leave(&summary.id, seat, LeaveReason::Resigned).await {
                Ok(_) => {}
                // It is over, or they had left before; and what cannot be read stands in nobody's way.
                Err(Refusal { code: "house.over" | "house.seat" | "house.broken", .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        for id in self.tables_of(player).await? {
            match self.leave_table(&id, player).await {
                Ok(()) | Err(Refusal { code: "house.broken", .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    async fn leave_table(&self, id: &TableId, player: &str) -> Result<(), Refusal> {
        loop {
            let table = self.table(id).await?;
            let went = self.note_next(&table, player, TableEvent::Went)?;
            match self
                .change_documents(vec![remove_member(player, id), remove_host(player, id), went])
                .await
            {
                Err(refusal) if refusal.code == "house.changed" => {}
                done => return done,
            }
        }
    }
}
