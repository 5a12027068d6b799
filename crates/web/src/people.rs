//! People: guests, and names that are kept. In logs a person is an id and nothing else, so that a name may change and a
//! person may be forgotten. Their sessions are in `sessions`, changes to their accounts in `accounts`.

use crate::error::{Answer, Refused};
use crate::passphrase::Hash;
use crate::serve::App;
use crate::sessions::{Pass, SESSION};
use axum::http::StatusCode;
use engine::line;
use hall::{Filing, Paper, fresh};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::Instant;

pub(crate) const PERSON: &str = "person";
pub(crate) const NAME: &str = "name";

/// How long a name that was looked up is trusted.
const BELIEVED: Duration = Duration::from_secs(60);

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
    /// Which epoch the account is in: sessions, tokens and recovery links of earlier ones don't work.
    #[serde(default)]
    pub(crate) epoch: u64,
    /// What is kept of the recovery link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) recovery: Option<String>,
}

impl Person {
    /// The paper of this person after a change.
    pub(crate) fn next(&self) -> Answer<Filing> {
        Ok(Filing::Put(paper(PERSON, &self.id, &self.id, self.version + 1, &self.says)?))
    }

    /// The same for an account about to be deleted: in the next epoch, where nothing opens it.
    pub(crate) fn ended(&self) -> Answer<Filing> {
        let says = Says { epoch: self.says.epoch + 1, ..self.says.clone() };
        Person { says, ..self.clone() }.next()
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

impl App {
    /// Somebody new, and the session they have.
    pub(crate) async fn new_guest(&self) -> Answer<(Person, String)> {
        let id = fresh()?;
        let short: String = id.chars().take(4).collect();
        let name = format!("Guest {short}");
        let since = self.hall.now();
        let says = Says { name, since, kept: false, passphrase: None, epoch: 0, recovery: None };
        let person = Person { id, version: 0, says };
        let (session, pass) = Pass::new(since, &person).file(SESSION, &person)?;
        let filed = Filing::Put(paper(PERSON, &person.id, &person.id, 0, &person.says)?);
        self.hall.file(vec![filed, session]).await?;
        Ok((person, pass))
    }

    /// What is kept about somebody.
    pub(crate) async fn person(&self, id: &str) -> Answer<Option<Person>> {
        let Some(found) = self.hall.paper(PERSON, id).await? else { return Ok(None) };
        let says = serde_json::from_str(&found.body).map_err(|_| Refused::failed())?;
        Ok(Some(Person { id: found.id, version: found.version, says }))
    }

    /// A kept name is one person's: it is taken, and the old one given back.
    pub(crate) async fn check_name(
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
