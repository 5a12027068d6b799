//! Somebody becomes somebody else: a guest who signs in to a name takes along the seats they have, at matches and at
//! tables. Nobody sits on two seats of one: where both sit, everything stays as it is.

use crate::table::Deed;
use crate::tables::{at, hosts, not_at, not_host};
use crate::{Entry, Hall, MatchId, TableId, Which, Who};
use engine::Refusal;
use std::collections::BTreeSet;

impl Hall {
    /// All seats of one player become another's. Done again after a failure, it goes on where it stopped.
    pub async fn hand_over(&self, from: &str, to: &str) -> Result<(), Refusal> {
        let mut stays = BTreeSet::new();
        for id in self.tables_of(from).await? {
            match self.hand_over_table(&id, from, to).await {
                Ok(true) => {}
                // One that cannot be read stands in nobody's way.
                Ok(false) | Err(Refusal { code: "house.broken", .. }) => drop(stays.insert(id)),
                Err(refusal) => return Err(refusal),
            }
        }
        let which = Which { player: Some(from.to_owned()), ..Which::all() };
        for summary in self.matches(&which).await? {
            let table = self.table_of(&summary.id).await?;
            if table.is_some_and(|table| stays.contains(&table)) {
                continue;
            }
            match self.hand_over_match(&summary.id, from, to).await {
                Ok(()) | Err(Refusal { code: "house.broken", .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    /// A place at a table; false, when both sit there.
    async fn hand_over_table(&self, id: &TableId, from: &str, to: &str) -> Result<bool, Refusal> {
        loop {
            let table = self.table(id).await?;
            if table.seat_of(from).is_some() && table.seat_of(to).is_some() {
                return Ok(false);
            }
            let did = Deed::Became(to.to_owned());
            let mut filings = vec![not_at(from, id), self.note_down(id, table.seq + 1, from, did)?];
            if table.host == from && !table.closed {
                filings.extend([not_host(from, id), hosts(to, id)]);
            }
            if !self.tables_of(to).await?.contains(id) {
                filings.push(at(to, id));
            }
            match self.file(filings).await {
                Ok(()) => return Ok(true),
                Err(refusal) if refusal.code == "house.changed" => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// A seat at a match, also at one that is over.
    async fn hand_over_match(&self, id: &MatchId, from: &str, to: &str) -> Result<(), Refusal> {
        let slot = self.slot(id).await?;
        let mut live = slot.lock().await;
        loop {
            live.whole()?;
            let (Some(seat), None) = (live.now.seat_of(from), live.now.seat_of(to)) else {
                return Ok(());
            };
            let entry = Entry::Sat { seat, who: Who::Player(to.to_owned()) };
            if self.write(id, &mut live, &entry, None).await?.is_some() {
                return Ok(());
            }
        }
    }
}
