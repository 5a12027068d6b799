//! Sessions and tokens: what is stored of them, the session cookie, and whose request it is.
//!
//! A session or token belongs to one epoch of its account. A new passphrase begins the next epoch, and everything from
//! earlier ones stops working, whatever is still stored or on its way.

use crate::error::{ApiError, ApiResult};
use crate::expiry::{GUEST, has_ended};
use crate::metrics::increment;
use crate::network::Network;
use crate::person::{Person, new_document};
use crate::security_log::SecurityEvent;
use crate::serve::AppState;
use crate::server_key::{digest, secret};
use hall::{Change, Client};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

pub(crate) const SESSION: &str = "session";
pub(crate) const TOKEN: &str = "token";

/// How old the noted last use of a session may become.
const SEEN: SignedDuration = SignedDuration::from_hours(24);

/// How long a session may do what needs the passphrase, after it was given.
const CONFIRMED: SignedDuration = SignedDuration::from_mins(10);

/// A stored session or token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Credential {
    pub(crate) since: Timestamp,
    pub(crate) seen: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// The epoch of the account in which this was made.
    #[serde(default)]
    pub(crate) epoch: u64,
    /// When the passphrase was last given in this session, or the recovery link that opened it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) confirmed: Option<Timestamp>,
    /// Whether a recovery link opened this session.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) by_link: bool,
}

impl Credential {
    /// A new session or token of this account, not confirmed by a passphrase.
    pub(crate) fn new(now: Timestamp, person: &Person) -> Credential {
        let epoch = person.record.epoch;
        Credential { since: now, seen: now, label: None, epoch, confirmed: None, by_link: false }
    }

    /// A session in which the passphrase was given just now.
    pub(crate) fn confirmed(now: Timestamp, person: &Person) -> Credential {
        Credential { confirmed: Some(now), ..Credential::new(now, person) }
    }

    /// Whether the passphrase was given within the last ten minutes.
    pub(crate) fn is_confirmed(&self, now: Timestamp) -> bool {
        let age = self.confirmed.map(|confirmed| now.duration_since(confirmed));
        age.is_some_and(|age| (SignedDuration::ZERO..=CONFIRMED).contains(&age))
    }

    /// The document that stores this, and the secret that opens it.
    pub(crate) fn file(&self, kind: &'static str, person: &Person) -> ApiResult<(Change, String)> {
        let secret = secret().map_err(|_| ApiError::internal())?;
        let document = new_document(kind, &digest(&secret), &person.id, 0, self)?;
        Ok((Change::Put(document), secret))
    }
}

/// Who is asking, and by what: a session or a token.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) pass: String,
}

/// A valid session or token as the store has it now, and its account.
#[derive(Clone, Debug)]
pub(crate) struct ValidCredential {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) version: u64,
    pub(crate) pass: Credential,
    pub(crate) person: Person,
}

impl ValidCredential {
    /// The condition that this session still exists as it was read.
    pub(crate) fn check(&self) -> Change {
        Change::Check { kind: self.kind, id: self.id.clone(), version: self.version }
    }

    /// The stored session after a change to it.
    pub(crate) fn next(&self, pass: &Credential) -> ApiResult<Change> {
        Ok(Change::Put(new_document(self.kind, &self.id, &self.person.id, self.version + 1, pass)?))
    }
}

/// What may say whose session it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// The store alone: for everything that shows or changes an account.
    Store,
    /// An answer of the store from the last minute, unless the account has changed since.
    Cache,
}

/// The cookie's name, as it can be trusted on this kind of connection.
pub(crate) fn cookie_name(app: &AppState) -> &'static str {
    if app.config.is_secure() { "__Host-lx" } else { "lx" }
}

/// The cookie that holds a new session.
pub(crate) fn cookie(app: &AppState, secret: &str) -> String {
    cookie_with(app, &format!("{secret}.{}", app.key.sign(secret)))
}

/// The cookie with a value that was sent before. Browsers keep it for as long as a guest may stay away; sessions of accounts
/// end sooner.
pub(crate) fn cookie_with(app: &AppState, value: &str) -> String {
    set_cookie(app, cookie_name(app), value, GUEST.as_secs())
}

/// The cookie that ends one.
pub(crate) fn no_cookie(app: &AppState) -> String {
    set_cookie(app, cookie_name(app), "", 0)
}

/// A cookie for the server alone, for so many seconds.
pub(crate) fn set_cookie(app: &AppState, name: &str, value: &str, age: i64) -> String {
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

impl AppState {
    /// Whose session this cookie is; nothing when it is forged or has ended.
    pub(crate) async fn by_cookie(
        &self,
        value: &str,
        from: Network,
        trust: Trust,
    ) -> ApiResult<Option<Caller>> {
        let signed = value.split_once('.');
        let Some((secret, _)) = signed.filter(|(secret, by)| self.key.has_signed(secret, by))
        else {
            increment(&self.metrics.forged);
            self.security_log.note(from, SecurityEvent::ForgedCookie);
            return Ok(None);
        };
        let me = self.by_credential(SESSION, digest(secret), trust).await?;
        if me.is_none() {
            increment(&self.metrics.ended);
            self.security_log.note(from, SecurityEvent::EndedSession);
        }
        Ok(me)
    }

    /// Whose token this is.
    pub(crate) async fn by_token(
        &self,
        token: &str,
        from: Network,
        trust: Trust,
    ) -> ApiResult<Option<Caller>> {
        let me = self.by_credential(TOKEN, digest(token), trust).await?;
        if me.is_none() {
            increment(&self.metrics.forged);
            self.security_log.note(from, SecurityEvent::UnknownToken);
        }
        Ok(me)
    }

    /// Whose session or token this is.
    pub(crate) async fn by_credential(
        &self,
        kind: &'static str,
        pass: String,
        trust: Trust,
    ) -> ApiResult<Option<Caller>> {
        let key = (kind, pass);
        if let (Trust::Cache, Some(id)) = (trust, self.session_cache.get(&key)) {
            Client::identify(&id);
            return Ok(Some(Caller { id, kind, pass: key.1 }));
        }
        let reading = self.session_cache.begin();
        let Some(signed) = self.signed(kind, &key.1).await? else { return Ok(None) };
        self.note_use(&signed).await?;
        let id = signed.person.id;
        Client::identify(&id);
        self.session_cache.put(reading, key.clone(), id.clone());
        Ok(Some(Caller { id, kind, pass: key.1 }))
    }

    /// A session or token as the store has it now; nothing when it has ended or its account is in a later epoch.
    pub(crate) async fn signed(
        &self,
        kind: &'static str,
        id: &str,
    ) -> ApiResult<Option<ValidCredential>> {
        let Some(found) = self.hall.document(kind, id).await? else { return Ok(None) };
        let Ok(pass) = serde_json::from_str::<Credential>(&found.body) else { return Ok(None) };
        let Some(person) = self.person(&found.owner).await? else { return Ok(None) };
        if pass.epoch != person.record.epoch {
            return Ok(None);
        }
        // The session of a guest lasts as long as it is used. That of an account is only refused: if the clock is wrong,
        // the session is valid again when it is right.
        if kind == SESSION && person.record.kept && has_ended(&pass, self.hall.now()) {
            return Ok(None);
        }
        Ok(Some(ValidCredential { id: found.id, kind, version: found.version, pass, person }))
    }

    /// The session that asks, as the store has it now.
    pub(crate) async fn signed_in(&self, me: &Caller) -> ApiResult<ValidCredential> {
        self.signed(me.kind, &me.pass).await?.ok_or_else(ApiError::not_signed_in)
    }

    /// Notes about once a day that a session is used.
    async fn note_use(&self, signed: &ValidCredential) -> ApiResult<()> {
        let now = self.hall.now();
        // A clock that was wrong may have noted a time to come.
        if now.duration_since(signed.pass.seen).abs() > SEEN {
            let next = signed.next(&Credential { seen: now, ..signed.pass.clone() })?;
            // Another request may have noted it at the same time.
            let _ = self.hall.change_documents(vec![next]).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_session_without_an_epoch_is_of_the_first_one() {
        let old = r#"{"since":"2026-01-01T12:00:00Z","seen":"2026-01-01T12:00:00Z"}"#;
        let pass: Credential = serde_json::from_str(old).unwrap();
        assert_eq!((pass.epoch, pass.confirmed, pass.by_link), (0, None, false));
    }

    #[test]
    fn a_passphrase_confirms_for_ten_minutes_and_not_by_a_clock_that_was_set_back() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let given = at("2026-01-01T12:00:00Z");
        let pass = Credential {
            since: given,
            seen: given,
            label: None,
            epoch: 0,
            confirmed: Some(given),
            by_link: false,
        };
        assert!(pass.is_confirmed(given) && pass.is_confirmed(at("2026-01-01T12:10:00Z")));
        assert!(!pass.is_confirmed(at("2026-01-01T12:10:01Z")));
        assert!(!pass.is_confirmed(at("2026-01-01T11:59:59Z")));
        assert!(!Credential { confirmed: None, ..pass }.is_confirmed(given));
    }
}
