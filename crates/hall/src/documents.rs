//! The house's papers, and starts that are named from afar.

use crate::live::{broken, write_failed};
use crate::puzzle::with_own_seed;
use crate::store::StoreEvents;
use crate::upkeep::list_failed;
use crate::{Change, Document, Hall, Health, StoreError};
use engine::seal::SealKey;
use engine::{Refusal, Start, Ticket, base32};
use games::board::BOARDS;
use std::collections::HashMap;

/// How many bytes a store has to have room for.
const ROOM: usize = 64 * 1024;

/// A new name that nobody guesses: 128 random bits.
pub fn random_id() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| broken(format!("This machine gives no random numbers: {error}.")))?;
    Ok(base32::bytes(&bytes))
}

impl Hall {
    /// Files papers, all or none. `house.changed`: somebody else was faster, look again.
    pub async fn change_documents(&self, filings: Vec<Change>) -> Result<(), Refusal> {
        self.store().change_documents(filings).await.map_err(|error| match error {
            StoreError::Changed => {
                Refusal::new("house.changed", "Somebody else was faster; look again.")
            }
            error => write_failed(&error),
        })
    }

    /// Listens for what is written to the store, here or by other nodes.
    pub fn store_events(&self) -> StoreEvents {
        self.store().subscribe()
    }

    /// The health of the store.
    pub fn health(&self) -> Health {
        self.store().health()
    }

    /// Finds out whether there is room in the store, by writing more than most moves need and deleting it again. When
    /// there is, the store is not full any more.
    pub async fn try_to_write(&self) -> Result<(), Refusal> {
        let (kind, id, owner) = ("probe", "room".to_owned(), "server".to_owned());
        let body = "x".repeat(ROOM);
        let probe = Document { kind, id: id.clone(), owner: owner.clone(), version: 0, body };
        // One after the other: what is written and deleted at once may never come to the disk.
        self.change_documents(vec![Change::Put(probe)]).await?;
        self.change_documents(vec![Change::Delete { kind, id, owner }]).await?;
        self.health().has_room();
        Ok(())
    }

    /// A paper by its name.
    pub async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<Document>, Refusal> {
        self.store().document(kind, id).await.map_err(|error| list_failed(&error))
    }

    /// The papers that belong to somebody, in the order of their names.
    pub async fn documents(
        &self,
        kind: &'static str,
        owner: &str,
    ) -> Result<Vec<Document>, Refusal> {
        self.store().documents(kind, owner).await.map_err(|error| list_failed(&error))
    }

    /// The documents of a kind whose names come after `after`, in order, at most so many: a page of all there are.
    pub async fn documents_of_kind(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Document>, Refusal> {
        self.store().documents_after(kind, after, limit).await.map_err(|error| list_failed(&error))
    }

    /// The start that a ticket names: long values are found in the store or among the boards of the house. Secrets
    /// may be sealed by this house, or by a program on somebody's own machine.
    pub async fn admit(&self, ticket: &str) -> Result<Start, Refusal> {
        let ticket: Ticket = ticket.parse()?;
        let mut values = HashMap::new();
        for (_, hash) in ticket.missing() {
            let shipped = BOARDS.iter().find(|(_, text)| engine::ticket::hash(text) == hash);
            let text = match shipped {
                Some((_, text)) => Some((*text).to_owned()),
                None => self.value(hash).await?,
            };
            values.extend(text.map(|text| (hash.to_owned(), text)));
        }
        let value = |_: &str, hash: &str| values.get(hash).cloned();
        let ours = ticket.start(self.games(), &self.0.key, value);
        ours.or_else(|refusal| {
            ticket.start(self.games(), &SealKey::OPEN, value).map_err(|_| refusal)
        })
    }

    /// The ticket of a start, its secrets sealed by this house. What it names by hash is kept, so that it can be
    /// played here.
    pub async fn issue(&self, start: &Start) -> Result<String, Refusal> {
        self.spoils_no_daily(start)?;
        let start = with_own_seed(start);
        self.dealt(&start).await?;
        self.save_texts(&start).await?;
        Ok(start.ticket(&self.0.key))
    }
}
