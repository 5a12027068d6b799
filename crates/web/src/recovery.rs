//! Recovery links: a secret that signs in once. If the account has a passphrase, the link works for 30 days. Otherwise
//! the link is the only way to sign in, so it never expires, and using it makes the next one.

use crate::error::{ApiError, ApiResult};
use crate::person::{Person, new_document};
use crate::serve::AppState;
use crate::server_key::digest;
use axum::http::StatusCode;
use engine::Code;
use hall::{Change, Document};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

pub(crate) const RECOVERY: &str = "recovery";

/// How long a link works if its account has a passphrase.
const LIFETIME: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A stored link.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredLink {
    since: Timestamp,
    /// The epoch of the account in which it was made.
    epoch: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ends: Option<Timestamp>,
}

impl StoredLink {
    fn new(now: Timestamp, person: &Person) -> StoredLink {
        let ends = person.record.passphrase.as_ref().and_then(|_| now.checked_add(LIFETIME).ok());
        StoredLink { since: now, epoch: person.record.epoch, ends }
    }

    fn works(&self, now: Timestamp, person: &Person) -> bool {
        self.epoch == person.record.epoch && self.ends.is_none_or(|ends| now < ends)
    }
}

/// Whether a stored link has expired.
pub(crate) fn has_ended(body: &str, now: Timestamp) -> bool {
    let link = serde_json::from_str::<StoredLink>(body).ok();
    link.and_then(|link| link.ends).is_some_and(|ends| ends <= now)
}

/// The refusal of a link that was used or replaced or has expired.
pub(crate) fn unusable() -> ApiError {
    let text = "This recovery link doesn't work any more.";
    ApiError::new(StatusCode::UNAUTHORIZED, Code::WebPassphrase, text)
}

/// Gives an account a new link with this secret. Returns the changes to store with the account.
pub(crate) fn replace_link(
    now: Timestamp,
    person: &mut Person,
    secret: &str,
) -> ApiResult<Vec<Change>> {
    let id = digest(secret);
    let mut changes = end_link(person);
    changes.push(Change::Put(new_document(
        RECOVERY,
        &id,
        &person.id,
        0,
        &StoredLink::new(now, person),
    )?));
    person.record.recovery = Some(id);
    Ok(changes)
}

/// Removes the link of an account, if it has one. Returns the changes to store with the account.
pub(crate) fn end_link(person: &mut Person) -> Vec<Change> {
    let owner = person.id.clone();
    let old = person.record.recovery.take();
    old.map(|id| Change::Delete { kind: RECOVERY, id, owner }).into_iter().collect()
}

/// The URL of a link. The secret is in the fragment, which browsers don't send to servers.
pub(crate) fn link_url(home: &str, secret: &str) -> String {
    format!("{home}/recover#{secret}")
}

impl AppState {
    /// The account that a link opens, without using it.
    pub(crate) async fn by_link(&self, secret: &str) -> ApiResult<Option<Person>> {
        let id = digest(secret);
        let Some(found) = self.hall.document(RECOVERY, &id).await? else { return Ok(None) };
        let Some(person) = self.person(&found.owner).await? else { return Ok(None) };
        if person.record.recovery.as_ref() != Some(&id) {
            return Ok(None);
        }
        let link = match serde_json::from_str::<StoredLink>(&found.body) {
            Ok(link) => link,
            Err(_) => self.date_link(found, &person).await?,
        };
        Ok(Some(person).filter(|person| link.works(self.hall.now(), person)))
    }

    /// Dates a link of an earlier version, which stored no date: it counts as made now.
    async fn date_link(&self, found: Document, person: &Person) -> ApiResult<StoredLink> {
        let link = StoredLink { epoch: 0, ..StoredLink::new(self.hall.now(), person) };
        let next = new_document(RECOVERY, &found.id, &found.owner, found.version + 1, &link)?;
        // Another request may have seen it at the same time.
        let _ = self.hall.change_documents(vec![Change::Put(next)]).await;
        Ok(link)
    }
}
