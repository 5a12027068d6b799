//! Sessions and tokens: what is stored of them, the session cookie, and whose request it is.
//!
//! A session or token belongs to one epoch of its account. A new passphrase begins the next epoch, and everything from
//! earlier ones stops working, whatever is still stored or on its way.

use crate::counts::one;
use crate::error::{Answer, Refused};
use crate::expiry::{GUEST, has_ended};
use crate::key::{digest, secret};
use crate::network::Network;
use crate::people::{Person, paper};
use crate::security_log::Event;
use crate::serve::App;
use hall::{Client, Filing};
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
pub(crate) struct Pass {
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

impl Pass {
    /// A new session or token of this account, not confirmed by a passphrase.
    pub(crate) fn new(now: Timestamp, person: &Person) -> Pass {
        let epoch = person.says.epoch;
        Pass { since: now, seen: now, label: None, epoch, confirmed: None, by_link: false }
    }

    /// A session in which the passphrase was given just now.
    pub(crate) fn confirmed(now: Timestamp, person: &Person) -> Pass {
        Pass { confirmed: Some(now), ..Pass::new(now, person) }
    }

    /// Whether the passphrase was given within the last ten minutes.
    pub(crate) fn is_confirmed(&self, now: Timestamp) -> bool {
        let age = self.confirmed.map(|confirmed| now.duration_since(confirmed));
        age.is_some_and(|age| (SignedDuration::ZERO..=CONFIRMED).contains(&age))
    }

    /// The document that stores this, and the secret that opens it.
    pub(crate) fn file(&self, kind: &'static str, person: &Person) -> Answer<(Filing, String)> {
        let secret = secret().map_err(|_| Refused::failed())?;
        let document = paper(kind, &digest(&secret), &person.id, 0, self)?;
        Ok((Filing::Put(document), secret))
    }
}

/// Who is asking, and by what: a session or a token.
#[derive(Clone, Debug)]
pub(crate) struct Me {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) pass: String,
}

/// A valid session or token as the store has it now, and its account.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) version: u64,
    pub(crate) pass: Pass,
    pub(crate) person: Person,
}

impl Signed {
    /// The condition that this session still exists as it was read.
    pub(crate) fn check(&self) -> Filing {
        Filing::Check { kind: self.kind, id: self.id.clone(), version: self.version }
    }

    /// The stored session after a change to it.
    pub(crate) fn next(&self, pass: &Pass) -> Answer<Filing> {
        Ok(Filing::Put(paper(self.kind, &self.id, &self.person.id, self.version + 1, pass)?))
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
pub(crate) fn cookie_name(app: &App) -> &'static str {
    if app.config.is_secure() { "__Host-lx" } else { "lx" }
}

/// The cookie that holds a new session.
pub(crate) fn cookie(app: &App, secret: &str) -> String {
    cookie_with(app, &format!("{secret}.{}", app.key.sign(secret)))
}

/// The cookie with a value that was sent before. Browsers keep it for as long as a guest may stay away; sessions of accounts
/// end sooner.
pub(crate) fn cookie_with(app: &App, value: &str) -> String {
    set_cookie(app, cookie_name(app), value, GUEST.as_secs())
}

/// The cookie that ends one.
pub(crate) fn no_cookie(app: &App) -> String {
    set_cookie(app, cookie_name(app), "", 0)
}

/// A cookie for the server alone, for so many seconds.
pub(crate) fn set_cookie(app: &App, name: &str, value: &str, age: i64) -> String {
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

impl App {
    /// Whose session this cookie is; nothing when it is forged or has ended.
    pub(crate) async fn by_cookie(
        &self,
        value: &str,
        from: Network,
        trust: Trust,
    ) -> Answer<Option<Me>> {
        let signed = value.split_once('.');
        let Some((secret, _)) = signed.filter(|(secret, by)| self.key.has_signed(secret, by))
        else {
            one(&self.counts.forged);
            self.security_log.note(from, Event::ForgedCookie);
            return Ok(None);
        };
        let me = self.by_pass(SESSION, digest(secret), trust).await?;
        if me.is_none() {
            one(&self.counts.ended);
            self.security_log.note(from, Event::EndedSession);
        }
        Ok(me)
    }

    /// Whose token this is.
    pub(crate) async fn by_token(
        &self,
        token: &str,
        from: Network,
        trust: Trust,
    ) -> Answer<Option<Me>> {
        let me = self.by_pass(TOKEN, digest(token), trust).await?;
        if me.is_none() {
            one(&self.counts.forged);
            self.security_log.note(from, Event::UnknownToken);
        }
        Ok(me)
    }

    /// Whose session or token this is.
    pub(crate) async fn by_pass(
        &self,
        kind: &'static str,
        pass: String,
        trust: Trust,
    ) -> Answer<Option<Me>> {
        let key = (kind, pass);
        if let (Trust::Cache, Some(id)) = (trust, self.passes.get(&key)) {
            Client::identify(&id);
            return Ok(Some(Me { id, kind, pass: key.1 }));
        }
        let reading = self.passes.begin();
        let Some(signed) = self.signed(kind, &key.1).await? else { return Ok(None) };
        self.note_use(&signed).await?;
        let id = signed.person.id;
        Client::identify(&id);
        self.passes.put(reading, key.clone(), id.clone());
        Ok(Some(Me { id, kind, pass: key.1 }))
    }

    /// A session or token as the store has it now; nothing when it has ended or its account is in a later epoch.
    pub(crate) async fn signed(&self, kind: &'static str, id: &str) -> Answer<Option<Signed>> {
        let Some(found) = self.hall.paper(kind, id).await? else { return Ok(None) };
        let Ok(pass) = serde_json::from_str::<Pass>(&found.body) else { return Ok(None) };
        let Some(person) = self.person(&found.owner).await? else { return Ok(None) };
        if pass.epoch != person.says.epoch {
            return Ok(None);
        }
        // The session of a guest lasts as long as it is used. That of an account is only refused: if the clock is wrong,
        // the session is valid again when it is right.
        if kind == SESSION && person.says.kept && has_ended(&pass, self.hall.now()) {
            return Ok(None);
        }
        Ok(Some(Signed { id: found.id, kind, version: found.version, pass, person }))
    }

    /// The session that asks, as the store has it now.
    pub(crate) async fn signed_in(&self, me: &Me) -> Answer<Signed> {
        self.signed(me.kind, &me.pass).await?.ok_or_else(Refused::nobody)
    }

    /// Notes about once a day that a session is used.
    async fn note_use(&self, signed: &Signed) -> Answer<()> {
        let now = self.hall.now();
        // A clock that was wrong may have noted a time to come.
        if now.duration_since(signed.pass.seen).abs() > SEEN {
            let next = signed.next(&Pass { seen: now, ..signed.pass.clone() })?;
            // Another request may have noted it at the same time.
            let _ = self.hall.file(vec![next]).await;
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
        let pass: Pass = serde_json::from_str(old).unwrap();
        assert_eq!((pass.epoch, pass.confirmed, pass.by_link), (0, None, false));
    }

    #[test]
    fn a_passphrase_confirms_for_ten_minutes_and_not_by_a_clock_that_was_set_back() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let given = at("2026-01-01T12:00:00Z");
        let pass = Pass {
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
        assert!(!Pass { confirmed: None, ..pass }.is_confirmed(given));
    }
}
