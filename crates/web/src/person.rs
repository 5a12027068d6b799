//! People: guests and accounts. Match logs contain only the id of a person, so that a name can change and an account
//! can be deleted. Sessions are in `sessions`, changes to accounts in `accounts`.

use crate::error::{ApiError, ApiResult};
use crate::name::guest_name;
use crate::passphrase::Hash;
use crate::serve::AppState;
use crate::sessions::{Credential, SESSION};
use hall::{Change, Document, random_id};
use jiff::Timestamp;
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::Instant;

pub(crate) const PERSON: &str = "person";
pub(crate) const NAME: &str = "name";

/// How long a cached name is valid.
const NAME_TTL: Duration = Duration::from_secs(60);

/// A guest or an account, as stored.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) record: PersonRecord,
}

/// The stored data of a person.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PersonRecord {
    pub(crate) name: String,
    pub(crate) since: Timestamp,
    /// Whether this is an account: nobody else can have its name.
    #[serde(default)]
    pub(crate) kept: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) passphrase: Option<Hash>,
    /// The epoch of the account. Sessions, tokens and recovery links of earlier epochs don't work.
    #[serde(default)]
    pub(crate) epoch: u64,
    /// The digest of the recovery link's secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) recovery: Option<String>,
}

impl Person {
    /// The change that stores this person.
    pub(crate) fn next(&self) -> ApiResult<Change> {
        Ok(Change::Put(new_document(PERSON, &self.id, &self.id, self.version + 1, &self.record)?))
    }

    /// The change that moves an account to the next epoch before it is deleted, so that nobody is signed in to it.
    pub(crate) fn deleted(&self) -> ApiResult<Change> {
        let record = PersonRecord { epoch: self.record.epoch + 1, ..self.record.clone() };
        Person { record, ..self.clone() }.next()
    }
}

pub(crate) fn new_document(
    kind: &'static str,
    id: &str,
    owner: &str,
    version: u64,
    content: &impl Serialize,
) -> ApiResult<Document> {
    let body = serde_json::to_string(content).map_err(|_| ApiError::internal())?;
    Ok(Document { kind, id: id.to_owned(), owner: owner.to_owned(), version, body })
}

impl AppState {
    /// Creates a guest with a session; also returns the session's secret.
    pub(crate) async fn new_guest(&self) -> ApiResult<(Person, String)> {
        let id = random_id()?;
        let name = guest_name(&id);
        let since = self.hall.now();
        let record =
            PersonRecord { name, since, kept: false, passphrase: None, epoch: 0, recovery: None };
        let person = Person { id, version: 0, record };
        let (session, secret) = Credential::new(since, &person).file(SESSION, &person)?;
        let created = Change::Put(new_document(PERSON, &person.id, &person.id, 0, &person.record)?);
        self.hall.change_documents(vec![created, session]).await?;
        Ok((person, secret))
    }

    /// The person with this id.
    pub(crate) async fn person(&self, id: &str) -> ApiResult<Option<Person>> {
        let Some(found) = self.hall.document(PERSON, id).await? else { return Ok(None) };
        let record = serde_json::from_str(&found.body).map_err(|_| ApiError::internal())?;
        Ok(Some(Person { id: found.id, version: found.version, record }))
    }
}

/// The most names that are cached.
const CAPACITY: usize = 50_000;

/// Names as others see them, by the id of the person.
#[derive(Debug)]
pub(crate) struct NameCache(Cache<String, (String, Instant)>);

impl Default for NameCache {
    fn default() -> NameCache {
        NameCache(Cache::new(CAPACITY))
    }
}

impl NameCache {
    pub(crate) fn get(&self, id: &str) -> Option<String> {
        self.0.get(id).filter(|(_, at)| at.elapsed() < NAME_TTL).map(|(name, _)| name)
    }

    pub(crate) fn put(&self, id: String, name: String) {
        self.0.insert(id, (name, Instant::now()));
    }

    pub(crate) fn forget_all(&self) {
        self.0.clear();
    }

    pub(crate) fn forget(&self, id: &str) {
        self.0.remove(id);
    }
}
