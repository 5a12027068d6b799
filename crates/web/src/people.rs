//! People: guests, names that are kept, sessions and tokens. In logs a person is an id and nothing else, so that a name
//! may change and a person may be forgotten.

use crate::error::{Answer, Refused};
use crate::expiry::{GUEST, has_ended};
use crate::key::{digest, secret};
use crate::name::guest_name;
use crate::passphrase::Hash;
use crate::serve::App;
use engine::Refusal;
use hall::{Filing, Paper, fresh};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::Instant;

pub(crate) const PERSON: &str = "person";
pub(crate) const NAME: &str = "name";
pub(crate) const SESSION: &str = "session";
pub(crate) const TOKEN: &str = "token";
pub(crate) const RECOVERY: &str = "recovery";

/// How old the noted last use of a session may become.
const SEEN: SignedDuration = SignedDuration::from_hours(24);

/// How long a session that was looked up is believed in.
pub(crate) const BELIEVED: Duration = Duration::from_secs(60);

/// Somebody.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) says: Says,
}

/// What is kept about somebody.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Says {
    pub(crate) name: String,
    pub(crate) since: Timestamp,
    /// Is the name theirs alone?
    #[serde(default)]
    pub(crate) kept: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) passphrase: Option<Hash>,
    /// What is kept of the recovery link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) recovery: Option<String>,
}

/// What is kept about a session or a token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pass {
    pub(crate) since: Timestamp,
    pub(crate) seen: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
}

/// Who is asking, and by what: a session or a token.
#[derive(Clone, Debug)]
pub(crate) struct Me {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) pass: String,
}

impl Person {
    /// The paper of this person after a change.
    pub(crate) fn next(&self) -> Answer<Filing> {
        Ok(Filing::Put(paper(PERSON, &self.id, &self.id, self.version + 1, &self.says)?))
    }
}

pub(crate) fn paper(
    kind: &'static str,
    id: &str,
    owner: &str,
    version: u64,
    says: &impl Serialize,
) -> Answer<Paper> {
    let body = serde_json::to_string(says).map_err(|_| Refused::failed())?;
    Ok(Paper { kind, id: id.to_owned(), owner: owner.to_owned(), version, body })
}

/// The cookie's name, as it can be trusted on this kind of connection.
pub(crate) fn cookie_name(app: &App) -> &'static str {
    if app.config.is_secure() { "__Host-lx" } else { "lx" }
}

/// The cookie that holds a new session.
pub(crate) fn cookie(app: &App, secret: &str) -> String {
    cookie_with(app, &format!("{secret}.{}", app.key.sign(secret)))
}

/// The cookie with a value that was sent before. It is kept for as long as a guest may stay away, by their browser too;
/// sessions of accounts end sooner.
pub(crate) fn cookie_with(app: &App, value: &str) -> String {
    let name = cookie_name(app);
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let age = GUEST.as_secs();
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

/// The cookie that ends one.
pub(crate) fn no_cookie(app: &App) -> String {
    let name = cookie_name(app);
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    format!("{name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0{secure}")
}

impl App {
    /// Somebody new, and the session they have.
    pub(crate) async fn new_guest(&self) -> Answer<(Person, String)> {
        let id = fresh()?;
        let name = guest_name(&id);
        let since = self.hall.now();
        let says = Says { name, since, kept: false, passphrase: None, recovery: None };
        let person = Person { id, version: 0, says };
        let (session, pass) = self.new_pass(SESSION, &person.id, None)?;
        let filed = Filing::Put(paper(PERSON, &person.id, &person.id, 0, &person.says)?);
        self.hall.file(vec![filed, session]).await?;
        Ok((person, pass))
    }

    /// A session or a token: what is filed of it, and the secret that opens it.
    pub(crate) fn new_pass(
        &self,
        kind: &'static str,
        owner: &str,
        label: Option<String>,
    ) -> Answer<(Filing, String)> {
        let secret = secret().map_err(|_| Refused::failed())?;
        let now = self.hall.now();
        let pass = Pass { since: now, seen: now, label };
        let paper = paper(kind, &digest(&secret), owner, 0, &pass)?;
        Ok((Filing::Put(paper), secret))
    }

    /// Whose session this cookie is; nothing when it is forged or has ended.
    pub(crate) async fn by_cookie(&self, value: &str) -> Answer<Option<Me>> {
        let signed = value.split_once('.');
        let Some((secret, _)) = signed.filter(|(secret, by)| self.key.has_signed(secret, by))
        else {
            crate::counts::one(&self.counts.forged);
            return Ok(None);
        };
        let me = self.by_pass(SESSION, digest(secret)).await?;
        if me.is_none() {
            crate::counts::one(&self.counts.ended);
        }
        Ok(me)
    }

    /// Whose token this is.
    pub(crate) async fn by_token(&self, token: &str) -> Answer<Option<Me>> {
        let me = self.by_pass(TOKEN, digest(token)).await?;
        if me.is_none() {
            crate::counts::one(&self.counts.forged);
        }
        Ok(me)
    }

    /// Who has this session or token. What was looked up a moment ago is believed.
    pub(crate) async fn by_pass(&self, kind: &'static str, pass: String) -> Answer<Option<Me>> {
        if let Some(id) = self.passes.get(&pass) {
            return Ok(Some(Me { id, kind, pass }));
        }
        let Some(found) = self.hall.paper(kind, &pass).await? else { return Ok(None) };
        let Ok(mut says) = serde_json::from_str::<Pass>(&found.body) else { return Ok(None) };
        let now = self.hall.now();
        if kind == SESSION && has_ended(&says, now) && !self.is_guest(&found.owner).await? {
            // It is only refused: should the clock be wrong, the session is valid again when it is right.
            return Ok(None);
        }
        // A clock that was wrong may have noted a time to come.
        if now.duration_since(says.seen).abs() > SEEN {
            says.seen = now;
            let next = paper(kind, &pass, &found.owner, found.version + 1, &says)?;
            // Somebody else may have noted it at the same time.
            let _ = self.hall.file(vec![Filing::Put(next)]).await;
        }
        self.passes.put(pass.clone(), found.owner.clone());
        Ok(Some(Me { id: found.owner, kind, pass }))
    }

    /// Is this a guest, whose session lasts as long as it is used?
    async fn is_guest(&self, id: &str) -> Answer<bool> {
        Ok(self.person(id).await?.is_some_and(|person| !person.says.kept))
    }

    /// What is kept about somebody.
    pub(crate) async fn person(&self, id: &str) -> Answer<Option<Person>> {
        let Some(found) = self.hall.paper(PERSON, id).await? else { return Ok(None) };
        let says = serde_json::from_str(&found.body).map_err(|_| Refused::failed())?;
        Ok(Some(Person { id: found.id, version: found.version, says }))
    }

    /// Does something to what is kept about somebody, again when somebody else was faster. A name that is taken is
    /// said so.
    pub(crate) async fn change(
        &self,
        id: &str,
        change: impl Fn(&mut Person) -> Answer<Vec<Filing>>,
    ) -> Answer<Person> {
        for _ in 0..8 {
            let mut person = self.person(id).await?.ok_or_else(Refused::nobody)?;
            let before = person.says.name.clone();
            let mut filings = change(&mut person)?;
            self.check_name(&person, &before, &mut filings).await?;
            filings.push(person.next()?);
            match self.hall.file(filings).await {
                Ok(()) => {
                    // A guest may be called so, who is shown without that name from now on.
                    self.names.forget_all();
                    return Ok(person);
                }
                Err(Refusal { code: "house.changed", .. }) => {}
                Err(refusal) => return Err(refusal.into()),
            }
        }
        Err(Refused::busy(1.0))
    }
}

/// What was looked up a moment ago.
#[derive(Debug, Default)]
pub(crate) struct Recent(std::sync::Mutex<std::collections::HashMap<String, (String, Instant)>>);

/// How much is remembered.
const REMEMBERED: usize = 50_000;

impl Recent {
    pub(crate) fn get(&self, key: &str) -> Option<String> {
        let all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.get(key).filter(|(_, at)| at.elapsed() < BELIEVED).map(|(value, _)| value.clone())
    }

    pub(crate) fn put(&self, key: String, value: String) {
        let mut all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if all.len() >= REMEMBERED {
            all.retain(|_, (_, at)| at.elapsed() < BELIEVED);
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
