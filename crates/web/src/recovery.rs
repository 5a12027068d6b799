//! Recovery links: a secret that signs in once. That of an account with a passphrase works for 30 days. An account without
//! one has nothing but its link: that has no end, and using it makes the next one.

use crate::error::{ApiError, ApiResult};
use crate::person::{Person, new_document};
use crate::serve::AppState;
use crate::server_key::digest;
use axum::http::StatusCode;
use hall::{Change, Document};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

pub(crate) const RECOVERY: &str = "recovery";

/// How long the link of an account with a passphrase works.
const LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

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
        let ends = person.record.passphrase.as_ref().and_then(|_| now.checked_add(LIFE).ok());
        StoredLink { since: now, epoch: person.record.epoch, ends }
    }

    fn works(&self, now: Timestamp, person: &Person) -> bool {
        self.epoch == person.record.epoch && self.ends.is_none_or(|ends| now < ends)
    }
}

/// Has a stored link an end, and is that past?
pub(crate) fn has_ended(body: &str, now: Timestamp) -> bool {
    let link = serde_json::from_str::<StoredLink>(body).ok();
    link.and_then(|link| link.ends).is_some_and(|ends| ends <= now)
}

/// The refusal of a link that was used, replaced or has ended.
pub(crate) fn unusable() -> ApiError {
    let text = "This recovery link doesn't work any more.";
    ApiError::new(StatusCode::UNAUTHORIZED, "web.passphrase", text)
}

/// Gives an account a new link with this secret in place of its old one: the documents to store with it.
pub(crate) fn replace_link(
    now: Timestamp,
    person: &mut Person,
    secret: &str,
) -> ApiResult<Vec<Change>> {
    let id = digest(secret);
    let mut filings = end_link(person);
    filings.push(Change::Put(new_document(
        RECOVERY,
        &id,
        &person.id,
        0,
        &StoredLink::new(now, person),
    )?));
    person.record.recovery = Some(id);
    Ok(filings)
}

/// Takes the link from an account, if it has one: the documents to store with it.
pub(crate) fn end_link(person: &mut Person) -> Vec<Change> {
    let owner = person.id.clone();
    let old = person.record.recovery.take();
    old.map(|id| Change::Delete { kind: RECOVERY, id, owner }).into_iter().collect()
}

/// The address that people keep. The secret is behind a #, so that browsers send it to no server.
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

    /// A link of an earlier version says nothing but whose it is. It counts as made when it is first seen.
    async fn date_link(&self, found: Document, person: &Person) -> ApiResult<StoredLink> {
        let link = StoredLink { epoch: 0, ..StoredLink::new(self.hall.now(), person) };
        let next = new_document(RECOVERY, &found.id, &found.owner, found.version + 1, &link)?;
        // Another request may have seen it at the same time.
        let _ = self.hall.change_documents(vec![Change::Put(next)]).await;
        Ok(link)
    }
}
