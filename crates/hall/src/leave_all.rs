//! Deleting an account: the player leaves their unfinished matches, so that nobody waits for them, and their tables. A
//! table that they hosted gets another host, or is closed if nobody is left.

use crate::documents::retry_on_conflict;
use crate::tables::TableEvent;
use crate::tables::{remove_host, remove_member};
use crate::{Hall, LeaveReason, MatchFilter, TableId};
use engine::{Code, Refusal};

impl Hall {
    /// Leaves all matches and tables. After a failure it can be called again and continues where it stopped.
    pub async fn leave_all(&self, player: &str) -> Result<(), Refusal> {
        // Filtering by `over` would scan the unfinished matches of all players.
        let filter = MatchFilter { player: Some(player.to_owned()), ..MatchFilter::all() };
        let found = self.matches(&filter).await?.into_iter();
        for summary in found.filter(|summary| summary.ended.is_none()) {
            let Some(seat) = summary.seat_of(player) else { continue };
            match self.leave(&summary.id, seat, LeaveReason::Resigned).await {
                Ok(_) => {}
                // It is over, they have already left, or it can't be read, which must not block the deletion.
                Err(Refusal { code: Code::Over | Code::Seat | Code::Broken, .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        for id in self.tables_of(player).await? {
            match self.leave_table(&id, player).await {
                Ok(()) | Err(Refusal { code: Code::Broken, .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    async fn leave_table(&self, id: &TableId, player: &str) -> Result<(), Refusal> {
        retry_on_conflict(|| async {
            let table = self.table(id).await?;
            let went = self.note_next(&table, player, TableEvent::Went)?;
            let mut changes = vec![remove_host(player, id), went];
            changes.extend(remove_member(player, id));
            self.change_documents(changes).await
        })
        .await
    }
}
