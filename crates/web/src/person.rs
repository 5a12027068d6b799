//! People: guests, and names that are kept. In logs a person is an id and nothing else, so that a name may change and a
//! person may be forgotten. Their sessions are in `sessions`, changes to their accounts in `accounts`.

use crate::error::{ApiError, ApiResult};
use crate::name::guest_name;
use crate::passphrase::Hash;
use crate::serve::AppState;
use crate::sessions::{Credential, SESSION};
use hall::{Change, Document, random_id};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::Instant;

pub(crate) const PERSON: &str = "person";
pub(crate) const NAME: &str = "name";

/// How long a name that was looked up is trusted.
const NAME_TTL: Duration = Duration::from_secs(60);

/// Somebody.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) record: PersonRecord,
}

/// What is kept about somebody.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PersonRecord {
    pub(crate) name: String,
    pub(crate) since: Timestamp,
    /// Is the name theirs alone?
    #[serde(default)]
    pub(crate) kept: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) passphrase: Option<Hash>,
    /// Which epoch the account is in: sessions, tokens and recovery links of earlier ones don't work.
    #[serde(default)]
    pub(crate) epoch: u64,
    /// What is kept of the recovery link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) recovery: Option<String>,
}

impl Person {
    /// The paper of this person after a change.
    pub(crate) fn next(&self) -> ApiResult<Change> {
        Ok(Change::Put(new_document(PERSON, &self.id, &self.id, self.version + 1, &self.record)?))
    }

    /// The same for an account about to be deleted: in the next epoch, where nothing opens it.
    pub(crate) fn deleted(&self) -> ApiResult<Change> {
        let says = PersonRecord { epoch: self.record.epoch + 1, ..self.record.clone() };
        Person { record: says, ..self.clone() }.next()
    }
}

pub(crate) fn new_document(
    kind: &'static str,
    id: &str,
    owner: &str,
    version: u64,
    says: &impl Serialize,
) -> ApiResult<Document> {
    let body = serde_json::to_string(says).map_err(|_| ApiError::internal())?;
    Ok(Document { kind, id: id.to_owned(), owner: owner.to_owned(), version, body })
}

impl AppState {
    /// Somebody new, and the session they have.
    pub(crate) async fn new_guest(&self) -> ApiResult<(Person, String)> {
        let id = random_id()?;
        let name = guest_name(&id);
        let since = self.hall.now();
        let says =
            PersonRecord { name, since, kept: false, passphrase: None, epoch: 0, recovery: None };
        let person = Person { id, version: 0, record: says };
        let (session, pass) = Credential::new(since, &person).file(SESSION, &person)?;
        let filed = Change::Put(new_document(PERSON, &person.id, &person.id, 0, &person.record)?);
        self.hall.change_documents(vec![filed, session]).await?;
        Ok((person, pass))
    }

    /// What is kept about somebody.
    pub(crate) async fn person(&self, id: &str) -> ApiResult<Option<Person>> {
        let Some(found) = self.hall.document(PERSON, id).await? else { return Ok(None) };
        let says = serde_json::from_str(&found.body).map_err(|_| ApiError::internal())?;
        Ok(Some(Person { id: found.id, version: found.version, record: says }))
    }
}

/// What was looked up a moment ago.
#[derive(Debug, Default)]
pub(crate) struct NameCache(std::sync::Mutex<std::collections::HashMap<String, (String, Instant)>>);

/// How much is remembered.
const REMEMBERED: usize = 50_000;

impl NameCache {
    pub(crate) fn get(&self, key: &str) -> Option<String> {
        let all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.get(key).filter(|(_, at)| at.elapsed() < NAME_TTL).map(|(value, _)| value.clone())
    }

    pub(crate) fn put(&self, key: String, value: String) {
        let mut all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if all.len() >= REMEMBERED {
            all.retain(|_, (_, at)| at.elapsed() < NAME_TTL);
        }
        all.insert(key, (value, Instant::now()));
    }

    pub(crate) fn forget_all(&self) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
    }

    pub(crate) fn forget(&self, key: &str) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(key);
    }
}
