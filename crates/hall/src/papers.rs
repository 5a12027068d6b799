//! The house's papers, and starts that are named from afar.

use crate::live::{broken, unstored};
use crate::store::News;
use crate::upkeep::unlisted;
use crate::{Filing, Hall, Health, Paper, StoreError};
use engine::seal::SealKey;
use engine::{Refusal, Start, Ticket, base32};
use games::board::BOARDS;
use std::collections::HashMap;

/// How many bytes a store has to have room for.
const ROOM: usize = 64 * 1024;

/// A new name that nobody guesses: 128 random bits.
pub fn fresh() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| broken(format!("This machine gives no random numbers: {error}.")))?;
    Ok(base32::bytes(&bytes))
}

impl Hall {
    /// Files papers, all or none. `house.changed`: somebody else was faster, look again.
    pub async fn file(&self, filings: Vec<Filing>) -> Result<(), Refusal> {
        self.store().file(filings).await.map_err(|error| match error {
            StoreError::Changed => {
                Refusal::new("house.changed", "Somebody else was faster; look again.")
            }
            error => unstored(&error),
        })
    }

    /// Listens for what is written to the store, here or by other nodes.
    pub fn news(&self) -> News {
        self.store().news()
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
        let probe = Paper { kind, id: id.clone(), owner: owner.clone(), version: 0, body };
        // One after the other: what is written and deleted at once may never come to the disk.
        self.file(vec![Filing::Put(probe)]).await?;
        self.file(vec![Filing::Shred { kind, id, owner }]).await?;
        self.health().has_room();
        Ok(())
    }

    /// A paper by its name.
    pub async fn paper(&self, kind: &'static str, id: &str) -> Result<Option<Paper>, Refusal> {
        self.store().paper(kind, id).await.map_err(|error| unlisted(&error))
    }

    /// The papers that belong to somebody, in the order of their names.
    pub async fn papers(&self, kind: &'static str, owner: &str) -> Result<Vec<Paper>, Refusal> {
        self.store().papers(kind, owner).await.map_err(|error| unlisted(&error))
    }

    /// The documents of a kind whose names come after `after`, in order, at most so many: a page of all there are.
    pub async fn documents_of_kind(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Paper>, Refusal> {
        self.store().papers_after(kind, after, limit).await.map_err(|error| unlisted(&error))
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
        self.dealt(start).await?;
        self.keep_texts(start).await?;
        Ok(start.ticket(&self.0.key))
    }
}
