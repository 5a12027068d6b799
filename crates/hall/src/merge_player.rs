//! Somebody becomes somebody else: a guest who signs in to a name takes along the seats they have, at matches and at
//! tables, and stays the maker of their challenges. Nobody sits on two seats of one: where both sit, everything stays as it is.

use crate::tables::TableEvent;
use crate::tables::{add_host, add_member, remove_host, remove_member};
use crate::{Entry, Hall, MatchFilter, MatchId, Occupant, TableId};
use engine::Refusal;
use std::collections::BTreeSet;

impl Hall {
    /// All seats of one player become another's. Done again after a failure, it goes on where it stopped.
    pub async fn merge_player(&self, from: &str, to: &str) -> Result<(), Refusal> {
        self.hand_over_challenges(from, to).await?;
        let mut stays = BTreeSet::new();
        for id in self.tables_of(from).await? {
            match self.merge_at_table(&id, from, to).await {
                Ok(true) => {}
                // One that cannot be read stands in nobody's way.
                Ok(false) | Err(Refusal { code: "house.broken", .. }) => drop(stays.insert(id)),
                Err(refusal) => return Err(refusal),
            }
        }
        let which = MatchFilter { player: Some(from.to_owned()), ..MatchFilter::all() };
        for summary in self.matches(&which).await? {
            let table = self.table_of(&summary.id).await?;
            if table.is_some_and(|table| stays.contains(&table)) {
                continue;
            }
            match self.merge_in_match(&summary.id, from, to).await {
                Ok(()) | Err(Refusal { code: "house.broken", .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    /// A place at a table; false, when both sit there.
    async fn merge_at_table(&self, id: &TableId, from: &str, to: &str) -> Result<bool, Refusal> {
        loop {
            let table = self.table(id).await?;
            if table.seat_of(from).is_some() && table.seat_of(to).is_some() {
                return Ok(false);
            }
            let did = TableEvent::Became(to.to_owned());
            let mut filings = vec![remove_member(from, id), self.note_next(&table, from, did)?];
            if table.host == from && !table.closed {
                filings.extend([remove_host(from, id), add_host(to, id)]);
            }
            if !self.tables_of(to).await?.contains(id) {
                filings.push(add_member(to, id));
            }
            match self.change_documents(filings).await {
                Ok(()) => return Ok(true),
                Err(refusal) if refusal.code == "house.changed" => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// A seat at a match, also at one that is over.
    async fn merge_in_match(&self, id: &MatchId, from: &str, to: &str) -> Result<(), Refusal> {
        let slot = self.match_handle(id).await?;
        let mut live = slot.lock().await;
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
