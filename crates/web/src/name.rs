//! Names: which ones are allowed, and when two of them look the same. The name of an account is reserved, and so is
//! every name that looks like it: names are compared by their skeletons (UTS 39).

use crate::error::{ApiError, ApiResult};
use crate::names::DELETED_NAME;
use crate::person::{NAME, Person};
use crate::serve::AppState;
use axum::http::StatusCode;
use engine::{Code, Refusal, line};
use hall::{Change, Document, Hall};
use serde_json::Value;
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

/// How many marks a letter may have: Thai has a vowel and a tone.
const MAX_MARKS: usize = 2;

/// Whether a character is invisible: Default_Ignorable_Code_Point of Unicode 17.
pub(crate) fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Reads a name: 3 to 20 visible characters of scripts in use, with each word in one script.
pub(crate) fn read_name(text: &str) -> ApiResult<String> {
    let wrong = |text: &str| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::WebName, text);
    let plain = "A name must have 3 to 20 characters: letters, digits and single spaces.";
    let name = line::clean(text.as_bytes()).map_err(|_| wrong(plain))?;
    let name: String = name.nfc().collect();
    let fits = |c: char| is_written(c) || matches!(c, ' ' | '-' | '_' | '.' | '\'' | '’');
    let is_name = (3..=20).contains(&name.chars().count())
        && name.chars().all(fits)
        && name.chars().any(|c| c.is_alphanumeric() && !is_combining_mark(c));
    if !is_name || has_stacked_marks(&name) {
        return Err(wrong(plain));
    }
    if !name.split(' ').all(|word| word.is_single_script()) {
        return Err(wrong("Each word of a name must use letters of one script only."));
    }
    if !skeletons(&name).is_disjoint(&skeletons(DELETED_NAME)) {
        return Err(wrong("This name is shown for deleted accounts. Choose another one."));
    }
    Ok(name)
}

/// Whether this is a letter, a digit or a mark of a script in use. Phonetic letters, stylistic variants and historic
/// scripts are not.
fn is_written(c: char) -> bool {
    use IdentifierType::{Inclusion, Limited_Use, Recommended};
    let kind = c.identifier_type();
    let is_used = matches!(kind, Some(Recommended | Limited_Use | Inclusion));
    (c.is_alphanumeric() || is_combining_mark(c)) && is_used && !is_ignorable(c)
}

/// Whether a letter has more marks than any language needs or the same mark twice, or a mark has no letter.
fn has_stacked_marks(name: &str) -> bool {
    let mut marks: Vec<char> = Vec::new();
    let mut letter = false;
    for c in name.chars() {
        if !is_combining_mark(c) {
            marks.clear();
            letter = c.is_alphanumeric();
            continue;
        }
        if !letter || marks.len() == MAX_MARKS || marks.contains(&c) {
            return true;
        }
        marks.push(c);
    }
    false
}

/// A name in lower case: names that differ only in case are the same.
pub(crate) fn exact(name: &str) -> String {
    name.to_lowercase()
}

/// The keys of a name in the index of reserved names: names that share a key look alike. There are two keys, because a
/// capital I looks like a small l, and names are also compared without case.
pub(crate) fn skeletons(name: &str) -> BTreeSet<String> {
    // Spaces, punctuation and modifier letters don't make two names different.
    let counts = |c: &char| {
        !is_ignorable(*c)
            && (c.is_alphanumeric() || is_combining_mark(*c))
            && !matches!(c, '\u{2b0}'..='\u{2ff}')
    };
    let seen: String = name.nfkc().filter(counts).collect();
    let seen: String = seen.nfkc().collect();
    let drawn: String = skeleton(&seen).collect();
    [skeleton(&folded(&seen)).collect(), skeleton(&folded(&drawn)).collect()].into()
}

/// Without case, also for letters that exist in one case only.
fn folded(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

/// Every key under which a name may be stored: earlier versions stored the name in lower case.
fn keys(name: &str) -> BTreeSet<String> {
    let mut keys = skeletons(name);
    keys.insert(exact(name));
    keys
}

/// The name of a guest who has chosen none.
pub(crate) fn guest_name(id: &str) -> String {
    let short: String = id.chars().take(4).collect();
    format!("Guest {short}")
}

/// Whether this looks like a generated guest name.
fn is_guest_name(name: &str) -> bool {
    let rest = exact(name).strip_prefix("guest ").map(str::to_owned);
    rest.is_some_and(|rest| rest.len() == 4 && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The changes that reserve a name for a person, where they aren't stored yet.
pub(crate) async fn name_claims(
    hall: &Hall,
    name: &str,
    person: &str,
) -> Result<Vec<Change>, Refusal> {
    let mut changes = Vec::new();
    for id in skeletons(name) {
        if hall.document(NAME, &id).await?.is_none() {
            let (owner, body) = (person.to_owned(), Value::from(person).to_string());
            changes.push(Change::Put(Document { kind: NAME, id, owner, version: 0, body }));
        }
    }
    Ok(changes)
}

impl AppState {
    /// The account with this name, or else with a name that looks like it.
    pub(crate) async fn holder(&self, name: &str) -> ApiResult<Option<String>> {
        if let Some(found) = self.hall.document(NAME, &exact(name)).await? {
            return Ok(Some(found.owner));
        }
        for key in skeletons(name) {
            if let Some(found) = self.hall.document(NAME, &key).await? {
                return Ok(Some(found.owner));
            }
        }
        Ok(None)
    }

    /// Whether another account has this name, or one that looks like it.
    pub(crate) async fn is_taken(&self, name: &str, person: &str) -> ApiResult<bool> {
        for key in keys(name) {
            let holder = self.hall.document(NAME, &key).await?;
            if holder.is_some_and(|holder| holder.owner != person) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The changes that release a person's name.
    pub(crate) async fn name_releases(&self, name: &str, person: &str) -> ApiResult<Vec<Change>> {
        let mut changes = Vec::new();
        for id in keys(name) {
            if self.hall.document(NAME, &id).await?.is_some_and(|found| found.owner == person) {
                changes.push(Change::Delete { kind: NAME, id, owner: person.to_owned() });
            }
        }
        Ok(changes)
    }

    /// Refuses a name that is taken. For an account, adds the changes that reserve the name and release the one
    /// `before`. An account may keep a name that was allowed by an earlier version.
    pub(crate) async fn check_name(
        &self,
        person: &Person,
        before: &str,
        changes: &mut Vec<Change>,
    ) -> ApiResult<()> {
        let name = &person.record.name;
        let is_owned = self
            .hall
            .document(NAME, &exact(before))
            .await?
            .is_some_and(|holder| holder.owner == person.id);
        let stays = is_owned && exact(name) == exact(before);
        if is_guest_name(name) && *name != guest_name(&person.id) {
            let text = "Names like this are for guests. Choose another one.";
            return Err(ApiError::new(StatusCode::CONFLICT, Code::WebName, text));
        }
        if !stays && self.is_taken(name, &person.id).await? {
            let text = "That name is taken, or looks like one that is. Choose another one.";
            return Err(ApiError::new(StatusCode::CONFLICT, Code::WebName, text));
        }
        if person.record.kept {
            changes.extend(name_claims(&self.hall, name, &person.id).await?);
        }
        if exact(before) != exact(name) {
            let still = keys(name);
            let old = self.name_releases(before, &person.id).await?;
            let is_over = |change: &Change| !matches!(change, Change::Delete { id, .. } if still.contains(id));
            changes.extend(old.into_iter().filter(is_over));
        }
        Ok(())
    }

    /// The name that others see. A guest whose name an account has taken since is shown with the generated name.
    pub(crate) async fn shown_name(&self, person: &Person) -> ApiResult<String> {
        let (id, name) = (&person.id, &person.record.name);
        let generated = guest_name(id);
        match !person.record.kept && *name != generated && self.is_taken(name, id).await? {
            true => Ok(generated),
            false => Ok(name.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_names_are_accepted() {
        assert_eq!(read_name("  Ann  Lee ").unwrap(), "Ann Lee");
        // With a combining mark it is the same name.
        assert_eq!(read_name("Zoe\u{308}").unwrap(), "Zoë");
        for name in [
            "Zoë",
            "Анна",
            "Άννα",
            "Anna Анна",
            "R2-D2",
            "李小龙",
            "さくら子",
            "O’Neil",
            "D'Arcy",
            "Nguyễn",
            "مريم",
            "שרה",
            "सुनीता",
            "กิ่งแก้ว",
            "김민준",
            "Αλέξης",
            "Jean-Luc P.",
            "Ꮳꮃꭹ",
            "ʻAʻala",
        ] {
            assert_eq!(read_name(name).unwrap(), name.nfc().collect::<String>(), "{name}");
        }
    }

    #[test]
    fn unreadable_and_invisible_names_are_refused() {
        for name in [
            "",
            "Al",
            "<b>Ann</b>",
            "a\u{202e}nn",
            "Ann\n",
            &"x".repeat(21),
            "...",
            "---",
            "_ _",
            // Several scripts in one word.
            "Аnn",
            "Annα",
            "pаypal",
            "\u{a4ee}nnabel",
            "\u{2c80}nnabel",
            "\u{10300}nnabel",
            // Fillers and other invisible characters.
            "\u{3164}\u{3164}\u{3164}",
            "\u{115f}\u{1160}\u{ffa0}",
            "Annabel\u{3164}",
            "Annabel\u{115f}",
            "Annabel\u{1160}",
            "Annabel\u{ffa0}",
            "Ann\u{34f}abel",
            "Annabel\u{fe0f}",
            "Annabel\u{e0041}",
            "Ann\u{17b4}abel",
            // Phonetic letters, historic scripts, stylistic variants.
            "Ann\u{251}bel",
            "Annabe\u{29f}",
            "Annabel\u{345}",
            "\u{10400}\u{10401}\u{10402}",
            "\u{10300}\u{10301}\u{10302}",
            "Ａnn Lee",
            "Ann Leeⓔ",
            "Ann 𝐋ee",
            "Ann Lee²",
            // Too many marks on a letter, and marks without a letter.
            "ก\u{e48}\u{e48}\u{e48}",
            "ก\u{e34}\u{e48}\u{e49}",
            "ab\u{301}\u{302}\u{303}",
            "ab\u{338}\u{338}",
            "\u{301}\u{302}\u{303}",
            "ab \u{301}",
        ] {
            let refused = read_name(name).expect_err(name);
            assert_eq!(refused.refusal.code, "web.name", "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_share_a_skeleton() {
        for (one, other) in [
            ("Annabel", "ANNABEL"),
            ("Annabel", "Annabel\u{3164}"),
            ("Annabel", "Annabel\u{115f}"),
            ("Annabel", "Annabel\u{1160}"),
            ("Annabel", "Annabel\u{ffa0}"),
            ("Annabel", "Ann\u{200b}abel"),
            ("Annabel", "Ann\u{251}bel"),
            ("Annabel", "\u{a4ee}nnabel"),
            ("Annabel", "\u{410}nnabel"),
            ("Annabel", "Ａｎｎａｂｅｌ"),
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("Irene", "lrene"),
            ("Mary", "rnary"),
            ("Oslo", "0slo"),
            ("Kate", "\u{212a}ate"),
            ("coco", "\u{441}\u{43e}\u{441}\u{43e}"),
            ("Zoë", "Zoe\u{308}"),
            ("Straße", "STRASSE"),
        ] {
            let both = !skeletons(one).is_disjoint(&skeletons(other));
            assert!(both, "{one} {:?}, {other} {:?}", skeletons(one), skeletons(other));
        }
        for (one, other) in
            [("Annabel", "Annabell"), ("Ann", "Anna"), ("Zoë", "Zoe"), ("Ali", "All")]
        {
            assert!(skeletons(one).is_disjoint(&skeletons(other)), "{one}, {other}");
        }
    }
}
