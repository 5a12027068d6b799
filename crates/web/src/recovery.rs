//! Recovery links: a secret that signs in once. That of an account with a passphrase works for 30 days. An account without
//! one has nothing but its link: that has no end, and using it makes the next one.

use crate::error::{Answer, Refused};
use crate::key::digest;
use crate::people::{Person, paper};
use crate::serve::App;
use axum::http::StatusCode;
use hall::{Filing, Paper};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

pub(crate) const RECOVERY: &str = "recovery";

/// How long the link of an account with a passphrase works.
const LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A stored link.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Link {
    since: Timestamp,
    /// The epoch of the account in which it was made.
    epoch: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ends: Option<Timestamp>,
}

impl Link {
    fn new(now: Timestamp, person: &Person) -> Link {
        let ends = person.says.passphrase.as_ref().and_then(|_| now.checked_add(LIFE).ok());
        Link { since: now, epoch: person.says.epoch, ends }
    }

    fn works(&self, now: Timestamp, person: &Person) -> bool {
        self.epoch == person.says.epoch && self.ends.is_none_or(|ends| now < ends)
    }
}

/// Has a stored link an end, and is that past?
pub(crate) fn has_ended(body: &str, now: Timestamp) -> bool {
    let link = serde_json::from_str::<Link>(body).ok();
    link.and_then(|link| link.ends).is_some_and(|ends| ends <= now)
}

/// The refusal of a link that was used, replaced or has ended.
pub(crate) fn unusable() -> Refused {
    let text = "This recovery link doesn't work any more.";
    Refused::new(StatusCode::UNAUTHORIZED, "web.passphrase", text)
}

/// Gives an account a new link with this secret in place of its old one: the documents to store with it.
pub(crate) fn replace_link(
    now: Timestamp,
    person: &mut Person,
    secret: &str,
) -> Answer<Vec<Filing>> {
    let id = digest(secret);
    let mut filings = end_link(person);
    filings.push(Filing::Put(paper(RECOVERY, &id, &person.id, 0, &Link::new(now, person))?));
    person.says.recovery = Some(id);
    Ok(filings)
}

/// Takes the link from an account, if it has one: the documents to store with it.
pub(crate) fn end_link(person: &mut Person) -> Vec<Filing> {
    let owner = person.id.clone();
    let old = person.says.recovery.take();
    old.map(|id| Filing::Shred { kind: RECOVERY, id, owner }).into_iter().collect()
}

/// The address that people keep. The secret is behind a #, so that browsers send it to no server.
pub(crate) fn link_url(home: &str, secret: &str) -> String {
    format!("{home}/recover#{secret}")
}

impl App {
    /// The account that a link opens, without using it.
    pub(crate) async fn by_link(&self, secret: &str) -> Answer<Option<Person>> {
        let id = digest(secret);
        let Some(found) = self.hall.paper(RECOVERY, &id).await? else { return Ok(None) };
        let Some(person) = self.person(&found.owner).await? else { return Ok(None) };
        if person.says.recovery.as_ref() != Some(&id) {
            return Ok(None);
        }
        let link = match serde_json::from_str::<Link>(&found.body) {
            Ok(link) => link,
            Err(_) => self.date_link(found, &person).await?,
        };
        Ok(Some(person).filter(|person| link.works(self.hall.now(), person)))
    }

    /// A link of an earlier version says nothing but whose it is. It counts as made when it is first seen.
    async fn date_link(&self, found: Paper, person: &Person) -> Answer<Link> {
        let link = Link { epoch: 0, ..Link::new(self.hall.now(), person) };
        let next = paper(RECOVERY, &found.id, &found.owner, found.version + 1, &link)?;
        // Another request may have seen it at the same time.
        let _ = self.hall.file(vec![Filing::Put(next)]).await;
        Ok(link)
    }
}
