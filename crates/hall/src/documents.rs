//! Documents, the health of the store, and tickets.

use crate::live::{broken, write_failed};
use crate::puzzle::with_own_seed;
use crate::store::StoreEvents;
use crate::upkeep::list_failed;
use crate::{Change, Document, Hall, Health, StoreError};
use engine::seal::SealKey;
use engine::{Code, Refusal, Start, Ticket, base32};
use games::board::BOARDS;
use std::collections::HashMap;

/// How often a change is tried. Each time somebody else's change was stored, and their number is limited, so nobody loses
/// this often.
const TRIES: usize = 100;

/// How many bytes of free space a store needs.
const ROOM: usize = 64 * 1024;

/// A new id that can't be guessed: 128 random bits.
pub fn random_id() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| broken(format!("The system provides no random numbers: {error}.")))?;
    Ok(base32::bytes(&bytes))
}

/// Tries again while somebody else's change comes first ([`Code::Changed`]), but not for ever.
pub async fn retry_on_conflict<T, E: AsRef<Refusal>, F: Future<Output = Result<T, E>>>(
    mut attempt: impl FnMut() -> F,
) -> Result<T, E> {
    for _ in 1..TRIES {
        match attempt().await {
            Err(error) if error.as_ref().code == Code::Changed => {}
            done => return done,
        }
    }
    attempt().await
}

impl Hall {
    /// Applies changes to documents, all or none. Fails with `house.changed` if one of them was changed in the
    /// meantime.
    pub async fn change_documents(&self, changes: Vec<Change>) -> Result<(), Refusal> {
        self.store().change_documents(changes).await.map_err(|error| match error {
            StoreError::Changed => {
                Refusal::new(Code::Changed, "This was changed in the meantime. Please try again.")
            }
            error => write_failed(&error),
        })
    }

    /// Subscribes to what is written to the store, here or by other servers.
    pub fn store_events(&self) -> StoreEvents {
        self.store().subscribe()
    }

    /// The health of the store.
    pub fn health(&self) -> Health {
        self.store().health()
    }

    /// Checks for free space in the store by writing more than most moves need and deleting it again. If that succeeds,
    /// the store no longer counts as full.
    pub async fn try_to_write(&self) -> Result<(), Refusal> {
        let (kind, id, owner) = ("probe", "room".to_owned(), "server".to_owned());
        let body = "x".repeat(ROOM);
        let probe = Document { kind, id: id.clone(), owner: owner.clone(), version: 0, body };
        // In two steps, since a document that is written and deleted at once may never reach the disk.
        self.change_documents(vec![Change::Put(probe)]).await?;
        self.change_documents(vec![Change::Delete { kind, id, owner }]).await?;
        self.health().has_room();
        Ok(())
    }

    /// The document of this kind with this id.
    pub async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<Document>, Refusal> {
        self.store().document(kind, id).await.map_err(|error| list_failed(&error))
    }

    /// The documents of this kind that belong to an owner, ordered by id.
    pub async fn documents(
        &self,
        kind: &'static str,
        owner: &str,
    ) -> Result<Vec<Document>, Refusal> {
        self.store().documents(kind, owner).await.map_err(|error| list_failed(&error))
    }

    /// A page of at most `limit` documents of this kind with an id after `after`, ordered by id.
    pub async fn documents_of_kind(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Document>, Refusal> {
        self.store().documents_after(kind, after, limit).await.map_err(|error| list_failed(&error))
    }

    /// The start of a ticket. Long values are found in the store or among the built-in boards. Secrets may be sealed
    /// with this hall's key, or with the open key of programs on players' own machines.
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

    /// The ticket of a start, with its secrets sealed with this hall's key. Values that it names by hash are stored, so
    /// that it can be played here.
    pub async fn issue(&self, start: &Start) -> Result<String, Refusal> {
        self.check_spoils_no_daily(start)?;
        let start = with_own_seed(start);
        self.dealt(&start).await?;
        self.save_texts(&start).await?;
        Ok(start.ticket(&self.0.key))
    }
}
