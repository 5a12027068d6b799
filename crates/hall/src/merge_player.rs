//! Merging a guest into an account: a guest who signs in keeps their seats in matches and at tables, and their
//! challenges. Where the account already has a seat, everything stays as it is, since a player can't have two seats.

use crate::documents::retry_on_conflict;
use crate::tables::TableEvent;
use crate::tables::{add_host, add_member, remove_host, remove_member};
use crate::{Entry, Hall, MatchFilter, MatchId, Occupant, TableId};
use engine::{Code, Refusal};
use std::collections::BTreeSet;

impl Hall {
    /// Gives all seats of one player to another. After a failure it can be called again and continues where it stopped.
    pub async fn merge_player(&self, from: &str, to: &str) -> Result<(), Refusal> {
        self.merge_challenges(from, to).await?;
        let mut stays = BTreeSet::new();
        for id in self.tables_of(from).await? {
            match self.merge_at_table(&id, from, to).await {
                Ok(true) => {}
                // A table that can't be read must not block the merge.
                Ok(false) | Err(Refusal { code: Code::Broken, .. }) => drop(stays.insert(id)),
                Err(refusal) => return Err(refusal),
            }
        }
        let filter = MatchFilter { player: Some(from.to_owned()), ..MatchFilter::all() };
        for summary in self.matches(&filter).await? {
            let table = self.table_of(&summary.id).await?;
            if table.is_some_and(|table| stays.contains(&table)) {
                continue;
            }
            match self.merge_in_match(&summary.id, from, to).await {
                Ok(()) | Err(Refusal { code: Code::Broken, .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    /// Merges at a table. Returns false if both players have a seat there.
    async fn merge_at_table(&self, id: &TableId, from: &str, to: &str) -> Result<bool, Refusal> {
        retry_on_conflict(|| async {
            let table = self.table(id).await?;
            if table.seat_of(from).is_some() && table.seat_of(to).is_some() {
                return Ok(false);
            }
            let event = TableEvent::Became(to.to_owned());
            let mut changes = vec![self.note_next(&table, from, event)?];
            changes.extend(remove_member(from, id));
            if table.host == from && !table.closed {
                changes.extend([remove_host(from, id), add_host(to, id)]);
            }
            if !self.tables_of(to).await?.contains(id) {
                changes.push(add_member(to, id));
            }
            self.change_documents(changes).await?;
            Ok(true)
        })
        .await
    }

    /// Merges in a match, even in a finished one.
    async fn merge_in_match(&self, id: &MatchId, from: &str, to: &str) -> Result<(), Refusal> {
        let handle = self.match_handle(id).await?;
        let mut live = handle.lock().await;
        loop {
            live.whole()?;
            let (Some(seat), None) = (live.now.seat_of(from), live.now.seat_of(to)) else {
                return Ok(());
            };
            let entry = Entry::Sat { seat, who: Occupant::Player(to.to_owned()) };
            if self.write(id, &mut live, &entry, None).await?.is_some() {
                return Ok(());
            }
        }
    }
}
