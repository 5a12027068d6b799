//! Sessions and tokens: how they are stored, the session cookie, and the account behind a request.
//!
//! A session or token belongs to one epoch of its account. A new passphrase starts the next epoch, and every session
//! and token from an earlier one stops working, even if it is still stored or a request with it is under way.

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

/// How old the stored time of a session's last use may get.
const SEEN: SignedDuration = SignedDuration::from_hours(24);

/// How long after entering the passphrase a session may do what requires it.
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
    /// When the passphrase was last entered in this session, or when its recovery link was used.
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

    /// A session in which the passphrase was entered just now.
    pub(crate) fn confirmed(now: Timestamp, person: &Person) -> Credential {
        Credential { confirmed: Some(now), ..Credential::new(now, person) }
    }

    /// Whether the passphrase was entered within the last ten minutes.
    pub(crate) fn is_confirmed(&self, now: Timestamp) -> bool {
        let age = self.confirmed.map(|confirmed| now.duration_since(confirmed));
        age.is_some_and(|age| (SignedDuration::ZERO..=CONFIRMED).contains(&age))
    }

    /// The document that stores this, and the secret that the client gets.
    pub(crate) fn file(&self, kind: &'static str, person: &Person) -> ApiResult<(Change, String)> {
        let secret = secret().map_err(|_| ApiError::internal())?;
        let document = new_document(kind, &digest(&secret), &person.id, 0, self)?;
        Ok((Change::Put(document), secret))
    }
}

/// The account that sent a request, and the session or token it used.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) pass: String,
    /// The device, if it has signed in to this account before. Only known for a `SessionCaller`.
    pub(crate) device: Option<String>,
}

/// A valid session or token as it is stored now, and its account.
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

/// Where to look up a session or token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// Only in the store: for everything that shows or changes an account.
    Store,
    /// In the cache too, which holds what the store returned within the last minute, unless the account has changed.
    Cache,
}

/// The cookie's name. Over HTTPS it has the `__Host-` prefix, so that no other site can set it.
pub(crate) fn cookie_name(app: &AppState) -> &'static str {
    if app.config.is_secure() { "__Host-lx" } else { "lx" }
}

/// The cookie that holds a new session.
pub(crate) fn cookie(app: &AppState, secret: &str) -> String {
    cookie_with(app, &format!("{secret}.{}", app.key.sign(secret)))
}

/// The cookie with a value from an earlier request. Browsers keep it for as long as a guest may stay away; sessions of
/// accounts end sooner.
pub(crate) fn cookie_with(app: &AppState, value: &str) -> String {
    set_cookie(app, cookie_name(app), value, GUEST.as_secs())
}

/// The cookie that removes the session cookie.
pub(crate) fn no_cookie(app: &AppState) -> String {
    set_cookie(app, cookie_name(app), "", 0)
}

/// A cookie that scripts can't read, for this many seconds.
pub(crate) fn set_cookie(app: &AppState, name: &str, value: &str, age: i64) -> String {
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

impl AppState {
    /// The account of a session cookie; `None` when the cookie is forged or the session has ended.
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

    /// The account of a token; `None` when there is no such token.
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

    /// The account of a session or token.
    pub(crate) async fn by_credential(
        &self,
        kind: &'static str,
        pass: String,
        trust: Trust,
    ) -> ApiResult<Option<Caller>> {
        let key = (kind, pass);
        if let (Trust::Cache, Some(id)) = (trust, self.session_cache.get(&key)) {
            Client::identify(&id);
            return Ok(Some(Caller { id, kind, pass: key.1, device: None }));
        }
        let reading = self.session_cache.begin();
        let Some(signed) = self.signed(kind, &key.1).await? else { return Ok(None) };
        self.note_use(&signed).await?;
        let id = signed.person.id;
        Client::identify(&id);
        self.session_cache.put(reading, key.clone(), id.clone());
        Ok(Some(Caller { id, kind, pass: key.1, device: None }))
    }

    /// A session or token as it is stored now; `None` when it has ended or its account is in a later epoch.
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
        // A guest's session lasts as long as it is used. An account's session is refused but not deleted here: if the
        // clock is wrong, the session is valid again when the clock is right.
        if kind == SESSION && person.record.kept && has_ended(&pass, self.hall.now()) {
            return Ok(None);
        }
        Ok(Some(ValidCredential { id: found.id, kind, version: found.version, pass, person }))
    }

    /// The caller's session, as it is stored now.
    pub(crate) async fn signed_in(&self, me: &Caller) -> ApiResult<ValidCredential> {
        self.signed(me.kind, &me.pass).await?.ok_or_else(ApiError::not_signed_in)
    }

    /// Stores about once a day that a session is used.
    async fn note_use(&self, signed: &ValidCredential) -> ApiResult<()> {
        let now = self.hall.now();
        // If the clock was wrong, the stored time may be in the future.
        if now.duration_since(signed.pass.seen).abs() > SEEN {
            let next = signed.next(&Credential { seen: now, ..signed.pass.clone() })?;
            // Another request may have stored it at the same time.
            let _ = self.hall.change_documents(vec![next]).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_session_without_an_epoch_belongs_to_the_first_one() {
        let old = r#"{"since":"2026-01-01T12:00:00Z","seen":"2026-01-01T12:00:00Z"}"#;
        let pass: Credential = serde_json::from_str(old).unwrap();
        assert_eq!((pass.epoch, pass.confirmed, pass.by_link), (0, None, false));
    }

    #[test]
    fn a_passphrase_confirms_for_ten_minutes_but_not_when_the_clock_is_set_back() {
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
