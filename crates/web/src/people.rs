//! People: guests, names that are kept, sessions and tokens. In logs a person is an id and nothing else, so that a name
//! may change and a person may be forgotten.

use crate::error::{Answer, Refused};
use crate::key::{digest, secret};
use crate::passphrase::Hash;
use crate::serve::App;
use axum::http::StatusCode;
use engine::{Refusal, line};
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

/// How long a session lives without being used, and in all.
const IDLE: SignedDuration = SignedDuration::from_hours(30 * 24);
const WHOLE: SignedDuration = SignedDuration::from_hours(180 * 24);

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

/// A name as people write it: 3 to 20 characters that can be shown, in letters that are not mistaken for others.
pub(crate) fn read_name(text: &str) -> Answer<String> {
    let wrong = |text: &str| Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "web.name", text);
    let plain = "A name has 3 to 20 characters: letters, digits and blanks between them.";
    let name = line::clean(text.as_bytes()).map_err(|_| wrong(plain))?;
    let fits = |c: char| is_written(c) || matches!(c, ' ' | '-' | '_' | '.' | '\'' | '’');
    let is_name = (3..=20).contains(&name.chars().count())
        && name.chars().all(fits)
        && name.chars().any(is_written);
    if !is_name {
        return Err(wrong(plain));
    }
    if name.split(' ').any(is_mixed) {
        return Err(wrong(
            "The letters of a word in a name are of one script, so that nobody is mistaken.",
        ));
    }
    Ok(name)
}

/// Is this a letter or a digit as people write them, and not one drawn wide, small, bold or in a ring?
fn is_written(c: char) -> bool {
    let drawn = matches!(c, 'ª' | '²' | '³' | '¹' | 'º' | '\u{2070}'..='\u{209f}'
        | '\u{2100}'..='\u{218f}' | '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}'
        | '\u{ff00}'..='\u{ff65}' | '\u{1d400}'..='\u{1d7ff}' | '\u{1f100}'..='\u{1f1ff}');
    c.is_alphanumeric() && !drawn
}

/// Are there Latin letters in this word, and others that look like them?
fn is_mixed(word: &str) -> bool {
    let latin = |c: char| {
        c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
    };
    // Greek, Cyrillic, Armenian and Cherokee.
    let alike = |c: char| {
        matches!(c, '\u{370}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}' | '\u{1c80}'..='\u{1c8f}'
            | '\u{1f00}'..='\u{1fff}' | '\u{2de0}'..='\u{2dff}' | '\u{a640}'..='\u{a69f}'
            | '\u{ab70}'..='\u{abbf}')
    };
    word.chars().any(latin) && word.chars().any(alike)
}

/// Names that differ only in case are the same.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// The cookie's name, as it can be trusted on this kind of connection.
pub(crate) fn cookie_name(app: &App) -> &'static str {
    if app.config.is_secure() { "__Host-lx" } else { "lx" }
}

/// The cookie that holds a session.
pub(crate) fn cookie(app: &App, secret: &str) -> String {
    let (name, signature) = (cookie_name(app), app.key.sign(secret));
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let age = WHOLE.as_secs();
    format!("{name}={secret}.{signature}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
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
        let short: String = id.chars().take(4).collect();
        let name = format!("Guest {short}");
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
        let me = self.find_pass(kind, pass).await?;
        if let Some(me) = &me {
            hall::Client::identify(&me.id);
        }
        Ok(me)
    }

    async fn find_pass(&self, kind: &'static str, pass: String) -> Answer<Option<Me>> {
        if let Some(id) = self.passes.get(&pass) {
            return Ok(Some(Me { id, kind, pass }));
        }
        let Some(found) = self.hall.paper(kind, &pass).await? else { return Ok(None) };
        let Ok(mut says) = serde_json::from_str::<Pass>(&found.body) else { return Ok(None) };
        let now = self.hall.now();
        let age = now.duration_since(says.since);
        let idle = now.duration_since(says.seen);
        if kind == SESSION && (idle > IDLE || age > WHOLE) {
            let ended = Filing::Shred { kind, id: pass, owner: found.owner };
            self.hall.file(vec![ended]).await?;
            return Ok(None);
        }
        if idle > SEEN {
            says.seen = now;
            let next = paper(kind, &pass, &found.owner, found.version + 1, &says)?;
            // Somebody else may have noted it at the same time.
            let _ = self.hall.file(vec![Filing::Put(next)]).await;
        }
        self.passes.put(pass.clone(), found.owner.clone());
        Ok(Some(Me { id: found.owner, kind, pass }))
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
                    self.names.forget(id);
                    return Ok(person);
                }
                Err(Refusal { code: "house.changed", .. }) => {}
                Err(refusal) => return Err(refusal.into()),
            }
        }
        Err(Refused::busy(1.0))
    }

    /// A kept name is one person's: it is taken, and the old one given back.
    async fn check_name(
        &self,
        person: &Person,
        before: &str,
        filings: &mut Vec<Filing>,
    ) -> Answer<()> {
        let name = folded(&person.says.name);
        let holder = self.hall.paper(NAME, &name).await?;
        if holder.as_ref().is_some_and(|holder| holder.owner != person.id) {
            let text = "That name is somebody else's; choose another one.";
            return Err(Refused::new(StatusCode::CONFLICT, "web.name", text));
        }
        if person.says.kept && holder.is_none() {
            let paper = paper(NAME, &name, &person.id, 0, &person.id)?;
            filings.push(Filing::Put(paper));
        }
        if folded(before) != name
            && self.hall.paper(NAME, &folded(before)).await?.is_some_and(|it| it.owner == person.id)
        {
            let owner = person.id.clone();
            filings.push(Filing::Shred { kind: NAME, id: folded(before), owner });
        }
        Ok(())
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

    pub(crate) fn forget(&self, key: &str) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_shown_and_are_neither_short_nor_long() {
        assert_eq!(read_name("  Ann  Lee ").unwrap(), "Ann Lee");
        assert_eq!(read_name("Zoë").unwrap(), "Zoë");
        for other in ["Анна", "Άννα", "Anna Анна", "R2-D2", "李小龙"] {
            assert_eq!(read_name(other).unwrap(), other);
        }
        let odd = ["...", "---", "_ _", "Аnn", "Annα", "pаypal"];
        let wrong = ["", "Al", "<b>Ann</b>", "a\u{202e}nn", "Ann\n", &"x".repeat(21)];
        for wrong in wrong.into_iter().chain(odd) {
            assert_eq!(read_name(wrong).unwrap_err().refusal.code, "web.name", "{wrong}");
        }
    }
}
